//! How games end.

use std::ops::ControlFlow;

use game::{Game, Outcome, Player, System};

use crate::search::visitor::{Seen, Visitor};

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
pub struct Ends<'a, C> {
    judge: Option<Box<Judge<'a, C>>>,
    /// The first player has won.
    pub first_wins: u64,
    /// The second player has won.
    pub second_wins: u64,
    /// Neither player has won.
    pub draws: u64,
}

/// Says how a finished game has ended. Called on finals only, so that it need not be compiled into the search.
type Judge<'a, C> = dyn Fn(&C) -> Option<Outcome> + Send + Sync + 'a;

impl<'a, C> Ends<'a, C> {
    /// Returns a visitor that counts the ends of a game.
    #[must_use]
    pub fn of<G: Game<State = C>>(game: &'a G) -> Self {
        Ends::judged_by(Some(|state: &C| game.outcome(state)))
    }

    /// Returns a visitor that counts ends as this function judges them, or, without one, none: for systems, which have
    /// no winner.
    #[must_use]
    pub fn judged_by(judge: Option<impl Fn(&C) -> Option<Outcome> + Send + Sync + 'a>) -> Self {
        let judge = judge.map(|judge| Box::new(judge) as Box<Judge<'a, C>>);
        Ends { judge, first_wins: 0, second_wins: 0, draws: 0 }
    }
}

impl<S: System> Visitor<S> for Ends<'_, S::Configuration> {
    type Tally = [u64; 3];

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut [u64; 3]) {
        if seen.is_final
            && let Some(judge) = &self.judge
            && let Some(outcome) = judge(seen.state)
        {
            tally[match outcome {
                Outcome::Win(Player::First) => 0,
                Outcome::Win(Player::Second) => 1,
                Outcome::Draw => 2,
            }] += 1;
        }
    }

    fn collect(&mut self, [first, second, draws]: [u64; 3]) -> ControlFlow<()> {
        self.first_wins += first;
        self.second_wins += second;
        self.draws += draws;
        ControlFlow::Continue(())
    }
}
