//! The symmetries of n^d cells: maps of cells that take lines to lines.
//!
//! Three kinds generate them: exchanging axes, reversing axes, and renaming the coordinates on all axes at once, in a
//! way that commutes with reversal. The last are more than meets the eye: exchanging the two inner planes of the 4×4×4
//! cube and, at the same time, those of the other axes, keeps all its 76 lines.

use super::coordinates;
use crate::permutations;

/// The most symmetries that tables are made for. Where there are more, a subgroup is used.
pub(super) const MOST_SYMMETRIES: u64 = 400;

/// Which symmetries are taken: the product of three choices.
#[derive(Clone, Copy)]
struct Choice {
    /// All renamings of coordinates, or only the reversal of all axes.
    all_names: bool,
    orders: Orders,
    /// Each axis may be reversed by itself.
    reversals: bool,
}

/// Which exchanges of axes are taken.
#[derive(Clone, Copy)]
enum Orders {
    All,
    Cyclic,
    Same,
}

/// From the whole group down to a small one.
const CHOICES: [Choice; 5] = [
    Choice { all_names: true, orders: Orders::All, reversals: true },
    Choice { all_names: false, orders: Orders::All, reversals: true },
    Choice { all_names: false, orders: Orders::Cyclic, reversals: true },
    Choice { all_names: false, orders: Orders::Same, reversals: true },
    Choice { all_names: false, orders: Orders::Cyclic, reversals: false },
];

impl Choice {
    /// Returns the number of symmetries, or `u64::MAX` if there are more.
    fn count(self, n: u32, d: u32) -> u64 {
        let factorial = |n: u32| (1..=u64::from(n)).fold(1, u64::saturating_mul);
        let power_of_two = |n: u32| 2u64.saturating_pow(n);
        let names = if self.all_names { factorial(n / 2).saturating_mul(power_of_two(n / 2)) } else { 2 };
        let orders = match self.orders {
            Orders::All => factorial(d),
            Orders::Cyclic => u64::from(d),
            Orders::Same => 1,
        };
        names.saturating_mul(orders).saturating_mul(u64::from(self.reversals(d)))
    }

    /// Returns the number of ways to reverse axes other than the first: to reverse that one too is to reverse the
    /// others and then rename.
    fn reversals(self, d: u32) -> u32 {
        if self.reversals { 1 << (d - 1) } else { 1 }
    }

    /// Returns the new name of each coordinate, in each of the ways to rename.
    fn names(self, n: u32) -> Vec<Vec<u32>> {
        if !self.all_names {
            return vec![(0..n).collect(), (0..n).rev().collect()];
        }
        let pairs = n as usize / 2;
        let orders = (0..permutations::count(pairs)).map(|order| permutations::nth(pairs, order));
        orders
            .flat_map(|order| (0..1 << pairs).map(move |turned| rename(n, &order[..pairs], turned)))
            .collect()
    }

    /// Returns, for each way to exchange the axes, the target of each axis.
    fn orders(self, d: u32) -> Vec<Vec<u32>> {
        let axes = d as usize;
        match self.orders {
            Orders::All => (0..permutations::count(axes))
                .map(|order| permutations::nth(axes, order)[..axes].iter().map(|&to| u32::from(to)).collect())
                .collect(),
            Orders::Cyclic => (0..d).map(|by| (0..d).map(|axis| (axis + by) % d).collect()).collect(),
            Orders::Same => vec![(0..d).collect()],
        }
    }
}

/// Renames coordinates so that v and n − 1 − v stay a pair: the pairs are put in a new order, and some are turned.
fn rename(n: u32, order: &[u8], turned: u32) -> Vec<u32> {
    let lower: Vec<u32> = (0..)
        .zip(order)
        .map(|(pair, &to)| if turned >> pair & 1 == 1 { n - 1 - u32::from(to) } else { u32::from(to) })
        .collect();
    let middle = (n % 2 == 1).then_some(n / 2);
    let upper = lower.iter().rev().map(|&name| n - 1 - name);
    lower.iter().copied().chain(middle).chain(upper).collect()
}

/// Returns the symmetries as permutations of cells, each once, the identity first.
pub(super) fn permutations(n: u32, d: u32) -> Vec<Vec<u32>> {
    if n == 1 {
        return vec![vec![0]];
    }
    let fits = CHOICES.into_iter().find(|choice| choice.count(n, d) <= MOST_SYMMETRIES);
    let choice = fits.expect("the last choice has no more symmetries than twice the dimensions");
    let (names, orders) = (choice.names(n), choice.orders(d));
    let mut all = Vec::new();
    for name in &names {
        for order in &orders {
            all.extend((0..choice.reversals(d)).map(|reversed| permutation(n, name, order, reversed << 1)));
        }
    }
    all
}

/// Renames the coordinates of each cell, reverses the axes whose bit is set, and exchanges the axes.
fn permutation(n: u32, name: &[u32], order: &[u32], reversed: u32) -> Vec<u32> {
    let d = order.len() as u32;
    let image = |cell: u32| -> u32 {
        let axes = (0..).zip(order).zip(coordinates(n, d, cell));
        axes.map(|((axis, &to), c)| {
            let named = name[c as usize];
            let coordinate = if reversed >> axis & 1 == 1 { n - 1 - named } else { named };
            coordinate * n.pow(to)
        })
        .sum()
    };
    (0..n.pow(d)).map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_groups_have_their_sizes_and_no_duplicates() {
        let sizes = [
            ((1, 3), 1),
            ((2, 2), 8),
            ((3, 2), 8),
            ((4, 2), 32),
            ((5, 2), 32),
            ((3, 3), 48),
            ((4, 3), 192),
            ((5, 3), 192),
            ((3, 4), 384),
            ((4, 1), 8),
            // The whole group would be larger.
            ((8, 3), 48),
            ((4, 4), 384),
            ((3, 5), 160),
            ((2, 6), 384),
            ((2, 7), 128),
            ((2, 8), 256),
            ((2, 9), 18),
            ((22, 2), 8),
            ((512, 1), 2),
        ];
        for ((n, d), size) in sizes {
            let all = permutations(n, d);
            assert!(all[0].iter().copied().eq(0..n.pow(d)));
            assert_eq!(all.len(), size, "{n}^{d}");
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), size, "{n}^{d}");
        }
    }

    #[test]
    fn one_symmetry_after_another_is_a_symmetry() {
        for (n, d) in [(2, 2), (4, 2), (5, 2), (3, 3), (4, 3), (3, 5), (2, 9)] {
            let all = permutations(n, d);
            let known: HashSet<&Vec<u32>> = all.iter().collect();
            for f in all.iter().step_by(7) {
                for g in &all {
                    let both: Vec<u32> = f.iter().map(|&cell| g[cell as usize]).collect();
                    assert!(known.contains(&both), "{n}^{d}");
                }
            }
        }
    }
}
