//! Solving: the verdict first, then the distance.

use std::time::Instant;

use game::Glance;

use super::table::FOREVER;
use super::{AlphaBeta, Found, Query, Window};
use crate::knowledge::bounds;
use crate::position::Position;
use crate::score::{self, LONGEST, WIN, is_decided, is_loss, is_win, one_ply_longer, win_in};
use crate::{Answer, Halt};

/// Returns the value of a position by alpha-beta, with `plies` plies of best play.
pub(crate) fn by_alpha_beta<M: Copy + Eq + Send>(
    engine: &mut AlphaBeta<'_, '_, M>,
    position: &dyn Position<M>,
    plies: usize,
) -> Answer<M> {
    let (start, before) = (Instant::now(), engine.budget.nodes());
    let mut bracket = Bracket::UNKNOWN;
    engine.proved = None;
    let mut stopped = engine.solve(position, &mut bracket).err();
    let nodes = engine.budget.nodes() - before;
    let proved = engine.proved.map(|(mv, _)| mv);
    let mut best = proved.or_else(|| engine.remembered_or_first(position));
    let mut line = Vec::new();
    if stopped.is_none() && best.is_some() {
        match engine.best_of(position, bracket.least) {
            Ok(mv) => best = mv.or(best),
            Err(halt) => stopped = Some(halt),
        }
    }
    if stopped.is_none()
        && let Some(mv) = best
    {
        line = engine.line_after(position, mv, bracket.least, plies);
    }
    let seconds = start.elapsed().as_secs_f64();
    let worth = score::between(bracket.least, bracket.most);
    Answer { worth, best, line, nodes, seconds, stopped }
}

/// Bounds on the score of a position, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bracket {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl Bracket {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Bracket = Bracket { least: -WIN, most: WIN };

    /// The game is not over, so neither player wins in 0 plies.
    const OPEN: Bracket = Bracket { least: -win_in(1), most: win_in(1) };

    pub(crate) const fn exactly(score: i32) -> Bracket {
        Bracket { least: score, most: score }
    }

    pub(crate) const fn is_exact(self) -> bool {
        self.least >= self.most
    }

    /// Returns the next bound to ask about: is the score at least this? First whether it is a win, then whether it is a
    /// draw, then how far away the end is, from the farthest on, by steps that double but never pass the middle.
    //
    // The farthest end that is too near must be refuted in any case, and costs most. On Connect Four, halving the
    // distance from the beginning takes half as many nodes again.
    fn next_bound(self, asked: u32) -> i32 {
        let middle = (self.most - self.least) / 2;
        // A step of too many bits is larger than the middle in any case.
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

    /// Returns whether the score may be at least this, and may be less.
    const fn leaves_open(self, bound: i32) -> bool {
        self.least < bound && bound <= self.most
    }

    /// Adds other bounds.
    fn narrow(&mut self, other: Bracket) {
        *self = Bracket { least: self.least.max(other.least), most: self.most.min(other.most) };
    }

    /// Adds the answer to whether the score is at least `bound`.
    fn learn(&mut self, bound: i32, score: i32) {
        if score >= bound {
            self.least = self.least.max(score);
        } else {
            self.most = self.most.min(score);
        }
    }
}

impl<M: Copy + Eq + Send> AlphaBeta<'_, '_, M> {
    /// Narrows the bracket of a position until it is exact, or a limit is reached.
    pub(crate) fn solve(&mut self, position: &dyn Position<M>, bracket: &mut Bracket) -> Result<(), Halt> {
        if !glance(position, bracket) {
            return Ok(());
        }
        self.bracket = *bracket;
        let repeats = position.may_repeat();
        let mut asked = 0;
        self.look_near(position, bracket)?;
        while !bracket.is_exact() {
            let bound = bracket.next_bound(asked);
            // A query about a win or a loss within some plies has an end, even if the game has none.
            let decided = is_decided(bound);
            asked += u32::from(decided);
            match self.at_least(position, bound, repeats && !decided) {
                Ok(found) => self.learn(bracket, bound, found),
                Err(Halt::Repetition) => return self.deepen(position, bracket),
                Err(halt) => return Err(halt),
            }
            self.report(position, *bracket);
        }
        Ok(())
    }

