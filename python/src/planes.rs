//! Boards as arrays of numbers.

use std::collections::BTreeSet;

use arena::AnyState;
use game::look::{Look, Mark, Pieces, Role};
use game::{Limits, Notation, Player, Random, System};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::core::Shared;
use crate::error::wrong;

/// The text of a mark, and whose it is.
pub(crate) type Owned = (String, &'static str);

/// Moves and marks, in their order.
type Met = (BTreeSet<String>, BTreeSet<Owned>);

/// For each state: a plane of cells for each mark, 1 where it stands and 0 elsewhere, then a plane that is 1 where the
/// second player is to move. The cells are those of all grids in order, or those of heaps, side by side.
pub(crate) fn planes<'py>(
    py: Python<'py>,
    shared: &Shared,
    states: &[AnyState],
    marks: &[(String, String)],
    cells: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let (system, each) = (shared.variant.system(), (marks.len() + 1) * cells);
    let mut bytes = vec![0; states.len() * each];
    for (number, state) in states.iter().enumerate() {
        let planes = &mut bytes[number * each..][..each];
        let standing = shared.asked(|| standing(&system.look(state), cells))?;
        for (cell, (text, role)) in standing {
            let known = marks.iter().position(|(known, owner)| *known == text && owner == role);
            let plane = known.ok_or_else(|| {
                wrong(format!(
                    "the mark {text:?} of {role} is not one of the encoding; make it with marks={marks:?} and this one"
                ))
            })?;
            *planes.get_mut(plane * cells + cell).ok_or_else(|| {
                wrong(format!("the board has more than the {cells} cells of the encoding"))
            })? = 1;
        }
        if system.turn(state) == Some(Player::Second) {
            planes[marks.len() * cells..].fill(1);
        }
    }
    Ok(PyBytes::new(py, &bytes))
}

/// Plays random games, and returns the moves that were legal in them, as they are written, and the marks that stood on
/// the board.
///
/// `None` if the limits were reached before.
pub(crate) fn met(shared: &Shared, games: usize, seed: u64, limits: &Limits) -> Option<Met> {
    /// A game that has not ended by then is broken off.
    const LONGEST: usize = 10_000;
    let (system, mut random) = (shared.variant.system(), Random::new(seed));
    let (mut moves, mut marks) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..games.max(1) {
        let mut next = system.starts().next();
        for _ in 0..LONGEST {
            let Some(state) = next.take() else { break };
            if limits.exceeded(0).is_some() {
                return None;
            }
            // The number of a cell says nothing here, nor does how many there are.
            marks.extend(standing(&system.look(&state), 0).into_iter().map(|(_, mark)| mark));
            if system.is_final(&state) {
                break;
            }
            let legal: Vec<_> = system.actions(&state).collect();
            moves.extend(legal.iter().map(|&mv| system.action_text(&state, mv)));
            next = random.choose(legal).map(|mv| system.after(&state, mv));
        }
    }
    Some((moves, marks))
}

/// The cells that are not empty, and what stands in them.
fn standing(look: &Look, cells: usize) -> Vec<(usize, Owned)> {
    let marked = |(cell, mark): (usize, &Mark)| (cell, (mark.text.clone(), owner(mark.role)));
    match look {
        Look::Text => Vec::new(),
        Look::Grids(grids) => {
            let all = grids.iter().flat_map(|grid| &grid.cells).enumerate();
            all.filter_map(|(number, cell)| Some((number, cell.mark.as_ref()?))).map(marked).collect()
        }
        Look::Heaps(heaps) => {
            let room = cells / heaps.len().max(1);
            let pieces = heaps.iter().enumerate().flat_map(|(heap, content)| {
                let names: Vec<String> = match &content.pieces {
                    Pieces::Alike(count) => vec!["*".to_string(); *count],
                    Pieces::Named(names) => names.clone(),
                };
                names
                    .into_iter()
                    .enumerate()
                    .map(move |(place, name)| (heap * room + place, (name, "neutral")))
            });
            pieces.collect()
        }
    }
}

fn owner(role: Role) -> &'static str {
    match role {
        Role::First => "first",
        Role::Second => "second",
        Role::Neutral => "neutral",
        Role::Blocked => "blocked",
    }
}
