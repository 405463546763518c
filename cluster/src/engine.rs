//! Who hands out pieces.

use crate::plan::Ticket;

/// Hands out the pieces of a plan to those who do them.
pub trait Engine: Send + Sync {
    /// Has all pieces of a job done, as many as are said. What they become is not returned: it is found in the place where
    /// the plan lies, and may be found there even if this fails.
    ///
    /// # Errors
    /// If it is not known that all were done; also when `watch` says that it is enough.
    fn run(&self, ticket: &Ticket, pieces: usize, watch: &mut Watch<'_>) -> Result<(), Lost>;

    /// Returns into how many pieces a step is best divided.
    fn pieces(&self) -> usize;

    /// Returns who it is, in words.
    fn name(&self) -> String;
}

/// Is called several times a second while pieces are done, and returns false when it is enough.
pub type Watch<'w> = dyn FnMut() -> bool + 'w;

/// Why an engine did not do all pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// It was called off.
    CalledOff,
    /// The same again may help.
    Again(String),
    /// The same again will not help.
    Refused(String),
}
