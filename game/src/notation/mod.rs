//! How positions and moves are written.

use std::fmt;
use std::ops::Range;

use crate::look::{Choices, Look, Pick};
use crate::{SyntaxError, System, shortened};

mod line;
mod recognise;

/// How positions and actions are written, and read again.
///
/// You say how they are written; reading them comes for free. A move is read by comparing what was typed with the legal
/// moves, and a board by searching for the position whose drawing it is.
///
/// Without it a game cannot be played by hand or named on the command line.
#[diagnostic::on_unimplemented(
    message = "nothing says how positions and moves of `{Self}` are written",
    note = "implement `game::Notation`: `action_text` and `board_text`; parsing them comes for free"
)]
pub trait Notation: System {
    /// Returns the usual way to write an action: short, and different for each action of the state.
    fn action_text(&self, state: &Self::Configuration, action: Self::Action) -> String;

    /// Returns a drawing of the position for people, without a line break at the end. Different positions must be drawn
    /// differently: if the board does not show who is to move, the drawing must say so.
    fn board_text(&self, state: &Self::Configuration) -> String;

    /// Returns other ways in which a person might type an action.
    fn spellings(&self, state: &Self::Configuration, action: Self::Action) -> Vec<String> {
        let _ = (state, action);
        Vec::new()
    }

    /// Returns what a position looks like, for programs that show more than text: grids of cells, or heaps. The default
    /// is text alone.
    fn look(&self, state: &Self::Configuration) -> Look {
        let _ = state;
        Look::Text
    }

    /// Returns what a person points at to make this move, one thing after another: different picks for each action of
    /// the state, none of which is the beginning of another. The default is to choose the action from a list.
    fn picks(&self, state: &Self::Configuration, action: Self::Action) -> Vec<Pick> {
        vec![Pick::Label(self.action_text(state, action))]
    }

    /// Returns all actions with their [picks](Notation::picks); none if the state is final.
    fn choices(&self, state: &Self::Configuration) -> Choices<Self::Action> {
        if self.is_final(state) {
            return Choices::default();
        }
        Choices { all: self.actions(state).map(|action| (action, self.picks(state, action))).collect() }
    }

    /// Reads an action as a person typed it: case, punctuation and spacing do not matter.
    ///
    /// # Errors
    /// If no legal action is written this way. The message says whether one is at the start, and lists some that are
    /// legal here.
    fn parse_action(&self, state: &Self::Configuration, text: &str) -> Result<Self::Action, ParseError> {
        match find_action(self, state, text) {
            Some(action) => Ok(action),
            None => Err(no_such_action(self, state, text)),
        }
    }

    /// Reads a position as [`board_text`](Notation::board_text) draws it: white space does not matter.
    ///
    /// The default searches the positions that can be reached, beginning with those whose drawings are most similar, and
    /// gives up after a hundred thousand. A game that can read its board directly, or is drawn by a grid, overrides it.
    ///
    /// # Errors
    /// If no such position is found.
    fn parse_board(&self, text: &str) -> Result<Self::Configuration, ParseError> {
        recognise::recognise(self, text, 100_000)
    }

    /// Plays a list of moves from the start: separated by commas as in `a1, b2, c3`, by spaces, or run together if all
    /// moves have the same number of characters. Returns the moves and the positions. The start is among them, so there
    /// is one more position than there are moves.
    ///
    /// # Errors
    /// If a move is not legal where it is played; the message says which, and where in the text.
    fn parse_line(&self, text: &str) -> Result<Line<Self>, ParseError> {
        let start = self.starts().next();
        let start = start
            .ok_or_else(|| ParseError::new("there is no start", "a system needs at least one start state"))?;
        self.parse_line_from(&start, text)
    }

    /// Plays a list of moves from this position on, as [`parse_line`](Notation::parse_line) does from the start.
    ///
    /// # Errors
    /// If a move is not legal where it is played; the message says which, and where in the text.
    fn parse_line_from(&self, start: &Self::Configuration, text: &str) -> Result<Line<Self>, ParseError> {
        line::parse_line(self, start, text)
    }
}

/// Moves and the positions before, between and after them.
type Line<S> = (Vec<<S as System>::Action>, Vec<<S as System>::Configuration>);

/// What is wrong with a text, and what would work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// What is wrong, with the text in question.
    pub problem: String,
    /// What would work.
    pub help: String,
    /// The bytes of the text that are wrong, if that is known.
    pub place: Option<Range<usize>>,
}

impl ParseError {
    /// Returns an error that says what is wrong and what would work.
    pub fn new(problem: impl Into<String>, help: impl Into<String>) -> ParseError {
        ParseError { problem: problem.into(), help: help.into(), place: None }
    }

    /// Sets the bytes of the text that are wrong.
    #[must_use]
    pub fn at(self, place: Range<usize>) -> ParseError {
        ParseError { place: Some(place), ..self }
    }

