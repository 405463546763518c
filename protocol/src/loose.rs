//! Moves as people and language models write them.

use arena::{AnyMove, AnyState};
use catalogue::AnySystem;
use game::{Notation, System};

use crate::position::read_move;
use crate::refusal::Refusal;

/// Reads a move that may be written in another way than the game writes it: with capitals, spaces or other signs, with
/// the player's mark before it (`X: B2`) or without the sign of a capture, with row and column exchanged (`2b`). It must
/// then mean one legal move and no other.
pub(crate) fn read_loosely(system: &AnySystem, state: &AnyState, text: &str) -> Result<AnyMove, Refusal> {
    let refused = match read_move(system, state, text) {
        Ok(action) => return Ok(action),
        Err(refused) => refused,
    };
    if system.is_final(state) {
        return Err(refused.into());
    }
    for way in WAYS {
        let wanted = way(text);
        if wanted.is_empty() {
            continue;
        }
        let means = |action: &AnyMove| {
            let spellings = system.spellings(state, *action);
            let mut texts = spellings.into_iter().chain([system.action_text(state, *action)]);
            // What is exchanged is compared with what the game writes.
            texts.any(|text| plain(&text) == wanted || unmarked(&text) == wanted)
        };
        let found: Vec<AnyMove> = system.actions(state).filter(means).collect();
        match found[..] {
            [] => {}
            [action] => return Ok(action),
            _ => return Err(ambiguous(system, state, text, &found)),
        }
    }
    Err(refused.into())
}

/// The ways in which a text is read, the most literal first.
const WAYS: [fn(&str) -> String; 3] = [plain, unmarked, exchanged];

/// With small letters and digits alone, and a space between two numbers.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut apart = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        if !c.is_alphanumeric() {
            apart = true;
            continue;
        }
        if apart && c.is_ascii_digit() && plain.ends_with(|last: char| last.is_ascii_digit()) {
            plain.push(' ');
        }
        plain.push(c);
        apart = false;
    }
    plain
}

/// Without the mark of a player before a square, and the sign of a capture before one.
fn unmarked(text: &str) -> String {
    let plain = plain(text);
    let letters: Vec<char> = plain.chars().collect();
    let is_square = |at: usize| {
        letters.get(at).is_some_and(char::is_ascii_lowercase)
            && letters.get(at + 1).is_some_and(char::is_ascii_digit)
    };
    let is_sign = |at: usize| match letters[at] {
        'x' => is_square(at + 1),
        'o' => at == 0 && is_square(at + 1),
        _ => false,
    };
    (0..letters.len()).filter(|at| !is_sign(*at)).map(|at| letters[at]).collect()
}

/// With the row before the column exchanged: `2b` for `b2`; nothing if it is not written so.
fn exchanged(text: &str) -> String {
    let plain = unmarked(text);
    let digits = plain.chars().take_while(char::is_ascii_digit).count();
    let (row, column) = plain.split_at(digits);
    let is_column = !column.is_empty() && column.chars().all(|c| c.is_ascii_lowercase());
    if digits > 0 && is_column { format!("{column}{row}") } else { String::new() }
}

fn ambiguous(system: &AnySystem, state: &AnyState, text: &str, found: &[AnyMove]) -> Refusal {
    const SHOWN: usize = 4;
    let texts: Vec<String> =
        found.iter().take(SHOWN).map(|action| system.action_text(state, *action)).collect();
    let more = if found.len() > SHOWN { ", …" } else { "" };
    let text = game::shortened(text);
    let error = format!("`{text}` may mean {} moves: {}{more}", found.len(), texts.join(", "));
    Refusal::wrong(error).help("write one of them in full")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_three_ways() {
        assert_eq!(plain(" B-2 "), "b2");
        assert_eq!(plain("(1, 2)"), "1 2");
        assert_eq!(plain("D1-D7/G7"), "d1d7g7");
        assert_eq!(unmarked("X: b2"), "b2");
        assert_eq!(unmarked("e4xd5"), "e4d5");
        assert_eq!(unmarked("o5"), "o5");
        assert_eq!(unmarked("x3"), "x3");
        assert_eq!(exchanged("2 B"), "b2");
        assert_eq!(exchanged("b2"), "");
        assert_eq!(exchanged("12"), "");
    }
}
