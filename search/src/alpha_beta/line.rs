//! The moves that a search has found, or is about to try.

use game::Game;

use super::Asker;
use crate::budget::Halt;
use crate::knowledge::{Knowledge, Sight};
use crate::score::nearer;

/// As many plies are told of a line while the search goes on.
const TOLD: usize = 12;

/// Best play from a position of this score, for so many plies, as far as somebody finds moves that achieve it.
pub(crate) fn best_play<G: Game>(
    game: &G,
    state: &G::State,
    mut score: i32,
    plies: usize,
    mut achieving: impl FnMut(&G::State, i32) -> Option<G::Move>,
) -> Vec<G::Move> {
    let (mut line, mut state) = (Vec::new(), state.clone());
    while line.len() < plies && game.outcome(&state).is_none() {
        let Some(mv) = achieving(&state, score) else { break };
        let next = game.next(&state, mv);
        let again = game.turn(&next) == game.turn(&state);
        score = nearer(if again { score } else { -score });
        line.push(mv);
        state = next;
    }
    line
}

impl<G: Game, K: Knowledge<G>> Asker<'_, '_, G, K> {
    /// The move that the table remembers for a position.
    pub(crate) fn remembered(&self, state: &G::State) -> Option<G::Move> {
        let class = self.knowledge.class(self.game, state);
        let code = self.table.find(class.key)?.code;
        self.game.moves(state).find(|&mv| self.knowledge.code(self.game, mv, class.symmetry) == code)
    }

    /// A move of the position that was solved, which achieves its score: the one that proved it, or else one that is
    /// looked for.
    pub(crate) fn best_of(&mut self, state: &G::State, score: i32) -> Result<Option<G::Move>, Halt> {
        match self.proved.filter(|(_, proved)| *proved >= score) {
            Some((mv, _)) => Ok(Some(mv)),
            None => self.achieving(state, score),
        }
    }

    /// Best play from a position of this score, for so many plies, as far as the budget goes: this move first.
    pub(crate) fn line_after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        score: i32,
        plies: usize,
    ) -> Vec<G::Move> {
        let mut first = Some(mv);
        best_play(self.game, state, score, plies, |state, score| {
            first.take().or_else(|| self.achieving(state, score).ok().flatten())
        })
    }

    /// The move that the last finished question found, or one that does not lose at once.
    pub(crate) fn remembered_or_first(&self, state: &G::State) -> Option<G::Move> {
        if self.game.outcome(state).is_some() {
            return None;
        }
        let mut moves = Vec::new();
        match self.knowledge.glance(self.game, state, false) {
            Sight::Won(mv, _) | Sight::Lost(mv, _) => return Some(mv),
            Sight::Open { notes, .. } => self.knowledge.list(self.game, state, notes, &mut moves),
        }
        let promising = moves.into_iter().rev().max_by_key(|ranked| ranked.weight).map(|ranked| ranked.mv);
        self.remembered(state).or(promising)
    }

    /// The line that the table remembers, and where it does not, what is tried first; without any search.
    pub(super) fn line_so_far(&self, state: &G::State) -> Vec<G::Move> {
        let mut state = state.clone();
        let mut step = || {
            let mv = self.remembered_or_first(&state)?;
            self.game.play(&mut state, mv);
            Some(mv)
        };
        std::iter::from_fn(&mut step).take(TOLD).collect()
    }
}
