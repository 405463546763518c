//! Rules of games: k in a row with its variants and with gravity, and Nim.

use std::collections::BTreeSet;

use crate::MOST_SQUARES;

/// The families that are known, and how many of the variants each has.
pub(crate) const FAMILIES: [(&str, usize); 4] = [("torus", 3), ("connect", 3), ("nim", 2), ("mnk", 7)];
const VARIANTS: [&str; 7] = ["normal", "misere", "weak", "wild", "wild-misere", "notakto", "order"];

/// The rules of a game.
#[derive(Debug)]
pub struct Rules {
    /// `mnk`, `torus`, `connect` or `nim`.
    pub family: String,
    pub(crate) variant: String,
    /// Columns, rows, and how many in a row count; of Nim the number of heaps, 1 and 1.
    pub size: [usize; 3],
    /// The rows that count.
    pub rows: BTreeSet<Vec<usize>>,
    /// All moves, in the order of their words.
    pub moves: Vec<Move>,
}

/// How a move is written; its column, cell or heap; and which mark it places, or how many objects it takes.
pub type Move = (String, usize, u16);

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The marks by column and then by row, of which 0 is none; or the heaps.
    pub cells: Vec<u16>,
    /// The player to move: 0 or 1.
    pub turn: usize,
    /// Who has won, if the game is over; 2 is nobody.
    pub winner: Option<usize>,
}

impl Rules {
    /// Returns the rules of the game of this name, if they are known, and its start.
    #[must_use]
    pub fn named(name: &str) -> Option<(Rules, State)> {
        let (family, parameters) = name.split_once(':').filter(|_| !name.contains('+'))?;
        let variants = FAMILIES.iter().find(|(known, _)| *known == family)?.1;
        let mut words: Vec<&str> = parameters.split(',').collect();
        // A name without a variant means the normal one; what is no number makes it a name that is not known.
        let variant = words.pop_if(|last| VARIANTS[..variants].contains(last)).unwrap_or("normal");
        let numbers: Vec<u16> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let (is_nim, sizes) = (family == "nim", numbers.iter().map(|&number| usize::from(number)));
        let plies = if is_nim { sizes.clone().sum() } else { sizes.clone().max()? };
        let sizes = if is_nim { vec![words.len(), 1, 1] } else { sizes.collect() };
        let size = <[usize; 3]>::try_from(sizes).ok().filter(|size| !size.contains(&0))?;
        let count = size[0] * size[1];
        if count.max(plies) > MOST_SQUARES {
            return None;
        }
        let cells = if is_nim { numbers } else { vec![0; count] };
        let (rows, moves) = (rows(size, family == "torus"), moves(family, variant, size, &cells));
        let [family, variant] = [family, variant].map(str::to_string);
        let rules = Rules { family, variant, size, rows, moves };
        let mut start = State { cells, turn: 0, winner: None };
        start.winner = rules.winner(&start, 0).filter(|_| is_nim);
        Some((rules, start))
    }

    /// Returns the positions after each move, in the order of the words for moves; none if the game is over.
    pub fn next(&self, at: &State) -> impl Iterator<Item = State> {
        self.moves.iter().filter_map(|mv| self.after(at, mv))
    }

    /// Returns the position after a move, if it is legal.
    pub(crate) fn after(&self, at: &State, &(_, place, choice): &Move) -> Option<State> {
        let mark = if choice > 0 { choice } else { self.marks(at.turn)[0] };
        let (cell, value) = match self.family.as_str() {
            _ if at.winner.is_some() => return None,
            "nim" => (place, at.cells[place].checked_sub(choice)?),
            "connect" => ((place..place + self.size[1]).find(|&cell| at.cells[cell] == 0)?, mark),
            _ => (place, (at.cells[place] == 0).then_some(mark)?),
        };
        let mut next = State { cells: at.cells.clone(), turn: 1 - at.turn, winner: None };
        next.cells[cell] = value;
        next.winner = self.winner(&next, value);
        Some(next)
    }

    /// Returns the marks that a player places.
    #[must_use]
    pub fn marks(&self, player: usize) -> &'static [u16] {
        match self.variant.as_str() {
            "wild" | "wild-misere" | "order" => &[1, 2],
            "notakto" => &[1],
            _ => [&[1], &[2]][player],
        }
    }

    /// Returns who has won by a change of a cell to this value, if the game is over.
    fn winner(&self, at: &State, value: u16) -> Option<usize> {
        let is_nim = self.family == "nim";
        let done = at.cells.iter().all(|&value| (value == 0) == is_nim);
        let is_full = |row: &Vec<usize>| row.iter().all(|&cell| at.cells[cell] == value);
        self.ending(at.turn, if is_nim { done } else { self.rows.iter().any(is_full) }, done)
    }

    /// Returns who has won, if the game is over, when it is the turn of `me` and the other has made a row, or taken the
    /// last object; `done` says that no cell is free, or no object left.
    #[must_use]
    pub fn ending(&self, me: usize, row: bool, done: bool) -> Option<usize> {
        match (row, self.variant.as_str()) {
            (true, "normal" | "wild") => Some(1 - me),
            (true, "misere" | "wild-misere" | "notakto") => Some(me),
            (true, "order") => Some(0),
            (true, "weak") if me == 1 => Some(0),
            (false, "order") => done.then_some(1),
            _ => done.then_some(2),
        }
    }
}

/// Returns all moves of a game in the order of their words.
fn moves(family: &str, variant: &str, [w, h, _]: [usize; 3], cells: &[u16]) -> Vec<Move> {
    let cell = |at: usize| format!("{}{}", letters(at / h), at % h + 1);
    let placed = |mark: u16, word: &'static str| {
        (0..w * h).map(move |at| (format!("{word}{}", cell(at)), at, mark)).collect::<Vec<Move>>()
    };
    let taken = |at: usize| (1..=cells[at]).map(move |n| (format!("{}{n}", letters(at)), at, n));
    let mut moves: Vec<Move> = match (family, variant) {
        ("nim", _) => (0..w).flat_map(taken).collect(),
        ("connect", _) => (0..w).map(|column| ((column + 1).to_string(), column * h, 0)).collect(),
        (_, "wild" | "wild-misere" | "order") => [placed(1, "x"), placed(2, "o")].concat(),
        _ => placed(0, ""),
    };
    moves.sort();
    moves
}

/// Returns the name of a column or heap: a to z, then aa, ab and so on.
fn letters(number: usize) -> String {
    let before = (number / 26).checked_sub(1).map_or(String::new(), letters);
    format!("{before}{}", char::from(b'a' + (number % 26) as u8))
}

/// Returns all rows of K different squares on a board of W columns and H rows. The square in column i and row j has the
/// number H·i + j.
fn rows([w, h, k]: [usize; 3], wraps: bool) -> BTreeSet<Vec<usize>> {
    let [columns, rows] = [w, h].map(|size| size as isize);
    let row = |square: isize, (di, dj): (isize, isize)| -> BTreeSet<usize> {
        let places = (0..k as isize).map(|n| (square / rows + n * di, square % rows + n * dj));
        let inside = places.filter(|(i, j)| wraps || (0..columns).contains(i) && (0..rows).contains(j));
        inside.map(|(i, j)| i.rem_euclid(columns) as usize * h + j.rem_euclid(rows) as usize).collect()
    };
    let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let rows = (0..columns * rows).flat_map(|square| ways.map(|way| row(square, way)));
    rows.filter(|row| row.len() == k).map(|row| row.into_iter().collect()).collect()
}
