//! The states of n×n tic-tac-toe by homomorphisms written by hand. The two formulas differ in when a victory is noted.
//!
//! `cargo run --release --example tictactoe -- 4 immediate-win` (or `separate-win`).
#![allow(clippy::print_stdout)] // An example shows its results.

use dd::{Hom, Manager, Result, Strategy, Var};
use num_bigint::BigUint;
use symbolic::tictactoe::Model;

pub(crate) fn separate_win(model: &Model) -> Hom {
    model.separate_win(Strategy::Automatic)
}

pub(crate) fn immediate_win(model: &Model) -> Hom {
    model.immediate_win(Strategy::Automatic)
}

/// The number of states on a board of n×n cells.
#[allow(dead_code, reason = "for tests and benchmarks")]
pub(crate) fn states(n: Var, formula: fn(&Model) -> Hom) -> Result<BigUint> {
    let manager = Manager::new();
    let model = Model::new(&manager, n)?;
    formula(&model).apply(&model.start)?.count()
}

/// What there is to tell about a run: states, nodes, statistics, and what a node and a look-up cost.
pub(crate) fn report(n: Var, formula: fn(&Model) -> Hom) -> Result<String> {
    let manager = Manager::new();
    let model = Model::new(&manager, n)?;
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
    let formula = match args.next().as_deref() {
        None | Some("immediate-win") => immediate_win,
        Some("separate-win") => separate_win,
        Some(other) => return Err(format!("{other} is neither immediate-win nor separate-win").into()),
    };
    println!("{}", report(n, formula)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_noted_with_its_move_adds_no_state() -> Result<()> {
        assert_eq!(states(3, immediate_win)?, 5478u32.into());
        assert_eq!(states(4, immediate_win)?, 9_722_011u32.into());
        assert_eq!(states(5, immediate_win)?, 158_977_021_146u64.into());
        Ok(())
    }

    #[test]
    fn a_win_noted_in_a_step_of_its_own_adds_states() -> Result<()> {
        assert_eq!(states(3, separate_win)?, 6420u32.into());
        assert_eq!(states(4, separate_win)?, 10_376_047u32.into());
        assert_eq!(states(5, separate_win)?, 163_166_799_542u64.into());
        Ok(())
    }
}
