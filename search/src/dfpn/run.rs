//! Queries: the verdict first, then the distance.

use game::{Player, Stopped};

use super::node::Proofs;
use super::report::{Latest, Report};
use crate::alpha_beta::best_play;
use crate::budget::SharedBudget;
use crate::job::Job;
use crate::large_stack::{SOUND, run_on_large_stack};
use crate::position::Position;
use crate::progress::Progress;
use crate::score::{self, LONGEST, WIN, win_in};
use crate::{Answer, Halt};

/// Returns the value of a position by proof numbers, with best play.
pub(crate) fn by_dfpn<M: Copy + Send>(position: &dyn Position<M>, job: &Job<'_, M>) -> Answer<M> {
    let (watcher, budget, latest) = (job.watcher(), SharedBudget::new(&job.limits), Latest::new(None));
    let mut found = None;
    let solve = || found = Some(DfPn::new(&budget, &latest).answer(position, job.line));
    run_on_large_stack(vec![Box::new(solve)], &mut || {
        let so_far = latest.lock().expect(SOUND).take();
        if let Some(so_far) = so_far {
            watcher.tell(|elapsed| Progress { elapsed, ..so_far });
        }
    });
    // Without an answer no thread could be started: there is no room for its stack.
    let mut answer = found.unwrap_or_else(|| Answer::unknown(Some(Stopped::Memory.into())));
    let over = position.outcome().is_some();
    answer.best = answer.best.or_else(|| if over { None } else { position.moves().first().copied() });
    answer.seconds = watcher.elapsed().as_secs_f64();
    answer
}

/// Solves positions by proof-number search. It is compiled once for all games with moves of type `M`: see [`Position`].
struct DfPn<'a, M> {
    proofs: Proofs<'a, M>,
    budget: &'a SharedBudget<'a>,
}

/// Two numbers of plies: a player cannot force a win within the first, but can within the second.
type Within = (u32, u32);

/// A function that returns whether a player can force a win within a number of plies.
type Ask<'a, M> = fn(&mut DfPn<'a, M>, &dyn Position<M>, Player, u32) -> Result<bool, Halt>;

impl<'a, M: Copy> DfPn<'a, M> {
    fn new(budget: &'a SharedBudget<'a>, latest: &'a Latest<M>) -> Self {
        DfPn { proofs: Proofs::new(budget, Report::new(latest)), budget }
    }

    /// Returns the value of a position, with `line` plies of best play, as far as the budget goes.
    fn answer(&mut self, position: &dyn Position<M>, line: usize) -> Answer<M> {
        let stopped = self.narrow(position).err();
        self.proofs.counter.settle();
        let bracket = self.proofs.report.bracket;
        let mut answer = Answer {
            worth: score::between(bracket.least, bracket.most),
            best: self.proofs.report.best,
            nodes: self.budget.nodes(),
            ..Answer::unknown(stopped)
        };
        if stopped.is_none() {
            // What was proved of the value proves the first move too.
            let mut first = answer.best;
            let play = best_play(position, bracket.least, line, &mut |at, score| {
                let mv = first.take().map_or_else(|| self.achieving(at, score), |mv| Ok(Some(mv)));
                // The answer says why the line ends here.
                mv.unwrap_or_else(|halt| {
                    answer.stopped = Some(halt);
                    None
                })
            });
            answer.best = play.first().copied().or(answer.best);
            answer.line = play;
        }
        answer
    }

    /// Narrows the bracket of a position: the verdict first, then the distance.
    fn narrow(&mut self, position: &dyn Position<M>) -> Result<(), Halt> {
        let turn = position.turn();
        if let Some(outcome) = position.outcome() {
            let score = score::of_end(outcome, turn);
            self.proofs.report.learn(score, score);
            return Ok(());
        }
        if let Some(within) = self.can_win(position, turn)? {
            return self.measure(position, turn, within);
        }
        self.proofs.report.learn(-WIN, 0);
        if let Some(within) = self.can_win(position, turn.other())? {
            return self.measure(position, turn.other(), within);
        }
        self.proofs.report.learn(0, 0);
        Ok(())
    }

    /// Returns whether a player can force a win from the position to be solved within `plies` plies. Remembers the
    /// move by which it is won, or by which the other player avoids it.
    fn ask(&mut self, position: &dyn Position<M>, player: Player, plies: u32) -> Result<bool, Halt> {
        let proved = position.prove(player, plies, &mut self.proofs)?;
        if proved == (player == position.turn()) && self.proofs.found.is_some() {
            self.proofs.report.best = self.proofs.found;
        }
        Ok(proved)
    }

    /// Returns within how many plies a player can force a win from the position to be solved, if at all.
    fn can_win(&mut self, position: &dyn Position<M>, player: Player) -> Result<Option<Within>, Halt> {
        self.wins(position, player, Self::ask)
    }

    /// Returns within how many plies a player can force a win, if at all: by queries with more and more plies where
    /// positions may occur twice.
    fn wins(
        &mut self,
        position: &dyn Position<M>,
        player: Player,
        ask: Ask<'a, M>,
    ) -> Result<Option<Within>, Halt> {
        if !position.may_repeat() {
            let far = position.plies_left().min(LONGEST);
            return Ok(ask(self, position, player, LONGEST)?.then_some((0, far)));
        }
        let enough = position.count_reachable();
        let most = self.proofs.counter.most_plies().min(LONGEST - 1);
        let (mut near, mut far) = (0, most.min(4));
        loop {
            if ask(self, position, player, far)? {
                return Ok(Some((near, far)));
            }
            if !self.proofs.met_limit || enough.is_some_and(|enough| far >= enough) {
                return Ok(None);
            }
            if far >= most {
                return Err(if position.repeats(most) { Halt::Repetition } else { Stopped::Depth.into() });
            }
            (near, far) = (far, far.saturating_mul(2).min(most));
        }
    }

    /// Finds the distance of a win that a player can force: first by steps that grow, then by halves.
    fn measure(
        &mut self,
        position: &dyn Position<M>,
        player: Player,
        (mut near, mut far): Within,
    ) -> Result<(), Halt> {
        let mine = player == position.turn();
        let (mut plies, mut halves) = (near + 1, false);
        loop {
            let (least, most) = (win_in(far), win_in(near + 1));
            if mine {
                self.proofs.report.learn(least, most);
            } else {
                self.proofs.report.learn(-most, -least);
            }
            if near + 1 >= far {
                return Ok(());
            }
            if self.ask(position, player, plies)? {
                (far, halves) = (plies, true);
            } else {
                near = plies;
            }
            let step = near + near.div_ceil(2);
            plies = if halves { u32::midpoint(near, far) } else { step.min(far - 1) };
        }
    }

    /// Returns a move by which the player to move achieves this score.
    fn achieving(&mut self, position: &dyn Position<M>, score: i32) -> Result<Option<M>, Halt> {
        let turn = position.turn();
        for mv in position.moves() {
            let next = position.after(mv);
            let good = if score > 0 {
                next.prove(turn, (WIN - score - 1) as u32, &mut self.proofs)?
            } else if score < 0 {
                // No loss sooner than it must come.
                let soonest = (WIN + score) as u32;
                soonest < 2 || !next.prove(turn.other(), soonest - 2, &mut self.proofs)?
            } else {
                self.wins(&*next, turn.other(), |dfpn, at, player, plies| {
                    at.prove(player, plies, &mut dfpn.proofs)
                })?
                .is_none()
            };
            if good {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
