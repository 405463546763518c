//! Damaged files of diagrams are an error, never a panic or a huge allocation.
#![no_main]

use dd::Manager;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let manager = Manager::builder().memory_limit(1 << 24).build();
    if let Ok(set) = manager.load(bytes) {
        let mut again = Vec::new();
        set.save(&mut again).expect("memory does not fail");
        assert_eq!(manager.load(&again[..]), Ok(set));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = manager.parse(text);
    }
});
