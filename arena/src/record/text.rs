//! Records as text.
//!
//! ```text
//! morpion record 1
//! game: mnk:3,3,3          headers, a name and a value each
//! first: Ada
//! second: perfect
//!
//! 1. b2  [1.5s]  {why}     moves: number, move, time and remark, two spaces between them
//! 2. a1  [12ms]
//! result: draw by the rules
//! ```
//!
//! Line breaks, tabs and backslashes in values and remarks are written `\n`, `\r`, `\t` and `\\`, and spaces at their
//! ends `\s`.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use game::shortened;

use super::rescue::{line_ends, lines_before, objects, read_json};
use super::{CorruptRecord, Entry, Record};
use crate::{TimeControl, duration_text, parse_duration};

pub(super) const TITLE: &str = "morpion record 1";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "game: {}", escaped(&self.game))?;
        for (name, player) in ["first", "second"].into_iter().zip(&self.players) {
            writeln!(f, "{name}: {}", escaped(player))?;
        }
        for (name, time) in time_headers(&self.time) {
            writeln!(f, "{name}: {time}")?;
        }
        if let Some(start) = &self.start {
            writeln!(f, "start: {}", escaped(start))?;
        }
        if self.opening > 0 {
            writeln!(f, "opening: {}", self.opening)?;
        }
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {}", escaped(value))?;
        }
        writeln!(f)?;
        for (number, entry) in (1..).zip(&self.moves) {
            write!(f, "{number}. {}", entry.text)?;
            if entry.spent >= Duration::from_millis(1) {
                write!(f, "  [{}]", duration_text(entry.spent))?;
            }
            match &entry.comment {
                Some(comment) => writeln!(f, "  {{{}}}", escaped(comment))?,
                None => writeln!(f)?,
            }
        }
        match &self.ending {
            Some(ending) => writeln!(f, "result: {ending}"),
            None => writeln!(f, "result: none yet"),
        }
    }
}

/// The times of both, in as few headers as will do.
fn time_headers(time: &[TimeControl; 2]) -> Vec<(&'static str, TimeControl)> {
    let both = [("time-first", time[0]), ("time-second", time[1])];
    if time[0] == time[1] {
        return both[..1]
            .iter()
            .filter(|(_, time)| time.is_limited())
            .map(|(_, time)| ("time", *time))
            .collect();
    }
    both.into_iter().filter(|(_, time)| time.is_limited()).collect()
}

fn escaped(text: &str) -> String {
    let mut plain = String::new();
    for (place, c) in text.char_indices() {
        let outer = place == 0 || place + c.len_utf8() == text.len();
        match ESCAPES.iter().find(|(meant, _)| *meant == c) {
            Some((_, letter)) if c != ' ' || outer => plain.extend(['\\', *letter]),
            _ => plain.push(c),
        }
    }
    plain
}

/// What cannot stand for itself, and the letter that stands for it after a backslash. A space does, but not at the
/// ends.
const ESCAPES: [(char, char); 5] = [('\\', '\\'), ('\n', 'n'), ('\r', 'r'), ('\t', 't'), (' ', 's')];

/// Reads what [`escaped`] wrote; nothing if it cannot have been written by it.
fn unescaped(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        let letter = chars.next()?;
        plain.push(ESCAPES.iter().find(|(_, known)| *known == letter)?.0);
    }
    Some(plain)
}

/// What was read of a record: all of it, or what stands before the damage.
pub(super) struct Read {
    pub(super) record: Record,
    /// The line of each move.
    pub(super) lines: Vec<usize>,
    /// The line of the start position, or the first.
    pub(super) start: usize,
    /// The line of the result, or the last.
    pub(super) last: usize,
    pub(super) fault: Option<Fault>,
}

/// A line, what is wrong with it, and what would be right.
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) problem: String,
    pub(super) help: String,
}

impl Read {
    /// The record, if nothing is wrong with it.
    fn whole(mut self) -> Result<Record, CorruptRecord> {
        match self.fault.take() {
            None => Ok(self.record),
            Some(fault) => Err(self.damage(fault)),
        }
    }

    pub(super) fn damage(self, fault: Fault) -> CorruptRecord {
        let Fault { line, problem, help } = fault;
        CorruptRecord { line, problem, help, saved: Box::new(self.record) }
    }
}

impl Record {
    /// Reads a record, as text or as JSON. Only its form is checked: [`Record::replay`] and [`Record::load`] check
    /// whether the moves are legal.
    ///
    /// # Errors
    /// If it is damaged: with the line, and what stands before it.
    pub fn parse(text: &str) -> Result<Record, CorruptRecord> {
        read(text, 1).whole()
    }

