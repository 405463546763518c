//! Wins by threes and fours: every move threatens a win by fours, and leaves the other side few replies.

use game::Game;

use super::forced::{Line, zone};
use super::stand::{Completions, Stand};
use super::threats::Hunter;
use crate::budget::Break;

/// A threat is looked for among wins by so many fours.
const THREAT: u32 = 3;

impl Hunter<'_> {
    /// A win of the player to move in at most so many moves that each threaten something.
    pub(super) fn by_threes(&mut self, stand: &Stand, moves: u32) -> Result<Option<Line>, Break> {
        if let Some(line) = self.by_fours(stand, moves.max(THREAT))? {
            return Ok(Some(line));
        }
        if moves < 2 || self.without_threes.contains(stand.key, moves) {
            return Ok(None);
        }
        let found = self.try_threes(stand, moves)?;
        if found.is_none() {
            self.without_threes.insert(stand.key, moves);
        }
        Ok(found)
    }

    /// Tries everything that threatens something.
    fn try_threes(&mut self, stand: &Stand, moves: u32) -> Result<Option<Line>, Break> {
        let me = stand.turn;
        let block = match stand.completions(me.other()) {
            Completions::None => None,
            Completions::One(square) => Some(square),
            Completions::More(..) => return Ok(None),
        };
        let mut squares: Vec<usize> = match block {
            Some(square) => vec![square],
            None => stand.threats(me).collect(),
        };
        squares.sort_by_key(|&square| -stand.worth(me, square).weight());
        for square in squares {
            let next = self.field.next(stand, square as u16);
            if let Some(rest) = self.holds(&next, moves)? {
                return Ok(Some([vec![square], rest].concat()));
            }
        }
        Ok(None)
    }

    /// The longest line after a move of the attacker, if it wins against every reply.
    fn holds(&mut self, stand: &Stand, moves: u32) -> Result<Option<Line>, Break> {
        let attacker = stand.turn.other();
        let replies = match stand.completions(attacker) {
            Completions::More(one, other) => return Ok(Some(vec![one, other])),
            Completions::One(reply) => vec![reply],
            Completions::None => match self.threat(stand, attacker, THREAT)? {
                None => return Ok(None),
                Some(line) => self.replies(stand, &line),
            },
        };
        let mut longest = Line::new();
        for reply in replies {
            let next = self.field.next(stand, reply as u16);
            match self.by_threes(&next, moves - 1)? {
                None => return Ok(None),
                Some(rest) if rest.len() >= longest.len() => longest = [vec![reply], rest].concat(),
                Some(_) => {}
            }
        }
        Ok(Some(longest))
    }

    /// What can be done about a threat, the most promising first: squares of the threat itself, then counter-threats.
    fn replies(&self, stand: &Stand, line: &[usize]) -> Vec<usize> {
        let me = stand.turn;
        let zone = zone(self.field, stand, me.other(), line) & stand.free;
        let mut replies: Vec<usize> = zone.into_iter().collect();
        let place = |square: &usize| line.iter().position(|at| at == square).unwrap_or(line.len());
        replies.sort_by_key(|square| (place(square), -stand.worth(me, *square).weight()));
        replies
    }
}
