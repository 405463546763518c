//! Levels of strength, for people.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::{SyntaxError, shortened};

/// How strong an engine plays: what it may spend on a move, and how often it blunders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The most nodes for a move.
    pub nodes: Option<u64>,
    /// The most plies to look ahead.
    pub depth: Option<u32>,
    /// The most time for a move; the clock may allow less.
    pub time: Option<Duration>,
    /// The number of moves of a thousand that are played at random.
    pub blunders: u16,
}

/// A strength from 1, a beginner, to 10, the best there is.
///
/// The lower levels are limited in nodes, not in time: they play the same on every machine. Level 10 spends all the
/// time that the clock allows, or a second where there is no clock, and is perfect where the game is solved in that.
///
/// ```
/// use arena::Level;
/// let level: Level = "3".parse().unwrap();
/// assert!(level.strength().blunders > Level::BEST.strength().blunders);
/// assert!("11".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Nodes, plies, and blunders in a thousand, from level 1 to level 9.
const STEPS: [(u64, u32, u16); 9] = [
    (20, 1, 400),
    (60, 2, 250),
    (200, 2, 150),
    (600, 3, 80),
    (2_000, 4, 40),
    (8_000, 6, 15),
    (30_000, 8, 5),
    (150_000, 12, 0),
    (1_000_000, 4000, 0),
];

impl Level {
    /// The strongest level.
    pub const BEST: Level = Level(10);

    /// Returns the level of this number, from 1 to 10; `None` for other numbers.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// Returns all levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// Returns the number of the level, 1 to 10.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns what an engine of this level may spend, and how often it blunders.
    #[must_use]
    pub fn strength(self) -> Strength {
        match STEPS.get(usize::from(self.0) - 1) {
            Some(&(nodes, plies, blunders)) => {
                Strength { nodes: Some(nodes), depth: Some(plies), time: None, blunders }
            }
            None => Strength { nodes: None, depth: None, time: None, blunders: 0 },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Level, SyntaxError> {
        text.trim().parse().ok().and_then(Level::new).ok_or_else(|| {
            let problem = format!("`{}` is not a level", shortened(text));
            SyntaxError::new(text, 0..text.len(), problem, "levels go from 1, a beginner, to 10, the best")
        })
    }
}
