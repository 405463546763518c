//! Sizes and times as people type them, and limits in words.

use std::time::Duration;

use catalogue::numbers::{about, thousands};
use game::Stopped;

/// Reads a number of bytes: `512`, `64K`, `500M`, `1.5GiB`.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let units = [("", 0), ("b", 0), ("k", 10), ("m", 20), ("g", 30), ("t", 40)];
    let (number, unit) = split(text);
    let unit = unit.to_lowercase();
    // Other units have no such ending, and stay as they are.
    let short =
        unit.strip_suffix("ib").or_else(|| unit.strip_suffix('b').filter(|u| !u.is_empty())).unwrap_or(&unit);
    let power = units.iter().find(|(name, _)| *name == short).map(|(_, power)| *power);
    let bytes = number.zip(power).map(|(number, power)| number * 2f64.powi(power));
    match bytes {
        Some(bytes) if bytes >= 1.0 && bytes <= usize::MAX as f64 => Ok(bytes as usize),
        _ => Err("a size is a number and a unit, for example 500M or 4G".to_string()),
    }
}

/// Reads a time: `100ms`, `90s`, `5m`, `1.5h`; a number alone is in seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("", 1.0), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
    let (number, unit) = split(text);
    let factor = units.iter().find(|(name, _)| *name == unit.to_lowercase()).map(|(_, factor)| *factor);
    let seconds = number.zip(factor).map(|(number, factor)| number * factor);
    // What is negative or too long for the clock is refused below.
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "a time is a number and a unit, for example 100ms, 90s or 5m".to_string())
}

/// The number at the beginning, and what follows it.
fn split(text: &str) -> (Option<f64>, &str) {
    let text = text.trim();
    // Without a unit the number goes to the end.
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (text[..end].parse().ok(), text[end..].trim())
}

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
