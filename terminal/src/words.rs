//! How things are called.

use std::time::Duration;

use arena::{Ending, Hint};
use game::{Outcome, Player as Side, Value, Verdict};

/// What a side is called: the first player is x.
pub(crate) fn mark(side: Side) -> &'static str {
    match side {
        Side::First => "x",
        Side::Second => "o",
    }
}

/// How it ended.
pub(crate) fn ending_text(ending: Ending) -> String {
    match ending.outcome {
        Some(Outcome::Win(side)) => format!("{} wins {}", mark(side), ending.reason),
        Some(Outcome::Draw) => format!("draw {}", ending.reason),
        None => "left unfinished".to_string(),
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

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

/// What is known of a move.
pub(crate) fn hint_text<M>(hint: &Hint<M>) -> String {
    match (hint.value(), hint.verdict()) {
        (Some(value), _) => value_text(value),
        (None, Some(verdict)) => verdict_text(verdict).to_string(),
        (None, None) => match (hint.least.verdict, hint.most.verdict) {
            (Verdict::Draw, _) => "draw or better".to_string(),
            (_, Verdict::Draw) => "draw or worse".to_string(),
            _ => "not known".to_string(),
        },
    }
}

/// The same in a letter, W, D, L or ?, and in plies where that is known.
pub(crate) fn hint_sign<M>(hint: &Hint<M>) -> (char, Option<u32>) {
    let plies = hint.value().and_then(|value| value.plies);
    match hint.verdict() {
        Some(Verdict::Win) => ('W', plies),
        Some(Verdict::Draw) => ('D', None),
        Some(Verdict::Loss) => ('L', plies),
        None => ('?', None),
    }
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
        let hint = |least, most| Hint { mv: (), least, most };
        let sure = hint(Value::win(5), Value::win(5));
        assert_eq!((hint_text(&sure), hint_sign(&sure)), ("win in 5".to_string(), ('W', Some(5))));
        let unsure = hint(Value::of(Verdict::Draw), Value::win(0));
        assert_eq!((hint_text(&unsure), hint_sign(&unsure)), ("draw or better".to_string(), ('?', None)));
        let nothing = hint(Value::loss(0), Value::win(0));
        assert_eq!(hint_text(&nothing), "not known");
    }
}
