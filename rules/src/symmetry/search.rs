//! Which cells can be exchanged: trial and error, with few trials thanks to colours.

use crate::model::Var;
use crate::symbolic::Guards;

use super::colours::Colours;
use super::lift::lift;
use super::{Exchange, Start};

/// How many actions may be looked at in all.
const EFFORT: usize = 10_000_000;

/// Returns the symmetries that are found, the identity among them, at most so many: all of them, or those that leave
/// some cells in their places.
pub(super) fn all(guards: &mut Guards<'_, '_>, start: &Start<'_>, most: usize) -> Vec<Exchange> {
    let Some(chain) = Chain::new(guards, start) else { return Vec::new() };
    // Those that leave the first cells of the chain where they are form a group.
    for fixed in 0..=chain.marked.len() {
        let mut search =
            Search { guards, start, chain: &chain, most, found: Vec::new(), left: EFFORT, enough: false };
        search.go_on(fixed, &chain.colours[fixed]);
        if !search.enough {
            return search.found;
        }
    }
    Vec::new()
}

/// Cells that are marked one after the other until every cell has a colour of its own.
struct Chain {
    marked: Vec<Var>,
    /// The colours before the first mark, and after each.
    colours: Vec<Colours>,
    /// How often they were refined each time.
    rounds: Vec<usize>,
}

impl Chain {
    fn new(guards: &Guards<'_, '_>, start: &Start<'_>) -> Option<Chain> {
        let mut colours = Colours::first(guards, start);
        let mut chain = Chain { marked: Vec::new(), colours: Vec::new(), rounds: Vec::new() };
        let mut left = EFFORT;
        loop {
            let rounds = colours.refine(guards);
            left = left.checked_sub(rounds * guards.size())?;
            chain.rounds.push(rounds);
            chain.colours.push(colours.clone());
            let Some(cell) = first_alike(&colours.cells) else { return Some(chain) };
            chain.marked.push(cell);
            colours.mark(cell);
        }
    }
}

/// The first cell of the smallest class of cells that look alike.
fn first_alike(cells: &[u64]) -> Option<Var> {
    let mut classes: rustc_hash::FxHashMap<u64, (usize, Var)> = rustc_hash::FxHashMap::default();
    for (cell, colour) in (0..).zip(cells) {
        classes.entry(*colour).or_insert((0, cell)).0 += 1;
    }
    let alike = classes.into_values().filter(|(size, _)| *size > 1);
    alike.min().map(|(_, cell)| cell)
}

struct Search<'a, 'm, 'l> {
    guards: &'a mut Guards<'m, 'l>,
    start: &'a Start<'a>,
    chain: &'a Chain,
    most: usize,
    found: Vec<Exchange>,
    /// How many actions may still be looked at.
    left: usize,
    /// Whether there are too many symmetries, or too much to look at.
    enough: bool,
}

impl Search<'_, '_, '_> {
    /// Tries all images of the cell that is marked next. `colours` are those of the images so far.
    fn go_on(&mut self, depth: usize, colours: &Colours) {
        let Some(&cell) = self.chain.marked.get(depth) else { return self.settle(colours) };
        let wanted = self.chain.colours[depth].cells[cell as usize];
        for image in 0..colours.cells.len() as Var {
            if self.enough || colours.cells[image as usize] != wanted {
                continue;
            }
            let mut next = colours.clone();
            next.mark(image);
            let rounds = self.chain.rounds[depth + 1];
            match self.left.checked_sub(rounds * self.guards.size()) {
                Some(left) => self.left = left,
                None => self.enough = true,
            }
            for _ in 0..if self.enough { 0 } else { rounds } {
                next.round(self.guards);
            }
            if !self.enough && same_colours(&next.cells, &self.chain.colours[depth + 1].cells) {
                self.go_on(depth + 1, &next);
            }
        }
    }

    /// Every cell has its image: the one of the same colour.
    fn settle(&mut self, colours: &Colours) {
        let own = self.chain.colours.last().expect("there are colours before the first mark");
        let images: rustc_hash::FxHashMap<u64, Var> = colours.cells.iter().copied().zip(0..).collect();
        let cells: Option<Vec<Var>> = own.cells.iter().map(|colour| images.get(colour).copied()).collect();
        let lifted = cells.and_then(|cells| lift(self.guards, self.start, cells, own, colours));
        self.found.extend(lifted);
        self.enough |= self.found.len() > self.most;
    }
}

fn same_colours(one: &[u64], other: &[u64]) -> bool {
    let sorted = |colours: &[u64]| {
        let mut sorted = colours.to_vec();
        sorted.sort_unstable();
        sorted
    };
    sorted(one) == sorted(other)
}
