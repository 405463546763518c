//! How many of each piece there can be on the board.
//!
//! If no move makes more of a piece, there are never more of it than at the start. A fox that is one fox is then
//! looked for on one square, and not on any set of squares.

use rustc_hash::FxHashMap;

use crate::model::{Loc, Model, Mover, Step, Term, Var};

/// What is known of cells at a location: the values that they may have, as bits. Nothing is known of the others.
type Known = FxHashMap<Var, u64>;

/// Returns, for each value of the cells, the most cells that have it at any time, while moves are made too; `None`
/// where that is not known. Patterns that assign are not looked at: ask [`assigns`] first.
pub(super) fn most(model: &Model) -> Vec<Option<u32>> {
    let cells = model.board.cells.len();
    let pieces = model.board.pieces.len();
    if cells == 0 || pieces > 64 {
        return vec![None; pieces];
    }
    let known = known(model);
    (0..pieces as u32)
        .map(|piece| {
            let first = model.variables[..cells].iter().filter(|cell| cell.initial == piece).count();
            let more = gain(model, &known, piece)?;
            Some(first as u32 + more)
        })
        .collect()
}

/// Returns whether the pattern that starts here assigns anything.
pub(super) fn assigns(model: &Model, start: Loc) -> bool {
    let edges = model.reachable(start).into_iter().flat_map(|at| model.edges_of(at));
    edges.into_iter().any(|edge| matches!(edge.step, Step::Assign { .. }))
}

/// Where walks begin: at the start, and where players are to move. Where the keeper moves, they go on.
fn beginnings(model: &Model) -> Vec<Loc> {
    let is_one = |&(at, mover): &(Loc, Mover)| at == model.start || mover != Mover::Keeper;
    model.decisions().filter(is_one).map(|(at, _)| at).collect()
}

/// Whether a step ends a walk.
fn is_end(step: Step) -> bool {
    matches!(step, Step::Turn { mover: Mover::Player(_), .. })
}

/// What is known of cells at each location of the main automaton, whatever walk leads there.
fn known(model: &Model) -> Vec<Option<Known>> {
    let mut all: Vec<Option<Known>> = vec![None; model.locations.len()];
    let mut open = beginnings(model);
    for &at in &open {
        all[at as usize] = Some(Known::default());
    }
    while let Some(at) = open.pop() {
        let here = all[at as usize].clone().expect("only locations with knowledge are open");
        for edge in model.edges_of(at) {
            if is_end(edge.step) {
                continue;
            }
            let Some(next) = after(model, edge.step, here.clone()) else { continue };
            let there = &mut all[edge.to as usize];
            let changed = match there {
                None => {
                    *there = Some(next);
                    true
                }
                Some(there) => join(there, &next),
            };
            if changed {
                open.push(edge.to);
            }
        }
    }
    all
}

/// What is known after a step; `None` if it is impossible.
fn after(model: &Model, step: Step, mut known: Known) -> Option<Known> {
    let is_cell = |variable: Var| (variable as usize) < model.board.cells.len();
    match step {
        Step::Test { variable, set } if is_cell(variable) => {
            let bits = model.sets[set as usize].iter().fold(0, |bits, value| bits | 1 << value);
            let before = known.entry(variable).or_insert(u64::MAX);
            *before &= bits;
            (*before != 0).then_some(known)
        }
        Step::Assign { variable, term, .. } if is_cell(variable) => {
            known.insert(variable, assigned(model, term));
            Some(known)
        }
        _ => Some(known),
    }
}

/// The values that a term may have, as bits.
fn assigned(model: &Model, term: u32) -> u64 {
    match model.terms[term as usize] {
        Term::Number(number @ 0..64) => 1 << number,
        _ => u64::MAX,
    }
}

/// Keeps what holds on both walks. Returns whether that is less than before.
fn join(known: &mut Known, other: &Known) -> bool {
    let mut changed = false;
    known.retain(|variable, values| {
        let Some(others) = other.get(variable) else {
            changed = true;
            return false;
        };
        changed |= *others & !*values != 0;
        *values |= others;
        true
    });
    changed
}

/// How many more of a piece there can be than at the start: `None` if there is no bound.
///
/// The most that walks can add on their way to a location; up to where the next player is to move that must be nothing.
fn gain(model: &Model, known: &[Option<Known>], piece: u32) -> Option<u32> {
    let mut gains: Vec<Option<i64>> = vec![None; model.locations.len()];
    let mut open = beginnings(model);
    for &at in &open {
        gains[at as usize] = Some(0);
    }
    let most = model.board.cells.len() as i64;
    let mut highest = 0;
    while let Some(at) = open.pop() {
        let here = gains[at as usize].expect("only locations with a gain are open");
        for edge in model.edges_of(at) {
            let gain = here + added(model, known[at as usize].as_ref(), edge.step, piece);
            highest = highest.max(gain);
            let is_more = gains[edge.to as usize].is_none_or(|before| gain > before);
            // More at a decision, or ever more on a cycle: no bound.
            if is_more && (is_end(edge.step) || gain > most) {
                return None;
            }
            if is_more {
                gains[edge.to as usize] = Some(gain);
                open.push(edge.to);
            }
        }
    }
    // What is less than nothing is no bound.
    u32::try_from(highest).ok().filter(|highest| i64::from(*highest) < most)
}

/// The most cells that a step adds to those with a piece: 1, 0 or -1.
fn added(model: &Model, known: Option<&Known>, step: Step, piece: u32) -> i64 {
    match step {
        Step::Assign { variable, term, .. } if (variable as usize) < model.board.cells.len() => {
            // Of a location to which no walk leads nothing is known.
            let before = known.and_then(|known| known.get(&variable)).copied().unwrap_or(u64::MAX);
            let after = assigned(model, term);
            i64::from(after >> piece & 1 == 1) - i64::from(before == 1 << piece)
        }
        _ => 0,
    }
}
