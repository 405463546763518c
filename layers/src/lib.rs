//! State spaces on disk: ply by ply, in sorted files that survive anything, within any memory.
//!
//! A state space is a folder: a manifest, and immutable files in the open format Parquet ([`parquet`]). The work on it is
//! made of small tasks, each of which reads files and makes new ones:
//!
//! - *expand a piece*: some states of a ply become a sorted run of the states that follow them;
//! - *merge a bucket*: a range of all runs becomes a part of the next ply, less the plies before it if states can come
//!   again;
//! - *value a piece*: some states of a ply get their values from those of the next ply.
//!
//! A task is done when its files are named in the manifest. Whatever breaks the work off in between, the task in hand
//! is lost and nothing else; a file that turns out to be damaged is made again. [`Store`] does these tasks one after the
//! other on one machine, for any [`Space`].

mod ask;
mod backward;
mod by_index;
mod error;
mod folder;
mod forward;
mod manifest;
mod mend;
pub mod parquet;
mod rows;
mod space;
mod store;

pub use by_index::{ByIndex, Canonical, Turn};
pub use error::{Damage, Error};
pub use folder::Folder;
pub use manifest::{Asked, Manifest, Part, Ply, Run, VERSION, Valued};
pub use space::{Found, Space, Tally};
pub use store::{Keeping, Progress, Step, Store};
