//! Proof-number search: depth first, with a table (df-pn, Nagai 2002).
//!
//! A question here has two answers: can this player force a win, or not? A position has two numbers: how many leaves must
//! at least be won to prove it, and how many must fail to disprove it. The search goes where the fewest are missing, so it
//! finds wins that are deep and narrow, where a search that goes evenly deep is lost.
//!
//! In games whose positions can come twice a question is asked with a limit of plies, and what is known of a position
//! belongs to the plies that are left. So there are no cycles, no answer depends on how a position was reached, and a win
//! found is a win. That it cannot be won within as many plies as there are positions means that it cannot be won.

mod numbers;
mod proof;
mod report;
mod table;

use game::{Player, Stopped};

use crate::Answer;
use crate::alpha_beta::best_play;
use crate::budget::{Account, Halt};
use crate::position::Position;
use crate::score::{self, LONGEST, WIN, win_in};

use report::Report;

pub(crate) use proof::{Proofs, Prover};
pub(crate) use report::Latest;

/// Solves positions by proof-number search. The same for all games with such moves: see [`Position`].
pub(crate) struct DfPn<'a, M> {
    proofs: Proofs<'a, M>,
    account: &'a Account<'a>,
}

/// A player can force a win, within `far` plies and not within `near`.
#[derive(Clone, Copy, Debug)]
struct Within {
    near: u32,
    far: u32,
}

/// A way to ask whether a player can force a win within so many plies.
type Ask<'a, M> = fn(&mut DfPn<'a, M>, &dyn Position<M>, Player, u32) -> Result<bool, Halt>;

impl<'a, M: Copy> DfPn<'a, M> {
    /// Telling how far it is a few times a second.
    pub(crate) fn new(account: &'a Account<'a>, told: &'a Latest<M>) -> Self {
        DfPn { proofs: Proofs::new(account, Report::new(told)), account }
    }

    /// The value of a position, with so many plies of best play, as far as the budget goes.
    pub(crate) fn answer(&mut self, position: &dyn Position<M>, line: usize) -> Answer<M> {
        let stopped = self.narrow(position).err();
        self.proofs.meter.settle();
        let bracket = self.proofs.report.bracket;
        let mut answer = Answer {
            worth: score::between(bracket.least, bracket.most),
            best: self.proofs.report.best,
            nodes: self.account.nodes(),
            ..Answer::unknown(stopped)
        };
        if stopped.is_none() {
            // What was proved of the value proves the first move too.
            let mut first = answer.best;
            let play = best_play(position, bracket.least, line, &mut |at, score| {
                let mv = first.take().map_or_else(|| self.achieving(at, score), |mv| Ok(Some(mv)));
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

    /// Narrows what is known of a position: the verdict first, then the distance.
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

    /// Whether a player can force a win from the position to be solved within so many plies; and by which move, or by
    /// which the other avoids it, is remembered.
    fn ask(&mut self, position: &dyn Position<M>, player: Player, plies: u32) -> Result<bool, Halt> {
        let proved = position.prove(player, plies, &mut self.proofs)?;
        if proved == (player == position.turn()) && self.proofs.found.is_some() {
            self.proofs.report.best = self.proofs.found;
        }
        Ok(proved)
    }

    /// Whether a player can force a win from the position to be solved.
    fn can_win(&mut self, position: &dyn Position<M>, player: Player) -> Result<Option<Within>, Halt> {
        self.wins(position, player, Self::ask)
    }

    /// Whether a player can force a win, by questions with more and more plies where positions may come twice.
    fn wins(
        &mut self,
        position: &dyn Position<M>,
        player: Player,
        ask: Ask<'a, M>,
    ) -> Result<Option<Within>, Halt> {
        if !position.is_timeless() {
            let far = position.plies_left().min(LONGEST);
            return Ok(ask(self, position, player, LONGEST)?.then_some(Within { near: 0, far }));
        }
        let enough = position.count_reachable();
        let most = self.proofs.meter.most_plies().min(LONGEST - 1);
        let (mut near, mut far) = (0, most.min(4));
        loop {
            if ask(self, position, player, far)? {
                return Ok(Some(Within { near, far }));
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

    /// Finds out in how many plies a player wins who can: first by steps that grow, then by halves.
    fn measure(&mut self, position: &dyn Position<M>, player: Player, within: Within) -> Result<(), Halt> {
        let Within { mut near, mut far } = within;
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

    /// A move by which the player to move achieves this score.
    fn achieving(&mut self, position: &dyn Position<M>, score: i32) -> Result<Option<M>, Halt> {
        let turn = position.turn();
        for mv in position.moves() {
            let next = position.after(mv);
            let good = if score > 0 {
                next.prove(turn, (WIN - score - 1) as u32, &mut self.proofs)?
            } else if score < 0 {
                // No loss before it must be.
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
