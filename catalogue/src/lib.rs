//! Every game as an object, and the catalogue of them: one door behind the command line, the terminal and your own
//! program.
//!
//! A [`Variant`] is a game, ready to be used: what it is, positions and moves as text, and every engine behind it, with
//! results as plain data. [`Variant::of_game`] makes one of any [`Game`](game::Game) with [`Notation`](game::Notation), and
//! uses whatever it declares in [`Capabilities`](registry::Capabilities). Which engine answers what is decided in
//! [`solving`], once.
//!
//! An [`Entry`] is a constant that turns parameters into a game; a [`Catalogue`] finds it by name.
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
mod checking;
mod counted;
mod data;
mod diagrams;
mod entry;
mod failure;
mod forms;
mod graphs;
mod job;
mod lawful;
pub mod numbers;
mod puzzles;
mod solver;
pub mod solving;
mod tables;
mod tree;
mod variant;
mod walking;

pub use answers::{Analysis, Facts, Favourite, Judgement, Name, Perft, Simulated, Solved};
pub use any_system::AnySystem;
pub use checking::{Checked, ClaimKind, Claims, Decided, Planned, Way};
pub use counted::{Branching, Count, Explored, Totals};
pub use diagrams::CountByDiagrams;
pub use entry::{Catalogue, Entry, Opened};
pub use failure::Failure;
pub use job::{Job, Tell};
pub use tables::{Distance, LookedUp, Rated, Strong};
pub use tree::{Cycle, Pruned, Tree};
pub use variant::Variant;
pub use walking::{Simulate, Survey, Surveyed, TreeRequest};
