//! Tables of whole numbers in files of the open format [Parquet](https://parquet.apache.org), as much of it as is used
//! here: columns of 64 bits, each number by its difference to the one before, not compressed further; one page for each
//! column of a row group, with a checksum. DuckDB, pandas, Polars and Spark read these files; this reader reads no others.

mod delta;
mod footer;
mod reader;
mod thrift;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use serde::{Deserialize, Serialize};

/// The number of rows in a row group, but for the last of a file.
pub const GROUP_ROWS: usize = 1 << 16;

/// A column: what it is called, and whether its numbers have a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name, by which other programs ask for it.
    pub name: String,
    /// Whether the numbers have a sign, in two's complement.
    pub signed: bool,
}

/// What identifies a finished file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sealed {
    /// The number of rows.
    pub rows: u64,
    /// The size of the file.
    pub bytes: u64,
    /// The CRC-32 of its footer; each page has its own, which the footer's sizes lead to.
    pub sum: u32,
}

/// A row group: where its columns are, and between which numbers they lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The number of rows.
    pub rows: usize,
    chunks: Vec<Chunk>,
}

/// A column of a row group.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chunk {
    offset: u64,
    /// With the header of the page.
    bytes: usize,
    least: u64,
    most: u64,
}

impl Group {
    /// Returns the least and the most number in a column.
    #[must_use]
    pub fn range(&self, column: usize) -> (u64, u64) {
        (self.chunks[column].least, self.chunks[column].most)
    }
}

/// Why a file cannot be read.
#[derive(Debug)]
pub enum Unreadable {
    /// The machine says so.
    Io(std::io::Error),
    /// It is not what was written.
    Damaged(&'static str),
}

impl From<std::io::Error> for Unreadable {
    fn from(error: std::io::Error) -> Unreadable {
        match error.kind() {
            std::io::ErrorKind::NotFound => Unreadable::Damaged("it is missing"),
            std::io::ErrorKind::UnexpectedEof => Unreadable::Damaged("it ends too early"),
            _ => Unreadable::Io(error),
        }
    }
}

/// The bytes at both ends of a file.
const MAGIC: [u8; 4] = *b"PAR1";

fn sum_of(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn columns() -> Vec<Column> {
        [("a", false), ("b", true)].map(|(name, signed)| Column { name: name.to_string(), signed }).to_vec()
    }

    /// A file of three groups, and what is in it.
    fn written(name: &str) -> (PathBuf, Vec<u64>, Sealed) {
        let place = std::env::temp_dir().join(format!("layers-{}-{name}.parquet", std::process::id()));
        let row = |n: u64| [u64::MAX - 7 * (200_000 - n), (n % 3).wrapping_sub(1)];
        let rows: Vec<u64> = (0..2 * GROUP_ROWS as u64 + 1000).flat_map(row).collect();
        let mut writer = Writer::new(fs::File::create(&place).unwrap(), &columns()).unwrap();
        rows.chunks(998).for_each(|rows| writer.push(rows).unwrap());
        (place, rows, writer.finish().unwrap())
    }

    fn all(place: &Path, sealed: &Sealed) -> Result<Vec<u64>, Unreadable> {
        let mut reader = Reader::new(Box::new(fs::File::open(place)?), &columns(), sealed)?;
        let mut rows = Vec::new();
        for group in 0..reader.groups().len() {
            reader.read(group, &mut rows)?;
        }
        Ok(rows)
    }

    #[test]
    fn rows_come_back() {
        let (place, rows, sealed) = written("whole");
        assert_eq!(all(&place, &sealed).unwrap(), rows);
        let reader = Reader::new(Box::new(fs::File::open(&place).unwrap()), &columns(), &sealed).unwrap();
        assert_eq!(reader.groups().len(), 3);
        assert_eq!(reader.groups()[0].range(0), (rows[0], rows[2 * GROUP_ROWS - 2]));
        assert_eq!(reader.groups()[2].range(1), (u64::MAX, 1), "signed");
        assert!(sealed.bytes < rows.len() as u64, "{} bytes", sealed.bytes);
        fs::remove_file(place).unwrap();
    }

    #[test]
    fn every_changed_byte_is_found() {
        let (place, _, sealed) = written("damaged");
        let whole = fs::read(&place).unwrap();
        // All that is not data, and some of what is.
        let page =
            (0..60).chain((60..whole.len() - 1000).step_by(997)).chain(whole.len() - 1000..whole.len());
        for at in page {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&place, &bytes).unwrap();
            assert!(matches!(all(&place, &sealed), Err(Unreadable::Damaged(_))), "byte {at}");
        }
        fs::write(&place, &whole[..whole.len() - 1]).unwrap();
        assert!(matches!(all(&place, &sealed), Err(Unreadable::Damaged(_))));
        fs::remove_file(&place).unwrap();
        assert!(matches!(all(&place, &sealed), Err(Unreadable::Damaged("it is missing"))));
    }
}
