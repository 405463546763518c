//! The orders of a manager.

use game::shortened;

use super::clock::Time;
use crate::board::parse_place;

/// A column and a row; none if the line has none that can be read.
type Place = Option<(u32, u32)>;

/// What a manager orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// An empty line.
    Nothing,
    Start(Option<u32>),
    RectStart(Place),
    Restart,
    Begin,
    Turn(Place),
    Play(Place),
    TakeBack(Place),
    Board,
    Info(Setting),
    About,
    Suggest,
    End,
    Unknown(String),
}

/// What a manager says beside its orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    /// A time, in milliseconds.
    Time(Time, i64),
    /// Bytes; 0 if they are not limited.
    Memory(u64),
    Rule(u32),
    Evaluate(Place),
    /// Of no use to this engine: the kind of the game, the folder for files, and what is not known.
    Other,
}

impl Order {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Order {
        // A word may stand alone.
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "" => Order::Nothing,
            // A size that cannot be read counts as missing, and the answer says so.
            "START" => Order::Start(rest.parse().ok()),
            "RECTSTART" => Order::RectStart(parse_place(rest)),
            "RESTART" => Order::Restart,
            "BEGIN" => Order::Begin,
            "TURN" => Order::Turn(parse_place(rest)),
            "PLAY" => Order::Play(parse_place(rest)),
            "TAKEBACK" => Order::TakeBack(parse_place(rest)),
            "BOARD" => Order::Board,
            "INFO" => Order::Info(Setting::read(rest)),
            "ABOUT" => Order::About,
            "SUGGEST" => Order::Suggest,
            "END" => Order::End,
            _ => Order::Unknown(shortened(word)),
        }
    }
}

impl Setting {
    fn read(text: &str) -> Setting {
        // A key without a value is one that we do not know.
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let time = |time| value.parse().map_or(Setting::Other, |value| Setting::Time(time, value));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => time(Time::Turn),
            "timeout_match" => time(Time::Match),
            "time_left" => time(Time::Left),
            "max_memory" => value.parse().map_or(Setting::Other, Setting::Memory),
            "rule" => value.parse().map_or(Setting::Other, Setting::Rule),
            "evaluate" => Setting::Evaluate(parse_place(value)),
            _ => Setting::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        assert_eq!(Order::read("START 20"), Order::Start(Some(20)));
        assert_eq!(Order::read("START"), Order::Start(None));
        assert_eq!(Order::read("rectstart 30,20"), Order::RectStart(Some((30, 20))));
        assert_eq!(Order::read("TURN 10,11"), Order::Turn(Some((10, 11))));
        assert_eq!(Order::read("TURN x"), Order::Turn(None));
        assert_eq!(Order::read("INFO rule 1"), Order::Info(Setting::Rule(1)));
        assert_eq!(Order::read("INFO time_left -7"), Order::Info(Setting::Time(Time::Left, -7)));
        for other in ["INFO", "INFO folder C:\\", "INFO game_type 2", "INFO rule renju", "INFO new 1"] {
            assert_eq!(Order::read(other), Order::Info(Setting::Other));
        }
        assert_eq!(Order::read("SWAP2BOARD"), Order::Unknown("SWAP2BOARD".to_string()));
    }
}
