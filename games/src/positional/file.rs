//! Positional games written down in files.
//!
//! One statement on each line of text; `#` begins a comment. The book describes the format.

use std::collections::{HashMap, HashSet};

use game::{FilledBy, ParseError, shortened};
use registry::FileField;

use super::plan::{MOST_LINES, MOST_SQUARES};
use super::{Drawing, Plan, Shape};

/// The most cells of a drawing, holes included.
const MOST_CELLS: u32 = 8 * MOST_SQUARES;
/// The most characters of the name of a square.
const LONGEST_NAME: usize = 16;
/// The most statements that stand for many lines.
const MOST_GOALS: usize = 100;

const WORDS: &str = "a statement begins with row, square, line, in-a-row, animal or wins";
const NAME: &str = "a name has up to 16 letters and digits, and is neither x nor o";

/// Reads a game as it is written in a file.
///
/// ```
/// let game = games::positional::parse("
///     row  a b      # a picture, the top row first
///     row  c -      # - is a hole
///     line a b      # all squares of a line win
///     line a c
///     wins first    # only the first player can win
/// ").unwrap();
/// assert_eq!(game.names(), ["a", "b", "c"]);
/// assert_eq!(game.lines(), [[0, 1], [0, 2]]);
/// let mistake = games::positional::parse("row a b\nline a d").unwrap_err();
/// assert_eq!(mistake.problem, "line 2: there is no square `d`");
/// ```
///
/// # Errors
/// If something is not a statement, a name is unknown or given twice, or there are too many squares or lines. The
/// problem begins with the number of the line.
pub fn parse(text: &str) -> Result<Plan, ParseError> {
    let mut written = Written::default();
    for (number, statement) in statements(text) {
        let place =
            |wrong: ParseError| ParseError::new(format!("line {number}: {}", wrong.problem), wrong.help);
        written.read(number, &statement).map_err(place)?;
    }
    written.plan()
}

/// Returns the statements with the numbers of their lines: without comments, in words.
fn statements(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    // Without a comment all of the line counts.
    let of_line = |line: &'_ str| line.find('#').unwrap_or(line.len());
    let words = move |line| {
        let line: &str = line;
        line[..of_line(line)]
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .collect()
    };
    (1..).zip(text.lines().map(words)).filter(|(_, words): &(usize, Vec<&str>)| !words.is_empty())
}

/// Returns a fingerprint of what a file says: comments and spacing do not change it.
///
/// ```
/// use games::positional::fingerprint;
/// assert_eq!(fingerprint("row a b\nline a b"), fingerprint("# A game.\nrow  a b\n\nline a, b"));
/// assert_ne!(fingerprint("row a b\nline a b"), fingerprint("row a b\nline a"));
/// ```
#[must_use]
pub fn fingerprint(text: &str) -> u32 {
    FILE.fingerprint(text)
}

/// The field of a game that is read from a file.
pub(super) const FILE: FileField = FileField { field: "FILE", plain, most: 1 << 20 };

/// The statements, without comments and spacing.
fn plain(text: &str) -> String {
    statements(text).map(|(_, words)| words.join(" ") + "\n").collect()
}

/// A statement that stands for many lines, and the number of its own.
struct Goal {
    number: usize,
    kind: GoalKind,
}

enum GoalKind {
    InARow(u32),
    Shape(Shape),
}

/// What has been read so far.
#[derive(Default)]
struct Written {
    names: Vec<String>,
    /// The squares by their names in lower case.
    known: HashMap<String, u16>,
    /// The column of each square and its row from above, if it has a place.
    places: Vec<Option<(u32, u32)>>,
    /// The number of rows that were drawn.
    rows: u32,
    /// Whether a square has a place of its own, outside any row.
    placed: bool,
    lines: Vec<(usize, Vec<String>)>,
    goals: Vec<Goal>,
    filled_by: Option<FilledBy>,
}

