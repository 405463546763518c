//! Which moves are left after what was picked.

use std::collections::HashSet;

use super::Pick;

/// The moves of a position, each with what is picked to make it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Choices<A> {
    /// The moves and their picks, in the order of the rules. No picks are those of another move, nor their beginning.
    pub all: Vec<(A, Vec<Pick>)>,
}

impl<A> Default for Choices<A> {
    fn default() -> Choices<A> {
        Choices { all: Vec::new() }
    }
}

impl<A: Copy> Choices<A> {
    /// Returns what can be picked next, after these picks: each thing once.
    #[must_use]
    pub fn next(&self, picked: &[Pick]) -> Vec<Pick> {
        let mut seen = HashSet::new();
        let next = self.all.iter().filter_map(|(_, picks)| picks.strip_prefix(picked)?.first());
        next.filter(|pick| seen.insert(*pick)).cloned().collect()
    }

    /// Returns the moves that begin with these picks.
    #[must_use]
    pub fn among(&self, picked: &[Pick]) -> Vec<A> {
        self.all.iter().filter(|(_, picks)| picks.starts_with(picked)).map(|(action, _)| *action).collect()
    }

    /// Returns the move that is made by these picks, if there is no more to pick.
    #[must_use]
    pub fn chosen(&self, picked: &[Pick]) -> Option<A> {
        self.all.iter().find(|(_, picks)| picks == picked).map(|(action, _)| *action)
    }
}
