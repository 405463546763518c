//! Certificates whose checksum is right, so that the checker itself is reached: valid, false or damaged, never a panic,
//! and whatever is valid of a game that is known is true. An input is a header, an empty line, and a proof not packed.
#![no_main]

#[path = "../src/truths.rs"]
mod truths;

use std::io::Cursor;

use verify::{Fault, check};

/// The last block of DEFLATE, of bytes as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let bytes = &bytes[..bytes.len().min(u16::MAX.into())];
    let length = bytes.len() as u16;
    [&[1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes].concat()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let end = bytes.windows(2).position(|two| two == b"\n\n").map_or(bytes.len(), |at| at + 2);
    let mut file = [&bytes[..end], &stored(&bytes[end..])].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&file);
    file.extend(sum.sum().to_le_bytes());
    match check(Cursor::new(file)) {
        Ok((game, value, _)) => {
            if let Some((_, truth)) = truths::TRUTHS.iter().find(|(name, _)| *name == game) {
                assert!(truth.starts_with(&value), "{game} is a {truth}, not a {value}");
            }
        }
        Err(Fault::False(why) | Fault::Damaged(why)) => assert!(!why.is_empty()),
    }
});
