//! The moves that a search has found, or is about to try.

use game::Glance;

use super::AlphaBeta;
use crate::Halt;
use crate::position::Position;
use crate::score::one_ply_shorter;

/// The plies of a line that are reported while the search goes on.
const REPORTED: usize = 12;

/// Returns best play from a position of this score, at most `plies` plies, as far as `achieving` finds moves.
pub(crate) fn best_play<M: Copy>(
    position: &dyn Position<M>,
    mut score: i32,
    plies: usize,
    achieving: &mut dyn FnMut(&dyn Position<M>, i32) -> Option<M>,
) -> Vec<M> {
    let (mut line, mut at) = (Vec::new(), position.copy());
    while line.len() < plies && at.outcome().is_none() {
        let Some(mv) = achieving(&*at, score) else { break };
        let turn = at.turn();
        at.play(mv);
        score = one_ply_shorter(if at.turn() == turn { score } else { -score });
        line.push(mv);
    }
    line
}

impl<M: Copy + Eq + Send> AlphaBeta<'_, '_, M> {
    /// Returns a move of the solved position that achieves its score: the one that proved it, or else one that a search
    /// finds.
    pub(crate) fn best_of(&mut self, position: &dyn Position<M>, score: i32) -> Result<Option<M>, Halt> {
        match self.proved.filter(|(_, proved)| *proved >= score) {
            Some((mv, _)) => Ok(Some(mv)),
            None => self.achieving(position, score),
        }
    }

    /// Returns best play from a position of this score, beginning with `mv`, as far as the budget goes.
    pub(crate) fn line_after(
        &mut self,
        position: &dyn Position<M>,
        mv: M,
        score: i32,
        plies: usize,
    ) -> Vec<M> {
        let mut first = Some(mv);
        best_play(position, score, plies, &mut |at, score| {
            // Where the budget ends, so does the line.
            first.take().or_else(|| self.achieving(at, score).ok().flatten())
        })
    }

    /// Returns the move that the last finished query found, or one that does not lose at once.
    pub(crate) fn remembered_or_first(&self, position: &dyn Position<M>) -> Option<M> {
        if position.outcome().is_some() {
            return None;
        }
        match position.glance() {
            Glance::Won { best, .. } | Glance::Lost { best, .. } => Some(best),
            Glance::Open { moves: promising, .. } => position.remembered(&self.table).or(promising),
        }
    }

    /// Returns the line that the table remembers, and where it does not, the moves that are tried first; without a
    /// search.
    pub(super) fn line_so_far(&self, position: &dyn Position<M>) -> Vec<M> {
        let mut at = position.copy();
        let mut step = || {
            let mv = self.remembered_or_first(&*at)?;
            at.play(mv);
            Some(mv)
        };
        std::iter::from_fn(&mut step).take(REPORTED).collect()
    }
}
