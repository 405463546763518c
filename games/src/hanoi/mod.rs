//! The towers of Hanoi, with any number of pegs: a puzzle, so a system and no game.

mod entry;
mod symbolic;
mod text;

use game::{Indexed, Observable, Observe, Symmetry, System};

use crate::permutations::{self, Permutation};

/// The fewest pegs.
pub const FEWEST_PEGS: u32 = 3;
/// The most pegs.
pub const MOST_PEGS: u32 = permutations::MOST as u32;

/// Returns the most rings for a number of pegs: 64 with three or four, 42 with up to eight, 32 with up to sixteen.
#[must_use]
pub const fn most_rings(pegs: u32) -> u32 {
    u128::BITS / bits_for(pegs)
}

/// Returns how many bits number `pegs` pegs.
const fn bits_for(pegs: u32) -> u32 {
    if pegs <= 2 { 1 } else { (pegs - 1).ilog2() + 1 }
}

/// The peg of each ring: a few bits for each ring, the smallest ring in the lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rings(u128);

/// A move: the topmost ring of one peg is put on another. Pegs are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Carry {
    /// The peg the ring is taken from.
    pub from: u8,
    /// The peg it is put on.
    pub to: u8,
}

/// The towers of Hanoi. All rings start on the first peg and must end on the last. One ring at a time is moved, and
/// never onto a smaller one.
///
/// ```
/// use game::System;
/// use games::hanoi::Hanoi;
/// let hanoi = Hanoi::new(3, 3);
/// let start = hanoi.starts().next().unwrap();
/// assert_eq!(hanoi.actions(&start).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Hanoi {
    rings: u32,
    pegs: u32,
    /// How many bits of a configuration belong to a ring.
    bits: u32,
    last: Rings,
}

impl Hanoi {
    /// Returns the puzzle with `rings` rings and `pegs` pegs.
    ///
    /// # Panics
    /// If there are fewer than [`FEWEST_PEGS`] pegs or more than [`MOST_PEGS`], or no ring, or more than
    /// [`most_rings`].
    #[must_use]
    pub fn new(rings: u32, pegs: u32) -> Hanoi {
        assert!((FEWEST_PEGS..=MOST_PEGS).contains(&pegs), "the towers of Hanoi with {pegs} pegs");
        assert!(
            (1..=most_rings(pegs)).contains(&rings),
            "the towers of Hanoi with {rings} rings on {pegs} pegs"
        );
        let bits = bits_for(pegs);
        let last = (0..rings).fold(0, |all, ring| all | u128::from(pegs - 1) << (bits * ring));
        Hanoi { rings, pegs, bits, last: Rings(last) }
    }

    /// Returns the number of rings.
    #[must_use]
    pub fn rings(&self) -> u32 {
        self.rings
    }

    /// Returns the number of pegs.
    #[must_use]
    pub fn pegs(&self) -> u32 {
        self.pegs
    }

    /// Returns the peg a ring is on, both counted from 0; ring 0 is the smallest.
    #[inline]
    #[must_use]
    pub fn peg(&self, state: &Rings, ring: u32) -> u8 {
        (state.0 >> (self.bits * ring)) as u8 & ((1 << self.bits) - 1)
    }

    /// Returns the configuration in which each ring is on the peg that `peg` returns for it.
    fn place(&self, peg: impl Fn(u32) -> u8) -> Rings {
        Rings((0..self.rings).fold(0, |all, ring| all | u128::from(peg(ring)) << (self.bits * ring)))
    }

    /// Returns the smallest ring on each peg, or the number of rings where there is none.
    #[inline]
    fn tops(&self, state: &Rings) -> [u32; MOST_PEGS as usize] {
        let mut tops = [self.rings; MOST_PEGS as usize];
        for ring in (0..self.rings).rev() {
            tops[usize::from(self.peg(state, ring))] = ring;
        }
        tops
    }

    /// Returns the number of pegs that may be exchanged: all but the first and the last.
    fn inner(&self) -> usize {
        self.pegs as usize - 2
    }

    /// Returns the target of each peg when the inner ones are permuted.
    fn pegs_under(&self, symmetry: usize) -> Permutation {
        let inner = permutations::nth(self.inner(), symmetry);
        let mut to = permutations::identity();
        for (peg, place) in to[1..].iter_mut().zip(&inner[..self.inner()]) {
            *peg = place + 1;
        }
        to
    }

