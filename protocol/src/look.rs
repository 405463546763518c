//! How positions look, as JSON.

use game::look::{Cell, Grid, Heap, Look, Mark, Pick, Pieces, Role};
use serde_json::{Value, json};

/// Returns a look as the protocol writes it.
#[must_use]
pub fn look(look: &Look) -> Value {
    match look {
        Look::Text => json!({ "kind": "text" }),
        Look::Grids(grids) => json!({ "kind": "grids", "grids": grids.iter().map(grid).collect::<Vec<_>>() }),
        Look::Heaps(heaps) => json!({ "kind": "heaps", "heaps": heaps.iter().map(heap).collect::<Vec<_>>() }),
    }
}

fn grid(grid: &Grid) -> Value {
    let Grid { name, place, columns, rows, column_names, row_names, falls, active, .. } = grid;
    let cells: Vec<Value> = grid.cells.iter().map(cell).collect();
    json!({
        "name": name, "place": [place.0, place.1], "columns": columns, "rows": rows,
        "column_names": column_names, "row_names": row_names, "falls": falls, "active": active,
        "mark": grid.mark.as_ref().map(mark), "cells": cells,
    })
}

fn cell(Cell { name, mark: marked, lit }: &Cell) -> Value {
    json!({ "name": name, "mark": marked.as_ref().map(mark), "lit": lit })
}

fn mark(Mark { text, role }: &Mark) -> Value {
    let role = match role {
        Role::First => "first",
        Role::Second => "second",
        Role::Neutral => "neutral",
        Role::Blocked => "blocked",
    };
    json!({ "text": text, "role": role })
}

fn heap(Heap { name, pieces }: &Heap) -> Value {
    match pieces {
        Pieces::Alike(count) => json!({ "name": name, "alike": count }),
        Pieces::Named(pieces) => json!({ "name": name, "named": pieces }),
    }
}

/// Returns what a person points at, as the protocol writes it.
#[must_use]
pub fn picks(picks: &[Pick]) -> Vec<Value> {
    let pick = |pick: &Pick| match pick {
        Pick::Cell { grid, cell } => json!({ "cell": [grid, cell] }),
        Pick::Heap(heap) => json!({ "heap": heap }),
        Pick::Label(label) => json!({ "label": label }),
    };
    picks.iter().map(pick).collect()
}
