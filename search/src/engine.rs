//! The engines, by name.

use std::fmt;
use std::str::FromStr;

/// An engine: the method by which a position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// The engine that suits the task. Positions are solved by alpha-beta. Moves are chosen by alpha-beta too, or by
    /// random games if there is no evaluation of unfinished positions and alpha-beta does not see the end of the game.
    #[default]
    Auto,
    /// Alpha-beta with a transposition table: the verdict first, then the distance.
    AlphaBeta,
    /// Proof-number search, good where a win is many plies away but leaves few choices on the way.
    DfPn,
    /// Monte Carlo tree search (random games), for games too large for the other engines. What it proves is certain;
    /// the rest is a guess.
    Mcts,
    /// Plain minimax: slow, but so simple that the other engines are tested against it.
    Minimax,
}

impl Engine {
    /// All engines, by name.
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
        let (name, _) =
            Engine::NAMES.iter().find(|(_, engine)| engine == self).expect("every engine has a name");
        f.write_str(name)
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
