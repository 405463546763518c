//! "There is a line", as an automaton.

use symbolic::levels::{Judge, Shape};

use super::NO_LINE;

/// What is left of a line whose cells so far all have the same mark.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rest {
    mark: u32,
    cells: Vec<u16>,
}

impl Rest {
    /// Is a line that needs more than this one of no account?
    fn covers(&self, other: &Rest) -> bool {
        self.mark == other.mark
            && self.cells.len() < other.cells.len()
            && self.cells.iter().all(|cell| other.cells.contains(cell))
    }
}

/// What is known of the lines: what is left of those that can still be, or that there is one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// There is one.
    Line,
    /// There is none, and this is left of those that may be.
    Rests(Vec<Rest>),
}

/// Tells whether some of the watched marks fill a line: 1 if not, 2 if so.
pub struct Lines {
    pub(super) shape: Shape,
    /// For each level, the lines whose first cell it is, without that cell.
    pub(super) from: Vec<Vec<Vec<u16>>>,
    pub(super) watched: Vec<u32>,
    /// Are words with a line not accepted at all?
    pub(super) none: bool,
}

impl Lines {
    /// How many cells there are.
    pub(crate) fn cells(&self) -> u32 {
        self.from.len() as u32
    }

    /// Accepts only words without a line.
    pub(crate) fn none(self) -> Lines {
        Lines { none: true, ..self }
    }
}

impl Judge for Lines {
    type State = Seen;

    fn start(&self) -> Seen {
        Seen::Rests(Vec::new())
    }

    fn read(&self, level: usize, seen: &Seen, value: u32) -> Option<Seen> {
        let Seen::Rests(before) = seen else { return Some(Seen::Line) };
        let (here, to) = (level as u16, self.shape.next(level, value) as u16);
        let mut rests = Vec::new();
        for rest in before {
            match rest.cells.split_first() {
                Some((&cell, cells)) if cell == here => {
                    if rest.mark == value {
                        rests.push(Rest { mark: value, cells: cells.to_vec() });
                    }
                }
                _ => rests.push(rest.clone()),
            }
        }
        if self.watched.contains(&value) {
            rests.extend(self.from[level].iter().map(|cells| Rest { mark: value, cells: cells.clone() }));
        }
        if rests.iter().any(|rest| rest.cells.is_empty()) {
            return (!self.none).then_some(Seen::Line);
        }
        // Cells that are skipped have no mark.
        rests.retain(|rest| rest.cells.first().is_some_and(|&cell| cell >= to));
        rests.sort_unstable();
        rests.dedup();
        let needed = |rest: &&Rest| !rests.iter().any(|other| other.covers(rest));
        Some(Seen::Rests(rests.iter().filter(needed).cloned().collect()))
    }

    fn end(&self, seen: &Seen) -> u32 {
        NO_LINE + u32::from(*seen == Seen::Line)
    }

    fn heap(&self, seen: &Seen) -> usize {
        /// What an allocation takes beside what is asked for, on average.
        const EACH: usize = 24;
        let Seen::Rests(rests) = seen else { return 0 };
        let cells = rests.iter().map(|rest| rest.cells.capacity() * size_of::<u16>() + EACH);
        rests.capacity() * size_of::<Rest>() + EACH + cells.sum::<usize>()
    }
}
