//! "There is a line", as an automaton.

use symbolic::levels::{Judge, Shape};

use super::NO_LINE;

/// The cells that a line still needs, where its cells so far all have the same mark.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rest {
    mark: u32,
    cells: Vec<u16>,
}

impl Rest {
    /// Returns whether a line that needs more than this one can be ignored.
    fn covers(&self, other: &Rest) -> bool {
        self.mark == other.mark
            && self.cells.len() < other.cells.len()
            && self.cells.iter().all(|cell| other.cells.contains(cell))
    }
}

/// The state of the search for lines: one was found, or these can still be completed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// There is one.
    Line,
    /// There is none, and this is left of those that may be.
    Rests(Vec<Rest>),
}

/// Lines that begin at the same cell, without that cell: in two flat lists, since a cube may have 130,000 lines.
#[derive(Clone, Default)]
pub(super) struct Beginning {
    cells: Vec<u16>,
    /// Where the cells of each line end.
    ends: Vec<u32>,
}

impl Beginning {
    pub(super) fn push(&mut self, rest: &[u16]) {
        self.cells.extend_from_slice(rest);
        self.ends.push(self.cells.len() as u32);
    }

    fn rests(&self) -> impl Iterator<Item = &[u16]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.cells[begin as usize..end as usize])
    }
}

/// An automaton that finds lines of the watched marks: it ends in 2 if there is one, in 1 if not.
pub struct Lines {
    pub(super) shape: Shape,
    /// For each level, the lines whose first cell it is.
    pub(super) from: Vec<Beginning>,
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
            rests.extend(self.from[level].rests().map(|cells| Rest { mark: value, cells: cells.to_vec() }));
        }
        if rests.iter().any(|rest| rest.cells.is_empty()) {
            return (!self.none).then_some(Seen::Line);
        }
        // Cells that are skipped have no mark.
        rests.retain(|rest| rest.cells.first().is_some_and(|&cell| cell >= to));
        rests.sort_unstable();
        rests.dedup();
        // A rest covers only longer ones. Where all are of one length, as on cubes of two cells along each axis, there
        // may be a thousand of them, and comparing each with each would take most of the time.
        let lengths = || rests.iter().map(|rest| rest.cells.len());
        if lengths().min() != lengths().max() {
            let needed: Vec<bool> =
                rests.iter().map(|rest| !rests.iter().any(|other| other.covers(rest))).collect();
            let mut needed = needed.into_iter();
            rests.retain(|_| needed.next() == Some(true));
        }
        rests.shrink_to_fit();
        Some(Seen::Rests(rests))
    }

    fn end(&self, seen: &Seen) -> u32 {
        NO_LINE + u32::from(*seen == Seen::Line)
    }

    fn heap_bytes(&self, seen: &Seen) -> usize {
        /// What an allocation takes beside what is asked for, on average.
        const EACH: usize = 24;
        let Seen::Rests(rests) = seen else { return 0 };
        let cells = rests.iter().map(|rest| rest.cells.capacity() * size_of::<u16>() + EACH);
        rests.capacity() * size_of::<Rest>() + EACH + cells.sum::<usize>()
    }
}
