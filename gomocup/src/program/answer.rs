//! What a brain says.

use game::shortened;

use crate::board::parse_place;

/// A line of a brain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// A move: column and row.
    Move((u32, u32)),
    /// A move that it asks to be told to play.
    Suggests((u32, u32)),
    /// It has done what it was told.
    Ok,
    /// It cannot do what it was told.
    Error(String),
    /// Something that needs no answer.
    Remark,
    /// Nothing that the protocol has.
    Nonsense(String),
}

impl Answer {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Answer {
        // A word may stand alone.
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_uppercase().as_str(), parse_place(line), parse_place(rest)) {
            (_, Some(place), _) => Answer::Move(place),
            ("SUGGEST", _, Some(place)) => Answer::Suggests(place),
            ("OK", ..) => Answer::Ok,
            // It does not know an order that it need not know. Some call that an error, and some hear only the end of an
            // order that comes just after their move.
            ("" | "MESSAGE" | "DEBUG" | "UNKNOWN", ..) => Answer::Remark,
            ("ERROR", ..) if rest.trim_start().to_ascii_lowercase().starts_with("unknown") => Answer::Remark,
            ("ERROR", ..) => Answer::Error(shortened(line)),
            _ => Answer::Nonsense(shortened(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(Answer::read("7,8"), Answer::Move((7, 8)));
        assert_eq!(Answer::read("suggest 1,2"), Answer::Suggests((1, 2)));
        assert_eq!(Answer::read("OK - everything is good"), Answer::Ok);
        assert_eq!(Answer::read("MESSAGE 7,8"), Answer::Remark);
        assert_eq!(Answer::read("UNKNOWN order"), Answer::Remark);
        assert_eq!(Answer::read("ERROR Unknown command: TIMEOUT_TURN"), Answer::Remark);
        assert_eq!(Answer::read("ERROR too large"), Answer::Error("ERROR too large".to_string()));
        for nonsense in ["7", "7,8,9", "-1,3", "7;8", "a1", "SUGGEST", "{}"] {
            assert!(matches!(Answer::read(nonsense), Answer::Nonsense(_)), "{nonsense}");
        }
    }
}
