//! Checks tables: files with the value of every position of a game.
//!
//! Two checkers share a reader of the format, and none of them a line with the engines. `states` lists the positions that
//! can be reached, one by one, by the rules in `verify`. `sets` does the same with sets of positions, as binary decision
//! diagrams of another package, [OxiDD](https://oxidd.net), so that tables too large to be listed can be checked.
//!
//! Both check that the positions of the table are those that can be reached; that games that are over are lost, drawn or
//! won as the rules say; and that every other value is the best that a move leads to. Games end, so by induction from
//! their ends all values are right.

pub mod sets;
pub mod states;
mod table;
#[cfg(test)]
mod tests;

pub use table::Table;

/// Why a table is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It cannot be read.
    Damaged(String),
    /// It is wrong; the text names a position.
    False(String),
}

impl From<String> for Fault {
    fn from(what: String) -> Fault {
        Fault::Damaged(what)
    }
}

/// A value for the player to move: 0 for a loss, 1 for a draw, 2 for a win, and the plies to the end if they are known.
pub(crate) type Value = (u32, Option<u32>);

/// Returns the value that a number in a table stands for.
pub(crate) fn decoded(code: u32, distances: bool) -> Value {
    let above = code - 1;
    if distances { (above % 3, Some(above / 3)) } else { (above, None) }
}

/// Returns what a value is worth to the other player, a move earlier.
pub(crate) fn one_ply_back((verdict, plies): Value) -> Value {
    (2 - verdict, plies.map(|plies| plies + 1))
}

/// Returns a number that is larger for better values: wins that are near, and losses and draws that are far.
pub(crate) fn rank((verdict, plies): Value) -> (u32, i64) {
    let plies = plies.map_or(0, i64::from);
    (verdict, if verdict == 2 { -plies } else { plies })
}

/// Returns the value of a game that is over, for the player to move.
pub(crate) fn ended(winner: usize, turn: usize, distances: bool) -> Value {
    let verdict = match winner {
        2 => 1,
        winner if winner == turn => 2,
        _ => 0,
    };
    (verdict, distances.then_some(0))
}

/// Returns a value in words.
pub(crate) fn words((verdict, plies): Value) -> String {
    let verdict = ["loss", "draw", "win"][verdict as usize];
    plies.map_or(verdict.to_string(), |plies| format!("{verdict} in {plies}"))
}
