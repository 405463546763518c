//! Proof-number search: depth first, with a table (df-pn, Nagai 2002).
//!
//! A question here has two answers: can this player force a win, or not? A position has two numbers: how many leaves must
//! at least be won to prove it, and how many must fail to disprove it. The search goes where the fewest are missing, so it
//! finds wins that are deep and narrow, where a search that goes evenly deep is lost.
//!
//! In games whose positions can come twice a question is asked with a limit of plies, and what is known of a position
//! belongs to the plies that are left. So there are no cycles, no answer depends on how a position was reached, and a win
//! found is a win. That it cannot be won within as many plies as there are positions means that it cannot be won.

mod proof;
mod table;

use game::{Game, Player};

use crate::alpha_beta::{Bracket, positions};
use crate::budget::{Account, Halt};
use crate::knowledge::Knowledge;
use crate::score::{self, LONGEST, WIN, win_in};

use proof::Prover;

/// Solves positions by proof-number search.
pub(crate) struct DfPn<'a, G: Game, K: Knowledge<G>> {
    prover: Prover<'a, G, K>,
}

impl<'a, G: Game, K: Knowledge<G>> DfPn<'a, G, K> {
    pub(crate) fn new(game: &'a G, knowledge: &'a K, account: &'a Account<'a>) -> Self {
        DfPn { prover: Prover::new(game, knowledge, account) }
    }

    /// Narrows what is known of a position: the verdict first, then the distance.
    pub(crate) fn solve(&mut self, state: &G::State, bracket: &mut Bracket) -> Result<(), Halt> {
        let result = self.narrow(state, bracket);
        self.prover.meter.settle();
        result
    }

    fn narrow(&mut self, state: &G::State, bracket: &mut Bracket) -> Result<(), Halt> {
        let game = self.prover.game;
        let turn = game.turn(state);
        if let Some(outcome) = game.outcome(state) {
            *bracket = Bracket::exactly(score::of_end(outcome, turn));
            return Ok(());
        }
        let furthest = self.prover.knowledge.plies_left(game, state).min(LONGEST);
        if self.can_win(state, turn)? {
            bracket.least = win_in(furthest);
            return self.measure(state, turn, bracket);
        }
        bracket.most = 0;
        if self.can_win(state, turn.other())? {
            bracket.most = -win_in(furthest);
            return self.measure(state, turn.other(), bracket);
        }
        *bracket = Bracket::exactly(0);
        Ok(())
    }

    /// Whether a player can force a win.
    fn can_win(&mut self, state: &G::State, player: Player) -> Result<bool, Halt> {
        let game = self.prover.game;
        if game.ply(state).is_some() {
            return self.prover.prove(state, player, LONGEST);
        }
        let enough = positions(game, state).unwrap_or(u32::MAX);
        let most = self.prover.meter.most_plies();
        let mut limit = 4;
        loop {
            let proved = self.prover.prove(state, player, limit.min(most))?;
            if proved || !self.prover.met_limit || limit >= enough {
                return Ok(proved);
            }
            if limit >= most {
                return Err(Halt::Repetition);
            }
            limit *= 2;
        }
    }

    /// Finds out in how many plies a player wins who can.
    fn measure(&mut self, state: &G::State, player: Player, bracket: &mut Bracket) -> Result<(), Halt> {
        let mine = player == self.prover.game.turn(state);
        // Not won within `near`, won within `far`.
        let (mut near, mut far) = (0, None);
        let mut plies = 1;
        while far.is_none_or(|far| near + 1 < far) {
            if self.prover.prove(state, player, plies)? {
                far = Some(plies);
            } else {
                near = plies;
            }
            let most = win_in(near + 1);
            let least = far.map_or(win_in(LONGEST), win_in);
            *bracket = if mine {
                Bracket { least: bracket.least.max(least), most }
            } else {
                Bracket { least: -most, most: bracket.most.min(-least) }
            };
            plies = far.map_or(plies + plies.div_ceil(2), |far| u32::midpoint(near, far));
        }
        debug_assert!(bracket.is_exact() && bracket.least.abs() < WIN, "the distance is known");
        Ok(())
    }

    /// A move by which the player to move achieves this score.
    pub(crate) fn achieving(&mut self, state: &G::State, score: i32) -> Result<Option<G::Move>, Halt> {
        let game = self.prover.game;
        if game.outcome(state).is_some() {
            return Ok(None);
        }
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
                !self.can_win(&next, turn.other())?
            };
            if good {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
