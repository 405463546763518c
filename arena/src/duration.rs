//! Times as people write them.

use std::time::Duration;

use game::{SyntaxError, shortened};

/// The units, the longest first, with their milliseconds.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];
const HELP: &str = "a time is written 90s, 1.5s, 100ms, 5m or 1h30m";
/// A century: longer than any game, and far from what a clock cannot count.
pub(crate) const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 3600);

/// Reads a time: `90s`, `1.5s`, `100ms`, `5m`, `1h30m`. To the millisecond: finer parts are cut off.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(arena::parse_duration("1m30s").unwrap(), Duration::from_secs(90));
/// assert_eq!(arena::parse_duration("0.1s").unwrap(), Duration::from_millis(100));
/// assert!(arena::parse_duration("5 bananas").is_err());
/// ```
///
/// # Errors
/// If it is no time; the message says where it stops being one.
pub fn parse_duration(text: &str) -> Result<Duration, SyntaxError> {
    let mut rest = text.trim_end();
    let mut total = Duration::ZERO;
    let start = rest.len() - rest.trim_start().len();
    rest = rest.trim_start();
    if rest.is_empty() {
        return Err(SyntaxError::new(text, start..text.len(), "a time is missing", HELP));
    }
    let mut at = start;
    while !rest.is_empty() {
        let (part, used) = parse_part(rest).map_err(|problem| {
            let wrong = at..at + rest.len();
            SyntaxError::new(text, wrong, problem, HELP)
        })?;
        total = total.saturating_add(part);
        at += used;
        rest = &rest[used..];
    }
    if total > LONGEST {
        return Err(SyntaxError::new(text, start..at, "that is more than a century", HELP));
    }
    Ok(total)
}

/// A number with its unit, and how many bytes they take.
fn parse_part(text: &str) -> Result<(Duration, usize), String> {
    // Where nothing else follows, digits or letters go to the end.
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let letters = text[digits..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - digits);
    let (number, unit) = (&text[..digits], &text[digits..digits + letters]);
    let value: f64 =
        number.parse().map_err(|_| format!("`{}` does not begin with a number", shortened(text)))?;
    let Some((_, scale)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(match unit {
            "" => format!("`{}` has no unit", shortened(number)),
            _ => format!("`{}` is not a unit of time", shortened(unit)),
        });
    };
    // Half a microsecond is added, since 0.1 is no exact number; what does not fit saturates.
    let milliseconds = (value * *scale as f64 + 0.0005) as u64;
    Ok((Duration::from_millis(milliseconds), digits + letters))
}

/// Writes a time so that [`parse_duration`] reads it again, to the millisecond: `1h30m`, `2.5s`, `100ms`.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(arena::duration_text(Duration::from_secs(303)), "5m3s");
/// assert_eq!(arena::duration_text(Duration::from_millis(1250)), "1.25s");
/// assert_eq!(arena::duration_text(Duration::from_millis(7)), "7ms");
/// ```
#[must_use]
pub fn duration_text(time: Duration) -> String {
    let milliseconds = time.as_millis();
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = String::new();
    for (number, unit) in [(hours, "h"), (minutes, "m")] {
        if number > 0 {
            text += &format!("{number}{unit}");
        }
    }
    if milliseconds < 1000 && milliseconds > 0 {
        return format!("{milliseconds}ms");
    }
    if rest > 0 {
        text += format!("{seconds}.{rest:03}").trim_end_matches('0');
        text += "s";
    } else if seconds > 0 || text.is_empty() {
        text += &format!("{seconds}s");
    }
    text
}
