//! The moves that a search has found, or is about to try.

use super::Asker;
use crate::budget::Halt;
use crate::knowledge::Sight;
use crate::position::Position;
use crate::score::nearer;

/// As many plies are told of a line while the search goes on.
const TOLD: usize = 12;

/// Best play from a position of this score, for so many plies, as far as somebody finds moves that achieve it.
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
        score = nearer(if at.turn() == turn { score } else { -score });
        line.push(mv);
    }
    line
}

impl<M: Copy + Eq + Send> Asker<'_, '_, M> {
    /// A move of the position that was solved, which achieves its score: the one that proved it, or else one that is
    /// looked for.
    pub(crate) fn best_of(&mut self, position: &dyn Position<M>, score: i32) -> Result<Option<M>, Halt> {
        match self.proved.filter(|(_, proved)| *proved >= score) {
            Some((mv, _)) => Ok(Some(mv)),
            None => self.achieving(position, score),
        }
    }

    /// Best play from a position of this score, for so many plies, as far as the budget goes: this move first.
    pub(crate) fn line_after(
        &mut self,
        position: &dyn Position<M>,
        mv: M,
        score: i32,
        plies: usize,
    ) -> Vec<M> {
        let mut first = Some(mv);
        best_play(position, score, plies, &mut |at, score| {
            first.take().or_else(|| self.achieving(at, score).ok().flatten())
        })
    }

    /// The move that the last finished question found, or one that does not lose at once.
    pub(crate) fn remembered_or_first(&self, position: &dyn Position<M>) -> Option<M> {
        if position.outcome().is_some() {
            return None;
        }
        match position.glance() {
            Sight::Won(mv, _) | Sight::Lost(mv, _) => Some(mv),
            Sight::Open { notes: promising, .. } => position.remembered(&self.table).or(promising),
        }
    }

    /// The line that the table remembers, and where it does not, what is tried first; without any search.
    pub(super) fn line_so_far(&self, position: &dyn Position<M>) -> Vec<M> {
        let mut at = position.copy();
        let mut step = || {
            let mv = self.remembered_or_first(&*at)?;
            at.play(mv);
            Some(mv)
        };
        std::iter::from_fn(&mut step).take(TOLD).collect()
    }
}
