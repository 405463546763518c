//! A claim is compiled or refused; what is compiled can be asked of a position. The first byte chooses the game.
#![no_main]

use game::System;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((system, text)) = fuzz::game_and_text(bytes) else { return };
    let vocabulary = system.vocabulary();
    match vocabulary.predicate(text) {
        Ok(holds) => {
            for start in system.starts().take(2) {
                assert_eq!(holds(&start), holds(&start));
            }
        }
        Err(mistake) => assert!(!mistake.to_string().is_empty()),
    }
});
