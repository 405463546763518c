//! n×n tic-tac-toe with OxiDD's binary decision diagrams: two variables a cell, one set a ply.
//!
//! A move is a cofactor and a conjunction, the fastest image there is for it; boards with a line are set aside before
//! the next ply, so the sets are those of the play, and every board is counted once.

use oxidd::bdd::BDDFunction;
use oxidd::util::{AllocResult, SatCountCache};
use oxidd::{BooleanFunction, BooleanFunctionQuant, Manager, ManagerRef};

pub(crate) fn four() -> String {
    shown(states(4, 1 << 22, 1 << 20))
}

pub(crate) fn five() -> String {
    shown(states(5, 1 << 25, 1 << 23))
}

fn shown(count: AllocResult<u128>) -> String {
    count.map_or_else(|_| "out of memory".to_string(), |count| count.to_string())
}

/// One cell: taken by the player to move at even plies, or by the other.
struct Cell {
    marks: [BDDFunction; 2],
    free: BDDFunction,
}

fn states(n: usize, nodes: usize, cache: usize) -> AllocResult<u128> {
    let manager = oxidd::bdd::new_manager(nodes, cache, 1);
    let count = 2 * n * n;
    let vars: Vec<BDDFunction> = manager.with_manager_exclusive(|manager| {
        AllocResult::from_iter(manager.add_vars(count as u32).map(|i| BDDFunction::var(manager, i)))
    })?;
    let cells: Vec<Cell> = vars.chunks(2).map(cell).collect::<AllocResult<_>>()?;
    let lines = [line_of(&cells, n, 0)?, line_of(&cells, n, 1)?];
    let mut layer = manager.with_manager_shared(|manager| BDDFunction::t(manager));
    for cell in &cells {
        layer = layer.and(&cell.free)?;
    }
    let mut total = 0;
    let mut seen: SatCountCache<u128, std::collections::hash_map::RandomState> = SatCountCache::default();
    for ply in 0..=n * n {
        total += layer.sat_count(count as u32, &mut seen);
        let open = layer.and(&lines[0].not()?)?.and(&lines[1].not()?)?;
        let mut next = manager.with_manager_shared(|manager| BDDFunction::f(manager));
        for cell in &cells {
            let mark = &cell.marks[ply % 2];
            let moved = open.and(&cell.free)?.exists(mark)?.and(mark)?;
            next = next.or(&moved)?;
        }
        layer = next;
    }
    Ok(total)
}

fn cell(pair: &[BDDFunction]) -> AllocResult<Cell> {
    let free = pair[0].not()?.and(&pair[1].not()?)?;
    Ok(Cell { marks: [pair[0].clone(), pair[1].clone()], free })
}

/// The boards on which a player has a line.
fn line_of(cells: &[Cell], n: usize, player: usize) -> AllocResult<BDDFunction> {
    let rows = (0..n).map(|i| (0..n).map(|j| i * n + j).collect::<Vec<_>>());
    let columns = (0..n).map(|j| (0..n).map(|i| i * n + j).collect());
    let diagonals = [(0..n).map(|i| i * n + i).collect(), (0..n).map(|i| i * n + n - 1 - i).collect()];
    let mut any: Option<BDDFunction> = None;
    for line in rows.chain(columns).chain(diagonals) {
        let mut all = cells[line[0]].marks[player].clone();
        for &cell in &line[1..] {
            all = all.and(&cells[cell].marks[player])?;
        }
        any = Some(match any {
            None => all,
            Some(any) => any.or(&all)?,
        });
    }
    any.ok_or(oxidd::util::OutOfMemory)
}
