//! Numbers that others published.

use num_bigint::BigUint;

use crate::{net, symbolic};

fn markings(family: &str, size: u32) -> BigUint {
    symbolic(&net(family, size)).markings.expect("nothing is limited")
}

fn all(family: &str, known: &[(u32, u64)]) {
    for &(size, count) in known {
        assert_eq!(markings(family, size), count.into(), "{family} {size}");
    }
}

/// Up to 10 as the tests of Meddly list them, then as Meddly counts them.
#[test]
fn kanban() {
    let known = [
        160,
        4600,
        58400,
        454_475,
        2_546_432,
        11_261_376,
        41_644_800,
        133_865_325,
        384_392_800,
        1_005_927_208,
    ];
    for (size, count) in (1..).zip(known) {
        all("kanban", &[(size, count)]);
    }
    all("kanban", &[(20, 805_422_366_595), (50, 10_425_941_194_901_336)]);
}

/// In the Model Checking Contest the model with five cards has 24 460 016 firings, and never more than 20 tokens.
#[test]
fn the_state_space_of_the_contest() {
    let found = symbolic(&net("kanban", 5));
    assert_eq!((found.firings, found.deadlocks), (Some(24_460_016u32.into()), Some(0u32.into())));
    assert_eq!((found.most_in_place, found.most_in_marking), (Some(5), Some(20)));
}

/// G. Ciardo, G. Lüttgen, R. Siminiceanu, *Saturation: an efficient iteration strategy for symbolic state-space
/// generation*, 2001, gives 2.9·10^6, 2.5·10^9 and 6.0·10^12; the contest has all digits of the first two.
#[test]
fn flexible_manufacturing() {
    all("fms", &[(1, 120), (2, 3444), (3, 48_590), (4, 438_600), (5, 2_895_018), (10, 2_501_413_200)]);
    all("fms", &[(20, 6_029_168_852_784)]);
}

/// Each fork is free, or one of two philosophers has it, and then all is known. The numbers of the contest.
#[test]
fn philosophers() {
    for size in [2, 3, 5, 10, 100, 1000] {
        assert_eq!(markings("philosophers", size), BigUint::from(3u32).pow(size), "{size}");
    }
    let found = symbolic(&net("philosophers", 100));
    assert_eq!(found.deadlocks, Some(2u32.into()), "all hold the left fork, or all the right one");
    assert_eq!((found.most_in_place, found.most_in_marking), (Some(1), Some(200)));
}

/// As Meddly counts the same net; 8.3·10^9 and 2.7·10^20 in the paper on saturation.
#[test]
fn slotted_ring() {
    all("ring", &[(1, 6), (2, 52), (3, 504), (4, 5136), (5, 53_856), (10, 8_291_791_872)]);
    assert_eq!(markings("ring", 20).to_string(), "273199990096465494016");
}

/// Whoever has the turn has five ways: the process rests or asks, and the turn is to be taken or passed on; or it uses the
/// resource. The others rest or ask.
#[test]
fn round_robin() {
    for size in [1, 2, 5, 10, 50, 200] {
        assert_eq!(markings("mutex", size), BigUint::from(5 * size) << (size - 1), "{size}");
    }
}