    /// Returns the target of each peg in the canonical form: the inner ones by their topmost rings, the smallest first.
    fn sorting(&self, state: &Rings) -> Permutation {
        let tops = self.tops(state);
        let mut pegs = permutations::identity();
        pegs[1..=self.inner()].sort_by_key(|&peg| tops[usize::from(peg)]);
        let mut to = permutations::identity();
        for (place, peg) in (0..).zip(pegs) {
            to[usize::from(peg)] = place;
        }
        to
    }

    fn permuted(&self, state: &Rings, to: &Permutation) -> Rings {
        self.place(|ring| to[usize::from(self.peg(state, ring))])
    }
}

impl System for Hanoi {
    type Configuration = Rings;
    type Action = Carry;

    fn starts(&self) -> impl Iterator<Item = Rings> {
        std::iter::once(Rings(0))
    }

    #[inline]
    fn actions(&self, state: &Rings) -> impl Iterator<Item = Carry> {
        let tops = self.tops(state);
        let pegs = self.pegs as u8;
        let pairs = (0..pegs).flat_map(move |from| (0..pegs).map(move |to| Carry { from, to }));
        pairs.filter(move |carry| tops[usize::from(carry.from)] < tops[usize::from(carry.to)])
    }

    #[inline]
    fn apply(&self, state: &mut Rings, action: Carry) {
        let ring = self.tops(state)[usize::from(action.from)];
        state.0 ^= u128::from(action.from ^ action.to) << (self.bits * ring);
    }

    #[inline]
    fn is_final(&self, state: &Rings) -> bool {
        *state == self.last
    }
}

/// The pegs between the first and the last are interchangeable, so every permutation of them is a symmetry, numbered by
/// its Lehmer code. In the canonical form their topmost rings grow from peg to peg.
impl Symmetry for Hanoi {
    fn symmetries(&self) -> usize {
        permutations::count(self.inner())
    }

    fn image(&self, state: &Rings, symmetry: usize) -> Rings {
        self.permuted(state, &self.pegs_under(symmetry))
    }

    fn image_of_action(&self, action: Carry, symmetry: usize) -> Carry {
        let to = self.pegs_under(symmetry);
        Carry { from: to[usize::from(action.from)], to: to[usize::from(action.to)] }
    }

    fn to_canonical(&self, state: &Rings) -> usize {
        let inner = self.sorting(state).map(|peg| peg.saturating_sub(1));
        permutations::number(&inner[1..=self.inner()])
    }

    fn canonical(&self, state: &Rings) -> Rings {
        self.permuted(state, &self.sorting(state))
    }
}

/// A number with a digit for each ring, the smallest last.
impl Indexed for Hanoi {
    fn size(&self) -> Option<u64> {
        u64::from(self.pegs).checked_pow(self.rings)
    }

    fn index(&self, state: &Rings) -> u64 {
        let digits = (0..self.rings).rev().map(|ring| u64::from(self.peg(state, ring)));
        digits.fold(0, |index, peg| index * u64::from(self.pegs) + peg)
    }

    fn state_at(&self, index: u64) -> Rings {
        let pegs = u64::from(self.pegs);
        self.place(|ring| (index / pegs.pow(ring) % pegs) as u8)
    }
}

impl Observe for Hanoi {
    fn observables(&self) -> Vec<Observable<'_, Rings>> {
        let rings = i64::from(self.rings);
        let pegs = i64::from(self.pegs);
        vec![
            Observable::number("peg", "the peg that a ring is on; ring 0 is the smallest", |state, of| {
                self.peg(state, of[0] as u32).into()
            })
            .of_number("ring", 0..=rings - 1),
            Observable::number("height", "how many rings are on a peg", |state, of| {
                (0..self.rings).filter(|&ring| i64::from(self.peg(state, ring)) == of[0]).count() as i64
            })
            .of_number("peg", 0..=pegs - 1),
            Observable::number("top", "the smallest ring on a peg, or -1 if there is none", |state, of| {
                let top = self.tops(state)[of[0] as usize];
                if top == self.rings { -1 } else { top.into() }
            })
            .of_number("peg", 0..=pegs - 1),
        ]
    }
}
