//! Writing a table, row group by row group.

use std::io::{self, Write};

use super::{Chunk, Column, GROUP_ROWS, Group, MAGIC, Sealed, delta, footer, sum_of};

/// A file that is being written.
pub struct Writer<W> {
    to: W,
    columns: Vec<Column>,
    groups: Vec<Group>,
    /// Rows that wait for their group to be full, one after the other.
    waiting: Vec<u64>,
    offset: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a file with these columns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut to: W, columns: &[Column]) -> io::Result<Writer<W>> {
        to.write_all(&MAGIC)?;
        let (columns, offset) = (columns.to_vec(), MAGIC.len() as u64);
        Ok(Writer { to, columns, groups: Vec::new(), waiting: Vec::new(), offset })
    }

    /// Appends rows, which follow one another in the slice.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn push(&mut self, mut rows: &[u64]) -> io::Result<()> {
        let full = GROUP_ROWS * self.columns.len();
        while !rows.is_empty() {
            let (now, rest) = rows.split_at(rows.len().min(full - self.waiting.len()));
            self.waiting.extend(now);
            rows = rest;
            if self.waiting.len() == full {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Returns the number of bytes written so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.offset
    }

    /// Writes the rows that wait as a group.
    fn flush(&mut self) -> io::Result<()> {
        let width = self.columns.len();
        let rows = self.waiting.len() / width;
        let mut group = Group { rows, chunks: Vec::with_capacity(width) };
        for (number, column) in self.columns.iter().enumerate() {
            let numbers = || self.waiting.chunks_exact(width).map(|row| row[number]);
            // Numbers with a sign in the order of those without.
            let turn = if column.signed { 1 << 63 } else { 0 };
            let bounds = numbers().map(|number| number ^ turn);
            let (least, most) = bounds.fold((u64::MAX, 0), |(least, most), n| (n.min(least), n.max(most)));
            let mut data = Vec::with_capacity(2 * rows);
            delta::encode(numbers(), &mut data);
            let header = footer::page_header(data.len(), sum_of(&data), rows);
            self.to.write_all(&header)?;
            self.to.write_all(&data)?;
            let bytes = header.len() + data.len();
            group.chunks.push(Chunk { offset: self.offset, bytes, least: least ^ turn, most: most ^ turn });
            self.offset += bytes as u64;
        }
        self.groups.push(group);
        self.waiting.clear();
        Ok(())
    }

    /// Writes what is left, and the footer.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<Sealed> {
        if !self.waiting.is_empty() {
            self.flush()?;
        }
        let footer = footer::write(&self.columns, &self.groups);
        let length =
            u32::try_from(footer.len()).map_err(|_| io::Error::other("a table has too many rows"))?;
        self.to.write_all(&footer)?;
        self.to.write_all(&length.to_le_bytes())?;
        self.to.write_all(&MAGIC)?;
        self.to.flush()?;
        let rows = self.groups.iter().map(|group| group.rows as u64).sum();
        let bytes = self.offset + footer.len() as u64 + 8;
        Ok(Sealed { rows, bytes, sum: sum_of(&footer) })
    }
}
