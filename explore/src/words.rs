//! Searches whose states somebody else keeps, as words: on disk, for example.

use game::{Indexed, System};

use crate::explorer::Explorer;
use crate::report::Piece;
use crate::search::examine::{VisitContext, examine};
use crate::search::visitor::{Place, Visitor};

/// Where the states that follow are put.
pub struct Followers<'a> {
    /// The states, one after the other.
    pub words: &'a mut Vec<u64>,
    /// For every state that was looked at: how many words there were after it.
    pub ends: &'a mut Vec<usize>,
}

const INDEXED: &str = "states are words only where there is an index";

/// Of the explorer these use the system, the index, the starts, the canonical form, the boundary and the depth.
impl<S: System, I> Explorer<'_, S, I>
where
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    /// Returns whether a state is one word: its index.
    #[must_use]
    pub fn has_words(&self) -> bool {
        self.index.is_some_and(|index| index.size().is_some())
    }

    /// Returns whether the depth of every state can be read off the state, so that none comes twice.
    #[must_use]
    pub fn tells_depth(&self) -> bool {
        self.space.tells_depth()
    }

    /// Returns the word of a state. [There are words](Explorer::has_words).
    #[must_use]
    pub fn word(&self, state: &S::Configuration) -> u64 {
        self.index.expect(INDEXED).index(state)
    }

    /// Returns the state of a word.
    #[must_use]
    pub fn state(&self, word: u64) -> S::Configuration {
        self.index.expect(INDEXED).state_at(word)
    }

    /// Returns the words of the starts.
    #[must_use]
    pub fn start_words(&self) -> Vec<u64> {
        self.space.starts().map(|state| self.word(&state)).collect()
    }

    /// Returns the states where it begins, as they are looked up.
    pub fn all_starts(&self) -> impl Iterator<Item = S::Configuration> {
        self.space.starts()
    }

    /// Looks at a state of some depth: shows it to the visitor, passes on those that follow, as often as they do, and
    /// counts.
    ///
    /// ```
    /// use explore::{Explorer, Piece};
    /// use game::System;
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let (mut piece, mut next) = (Piece::default(), Vec::new());
    /// let start = game.starts().next().unwrap();
    /// Explorer::new(&game).look_at(&start, 0, &(), (&mut piece, &mut ()), |state| next.push(state));
    /// assert_eq!((piece.states, next.len()), (1, 9));
    /// ```
    pub fn look_at<V: Visitor<S>>(
        &self,
        state: &S::Configuration,
        depth: u32,
        visitor: &V,
        counts: (&mut Piece, &mut V::Tally),
        mut take: impl FnMut(S::Configuration),
    ) {
        let expands = self.depth.is_none_or(|limit| depth < limit);
        let context = VisitContext { depth, place: Place(0), expands, again: false };
        let space = self.space;
        examine(space.system, visitor, state, context, counts, |action| {
            let next = space.admit(space.system.after(state, action));
            let is_inside = next.is_some();
            next.into_iter().for_each(&mut take);
            is_inside
        });
    }

    /// Looks at states of some depth: shows them to the visitor, appends the states that follow, as often as they do,
    /// and returns what was counted.
    ///
    /// ```
    /// use explore::{Explorer, Followers};
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let explorer = Explorer::new(&game).index(Some(&game));
    /// let (mut words, mut ends) = (Vec::new(), Vec::new());
    /// let into = Followers { words: &mut words, ends: &mut ends };
    /// let piece = explorer.expand(&explorer.start_words(), 0, (&(), &mut ()), into);
    /// assert_eq!((piece.states, words.len(), ends), (1, 9, vec![9]));
    /// ```
    pub fn expand<V: Visitor<S>>(
        &self,
        states: &[u64],
        depth: u32,
        visitor: (&V, &mut V::Tally),
        Followers { words, ends }: Followers<'_>,
    ) -> Piece {
        let mut piece = Piece::default();
        let (visitor, tally) = visitor;
        for (number, &code) in states.iter().enumerate() {
            let counts = (&mut piece, &mut *tally);
            self.follow_one((number, code), depth, visitor, counts, &mut |next| words.push(next));
            ends.push(words.len());
        }
        piece
    }

    /// Looks at states of some depth as [`expand`](Explorer::expand) does, and passes on each state that follows, as often
    /// as it does.
    ///
    /// ```
    /// use explore::Explorer;
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let explorer = Explorer::new(&game).index(Some(&game));
    /// let mut sum = 0;
    /// let piece = explorer.follow(&explorer.start_words(), 0, (&(), &mut ()), &mut |next| sum += next);
    /// assert_eq!((piece.transitions, sum), (9, (0..9).map(|square| 3_u64.pow(square)).sum()));
    /// ```
    pub fn follow<V: Visitor<S>>(
        &self,
        states: &[u64],
        depth: u32,
        (visitor, tally): (&V, &mut V::Tally),
        take: &mut impl FnMut(u64),
    ) -> Piece {
        let mut piece = Piece::default();
        for (number, &code) in states.iter().enumerate() {
            self.follow_one((number, code), depth, visitor, (&mut piece, &mut *tally), take);
        }
        piece
    }

    /// The same of one state.
    #[inline]
    fn follow_one<V: Visitor<S>>(
        &self,
        (number, code): (usize, u64),
        depth: u32,
        visitor: &V,
        counts: (&mut Piece, &mut V::Tally),
        take: &mut impl FnMut(u64),
    ) {
        let (space, index) = (self.space, self.index.expect(INDEXED));
        let expands = self.depth.is_none_or(|limit| depth < limit);
        let context = VisitContext { depth, place: Place(number as u64), expands, again: false };
        let state = index.state_at(code);
        examine(space.system, visitor, &state, context, counts, |action| {
            let next = if space.is_plain() {
                index.index_after(&state, code, action)
            } else {
                match space.admit(space.system.after(&state, action)) {
                    Some(next) => index.index(&next),
                    None => return false,
                }
            };
            take(next);
            true
        });
    }
}

/// Sorts words, and drops those that are there already. It takes as much memory again while it works.
///
/// ```
/// let mut words = vec![3, 1, 3, 2];
/// explore::sort_words(&mut words);
/// assert_eq!(words, [1, 2, 3]);
/// ```
pub fn sort_words(words: &mut Vec<u64>) {
    crate::store::sorting::sort_and_deduplicate(words, 0);
}
