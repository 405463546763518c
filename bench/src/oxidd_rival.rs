//! n×n tic-tac-toe with OxiDD's binary decision diagrams: two variables a cell, one set a ply; and the net of dining
//! philosophers, action after action until nothing is new.
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

/// The states of thirty philosophers: their sets have as many variables as numbers of 128 bits can count.
pub(crate) fn philosophers() -> String {
    shown(net(30))
}

/// Three variables say what a philosopher does, as in our example: 0 thinks, 1 has the left fork, 2 the right, 3 eats,
/// 4 is hungry. The fourth is the fork to the left, taken or not.
fn net(n: usize) -> AllocResult<u128> {
    let manager = oxidd::bdd::new_manager(1 << 20, 1 << 18, 1);
    let vars: Vec<BDDFunction> = manager.with_manager_exclusive(|manager| {
        AllocResult::from_iter(manager.add_vars(4 * n as u32).map(|i| BDDFunction::var(manager, i)))
    })?;
    let all = manager.with_manager_shared(|manager| BDDFunction::t(manager));
    let literal = |var: usize, set: bool| if set { Ok(vars[var].clone()) } else { vars[var].not() };
    let cube = |places: &[(usize, usize)], value: &dyn Fn(usize, usize) -> bool| {
        places
            .iter()
            .try_fold(all.clone(), |cube, &(var, number)| cube.and(&literal(var, value(var, number))?))
    };
    // The variables of a change, with those of the philosopher's numbered.
    let me = |i: usize| (0..3).map(move |bit| (4 * i + bit, bit));
    let change = |i: usize, (from, to): (usize, usize), forks: &[usize], taken: bool| {
        let places: Vec<(usize, usize)> = me(i).chain(forks.iter().map(|&i| (4 * i + 3, 3))).collect();
        let before = cube(&places, &|_, bit| if bit == 3 { taken } else { from >> bit & 1 == 1 })?;
        let after = cube(&places, &|_, bit| if bit == 3 { !taken } else { to >> bit & 1 == 1 })?;
        AllocResult::Ok((before, cube(&places, &|_, _| true)?, after))
    };
    let mut steps = Vec::new();
    for i in 0..n {
        let (left, right) = (i, (i + 1) % n);
        steps.push(change(i, (0, 4), &[], false)?);
        steps.push(change(i, (4, 1), &[left], false)?);
        steps.push(change(i, (4, 2), &[right], false)?);
        steps.push(change(i, (1, 3), &[right], false)?);
        steps.push(change(i, (2, 3), &[left], false)?);
        steps.push(change(i, (3, 0), &[left, right], true)?);
    }
    let everything: Vec<(usize, usize)> = (0..4 * n).map(|var| (var, 0)).collect();
    let mut states = cube(&everything, &|_, _| false)?;
    loop {
        let before = states.clone();
        for (from, vars, to) in &steps {
            states = states.or(&states.and(from)?.exists(vars)?.and(to)?)?;
        }
        if states == before {
            let mut seen: SatCountCache<u128, std::collections::hash_map::RandomState> =
                SatCountCache::default();
            return Ok(states.sat_count(4 * n as u32, &mut seen));
        }
    }
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
