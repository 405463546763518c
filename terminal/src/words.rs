//! How things are called.

use std::time::Duration;

use arena::{Hint, MatchEnd, Reason};
use game::{Outcome, Player as Side, Value, Verdict};

/// What a side is called: the first player is x.
pub(crate) fn mark(side: Side) -> &'static str {
    match side {
        Side::First => "x",
        Side::Second => "o",
    }
}

/// How it ended: with the reason, unless the game itself ended.
pub(crate) fn ending_text(ending: MatchEnd) -> String {
    let how = match ending.outcome {
        Some(Outcome::Win(side)) => format!("{} wins", mark(side)),
        Some(Outcome::Draw) => "draw".to_string(),
        None => return "left unfinished".to_string(),
    };
    if ending.reason == Reason::Rules { how } else { format!("{how} {}", ending.reason) }
}

/// A number of moves: `1 move`, `2 moves`.
pub(crate) fn moves_text(count: usize) -> String {
    if count == 1 { "1 move".to_string() } else { format!("{count} moves") }
}

/// What a position of a puzzle is worth: `solved in 5 moves`.
pub(crate) fn puzzle_text(value: Value) -> String {
    match (value.verdict, value.plies) {
        (Verdict::Win, Some(plies)) => format!("solved in {}", moves_text(plies as usize)),
        (Verdict::Win, None) => "can be solved".to_string(),
        (Verdict::Draw | Verdict::Loss, _) => "no solution".to_string(),
    }
}

/// What a value is: `win in 5`.
pub(crate) fn value_text(value: Value) -> String {
    match (value.verdict, value.plies) {
        (Verdict::Draw, _) => "draw".to_string(),
        (verdict, Some(plies)) => format!("{} in {plies}", verdict_text(verdict)),
        (verdict, None) => verdict_text(verdict).to_string(),
    }
}

pub(crate) fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

/// Said of moves of which nothing is known.
pub(crate) const UNKNOWN: &str = "not known";

/// What is known of a move, of a game or of a puzzle.
pub(crate) fn hint_text<M>(hint: &Hint<M>, is_puzzle: bool) -> String {
    if is_puzzle {
        let known = hint.value().or_else(|| hint.verdict().map(Value::of));
        return known.map_or_else(|| UNKNOWN.to_string(), puzzle_text);
    }
    match (hint.value(), hint.verdict()) {
        (Some(value), _) => value_text(value),
        (None, Some(verdict)) => verdict_text(verdict).to_string(),
        (None, None) => match (hint.worth.least().verdict, hint.worth.most().verdict) {
            (Verdict::Draw, _) => "draw or better".to_string(),
            (_, Verdict::Draw) => "draw or worse".to_string(),
            _ => UNKNOWN.to_string(),
        },
    }
}

/// The same in a letter or two: W and L with the plies where they are known, D, D+ for a draw or better, D- for a draw
/// or worse; nothing if nothing is known.
pub(crate) fn hint_sign<M>(hint: &Hint<M>) -> String {
    let plies = hint.value().and_then(|value| value.plies).map_or(String::new(), |plies| plies.to_string());
    match (hint.verdict(), hint.worth.least().verdict, hint.worth.most().verdict) {
        (Some(Verdict::Win), ..) => format!("W{plies}"),
        (Some(Verdict::Draw), ..) => "D".to_string(),
        (Some(Verdict::Loss), ..) => format!("L{plies}"),
        (None, Verdict::Draw, _) => "D+".to_string(),
        (None, _, Verdict::Draw) => "D-".to_string(),
        (None, ..) => String::new(),
    }
}

/// The sign of a move that an engine would play, though nothing is proved of it.
pub(crate) const FAVOURITE: &str = "*";

/// The chances at this balance, from -1, lost, to 1, won: `47 %`.
pub(crate) fn chances_text(balance: f64) -> String {
    format!("{} %", ((balance + 1.0) * 50.0).round())
}

/// A time on a clock, rounded up to the second: `4:59`; in the last ten seconds with tenths.
pub(crate) fn clock_text(left: Duration) -> String {
    if left < Duration::from_secs(10) {
        return format!("{:.1}", left.as_secs_f64());
    }
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use game::Worth;

    use super::*;

    #[test]
    fn clocks_show_what_is_left() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        assert_eq!(text(300_000), "5:00");
        assert_eq!(text(299_999), "5:00");
        assert_eq!(text(61_000), "1:01");
        assert_eq!(text(9_900), "9.9");
        assert_eq!(text(3_600_000), "1:00:00");
        assert_eq!(text(0), "0.0");
    }

    #[test]
    fn hints_are_told_in_words_and_in_a_letter() {
        let hint = |least, most| Hint { mv: (), worth: Worth::between(least, most) };
        let sure = hint(Value::win(5), Value::win(5));
        assert_eq!((hint_text(&sure, false).as_str(), hint_sign(&sure).as_str()), ("win in 5", "W5"));
        let unsure = hint(Value::of(Verdict::Draw), Value::win(0));
        assert_eq!(
            (hint_text(&unsure, false).as_str(), hint_sign(&unsure).as_str()),
            ("draw or better", "D+")
        );
        let nothing = hint(Value::loss(0), Value::win(0));
        assert_eq!(hint_text(&sure, true), "solved in 5 moves");
        assert_eq!(hint_text(&hint(Value::of(Verdict::Loss), Value::of(Verdict::Loss)), true), "no solution");
        assert_eq!((hint_text(&nothing, false).as_str(), hint_sign(&nothing).as_str()), ("not known", ""));
    }
}
