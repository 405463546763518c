//! Games with rules of their own: k in a row with gravity and its variants, and Nim.

use crate::board::rows;
use crate::header::Header;
use crate::{Checked, Described};

/// The most plies of a game: a proof is walked as deep as the game is long.
const LONGEST: usize = 512;
const VARIANTS: [&str; 7] = ["normal", "misere", "weak", "wild", "wild-misere", "notakto", "order"];

/// The rules of a game.
#[derive(Debug)]
pub struct Rules {
    /// `mnk`, `connect` or `nim`.
    pub family: String,
    variant: String,
    /// Columns, rows, and how many in a row count; of Nim the number of heaps, 1 and 1.
    pub size: [usize; 3],
    /// The rows through each cell that count.
    pub rows: Vec<Vec<Vec<usize>>>,
    /// All moves, in the order of their words.
    pub moves: Vec<Move>,
}

/// How a move is written; its column, cell or heap; and which mark it places, or how many objects it takes.
pub type Move = (String, usize, u8);

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The marks by column and then by row, of which 0 is none; or the heaps.
    pub cells: Vec<u8>,
    /// The player to move: 0 or 1.
    pub turn: usize,
    /// Who has won, if the game is over; 2 is nobody.
    pub winner: Option<usize>,
}

impl Rules {
    /// Returns the rules of the game of this name, if they are known, and its start.
    #[must_use]
    pub fn named(name: &str) -> Option<(Rules, State)> {
        let (family, parameters) = name.split_once(':')?;
        let variants = [("mnk", 7), ("connect", 3), ("nim", 2)].iter().find(|(known, _)| *known == family)?.1;
        let is_nim = family == "nim";
        let mut words: Vec<&str> = parameters.split(',').collect();
        // A name without a variant means the normal one; what is no number makes it a name that is not known.
        let variant = words.pop_if(|last| VARIANTS[..variants].contains(last)).unwrap_or("normal");
        let numbers: Vec<u8> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let given: Vec<usize> = numbers.iter().map(|&number| usize::from(number)).collect();
        let given = if is_nim { vec![given.len(), 1, 1] } else { given };
        let size = <[usize; 3]>::try_from(given).ok().filter(|size| !size.contains(&0))?;
        let cells = if is_nim { numbers } else { vec![0; size[0] * size[1]] };
        let objects = cells.iter().map(|&heap| usize::from(heap)).sum();
        if cells.len().max(objects) > LONGEST {
            return None;
        }
        let all = rows(size, false);
        let through = |cell| all.iter().filter(|row| row.contains(&cell)).cloned().collect();
        let rows = (0..cells.len()).map(through).collect();
        let moves = moves(family, variant, size, &cells);
        let mut start = State { cells, turn: 0, winner: None };
        let [family, variant] = [family, variant].map(str::to_string);
        let rules = Rules { family, variant, size, rows, moves };
        start.winner = rules.winner(&start, 0).filter(|_| is_nim);
        Some((rules, start))
    }

    /// Reads a position of the game of this name.
    pub(crate) fn read(header: &mut Header<'_>, name: &str) -> Checked<Described> {
        let Some((rules, mut at)) = Rules::named(name) else {
            fail!(Damaged, "no squares are listed, and `{name}` is not known")
        };
        let moves = header.one("moves")?;
        for word in moves.split_whitespace() {
            let next = rules.moves.iter().find(|mv| mv.0 == word).and_then(|mv| rules.after(&at, mv));
            let Some(next) = next else { fail!(Damaged, "`{word}` is not legal in `{moves}`") };
            at = next;
        }
        let position = if moves.is_empty() { name.to_string() } else { format!("{name} after {moves}") };
        Ok((position, Box::new((rules, at))))
    }

    /// Returns the positions after each move, in the order of the words for moves; none if the game is over.
    pub fn next(&self, at: &State) -> impl Iterator<Item = State> {
        self.moves.iter().filter_map(|mv| self.after(at, mv))
    }

    /// Returns the position after a move, if it is legal.
    fn after(&self, at: &State, &(_, place, choice): &Move) -> Option<State> {
        let mark = if choice > 0 { choice } else { self.marks(at.turn)[0] };
        let (cell, value) = match self.family.as_str() {
            "nim" => (place, at.cells[place].checked_sub(choice)?),
            "connect" => ((place..place + self.size[1]).find(|&cell| at.cells[cell] == 0)?, mark),
            _ => (place, (at.cells[place] == 0).then_some(mark)?),
        };
        if at.winner.is_some() {
            return None;
        }
        let mut next = State { cells: at.cells.clone(), turn: 1 - at.turn, winner: None };
        next.cells[cell] = value;
        next.winner = self.winner(&next, cell);
        Some(next)
    }

    /// Returns the marks that a player places.
    #[must_use]
    pub fn marks(&self, player: usize) -> &'static [u8] {
        match self.variant.as_str() {
            "wild" | "wild-misere" | "order" => &[1, 2],
            "notakto" => &[1],
            _ => [&[1], &[2]][player],
        }
    }

    /// Returns who has won by a change of this cell, if the game is over.
    fn winner(&self, at: &State, cell: usize) -> Option<usize> {
        let is_full = |row: &Vec<usize>| row.iter().all(|&other| at.cells[other] == at.cells[cell]);
        let is_nim = self.family == "nim";
        let row = !is_nim && self.rows[cell].iter().any(is_full);
        self.ending(at.turn, row, at.cells.iter().all(|&value| (value == 0) == is_nim))
    }

    /// Returns who has won, if the game is over, when it is the turn of `me` and the other has made a row; `done` says
    /// that no cell is free, or no object left.
    #[must_use]
    pub fn ending(&self, me: usize, row: bool, done: bool) -> Option<usize> {
        match (row, self.variant.as_str()) {
            (_, "misere") if self.family == "nim" => done.then_some(me),
            _ if self.family == "nim" => done.then_some(1 - me),
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
fn moves(family: &str, variant: &str, [w, h, _]: [usize; 3], cells: &[u8]) -> Vec<Move> {
    let either = ["wild", "wild-misere", "order"].contains(&variant);
    let (marks, cell) =
        (if either { 1..=2 } else { 0..=0 }, |at: usize| format!("{}{}", letters(at / h), at % h + 1));
    let marked = |at: usize| {
        marks.clone().map(move |mark| (["", "x", "o"][usize::from(mark)].to_string() + &cell(at), at, mark))
    };
    let taken = |at: usize| (1..=cells[at]).map(move |n| (format!("{}{n}", letters(at)), at, n));
    let mut moves: Vec<Move> = match family {
        "nim" => (0..cells.len()).flat_map(taken).collect(),
        "connect" => (0..w).map(|column| ((column + 1).to_string(), column * h, 0)).collect(),
        _ => (0..cells.len()).flat_map(marked).collect(),
    };
    moves.sort();
    moves
}

/// Returns the name of a column or heap: a to z, then aa, ab and so on.
fn letters(number: usize) -> String {
    let before = (number / 26).checked_sub(1).map_or(String::new(), letters);
    format!("{before}{}", char::from(b'a' + (number % 26) as u8))
}