impl Written {
    fn read(&mut self, number: usize, statement: &[&str]) -> Result<(), ParseError> {
        let (first, rest) = statement.split_first().expect("a statement has a word");
        match (*first, rest) {
            ("row", names) => self.row(names),
            ("square", [name]) => self.square(name, None),
            ("square", [name, column, row]) => self.placed_square(name, column, row),
            ("square", _) => {
                Err(ParseError::new("a square has one name", "square NAME, or square NAME COLUMN ROW"))
            }
            ("line", []) => Err(ParseError::new("a line has no squares", "line NAME NAME …")),
            ("line", names) => self.line(number, names),
            ("in-a-row", [k]) => {
                let k = read_number(k, MOST_SQUARES)?;
                self.goal(number, GoalKind::InARow(k))
            }
            ("in-a-row", _) => Err(ParseError::new("one number is wanted", "for example in-a-row 3")),
            ("animal", [shape]) => {
                let shape = Shape::read(&shape.to_lowercase())?;
                self.goal(number, GoalKind::Shape(shape))
            }
            ("animal", _) => Err(ParseError::new("one shape is wanted", "for example animal xx/x.")),
            ("wins", [who]) => self.wins(who),
            ("wins", _) => Err(ParseError::new("one word is wanted", "wins either, or wins first")),
            (other, _) => Err(ParseError::new(format!("`{}` is not a statement", shortened(other)), WORDS)),
        }
    }

    /// Reads a row of the picture.
    fn row(&mut self, names: &[&str]) -> Result<(), ParseError> {
        if self.placed {
            return Err(ParseError::new(PLACED_TWICE.0, PLACED_TWICE.1));
        }
        let row = self.rows;
        self.rows += 1;
        if self.rows > MOST_SQUARES || names.len() as u32 > MOST_SQUARES {
            return Err(ParseError::new("the picture is too large", format!("{MOST_SQUARES} is the limit")));
        }
        for (column, name) in (0..).zip(names).filter(|(_, name)| **name != "-" && **name != ".") {
            self.square(name, Some((column, row)))?;
        }
        Ok(())
    }

    /// Reads a square with a place, counted from 1, from the upper left.
    fn placed_square(&mut self, name: &str, column: &str, row: &str) -> Result<(), ParseError> {
        if self.rows > 0 {
            return Err(ParseError::new(PLACED_TWICE.0, PLACED_TWICE.1));
        }
        self.placed = true;
        let place = (read_number(column, MOST_SQUARES)? - 1, read_number(row, MOST_SQUARES)? - 1);
        if self.places.contains(&Some(place)) {
            return Err(ParseError::new("another square has this place", "square NAME COLUMN ROW"));
        }
        self.square(name, Some(place))
    }

    fn square(&mut self, name: &str, place: Option<(u32, u32)>) -> Result<(), ParseError> {
        let shown = shortened(name);
        let is_name =
            name.bytes().all(|b| b.is_ascii_alphanumeric()) && (1..=LONGEST_NAME).contains(&name.len());
        if !is_name || matches!(name, "x" | "o" | "X" | "O") {
            return Err(ParseError::new(format!("`{shown}` cannot be the name of a square"), NAME));
        }
        let number = self.names.len();
        if number >= MOST_SQUARES as usize {
            let help = format!("there may be at most {MOST_SQUARES}");
            return Err(ParseError::new("there are too many squares", help));
        }
        if self.known.insert(name.to_ascii_lowercase(), number as u16).is_some() {
            let help = "case does not matter in names";
            return Err(ParseError::new(format!("there is a square `{shown}` already"), help));
        }
        self.names.push(name.to_string());
        self.places.push(place);
        Ok(())
    }

    fn line(&mut self, number: usize, names: &[&str]) -> Result<(), ParseError> {
        let mut seen = HashSet::new();
        let names: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        if let Some(twice) = names.iter().find(|name| !seen.insert(*name)) {
            let problem = format!("the line has `{}` twice", shortened(twice));
            return Err(ParseError::new(problem, "a line is a set of squares"));
        }
        if self.lines.len() >= MOST_LINES {
            return Err(too_many_lines());
        }
        self.lines.push((number, names));
        Ok(())
    }

    fn goal(&mut self, number: usize, kind: GoalKind) -> Result<(), ParseError> {
        if self.goals.len() >= MOST_GOALS {
            let help = format!("there may be at most {MOST_GOALS} of in-a-row and animal");
            return Err(ParseError::new("there are too many of them", help));
        }
        self.goals.push(Goal { number, kind });
        Ok(())
    }

