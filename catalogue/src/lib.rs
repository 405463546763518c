//! Games as objects of one type, and a catalogue that finds them by name. The command line is built on this crate, and
//! your own program can be too.
//!
//! A [`Variant`] is a game whose Rust type is hidden. Its methods describe the game, read and write positions and moves
//! as text, and run the engines on it; results are plain data. [`Variant::of_game`] makes a variant of any game that
//! implements [`Game`](game::Game), [`Notation`](game::Notation) and [`Capabilities`](registry::Capabilities), and uses
//! the optional traits that the game declares in the last. The module [`solving`] decides which engine answers which
//! question.
//!
//! An [`Entry`] is a constant that describes a game and makes it from its parameters. A [`Catalogue`] is a list of
//! entries: here it opens the game `mnk:4,3,3`, and the game is solved after the move `b2`.
//!
//! ```
//! use catalogue::{Catalogue, Entry, Job};
//! use games::mnk::OnTable;
//!
//! let catalogue = Catalogue::new("program", vec![Entry::of::<OnTable>()]);
//! let opened = catalogue.open("mnk:4,3,3").unwrap();
//! let start = opened.variant.position(Some("b2")).unwrap();
//! let solved = opened.variant.solve(&start, &Job::default()).unwrap();
//! assert_eq!((solved.value.as_str(), solved.plies), ("loss", Some(6)));
//! ```

mod answers;
mod any_system;
mod certificates;
mod checking;
mod checkpoint;
mod counted;
mod data;
mod diagrams;
mod entry;
mod failure;
mod forms;
mod graphs;
mod job;
mod kept;
mod kept_claims;
mod kept_diagrams;
mod lawful;
pub mod numbers;
mod puzzles;
mod rounds;
mod solver;
pub mod solving;
mod tables;
mod tree;
mod variant;
mod walking;

pub use answers::{Analysis, Facts, Favourite, Judgement, Name, Perft, Simulated, Solved};
pub use any_system::AnySystem;
pub use certificates::CertificateFile;
pub use checking::{Checked, ClaimKind, Claims, Decided, Planned, Way};
pub use checkpoint::CheckpointFile;
pub use counted::{Branching, Count, Explored, Totals};
pub use diagrams::CountByDiagrams;
pub use entry::{Catalogue, Entry, Opened};
pub use failure::Failure;
pub use job::{Job, Tell};
pub use kept::{Kept, OnDisk};
pub use layers::{Damage, Folder, Keeping, Manifest, Place};
pub use rounds::Rounds;
pub use tables::{Distance, LookedUp, Rated, Strong};
pub use tree::{Cycle, Pruned, Tree};
pub use variant::Variant;
pub use walking::{Simulate, Survey, Surveyed, TreeRequest};
