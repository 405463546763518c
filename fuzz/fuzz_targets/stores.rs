//! State spaces on disk: a manifest, or a table of states, whose checksums are right so that the reader itself is reached.
//! The first byte chooses which. An error or a list of damages, never a panic or a huge allocation.
#![no_main]

#[path = "../src/space.rs"]
mod space;

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Cursor, ErrorKind};
use std::sync::{Arc, LazyLock};

use layers::parquet::{Column, GROUP_ROWS, Reader, Sealed};
use layers::{Claim, Depot, Draft, Folder, Place, Source};

/// The files of a small state space with its values.
static FILES: LazyLock<HashMap<String, Vec<u8>>> = LazyLock::new(|| {
    let place = std::env::temp_dir().join(format!("fuzz-stores-{}", std::process::id()));
    space::store(&place);
    let entries = std::fs::read_dir(&place).expect("a folder").map(|entry| entry.expect("an entry"));
    let file = |entry: std::fs::DirEntry| {
        (entry.file_name().into_string().expect("a name"), std::fs::read(entry.path()).expect("a file"))
    };
    let files = entries.map(file).collect();
    std::fs::remove_dir_all(&place).expect("a folder");
    files
});

/// These files in memory, with another manifest: nothing waits for a disk.
#[derive(Debug)]
struct Memory(Vec<u8>);

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memory")
    }
}

impl Depot for Memory {
    fn open(&self, file: &str) -> io::Result<Box<dyn Source>> {
        match FILES.get(file) {
            _ if file == "manifest.json" => Ok(Box::new(Cursor::new(self.0.clone()))),
            Some(bytes) => Ok(Box::new(Cursor::new(&bytes[..]))),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn create(&self, _: &str) -> io::Result<Box<dyn Draft>> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn remove(&self, _: &str) -> io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn names(&self) -> io::Result<Vec<String>> {
        Ok(FILES.keys().cloned().collect())
    }

    fn claim(&self) -> io::Result<Option<Claim>> {
        Ok(Some(Box::new(())))
    }
}

fn sum_of(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// Reads a folder with this manifest.
fn manifest(body: &[u8]) {
    let begin = format!("{{\"crc32\":\"{:08x}\",\"manifest\":", sum_of(body));
    let text = [begin.as_bytes(), body, b"}\n"].concat();
    let Ok(folder) = Folder::existing(Place(Arc::new(Memory(text)))) else { return };
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
    let footer = bytes.len().checked_sub(8).and_then(|end| {
        let length = u32::from_le_bytes(bytes[end..end + 4].try_into().expect("four bytes"));
        bytes[..end].get(end.checked_sub(length as usize)?..)
    });
    let columns =
        ["state", "value"].map(|name| Column { name: name.to_string(), signed: signed && name == "value" });
    let sealed = Sealed { rows: 0, bytes: bytes.len() as u64, sum: sum_of(footer.unwrap_or_default()) };
    let file = Box::new(Cursor::new(bytes.to_vec()));
    let Ok(mut reader) = Reader::new(file, &columns, &sealed) else { return };
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
