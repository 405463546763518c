//! Iterative deepening: the best move that can be found in a limited time.

use game::Stopped;

use super::table::FOREVER;
use super::{AlphaBeta, Found, Query, Window};
use crate::Halt;
use crate::position::Position;
use crate::score::{WIN, is_decided};

/// The result of the deepest search that was finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth<M> {
    /// The best move.
    pub(crate) best: Option<M>,
    /// Its score.
    pub(crate) score: i32,
    /// Its depth in plies.
    pub(crate) plies: u32,
}

impl<M: Copy + Eq + Send> AlphaBeta<'_, '_, M> {
    /// Searches one ply deep, two, three, and so on, until the end of the game is seen or a limit is reached. A search
    /// that is interrupted changes nothing: the move is that of the last one finished.
    //
    // The searches before the last cost little: each is several times smaller than the next, and leaves in the table
    // the moves that the next tries first.
    pub(crate) fn look_ahead(
        &mut self,
        position: &dyn Position<M>,
        found: &mut Depth<M>,
    ) -> Result<(), Halt> {
        let plies_left = position.plies_left();
        let deepest = self.budget.most_plies().min(FOREVER - 1).min(plies_left);
        for depth in found.plies + 1..=deepest {
            let window = Window { alpha: -WIN, beta: WIN };
            let Found { score, best } =
                self.ask(position, Query { window, depth, stop_on_repetition: false })?;
            // Another thread may have settled it, and left its move in the table.
            let best = best.or_else(|| position.remembered(&self.table)).or(found.best);
            *found = Depth { best, score, plies: depth };
            if is_decided(score) {
                return Ok(());
            }
        }
        if deepest == plies_left { Ok(()) } else { Err(Stopped::Depth.into()) }
    }
}
