//! What is kept on disk: states as words, and what can be asked of them.

use explore::{Counts, Piece};
use game::{Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::marks::Marks;

/// The most words of a state.
pub const MOST_WORDS: usize = 4;

/// A state space whose states are all written in the same number of 64-bit words, [`MOST_WORDS`] at most.
///
/// States are handed over one after the other in one slice.
pub trait Space: Sync {
    /// Returns the number of words of a state.
    fn width(&self) -> usize {
        1
    }

    /// Returns whether a state tells how many actions led to it, so that none comes twice.
    fn is_graded(&self) -> bool;

    /// Returns the starts.
    fn starts(&self) -> Vec<u64>;

    /// Looks at states of a ply, appends those that follow, and returns what was seen.
    fn expand(&self, states: &[u64], ply: u32, found: &mut Found) -> Tally;

    /// Returns the number below which every state is, if each is one word.
    fn size(&self) -> Option<u64> {
        None
    }

    /// Looks at states of a ply, marks those that follow, and returns what was seen. Only where there is a
    /// [size](Space::size).
    fn mark(&self, states: &[u64], ply: u32, marks: &mut Marks<'_>) -> Tally {
        let mut found = Found::default();
        let tally = self.expand(states, ply, &mut found);
        found.words.iter().for_each(|&word| marks.mark(word));
        tally
    }

    /// Appends who is to move in each state, and how the game has ended, if it has. Of games only.
    fn judge(&self, states: &[u64], judged: &mut Vec<(Player, Option<Outcome>)>);
}

/// The states that follow others.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The states, one after the other.
    pub words: Vec<u64>,
    /// The number of words there were after each state that was looked at.
    pub ends: Vec<usize>,
}

/// What was seen in some states of a ply.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// States.
    pub states: u64,
    /// Their actions, without those that lead out of what is searched.
    pub transitions: u64,
    /// States that are proper ends.
    pub finals: u64,
    /// States that have no action and are not a proper end.
    pub stuck: u64,
    /// States that have an action and were not beyond the depth limit.
    pub expanded: u64,
    /// The fewest actions of a state that is not a proper end.
    pub narrowest: Option<u64>,
    /// The most actions of a state.
    pub widest: u64,
    /// Whether successors were left out because of the depth limit.
    pub cut: bool,
    /// Ends that the first player has won, the second, and neither.
    pub ends: [u64; 3],
    /// The largest values of what is measured.
    pub largest: Vec<i64>,
}

impl Tally {
    /// Returns what was seen in a piece of a search, and how the ends among it went.
    #[must_use]
    pub fn of(piece: &Piece, ends: [u64; 3], largest: Vec<i64>) -> Tally {
        let Piece { states, transitions, finals, stuck, expanded, narrowest, widest, cut } = *piece;
        Tally { states, transitions, finals, stuck, expanded, narrowest, widest, cut, ends, largest }
    }

    /// Adds what was seen in other states.
    pub fn add(&mut self, other: &Tally) {
        self.states += other.states;
        self.transitions += other.transitions;
        self.finals += other.finals;
        self.stuck += other.stuck;
        self.expanded += other.expanded;
        self.narrowest = [self.narrowest, other.narrowest].into_iter().flatten().min();
        self.widest = self.widest.max(other.widest);
        self.cut |= other.cut;
        for (end, other) in self.ends.iter_mut().zip(other.ends) {
            *end += other;
        }
        if self.largest.is_empty() {
            self.largest.clone_from(&other.largest);
        }
        for (largest, other) in self.largest.iter_mut().zip(&other.largest) {
            *largest = *other.max(largest);
        }
    }

    /// Adds it to the counts of a search, as those of a ply.
    pub(crate) fn count(&self, ply: u32, counts: &mut Counts) {
        let Tally { states, transitions, finals, stuck, expanded, narrowest, widest, cut, .. } = *self;
        let piece = Piece { states, transitions, finals, stuck, expanded, narrowest, widest, cut };
        counts.add(&piece, ply);
    }
}
