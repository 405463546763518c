//! Reading a table: every byte is checked before it is used.

use std::io::SeekFrom;

use super::{Chunk, Column, Group, MAGIC, Sealed, Unreadable, delta, footer, sum_of};
use crate::place::Source;

/// A file that is being read.
#[derive(Debug)]
pub struct Reader {
    file: Box<dyn Source>,
    groups: Vec<Group>,
    width: usize,
    /// What was read of the file, to be checked and decoded.
    page: Vec<u8>,
}

impl Reader {
    /// Reads a file with these columns, and checks all of it but the pages.
    ///
    /// # Errors
    /// If it cannot be read, or is not what was sealed.
    pub fn new(mut file: Box<dyn Source>, columns: &[Column], sealed: &Sealed) -> Result<Reader, Unreadable> {
        if file.seek(SeekFrom::End(0))? != sealed.bytes || sealed.bytes < 12 {
            return Err(Unreadable::Damaged("its size has changed"));
        }
        let (mut begin, mut end) = ([0; 4], [0; 8]);
        file.seek(SeekFrom::Start(0))?;
        file.read_exact(&mut begin)?;
        file.seek(SeekFrom::End(-8))?;
        file.read_exact(&mut end)?;
        let [a, b, c, d, magic @ ..] = end;
        let length = u32::from_le_bytes([a, b, c, d]);
        if begin != MAGIC || magic != MAGIC || u64::from(length) + 12 > sealed.bytes {
            return Err(Unreadable::Damaged("it is no longer a table"));
        }
        file.seek(SeekFrom::Start(sealed.bytes - 8 - u64::from(length)))?;
        let mut bytes = vec![0; length as usize];
        file.read_exact(&mut bytes)?;
        if sum_of(&bytes) != sealed.sum {
            return Err(Unreadable::Damaged("the checksum of its footer is wrong"));
        }
        let groups = footer::read(columns, &bytes);
        let groups = groups.ok_or(Unreadable::Damaged("it has other columns"))?;
        let is_inside = |chunk: &Chunk| {
            let end = chunk.offset.checked_add(chunk.bytes as u64);
            end.is_some_and(|end| end <= sealed.bytes)
        };
        if !groups.iter().flat_map(|group| &group.chunks).all(is_inside) {
            return Err(Unreadable::Damaged("a page is outside of it"));
        }
        Ok(Reader { file, groups, width: columns.len(), page: Vec::new() })
    }

    /// Returns the row groups.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Appends the rows of a group, one after the other.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn read(&mut self, group: usize, rows: &mut Vec<u64>) -> Result<(), Unreadable> {
        let Reader { file, groups, width, page } = self;
        let (group, width, from) = (&groups[group], *width, rows.len());
        rows.resize(from + group.rows * width, 0);
        for (column, chunk) in group.chunks.iter().enumerate() {
            page.resize(chunk.bytes, 0);
            file.seek(SeekFrom::Start(chunk.offset))?;
            file.read_exact(page)?;
            let header = footer::page_sum(page);
            let (sum, length) = header.ok_or(Unreadable::Damaged("the header of a page is wrong"))?;
            let (header, data) = page.split_at(length);
            if sum_of(data) != sum || footer::page_header(data.len(), sum, group.rows) != header {
                return Err(Unreadable::Damaged("the checksum of a page is wrong"));
            }
            let into = &mut rows[from + column..];
            let read = delta::decode(data, group.rows, |place, number| into[place * width] = number);
            read.ok_or(Unreadable::Damaged("a page cannot be decoded"))?;
        }
        Ok(())
    }
}
