//! Numbers as people read and type them.

use std::fmt::Display;
use std::time::Duration;

/// Returns a whole number with its thousands apart: `549 946`.
#[must_use]
pub fn thousands(number: impl Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Returns a number with the thing that is counted: `1 ply`, `2 plies`.
#[must_use]
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = thousands(number);
    let things = if number == "1" { one } else { many };
    format!("{number} {things}")
}

/// Returns a number of bytes as text, rounded: `1.5 GiB`.
#[must_use]
pub fn about(count: usize) -> String {
    let mut size = count as f64;
    for unit in ["bytes", "KiB", "MiB"] {
        if size < 1024.0 {
            return if unit == "bytes" { format!("{count} {unit}") } else { format!("{size:.1} {unit}") };
        }
        size /= 1024.0;
    }
    format!("{size:.1} GiB")
}

/// Returns the number with all digits after the first two set to zero: more would claim too much.
#[must_use]
pub fn rounded(number: u64) -> u64 {
    // Zero has no logarithm, and nothing to round.
    let digits = number.checked_ilog10().unwrap_or(0);
    let unit = 10u64.pow(digits.saturating_sub(1));
    number / unit * unit
}

/// Returns the share `count / all`, and the most by which the true share differs from it with a confidence of 95 %. By
/// Wilson's formula, which is right also where the share is 0 or 1.
#[must_use]
pub fn estimate(count: u64, all: u64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let n = all.max(1) as f64;
    let part = count as f64 / n;
    let spread = (part * (1.0 - part) / n + Z * Z / (4.0 * n * n)).sqrt();
    let (middle, half) = (part + Z * Z / (2.0 * n), Z * spread);
    let scale = 1.0 + Z * Z / n;
    (part, half / scale + (middle / scale - part).abs())
}

/// Reads a number of bytes: `512`, `64K`, `500M`, `1.5GiB`.
///
/// # Errors
/// If it is no size.
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
///
/// # Errors
/// If it is no time.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1 000");
        assert_eq!(thousands(36_277_691_063_105u64), "36 277 691 063 105");
    }

    #[test]
    fn sizes_are_rounded() {
        assert_eq!((about(3 << 29), about(20)), ("1.5 GiB".to_string(), "20 bytes".to_string()));
    }

    #[test]
    fn guesses_are_round() {
        assert_eq!([0, 7, 42, 1234, 9_722_011].map(rounded), [0, 7, 42, 1200, 9_700_000]);
    }

    #[test]
    fn errors_are_those_of_the_textbook() {
        let (part, error) = estimate(500, 1000);
        assert!((part - 0.5).abs() < 1e-9 && (error - 0.0309).abs() < 1e-3, "{error}");
        // Nothing in a hundred: up to 3.70 %.
        assert!((estimate(0, 100).1 - 0.0370).abs() < 1e-3 && estimate(0, 0).0 == 0.0);
        assert!((estimate(100, 100).1 - 0.0370).abs() < 1e-3);
    }
}
