//! Tablebases: the value of every position of a game that can be reached, behind one interface and in one kind of file.
//!
//! The values are kept in one of three bodies; looking a position up is the same in all of them:
//!
//! | body | for games | a position is found by | bytes on disk for a position |
//! |---|---|---|---|
//! | [`Diagrams`](Body::Diagrams) | with a symbolic form | its word | far below one on larger boards |
//! | [`Indexed`](Body::Indexed) | with an index, where no position repeats | its index | 1¼, and a bit for each index |
//! | [`Listed`](Body::Listed) | all others | a fingerprint of how it is written | about 6 |
//!
//! Symbolic forms are those of `symbolic::Symbolic`, indices those of `game::Indexed`. In a list, positions may repeat and
//! a player may move twice running.
//!
//! [`Access`] says how the positions of a game are found in each of them. Only [`game::Notation`] is required.
//!
//! All bodies say the same: the winner hurries, the loser holds out, and a draw has no length, so all moves that draw
//! are equally good. An index holds distances up to 254 plies; what is farther has none.
//!
//! ```
//! use game::{Game, Limits, Value};
//! use games::nim::Nim;
//! use tablebase::{Access, Body, Header, Tablebase};
//!
//! let nim = Nim::new(&[1, 2], false);
//! let access = Access::new(&nim).form(Some(&nim)).index(Some(&nim));
//! for body in Body::ALL {
//!     let solved = access.solve_as(body, true, &Limits::default(), &|_| ()).unwrap();
//!     assert_eq!(solved.value, Value::win(3));
//!     let mut file = Vec::new();
//!     solved.table.save("nim:1,2", 1, &mut file).unwrap();
//!
//!     let header = Header::read(&file[..]).unwrap();
//!     assert_eq!((header.game.as_str(), header.rules, header.body), ("nim:1,2", 1, body));
//!     let table = Tablebase::load(&access, 1, &file[..]).unwrap();
//!     assert_eq!(table.value(&access, &nim.initial()), Some(Value::win(3)));
//!     assert_eq!(table.best_moves(&access, &nim.initial()).unwrap().len(), 1);
//! }
//! ```

mod access;
mod file;
mod fingerprint;
mod listed;
mod listing;
mod packed;
mod solve;
mod table;

pub use access::{Access, Form};
pub use file::{Header, Unreadable};
pub use fingerprint::fingerprint;
pub use listed::Listed;
pub use solve::{Progress, Solved, Unsolved};
pub use table::{Body, Tablebase};
