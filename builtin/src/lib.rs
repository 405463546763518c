//! The built-in games, with every engine compiled for each of them. It holds nothing but that, so that a change to a
//! command or to the page does not compile the engines again.
//!
//! ```
//! use catalogue::Job;
//!
//! let games = builtin::catalogue("program");
//! assert_eq!(games.problems(), [""; 0]);
//! let opened = games.open("connect:4,4,3").unwrap();
//! let start = opened.variant.position(None).unwrap();
//! assert_eq!(opened.variant.solve(&start, &Job::default()).unwrap().value, "win");
//! ```

use catalogue::{Catalogue, Entry};

macro_rules! entries {
    ($($family:ty),+ $(,)?) => { &[$(Entry::of::<$family>()),+] };
}

const GAMES: &[Entry] = games::with_families!(entries);

/// The built-in games, in the order in which they are listed, and those that are read from texts.
pub const ENTRIES: &[Entry; GAMES.len() + 1] = &{
    let mut all = [Entry::of::<rules::Texts>(); GAMES.len() + 1];
    let mut number = 0;
    while number < GAMES.len() {
        all[number] = GAMES[number];
        number += 1;
    }
    all
};

/// Returns the catalogue of the built-in games, for a program of this name.
#[must_use]
pub fn catalogue(program: &str) -> Catalogue {
    Catalogue::new(program, ENTRIES.to_vec())
}
