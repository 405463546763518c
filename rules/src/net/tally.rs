//! Counting on the diagram of all markings.

use std::ops::{AddAssign, Mul};

use dd::{Set, Val};
use game::{Limits, Stopped};
use num_bigint::BigUint;

/// A diagram of markings, level by level: every word has every level once.
pub(super) struct Tally {
    /// The arcs of all nodes: values, and the numbers of the nodes that they lead to.
    arcs: Vec<(Val, u32)>,
    /// Where the arcs of each node end. Node 0 is the end of the words, and arcs lead to nodes of lower numbers.
    ends: Vec<usize>,
    /// The nodes of each level.
    levels: Vec<Vec<u32>>,
    pub(super) most_in_place: u64,
    pub(super) most_in_marking: u64,
}

/// A number of words: of a type that holds the number of all of them.
trait Number:
    Clone + From<u8> + for<'a> AddAssign<&'a Self> + for<'a> Mul<&'a Self, Output = Self> + Into<BigUint>
{
}

impl Number for u128 {}
impl Number for BigUint {}

/// How many words there are from the nodes to the end, from the start to the nodes, and room for more.
struct Ways<T> {
    below: Vec<T>,
    above: Vec<T>,
    room: Vec<T>,
}

impl Tally {
    /// Takes the nodes of a set of markings, where so many bytes are in use already.
    ///
    /// # Errors
    /// The limit that was reached: this is as large as the set.
    pub(super) fn of(set: &Set, held: usize, limits: &Limits) -> Result<Tally, Stopped> {
        let (arcs, ends, levels) = (Vec::new(), vec![0], Vec::new());
        let mut tally = Tally { arcs, ends, levels, most_in_place: 0, most_in_marking: 0 };
        let mut most: Vec<u64> = vec![0];
        let visited = set.each_node(|level, arcs| {
            let number = |node: usize| u32::try_from(node).expect("nodes are fewer than 2^32");
            let level = level as usize;
            tally.levels.resize(tally.levels.len().max(level + 1), Vec::new());
            tally.levels[level].push(number(tally.ends.len()));
            let mut below = 0;
            for &(value, child) in arcs {
                let tokens = u64::try_from(value).expect("no place has fewer tokens than none");
                let child = child.map_or(0, |child| child + 1);
                below = below.max(tokens + most[child]);
                tally.most_in_place = tally.most_in_place.max(tokens);
                tally.arcs.push((value, number(child)));
            }
            tally.ends.push(tally.arcs.len());
            most.push(below);
        });
        visited.expect("every word has every variable once");
        tally.most_in_marking = most[most.len() - 1];
        // The numbers that are added up may take several words each.
        let bytes = tally.arcs.len() * size_of::<(Val, u32)>() + tally.ends.len() * 192;
        match limits.exceeded(held + bytes) {
            Some(why) => Err(why),
            None => Ok(tally),
        }
    }

    fn arcs(&self, node: usize) -> &[(Val, u32)] {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.arcs[start..self.ends[node]]
    }

    /// Returns how many of the words, which are so many in all, have enough at all levels of a list, added up over all
    /// lists.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn firings(
        &self,
        words: &BigUint,
        needs: &[Vec<(usize, Val)>],
        limits: &Limits,
    ) -> Result<BigUint, Stopped> {
        if words.bits() <= 128 {
            self.firings_in::<u128>(words, needs, limits)
        } else {
            self.firings_in::<BigUint>(words, needs, limits)
        }
    }

    fn firings_in<T: Number>(
        &self,
        words: &BigUint,
        needs: &[Vec<(usize, Val)>],
        limits: &Limits,
    ) -> Result<BigUint, Stopped> {
        let mut ways = self.ways::<T>();
        let mut sum = BigUint::ZERO;
        for needs in needs {
            if let Some(why) = limits.exceeded(0) {
                return Err(why);
            }
            sum += if needs.is_empty() { words.clone() } else { self.enabled(needs, &mut ways).into() };
        }
        Ok(sum)
    }

    fn ways<T: Number>(&self) -> Ways<T> {
        let (zero, one) = (T::from(0), T::from(1));
        let mut below = vec![one.clone()];
        for node in 1..self.ends.len() {
            let mut sum = zero.clone();
            self.arcs(node).iter().for_each(|&(_, child)| sum += &below[child as usize]);
            below.push(sum);
        }
        let mut above = vec![zero.clone(); self.ends.len()];
        above[self.ends.len() - 1] = one;
        for node in (1..self.ends.len()).rev() {
            let here = above[node].clone();
            self.arcs(node).iter().for_each(|&(_, child)| above[child as usize] += &here);
        }
        Ways { below, above, room: vec![zero; self.ends.len()] }
    }

    /// How many words have enough at these levels: only the nodes between the first and the last are looked at.
    fn enabled<T: Number>(&self, needs: &[(usize, Val)], Ways { below, above, room }: &mut Ways<T>) -> T {
        let mut needed = needs.iter().rev().peekable();
        let (first, last) = (needs[0].0, needs[needs.len() - 1].0);
        for level in (first..=last).rev() {
            let least = needed.next_if(|(needy, _)| *needy == level).map_or(0, |(_, least)| *least);
            let source = if level == last { &*below } else { &*room };
            let sums: Vec<T> = self.levels[level]
                .iter()
                .map(|&node| {
                    let arcs = self.arcs(node as usize);
                    let enough = &arcs[arcs.partition_point(|(value, _)| *value < least)..];
                    let mut sum = T::from(0);
                    enough.iter().for_each(|&(_, child)| sum += &source[child as usize]);
                    sum
                })
                .collect();
            for (&node, sum) in self.levels[level].iter().zip(sums) {
                room[node as usize] = sum;
            }
        }
        let mut all = T::from(0);
        for &node in &self.levels[first] {
            all += &(room[node as usize].clone() * &above[node as usize]);
        }
        all
    }
}
