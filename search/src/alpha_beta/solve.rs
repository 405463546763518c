//! Solving: the verdict first, then the distance.

use std::collections::HashSet;

use game::Game;

use super::{Asker, Found, Question, Window};
use crate::budget::Halt;
use crate::knowledge::{Knowledge, Sight, bounds};
use crate::score::{self, DECIDED, LONGEST, WIN, farther, win_in};
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
        if self.least > DECIDED {
            self.least + step
        } else if self.most < -DECIDED {
            self.most + 1 - step
        } else if self.most > 0 {
            1
        } else {
            0
        }
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

impl<G: Game, K: Knowledge<G>> Asker<'_, '_, G, K> {
    /// Narrows what is known of a position until it is exact, or a limit is met.
    pub(crate) fn solve(&mut self, state: &G::State, bracket: &mut Bracket) -> Result<(), Halt> {
        if !self.glance(state, bracket) {
            return Ok(());
        }
        self.bracket = *bracket;
        let watchful = self.game.ply(state).is_none();
        let mut asked = 0;
        while !bracket.is_exact() {
            let bound = bracket.question(asked);
            // A question about a win or a loss within some plies has an end, even if the game has none.
            let decided = bound.abs() > DECIDED;
            asked += u32::from(decided);
            match self.at_least(state, bound, watchful && !decided) {
                Ok(found) => self.learn(bracket, bound, found),
                Err(Halt::Repetition) => return self.deepen(state, bracket),
                Err(halt) => return Err(halt),
            }
            self.report(state, *bracket);
        }
        Ok(())
    }

    /// What is known at once; whether the game goes on.
    fn glance(&self, state: &G::State, bracket: &mut Bracket) -> bool {
        if let Some(outcome) = self.game.outcome(state) {
            *bracket = Bracket::exactly(score::of_end(outcome, self.game.turn(state)));
            return false;
        }
        let plies_left = self.knowledge.plies_left(self.game, state);
        match self.knowledge.glance(self.game, state, false) {
            Sight::Won(_, plies) => *bracket = Bracket::exactly(win_in(plies)),
            Sight::Lost(_, plies) => *bracket = Bracket::exactly(-win_in(plies)),
            Sight::Open { soonest_win, soonest_loss, .. } => {
                let (least, most) = bounds(soonest_win, soonest_loss, plies_left.min(LONGEST));
                *bracket = Bracket { least: bracket.least.max(least), most: bracket.most.min(most) };
            }
        }
        true
    }

    /// Keeps what a question has taught, and the move that proves it.
    fn learn(&mut self, bracket: &mut Bracket, bound: i32, found: Found<G::Move>) {
        bracket.learn(bound, found.score);
        if found.score >= bound
            && let Some(mv) = found.best
        {
            self.proved = Some((mv, found.score));
        }
    }

    /// Whether the score is at least this: a score on the same side, and a move that achieves it.
    fn at_least(&mut self, state: &G::State, bound: i32, watchful: bool) -> Result<Found<G::Move>, Halt> {
        self.ask(Question { state, window: Window::at_least(bound), depth: FOREVER, watchful })
    }

    /// Solves a game in which positions may come twice: wins and losses within one ply, two, three and so on. If nobody
    /// can force an end within as many plies as there are positions, nobody can at all, and that is a draw.
    fn deepen(&mut self, state: &G::State, bracket: &mut Bracket) -> Result<(), Halt> {
        let positions = positions(self.game, state);
        let most_plies = self.account.budget().most_plies().min(LONGEST);
        for plies in 1..=most_plies {
            for bound in [win_in(plies), 1 - win_in(plies)] {
                let found = self.at_least(state, bound, false)?;
                self.learn(bracket, bound, found);
            }
            if bracket.is_exact() {
                return Ok(());
            }
            // What ends at all ends within this many plies.
            if bracket.least > DECIDED {
                *bracket = Bracket::exactly(bracket.least);
                return Ok(());
            }
            if positions.is_some_and(|positions| plies >= positions) {
                *bracket = Bracket::exactly(0);
                return Ok(());
            }
            self.report(state, *bracket);
        }
        Err(Halt::Repetition)
    }

    /// A move that achieves at least this score.
    ///
    /// # Errors
    /// If a limit is met before one is found.
    pub(crate) fn achieving(&mut self, state: &G::State, score: i32) -> Result<Option<G::Move>, Halt> {
        let mut moves: Vec<G::Move> = self.game.moves(state).collect();
        if let Some(first) = self.remembered(state) {
            moves.sort_by_key(|&mv| mv != first);
        }
        for mv in moves {
            let next = self.game.next(state, mv);
            let again = self.game.turn(&next) == self.game.turn(state);
            if self.is_worth(&next, score, again)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether the position after a move is worth at least this to whoever moved.
    fn is_worth(&mut self, next: &G::State, score: i32, again: bool) -> Result<bool, Halt> {
        if let Some(outcome) = self.game.outcome(next) {
            let end = farther(score::of_end(outcome, self.game.turn(next)));
            return Ok(if again { end } else { -end } >= score);
        }
        let window = Window::at_least(score).after(again);
        // In a game without end a draw cannot be asked for.
        let watchful = self.game.ply(next).is_none() && window.beta.abs() < DECIDED;
        match self.ask(Question { state: next, window, depth: FOREVER, watchful }) {
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

/// How many positions can be reached, if they are not many.
pub(crate) fn positions<G: Game>(game: &G, state: &G::State) -> Option<u32> {
    const FEW: usize = 2000;
    let mut seen = HashSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        if game.outcome(&state).is_some() {
            continue;
        }
        for mv in game.moves(&state) {
            let next = game.next(&state, mv);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > FEW {
            return None;
        }
    }
    Some(seen.len() as u32)
}
