//! Reading JSON that may be damaged: where the damage is, and what stands before it.

use std::ops::Range;

use serde_json::{Deserializer, Value, json};

use super::Record;
use super::json::{Flaw, entry, read_value};
use super::text::{Fault, Read};

/// Reads a record as JSON, whose first line has this number; of a damaged one, what stands before the damage.
pub(super) fn read_json(text: &str, first_line: usize) -> Read {
    let ends = line_ends(text);
    let line_at = |place: usize| first_line + lines_before(&ends, place);
    let places = move_places(text);
    let lines: Vec<usize> = places.iter().map(|range| line_at(range.start)).collect();
    let line_of = |key: &str| key_place(text, key).map_or(first_line, line_at);
    let (start, last) = (line_of("start"), line_of("result"));
    let problem = match serde_json::from_str::<Value>(text) {
        Err(error) => {
            let (line, words) = (first_line + error.line().max(1) - 1, error.to_string());
            // The line is reported apart.
            (line, words.split(" at line ").next().expect("a split has a first part").to_string())
        }
        Ok(value) => match read_value(&value) {
            Ok(record) => return Read { record, lines, start, last, fault: None },
            Err(Flaw { key, number, problem }) => {
                // What is no object stands behind those that are.
                let behind = || {
                    let rest = text[places.last()?.end..].trim_start_matches([',', ' ', '\t', '\r', '\n']);
                    Some(line_at(text.len() - rest.len()))
                };
                let line = number.and_then(|number| lines.get(number).copied().or_else(behind));
                // What is wrong is not a move: its key says where it is.
                (line.unwrap_or_else(|| line_of(key)), problem)
            }
        },
    };
    let help = "a record as JSON is one object, as it was written".to_string();
    let fault = Some(Fault { line: problem.0, problem: problem.1, help });
    Read { record: rescued(text, &places), lines, start, last, fault }
}

/// Where the lines of a text end.
pub(super) fn line_ends(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(place, _)| place).collect()
}

/// How many of these lines end before a place.
pub(super) fn lines_before(ends: &[usize], place: usize) -> usize {
    ends.partition_point(|end| *end < place)
}

/// What can be read of a damaged record: what is said before the moves, and the moves up to the damage.
fn rescued(text: &str, moves: &[Range<usize>]) -> Record {
    let head = key_place(text, "moves").map_or("", |place| &text[..place]);
    // Damage is reported by the caller: what cannot be read here is left empty, and is not passed off as whole.
    let value = serde_json::from_str::<Value>(&format!("{head} \"moves\": []}}"));
    let mut value = value.ok().filter(Value::is_object).unwrap_or_else(|| json!({}));
    for (key, nothing) in
        [("players", json!(["", ""])), ("time", json!(["none", "none"])), ("headers", json!([]))]
    {
        if value.get(key).is_none() {
            value[key] = nothing;
        }
    }
    // What cannot be read is what is to be left out; the error has been told.
    let read = |(number, range): (usize, &Range<usize>)| {
        let value = serde_json::from_str(&text[range.clone()]).ok()?;
        entry(&value, number).ok()
    };
    // If even the headers cannot be read, the moves are still worth having.
    let mut record = read_value(&value).unwrap_or_default();
    record.moves = moves.iter().enumerate().map_while(read).collect();
    record
}

/// Where the key of an object stands, with its quotation marks: the first that is followed by a colon.
fn key_place(text: &str, key: &str) -> Option<usize> {
    let quoted = format!("\"{key}\"");
    let is_key = |place: &usize| text[place + quoted.len()..].trim_start().starts_with(':');
    text.match_indices(&quoted).map(|(place, _)| place).find(is_key)
}

/// Where the moves are that can be read, however the text goes on after them.
fn move_places(text: &str) -> Vec<Range<usize>> {
    let list = key_place(text, "moves").and_then(|key| Some(key + text[key..].find('[')? + 1));
    list.map_or_else(Vec::new, |list| objects(text, list))
}

/// The objects of a list that begins here, one after the other, up to its end or to what is none.
pub(super) fn objects(text: &str, mut place: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    loop {
        let rest = text[place..].trim_start();
        let rest = if found.is_empty() { Some(rest) } else { rest.strip_prefix(',') };
        let Some(rest) = rest.map(str::trim_start) else { return found };
        let start = text.len() - rest.len();
        let mut values = Deserializer::from_str(rest).into_iter::<Value>();
        if !rest.starts_with('{') || !matches!(values.next(), Some(Ok(_))) {
            return found;
        }
        place = start + values.byte_offset();
        found.push(start..place);
    }
}
