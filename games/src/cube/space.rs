//! The geometry of n^d cells.

use std::collections::BTreeMap;

use super::group;
use crate::bits::Bits;
use crate::images::Images;
use crate::mnk::bitmap;

/// n cells along each of d axes. The cell with coordinates c₀, c₁, …, each from 0 to n − 1, is bit
/// c₀ + c₁·n + c₂·n² + ….
#[derive(Clone, Debug)]
pub(super) struct Space<B> {
    pub(super) n: u32,
    pub(super) d: u32,
    pub(super) full: B,
    /// For each direction, how many bits on the next cell of a line is, and the cells where a line begins. Directions in
    /// which the next cell is as many bits away are one.
    directions: Vec<(u32, B)>,
}

impl<B: Bits> Space<B> {
    pub(super) fn new(n: u32, d: u32) -> Space<B> {
        let cells = n.pow(d);
        let full = (0..cells).fold(B::ZERO, |all, cell| all | B::bit(cell));
        let mut starts: BTreeMap<u32, B> = BTreeMap::new();
        for direction in directions(d) {
            let step = direction.iter().rev().fold(0, |step, &along| step * n as i32 + along);
            *starts.entry(step.unsigned_abs()).or_default() |= first_cells(n, &direction);
        }
        Space { n, d, full, directions: starts.into_iter().collect() }
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> u32 {
        self.n.pow(self.d)
    }

    /// Returns the coordinates of a cell, the first axis first.
    pub(super) fn coordinates(&self, cell: u32) -> impl Iterator<Item = u32> {
        coordinates(self.n, self.d, cell)
    }

    /// Returns whether a whole line of these cells is marked.
    #[inline]
    pub(super) fn aligned(&self, marks: B) -> bool {
        let any = |run: &dyn Fn(u32) -> B| {
            self.directions.iter().any(|&(step, starts)| !(run(step) & starts).is_empty())
        };
        // For 3 and 4 cells, the lengths most played, the loop of `runs` costs more than its shifts.
        match self.n {
            3 => any(&|step| {
                let pairs = marks & marks >> step;
                pairs & pairs >> step
            }),
            4 => any(&|step| {
                let pairs = marks & marks >> step;
                pairs & pairs >> (2 * step)
            }),
            n => any(&|step| bitmap::runs(marks, n, step)),
        }
    }

    /// Returns every line.
    pub(super) fn lines(&self) -> Vec<B> {
        let line = |start, step| (0..self.n).fold(B::ZERO, |line, m| line | B::bit(start + m * step));
        let of_direction = |&(step, starts): &(u32, B)| {
            starts.iter().map(move |start| line(start, step)).collect::<Vec<B>>()
        };
        self.directions.iter().flat_map(of_direction).collect()
    }

    /// Returns the symmetries.
    pub(super) fn images(&self) -> Images<B> {
        Images::new(group::permutations(self.n, self.d))
    }
}

/// Returns the coordinates of a cell, the first axis first.
pub(super) fn coordinates(n: u32, d: u32, cell: u32) -> impl Iterator<Item = u32> {
    (0..d).scan(cell, move |rest, _| {
        let coordinate = *rest % n;
        *rest /= n;
        Some(coordinate)
    })
}

/// Returns one of each pair of opposite directions: the change of each coordinate from one cell to the next. The last
/// that changes grows, so the numbers of the cells do.
fn directions(d: u32) -> impl Iterator<Item = Vec<i32>> {
    let all = (0..3u32.pow(d)).map(move |code| coordinates(3, d, code).map(|c| c as i32 - 1).collect());
    all.filter(|direction: &Vec<i32>| direction.iter().rev().find(|&&along| along != 0) == Some(&1))
}

/// Returns the cells where a line of n cells in this direction begins: 0 where the coordinate grows, n − 1 where it
/// falls.
fn first_cells<B: Bits>(n: u32, direction: &[i32]) -> B {
    let d = direction.len() as u32;
    let begins = |&cell: &u32| {
        coordinates(n, d, cell).zip(direction).all(|(c, along)| match along {
            1 => c == 0,
            -1 => c == n - 1,
            _ => true,
        })
    };
    (0..n.pow(d)).filter(begins).fold(B::ZERO, |set, cell| set | B::bit(cell))
}
