//! Sizes and times as people type them, and limits in words.

use catalogue::numbers::{about, thousands};
pub use catalogue::numbers::{parse_bytes, parse_time};
use game::Stopped;

/// Returns a number of bytes as [`parse_bytes`] reads it, in the largest unit that is exact: `2G`.
pub fn bytes(count: usize) -> String {
    let units = [("T", 40), ("G", 30), ("M", 20), ("K", 10)];
    let exact = units.iter().find(|(_, power)| count > 0 && count.is_multiple_of(1 << power));
    exact.map_or(count.to_string(), |(name, power)| format!("{}{name}", count >> power))
}

/// Returns why the work stopped, with the limit in question.
pub fn reason(why: Stopped, memory: usize) -> String {
    match why {
        Stopped::Memory => format!("{why} by --memory {}", bytes(memory)),
        Stopped::Time | Stopped::Asked | Stopped::Nodes | Stopped::Depth | Stopped::Disk => why.to_string(),
    }
}

/// Returns what more memory would have been needed for, if it was short: for the next step, and in all as a guess.
pub fn needed(next: Option<usize>, all: Option<usize>, memory: usize) -> String {
    let Some(next) = next else { return String::new() };
    // Rounded, a little more than allowed looks like what is allowed.
    let size = |bytes: usize| match about(bytes) == about(memory) {
        true => "a little more than that".to_string(),
        false => about(bytes),
    };
    match all {
        Some(all) if all == next => format!("It would have needed {}.\n", size(all)),
        Some(all) => format!(
            "The next step would have needed {}; all of it perhaps {}, going by how the plies have grown.\n",
            size(next),
            size(all)
        ),
        None => format!("The next step would have needed {}.\n", size(next)),
    }
}

/// Returns the mark on the one ply of which only some positions were counted.
pub fn so_far(partial: Option<u32>, ply: usize) -> &'static str {
    if partial.is_some_and(|partial| partial as usize == ply) { "  so far" } else { "" }
}

/// Returns how many ends there are, and how they went, if it is a game: wins of the first, of the second, and draws.
pub fn terminal(finals: u64, ends: Option<[u64; 3]>) -> String {
    match ends.map(|ends| ends.map(thousands)) {
        Some([first, second, draws]) => {
            format!("{}: {first} first wins, {second} second wins, {draws} draws", thousands(finals))
        }
        None => thousands(finals),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("512"), Ok(512));
        assert_eq!(parse_bytes("64k"), Ok(64 << 10));
        assert_eq!(parse_bytes("1.5 GiB"), Ok(3 << 29));
        assert_eq!(parse_bytes("2GB"), Ok(2 << 30));
        assert_eq!(parse_bytes("1T"), Ok(1 << 40));
        for wrong in ["", "G", "0", "-1G", "4X", "1e999", "99999999T", "nan"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
        for text in ["1", "1000", "3K", "1536M", "2G", "5T"] {
            assert_eq!(bytes(parse_bytes(text).unwrap()), text);
        }
    }

    #[test]
    fn what_is_needed_is_never_what_is_allowed() {
        let memory = 1 << 20;
        let text = "The next step would have needed a little more than that.\n";
        assert_eq!(needed(Some(memory + 1), None, memory), text);
        assert_eq!(needed(Some(2 * memory), Some(2 * memory), memory), "It would have needed 2.0 MiB.\n");
        assert_eq!(needed(None, None, memory), "");
    }

    #[test]
    fn times() {
        assert_eq!(parse_time("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(parse_time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_time("1.5h"), Ok(Duration::from_secs(5400)));
        for wrong in ["", "s", "-3s", "5 days", "1e999s"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