    /// Reads a file of many records, one after the other, as they are when their texts are put together, or a list of
    /// them as JSON. The damaged ones are among them, with their lines in the file.
    ///
    /// ```
    /// use arena::Record;
    /// let record = Record { game: "nim:1,2".into(), ..Record::default() };
    /// let file = format!("{record}\n{record}");
    /// assert_eq!(Record::parse_all(&file).len(), 2);
    /// ```
    pub fn parse_all(text: &str) -> Vec<Result<Record, CorruptRecord>> {
        if text.trim_start().starts_with('[') {
            return parse_list(text);
        }
        let titles = text.lines().enumerate().filter(|(_, line)| line.trim_end() == TITLE);
        let mut starts: Vec<usize> = titles.map(|(number, _)| number).collect();
        // Without a title all lines stand before the first.
        let before_first = text.lines().take(starts.first().copied().unwrap_or(usize::MAX));
        if before_first.into_iter().any(|line| !line.trim().is_empty()) {
            starts.insert(0, 0);
        }
        let lines: Vec<&str> = text.lines().collect();
        let ends = starts.iter().skip(1).copied().chain([lines.len()]);
        let read_part = |(start, end): (usize, usize)| read(&lines[start..end].join("\n"), start + 1).whole();
        starts.iter().copied().zip(ends).map(read_part).collect()
    }
}

/// Reads a list of records as JSON. What cannot be read, up to the next line that is the beginning of one, is a damaged
/// one.
fn parse_list(text: &str) -> Vec<Result<Record, CorruptRecord>> {
    let mut place = text.len() - text.trim_start().len() + 1;
    let mut parts: Vec<Range<usize>> = Vec::new();
    loop {
        parts.extend(objects(text, place));
        place = parts.last().map_or(place, |last| last.end);
        let rest = text[place..].trim_start_matches([',', '\n', '\r', ' ']);
        if rest.trim_end() == "]" {
            break;
        }
        let broken = text.len() - rest.len();
        place = rest.find("\n{").map_or(text.len(), |next| broken + next + 1);
        parts.push(broken..place);
        if place == text.len() {
            break;
        }
    }
    let ends = line_ends(text);
    let line_at = |place: usize| 1 + lines_before(&ends, place);
    parts.into_iter().map(|part| read(&text[part.clone()], line_at(part.start)).whole()).collect()
}

/// Reads one record, as JSON if it looks like that; its first line has this number.
pub(super) fn read(text: &str, first_line: usize) -> Read {
    if text.trim_start().starts_with('{') {
        return read_json(text, first_line);
    }
    let mut reader =
        Reader { record: Record::default(), lines: Vec::new(), start: first_line, part: Part::Title };
    let mut last = first_line;
    let mut fault = None;
    for (line, content) in (first_line..).zip(text.lines()) {
        last = line;
        if let Err((problem, help)) = reader.line(line, content.trim_end_matches([' ', '\t'])) {
            fault = Some(Fault { line, problem, help });
            break;
        }
    }
    let Reader { record, lines, start, part } = reader;
    if let (Part::Done(result), None) = (&part, &fault) {
        return Read { record, lines, start, last: *result, fault };
    }
    let missing = match part {
        Part::Title => "it is empty",
        Part::Headers => "it ends before the moves",
        Part::Moves | Part::Done(_) => "it ends without a result",
    };
    let help = "the last line of a record is its result, such as `result: none yet`".to_string();
    let fault = fault.or(Some(Fault { line: last, problem: missing.to_string(), help }));
    Read { record, lines, start, last, fault }
}

/// What is wrong, and what would be right.
type Wrong = (String, String);

fn wrong<T>(problem: impl Into<String>, help: impl Into<String>) -> Result<T, Wrong> {
    Err((problem.into(), help.into()))
}

/// Which part of a record is being read.
enum Part {
    Title,
    Headers,
    Moves,
    /// After the result, which stood in this line.
    Done(usize),
}

