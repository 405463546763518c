//! How to search.

use std::fmt;
use std::str::FromStr;

use crate::Budget;

/// How a position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Whichever suits: alpha-beta to solve, and to choose a move too, unless nothing is known of unfinished positions and
    /// the end is too far to be seen; then random games.
    #[default]
    Auto,
    /// Alpha-beta with a transposition table: the verdict first, then the distance.
    AlphaBeta,
    /// Proof-number search, for wins that are deep and narrow.
    DfPn,
    /// Monte Carlo tree search, for games too large to be searched; what it proves is certain, the rest a guess.
    Mcts,
    /// Plain minimax, the oracle of the others.
    Minimax,
}

impl Engine {
    /// All of them, by name.
    pub const NAMES: [(&'static str, Engine); 5] = [
        ("auto", Engine::Auto),
        ("alphabeta", Engine::AlphaBeta),
        ("dfpn", Engine::DfPn),
        ("mcts", Engine::Mcts),
        ("minimax", Engine::Minimax),
    ];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Engine::NAMES.iter().find(|(_, engine)| engine == self);
        f.write_str(name.map_or("auto", |(name, _)| name))
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Engine, String> {
        let found = Engine::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, engine)| *engine).ok_or_else(|| {
            let names: Vec<&str> = Engine::NAMES.iter().map(|(name, _)| *name).collect();
            format!("there is no engine `{text}`; there are {}", names.join(", "))
        })
    }
}

/// How to search, and what may be spent.
///
/// ```
/// use search::{Budget, Engine, Options};
/// let options = Options::default().engine("dfpn".parse().unwrap()).threads(2).budget(Budget::default().nodes(1000));
/// assert_eq!(options.engine, Engine::DfPn);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// How the position is searched.
    pub engine: Engine,
    /// On how many threads; the values found do not depend on it.
    pub threads: usize,
    /// What may be spent.
    pub budget: Budget,
    /// How many plies of best play to give; only as many as the budget allows.
    pub line: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { engine: Engine::Auto, threads: 1, budget: Budget::default(), line: 0 }
    }
}

impl Options {
    /// With this engine.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Options {
        self.engine = engine;
        self
    }

    /// On so many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Options {
        self.threads = threads;
        self
    }

    /// Spending no more than this.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Options {
        self.budget = budget;
        self
    }

    /// With so many plies of best play.
    #[must_use]
    pub fn line(mut self, plies: usize) -> Options {
        self.line = plies;
        self
    }
}
