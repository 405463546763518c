//! Positions look as promised, and whoever picks something makes one move.

use std::collections::HashSet;

use super::{Verdict, Visit, require};
use crate::look::{Choices, Grid, Look, Pick};
use crate::{Notation, System};

/// Where there are thousands of moves, these laws would take most of the time: some positions are left out.
fn is_left_out<S: System>(visit: &Visit<'_, S>) -> bool {
    visit.number > 200 && !visit.number.is_multiple_of(7)
}

pub(super) fn looks<S: Notation>(system: &S, visit: &Visit<'_, S>) -> Verdict {
    if is_left_out(visit) {
        return Ok(());
    }
    let look = system.look(visit.state);
    for grid in look.grids() {
        is_whole(grid)?;
    }
    has_names(&look)?;
    let lit = look.grids().iter().flat_map(|grid| &grid.cells).find(|cell| cell.lit);
    let fair = lit.is_none_or(|cell| cell.mark.is_some() && system.is_final(visit.state));
    require("a line that ends the game is one of marks, at its end", fair, || format!("{lit:?}"))?;
    let choices = system.choices(visit.state);
    picks_tell_moves_apart(&choices)?;
    picks_point_at_something(&look, &choices)
}

pub(super) fn choices_are_legal<S: Notation>(system: &S, visit: &Visit<'_, S>) -> Verdict {
    if is_left_out(visit) {
        return Ok(());
    }
    let state = visit.state;
    let legal: Vec<S::Action> =
        if system.is_final(state) { Vec::new() } else { system.actions(state).collect() };
    let chosen: Vec<S::Action> = system.choices(state).all.iter().map(|(action, _)| *action).collect();
    require("what can be chosen are the legal actions, in their order", chosen == legal, || {
        format!("{chosen:?} can be chosen, {legal:?} are legal")
    })
}

fn is_whole(grid: &Grid) -> Verdict {
    let size = format!("{} columns and {} rows", grid.columns, grid.rows);
    require(
        "a grid has a cell for every column and row",
        grid.cells.len() == grid.columns * grid.rows,
        || format!("{} cells in {size}", grid.cells.len()),
    )?;
    let names = [(&grid.column_names, grid.columns), (&grid.row_names, grid.rows)];
    let wrong = names.iter().find(|(names, count)| !names.is_empty() && names.len() != *count);
    require("all columns have names or none, and so have the rows", wrong.is_none(), || {
        format!("{wrong:?} for {size}")
    })
}

fn has_names(look: &Look) -> Verdict {
    let cells = look.grids().iter().flat_map(|grid| grid.cells.iter().map(|cell| &cell.name));
    let mut seen = HashSet::new();
    let twice = cells.chain(look.heaps().iter().map(|heap| &heap.name)).find(|name| !seen.insert(*name));
    require("every cell, and every heap, has a name of its own", twice.is_none(), || {
        format!("{twice:?} twice")
    })?;
    let mut places = HashSet::new();
    let twice = look.grids().iter().map(|grid| grid.place).find(|place| !places.insert(*place));
    require("every grid has a place of its own", twice.is_none(), || format!("{twice:?} twice"))
}

fn picks_tell_moves_apart<A: std::fmt::Debug>(choices: &Choices<A>) -> Verdict {
    let empty = choices.all.iter().find(|(_, picks)| picks.is_empty());
    require("to make a move something is picked", empty.is_none(), || format!("{empty:?}"))?;
    let picks: Vec<&[Pick]> = choices.all.iter().map(|(_, picks)| &picks[..]).collect();
    let alike = find_beginning(&picks).map(|(one, other)| [&choices.all[one], &choices.all[other]]);
    require("no picks are those of another move, nor their beginning", alike.is_none(), || {
        format!("{alike:?}")
    })
}

/// Returns the numbers of two lists of picks of which the second begins with the first, if there are such.
fn find_beginning(picks: &[&[Pick]]) -> Option<(usize, usize)> {
    let mut order: Vec<usize> = (0..picks.len()).collect();
    order.sort_by_key(|&number| picks[number]);
    // What begins with something stands right behind it.
    let pair = order.windows(2).find(|pair| picks[pair[1]].starts_with(picks[pair[0]]))?;
    Some((pair[0], pair[1]))
}

fn picks_point_at_something<A>(look: &Look, choices: &Choices<A>) -> Verdict {
    let picks: HashSet<&Pick> = choices.all.iter().flat_map(|(_, picks)| picks).collect();
    let strange = picks.iter().find(|pick| !look.has(pick));
    require("what is picked is there", strange.is_none(), || format!("{strange:?}"))?;
    for (number, grid) in look.grids().iter().enumerate() {
        let picked = picks.iter().any(|pick| matches!(pick, Pick::Cell { grid, .. } if *grid == number));
        require("a grid is active if something in it can be picked", picked == grid.active, || {
            format!("grid {number} is {}", if grid.active { "active" } else { "not active" })
        })?;
        let mut columns = HashSet::new();
        let twice = picks.iter().find(|pick| match pick {
            Pick::Cell { grid: here, cell } if grid.falls && *here == number => {
                !columns.insert(cell % grid.columns)
            }
            _ => false,
        });
        require("where marks fall, one cell of a column can be picked", twice.is_none(), || {
            format!("{twice:?} and another")
        })?;
    }
    Ok(())
}
