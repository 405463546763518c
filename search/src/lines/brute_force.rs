//! Proofs and zones, checked against play by the rules alone.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};

use game::bits::BitSet;
use game::{FilledBy, Limits, LineBoard, Random};
use proptest::prelude::*;

use super::position::{ANY, Position, Side};
use super::symmetries::Symmetries;
use super::table::{Proof, Table};
use super::workers::Shared;
use super::{pairing, potential};
use crate::busy::Busy;

type Squares = BitSet<1>;

/// A position by the rules alone: nothing is dropped.
#[derive(Clone, Debug)]
struct Plain {
    lines: [Vec<Squares>; 2],
    free: Squares,
    moves: u32,
    turn: Side,
}

impl Plain {
    fn winner(&self, seen: &mut HashMap<(Squares, Squares), Side>, maker: Squares) -> Side {
        if self.lines[0].iter().any(|line| line.is_empty()) {
            return Side::Maker;
        }
        let over = self.lines[1].iter().any(|line| line.is_empty());
        if over || self.free.is_empty() || (self.moves == 0 && self.turn == Side::Maker) {
            return Side::Breaker;
        }
        if let Some(&winner) = seen.get(&(self.free, maker)) {
            return winner;
        }
        let wins = |square| {
            let maker = if self.turn == Side::Maker { maker.with(square) } else { maker };
            self.after(square).winner(seen, maker) == self.turn
        };
        let winner = if self.free.into_iter().any(wins) { self.turn } else { self.turn.other() };
        seen.insert((self.free, maker), winner);
        winner
    }

    fn after(&self, square: usize) -> Plain {
        let (own, other) = (self.turn as usize, self.turn.other() as usize);
        let mut next = self.clone();
        next.lines[own].iter_mut().for_each(|line| *line = line.without(square));
        next.lines[other].retain(|line| !line.contains(square));
        next.free = next.free.without(square);
        if self.turn == Side::Maker && self.moves != ANY {
            next.moves -= 1;
        }
        next.turn = self.turn.other();
        next
    }

    fn won_by(&self) -> Side {
        self.winner(&mut HashMap::new(), BitSet::EMPTY)
    }

    /// The same position after one side was given everything outside a zone.
    fn with_rest_given_to(&self, side: Side, zone: Squares) -> Plain {
        let (own, other) = (side as usize, side.other() as usize);
        let mut given = self.clone();
        given.lines[own].iter_mut().for_each(|line| *line = *line & zone);
        given.lines[other].retain(|line| line.within(zone));
        given.free = zone;
        given
    }

    fn reduced(&self) -> Position<1> {
        let [maker, breaker] = self.lines.clone();
        Position::new(self.turn, self.moves, maker, breaker)
    }

    /// A random position: lines of two to four squares, some of them partly filled.
    fn random(seed: u64, squares: usize, limited: bool, threats: bool) -> Plain {
        let mut random = Random::new(seed);
        let mut lines = |count: usize| -> Vec<Squares> {
            let line = |_| {
                let length = 1 + random.below(4).max(random.below(4));
                (0..length).map(|_| random.below(squares)).collect()
            };
            (0..count).map(line).collect()
        };
        let count = 3 + seed as usize % (squares + 2);
        let mut lines = [lines(count), if threats { lines(count) } else { Vec::new() }];
        let turn = if seed.is_multiple_of(3) { Side::Breaker } else { Side::Maker };
        let moves = if limited { 1 + (seed >> 8) as u32 % 4 } else { ANY };
        // Longer lines are no part of the query, and zones take no notice of them.
        lines[0].retain(|line| line.count() <= moves);
        Plain { lines, free: BitSet::below(squares), moves, turn }
    }
}

fn prove(position: &Position<1>, squares: usize, pairing_steps: u32, threads: usize) -> Proof<1> {
    let symmetries = vec![(0..squares).collect()];
    let board =
        LineBoard { squares, lines: Vec::new(), beyond: Vec::new(), filled_by: FilledBy::Either, symmetries };
    let shared = Shared {
        symmetries: &Symmetries::new(&board),
        table: &Table::new(1 << 16),
        busy: (threads > 1).then(Busy::new),
        pairing_steps,
        limits: &Limits::default().threads(threads),
        nodes: &AtomicU64::new(0),
        watcher: None,
        checkpoint: None,
        done: AtomicBool::new(false),
    };
    shared.prove(position).expect("there are no limits")
}

/// The proof names the right winner, the zone suffices, and the move keeps the win.
fn check(plain: &Plain, squares: usize, pairing_steps: u32, threads: usize) {
    let proof = prove(&plain.reduced(), squares, pairing_steps, threads);
    assert_eq!(proof.winner, plain.won_by(), "{plain:?}");
    let given = plain.with_rest_given_to(proof.winner.other(), proof.zone);
    assert_eq!(given.won_by(), proof.winner, "{:?} of {plain:?}", proof.zone);
    if let Some(best) = proof.best
        && proof.winner == plain.turn
    {
        assert_eq!(plain.after(best).won_by(), proof.winner, "{best} in {plain:?}");
    }
    assert!(
        proof.winner != plain.turn || proof.best.is_some() || plain.reduced().lines(Side::Maker).is_empty()
    );
}

fn filled(plain: &Plain) -> bool {
    plain.lines.iter().flatten().any(|line| line.is_empty())
}

/// How many random positions are looked at.
const CASES: u32 = 20_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn proofs_and_zones_hold_in_play(seed: u64, squares in 4..9usize, limited: bool, threats: bool) {
        let plain = Plain::random(seed, squares, limited, threats);
        prop_assume!(!filled(&plain));
        check(&plain, squares, 200, 1);
        // Without pairings more is left to the search.
        check(&plain, squares, 0, 1);
    }

    #[test]
    fn two_threads_prove_the_same(seed: u64, squares in 4..9usize, limited: bool, threats: bool) {
        let plain = Plain::random(seed, squares, limited, threats);
        prop_assume!(!filled(&plain));
        check(&plain, squares, 5, 2);
    }

    #[test]
    fn what_is_held_without_search_is_held(seed: u64, squares in 4..9usize) {
        let mut plain = Plain::random(seed, squares, false, false);
        prop_assume!(!filled(&plain));
        for turn in [Side::Maker, Side::Breaker] {
            plain.turn = turn;
            if let Some(zone) = potential::zone(&plain.lines[0], turn) {
                prop_assert_eq!(plain.with_rest_given_to(Side::Maker, zone).won_by(), Side::Breaker);
            }
        }
        plain.turn = Side::Maker;
        if let Some(zone) = pairing::zone(&plain.lines[0], 1000, BitSet::below(seed as usize % squares)) {
            prop_assert_eq!(zone.count() % 2, 0);
            prop_assert_eq!(plain.with_rest_given_to(Side::Maker, zone).won_by(), Side::Breaker);
        }
    }
}
