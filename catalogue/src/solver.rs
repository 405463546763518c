//! Values of positions and moves, whatever the type of the game, as data.

use std::time::Duration;

use arena::{AnyMove, AnyState, Engines};
use game::{Limits, Notation, Playable, System};
use registry::Capabilities;
use search::certificate::Certificate;
use search::{Answer, Judged};
use symbolic::Symbolic;
use tablebase::{Access, Progress, Unsolved};

use crate::answers::{Analysis, Favourite, Judgement, Solved};
use crate::solving::texts;
use crate::walking::state_of;
use crate::{AnySystem, Failure, Job, solving};

/// An answer with its certificate, if there is one.
pub(crate) type Certified = (Answer<AnyMove>, Option<Certificate>);

/// A legal move, and what it is worth.
type Worth = (AnyMove, Answer<()>);

/// Values of the positions of a game, whatever its type: moves are numbers, and [`Variant`](crate::Variant) makes text
/// of them.
pub(crate) trait Values: Send + Sync {
    fn solve(&self, state: &AnyState, job: &Job<'_>) -> Result<Answer<AnyMove>, Failure>;
    /// The value with a certificate of it, which claims the distance if `distance` says so.
    fn certify(&self, state: &AnyState, distance: bool, job: &Job<'_>) -> Result<Certified, Failure>;
    /// What each legal move is worth, in the order of the rules.
    fn analyze(&self, state: &AnyState, job: &Job<'_>) -> Result<Vec<Worth>, Failure>;
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

    fn solve(&self, state: &AnyState, job: &Job<'_>) -> Result<Answer<AnyMove>, Failure> {
        let state: &G::State = state_of(state);
        Ok(AnyMove::answer(self, state, solving::solve(self, state, job)?))
    }

    fn certify(&self, state: &AnyState, distance: bool, job: &Job<'_>) -> Result<Certified, Failure> {
        let state: &G::State = state_of(state);
        let (found, certificate) = solving::certify(self, state, distance, job)?;
        Ok((AnyMove::answer(self, state, found), certificate))
    }

    fn analyze(&self, state: &AnyState, job: &Job<'_>) -> Result<Vec<Worth>, Failure> {
        let state: &G::State = state_of(state);
        let numbered = |judged: &Judged<G::Move>| {
            let number = AnyMove::find(self, state, judged.mv).expect("only legal moves are judged");
            (number, judged.answer.without_moves())
        };
        Ok(solving::analyze(self, state, job)?.iter().map(numbered).collect())
    }
}

/// Returns an answer as data.
pub(crate) fn solved(system: &AnySystem, state: &AnyState, found: &Answer<AnyMove>, job: &Job<'_>) -> Solved {
    let (board, over) = (system.board_text(state), system.is_final(state));
    let best = found.best.map(|mv| system.action_text(state, mv));
    let line = texts(system, state, &found.line);
    Solved::new(&found.without_moves(), best, line, (board, over), job)
}

/// Returns the value of every legal move as data: found within a part of the limits, and the engine's favourite within
/// the rest, in case that not all is proved.
pub(crate) fn analyzed(
    system: &AnySystem,
    (values, engines): (&dyn Values, &Engines),
    state: &AnyState,
    job: &Job<'_>,
) -> Result<Analysis, Failure> {
    if system.is_final(state) {
        return Err(Failure::new(
            "the game is over, so there is no move to analyze; leave out the last moves",
        ));
    }
    let (proofs, rest) = shared(job);
    let judged = |(mv, answer): Worth| {
        let (text, board) = (system.action_text(state, mv), system.board_text(&system.after(state, mv)));
        Judgement::new(text, board, &answer)
    };
    let moves = values.analyze(state, &proofs)?.into_iter().map(judged).collect();
    let mut analysis = Analysis::new(moves, system.board_text(state));
    if !analysis.has_best() {
        analysis.favourite = favourite(system, engines, state, &rest);
    }
    Ok(analysis)
}

/// Of a job whose time is limited, what is for proofs, and the rest for the engine's [`favourite`].
fn shared<'a>(job: &Job<'a>) -> (Job<'a>, Job<'a>) {
    let proofs = match job.limits.time_left() {
        Some(left) => job.clone().limits(job.limits.clone().time(left - left / 4)),
        None => job.clone(),
    };
    (proofs, job.clone())
}

/// Returns the move that the engine would play and how it would go on, as an estimate; nothing if there is no time for
/// it.
fn favourite(system: &AnySystem, engines: &Engines, state: &AnyState, job: &Job<'_>) -> Option<Favourite> {
    /// The number of moves in the line, and the time for the first of them where nothing else limits it.
    const MOVES: u32 = 6;
    const LONG: Duration = Duration::from_secs(2);
    let time = job.limits.time_left().map_or(LONG, |left| left.min(LONG));
    let limits = |time| job.limits.clone().time(time);
    // Without time the move would be the first legal one, which no engine prefers.
    let may_think = || job.limits.exceeded(0).is_none();
    let first = may_think().then(|| engines.choose(state, &limits(time / 2)))?;
    let mut line = vec![first.best?];
    let mut here = system.after(state, line[0]);
    while line.len() < MOVES as usize && !system.is_final(&here) && may_think() {
        let Some(mv) = engines.choose(&here, &limits(time / 2 / MOVES)).best else { break };
        system.apply(&mut here, mv);
        line.push(mv);
    }
    let (mv, line) = (system.action_text(state, line[0]), texts(system, state, &line));
    Some(Favourite { mv, estimate: (arena::balance(first.worth) + 1.0) / 2.0, line })
}
