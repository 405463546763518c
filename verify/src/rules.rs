//! Proofs about games with rules of their own (k in a row with gravity and its variants, Nim): one move for the winner
//! in each position, and a reply to each move of the loser.

use std::collections::HashMap;
use std::io::Read;

use crate::Fault;
use crate::body::{Body, KNOWN, KNOWN_LAST, MOVE};
use crate::header::Fact;

/// A position: heaps of objects, or marks by column and then by row, of which 0 is none.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct State {
    family: String,
    variant: String,
    /// Columns, rows, and how many in a row count; of no meaning for heaps.
    size: [usize; 3],
    cells: Vec<usize>,
    plies: usize,
}

/// The most plies of a game.
const LONGEST: usize = 2048;
const VARIANTS: [&str; 7] = ["normal", "misere", "weak", "wild", "wild-misere", "notakto", "order"];

impl State {
    /// Returns the start of the game of this name, if its rules are known.
    pub(crate) fn named(name: &str) -> Option<State> {
        let (family, parameters) = name.split_once(':')?;
        let mut words: Vec<&str> = parameters.split(',').collect();
        let variant = words.pop_if(|last| VARIANTS.contains(last)).unwrap_or("normal").to_string();
        let numbers: Vec<usize> = words.into_iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let (size, cells, plies) = match (family, numbers.as_slice()) {
            ("nim", [_, ..]) if VARIANTS[..2].contains(&variant.as_str()) => (
                [0; 3],
                numbers.clone(),
                numbers.iter().fold(0, |sum: usize, &heap| sum.saturating_add(heap)),
            ),
            ("mnk" | "connect", &[w @ 1..=512, h @ 1..=512, k @ 1..=512]) => {
                ([w, h, k], vec![0; w * h], w * h)
            }
            _ => return None,
        };
        // A proof is walked as deep as the game is long.
        if plies > LONGEST {
            return None;
        }
        Some(State { family: family.to_string(), variant, size, cells, plies: 0 })
    }

    /// Returns the player to move.
    pub(crate) fn turn(&self) -> usize {
        self.plies % 2
    }

    /// Returns who has won, if the game is over; 2 is nobody.
    fn winner(&self) -> Option<usize> {
        let (me, you) = (self.turn(), 1 - self.turn());
        if self.family == "nim" {
            let empty = self.cells.iter().all(|&heap| heap == 0);
            return empty.then_some(if self.variant == "misere" { me } else { you });
        }
        let full = !self.cells.contains(&0);
        match (self.has_row(1) || self.has_row(2), self.variant.as_str()) {
            (true, "normal" | "wild") => Some(you),
            (true, "misere" | "wild-misere" | "notakto") => Some(me),
            (true, "order") => Some(0),
            (_, "order") => full.then_some(1),
            (_, "weak") if self.has_row(1) => Some(0),
            _ => full.then_some(2),
        }
    }

    /// Returns whether enough of these marks are in a row.
    fn has_row(&self, mark: usize) -> bool {
        let [w, h, k] = self.size.map(|size| size as isize);
        let has = |(i, j): (isize, isize)| {
            (0..w).contains(&i) && (0..h).contains(&j) && self.cells[(i * h + j) as usize] == mark
        };
        let from = |i: isize, j: isize, (di, dj)| (0..k).all(|n| has((i + n * di, j + n * dj)));
        (0..w * h).any(|at| [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&way| from(at / h, at % h, way)))
    }

    /// Returns the legal moves, as they are written, with the positions behind them; none if the game is over.
    fn moves(&self) -> Vec<(String, State)> {
        let marks = match self.variant.as_str() {
            "wild" | "wild-misere" | "order" => 1..3,
            "notakto" => 1..2,
            _ => self.turn() + 1..self.turn() + 2,
        };
        let [_, h, _] = self.size;
        let change = |at: usize, value: usize| -> Option<String> {
            let (column, old) = (letters(at / h.max(1)), self.cells[at]);
            match self.family.as_str() {
                "nim" => (value < old).then(|| format!("{}{}", letters(at), old - value)),
                _ if old != 0 || !marks.contains(&value) => None,
                "connect" => {
                    (at.is_multiple_of(h) || self.cells[at - 1] != 0).then(|| (at / h + 1).to_string())
                }
                _ if marks.len() == 2 => Some(format!("{}{column}{}", ["x", "o"][value - 1], at % h + 1)),
                _ => Some(format!("{column}{}", at % h + 1)),
            }
        };
        let mut moves = Vec::new();
        for at in (0..self.cells.len()).filter(|_| self.winner().is_none()) {
            let values = 0..self.cells[at].max(3);
            moves.extend(values.filter_map(|value| Some((change(at, value)?, self.with(at, value)))));
        }
        moves
    }

