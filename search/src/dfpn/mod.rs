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

use std::collections::HashSet;
use std::sync::mpsc::Sender;

use game::{Game, Player, Random};

use crate::Answer;
use crate::alpha_beta::{best_play, positions};
use crate::budget::{Account, Halt};
use crate::knowledge::Knowledge;
use crate::progress::Progress;
use crate::score::{self, LONGEST, WIN, win_in};

use proof::Prover;
use report::Report;

/// Solves positions by proof-number search.
pub(crate) struct DfPn<'a, G: Game, K: Knowledge<G>> {
    prover: Prover<'a, G, K>,
    account: &'a Account<'a>,
}

/// A player can force a win, within `far` plies and not within `near`.
#[derive(Clone, Copy, Debug)]
struct Within {
    near: u32,
    far: u32,
}

impl<'a, G: Game, K: Knowledge<G>> DfPn<'a, G, K> {
    /// With this knowledge, telling how far it is a few times a second.
    pub(crate) fn new(
        game: &'a G,
        knowledge: &'a K,
        account: &'a Account<'a>,
        told: Sender<Progress<G::Move>>,
    ) -> Self {
        DfPn { prover: Prover::new(game, knowledge, account, Report::new(told)), account }
    }

    /// The value of a position, with so many plies of best play, as far as the budget goes.
    pub(crate) fn answer(&mut self, state: &G::State, line: usize) -> Answer<G::Move> {
        let stopped = self.narrow(state).err();
        self.prover.meter.settle();
        let mut answer = Answer::unknown(self.account.nodes(), 0.0, stopped);
        let bracket = self.prover.report.bracket;
        (answer.least, answer.most) = (score::value(bracket.least), score::value(bracket.most));
        answer.best = self.prover.report.best;
        if stopped.is_none() {
            // What was proved of the value proves the first move too.
            let mut first = answer.best;
            let play = best_play(self.prover.game, state, bracket.least, line, |state, score| {
                let mv = first.take().map_or_else(|| self.achieving(state, score), |mv| Ok(Some(mv)));
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
    fn narrow(&mut self, state: &G::State) -> Result<(), Halt> {
        let game = self.prover.game;
        let turn = game.turn(state);
        if let Some(outcome) = game.outcome(state) {
            let score = score::of_end(outcome, turn);
            self.prover.report.learn(score, score);
            return Ok(());
        }
        if let Some(within) = self.can_win(state, turn)? {
            return self.measure(state, turn, within);
        }
        self.prover.report.learn(-WIN, 0);
        if let Some(within) = self.can_win(state, turn.other())? {
            return self.measure(state, turn.other(), within);
        }
        self.prover.report.learn(0, 0);
        Ok(())
    }

    /// Whether a player can force a win from the position to be solved within so many plies; and by which move, or by
    /// which the other avoids it, is remembered.
    fn ask(&mut self, state: &G::State, player: Player, plies: u32) -> Result<bool, Halt> {
        let proved = self.prover.prove(state, player, plies)?;
        if proved == (player == self.prover.game.turn(state)) && self.prover.found.is_some() {
            self.prover.report.best = self.prover.found;
        }
        Ok(proved)
    }

    /// Whether a player can force a win from the position to be solved.
    fn can_win(&mut self, state: &G::State, player: Player) -> Result<Option<Within>, Halt> {
        self.wins(state, player, Self::ask)
    }

    /// Whether a player can force a win, by questions with more and more plies where positions may come twice.
    fn wins(
        &mut self,
        state: &G::State,
        player: Player,
        mut ask: impl FnMut(&mut Self, &G::State, Player, u32) -> Result<bool, Halt>,
    ) -> Result<Option<Within>, Halt> {
        let game = self.prover.game;
        if game.ply(state).is_some() {
            let far = self.prover.knowledge.plies_left(game, state).min(LONGEST);
            return Ok(ask(self, state, player, LONGEST)?.then_some(Within { near: 0, far }));
        }
        let enough = positions(game, state);
        let most = self.prover.meter.most_plies().min(LONGEST - 1);
        let (mut near, mut far) = (0, most.min(4));
        loop {
            if ask(self, state, player, far)? {
                return Ok(Some(Within { near, far }));
            }
            if !self.prover.met_limit || enough.is_some_and(|enough| far >= enough) {
                return Ok(None);
            }
            if far >= most {
                return Err(if may_repeat(game, state, most) { Halt::Repetition } else { Halt::Depth });
            }
            (near, far) = (far, far.saturating_mul(2).min(most));
        }
    }

    /// Finds out in how many plies a player wins who can: first by steps that grow, then by halves.
    fn measure(&mut self, state: &G::State, player: Player, within: Within) -> Result<(), Halt> {
        let Within { mut near, mut far } = within;
        let mine = player == self.prover.game.turn(state);
        let (mut plies, mut halves) = (near + 1, false);
        loop {
            let (least, most) = (win_in(far), win_in(near + 1));
            if mine {
                self.prover.report.learn(least, most);
            } else {
                self.prover.report.learn(-most, -least);
            }
            if near + 1 >= far {
                return Ok(());
            }
            if self.ask(state, player, plies)? {
                (far, halves) = (plies, true);
            } else {
                near = plies;
            }
            let step = near + near.div_ceil(2);
            plies = if halves { u32::midpoint(near, far) } else { step.min(far - 1) };
        }
    }

    /// A move by which the player to move achieves this score.
    fn achieving(&mut self, state: &G::State, score: i32) -> Result<Option<G::Move>, Halt> {
        let game = self.prover.game;
        let turn = game.turn(state);
        let moves: Vec<G::Move> = game.moves(state).collect();
        for mv in moves {
            let next = game.next(state, mv);
            let good = if score > 0 {
                self.prover.prove(&next, turn, (WIN - score - 1) as u32)?
            } else if score < 0 {
                // No loss before it must be.
                let soonest = (WIN + score) as u32;
                soonest < 2 || !self.prover.prove(&next, turn.other(), soonest - 2)?
            } else {
                let prove =
                    |dfpn: &mut Self, state: &_, player, plies| dfpn.prover.prove(state, player, plies);
                self.wins(&next, turn.other(), prove)?.is_none()
            };
            if good {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}

/// Whether a position comes twice in one of a few random games.
fn may_repeat<G: Game>(game: &G, state: &G::State, plies: u32) -> bool {
    let mut random = Random::new(1);
    let mut repeats = |_| {
        let (mut state, mut seen) = (state.clone(), HashSet::new());
        for _ in 0..plies {
            if game.outcome(&state).is_some() {
                return false;
            }
            if !seen.insert(state.clone()) {
                return true;
            }
            let Some(mv) = random.choose(game.moves(&state)) else { return false };
            game.play(&mut state, mv);
        }
        seen.contains(&state)
    };
    (0..8).any(&mut repeats)
}
