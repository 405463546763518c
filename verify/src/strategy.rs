//! Proofs about games with rules of their own: one move for the winner in each position, and an answer to each move of
//! the loser.

use crate::file::{Body, Header, KNOWN, KNOWN_LAST, Kept, MOVE};
use crate::rules::{Rules, State};
use crate::{Checked, Fact, Fault, Subject, wrong};

struct Walk<'a> {
    body: &'a mut Body,
    rules: &'a Rules,
    /// The player that the proof is about, and whether that one wins or fails to.
    player: usize,
    wins: bool,
    /// The positions that will be referred to, each with the plies that were left.
    kept: Kept<(State, u32)>,
}

/// Reads a position of the game of this name.
pub(crate) fn read(header: &mut Header<'_>, name: &str) -> Checked<Subject> {
    let why = || Fault::Damaged(format!("no squares are listed, and `{name}` is not known"));
    let (rules, mut start) = Rules::named(name).ok_or_else(why)?;
    let moves = header.one("moves")?;
    for word in moves.split_whitespace() {
        let next = rules.moves.iter().find(|mv| mv.0 == word).and_then(|mv| rules.after(&start, mv));
        start = next.ok_or_else(|| Fault::Damaged(format!("`{word}` is not legal in `{moves}`")))?;
    }
    let position = if moves.is_empty() { name.to_string() } else { format!("{name} after {moves}") };
    let turn = start.turn;
    let shows = move |(player, wins, plies): Fact, reason: &str, body: &mut Body| {
        let kept = Kept::new(size_of::<(State, u32)>() + start.cells.len());
        let mut walk = Walk { body, rules: &rules, player, wins, kept };
        // A fact without plies may take as many as it will.
        Ok(reason == "proof" && walk.node(&start, plies.unwrap_or(u32::MAX)).map(|()| true)?)
    };
    Ok((position, turn, Box::new(shows)))
}

impl Walk<'_> {
    fn node(&mut self, at: &State, plies: u32) -> Checked<()> {
        self.body.nodes += 1;
        if let Some(winner) = at.winner {
            need!((winner == self.player) == self.wins, False, "the game ends otherwise here");
            return Ok(());
        }
        if plies == 0 {
            need!(!self.wins, False, "the win takes longer");
            return Ok(());
        }
        let (number, what) = self.kept.opening(self.body)?;
        let less = if plies == u32::MAX { plies } else { plies - 1 };
        match what {
            KNOWN | KNOWN_LAST => {
                let kept = self.kept.refer(self.body, what == KNOWN_LAST)?;
                // What is won within fewer plies is won within more; what fails within more fails within fewer.
                let serves = if self.wins { kept.1 <= plies } else { kept.1 >= plies };
                need!(kept.0 == *at && serves, False, "the position is not one that is proved");
            }
            MOVE.. if (at.turn == self.player) == self.wins => {
                let next = self.rules.next(at).nth(what - MOVE);
                self.node(&next.ok_or_else(|| wrong("there is no such move"))?, less)?;
            }
            MOVE => self.rules.next(at).try_for_each(|next| self.node(&next, less))?,
            _ => return Err(wrong(&format!("no node begins with {what} here"))),
        }
        self.kept.close(number, || (at.clone(), plies))
    }
}
