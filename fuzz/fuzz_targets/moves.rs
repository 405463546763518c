//! A list of moves is read or refused; what is read can be written and read again. The first byte chooses the game.
#![no_main]

use game::{Notation, System};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((system, text)) = fuzz::game_and_text(bytes) else { return };
    let Ok((actions, states)) = system.parse_line(text) else { return };
    assert_eq!(states.len(), actions.len() + 1);
    for (at, &action) in actions.iter().enumerate() {
        let written = system.action_text(&states[at], action);
        let read = system.parse_action(&states[at], &written).expect("a move that is written reads back");
        assert_eq!(read, action, "{written}");
        assert_eq!(system.after(&states[at], action), states[at + 1]);
    }
});
