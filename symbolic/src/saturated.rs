//! All states at once.

use std::time::Duration;

use game::Stopped;
use num_bigint::BigUint;

/// All states of a system, counted at once and not ply by ply: as much as became known before a limit was reached.
#[derive(Clone, Debug, Default)]
pub struct Saturated {
    /// The number of states.
    pub states: Option<BigUint>,
    /// The number of steps between states.
    pub transitions: Option<BigUint>,
    /// The number of states in which nothing can be done.
    pub deadlocks: Option<BigUint>,
    /// The largest values of what is measured, by name.
    pub largest: Vec<(&'static str, u64)>,
    /// Why there is no end to the states, if that was found out.
    pub endless: Option<String>,
    /// The limit because of which something is missing.
    pub stopped: Option<Stopped>,
    /// The nodes of the diagram of all states.
    pub nodes: usize,
    /// The most nodes that were kept at a time.
    pub peak_nodes: usize,
    /// The most bytes in use.
    pub bytes: usize,
    /// The time it took.
    pub elapsed: Duration,
}
