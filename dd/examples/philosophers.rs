//! The states of dining philosophers, each with a left and a right fork.
//!
//! `cargo run --release --example philosophers -- 1000`
#![allow(clippy::print_stdout)] // An example shows its results.

use dd::{Hom, Manager, Result, Set, Strategy, Val, Var};

const THINKING: Val = 0;
const HAS_LEFT: Val = 1;
const HAS_RIGHT: Val = 2;
const EATING: Val = 3;
const HUNGRY: Val = 4;
const FREE: Val = 0;
const TAKEN: Val = 1;

/// Philosopher `i` is variable `2i`, the fork to the left of them `2i + 1`.
fn fork(i: Var) -> Var {
    2 * i + 1
}

/// `var` changes from one value to another.
fn change(var: Var, from: Val, to: Val) -> Hom {
    Hom::assign(var, to).after(Hom::equal(var, from))
}

/// Everything philosopher `i` of `n` can do.
fn actions(i: Var, n: Var) -> [Hom; 6] {
    let (me, left, right) = (2 * i, fork(i), fork((i + 1) % n));
    let pick = |fork, from, to| change(me, from, to).after(change(fork, FREE, TAKEN));
    [
        change(me, THINKING, HUNGRY),
        pick(left, HUNGRY, HAS_LEFT),
        pick(right, HUNGRY, HAS_RIGHT),
        pick(right, HAS_LEFT, EATING),
        pick(left, HAS_RIGHT, EATING),
        change(me, EATING, THINKING).after(change(left, TAKEN, FREE)).after(change(right, TAKEN, FREE)),
    ]
}

pub(crate) fn reach(manager: &Manager, n: Var, strategy: Strategy) -> Result<Set> {
    let start: Vec<(Var, Val)> = (0..2 * n).map(|var| (var, 0)).collect();
    let step = Hom::sum((0..n).flat_map(|i| actions(i, n)));
    (step + Hom::id()).fixpoint_by(strategy).apply(&manager.word(&start)?)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let n: Var = std::env::args().nth(1).map_or(Ok(10), |n| n.parse())?;
    let manager = Manager::new();
    let reach = reach(&manager, n, Strategy::Automatic)?;
    println!("{} states in {} nodes", reach.count()?, reach.nodes()?);
    println!("{}", manager.statistics()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use std::collections::BTreeSet;

    /// Counts state by state.
    fn explicit(n: usize) -> usize {
        let mut seen = BTreeSet::new();
        let mut todo = vec![vec![0; 2 * n]];
        while let Some(s) = todo.pop() {
            if !seen.insert(s.clone()) {
                continue;
            }
            for i in 0..n {
                let (me, left, right) = (2 * i, 2 * i + 1, 2 * ((i + 1) % n) + 1);
                let mut go = |changes: &[(usize, Val, Val)]| {
                    if changes.iter().all(|&(var, from, _)| s[var] == from) {
                        let mut t = s.clone();
                        changes.iter().for_each(|&(var, _, to)| t[var] = to);
                        todo.push(t);
                    }
                };
                go(&[(me, THINKING, HUNGRY)]);
                go(&[(me, HUNGRY, HAS_LEFT), (left, FREE, TAKEN)]);
                go(&[(me, HUNGRY, HAS_RIGHT), (right, FREE, TAKEN)]);
                go(&[(me, HAS_LEFT, EATING), (right, FREE, TAKEN)]);
                go(&[(me, HAS_RIGHT, EATING), (left, FREE, TAKEN)]);
                go(&[(me, EATING, THINKING), (left, TAKEN, FREE), (right, TAKEN, FREE)]);
            }
        }
        seen.len()
    }

    #[test]
    fn agrees_with_an_explicit_search() -> Result<()> {
        let manager = Manager::new();
        for n in 2..=5 {
            assert_eq!(reach(&manager, n, Strategy::Automatic)?.count()?, explicit(n as usize).into());
            assert_eq!(reach(&manager, n, Strategy::Automatic)?, reach(&manager, n, Strategy::Plain)?);
        }
        Ok(())
    }

    /// Counts the seatings in which no fork is in two hands, by going once around the table: for each state of the first
    /// philosopher, the ways to seat the others, by the state of the last.
    fn around_the_table(n: usize) -> BigUint {
        const STATES: [Val; 5] = [THINKING, HUNGRY, HAS_LEFT, HAS_RIGHT, EATING];
        let right = |state| matches!(state, HAS_RIGHT | EATING);
        let left = |state| matches!(state, HAS_LEFT | EATING);
        let fits = |a: Val, b: Val| !(right(a) && left(b));
        let mut total = BigUint::ZERO;
        for first in STATES {
            let mut ways = STATES.map(|state| BigUint::from(u32::from(state == first)));
            for _ in 1..n {
                ways = STATES.map(|b| {
                    STATES.iter().zip(&ways).filter(|(a, _)| fits(**a, b)).map(|(_, ways)| ways).sum()
                });
            }
            total += STATES
                .iter()
                .zip(&ways)
                .filter(|(last, _)| fits(**last, first))
                .map(|(_, w)| w)
                .sum::<BigUint>();
        }
        total
    }

    #[test]
    fn a_thousand_dine_at_once() -> Result<()> {
        for n in [2, 3, 5, 50, 1000] {
            let reached = reach(&Manager::new(), n, Strategy::Automatic)?;
            assert_eq!(reached.count()?, around_the_table(n as usize));
        }
        Ok(())
    }
}
