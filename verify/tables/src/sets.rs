//! Tables, checked by operations on sets of positions.
//!
//! A letter is a number in bits, a position the bits of its letters, and a set of positions a binary decision diagram of
//! OxiDD. A move changes one letter, so the positions after it are a restriction of a set to one letter, together with
//! the other letter.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::util::{AllocResult, OptBool, OutOfMemory};
use oxidd::{BooleanFunction, Manager, ManagerRef};

use crate::table::Diagram;
use crate::{Fault, Table, Value, decoded, ended, one_ply_back, rank, words};

type Set = BCDDFunction;
/// The most nodes of sets, for each node of the table, and at least and at most.
const NODES: usize = 64;
const LEAST_NODES: usize = 1 << 18;
const MOST_NODES: usize = 1 << 26;

impl From<OutOfMemory> for Fault {
    fn from(_: OutOfMemory) -> Fault {
        Fault::Damaged("checking it by sets takes too many nodes".to_string())
    }
}

/// One way to change a letter: where, from what, to what; and the level whose letter must not be 0, if there is one.
struct Change {
    level: usize,
    from: usize,
    to: usize,
    below: Option<usize>,
}

/// Sets of positions of one game.
struct Sets<'t> {
    table: &'t Table,
    manager: BCDDManagerRef,
    /// The number of bits of a letter.
    bits: usize,
    /// For each level and letter, all positions that have it.
    having: Vec<Vec<Set>>,
    /// The moves of each player.
    changes: [Vec<Change>; 2],
}

/// Checks a table. Returns the number of positions.
///
/// # Errors
/// If a value is wrong, or a position is missing or cannot be reached.
pub fn check(table: &Table) -> Result<u128, Fault> {
    let sets = Sets::new(table)?;
    let reached = sets.reached()?;
    for (slice, here) in reached.iter().enumerate() {
        let values = sets.values(table.slices.get(slice))?;
        let listed = sets.union(values.values())?;
        sets.within(slice, here, &listed, "can be reached, but has no value")?;
        sets.within(slice, &listed, here, "has a value, but cannot be reached")?;
        let next = table.slices.get(if table.by_turn { 1 - slice } else { slice + 1 });
        let expected = sets.expected(slice % 2, here, &sets.values(next)?)?;
        for (value, set) in &values {
            // A value that no move leads to is expected nowhere.
            let right = expected.get(value).cloned().unwrap_or_else(|| sets.none());
            sets.within(slice, set, &right, &format!("is not a {}", words(*value)))?;
        }
    }
    match table.slices.len() > reached.len() {
        true => Err(Fault::False(format!("no game lasts {} plies", reached.len()))),
        false => table.count(),
    }
}

impl<'t> Sets<'t> {
    fn new(table: &'t Table) -> AllocResult<Sets<'t>> {
        let (levels, letters) = (table.shape.cells.len(), table.shape.letters);
        let bits = usize::BITS - (letters - 1).leading_zeros();
        let nodes: usize = table.slices.iter().flat_map(|slice| &slice.levels).map(Vec::len).sum();
        let nodes = (NODES * nodes).clamp(LEAST_NODES, MOST_NODES);
        let manager = new_manager(nodes, nodes / 8, 1);
        let vars: Vec<Set> = manager.with_manager_exclusive(|manager| {
            let vars = manager.add_vars(levels as u32 * bits);
            vars.map(|var| Set::var(manager, var)).collect::<AllocResult<_>>()
        })?;
        let all = manager.with_manager_shared(|manager| Set::t(manager));
        let has = |level: usize, letter: usize| {
            (0..bits as usize).try_fold(all.clone(), |all, bit| {
                let var = &vars[level * bits as usize + bit];
                all.and(&if letter >> bit & 1 == 1 { var.clone() } else { var.not()? })
            })
        };
        let of_level =
            |level| (0..letters).map(|letter| has(level, letter)).collect::<AllocResult<Vec<Set>>>();
        let having = (0..levels).map(of_level).collect::<AllocResult<_>>()?;
        let changes = [0, 1].map(|player| changes(table, player));
        Ok(Sets { table, manager, bits: bits as usize, having, changes })
    }

    fn none(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::f(manager))
    }

