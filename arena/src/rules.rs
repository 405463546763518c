//! What is agreed before a match, beside the rules of the game.

use std::fmt;
use std::sync::Arc;

use game::{Game, Value};

use crate::TimeControl;

/// What an illegal move by a program means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// It loses.
    Loses,
    /// It is asked again, `n` times in the whole match; then it loses.
    AskedAgain(u32),
}

/// A function that knows the value of positions, such as a tablebase.
pub type Judge<'g, G> = Arc<dyn Fn(&<G as Game>::State) -> Option<Value> + Send + Sync + 'g>;

/// What is agreed before a match: by default no clocks, programs that play illegal moves lose, and every game is played
/// to its end.
pub struct Rules<'g, G: Game> {
    /// The times of both sides.
    pub time: [TimeControl; 2],
    /// What an illegal move by a program means.
    pub illegal: Illegal,
    /// How often each side may have a move back, if the other agrees.
    pub take_backs: u32,
    /// The number of moves after which it is a draw.
    pub longest: Option<usize>,
    /// Ends the match as soon as the value is known; see also [`Rules::judged_from`].
    pub judge: Option<Judge<'g, G>>,
    /// The number of moves before which the judge is not asked.
    pub judged_from: usize,
}

impl<G: Game> Default for Rules<'_, G> {
    fn default() -> Self {
        let time = [TimeControl::default(); 2];
        Rules {
            time,
            illegal: Illegal::Loses,
            take_backs: u32::MAX,
            longest: None,
            judge: None,
            judged_from: 0,
        }
    }
}

impl<G: Game> Clone for Rules<'_, G> {
    fn clone(&self) -> Self {
        Rules { judge: self.judge.clone(), ..*self }
    }
}

impl<G: Game> fmt::Debug for Rules<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("time", &self.time)
            .field("illegal", &self.illegal)
            .field("take_backs", &self.take_backs)
            .field("longest", &self.longest)
            .field("judge", &self.judge.is_some())
            .field("judged_from", &self.judged_from)
            .finish()
    }
}

impl<'g, G: Game> Rules<'g, G> {
    /// Sets the same time for both sides.
    #[must_use]
    pub fn time(mut self, time: TimeControl) -> Self {
        self.time = [time; 2];
        self
    }

    /// What an illegal move by a program means.
    #[must_use]
    pub fn illegal(mut self, illegal: Illegal) -> Self {
        self.illegal = illegal;
        self
    }

    /// Makes the match a draw after `moves` moves: for games that may go on for ever.
    #[must_use]
    pub fn longest(mut self, moves: usize) -> Self {
        self.longest = Some(moves);
        self
    }

    /// Ends the match once `judge` knows the value of the position, after at least `from` moves.
    #[must_use]
    pub fn judged(
        mut self,
        from: usize,
        judge: impl Fn(&G::State) -> Option<Value> + Send + Sync + 'g,
    ) -> Self {
        self.judge = Some(Arc::new(judge));
        self.judged_from = from;
        self
    }
}
