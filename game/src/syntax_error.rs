//! What is wrong with a text, and where.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What is wrong with something that was typed, where, and what would be right.
///
/// ```
/// use game::SyntaxError;
/// let mistake = SyntaxError::new("ply = x", 6..7, "`x` is not a number", "for example ply = 3");
/// assert_eq!(mistake.to_string(), "`x` is not a number\n  ply = x\n        ^\nfor example ply = 3");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// What was typed.
    pub text: String,
    /// The bytes of it that are wrong; at the end, and empty, where something is missing.
    pub place: Range<usize>,
    /// What is wrong with them.
    pub problem: String,
    /// What would be right, with an example that works.
    pub help: String,
    /// The line and the column where the place begins, counted from 1, if the text is a line of a longer one.
    pub line: Option<(usize, usize)>,
}

impl SyntaxError {
    /// Returns a mistake at these bytes of the text.
    pub fn new(
        text: impl Into<String>,
        place: Range<usize>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> SyntaxError {
        SyntaxError { text: text.into(), place, problem: problem.into(), help: help.into(), line: None }
    }

    /// Returns the same mistake, in a line of a longer text: the problem begins with the line and the column.
    ///
    /// ```
    /// use game::SyntaxError;
    /// let mistake = SyntaxError::new("ply = x", 6..7, "`x` is not a number", "").in_line(3, 7);
    /// assert_eq!((mistake.problem.as_str(), mistake.line), ("line 3, column 7: `x` is not a number", Some((3, 7))));
    /// ```
    #[must_use]
    pub fn in_line(self, line: usize, column: usize) -> SyntaxError {
        let problem = format!("line {line}, column {column}: {}", self.problem);
        SyntaxError { problem, line: Some((line, column)), ..self }
    }

    /// Ends the computation that is under way, however deep it is: [`unless_abandoned`] returns the mistake.
    ///
    /// The rules of a game that are a text may turn out to be wrong only after many moves, and then there is nothing
    /// that its methods could return. Code that starts threads hands on what ends them.
    pub fn abandon(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

/// Does some work; returns the mistake if it was [abandoned](SyntaxError::abandon). A panic stays a panic.
///
/// ```
/// use game::{SyntaxError, unless_abandoned};
/// let wrong = SyntaxError::new("x*", 0..2, "this never ends", "write x");
/// assert_eq!(unless_abandoned(|| wrong.clone().abandon()), Err::<(), _>(wrong));
/// assert_eq!(unless_abandoned(|| 1), Ok(1));
/// ```
///
/// # Errors
/// If the work was abandoned.
pub fn unless_abandoned<T>(work: impl FnOnce() -> T) -> Result<T, SyntaxError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(SyntaxError::thrown)
}

impl SyntaxError {
    /// Returns the mistake of what was thrown by abandoned work; hands any other panic on.
    #[must_use]
    pub fn thrown(thrown: Box<dyn Any + Send>) -> SyntaxError {
        match thrown.downcast() {
            Ok(mistake) => *mistake,
            Err(panic) => resume_unwind(panic),
        }
    }
}

/// The mistake itself, then what was typed with the place marked, then the help. Of a long text only the surroundings
/// of the mistake are shown.
impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A place that is not in the text is not shown: to tell of a mistake must not fail.
        let part =
            |place: Range<usize>| self.text.get(place).unwrap_or_default().replace(char::is_control, " ");
        let before = last_of(&part(0..self.place.start));
        let marked = shortened(&part(self.place.clone()));
        let after = shortened(&part(self.place.end..self.text.len()));
        writeln!(f, "{}", self.problem)?;
        writeln!(f, "  {before}{marked}{after}")?;
        writeln!(f, "  {}{}", " ".repeat(before.chars().count()), "^".repeat(marked.chars().count().max(1)))?;
        f.write_str(&self.help)
    }
}

impl std::error::Error for SyntaxError {}

/// How many characters of a text are shown.
const SHOWN: usize = 40;

/// Returns the beginning of a text, or all of it if it is short.
///
/// ```
/// assert_eq!(game::shortened("a1"), "a1");
/// assert_eq!(game::shortened("\x1b[2J"), "\\u{1b}[2J", "nothing that a terminal would obey");
/// assert_eq!(game::shortened(&"y".repeat(1_000_000)).chars().count(), 41);
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => harmless(text),
        Some((end, _)) => format!("{}…", harmless(&text[..end])),
    }
}

/// With the characters written out that a terminal would obey.
fn harmless(text: &str) -> String {
    let shown = |c: char| if c.is_control() { c.escape_default().collect() } else { String::from(c) };
    text.chars().map(shown).collect()
}

/// The end of a text, all of it if it is short.
fn last_of(text: &str) -> String {
    match text.char_indices().rev().nth(SHOWN) {
        None => harmless(text),
        Some((start, c)) => format!("…{}", harmless(&text[start + c.len_utf8()..])),
    }
}
