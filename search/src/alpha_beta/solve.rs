//! Solving: the verdict first, then the distance.

use super::{Asker, Found, Question, Window};
use crate::budget::Halt;
use crate::knowledge::{Sight, bounds};
use crate::position::Position;
use crate::score::{self, LONGEST, WIN, farther, is_decided, is_loss, is_win, win_in};
use crate::table::FOREVER;

/// What is known of the score of a position: it lies between these, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bracket {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl Bracket {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Bracket = Bracket { least: -WIN, most: WIN };

    /// The game is not over, so nobody wins in no plies.
    const OPEN: Bracket = Bracket { least: -win_in(1), most: win_in(1) };

    pub(crate) const fn exactly(score: i32) -> Bracket {
        Bracket { least: score, most: score }
    }

    pub(crate) const fn is_exact(self) -> bool {
        self.least >= self.most
    }

    /// What to ask next: whether the score is at least this. First whether it is a win, then whether it is a draw, then
    /// how far the end is, from the farthest on, by steps that double but never pass the middle. The answer about the
    /// farthest end that is too near is needed in any case, and costs most: on Connect Four, halving from the beginning
    /// takes half as many nodes again.
    fn question(self, asked: u32) -> i32 {
        let middle = (self.most - self.least) / 2;
        let step = 1i32.checked_shl(asked).unwrap_or(middle).min(middle).max(1);
        if is_win(self.least) {
            self.least + step
        } else if is_loss(self.most) {
            self.most + 1 - step
        } else if self.most > 0 {
            1
        } else {
            0
        }
    }

    /// Whether the score may be at least this, and may be less.
    const fn leaves_open(self, bound: i32) -> bool {
        self.least < bound && bound <= self.most
    }

    /// Adds what is known from elsewhere.
    fn narrow(&mut self, other: Bracket) {
        *self = Bracket { least: self.least.max(other.least), most: self.most.min(other.most) };
    }

    /// Learns from an answer.
    fn learn(&mut self, bound: i32, score: i32) {
        if score >= bound {
            self.least = self.least.max(score);
        } else {
            self.most = self.most.min(score);
        }
    }
}

impl<M: Copy + Eq + Send> Asker<'_, '_, M> {
    /// Narrows what is known of a position until it is exact, or a limit is met.
    pub(crate) fn solve(&mut self, position: &dyn Position<M>, bracket: &mut Bracket) -> Result<(), Halt> {
        if !glance(position, bracket) {
            return Ok(());
        }
        self.bracket = *bracket;
        let watchful = position.is_timeless();
        let mut asked = 0;
        while !bracket.is_exact() {
            let bound = bracket.question(asked);
            // A question about a win or a loss within some plies has an end, even if the game has none.
            let decided = is_decided(bound);
            asked += u32::from(decided);
            match self.at_least(position, bound, watchful && !decided) {
                Ok(found) => self.learn(bracket, bound, found),
                Err(Halt::Repetition) => return self.deepen(position, bracket),
                Err(halt) => return Err(halt),
            }
            self.report(position, *bracket);
        }
        Ok(())
    }

    /// Keeps what a question has taught, and the move that proves it.
    fn learn(&mut self, bracket: &mut Bracket, bound: i32, found: Found<M>) {
        bracket.learn(bound, found.score);
        if found.score >= bound
            && let Some(mv) = found.best
        {
            self.proved = Some((mv, found.score));
        }
    }

    /// Whether the score is at least this: a score on the same side, and a move that achieves it.
    fn at_least(&mut self, position: &dyn Position<M>, bound: i32, watchful: bool) -> Result<Found<M>, Halt> {
        self.ask(position, Question { window: Window::at_least(bound), depth: FOREVER, watchful })
    }

    /// Solves a position that is not an end, of a game in which positions may come twice: by asking for wins and losses
    /// within one ply, two, three and so on. If nobody can force an end within as many plies as there are positions, nobody
    /// can at all, and that is a draw.
    ///
    /// Only an exact bracket ends it. An answer may prove more than was asked, such as a win in five plies when the question
    /// was about a loss in two; that is a bound on the distance, for a win in three has not been asked about yet.
    fn deepen(&mut self, position: &dyn Position<M>, bracket: &mut Bracket) -> Result<(), Halt> {
        bracket.narrow(Bracket::OPEN);
        let positions = position.count_reachable();
        let most_plies = self.account.budget().most_plies().min(LONGEST);
        for plies in 1..=most_plies {
            for bound in [win_in(plies), 1 - win_in(plies)] {
                if bracket.leaves_open(bound) {
                    let found = self.at_least(position, bound, false)?;
                    self.learn(bracket, bound, found);
                }
            }
            if bracket.is_exact() {
                return Ok(());
            }
            if positions.is_some_and(|positions| plies >= positions) {
                *bracket = Bracket::exactly(0);
                return Ok(());
            }
            self.report(position, *bracket);
        }
        Err(Halt::Repetition)
    }

    /// A move that achieves at least this score.
    ///
    /// # Errors
    /// If a limit is met before one is found.
    pub(crate) fn achieving(&mut self, position: &dyn Position<M>, score: i32) -> Result<Option<M>, Halt> {
        let first = position.remembered(&self.table);
        let others = position.moves().into_iter().filter(|mv| Some(*mv) != first);
        for mv in first.into_iter().chain(others) {
            let next = position.after(mv);
            let again = next.turn() == position.turn();
            if self.is_worth(&*next, score, again)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether the position after a move is worth at least this to whoever moved.
    fn is_worth(&mut self, next: &dyn Position<M>, score: i32, again: bool) -> Result<bool, Halt> {
        if let Some(outcome) = next.outcome() {
            let end = farther(score::of_end(outcome, next.turn()));
            return Ok(if again { end } else { -end } >= score);
        }
        let window = Window::at_least(score).after(again);
        // In a game without end a draw cannot be asked for.
        let watchful = next.is_timeless() && !is_decided(window.beta);
        match self.ask(next, Question { window, depth: FOREVER, watchful }) {
            Ok(Found { score, .. }) => Ok(if again { score >= window.beta } else { score <= window.alpha }),
            Err(Halt::Repetition) => {
                // What is told and kept is about the position that is solved, not about this one.
                let (mut bracket, kept) = (Bracket::UNKNOWN, (self.bracket, self.proved));
                let deepened = self.deepen(next, &mut bracket);
                (self.bracket, self.proved) = kept;
                deepened?;
                Ok(if again { bracket.least >= window.beta } else { bracket.most <= window.alpha })
            }
            Err(halt) => Err(halt),
        }
    }
}

/// What is known of a position at once; whether the game goes on.
fn glance<M>(position: &dyn Position<M>, bracket: &mut Bracket) -> bool {
    if let Some(outcome) = position.outcome() {
        *bracket = Bracket::exactly(score::of_end(outcome, position.turn()));
        return false;
    }
    match position.glance() {
        Sight::Won(_, plies) => *bracket = Bracket::exactly(win_in(plies)),
        Sight::Lost(_, plies) => *bracket = Bracket::exactly(-win_in(plies)),
        Sight::Open { soonest_win, soonest_loss, .. } => {
            let (least, most) = bounds(soonest_win, soonest_loss, position.plies_left().min(LONGEST));
            bracket.narrow(Bracket { least, most });
        }
    }
    true
}
