//! What the commands give, for a game with its type.

use catalogue::{Failure, Job, solving};
use game::{Game, Limits, Notation, Playable};
use registry::Capabilities;
use search::{Answer, Engine, Judged};

/// Returns the value of the start of a game: who wins, how fast, and by which moves. The engine is the one that suits the
/// game, as `morpion solve` chooses it.
///
/// ```
/// use morpion::games::mnk::{Mnk, Rule};
/// use morpion::prelude::*;
///
/// let game: Mnk<u64> = Mnk::new(6, 5, 4, Rule::Normal);
/// assert_eq!(morpion::solve(&game).value(), Some(Value::win(11)));
/// ```
///
/// # Panics
/// If the board is too large to be searched; [`Ask::solve`] returns that as an error.
pub fn solve<G: Playable + Notation + Capabilities>(game: &G) -> Answer<G::Move> {
    unlimited(Ask::new(game).solve(&Game::initial(game)))
}

/// Returns what every legal move is worth, the best first.
///
/// # Panics
/// If the board is too large to be searched; [`Ask::analyze`] returns that as an error.
pub fn analyze<G: Playable + Notation + Capabilities>(game: &G, state: &G::State) -> Vec<Judged<G::Move>> {
    unlimited(Ask::new(game).analyze(state))
}

#[track_caller]
fn unlimited<T>(answer: Result<T, Failure>) -> T {
    match answer {
        Ok(answer) => answer,
        Err(failure) => panic!("{failure}"),
    }
}

/// A question about a game, with what may be spent on it.
///
/// ```
/// use std::time::Duration;
/// use morpion::Ask;
/// use morpion::games::mnk::{Mnk, Rule};
/// use morpion::prelude::*;
///
/// let game: Mnk<u64> = Mnk::new(7, 6, 4, Rule::Normal);
/// let answer = Ask::new(&game).limits(Limits::default().time(Duration::from_millis(50))).threads(2);
/// let answer = answer.tell(&|line| drop(line())).solve(&game.initial()).unwrap();
/// assert!(answer.best.is_some());
/// ```
pub struct Ask<'a, G> {
    game: &'a G,
    job: Job<'a>,
}

impl<'a, G: Playable + Notation + Capabilities> Ask<'a, G> {
    /// A question without limits, on one thread, to the engine that suits.
    #[must_use]
    pub fn new(game: &'a G) -> Self {
        Ask { game, job: Job::default() }
    }

    /// Within these limits of time, memory, nodes and threads, in place of all that were set before, and until one of
    /// their stop flags is set.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Ask { job: self.job.limits(limits), ..self }
    }

    /// On `threads` threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Ask { job: self.job.threads(threads), ..self }
    }

    /// By this engine.
    #[must_use]
    pub fn engine(self, engine: Engine) -> Self {
        Ask { job: self.job.engine(engine), ..self }
    }

    /// Telling someone how far it is: the line is only made if it is asked for.
    #[must_use]
    pub fn tell(self, tell: &'a catalogue::Tell<'a>) -> Self {
        Ask { job: self.job.tell(tell), ..self }
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// If the board is too large for the engine.
    pub fn solve(&self, state: &G::State) -> Result<Answer<G::Move>, Failure> {
        solving::solve(self.game, state, &self.job)
    }

    /// Returns what every legal move is worth, the best first.
    ///
    /// # Errors
    /// If the board is too large for the engine.
    pub fn analyze(&self, state: &G::State) -> Result<Vec<Judged<G::Move>>, Failure> {
        let mut judged = solving::analyze(self.game, state, &self.job)?;
        judged.sort_by_key(|judged| {
            std::cmp::Reverse((judged.answer.worth.least(), judged.answer.worth.most()))
        });
        Ok(judged)
    }
}
