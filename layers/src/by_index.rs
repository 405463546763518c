//! Systems whose states are written as their indices.

use explore::{Ends, Explorer, Followers, Largest};
use game::{Indexed, Observable, Outcome, Player, System};

use crate::marks::Marks;
use crate::space::{Found, Space, Tally};

/// A function that returns the canonical form of a state.
pub type Canonical<S, C> = fn(&S, &C) -> C;
/// A function that returns the player to move in a state.
pub type Turn<S, C> = fn(&S, &C) -> Player;

/// A system whose states are written as their indices.
pub struct ByIndex<'a, S: System, I> {
    /// The system.
    pub system: &'a S,
    /// Its index, which has a size.
    pub index: &'a I,
    /// The canonical form, if symmetric states are taken as one.
    pub canonical: Option<Canonical<S, S::Configuration>>,
    /// The states where it begins, if not at the starts of the system.
    pub starts: Option<Vec<S::Configuration>>,
    /// The most actions from the start.
    pub depth: Option<u32>,
    /// Who is to move in a state, if it is a game.
    pub turn: Option<Turn<S, S::Configuration>>,
    /// The numbers whose largest values are kept.
    pub measures: Vec<Observable<'a, S::Configuration>>,
}

impl<S, I> ByIndex<'_, S, I>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    /// Does something with a search of these states.
    fn search<R>(&self, work: impl FnOnce(&Explorer<'_, S, I>) -> R) -> R {
        let canonical = |state| {
            self.canonical.map_or_else(|| Clone::clone(&state), |canonical| canonical(self.system, &state))
        };
        let explorer = Explorer::new(self.system).index(Some(self.index));
        let explorer = if self.canonical.is_some() { explorer.normal(&canonical) } else { explorer };
        let explorer = self.starts.iter().fold(explorer, |explorer, starts| explorer.starting_from(starts));
        work(&self.depth.into_iter().fold(explorer, Explorer::depth))
    }
}

// The method itself has one lifetime, and the closure any.
#[allow(clippy::redundant_closure_for_method_calls)]
impl<S, I> Space for ByIndex<'_, S, I>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    fn is_graded(&self) -> bool {
        self.search(|search| search.tells_depth())
    }

    fn starts(&self) -> Vec<u64> {
        self.search(|search| search.start_words())
    }

    fn expand(&self, states: &[u64], ply: u32, found: &mut Found) -> Tally {
        let visitor = (Ends::of(self.system), Largest::of(self.measures.clone()));
        let (mut ends, into) =
            (([0; 3], Vec::new()), Followers { words: &mut found.words, ends: &mut found.ends });
        let piece = self.search(|search| search.expand(states, ply, (&visitor, &mut ends), into));
        Tally::of(&piece, ends.0, ends.1)
    }

    fn size(&self) -> Option<u64> {
        self.index.size()
    }

    fn mark(&self, states: &[u64], ply: u32, marks: &mut Marks<'_>) -> Tally {
        let visitor = (Ends::of(self.system), Largest::of(self.measures.clone()));
        let mut ends = ([0; 3], Vec::new());
        let mark = &mut |word| marks.mark(word);
        let piece = self.search(|search| search.follow(states, ply, (&visitor, &mut ends), mark));
        Tally::of(&piece, ends.0, ends.1)
    }

    fn judge(&self, states: &[u64], judged: &mut Vec<(Player, Option<Outcome>)>) {
        let turn = self.turn.expect("only games are judged");
        judged.extend(states.iter().map(|&word| {
            let state = self.index.state_at(word);
            (turn(self.system, &state), self.system.ending(&state).outcome())
        }));
    }
}