    fn with(&self, at: usize, value: usize) -> State {
        let mut next = State { plies: self.plies + 1, ..self.clone() };
        next.cells[at] = value;
        next
    }

    /// Returns the position after a move, if it is legal.
    pub(crate) fn after(&self, word: &str) -> Option<State> {
        self.moves().into_iter().find(|(name, _)| name == word).map(|(_, next)| next)
    }
}

/// Returns the name of a column or heap: a to z, then aa, ab and so on.
fn letters(number: usize) -> String {
    let before = (number / 26).checked_sub(1).map(letters).unwrap_or_default();
    format!("{before}{}", char::from(b'a' + (number % 26) as u8))
}

/// Checks the proof of one fact.
pub(crate) fn check<R: Read>(
    start: &State,
    words: &[String],
    fact: &Fact,
    body: &mut Body<R>,
) -> Result<(), Fault> {
    Walk { body, words, fact, kept: HashMap::new() }.node(start, fact.plies.unwrap_or(u32::MAX))
}

struct Walk<'a, R> {
    body: &'a mut Body<R>,
    words: &'a [String],
    fact: &'a Fact,
    /// The positions that will be referred to, each with the plies that were left.
    kept: HashMap<usize, (State, u32)>,
}

impl<R: Read> Walk<'_, R> {
    fn node(&mut self, at: &State, plies: u32) -> Result<(), Fault> {
        self.body.nodes += 1;
        let Fact { player, wins, .. } = *self.fact;
        match at.winner() {
            Some(winner) if (winner == player) == wins => return Ok(()),
            Some(_) => return Err(self.body.wrong("the game ends otherwise here")),
            None if plies == 0 && wins => return Err(self.body.wrong("the win takes longer")),
            None if plies == 0 => return Ok(()),
            None => {}
        }
        let (slot, what) = self.body.opening()?;
        match what {
            KNOWN | KNOWN_LAST => self.known(at, plies, what == KNOWN_LAST)?,
            mv => self.moves(at, if plies == u32::MAX { plies } else { plies - 1 }, mv)?,
        }
        slot.map(|slot| self.kept.insert(slot, (at.clone(), plies)));
        Ok(())
    }

    /// Checks the move of the side that the proof is for, or the replies to every move of the other.
    fn moves(&mut self, at: &State, plies: u32, first: usize) -> Result<(), Fault> {
        let (mut left, mut mv) = (at.moves(), first);
        loop {
            let word = mv.checked_sub(MOVE).and_then(|number| self.words.get(number));
            let Some(found) = left.iter().position(|(name, _)| Some(name) == word) else {
                return Err(self.body.wrong("the move is not legal, or has its reply already"));
            };
            self.node(&left.swap_remove(found).1, plies)?;
            if left.is_empty() || (at.turn() == self.fact.player) == self.fact.wins {
                return Ok(());
            }
            mv = self.body.number()?;
        }
    }

    /// Checks that a position is one that is proved. What is won within fewer plies is won within more; what fails
    /// within more fails within fewer.
    fn known(&mut self, at: &State, plies: u32, last: bool) -> Result<(), Fault> {
        let slot = self.body.number()?;
        let enough = |then: u32| if self.fact.wins { then <= plies } else { then >= plies };
        if !self.kept.get(&slot).is_some_and(|(known, then)| known == at && enough(*then)) {
            return Err(self.body.wrong("the position is not one that is proved"));
        }
        if last {
            self.kept.remove(&slot);
        }
        Ok(())
    }
}
