//! The texts, and how they are opened.

use game::System;
use rules::{Model, TextGame, TextSystem, Words};

macro_rules! texts {
    ($($name:literal),+ $(,)?) => {
        /// The texts that are shipped, by name.
        pub(crate) const TEXTS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../games/", $name, ".rbg")))),+];
    };
}

texts!(
    "amazons",
    "breakthrough",
    "chess",
    "connect4",
    "english-draughts",
    "four-in-a-row-4x4",
    "fox-and-hounds",
    "hex-3",
    "hex-4",
    "hex-5",
    "international-draughts",
    "maker-breaker-1-2",
    "nine-mens-morris",
    "peg-solitaire",
    "reversi",
    "tic-tac-toe",
    "yavalath",
);

/// Returns a shipped text.
pub(crate) fn text(name: &str) -> &'static str {
    TEXTS.iter().find(|(known, _)| *known == name).expect("it is shipped").1
}

/// Returns the same text with another board of rows that are drawn by letters.
pub(crate) fn with_board(text: &str, rows: &[&str], pieces: &[(char, &str)]) -> String {
    let start = text.find("#board").expect("there is a board");
    let end = start + 1 + text[start + 1..].find("\n#").expect("more follows");
    let name = |c: char| pieces.iter().find(|(symbol, _)| *symbol == c).expect("a piece").1;
    let row = |row: &&str| format!("[{}]", row.chars().map(name).collect::<Vec<_>>().join(", "));
    let rows: Vec<String> = rows.iter().map(row).collect();
    let board = format!("#board = rectangle(up, down, left, right, {})\n", rows.join(" "));
    format!("{}{board}{}", &text[..start], &text[end..])
}

/// Reads a text that is right.
pub(crate) fn model(text: &str) -> Model {
    rules::rbg::read("test", text).unwrap_or_else(|mistake| panic!("{mistake}"))
}

/// Opens a text as a system, whatever its players.
pub(crate) fn system(text: &str) -> TextSystem<Box<[u64]>> {
    TextSystem::new(model(text)).expect("it can be played")
}

/// Opens a text as a game of two players.
pub(crate) fn game<W: Words>(text: &str) -> TextGame<W> {
    TextGame::new(model(text)).expect("it is a game of two players")
}

/// The number of ways to play so many moves.
pub(crate) fn perft<S: System>(system: &S, state: &S::Configuration, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if system.is_final(state) => 0,
        1 => system.actions(state).count() as u64,
        _ => system.actions(state).map(|action| perft(system, &system.after(state, action), depth - 1)).sum(),
    }
}

/// The numbers of ways to play 1, 2, … moves from the start.
pub(crate) fn perfts<S: System>(system: &S, depth: u32) -> Vec<u64> {
    let start = system.starts().next().expect("there is a start");
    (1..=depth).map(|depth| perft(system, &start, depth)).collect()
}
