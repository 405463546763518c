//! The states of n×n tic-tac-toe, as the seeds describe them.
//!
//! `cargo run --release --example tictactoe -- 4 demo` (or `readme`).
#![allow(clippy::print_stdout)] // An example shows its results.

use dd::tictactoe::Model;
use dd::{Hom, Manager, Result, Strategy, Var};
use num_bigint::BigUint;

pub(crate) fn readme(model: &Model) -> Hom {
    model.readme(Strategy::Automatic)
}

pub(crate) fn demo(model: &Model) -> Hom {
    model.demo(Strategy::Automatic)
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
