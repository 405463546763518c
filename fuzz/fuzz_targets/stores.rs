//! State spaces on disk: a manifest, or a table of states, whose checksums are right so that the reader itself is reached.
//! The first byte chooses which. An error or a list of damages, never a panic or a huge allocation.
#![no_main]

#[path = "../src/space.rs"]
mod space;

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use layers::Folder;
use layers::parquet::{Column, GROUP_ROWS, Reader, Sealed};

/// A folder that holds a small state space with its values, but for the manifest.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let place = std::env::temp_dir().join(format!("fuzz-stores-{}", std::process::id()));
    space::store(&place);
    place
});

fn sum_of(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// Reads a folder with this manifest.
fn manifest(body: &[u8]) {
    let begin = format!("{{\"crc32\":\"{:08x}\",\"manifest\":", sum_of(body));
    let text = [begin.as_bytes(), body, b"}\n"].concat();
    fs::write(FOLDER.join("manifest.json"), text).expect("a file can be written");
    let Ok(folder) = Folder::existing(&FOLDER) else { return };
    let manifest = &folder.manifest;
    assert!(manifest.plies.iter().map(layers::Ply::states).sum::<u64>() == manifest.states());
    let _ = (manifest.bytes(), manifest.is_solved(), manifest.files().count());
    let _ = folder.verify(&|_| Ok(()));
    let state = vec![1; manifest.asked.width];
    let _ = folder.value(&state);
    let mut values = [0; 3];
    let _ = folder.each_value(&mut |_, _, value| values[value.verdict as usize] += 1);
}

/// Reads a table whose footer has the sum that was written down.
fn table(bytes: &[u8], signed: bool) {
    let place = FOLDER.join("table.parquet");
    fs::write(&place, bytes).expect("a file can be written");
    let footer = bytes.len().checked_sub(8).and_then(|end| {
        let length = u32::from_le_bytes(bytes[end..end + 4].try_into().expect("four bytes"));
        bytes[..end].get(end.checked_sub(length as usize)?..)
    });
    let columns =
        ["state", "value"].map(|name| Column { name: name.to_string(), signed: signed && name == "value" });
    let sealed = Sealed { rows: 0, bytes: bytes.len() as u64, sum: sum_of(footer.unwrap_or_default()) };
    let Ok(mut reader) = Reader::open(&place, &columns, &sealed) else { return };
    for group in 0..reader.groups().len() {
        let mut rows = Vec::new();
        if reader.read(group, &mut rows).is_ok() {
            assert!(rows.len() <= 2 * GROUP_ROWS && rows.len() == 2 * reader.groups()[group].rows);
        }
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match bytes.split_first() {
        Some((0, body)) => manifest(body),
        Some((kind, bytes)) => table(bytes, kind % 2 == 1),
        None => {}
    }
});
