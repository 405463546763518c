//! Orders of a manager: whatever they say, every line of answer is one that the protocol has, and a move is on the board.
//! The same lines as what a program of somebody else says: each is understood in one way, or called nonsense.
#![no_main]

#[path = "../../gomocup/src/program/answer.rs"]
#[allow(dead_code)]
mod answer;
#[path = "../../gomocup/src/board.rs"]
#[allow(dead_code)]
mod board;

use std::sync::LazyLock;

use answer::Answer;
use catalogue::Catalogue;
use gomocup::Brain;

static GAMES: LazyLock<Catalogue> = LazyLock::new(|| builtin::catalogue("fuzz"));

/// Whether a line is an answer of the protocol.
fn is_answer(line: &str) -> bool {
    let begins = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "SUGGEST ", "name=\""];
    begins.iter().any(|begin| line.starts_with(begin)) || board::parse_place(line).is_some()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Answer::Move((x, y)) = Answer::read(line) {
            assert_eq!(Answer::read(&format!("{x},{y}")), Answer::Move((x, y)));
        }
    }
    // The end of the input ends all thinking. Little memory is soon filled with zeros.
    let orders = [b"INFO max_memory 1\nINFO timeout_turn 0\n", bytes].concat();
    let mut answers = Vec::new();
    Brain::new(GAMES.clone()).run(&orders[..], &mut answers).expect("memory does not fail");
    let answers = String::from_utf8(answers).expect("answers are text");
    let strange = answers.lines().find(|line| !is_answer(line));
    assert_eq!(strange, None);
});
