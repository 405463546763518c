//! Symmetries of boards: maps of squares that may take lines to lines.

use std::collections::HashSet;

use super::Drawing;
use super::plan::{Set, set};
use crate::images;

/// The most symmetries that tables are made for. Where there are more, a subgroup is used.
pub(super) const MOST_SYMMETRIES: usize = 400;

/// How many comparisons the search for symmetries of lines may take.
const MOST_WORK: u64 = 20_000_000;

/// Returns the maps that turn and reflect a drawing and leave its holes where they are, the identity first.
pub(super) fn of_rectangle(drawing: &Drawing) -> Vec<Vec<u32>> {
    let (w, h) = drawing.size();
    let maps = images::rectangle(w, h);
    maps.iter().filter_map(|map| permutation(drawing, map)).collect()
}

/// Returns the maps of a torus: all that turn, reflect and shift it, or fewer where those are too many.
pub(super) fn of_torus(drawing: &Drawing) -> Vec<Vec<u32>> {
    let (w, h) = drawing.size();
    let turns = images::rectangle(w, h);
    let shifts = (w * h) as usize;
    let turns = match MOST_SYMMETRIES / shifts {
        0 => return of_rectangle(drawing),
        most if most >= turns.len() => &turns[..],
        // The identity and the reflection from left to right are a group, and so is the identity.
        most if most >= 4 => &turns[..4],
        most if most >= 2 => &turns[..2],
        _ => &turns[..1],
    };
    let mut maps = Vec::new();
    for turn in turns {
        let shifted = |number: u32| {
            permutation(drawing, &|i, j| {
                let (i, j) = turn(i, j);
                ((i + number / h) % w, (j + number % h) % h)
            })
        };
        maps.extend((0..w * h).filter_map(shifted));
    }
    maps
}

/// Returns a map of columns and rows as one of squares, if it takes every square to a square.
fn permutation(drawing: &Drawing, map: &dyn Fn(u32, u32) -> (u32, u32)) -> Option<Vec<u32>> {
    let to = |square: u16| {
        let (i, j) = drawing.place(square);
        let (i, j) = map(i, j);
        drawing.at(i, j).map(u32::from)
    };
    (0..drawing.squares() as u16).map(to).collect()
}

/// Returns all maps of squares that take lines to lines and leave those on no line where they are, the identity
/// first: none if there are too many, or if it takes too long to find them.
pub(super) fn of_lines(squares: usize, lines: &[Vec<u16>]) -> Option<Vec<Vec<u32>>> {
    let work =
        lines.iter().map(|line| (line.len() * line.len()) as u64).sum::<u64>() + (squares * squares) as u64;
    let rest = MOST_WORK.checked_sub(work)?;
    let near = Nearness::new(squares, lines);
    let order = near.order();
    let mut search = Search {
        near: &near,
        ends: ends(&order, squares, lines),
        order: &order,
        lines: lines.iter().map(|line| set(line)).collect(),
        to: vec![NOWHERE; squares],
        rest,
        found: Vec::new(),
    };
    search.extend(0, &mut vec![false; squares])?;
    let mut found = search.found;
    found.sort_unstable();
    Some(found)
}

const NOWHERE: u32 = u32::MAX;

/// For each pair of squares, a number that tells how many lines of each length hold both.
struct Nearness {
    squares: usize,
    of: Vec<u64>,
}

impl Nearness {
    fn new(squares: usize, lines: &[Vec<u16>]) -> Nearness {
        let mut of = vec![0u64; squares * squares];
        for line in lines {
            let weight = (line.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            for &a in line {
                for &b in line {
                    let pair = &mut of[usize::from(a) * squares + usize::from(b)];
                    *pair = pair.wrapping_add(weight);
                }
            }
        }
        Nearness { squares, of }
    }

    fn between(&self, a: usize, b: usize) -> u64 {
        self.of[a * self.squares + b]
    }

    /// Returns the squares that are on lines, each near those before it where that can be.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::new();
        let mut left: Vec<usize> = (0..self.squares).filter(|&a| self.between(a, a) != 0).collect();
        while !left.is_empty() {
            let near = |&a: &usize| order.iter().rev().take(8).filter(|&&b| self.between(a, b) != 0).count();
            let counts = left.iter().map(near);
            let best = counts.enumerate().max_by_key(|&(at, count)| (count, std::cmp::Reverse(at)));
            order.push(left.remove(best.map_or(0, |(at, _)| at)));
        }
        order
    }
}

/// Returns the lines whose last square, in this order, is the first, the second and so on.
fn ends<'l>(order: &[usize], squares: usize, lines: &'l [Vec<u16>]) -> Vec<Vec<&'l [u16]>> {
    let mut depth_of = vec![0; squares];
    order.iter().enumerate().for_each(|(depth, &square)| depth_of[square] = depth);
    let mut ends: Vec<Vec<&[u16]>> = vec![Vec::new(); order.len()];
    for line in lines {
        let last = line.iter().map(|&square| depth_of[usize::from(square)]).max();
        ends[last.expect("a line has a square")].push(line);
    }
    ends
}

/// The search for maps: square after square is taken to one that is as near to the images of those before.
struct Search<'a> {
    near: &'a Nearness,
    order: &'a [usize],
    /// The lines that end at each square of the order.
    ends: Vec<Vec<&'a [u16]>>,
    lines: HashSet<Set>,
    to: Vec<u32>,
    /// How many more comparisons there may be.
    rest: u64,
    found: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// Finds all maps that agree with that of the squares so far. None if there are too many.
    fn extend(&mut self, depth: usize, used: &mut [bool]) -> Option<()> {
        let Some(&square) = self.order.get(depth) else {
            let to = (0u32..).zip(&self.to).map(|(at, &to)| if to == NOWHERE { at } else { to });
            self.found.push(to.collect());
            return (self.found.len() <= MOST_SYMMETRIES).then_some(());
        };
        for &image in self.order {
            if used[image] || !self.fits(depth, square, image)? {
                continue;
            }
            (self.to[square], used[image]) = (image as u32, true);
            if self.keeps_lines(depth)? {
                self.extend(depth + 1, used)?;
            }
            (self.to[square], used[image]) = (NOWHERE, false);
        }
        Some(())
    }

    /// Returns whether a square may go there. None if it has taken too long to find out.
    fn fits(&mut self, depth: usize, square: usize, image: usize) -> Option<bool> {
        if self.near.between(square, square) != self.near.between(image, image) {
            return self.spend(1).then_some(false);
        }
        let before = self.order[..depth].iter().rev();
        let mut compared = 1;
        let same = before.copied().all(|other| {
            compared += 1;
            self.near.between(square, other) == self.near.between(image, self.to[other] as usize)
        });
        self.spend(compared).then_some(same)
    }

    /// Returns whether the lines that end here go to lines. None if it has taken too long to find out.
    fn keeps_lines(&mut self, depth: usize) -> Option<bool> {
        let image = |line: &[u16]| line.iter().map(|&square| self.to[usize::from(square)] as usize).collect();
        let kept = self.ends[depth].iter().all(|line| self.lines.contains(&image(line)));
        let work = self.ends[depth].iter().map(|line| line.len() as u64).sum();
        self.spend(work).then_some(kept)
    }

    fn spend(&mut self, work: u64) -> bool {
        let left = self.rest.checked_sub(work);
        // Who spends more than is left has nothing left, and is told so.
        self.rest = left.unwrap_or(0);
        left.is_some()
    }
}
