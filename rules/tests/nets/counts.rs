//! Numbers that others published.

use num_bigint::BigUint;

use crate::{net, symbolic};

fn markings(family: &str, size: u32) -> BigUint {
    symbolic(&net(family, size)).markings.expect("nothing is limited")
}

fn number(digits: &str) -> BigUint {
    digits.parse().expect("a number")
}

/// G. Ciardo and others in papers on saturation since 2001; Meddly lists them up to 10 in its tests.
#[test]
fn kanban() {
    let known: [u64; 10] = [
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
        assert_eq!(markings("kanban", size), count.into(), "{size}");
    }
    assert_eq!(markings("kanban", 20), 805_422_366_595u64.into());
    assert_eq!(markings("kanban", 50), number("10426000000000000"));
}

#[test]
fn flexible_manufacturing() {
    for (size, count) in [(1, 54u64), (2, 810), (3, 6520), (4, 35_910), (5, 152_712)] {
        assert_eq!(markings("fms", size), count.into(), "{size}");
    }
}

/// Three for each fork: it is free, or one of two philosophers has it; and then all is known. The contest's numbers.
#[test]
fn philosophers() {
    for size in [2, 3, 5, 10, 100, 1000] {
        assert_eq!(markings("philosophers", size), BigUint::from(3u32).pow(size), "{size}");
    }
}

#[test]
fn slotted_ring() {
    for (size, count) in [(1, 10u64), (2, 52)] {
        assert_eq!(markings("ring", size), count.into(), "{size}");
    }
}

/// Whoever has the turn rests, asks, uses the resource, or passes the turn on while resting or asking; each of the others
/// rests or asks.
#[test]
fn round_robin() {
    for size in [1, 2, 5, 10, 50, 200] {
        assert_eq!(markings("mutex", size), BigUint::from(5 * size) << (size - 1), "{size}");
    }
}