    /// Asks for wins and losses in a tenth of the plies that are left, then in more, up to half of them.
    //
    // A position that is decided soon is answered without a search to the end of the game: of the openings of Connect
    // Four that end within fourteen plies, a thousand take a twentieth of the nodes. Elsewhere these queries take
    // little beside those that follow, for which they order the moves.
    fn look_near(&mut self, position: &dyn Position<M>, bracket: &mut Bracket) -> Result<(), Halt> {
        let left = position.plies_left();
        if left > LONGEST {
            return Ok(());
        }
        for percent in [10, 20, 35, 50] {
            let plies = left * percent / 100;
            for bound in [win_in(plies), 1 - win_in(plies)] {
                if bracket.leaves_open(bound) {
                    let found = self.at_least(position, bound, false)?;
                    self.learn(bracket, bound, found);
                    self.report(position, *bracket);
                }
            }
        }
        Ok(())
    }

    /// Keeps the answer to a query, and the move that proves it.
    fn learn(&mut self, bracket: &mut Bracket, bound: i32, found: Found<M>) {
        bracket.learn(bound, found.score);
        if found.score >= bound
            && let Some(mv) = found.best
        {
            self.proved = Some((mv, found.score));
        }
    }

    /// Asks whether the score is at least `bound`. Returns a score on the same side, and a move that achieves it.
    fn at_least(
        &mut self,
        position: &dyn Position<M>,
        bound: i32,
        stop_on_repetition: bool,
    ) -> Result<Found<M>, Halt> {
        self.ask(position, Query { window: Window::at_least(bound), depth: FOREVER, stop_on_repetition })
    }

    /// Solves an unfinished position of a game in which positions may occur twice, by asking for wins and losses
    /// within one ply, two, three and so on. If neither player can force an end within as many plies as there are
    /// positions, neither can at all, and that is a draw.
    ///
    /// Only an exact bracket ends it. An answer may prove more than the query asked, such as a win in five plies when
    /// the query was about a loss in two; that is a bound on the distance, for a win in three has not been asked about
    /// yet.
    fn deepen(&mut self, position: &dyn Position<M>, bracket: &mut Bracket) -> Result<(), Halt> {
        bracket.narrow(Bracket::OPEN);
        let positions = position.count_reachable();
        let most_plies = self.budget.most_plies().min(LONGEST);
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

    /// Returns a move that achieves at least this score.
    ///
    /// # Errors
    /// If a limit is reached before one is found.
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

    /// Returns whether the position after a move is worth at least this to the player who moved.
    fn is_worth(&mut self, next: &dyn Position<M>, score: i32, again: bool) -> Result<bool, Halt> {
        if let Some(outcome) = next.outcome() {
            let end = one_ply_longer(score::of_end(outcome, next.turn()));
            return Ok(if again { end } else { -end } >= score);
        }
        let window = Window::at_least(score).after(again);
        // In a game without end a draw cannot be asked for.
        let stop_on_repetition = next.may_repeat() && !is_decided(window.beta);
        match self.ask(next, Query { window, depth: FOREVER, stop_on_repetition }) {
            Ok(Found { score, .. }) => Ok(if again { score >= window.beta } else { score <= window.alpha }),
            Err(Halt::Repetition) => {
                // What is reported and kept is about the position that is solved, not about this one.
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

/// Narrows the bracket by what is seen without a search. Returns whether the game goes on.
fn glance<M>(position: &dyn Position<M>, bracket: &mut Bracket) -> bool {
    if let Some(outcome) = position.outcome() {
        *bracket = Bracket::exactly(score::of_end(outcome, position.turn()));
        return false;
    }
    match position.glance() {
        Glance::Won { plies, .. } => *bracket = Bracket::exactly(win_in(plies)),
        Glance::Lost { plies, .. } => *bracket = Bracket::exactly(-win_in(plies)),
        Glance::Open { soonest_win, soonest_loss, .. } => {
            let (least, most) = bounds(soonest_win, soonest_loss, position.plies_left().min(LONGEST));
            bracket.narrow(Bracket { least, most });
        }
    }
    true
}
