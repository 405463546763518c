//! Iterative deepening: the best move that there is time to find.

use game::Stopped;

use super::{Asker, Found, Question, Window};
use crate::budget::Halt;
use crate::position::Position;
use crate::score::{WIN, is_decided};
use crate::table::FOREVER;

/// How far a search of growing depth has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth<M> {
    /// The move of the deepest search that was finished.
    pub(crate) best: Option<M>,
    /// Its score.
    pub(crate) score: i32,
    /// How many plies deep.
    pub(crate) plies: u32,
}

impl<M: Copy + Eq + Send> Asker<'_, '_, M> {
    /// Searches one ply deep, two, three, and so on, until the end of the game is seen or a limit is met. A search that
    /// is interrupted changes nothing: the move is that of the last one finished.
    pub(crate) fn look_ahead(
        &mut self,
        position: &dyn Position<M>,
        found: &mut Depth<M>,
    ) -> Result<(), Halt> {
        let plies_left = position.plies_left();
        let deepest = self.account.budget().most_plies().min(FOREVER - 1).min(plies_left);
        for depth in found.plies + 1..=deepest {
            let window = Window { alpha: -WIN, beta: WIN };
            let Found { score, best } = self.ask(position, Question { window, depth, watchful: false })?;
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
