//! A name of a game that is read prints back what reads as the same game; any other is refused with a message.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    match games::read(text) {
        Ok(given) => {
            let printed = given.to_string();
            let again = games::read(&printed).expect("what is printed reads back");
            assert_eq!(again.to_string(), printed, "from {text:?}");
        }
        Err(mistake) => assert!(!mistake.to_string().is_empty()),
    }
});
