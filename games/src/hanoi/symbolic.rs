//! The towers of Hanoi, as diagrams.

use game::{Player, Symmetry};
use symbolic::levels::{Judge, Mapping, Relation, Shape, Way};
use symbolic::{Ending, Never, Symbolic, most_mappings};

use super::{Hanoi, Rings};

/// What has happened so far, the smallest ring read first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Carried {
    /// No ring was moved; on these pegs there are smaller ones.
    Nothing(u32),
    /// A ring was moved.
    One,
}

/// One ring is put on another peg, no smaller one being on either. It is its own inverse.
pub struct CarryOne {
    pegs: u32,
}

impl Relation for CarryOne {
    type State = Carried;

    fn states(&self) -> u32 {
        (1 << self.pegs) + 1
    }

    fn start(&self) -> Carried {
        Carried::Nothing(0)
    }

    fn ways(&self, _: usize, carried: &Carried, peg: u32) -> Vec<Way<Carried>> {
        let &Carried::Nothing(smaller) = carried else { return vec![Way::letter(peg, Carried::One)] };
        let is_free = |peg: u32| smaller >> peg & 1 == 0;
        let moved = (0..self.pegs).filter(|&from| from != peg && is_free(from) && is_free(peg));
        let stays = Way::letter(peg, Carried::Nothing(smaller | 1 << peg));
        moved.map(|from| Way::letter(from, Carried::One)).chain([stays]).collect()
    }

    fn accepts(&self, carried: &Carried) -> bool {
        *carried == Carried::One
    }
}

/// Tells whether all rings are on one peg: 2 if so.
pub struct AllOn(u32);

impl Judge for AllOn {
    type State = bool;

    fn start(&self) -> bool {
        true
    }

    fn read(&self, _: usize, &all: &bool, peg: u32) -> Option<bool> {
        Some(all && peg == self.0)
    }

    fn end(&self, &all: &bool) -> u32 {
        1 + u32::from(all)
    }
}

/// A variable for each ring, the smallest first: the peg it is on.
impl Symbolic for Hanoi {
    type Step = CarryOne;
    type Back = CarryOne;
    type Judge = AllOn;
    type Unfinished = Never;

    fn shape(&self) -> Shape {
        Shape::uniform(self.rings as usize, self.pegs as usize)
    }

    fn encode(&self, state: &Rings) -> Vec<u32> {
        (0..self.rings).map(|ring| self.peg(state, ring).into()).collect()
    }

    fn decode(&self, word: &[u32], _: Player) -> Option<Rings> {
        let fits = word.len() == self.rings as usize && word.iter().all(|peg| *peg < self.pegs);
        fits.then(|| self.place(|ring| word[ring as usize] as u8))
    }

    fn step(&self, _: Player) -> CarryOne {
        CarryOne { pegs: self.pegs }
    }

    fn step_back(&self, mover: Player) -> CarryOne {
        self.step(mover)
    }

    fn judge(&self, _: Player) -> AllOn {
        AllOn(self.pegs - 1)
    }

    fn meaning(&self, judged: u32, _: u32) -> Ending {
        if judged == 1 { Ending::Open } else { Ending::Final }
    }

    fn has_turns(&self) -> bool {
        false
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let levels = self.rings as usize;
        let mapping = |g: usize| {
            let pegs = self.pegs_under(g);
            let values: Vec<u32> = pegs[..self.pegs as usize].iter().map(|&peg| peg.into()).collect();
            Mapping { to: (0..levels).collect(), values: vec![values; levels] }
        };
        let few = self.inner() <= 6 && self.symmetries() <= most_mappings();
        few.then(|| (0..self.symmetries()).map(mapping).collect())
    }
}
