//! Reading a drawn board without a parser: look for the position that is drawn like it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::{Notation, ParseError};

/// Best-first search for a reachable position whose drawing equals `text` but for white space. In games where each move
/// adds to the board, nearly every step makes the drawing more alike, and the search goes straight there.
pub(super) fn recognise<S: Notation + ?Sized>(
    system: &S,
    text: &str,
    most: usize,
) -> Result<S::Configuration, ParseError> {
    let target = ink(text);
    let distance = |state: &S::Configuration| difference(&ink(&system.board_text(state)), &target);
    let mut found: Vec<S::Configuration> = system.starts().collect();
    let mut known: HashSet<S::Configuration> = found.iter().cloned().collect();
    let mut queue: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
    for (number, state) in found.iter().enumerate() {
        queue.push(Reverse((distance(state), number)));
    }
    while let Some(Reverse((away, number))) = queue.pop() {
        let state = found[number].clone();
        if away == 0 {
            return Ok(state);
        }
        for (_, next) in system.steps(&state) {
            if known.insert(next.clone()) {
                queue.push(Reverse((distance(&next), found.len())));
                found.push(next);
            }
        }
        if found.len() > most {
            return Err(ParseError::new(
                format!("none of the first {most} positions tried is drawn like that"),
                "give the moves that lead there instead",
            ));
        }
    }
    Err(ParseError::new(
        "no position of this game is drawn like that",
        format!("the start is drawn\n{}", start_drawing(system)),
    ))
}

fn start_drawing<S: Notation + ?Sized>(system: &S) -> String {
    let start = system.starts().next();
    start.map_or_else(String::new, |state| system.board_text(&state))
}

/// What a drawing has besides white space.
fn ink(text: &str) -> Vec<char> {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// In how many places two drawings differ.
fn difference(a: &[char], b: &[char]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x != y).count() + a.len().abs_diff(b.len())
}
