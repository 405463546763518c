//! The generic walk over all move sequences, beside the same walk written by hand for one game.

use std::hint::black_box;

use explore::perft::walk;
use game::Game;
use games::mnk::{FixedSize, Mnk, Rule};

use crate::{Contest, Measure, Workload};

pub(crate) fn contests() -> Vec<Contest> {
    vec![
        Contest {
            title: "perft connect:7,6,4 --depth 9",
            ours: Workload { name: "perft-connect-generic", run: connect_generic },
            theirs: Some(Workload { name: "perft-connect-by-hand", run: connect_by_hand }),
            by: Measure::Instructions,
            limit: Some(1.1),
        },
        Contest {
            title: "perft mnk:4,4,4 --depth 6",
            ours: Workload { name: "perft-mnk-generic", run: mnk_generic },
            theirs: Some(Workload { name: "perft-mnk-by-hand", run: mnk_by_hand }),
            by: Measure::Instructions,
            limit: Some(1.1),
        },
        Contest {
            title: "the same, size not compiled in",
            ours: Workload { name: "perft-mnk-any-size", run: mnk_any_size },
            theirs: Some(Workload { name: "perft-mnk-by-hand", run: mnk_by_hand }),
            by: Measure::Instructions,
            limit: None,
        },
    ]
}

fn connect_generic() -> String {
    let game: Mnk<u64, FixedSize<7, 6, 4, true>> = Mnk::fixed(black_box(Rule::Normal));
    walk(&game, &game.initial(), black_box(9)).to_string()
}

fn mnk_generic() -> String {
    let game: Mnk<u64, FixedSize<4, 4, 4, false>> = Mnk::fixed(black_box(Rule::Normal));
    walk(&game, &game.initial(), black_box(6)).to_string()
}

fn mnk_any_size() -> String {
    let game: Mnk<u64> = Mnk::new(black_box(4), black_box(4), black_box(4), Rule::Normal);
    walk(&game, &game.initial(), black_box(6)).to_string()
}

fn connect_by_hand() -> String {
    connect_four::walk(0, 0, black_box(9)).to_string()
}

fn mnk_by_hand() -> String {
    four_by_four::walk(0, 0, black_box(6)).to_string()
}

/// The walk, for a game whose `free` and constants are at hand.
macro_rules! walk_by_hand {
    () => {
        pub(super) fn walk(own: u64, other: u64, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let mut rest = free(own, other);
            if depth == 1 {
                return u64::from(rest.count_ones());
            }
            let mut sum = 0;
            while rest != 0 {
                let marked = own | rest & rest.wrapping_neg();
                // Most of the positions are those of the last ply but one: spare them a call each.
                sum += if depth == 2 {
                    u64::from(free(other, marked).count_ones())
                } else {
                    walk(other, marked, depth - 1)
                };
                rest &= rest - 1;
            }
            sum
        }
    };
}

/// Connect Four and nothing else: every size is a constant.
mod connect_four {
    const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
    const FULL: u64 = BOTTOM * 0b11_1111;

    fn four(marks: u64) -> bool {
        let row = |step: u32| {
            let pairs = marks & marks >> step;
            pairs & pairs >> (2 * step)
        };
        row(1) | row(7) | row(8) | row(6) != 0
    }

    /// The squares that may be marked: none if the game is over.
    fn free(own: u64, other: u64) -> u64 {
        let taken = own | other;
        if four(other) { 0 } else { FULL & !taken & (BOTTOM | taken << 1) }
    }

    walk_by_hand!();
}

/// (4,4,4) and nothing else.
pub(crate) mod four_by_four {
    pub(crate) const FULL: u64 = 0b01111_01111_01111_01111;

    pub(crate) fn four(marks: u64) -> bool {
        let row = |step: u32| {
            let pairs = marks & marks >> step;
            pairs & pairs >> (2 * step)
        };
        row(1) | row(5) | row(6) | row(4) != 0
    }

    /// The squares that may be marked: none if the game is over.
    fn free(own: u64, other: u64) -> u64 {
        if four(other) { 0 } else { FULL & !(own | other) }
    }

    walk_by_hand!();
}