struct Reader {
    record: Record,
    lines: Vec<usize>,
    start: usize,
    part: Part,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Wrong> {
        match self.part {
            Part::Title if line == TITLE => self.part = Part::Headers,
            Part::Title if line.is_empty() => {}
            Part::Title => {
                return wrong(
                    format!("`{}` is not the beginning of a record", shortened(line)),
                    format!("the first line is `{TITLE}`"),
                );
            }
            Part::Headers if line.is_empty() && self.record.game.is_empty() => {
                return wrong(
                    "no header says which game it is",
                    "such as `game: mnk:3,3,3`, before the moves",
                );
            }
            Part::Headers if line.is_empty() => self.part = Part::Moves,
            Part::Headers => self.header(number, line)?,
            Part::Moves if line.is_empty() => {}
            Part::Moves => match line.strip_prefix("result: ") {
                Some(result) => {
                    self.result(result)?;
                    self.part = Part::Done(number);
                }
                None => {
                    let entry = self.entry(line)?;
                    self.record.moves.push(entry);
                    self.lines.push(number);
                }
            },
            Part::Done(_) if line.is_empty() => {}
            Part::Done(_) => return wrong("something follows the result", "it is the last line of a record"),
        }
        Ok(())
    }

    fn header(&mut self, number: usize, line: &str) -> Result<(), Wrong> {
        const HELP: &str = "a header is written `name: value`, and an empty line stands before the moves";
        let Some((name, value)) = line.split_once(':').filter(|(name, _)| is_name(name)) else {
            return wrong(format!("`{}` is not a header", shortened(line)), HELP);
        };
        // The space behind the colon is no part of the value, and may be missing.
        let Some(value) = unescaped(value.strip_prefix(' ').unwrap_or(value)) else {
            return wrong(format!("`{}` has a backslash that means nothing", shortened(line)), HELP);
        };
        let time = || value.parse::<TimeControl>().map_err(|mistake| (mistake.problem, mistake.help));
        let record = &mut self.record;
        match name {
            "game" => record.game = value,
            "first" => record.players[0] = value,
            "second" => record.players[1] = value,
            "start" => {
                record.start = Some(value);
                self.start = number;
            }
            "opening" => {
                record.opening = value.parse().map_err(|_| {
                    (
                        format!("`{}` is not a number of moves", shortened(&value)),
                        "such as `opening: 2`".to_string(),
                    )
                })?;
            }
            "time" => record.time = [time()?; 2],
            "time-first" => record.time[0] = time()?,
            "time-second" => record.time[1] = time()?,
            _ => record.headers.push((name.to_string(), value)),
        }
        Ok(())
    }

    fn entry(&self, line: &str) -> Result<Entry, Wrong> {
        let number = self.record.moves.len() + 1;
        let help = || format!("move {number} is written `{number}. b2  [1.5s]  {{a remark}}`");
        let Some(rest) = line.strip_prefix(&format!("{number}. ")) else {
            return wrong(format!("`{}` is not move {number}", shortened(line)), help());
        };
        // A move may stand alone, without time or remark.
        let (text, rest) = rest.split_once("  ").unwrap_or((rest, ""));
        let (spent, rest) = match rest.strip_prefix('[').map(|rest| rest.split_once(']')) {
            None => (Duration::ZERO, rest),
            Some(None) => return wrong("the time has no end", help()),
            Some(Some((time, rest))) => match parse_duration(time) {
                Ok(spent) => (spent, rest.trim_start()),
                Err(mistake) => return wrong(mistake.problem, mistake.help),
            },
        };
        let comment = match (rest, rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))) {
            ("", _) => None,
            (_, Some(comment)) => match unescaped(comment) {
                Some(comment) => Some(comment),
                None => return wrong("the remark has a backslash that means nothing", help()),
            },
            (rest, None) => return wrong(format!("`{}` is not a remark", shortened(rest)), help()),
        };
        let text = text.trim();
        if text.is_empty() {
            return wrong("the move is missing", help());
        }
        if !is_move(text) {
            return wrong(format!("`{}` is not a move", shortened(text)), help());
        }
        Ok(Entry { text: text.to_string(), spent, comment })
    }

    fn result(&mut self, result: &str) -> Result<(), Wrong> {
        if result != "none yet" {
            let help =
                "for example `result: draw by the rules`, `result: first wins on time` or `result: none yet`";
            self.record.ending = Some(result.parse().map_err(|problem| (problem, help.to_string()))?);
        }
        Ok(())
    }
}

/// Whether a header may be called so.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// The headers that are parts of a record.
const PARTS: [&str; 8] = ["game", "first", "second", "time", "time-first", "time-second", "start", "opening"];

/// Returns whether a header of this name can be written beside the parts of a record, and read again.
pub(super) fn is_other_header(name: &str) -> bool {
    is_name(name) && !PARTS.contains(&name)
}

/// Returns whether a move can be written in a line, and read again: moves are not escaped, and two spaces end them.
pub(super) fn is_move(text: &str) -> bool {
    !text.is_empty() && text == text.trim() && !text.contains("  ") && !text.contains(char::is_control)
}
