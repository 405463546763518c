//! How games end.

use std::ops::ControlFlow;

use game::{Ending, Player, System};

use crate::search::visitor::{Seen, Visitor};

/// Counts the positions where the game is over, by who has won. Of a system without players it counts none.
///
/// ```
/// use explore::{Ends, Explorer};
/// use games::mnk::{Mnk, Rule};
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let mut ends = Ends::of(&game);
/// Explorer::new(&game).run(&mut ends);
/// assert_eq!((ends.first_wins, ends.second_wins, ends.draws), (626, 316, 16));
/// ```
pub struct Ends<'a, S> {
    system: &'a S,
    /// The first player has won.
    pub first_wins: u64,
    /// The second player has won.
    pub second_wins: u64,
    /// Neither player has won.
    pub draws: u64,
}

impl<'a, S: System> Ends<'a, S> {
    /// Returns a visitor that counts the ends of a game.
    #[must_use]
    pub fn of(system: &'a S) -> Self {
        Ends { system, first_wins: 0, second_wins: 0, draws: 0 }
    }

    // Called on finals only, and kept out of the search, which is compiled for several kinds of stores.
    #[inline(never)]
    fn count(&self, state: &S::Configuration, [first, second, draws]: &mut [u64; 3]) {
        match self.system.ending(state) {
            Ending::Won(Player::First) => *first += 1,
            Ending::Won(Player::Second) => *second += 1,
            Ending::Drawn => *draws += 1,
            Ending::Open | Ending::Final => {}
        }
    }
}

impl<S: System> Visitor<S> for Ends<'_, S> {
    type Tally = [u64; 3];

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut [u64; 3]) {
        if seen.is_final {
            self.count(seen.state, tally);
        }
    }

    fn collect(&mut self, [first, second, draws]: [u64; 3]) -> ControlFlow<()> {
        self.first_wins += first;
        self.second_wins += second;
        self.draws += draws;
        ControlFlow::Continue(())
    }
}
