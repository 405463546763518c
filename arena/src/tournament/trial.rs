//! A sequential test, game by game in the order of the schedule.

use std::collections::BTreeMap;

use super::GameResult;
use crate::{Pairs, Sprt, SprtState};

/// A sequential test of the first of two entrants, that looks at pairs of games in the order of the schedule, whichever
/// were finished first: so it stops at the same game however many were played at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    sprt: Sprt,
    pairs: Pairs,
    /// How many pairs were looked at.
    looked: usize,
}

impl Trial {
    /// Creates a test without games.
    #[must_use]
    pub fn new(sprt: Sprt) -> Trial {
        Trial { sprt, pairs: Pairs::default(), looked: 0 }
    }

    /// Looks at all pairs that are finished, up to the first that is not, or to where it is clear.
    pub(super) fn look(&mut self, games: &BTreeMap<usize, GameResult>) {
        while self.state().verdict.is_none() {
            let pair = [2 * self.looked, 2 * self.looked + 1].map(|number| games.get(&number));
            let [Some(one), Some(two)] = pair else { return };
            self.looked += 1;
            if let (Some(one), Some(two)) = (one.half_points(0, 1), two.half_points(0, 1)) {
                self.pairs.add(one + two);
            }
        }
    }

    /// Returns the state of the test.
    #[must_use]
    pub fn state(&self) -> SprtState {
        self.sprt.test_pairs(&self.pairs)
    }

    /// Returns the pairs of games that were counted.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }

    /// Returns the number of games that were counted.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.looked
    }
}
