//! Tables, checked position by position.

use std::collections::{BTreeMap, HashSet};

use verify::rules::State;

use crate::{Fault, Table, Value, decoded, ended, one_ply_back, rank, words};

/// Checks a table by listing all positions that can be reached. Returns their number.
///
/// # Errors
/// If a value is wrong, or a position is missing or cannot be reached.
pub fn check(table: &Table) -> Result<u128, Fault> {
    let (mut all, mut counts) = (0, BTreeMap::<usize, u128>::new());
    let (mut layer, mut seen) = (HashSet::from([table.start.clone()]), HashSet::new());
    for ply in 0.. {
        let mut next = HashSet::new();
        for state in &layer {
            *counts.entry(table.slice(ply)).or_default() += 1;
            all += 1;
            check_state(table, state, ply)?;
            next.extend(table.rules.next(state));
        }
        if table.by_turn {
            seen.extend(layer);
            next.retain(|state| !seen.contains(state));
        }
        layer = next;
        if layer.is_empty() {
            break;
        }
    }
    for (slice, diagram) in table.slices.iter().enumerate() {
        // A slice that no position was found in has none.
        let (found, listed) = (counts.get(&slice).copied().unwrap_or(0), diagram.count(&table.shape)?);
        if found != listed {
            let why = format!("diagram {slice} has {listed} positions, of which {found} can be reached");
            return Err(Fault::False(why));
        }
    }
    Ok(all)
}

/// Returns what the table says of a position.
fn value(table: &Table, state: &State, ply: usize) -> Result<Value, Fault> {
    let slice = table.slices.get(table.slice(ply));
    match slice.map_or(0, |slice| slice.value(&table.shape, &state.cells)) {
        0 => Err(Fault::False(format!("ply {ply}: {} has no value", table.drawn(&state.cells)))),
        code => Ok(decoded(code, table.distances)),
    }
}

/// Checks that the value of a position follows from the rules or from the values of the positions after it.
fn check_state(table: &Table, state: &State, ply: usize) -> Result<(), Fault> {
    let expected = match state.winner {
        Some(winner) => ended(winner, state.turn, table.distances),
        None => {
            let after = table.rules.next(state).map(|next| value(table, &next, ply + 1).map(one_ply_back));
            let after = after.collect::<Result<Vec<Value>, Fault>>()?;
            after.into_iter().max_by_key(|&value| rank(value)).expect("who is to move has a move")
        }
    };
    let (found, drawn) = (value(table, state, ply)?, table.drawn(&state.cells));
    if found == expected {
        return Ok(());
    }
    Err(Fault::False(format!("ply {ply}: {drawn} is a {}, not a {}", words(expected), words(found))))
}
