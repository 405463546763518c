//! Systems whose states are packed.

use explore::{Ends, Explorer, Largest, Piece};
use game::{Observable, Outcome, Packed, Packing, Player, System};

use crate::by_index::{Canonical, Turn};
use crate::space::{Found, MOST_WORDS, Space, Tally};

/// Returns the words of a state, which is packed into their lowest bits: so they differ by small numbers.
pub fn words_of<P: Packed>(packed: &P, state: &P::Configuration) -> Vec<u64> {
    let mut packing = Packing::default();
    packing.put(0, idle_bits(packed));
    packed.pack(state, &mut packing);
    packing.words().to_vec()
}

/// Returns the state of these words.
pub fn state_of<P: Packed>(packed: &P, words: &[u64]) -> P::Configuration {
    let mut packing = Packing::of(words);
    let _ = packing.take(idle_bits(packed));
    packed.unpack(&mut packing)
}

/// The highest bits of the first word that no state has.
fn idle_bits<P: Packed>(packed: &P) -> u32 {
    (64 - packed.bits() as u32 % 64) % 64
}

/// A system whose states are packed into words, at most [`MOST_WORDS`].
pub struct ByWords<'a, S: System, P> {
    /// The system.
    pub system: &'a S,
    /// The same as one whose states have a fixed width.
    pub packed: &'a P,
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

impl<S, P> ByWords<'_, S, P>
where
    S: System,
    P: Packed<Configuration = S::Configuration, Action = S::Action>,
{
    /// Returns whether the states are not too wide.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.packed.bits() <= 64 * MOST_WORDS
    }

    /// Does something with a search of these states.
    fn search<R>(&self, work: impl FnOnce(&Explorer<'_, S>) -> R) -> R {
        let canonical = |state| {
            self.canonical.map_or_else(|| Clone::clone(&state), |canonical| canonical(self.system, &state))
        };
        let explorer = Explorer::new(self.system);
        let explorer = if self.canonical.is_some() { explorer.normal(&canonical) } else { explorer };
        let explorer = self.starts.iter().fold(explorer, |explorer, starts| explorer.starting_from(starts));
        work(&self.depth.into_iter().fold(explorer, Explorer::depth))
    }
}

// The method itself has one lifetime, and the closure any.
#[allow(clippy::redundant_closure_for_method_calls)]
impl<S, P> Space for ByWords<'_, S, P>
where
    S: System,
    P: Packed<Configuration = S::Configuration, Action = S::Action>,
{
    fn width(&self) -> usize {
        self.packed.bits().div_ceil(64).max(1)
    }

    fn is_graded(&self) -> bool {
        self.search(|search| search.tells_depth())
    }

    fn starts(&self) -> Vec<u64> {
        self.search(|search| search.all_starts().flat_map(|state| words_of(self.packed, &state)).collect())
    }

    fn expand(&self, states: &[u64], ply: u32, found: &mut Found) -> Tally {
        let visitor = (Ends::of(self.system), Largest::of(self.measures.clone()));
        let (mut ends, mut piece) = (([0; 3], Vec::new()), Piece::default());
        self.search(|search| {
            for words in states.chunks_exact(self.width()) {
                let state = state_of(self.packed, words);
                search.look_at(&state, ply, &visitor, (&mut piece, &mut ends), |next| {
                    found.words.extend(words_of(self.packed, &next));
                });
                found.ends.push(found.words.len());
            }
        });
        Tally::of(&piece, ends.0, ends.1)
    }

    fn judge(&self, states: &[u64], judged: &mut Vec<(Player, Option<Outcome>)>) {
        let turn = self.turn.expect("only games are judged");
        judged.extend(states.chunks_exact(self.width()).map(|words| {
            let state = state_of(self.packed, words);
            (turn(self.system, &state), self.system.ending(&state).outcome())
        }));
    }
}
