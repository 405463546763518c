//! The position that a command begins with.

use std::path::Path;

use arena::AnyState;
use catalogue::Opened;
use game::Notation;

use crate::answer::Failure;
use crate::args::Start;
use crate::files;

/// No drawing of a position is longer than this.
const LONGEST_BOARD: usize = 1 << 20;

impl Start {
    /// Returns whether a position is given, by moves or by its drawing.
    pub fn is_given(&self) -> bool {
        self.moves.is_some() || self.board.is_some()
    }

    /// Returns the position, as a title says it.
    pub fn title(&self) -> String {
        let board = if self.board.is_some() { " from the board given" } else { "" };
        let moves = self.moves.as_deref().map_or(String::new(), |moves| format!(" after {moves}"));
        format!("{board}{moves}")
    }

    /// Returns the position that is given, or else the first start.
    pub fn position(&self, opened: &Opened) -> Result<AnyState, Failure> {
        match self.drawn(opened)? {
            Some(state) => Ok(state),
            None => opened.variant.position(self.moves.as_deref()).map_err(|why| in_moves(&why)),
        }
    }

    /// Returns the position that is given, or else all starts.
    pub fn starts(&self, opened: &Opened) -> Result<Vec<AnyState>, Failure> {
        match self.drawn(opened)? {
            Some(state) => Ok(vec![state]),
            None => opened.variant.starts(self.moves.as_deref()).map_err(|why| in_moves(&why)),
        }
    }

    /// The position that is drawn, after the moves if there are any; none if no drawing is given.
    fn drawn(&self, opened: &Opened) -> Result<Option<AnyState>, Failure> {
        let Some(path) = &self.board else { return Ok(None) };
        let state = drawn(opened, path)?;
        self.drawn.get_or_init(|| opened.variant.system().board_text(&state));
        // Without moves it begins at the drawn position itself.
        let moves = self
            .moves
            .as_deref()
            .map(|moves| opened.variant.after(&state, moves).map_err(|why| in_moves(&why)));
        Ok(Some(moves.transpose()?.unwrap_or(state)))
    }
}

/// Returns the position that is drawn in a file, or on the standard input.
pub fn drawn(opened: &Opened, path: &Path) -> Result<AnyState, Failure> {
    let text = files::read("--board", path, LONGEST_BOARD)?;
    opened.variant.drawn(&text).map_err(|why| files::wrong("--board", path, why))
}

fn in_moves(why: &Failure) -> Failure {
    Failure::new(format!("--moves: {why}"))
}
