//! A text of rules is read and can be played, or is refused with a message.
#![no_main]

use game::System;
use rules::TextSystem;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let opened = rules::rbg::read("fuzz", text).and_then(TextSystem::<Box<[u64]>>::new);
    match opened {
        Ok(system) => assert_eq!(system.starts().count(), 1),
        Err(mistake) => assert!(!mistake.to_string().is_empty()),
    }
});
