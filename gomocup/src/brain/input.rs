//! What the engine hears: lines of the manager, and moves that it has found itself.

use std::io::BufRead;
use std::sync::mpsc::SyncSender;

/// Something that the engine has to deal with.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line of the manager.
    Line(String),
    /// The manager says no more.
    End,
    /// A move was found: its column and row.
    Move(Option<(u32, u32)>),
}

/// The most bytes of a line: what is longer is cut.
const LONGEST: usize = 4096;

/// Reads lines until the input ends, or nobody wants them any more.
pub(super) fn read(mut input: impl BufRead, heard: &SyncSender<Heard>) {
    while let Some(line) = read_line(&mut input) {
        let is_end = line.eq_ignore_ascii_case("end");
        if heard.send(Heard::Line(line)).is_err() || is_end {
            return;
        }
    }
    // If nobody listens, the orders have come to their end.
    let _ = heard.send(Heard::End);
}

/// Reads a line, without its end: a line feed, a carriage return, or both. What is between those two is an empty line,
/// which means nothing.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    loop {
        // What cannot be read has ended.
        let buffer = input.fill_buf().ok().filter(|buffer| !buffer.is_empty());
        let Some(buffer) = buffer else {
            return (!line.is_empty()).then(|| text(&line));
        };
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        // The line goes on behind what has been read.
        let length = end.unwrap_or(buffer.len());
        line.extend_from_slice(&buffer[..length.min(LONGEST - line.len())]);
        input.consume(length + usize::from(end.is_some()));
        if end.is_some() {
            return Some(text(&line));
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way() {
        let mut input = "START 15\r\nBEGIN\nABOUT\rEND".as_bytes();
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut input)).collect();
        assert_eq!(lines, ["START 15", "", "BEGIN", "ABOUT", "END"]);
        let long = "x".repeat(3 * LONGEST) + "\nEND\n";
        let mut input = long.as_bytes();
        assert_eq!(read_line(&mut input).map(|line| line.len()), Some(LONGEST));
        assert_eq!(read_line(&mut input).as_deref(), Some("END"));
    }
}
