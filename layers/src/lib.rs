//! State spaces on disk: ply by ply, in sorted files that survive anything, within any memory.
//!
//! A state space is a folder: a manifest, and immutable files in the open format Parquet ([`parquet`]). The work on it is
//! made of small tasks, each of which reads files and makes new ones:
//!
//! - *expand a piece*: some states of a ply become a sorted run of the states that follow them;
//! - *merge a bucket*: a range of all runs becomes a part of the next ply, less the plies before it if states can come
//!   again;
//! - *sweep a window*: where a state is an index, and there is room for a bit for every index of a range, all states of a
//!   ply are looked at, and those that follow and lie in the range become parts of the next ply: that takes both steps;
//! - *value a piece*: some states of a ply get their values from those of the next ply.
//!
//! A task is done when its files are named in the manifest. Whatever breaks the work off in between, the task in hand
//! is lost and nothing else; a file that turns out to be damaged is made again. [`Store`] does these tasks on
//! one machine, on as many threads as are wanted, for any [`Space`]; or gives them to other [`Hands`].

mod ask;
mod backward;
mod by_index;
mod by_words;
mod error;
mod folder;
mod forward;
mod manifest;
mod marks;
mod mend;
pub mod parquet;
mod piece;
mod place;
mod rows;
mod scan;
mod space;
mod store;
mod sweep;
mod task;
mod team;
mod written;

pub use by_index::{ByIndex, Canonical, Turn};
pub use by_words::{ByWords, state_of, words_of};
pub use error::{Damage, Error};
pub use folder::{Folder, JOBS};
pub use manifest::{Asked, Kept, Manifest, Merged, Part, Ply, Run, VERSION, Valued};
pub use marks::Marks;
pub use piece::{Hands, Job, Made, Piece, Taker, What};
pub use place::{Claim, Depot, Draft, Place, Source};
pub use scan::Way;
pub use space::{Found, MOST_WORDS, Space, Tally};
pub use store::{Keeping, Progress, Step, Store};
