//! The towers of Hanoi: every way to put the rings on three pegs can be reached.
//!
//! `cargo run --release --example hanoi -- 3000`
#![allow(clippy::print_stdout)] // An example shows its results.

use dd::{Hom, Inductive, Manager, Result, Set, Strategy, Val, Var};
use std::ops::RangeInclusive;

/// Moves a ring from one peg to another, if no smaller ring is on either. The largest ring comes first in a word and
/// has the greatest number.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Move {
    ring: Var,
    from: Val,
    to: Val,
}

impl Inductive for Move {
    fn phi(&self, var: Var, val: Val) -> Hom {
        if val != self.from {
            return Hom::zero();
        }
        Hom::arc(var, self.to, Hom::new(Clear { from: self.from, to: self.to }))
    }
    fn range(&self) -> RangeInclusive<Var> {
        self.ring..=self.ring
    }
}

/// Keeps the words in which no ring is on either peg.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Clear {
    from: Val,
    to: Val,
}

impl Inductive for Clear {
    fn phi(&self, var: Var, val: Val) -> Hom {
        let &Clear { from, to } = self;
        if val == from || val == to { Hom::zero() } else { Hom::arc(var, val, Hom::new(Clear { from, to })) }
    }
    fn on_one(&self) -> Option<Hom> {
        Some(Hom::id())
    }
    fn is_selector(&self) -> bool {
        true
    }
}

pub(crate) fn reach(manager: &Manager, rings: Var, strategy: Strategy) -> Result<Set> {
    let start: Vec<(Var, Val)> = (0..rings).rev().map(|ring| (ring, 0)).collect();
    let pegs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
    let step = Hom::sum((0..rings).flat_map(|ring| pegs.map(|(from, to)| Hom::new(Move { ring, from, to }))));
    (step + Hom::id()).fixpoint_by(strategy).apply(&manager.word(&start)?)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let rings: Var = std::env::args().nth(1).map_or(Ok(30), |n| n.parse())?;
    let manager = Manager::new();
    let reach = reach(&manager, rings, Strategy::Automatic)?;
    println!("{} states in {} nodes", reach.count()?, reach.nodes()?);
    println!("{}", manager.statistics()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_reached() -> Result<()> {
        for rings in [1, 2, 30, 3000] {
            let reached = reach(&Manager::new(), rings, Strategy::Automatic)?;
            assert_eq!(reached.count()?.to_string(), power_of_three(rings));
        }
        Ok(())
    }

    #[test]
    fn all_strategies_agree() -> Result<()> {
        let manager = Manager::new();
        let saturated = reach(&manager, 5, Strategy::Automatic)?;
        assert_eq!(reach(&manager, 5, Strategy::Plain)?, saturated);
        assert_eq!(reach(&manager, 5, Strategy::Frontier)?, saturated);
        Ok(())
    }

    /// 3^n in decimal, by school arithmetic.
    fn power_of_three(n: Var) -> String {
        let mut digits = vec![1u8];
        for _ in 0..n {
            let mut carry = 0;
            for digit in &mut digits {
                let value = *digit * 3 + carry;
                (*digit, carry) = (value % 10, value / 10);
            }
            if carry > 0 {
                digits.push(carry);
            }
        }
        digits.iter().rev().map(|d| char::from(b'0' + d)).collect()
    }
}
