//! Whole state spaces by many workers: the layers of morpion on [Apache DataFusion](https://datafusion.apache.org), in one
//! process or as a cluster of [Ballista](https://datafusion.apache.org/ballista).
//!
//! Every step of a ply (to expand it, to merge what follows, to value it) is a job, and a job is a table of
//! [pieces](layers::Piece). A plan node ([`node`]) does each piece that it reads, by the same code as on one machine, and
//! writes what it becomes to the place where the state space is kept: files, and beside them a receipt that names them.
//! No position passes through the engine, and nothing that counts is kept by it: the [driver](Driver) puts what receipts
//! say into the manifest, and gives out again what was lost.
//!
//! | | |
//! |---|---|
//! | [`Plan`], [`Ticket`] | a job as it lies beside the files, and what travels to those who do it |
//! | [`Workshop`] | where pieces are done: games by name, places by address |
//! | [`Engine`] | who hands out pieces: [`OneProcess`], or [`Cluster`] |
//! | [`Driver`] | [`Hands`](layers::Hands) that use an engine, and do not trust it |
//! | [`place_of`] | folders, and buckets of object stores |

mod app;
mod args;
mod bucket;
mod cluster;
mod driver;
mod engine;
pub mod node;
mod one_process;
mod place;
mod plan;
mod processes;
mod report;
mod scheduler;
mod worker;
mod workshop;

pub use app::main;
pub use cluster::Cluster;
pub use driver::{Driver, Repeat};
pub use engine::{Engine, Lost, Watch};
pub use one_process::OneProcess;
pub use place::place_of;
pub use plan::{Plan, Ticket, version};
pub use workshop::Workshop;
