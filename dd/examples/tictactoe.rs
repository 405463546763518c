//! The states of n×n tic-tac-toe, as the seeds describe them.
//!
//! `cargo run --release --example tictactoe -- 4 demo` (or `readme`).
#![allow(clippy::print_stdout)] // An example shows its results.

use num_bigint::BigUint;

use dd::{Hom, Inductive, Manager, Result, Set, Val, Var, id, sum};

const A: Val = 0;
const B: Val = 1;
const EMPTY: Val = -1;
const TO_A: Val = -1;
const TO_B: Val = -2;

/// Puts the player's token on the cell if it is empty and the player's turn, and passes the turn.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Play {
    state: Var,
    cell: Var,
    player: Val,
}

impl Inductive for Play {
    fn phi(&self, var: Var, val: Val) -> Hom {
        let &Play { state, cell, player } = self;
        match (var == state, val, player) {
            (true, TO_A, A) => Hom::arc(var, TO_B, Hom::new(Play { state, cell, player })),
            (true, TO_B, B) => Hom::arc(var, TO_A, Hom::new(Play { state, cell, player })),
            (false, EMPTY, _) => Hom::arc(var, player, Hom::id()),
            _ => Hom::zero(),
        }
    }
    fn skips(&self, var: Var) -> bool {
        var != self.state && var != self.cell
    }
}

/// Keeps the boards on which the cell is the player's.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Winner(Var, Val);

impl Inductive for Winner {
    fn phi(&self, var: Var, val: Val) -> Hom {
        if val == self.1 { Hom::arc(var, val, Hom::id()) } else { Hom::zero() }
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
    fn is_selector(&self) -> bool {
        true
    }
}

/// Notes the winner in the state.
#[derive(Debug, PartialEq, Eq, Hash)]
struct NoteW(Var, Val);

impl Inductive for NoteW {
    fn phi(&self, var: Var, _: Val) -> Hom {
        Hom::arc(var, self.1, Hom::id())
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
}

/// Rows, columns and diagonals.
fn lines(n: Var) -> Vec<Vec<Var>> {
    let rows = (0..n).map(|i| (0..n).map(|j| i * n + j).collect());
    let columns = (0..n).map(|j| (0..n).map(|i| i * n + j).collect());
    let diagonals = [(0..n).map(|i| i * n + i).collect(), (0..n).map(|i| i * n + n - 1 - i).collect()];
    rows.chain(columns).chain(diagonals).collect()
}

/// The homomorphisms of the seeds.
pub(crate) struct Model {
    start: Set,
    next: Hom,
    winner_a: Hom,
    winner_b: Hom,
    note_a: Hom,
    note_b: Hom,
}

fn model(manager: &Manager, n: Var) -> Result<Model> {
    let state = n * n;
    manager.set_name(state, "STATE")?;
    let word: Vec<(Var, Val)> =
        [(state, TO_A)].into_iter().chain((0..n * n).map(|cell| (cell, EMPTY))).collect();
    let plays = (0..n * n).flat_map(|cell| [A, B].map(|player| Hom::new(Play { state, cell, player })));
    let winner = |player| {
        let line = |cells: Vec<Var>| {
            cells.into_iter().map(|c| Hom::new(Winner(c, player))).reduce(Hom::after).unwrap_or_else(id)
        };
        sum(lines(n).into_iter().map(line))
    };
    Ok(Model {
        start: manager.word(&word)?,
        next: sum(plays),
        winner_a: winner(A),
        winner_b: winner(B),
        note_a: Hom::new(NoteW(state, A)),
        note_b: Hom::new(NoteW(state, B)),
    })
}

/// fixpoint((notewA ∘ winnerA) + (notewB ∘ winnerB) + (nextAA ∘ nowinner) + id)
pub(crate) fn readme(m: &Model) -> Hom {
    let no_winner = !(&m.winner_a + &m.winner_b);
    let noted = (&m.note_a & &m.winner_a) + (&m.note_b & &m.winner_b);
    (noted + (&m.next & no_winner) + id()).fixpoint()
}

/// fixpoint(((notewA ∘ winnerA) + (notewB ∘ winnerB) + nowinner) ∘ nextAA + id)
pub(crate) fn demo(m: &Model) -> Hom {
    let no_winner = !(&m.winner_a + &m.winner_b);
    let noted = (&m.note_a & &m.winner_a) + (&m.note_b & &m.winner_b);
    (((noted + no_winner) & &m.next) + id()).fixpoint()
}

/// The number of states on a board of n×n cells.
#[allow(dead_code, reason = "for tests and benchmarks")]
pub(crate) fn states(n: Var, formula: fn(&Model) -> Hom) -> Result<BigUint> {
    let manager = Manager::new();
    let model = model(&manager, n)?;
    formula(&model).apply(&model.start)?.count()
}

/// What there is to tell about a run: states, nodes, statistics, and what a node and a look-up cost.
pub(crate) fn report(n: Var, formula: fn(&Model) -> Hom) -> Result<String> {
    let manager = Manager::new();
    let model = model(&manager, n)?;
    let begin = std::time::Instant::now();
    let reach = formula(&model).apply(&model.start)?;
    let nanoseconds = begin.elapsed().as_nanos() as u64;
    let statistics = manager.statistics()?;
    let lookups: u64 = statistics.cache.iter().map(|c| c.lookups).sum();
    Ok(format!(
        "{} states in {} nodes\n{statistics}\n{} ns for each node made\n{} ns for each look-up",
        reach.count()?,
        reach.nodes()?,
        nanoseconds / statistics.nodes_made.max(1),
        nanoseconds / lookups.max(1)
    ))
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let n: Var = args.next().map_or(Ok(3), |n| n.parse())?;
    let formula = args.next().unwrap_or_else(|| "demo".into());
    println!("{}", report(n, if formula == "readme" { readme } else { demo })?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_counts_what_it_should() -> Result<()> {
        assert_eq!(states(3, demo)?, 5478u32.into());
        assert_eq!(states(4, demo)?, 9_722_011u32.into());
        assert_eq!(states(5, demo)?, 158_977_021_146u64.into());
        Ok(())
    }

    #[test]
    fn the_readme_counts_what_it_should() -> Result<()> {
        assert_eq!(states(3, readme)?, 6420u32.into());
        assert_eq!(states(4, readme)?, 10_376_047u32.into());
        assert_eq!(states(5, readme)?, 163_166_799_542u64.into());
        Ok(())
    }
}