    fn wins(&mut self, who: &str) -> Result<(), ParseError> {
        let filled_by = match who.to_ascii_lowercase().as_str() {
            "either" => FilledBy::Either,
            "first" => FilledBy::First,
            _ => {
                let problem = format!("`{}` cannot win", shortened(who));
                return Err(ParseError::new(problem, "wins either, or wins first"));
            }
        };
        if self.filled_by.replace(filled_by).is_some() {
            return Err(ParseError::new("who wins was said before", "one `wins` is enough"));
        }
        Ok(())
    }

    /// Returns where the squares are drawn. Those without a place come below the others.
    fn drawing(&self) -> Result<Drawing, ParseError> {
        let given = self.places.iter().flatten();
        let (mut columns, rows) = given.fold((0, self.rows), |(w, h), &(i, j)| (w.max(i + 1), h.max(j + 1)));
        if columns == 0 {
            columns = self.names.len().isqrt() as u32;
            columns += u32::from(columns * columns < self.names.len() as u32);
        }
        let mut free = (0..).map(|number: u32| (number % columns, rows + number / columns));
        let place = |place: &Option<(u32, u32)>| place.or_else(|| free.next());
        let places: Vec<(u32, u32)> = self.places.iter().filter_map(place).collect();
        let rows = places.iter().map(|&(_, j)| j + 1).max().expect("there is a square");
        if columns * rows > MOST_CELLS {
            let problem = format!("the picture has {columns} columns and {rows} rows");
            return Err(ParseError::new(
                problem,
                format!("there may be at most {MOST_CELLS} cells, holes included"),
            ));
        }
        Ok(Drawing::new(places.into_iter().map(|(i, j)| (i, rows - 1 - j)).collect()))
    }

    fn plan(self) -> Result<Plan, ParseError> {
        if self.names.is_empty() {
            return Err(ParseError::new("there are no squares", "for example row a b c"));
        }
        let drawing = self.drawing()?;
        let mut lines = self.listed_lines()?;
        for goal in &self.goals {
            lines.extend(goal.lines(&drawing)?);
            if lines.len() > MOST_LINES {
                return Err(too_many_lines());
            }
        }
        if lines.is_empty() {
            return Err(ParseError::new("there are no lines", "for example line a b c, or in-a-row 3"));
        }
        // As the book says of a file without `wins`.
        let plan = Plan::new(drawing, lines, self.filled_by.unwrap_or(FilledBy::Either))?;
        Ok(plan.named(self.names).with_all_symmetries())
    }

    /// Returns the lines that were given square by square.
    fn listed_lines(&self) -> Result<Vec<Vec<u16>>, ParseError> {
        let square = |number: usize, name: &String| {
            self.known.get(name).copied().ok_or_else(|| {
                let problem = format!("line {number}: there is no square `{}`", shortened(name));
                ParseError::new(problem, "squares are named by row or square")
            })
        };
        let line = |(number, names): &(usize, Vec<String>)| {
            names.iter().map(|name| square(*number, name)).collect::<Result<Vec<u16>, ParseError>>()
        };
        self.lines.iter().map(line).collect()
    }
}

const PLACED_TWICE: (&str, &str) =
    ("squares have places by row and by square", "draw rows, or place each square, not both");

fn too_many_lines() -> ParseError {
    ParseError::new("there are too many lines", format!("there may be at most {MOST_LINES}"))
}

/// Reads a number from 1 on.
fn read_number(text: &str, most: u32) -> Result<u32, ParseError> {
    text.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        let problem = format!("`{}` is not a number from 1 to {most}", shortened(text));
        ParseError::new(problem, "")
    })
}

impl Goal {
    /// Returns the lines that it stands for on this board.
    fn lines(&self, board: &Drawing) -> Result<Vec<Vec<u16>>, ParseError> {
        let lines = match &self.kind {
            GoalKind::InARow(k) => board.in_a_row(*k),
            GoalKind::Shape(shape) => shape.placements(board),
        };
        if lines.is_empty() {
            let problem = format!("line {}: there is no room for it on the board", self.number);
            return Err(ParseError::new(problem, "it has to fit without holes"));
        }
        Ok(lines)
    }
}
