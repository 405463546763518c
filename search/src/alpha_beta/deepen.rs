//! Iterative deepening: the best move that there is time to find.

use game::Game;

use super::{Asker, Found, Question, Window};
use crate::budget::Halt;
use crate::knowledge::Knowledge;
use crate::score::{DECIDED, WIN};
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

impl<G: Game, K: Knowledge<G>> Asker<'_, '_, G, K> {
    /// Searches one ply deep, two, three, and so on, until the end of the game is seen or a limit is met. A search that
    /// is interrupted changes nothing: the move is that of the last one finished.
    pub(crate) fn look_ahead(&mut self, state: &G::State, found: &mut Depth<G::Move>) -> Result<(), Halt> {
        let plies_left = self.knowledge.plies_left(self.game, state);
        let deepest = self.account.budget().most_plies().min(FOREVER - 1).min(plies_left);
        for depth in found.plies + 1..=deepest {
            let window = Window { alpha: -WIN, beta: WIN };
            let Found { score, best } = self.ask(Question { state, window, depth, watchful: false })?;
            // Another thread may have settled it, and left its move in the table.
            let best = best.or_else(|| self.remembered(state)).or(found.best);
            *found = Depth { best, score, plies: depth };
            if score.abs() > DECIDED {
                return Ok(());
            }
        }
        if deepest == plies_left { Ok(()) } else { Err(Halt::Depth) }
    }
}
