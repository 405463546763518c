//! Wins by threes and fours: every move threatens a win by fours, and leaves the other side few replies.

use game::Game;

use super::forced::{Line, zone};
use super::fours::ThreatSearch;
use super::scored_position::{Completions, ScoredPosition};
use crate::budget::Interrupt;

/// The most fours in a win that counts as a threat.
const THREAT: u32 = 3;

impl ThreatSearch<'_> {
    /// Returns a win of the player to move in at most `moves` moves that each threaten something.
    pub(super) fn by_threes(
        &mut self,
        position: &ScoredPosition,
        moves: u32,
    ) -> Result<Option<Line>, Interrupt> {
        if let Some(line) = self.by_fours(position, moves.max(THREAT))? {
            return Ok(Some(line));
        }
        if moves < 2 || self.without_threes.contains(position.key, moves) {
            return Ok(None);
        }
        let found = self.try_threes(position, moves)?;
        if found.is_none() {
            self.without_threes.insert(position.key, moves);
        }
        Ok(found)
    }

    /// Tries everything that threatens something.
    fn try_threes(&mut self, position: &ScoredPosition, moves: u32) -> Result<Option<Line>, Interrupt> {
        let me = position.turn;
        let block = match position.completions(me.other()) {
            Completions::None => None,
            Completions::One(square) => Some(square),
            Completions::More(..) => return Ok(None),
        };
        let mut squares: Vec<usize> = match block {
            Some(square) => vec![square],
            None => position.threats(me).collect(),
        };
        squares.sort_by_key(|&square| -position.worth(me, square).weight());
        for square in squares {
            let next = self.board.next(position, square as u16);
            if let Some(rest) = self.holds(&next, moves)? {
                return Ok(Some([vec![square], rest].concat()));
            }
        }
        Ok(None)
    }

    /// Returns the longest line after a move of the attacker, if it wins against every reply.
    fn holds(&mut self, position: &ScoredPosition, moves: u32) -> Result<Option<Line>, Interrupt> {
        let attacker = position.turn.other();
        let replies = match position.completions(attacker) {
            Completions::More(one, other) => return Ok(Some(vec![one, other])),
            Completions::One(reply) => vec![reply],
            Completions::None => match self.threat(position, attacker, THREAT)? {
                None => return Ok(None),
                Some(line) => self.replies(position, &line),
            },
        };
        let mut longest = Line::new();
        for reply in replies {
            let next = self.board.next(position, reply as u16);
            match self.by_threes(&next, moves - 1)? {
                None => return Ok(None),
                Some(rest) if rest.len() >= longest.len() => longest = [vec![reply], rest].concat(),
                Some(_) => {}
            }
        }
        Ok(Some(longest))
    }

    /// Returns the replies to a threat, the most promising first: squares of the threat itself, then counter-threats.
    fn replies(&self, position: &ScoredPosition, line: &[usize]) -> Vec<usize> {
        let me = position.turn;
        let zone = zone(self.board, position, me.other(), line) & position.free;
        let mut replies: Vec<usize> = zone.into_iter().collect();
        // Squares that are not on the line come last.
        let place = |square: &usize| line.iter().position(|at| at == square).unwrap_or(line.len());
        replies.sort_by_key(|square| (place(square), -position.worth(me, *square).weight()));
        replies
    }
}
