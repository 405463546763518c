//! A positional game as data.

use std::collections::HashSet;

use game::bits::BitSet;
use game::{FilledBy, ParseError};

use super::{Drawing, group};
use crate::bits::WIDEST;

/// The most squares.
pub const MOST_SQUARES: u32 = WIDEST;
/// The most lines.
pub const MOST_LINES: usize = 20_000;

/// A set of squares of the largest board.
pub(super) type Set = BitSet<8>;

/// A positional game as data: squares, lines and who wins by them.
///
/// ```
/// use game::FilledBy;
/// use games::positional::{Drawing, Plan};
///
/// let board = Drawing::rectangle(3, 3);
/// let lines = board.in_a_row(3);
/// let tic_tac_toe = Plan::new(board, lines, FilledBy::Either).unwrap();
/// assert_eq!(tic_tac_toe.lines().len(), 8);
/// assert_eq!(tic_tac_toe.symmetries().len(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    drawing: Drawing,
    names: Vec<String>,
    /// Whether the squares are named as in chess, by their coordinates.
    is_labelled: bool,
    lines: Vec<Vec<u16>>,
    filled_by: FilledBy,
    symmetries: Vec<Vec<u32>>,
}

impl Plan {
    /// Makes a game of the squares of a drawing, named as in chess, with those symmetries of the drawing that take lines
    /// to lines.
    ///
    /// # Errors
    /// If there are too many squares or lines, none at all, or a line is empty or has a square twice.
    ///
    /// # Panics
    /// If a line has a square that is not there.
    pub fn new(drawing: Drawing, lines: Vec<Vec<u16>>, filled_by: FilledBy) -> Result<Plan, ParseError> {
        let squares = drawing.squares();
        check_count("squares", squares, MOST_SQUARES as usize)?;
        let lines = in_order(lines);
        check_count("lines", lines.len(), MOST_LINES)?;
        for line in &lines {
            assert!(line.iter().all(|&square| usize::from(square) < squares), "a line {line:?}");
            if line.is_empty() || line.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(ParseError::new("a line is empty, or has a square twice", ""));
            }
        }
        let maps = group::of_rectangle(&drawing);
        Ok(Plan::with_group(drawing, lines, Vec::new()).won_by(filled_by).with_symmetries(maps))
    }

    /// Makes a game of as many lines as there are, each of one square or more and none of them twice. The maps of
    /// squares are a group that takes lines to lines, and the identity is the first of them.
    pub(crate) fn with_group(drawing: Drawing, lines: Vec<Vec<u16>>, symmetries: Vec<Vec<u32>>) -> Plan {
        let (names, lines) = (drawing.chess_names(), in_order(lines));
        Plan { drawing, names, is_labelled: true, lines, filled_by: FilledBy::Either, symmetries }
    }

    /// Returns the same game, in which these players win by filling a line.
    #[must_use]
    pub fn won_by(self, filled_by: FilledBy) -> Plan {
        Plan { filled_by, ..self }
    }

    /// Returns the same game with other names of its squares.
    ///
    /// # Panics
    /// If there is not one for each square.
    #[must_use]
    pub fn named(self, names: Vec<String>) -> Plan {
        assert_eq!(names.len(), self.drawing.squares(), "a name for each square");
        let is_labelled = names == self.drawing.chess_names();
        Plan { names, is_labelled, ..self }
    }

    /// Returns the same game with those of these maps of squares for symmetries that take lines to lines. The maps are
    /// a group, and the identity is the first of them.
    #[must_use]
    pub(super) fn with_symmetries(self, maps: Vec<Vec<u32>>) -> Plan {
        let lines: HashSet<Set> = self.lines.iter().map(|line| set(line)).collect();
        let image = |map: &[u32], line: &[u16]| -> Set {
            line.iter().map(|&square| map[usize::from(square)] as usize).collect()
        };
        let keeps = |map: &Vec<u32>| self.lines.iter().all(|line| lines.contains(&image(map, line)));
        // On narrow boards, different turns are the same map.
        let mut seen = HashSet::new();
        let symmetries = maps.into_iter().filter(|map| seen.insert(map.clone()) && keeps(map)).collect();
        Plan { symmetries, ..self }
    }

    /// Returns the same game with all symmetries of its lines, if they are found soon and are not too many.
    #[must_use]
    pub fn with_all_symmetries(self) -> Plan {
        let Some(maps) = group::of_lines(self.drawing.squares(), &self.lines) else { return self };
        let found = self.clone().with_symmetries(maps);
        if found.symmetries.len() >= self.symmetries.len() { found } else { self }
    }

    /// Returns the squares as they are drawn.
    #[must_use]
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Returns the names of the squares.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns whether the squares are named as in chess, by their places.
    pub(super) fn is_labelled(&self) -> bool {
        self.is_labelled
    }

    /// Returns the lines, each in increasing order and none of them twice.
    #[must_use]
    pub fn lines(&self) -> &[Vec<u16>] {
        &self.lines
    }

    /// Returns who wins by filling a line.
    #[must_use]
    pub fn filled_by(&self) -> FilledBy {
        self.filled_by
    }

    /// Returns the symmetries: where each takes each square. The first is the identity.
    #[must_use]
    pub fn symmetries(&self) -> &[Vec<u32>] {
        &self.symmetries
    }
}

/// Returns the squares of a line as a set.
pub(super) fn set(line: &[u16]) -> Set {
    line.iter().map(|&square| usize::from(square)).collect()
}

/// Returns the lines with their squares in increasing order, none of them twice.
fn in_order(mut lines: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    lines.iter_mut().for_each(|line| line.sort_unstable());
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Checks that there are some, and not too many.
fn check_count(what: &str, count: usize, most: usize) -> Result<(), ParseError> {
    let help = format!("there may be at most {most}");
    match count {
        0 => Err(ParseError::new(format!("there are no {what}"), "")),
        _ if count > most => Err(ParseError::new(format!("{count} {what} are too many"), help)),
        _ => Ok(()),
    }
}
