//! Values of positions and moves, whatever the type of the game, as data.

use arena::AnyState;
use game::{Game, Limits, Notation, Playable};
use registry::Capabilities;
use search::certificate::Certificate;
use search::{Answer, Judged};
use symbolic::Symbolic;
use tablebase::{Access, Progress, Unsolved};

use crate::answers::{Analysis, Judgement, Solved};
use crate::walking::state_of;
use crate::{Failure, Job, solving};

/// A value with its certificate, if there is one.
pub(crate) type Certified = (Solved, Option<Certificate>);

/// Values of the positions of a game, whatever its type.
pub(crate) trait Values: Send + Sync {
    fn solve(&self, state: &AnyState, job: &Job<'_>) -> Result<Solved, Failure>;
    /// The value with a certificate of it, which claims the distance if `distance` says so.
    fn certify(&self, state: &AnyState, distance: bool, job: &Job<'_>) -> Result<Certified, Failure>;
    fn analyze(&self, state: &AnyState, job: &Job<'_>) -> Result<Analysis, Failure>;
    /// Every position solved state by state, with the type of the game; `None` if diagrams do it, whatever its type.
    fn strong(
        &self,
        distances: bool,
        limits: &Limits,
        watch: &dyn Fn(&Progress<'_>),
    ) -> Option<Result<tablebase::Solved, Box<Unsolved>>>;
}

/// Solves a game that has no form as diagrams, state by state: nothing is compiled for a game that has one.
fn state_by_state<G: Playable + Notation + Capabilities, S: Symbolic>(
    game: &G,
    _: Option<&S>,
    distances: bool,
    limits: &Limits,
    watch: &dyn Fn(&Progress<'_>),
) -> Option<Result<tablebase::Solved, Box<Unsolved>>> {
    if const { S::IS_SUPPORTED } {
        return None;
    }
    Some(Access::new(game).index(game.as_indexed()).solve(distances, limits, watch))
}

impl<G: Playable + Notation + Capabilities> Values for G {
    fn strong(
        &self,
        distances: bool,
        limits: &Limits,
        watch: &dyn Fn(&Progress<'_>),
    ) -> Option<Result<tablebase::Solved, Box<Unsolved>>> {
        state_by_state(self, self.as_symbolic(), distances, limits, watch)
    }

    fn solve(&self, state: &AnyState, job: &Job<'_>) -> Result<Solved, Failure> {
        let state: &G::State = state_of(state);
        Ok(solved(self, state, &solving::solve(self, state, job)?, job))
    }

    fn certify(&self, state: &AnyState, distance: bool, job: &Job<'_>) -> Result<Certified, Failure> {
        let state: &G::State = state_of(state);
        let (found, certificate) = solving::certify(self, state, distance, job)?;
        Ok((solved(self, state, &found, job), certificate))
    }

    fn analyze(&self, state: &AnyState, job: &Job<'_>) -> Result<Analysis, Failure> {
        let (game, state): (&G, &G::State) = (self, state_of(state));
        if Game::outcome(game, state).is_some() {
            return Err(Failure::new(
                "the game is over, so there is no move to analyze; leave out the last moves",
            ));
        }
        let judged = |judged: Judged<G::Move>| {
            let (text, board) =
                (game.action_text(state, judged.mv), game.board_text(&game.next(state, judged.mv)));
            Judgement::new(text, board, &judged.answer.without_moves())
        };
        // A part of the time is kept for the engine's favourite, in case that not all is proved.
        let (proofs, rest) = solving::shared(job);
        let moves = solving::analyze(game, state, &proofs)?.into_iter().map(judged).collect();
        let mut analysis = Analysis::new(moves, game.board_text(state));
        if !analysis.has_best() {
            analysis.favourite = solving::favourite(game, state, &rest);
        }
        Ok(analysis)
    }
}

/// Returns an answer as data.
fn solved<G: solving::Solvable>(
    game: &G,
    state: &G::State,
    found: &Answer<G::Move>,
    job: &Job<'_>,
) -> Solved {
    let (board, over) = (game.board_text(state), game.outcome(state).is_some());
    let best = found.best.map(|mv| game.action_text(state, mv));
    let line = solving::texts(game, state, &found.line);
    Solved::new(&found.without_moves(), best, line, (board, over), job)
}
