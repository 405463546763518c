//! Proofs about games with rules of their own: one move for the winner in each position, and an answer to each move of
//! the loser.

use crate::body::{Body, KNOWN, KNOWN_LAST, Kept, MOVE};
use crate::rules::{Rules, State};
use crate::{Checked, Fact, Subject};

struct Walk<'a> {
    body: &'a mut Body,
    rules: &'a Rules,
    fact: Fact,
    /// The positions that will be referred to, each with the plies that were left.
    kept: Kept<(State, u32)>,
}

impl Subject for (Rules, State) {
    fn turn(&self) -> usize {
        self.1.turn
    }

    fn shows(&self, fact: Fact, reason: &str, body: &mut Body) -> Checked<bool> {
        let (rules, start) = self;
        let kept = Kept::new(size_of::<(State, u32)>() + start.cells.len());
        let mut walk = Walk { body, rules, fact, kept };
        // A fact without plies may take as many as it will.
        Ok(reason == "proof" && walk.node(start, fact.plies.unwrap_or(u32::MAX)).map(|()| true)?)
    }
}

impl Walk<'_> {
    fn node(&mut self, at: &State, plies: u32) -> Checked<()> {
        self.body.nodes += 1;
        let Fact { player, wins, .. } = self.fact;
        match at.winner {
            Some(winner) if (winner == player) == wins => return Ok(()),
            Some(_) => fail!(False, "the game ends otherwise here"),
            None if plies == 0 && wins => fail!(False, "the win takes longer"),
            None if plies == 0 => return Ok(()),
            None => {}
        }
        let (number, what) = self.kept.opening(self.body)?;
        let less = if plies == u32::MAX { plies } else { plies - 1 };
        match what {
            // What is won within fewer plies is won within more; what fails within more fails within fewer.
            KNOWN | KNOWN_LAST => self.kept.refer(self.body, what == KNOWN_LAST, |(known, then), _| {
                Ok((known == at && if wins { *then <= plies } else { *then >= plies }).then_some(()))
            })?,
            MOVE.. if (at.turn == player) == wins => match self.rules.next(at).nth(what - MOVE) {
                Some(next) => self.node(&next, less)?,
                None => fail!(False, "there is no such move"),
            },
            MOVE => self.rules.next(at).try_for_each(|next| self.node(&next, less))?,
            _ => fail!(False, "no node begins with {what} here"),
        }
        self.kept.close(number, || (at.clone(), plies))
    }
}
