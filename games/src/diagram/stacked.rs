//! Marks that stand on one another, as an automaton.

use symbolic::levels::Judge;

use super::{EMPTY, Lines, Seen};

/// The state of the search for lines, and what the next cells must be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    lines: Seen,
    /// Cells that are still to be read, in order, and whether they must be empty; else they must be marked.
    owed: Vec<(u16, bool)>,
}

/// An automaton that gives the result of [`Lines`] for words in which no mark stands on an empty cell, and rejects all
/// others.
///
/// Where the shape of the words has no cells above an empty one, nothing is left to be said of them.
pub struct Stacked {
    lines: Lines,
    /// For each level, the levels of the cells above and below it, where they have to be watched.
    above: Vec<Option<u16>>,
    below: Vec<Option<u16>>,
}

impl Stacked {
    /// Lines of cells that need not stand on anything.
    pub(super) fn nowhere(lines: Lines) -> Stacked {
        let none = vec![None; lines.cells() as usize];
        Stacked { lines, above: none.clone(), below: none }
    }

    /// Lines of cells each of which has this level above it, if it has one.
    pub(super) fn on(lines: Lines, above: Vec<Option<u16>>) -> Stacked {
        let mut below = vec![None; above.len()];
        for (level, above) in (0..).zip(&above) {
            if let Some(above) = above {
                below[usize::from(*above)] = Some(level);
            }
        }
        Stacked { lines, above, below }
    }
}

impl Judge for Stacked {
    type State = Standing;

    fn start(&self) -> Standing {
        Standing { lines: self.lines.start(), owed: Vec::new() }
    }

    fn read(&self, level: usize, standing: &Standing, value: u32) -> Option<Standing> {
        let (here, is_empty) = (level as u16, value == EMPTY);
        let (mut owed, due) = match standing.owed.split_first() {
            Some((&(cell, empty), rest)) if cell == here => (rest.to_vec(), Some(empty)),
            _ => (standing.owed.clone(), None),
        };
        if due.is_some_and(|empty| empty != is_empty) {
            return None;
        }
        // Nothing is above an empty cell, and no empty one below a mark.
        let owes = if is_empty { self.above[level] } else { self.below[level] };
        owed.extend(owes.filter(|&cell| cell > here).map(|cell| (cell, is_empty)));
        owed.sort_unstable();
        owed.dedup();
        // A cell cannot be both.
        let clashes = owed.windows(2).any(|two| two[0].0 == two[1].0);
        (!clashes).then_some(())?;
        Some(Standing { lines: self.lines.read(level, &standing.lines, value)?, owed })
    }

    fn end(&self, standing: &Standing) -> u32 {
        self.lines.end(&standing.lines)
    }

    fn heap_bytes(&self, standing: &Standing) -> usize {
        self.lines.heap_bytes(&standing.lines) + standing.owed.capacity() * size_of::<(u16, bool)>()
    }
}