    /// Returns the message with the text below it and the place marked, as far as that is known.
    ///
    /// ```
    /// use game::ParseError;
    /// let error = ParseError::new("`z9` is not a move", "2 moves are legal: a1, b1").at(3..5);
    /// assert_eq!(error.shown_in("a2,z9"), "`z9` is not a move\n  a2,z9\n     ^^\n2 moves are legal: a1, b1");
    /// ```
    #[must_use]
    pub fn shown_in(&self, text: &str) -> String {
        match self.place.clone() {
            Some(place) => SyntaxError::new(text, place, &self.problem, &self.help).to_string(),
            None => self.to_string(),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

impl std::error::Error for ParseError {}

/// Returns the name of a square, as in chess: column a, b, … and row 1, 2, …, both counted from zero here.
///
/// ```
/// assert_eq!(game::square(1, 1), "b2");
/// assert_eq!(game::square(18, 18), "s19");
/// ```
#[must_use]
pub fn square(column: usize, row: usize) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// Returns the name of a column, counted from zero: a to z, then aa, ab, ….
///
/// ```
/// assert_eq!(game::letters(2), "c");
/// ```
#[must_use]
pub fn letters(column: usize) -> String {
    let last = char::from(b'a' + u8::try_from(column % 26).expect("what is left is below 26"));
    match column / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

/// Words of letters and digits in lower case, with one space between them.
fn words(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    spaced.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the action that is written like this, or, failing that, the only one that is except for spaces.
fn find_action<S: Notation + ?Sized>(system: &S, state: &S::Configuration, text: &str) -> Option<S::Action> {
    if system.is_final(state) {
        return None;
    }
    let spelled = |action| {
        let mut all = system.spellings(state, action);
        all.push(system.action_text(state, action));
        all
    };
    let number = find_spelling(&mut system.actions(state).map(spelled), &words(text))?;
    system.actions(state).nth(number)
}

/// Returns the number of the action of which one spelling is this, or, failing that, of the only one that is except for
/// spaces. Compiled once for all games.
fn find_spelling(actions: &mut dyn Iterator<Item = Vec<String>>, typed: &str) -> Option<usize> {
    if typed.is_empty() {
        return None;
    }
    let joined = typed.replace(' ', "");
    let mut alike = Vec::new();
    for (number, mut spellings) in actions.enumerate() {
        spellings.retain(|spelling| has_letters(spelling, &joined));
        if spellings.iter().any(|spelling| words(spelling) == typed) {
            return Some(number);
        }
        if !spellings.is_empty() {
            alike.push(number);
        }
    }
    alike.first().copied().filter(|_| alike.len() == 1)
}

/// Whether the words of a text, joined, are these. Nearly all actions are ruled out here, so it takes no memory.
fn has_letters(text: &str, joined: &str) -> bool {
    if !text.is_ascii() {
        return words(text).replace(' ', "") == joined;
    }
    let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).eq(joined.bytes())
}

fn no_such_action<S: Notation + ?Sized>(system: &S, state: &S::Configuration, text: &str) -> ParseError {
    let shown = shortened(text.trim());
    if system.is_final(state) {
        return ParseError::new(format!("`{shown}` comes after the end"), "the game is over");
    }
    let elsewhere = system.starts().any(|start| find_action(system, &start, text).is_some());
    let problem = if elsewhere { "cannot be played here" } else { "is not a move" };
    ParseError::new(format!("`{shown}` {problem}"), legal_actions(system, state))
}

/// Returns the number of legal actions and the first eight of them in words, as help after an illegal one.
#[must_use]
pub fn legal_actions<S: Notation + ?Sized>(system: &S, state: &S::Configuration) -> String {
    let mut actions = system.actions(state);
    let some: Vec<String> =
        (&mut actions).take(SHOWN).map(|action| system.action_text(state, action)).collect();
    listed(&some, actions.count())
}

/// How many legal actions are named.
const SHOWN: usize = 8;

/// Names some actions, and says how many there are.
fn listed(some: &[String], more: usize) -> String {
    match (some.len(), more) {
        (0, _) => "there is no legal move".to_string(),
        (1, 0) => format!("only {} is legal", some[0]),
        (all, 0) => format!("{all} moves are legal: {}", some.join(", ")),
        (_, more) => format!("{} moves are legal: {}, …", SHOWN + more, some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_after_z() {
        assert_eq!(square(25, 0), "z1");
        assert_eq!(square(26, 0), "aa1");
        assert_eq!(square(27, 9), "ab10");
    }

    #[test]
    fn letters_are_compared_as_words_are() {
        for text in ["", "A1-b2!", "Ä1 Ö", "ΑΣ", "a c1", "½"] {
            let joined = words(text).replace(' ', "");
            assert!(has_letters(text, &joined), "{text}");
            assert!(!has_letters(text, &format!("{joined}1")), "{text}");
        }
    }

    #[test]
    fn punctuation_and_case_do_not_matter() {
        assert_eq!(words(" D1-d7/G7 "), "d1 d7 g7");
        assert_eq!(words("(1, 1)"), "1 1");
        assert_eq!(words("-?!"), "");
    }
}
