//! A drawing of a board is read or refused; what is read can be drawn and read again. The first byte chooses the game.
#![no_main]

use game::{Notation, System};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((system, text)) = fuzz::game_and_text(bytes) else { return };
    let Ok(state) = system.parse_board(text) else { return };
    let drawn = system.board_text(&state);
    assert_eq!(system.parse_board(&drawn).as_ref(), Ok(&state), "{text:?} is drawn as\n{drawn}");
    if !system.is_final(&state) {
        // A position that nobody can reach may have anything but a panic.
        let _ = system.actions(&state).take(3).map(|action| system.action_text(&state, action)).count();
    }
});
