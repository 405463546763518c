//! Symmetries that the program finds by itself: exchanges of cells that leave the rules and the start as they are.
//!
//! ```text
//!   colours   tells apart, round by round, cells and locations that no symmetry can exchange
//!   search    tries the images of cells that colours leave open, one after the other
//!   lift      what an exchange of cells does to locations and to actions: the proof that the rules stay the same
//! ```
//!
//! Nobody has to say how the board lies, or to write rules in a symmetric way. What is kept is which action can come next
//! and in which positions, as [`Guards`] know it; whether there are three in a row is the same question from the left and
//! from the right. Colours are hashes, and may be wrong; what [`lift`](lift::lift) returns was compared set by set.

mod colours;
mod lift;
mod search;

use game::Limits;

use crate::model::{Loc, Model, Var};
use crate::symbolic::{Guards, mixed};

/// The most symmetries that are used: those of a cube. Where there are more, a subgroup of them.
const MOST: usize = 48;

/// An exchange of cells that the rules do not notice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Exchange {
    /// Where what is on each cell goes.
    pub(crate) cells: Vec<Var>,
    /// What each location of the automaton becomes.
    pub(crate) locations: Vec<Loc>,
    /// What each action becomes.
    pub(crate) actions: Vec<u32>,
}

impl Exchange {
    fn identity(model: &Model) -> Exchange {
        let all = |count: usize| (0..count as u32).collect();
        Exchange {
            cells: all(model.board.cells.len()),
            locations: all(model.locations.len()),
            actions: all(model.actions.len()),
        }
    }

    /// The exchange that does `self` first and `other` second.
    fn then(&self, other: &Exchange) -> Exchange {
        let both = |first: &[u32], second: &[u32]| first.iter().map(|&at| second[at as usize]).collect();
        Exchange {
            cells: both(&self.cells, &other.cells),
            locations: both(&self.locations, &other.locations),
            actions: both(&self.actions, &other.actions),
        }
    }
}

/// What a symmetry leaves as it is, beside the rules: the values of the cells and the location at the start.
pub(crate) struct Start<'a> {
    pub(crate) cells: &'a [u32],
    pub(crate) at: Loc,
}

/// Returns the identity, where no other symmetry is wanted.
pub(crate) fn none(model: &Model) -> Vec<Exchange> {
    vec![Exchange::identity(model)]
}

/// How many bytes the search may take.
const MEMORY: usize = 40 << 20;

/// Returns symmetries of a model, a group with the identity first: all of them, or, where these are many, those that
/// leave some cells in their places. The identity alone where the rules are too much to look at.
pub(crate) fn find(model: &Model, start: &Start<'_>) -> Vec<Exchange> {
    let identity = Exchange::identity(model);
    if start.at as usize >= model.locations.len() || is_unlike(model, start) {
        return vec![identity];
    }
    let mut best = vec![identity.clone()];
    let limits = Limits::default().memory(MEMORY);
    for exact in [false, true] {
        let search = |guards: &mut Guards<'_, '_>| search::all(guards, start, MOST);
        let Some(mut found) = Guards::with(model, (start.at, exact), &limits, search) else { return best };
        found.retain(|exchange| *exchange != identity);
        found.insert(0, identity.clone());
        if found.len() > best.len() && is_group(&found) {
            best = found;
        }
    }
    best
}

/// Whether the pieces at the start tell every cell from every other, as in chess: a look at the board saves a look at the
/// rules.
fn is_unlike(model: &Model, start: &Start<'_>) -> bool {
    let cells = &model.board.cells;
    let mut colours: Vec<u64> = start.cells.iter().map(|&value| u64::from(value)).collect();
    let count = |colours: &[u64]| colours.iter().collect::<rustc_hash::FxHashSet<_>>().len();
    let mut known = count(&colours);
    loop {
        let mut next: Vec<u64> = colours.iter().map(|&colour| mixed(colour, 1)).collect();
        for (here, cell) in cells.iter().enumerate() {
            for there in cell.neighbours.iter().flatten().map(|&there| there as usize) {
                // Whoever is beside whom: the names of directions do not matter.
                next[here] = next[here].wrapping_add(mixed(colours[there], 2));
                next[there] = next[there].wrapping_add(mixed(colours[here], 2));
            }
        }
        colours = next;
        let before = std::mem::replace(&mut known, count(&colours));
        if before == known {
            return known == cells.len();
        }
    }
}

/// Whether one after the other is always one of them.
fn is_group(all: &[Exchange]) -> bool {
    let known: rustc_hash::FxHashSet<&Exchange> = all.iter().collect();
    all.iter().all(|first| all.iter().all(|second| known.contains(&first.then(second))))
}
