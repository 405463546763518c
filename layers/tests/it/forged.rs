//! Manifests and tables that somebody has made up, with the right checksums: refused, and never a panic, a huge allocation
//! or a file outside of the folder.

use std::fs;
use std::path::Path;

use game::Limits;
use games::mnk::{Mnk, Rule};
use layers::parquet::{Column, GROUP_ROWS, Reader, Sealed, Unreadable};
use layers::{Error, Folder};
use serde_json::{Value, json};

use crate::{Temporary, whole, with};

fn sum_of(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// Puts a manifest into a folder as the only one.
fn put(place: &Path, manifest: &Value) {
    let body = manifest.to_string();
    let text = format!("{{\"crc32\":\"{:08x}\",\"manifest\":{body}}}\n", sum_of(body.as_bytes()));
    fs::write(place.join("manifest.json"), text).unwrap();
    // There may be none.
    fs::remove_file(place.join("manifest.json.old")).ok();
}

#[test]
fn a_manifest_that_is_made_up_is_damaged() {
    let folder = Temporary::new("forged");
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let space = whole(&game);
    with(&folder.0, "m", &space, &Limits::default(), |store| store.solve().unwrap()).unwrap();
    let text = fs::read_to_string(folder.0.join("manifest.json")).unwrap();
    let (_, body) = text.split_once("\"manifest\":").unwrap();
    let manifest: Value = serde_json::from_str(body.strip_suffix("}\n").unwrap()).unwrap();
    put(&folder.0, &manifest);
    assert_eq!(Folder::existing(&folder.0).unwrap().manifest.states(), 5478, "as it was");
    let forgeries = [
        ("/asked/width", json!(0)),
        ("/asked/width", json!(1_000_000_000_000_u64)),
        ("/plies/2/parts/0/file", json!("../ply-000")),
        ("/plies/2/parts/0/file", json!("/etc/passwd")),
        ("/plies/2/parts/0/first", json!([])),
        ("/plies/2/parts/0/last", json!([1, 2])),
        ("/plies/2/parts/0/rows", json!(u64::MAX)),
        ("/plies/2/parts/0/bytes", json!(u64::MAX)),
        ("/plies/2/values/0/from", json!(u64::MAX)),
        ("/plies/2/values/0/totals", json!([u64::MAX, 1, 0])),
    ];
    for (place, forged) in forgeries {
        let mut other = manifest.clone();
        *other.pointer_mut(place).unwrap() = forged;
        put(&folder.0, &other);
        let refused = Folder::existing(&folder.0).unwrap_err();
        assert!(matches!(&refused, Error::Refused(why) if why.contains("damaged")), "{place}: {refused:?}");
    }
}

/// Writes a number as Thrift does.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn a_table_that_is_made_up_is_damaged() {
    let folder = Temporary::new("forged-table");
    fs::create_dir_all(&folder.0).unwrap();
    let place = folder.0.join("table.parquet");
    let columns = [Column { name: "state".to_string(), signed: false }];
    let mut writer = layers::parquet::Writer::new(fs::File::create(&place).unwrap(), &columns).unwrap();
    writer.push(&[7; 3]).unwrap();
    let sealed = writer.finish().unwrap();
    let whole = fs::read(&place).unwrap();
    let footer =
        whole.len() - 8 - u32::from_le_bytes(*whole[..whole.len() - 4].last_chunk().unwrap()) as usize;
    let read = |bytes: &[u8]| {
        fs::write(&place, bytes).unwrap();
        let sum = sum_of(&bytes[footer..bytes.len() - 8]);
        let sealed = Sealed { bytes: bytes.len() as u64, sum, ..sealed.clone() };
        let file = fs::File::open(&place).map_err(Unreadable::from)?;
        let mut reader = Reader::new(Box::new(file), &columns, &sealed)?;
        let mut rows = Vec::new();
        reader.read(0, &mut rows).map(|()| rows)
    };
    assert_eq!(read(&whole).unwrap(), [7; 3]);
    // In place of the three rows, and of the size of their page: other numbers, wherever such a byte stands.
    for number in [GROUP_ROWS as u64 + 1, 1 << 40, i64::MAX as u64] {
        for at in footer..whole.len() - 8 {
            let mut bytes = [&whole[..at], &varint(number << 1), &whole[at + 1..]].concat();
            let (end, length) = (bytes.len() - 8, (bytes.len() - 8 - footer) as u32);
            bytes[end..end + 4].copy_from_slice(&length.to_le_bytes());
            assert!(matches!(read(&bytes), Err(Unreadable::Damaged(_))), "{number} at {at}");
        }
    }
}
