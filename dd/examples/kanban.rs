//! The states of the Kanban net with N cards in each of four cells.
//!
//! `cargo run --release --example kanban -- 20`
#![allow(clippy::print_stdout)] // An example shows its results.

use dd::{Hom, Manager, Result, Set, Strategy, Val, Var};

/// Consumed and produced places of each transition. Places: 4·cell + {0: in, 1: back, 2: cards, 3: out}.
const TRANSITIONS: [(&[Var], &[Var]); 16] = [
    (&[2], &[0]),
    (&[0], &[1]),
    (&[1], &[0]),
    (&[0], &[3]),
    (&[3, 6, 10], &[2, 4, 8]),
    (&[4], &[5]),
    (&[5], &[4]),
    (&[4], &[7]),
    (&[8], &[9]),
    (&[9], &[8]),
    (&[8], &[11]),
    (&[7, 11, 14], &[6, 10, 12]),
    (&[12], &[13]),
    (&[13], &[12]),
    (&[12], &[15]),
    (&[15], &[14]),
];

fn take(place: Var) -> Hom {
    Hom::add(place, -1).after(Hom::greater(place, 0))
}

fn put(place: Var) -> Hom {
    Hom::add(place, 1)
}

fn transition((consumed, produced): (&[Var], &[Var])) -> Hom {
    let parts = produced.iter().map(|&p| put(p)).chain(consumed.iter().map(|&p| take(p)));
    parts.reduce(Hom::after).unwrap_or_else(Hom::id)
}

pub(crate) fn reach(manager: &Manager, cards: Val, strategy: Strategy) -> Result<Set> {
    let start: Vec<(Var, Val)> = (0..16).map(|p| (p, if p % 4 == 2 { cards } else { 0 })).collect();
    let step = Hom::sum(TRANSITIONS.map(transition));
    (step + Hom::id()).fixpoint_by(strategy).apply(&manager.word(&start)?)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let cards: Val = std::env::args().nth(1).map_or(Ok(5), |n| n.parse())?;
    let manager = Manager::new();
    let reach = reach(&manager, cards, Strategy::Automatic)?;
    println!("{} states in {} nodes", reach.count()?, reach.nodes()?);
    println!("{}", manager.statistics()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_counts() -> Result<()> {
        let manager = Manager::new();
        for (cards, states) in [(1, 160u64), (2, 4600), (3, 58400), (20, 805_422_366_595)] {
            assert_eq!(reach(&manager, cards, Strategy::Automatic)?.count()?, states.into());
        }
        Ok(())
    }

    #[test]
    fn all_strategies_agree() -> Result<()> {
        let manager = Manager::new();
        let saturated = reach(&manager, 3, Strategy::Automatic)?;
        for strategy in [Strategy::Plain, Strategy::Frontier, Strategy::Layers] {
            assert_eq!(reach(&manager, 3, strategy)?, saturated);
        }
        Ok(())
    }
}
