//! Tablebases: bytes as they come, and bytes as the body of a file whose checksums are right, so that every reader is
//! reached. An error, never a panic; whatever is read answers for every position of the game.
#![no_main]

use games::nim::Nim;
use levels::Output;
use tablebase::{Access, Header, Tablebase};

/// A file with these bytes as its body, of the kind that the first byte chooses.
fn whole(bytes: &[u8]) -> Option<Vec<u8>> {
    let (&first, body) = bytes.split_first()?;
    let mut file = Vec::new();
    let mut output = Output::new(&mut file);
    let name = b"nim:1,2";
    let mut put = |bytes: &[u8]| output.put(bytes).expect("memory does not fail");
    put(b"MORPTAB3");
    put(&(name.len() as u64).to_le_bytes());
    put(name);
    for number in [1, 1 + u64::from(first % 3), u64::from(first / 3 % 2)] {
        put(&number.to_le_bytes());
    }
    output.seal().expect("memory does not fail");
    output.put(body).expect("memory does not fail");
    output.finish().expect("memory does not fail");
    Some(file)
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let nim = Nim::new(&[1, 2], false);
    let access = Access::new(&nim).form(Some(&nim)).index(Some(&nim));
    let _ = Header::read(bytes);
    let files = [Some(bytes.to_vec()), whole(bytes)];
    for file in files.into_iter().flatten() {
        let Ok(table) = Tablebase::load(&access, 1, &file[..]) else { continue };
        let start = game::Game::initial(&nim);
        let _ = (table.value(&access, &start), table.moves(&access, &start), table.totals());
        let mut again = Vec::new();
        table.save("nim:1,2", 1, &mut again).expect("memory does not fail");
        assert!(Tablebase::load(&access, 1, &again[..]).is_ok(), "what is written reads back");
    }
});
