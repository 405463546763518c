//! How games end.

use game::{Outcome, Playable, Player};

use crate::visitor::{Flow, Seen, Visitor};

/// Counts the positions where the game is over, by who has won.
///
/// ```
/// use explore::{Ends, Explorer};
/// use games::mnk::{Mnk, Rule};
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let mut ends = Ends::of(&game);
/// Explorer::new(&game).run(&mut ends);
/// assert_eq!((ends.first_wins, ends.second_wins, ends.draws), (626, 316, 16));
/// ```
#[derive(Clone, Debug)]
pub struct Ends<'a, G> {
    game: &'a G,
    /// The first player has won.
    pub first_wins: u64,
    /// The second player has won.
    pub second_wins: u64,
    /// Nobody has won.
    pub draws: u64,
}

impl<'a, G: Playable> Ends<'a, G> {
    /// Nothing counted yet.
    #[must_use]
    pub fn of(game: &'a G) -> Self {
        Ends { game, first_wins: 0, second_wins: 0, draws: 0 }
    }
}

impl<G: Playable> Visitor<G> for Ends<'_, G> {
    type Tally = [u64; 3];

    #[inline]
    fn visit(&self, seen: &Seen<'_, G>, tally: &mut [u64; 3]) {
        if seen.is_final
            && let Some(outcome) = self.game.outcome(seen.state)
        {
            tally[match outcome {
                Outcome::Win(Player::First) => 0,
                Outcome::Win(Player::Second) => 1,
                Outcome::Draw => 2,
            }] += 1;
        }
    }

    fn collect(&mut self, [first, second, draws]: [u64; 3]) -> Flow {
        self.first_wins += first;
        self.second_wins += second;
        self.draws += draws;
        Flow::On
    }
}