    fn everything(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::t(manager))
    }

    fn union<'a>(&self, sets: impl IntoIterator<Item = &'a Set>) -> AllocResult<Set> {
        sets.into_iter().try_fold(self.none(), |all, set| all.or(set))
    }

    /// Checks that a set is part of another: otherwise it names a position that is not.
    fn within(&self, slice: usize, set: &Set, other: &Set, why: &str) -> Result<(), Fault> {
        let Some(bits) = other.imp_strict(set)?.pick_cube(|_, _, _| false) else { return Ok(()) };
        let is_set = |level: usize, bit: usize| bits[level * self.bits + bit] == OptBool::True;
        let mut cells = vec![0; self.having.len()];
        for (level, &cell) in self.table.shape.cells.iter().enumerate() {
            cells[cell] = (0..self.bits).filter(|&bit| is_set(level, bit)).map(|bit| 1 << bit).sum();
        }
        let drawn = self.table.drawn(&cells);
        let place = if self.table.by_turn { "player" } else { "ply" };
        Err(Fault::False(format!("{place} {slice}: {drawn} {why}")))
    }

    /// Returns the positions that can be reached, for each diagram of the table.
    fn reached(&self) -> AllocResult<Vec<Set>> {
        let cells = &self.table.start.cells;
        let letters = self.table.shape.cells.iter().zip(&self.having);
        let start = letters.map(|(&cell, having)| &having[usize::from(cells[cell])]);
        let start = start.into_iter().try_fold(self.everything(), |all, set| all.and(set))?;
        let mut reached = vec![start];
        if !self.table.by_turn {
            while reached.last().is_some_and(Set::satisfiable) {
                let turn = (reached.len() - 1) % 2;
                reached.push(self.after(turn, &reached[reached.len() - 1])?);
            }
            reached.pop();
            return Ok(reached);
        }
        reached.push(self.none());
        loop {
            let old = reached.clone();
            for turn in [0, 1] {
                reached[1 - turn] = reached[1 - turn].or(&self.after(turn, &reached[turn])?)?;
            }
            if old == reached {
                return Ok(reached);
            }
        }
    }

    /// Returns the positions after a move of a player, where the game is not over.
    fn after(&self, turn: usize, set: &Set) -> AllocResult<Set> {
        let over = self.ends(turn)?;
        let open = self.union(over.iter().map(|(_, set)| set))?.imp_strict(set)?;
        self.changes[turn].iter().try_fold(self.none(), |all, change| {
            let having = &self.having[change.level];
            let moved = self.allowed(change, &open)?.restrict(&having[change.from])?;
            all.or(&moved.and(&having[change.to])?)
        })
    }

    /// Returns the positions in which a player has a move to this set.
    fn before(&self, turn: usize, set: &Set) -> AllocResult<Set> {
        self.changes[turn].iter().try_fold(self.none(), |all, change| {
            let having = &self.having[change.level];
            let back = set.restrict(&having[change.to])?.and(&having[change.from])?;
            all.or(&self.allowed(change, &back)?)
        })
    }

    fn allowed(&self, change: &Change, set: &Set) -> AllocResult<Set> {
        match change.below {
            Some(below) => self.having[below][0].imp_strict(set),
            None => Ok(set.clone()),
        }
    }

    /// Returns the positions where the game is over when it is this player's turn, by the winner.
    fn ends(&self, turn: usize) -> AllocResult<Vec<(usize, Set)>> {
        let (rules, shape) = (&self.table.rules, &self.table.shape);
        let is_nim = rules.family == "nim";
        let mut level_of = vec![0; shape.cells.len()];
        shape.cells.iter().enumerate().for_each(|(level, &cell)| level_of[cell] = level);
        let rows = rules.rows.iter().filter(|_| !is_nim);
        let mut in_row = self.none();
        for (row, &mark) in rows.flat_map(|row| rules.marks(1 - turn).iter().map(move |mark| (row, mark))) {
            let marked = row.iter().map(|&cell| &self.having[level_of[cell]][usize::from(mark)]);
            in_row =
                in_row.or(&marked.into_iter().try_fold(self.everything(), |all, set| all.and(set))?)?;
        }
        let done = self.having.iter().try_fold(self.everything(), |all, having| {
            if is_nim { all.and(&having[0]) } else { having[0].imp_strict(&all) }
        })?;
        // In Nim, a row is that nothing is left.
        let in_row = if is_nim { done.clone() } else { in_row };
        let mut ends = Vec::new();
        for (row, full) in [(true, false), (true, true), (false, true)] {
            if let Some(winner) = rules.ending(turn, row, full) {
                let set = if row { in_row.clone() } else { in_row.not()? };
                ends.push((winner, set.and(&if full { done.clone() } else { done.not()? })?));
            }
        }
        Ok(ends)
    }

    /// Returns the positions of a diagram by their values.
    fn values(&self, diagram: Option<&Diagram>) -> Result<BTreeMap<Value, Set>, Fault> {
        let Some(diagram) = diagram else { return Ok(BTreeMap::new()) };
        let shape = &self.table.shape;
        let mut below: Vec<Vec<BTreeMap<u32, Set>>> = vec![Vec::new(); diagram.levels.len()];
        let of = |below: &[Vec<BTreeMap<u32, Set>>], level: usize, child: u32| match below.get(level) {
            Some(nodes) => nodes[child as usize - 1].clone(),
            None => BTreeMap::from([(child, self.everything())]),
        };
        for level in (0..diagram.levels.len()).rev() {
            let mut nodes = Vec::new();
            for node in diagram.levels[level].chunks(shape.letters) {
                let mut sets = BTreeMap::<u32, Set>::new();
                for (letter, &child) in node.iter().enumerate().filter(|(_, child)| **child > 0) {
                    let next = shape.next(level, letter);
                    let skipped = (level + 1..next).map(|level| &self.having[level][0]);
                    let here = skipped
                        .into_iter()
                        .try_fold(self.having[level][letter].clone(), |all, set| all.and(set))?;
                    for (code, set) in of(&below, next, child) {
                        // A code that is met for the first time has no words yet.
                        let old = sets.remove(&code).unwrap_or_else(|| self.none());
                        sets.insert(code, old.or(&set.and(&here)?)?);
                    }
                }
                nodes.push(sets);
            }
            below[level] = nodes;
        }
        let codes = if diagram.root == 0 { BTreeMap::new() } else { of(&below, 0, diagram.root) };
        Ok(codes.into_iter().map(|(code, set)| (decoded(code, self.table.distances), set)).collect())
    }

    /// Returns which values the positions of a set must have, given those of the positions after a move.
    fn expected(
        &self,
        turn: usize,
        here: &Set,
        next: &BTreeMap<Value, Set>,
    ) -> AllocResult<BTreeMap<Value, Set>> {
        let (mut expected, mut left) = (BTreeMap::<Value, Set>::new(), here.clone());
        let mut give = |value: Value, set: &Set| -> AllocResult<()> {
            let given = left.and(set)?;
            left = set.imp_strict(&left)?;
            // A value that is met for the first time has no positions yet.
            let old = expected.remove(&value).unwrap_or_else(|| self.none());
            expected.insert(value, old.or(&given)?);
            Ok(())
        };
        for (winner, set) in self.ends(turn)? {
            give(ended(winner, turn, self.table.distances), &set)?;
        }
        let mut moves: Vec<(Value, &Set)> =
            next.iter().map(|(value, set)| (one_ply_back(*value), set)).collect();
        moves.sort_by_key(|(value, _)| Reverse(rank(*value)));
        for (value, set) in moves {
            give(value, &self.before(turn, set)?)?;
        }
        Ok(expected)
    }
}

/// Returns the moves of a player as changes of letters.
fn changes(table: &Table, player: usize) -> Vec<Change> {
    let (rules, shape) = (&table.rules, &table.shape);
    let height = rules.size[1];
    let level_of = |cell: usize| shape.cells.iter().position(|&other| other == cell);
    let mut changes = Vec::new();
    for (level, &cell) in shape.cells.iter().enumerate() {
        if rules.family == "nim" {
            let pairs = (0..shape.letters).flat_map(|from| (0..from).map(move |to| (from, to)));
            changes.extend(pairs.map(|(from, to)| Change { level, from, to, below: None }));
            continue;
        }
        let stands = rules.family == "connect" && cell % height > 0;
        let below = if stands { level_of(cell - 1) } else { None };
        let marks = rules.marks(player).iter().map(|&mark| usize::from(mark));
        changes.extend(marks.map(|to| Change { level, from: 0, to, below }));
    }
    changes
}
