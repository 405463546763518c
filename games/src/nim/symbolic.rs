//! Nim, as diagrams.

use game::{Player, Symmetry};
use symbolic::levels::{Judge, Mapping, Relation, Shape, Way};
use symbolic::{Ending, Never, Symbolic, most_mappings};

use super::{Heaps, MOST_HEAPS, Nim};
use crate::permutations;

/// Objects are taken from one heap, or put back. The state tells whether that is done.
pub struct Take {
    most: u32,
    back: bool,
}

impl Relation for Take {
    type State = bool;

    fn states(&self) -> u32 {
        2
    }

    fn start(&self) -> bool {
        false
    }

    fn ways(&self, _: usize, &done: &bool, value: u32) -> Vec<Way<bool>> {
        let others = if self.back { 0..value } else { value + 1..self.most + 1 };
        let taken = others.filter(|_| !done).map(|other| Way::letter(other, true));
        taken.chain([Way::letter(value, done)]).collect()
    }

    fn accepts(&self, done: &bool) -> bool {
        *done
    }
}

/// Tells whether all heaps are empty: 2 if so. The state tells whether all were so far.
pub struct AllEmpty;

impl Judge for AllEmpty {
    type State = bool;

    fn start(&self) -> bool {
        true
    }

    fn read(&self, _: usize, &empty: &bool, value: u32) -> Option<bool> {
        Some(empty && value == 0)
    }

    fn end(&self, &empty: &bool) -> u32 {
        1 + u32::from(empty)
    }
}

impl Nim {
    fn most(&self) -> u32 {
        self.initial.iter().copied().max().expect("there is room for a heap").into()
    }
}

/// A variable for each heap, as large as the largest, so that heaps can be exchanged.
impl Symbolic for Nim {
    type Step = Take;
    type Back = Take;
    type Judge = AllEmpty;
    type Unfinished = Never;

    fn shape(&self) -> Shape {
        Shape::uniform(self.heaps, self.most() as usize + 1)
    }

    fn encode(&self, state: &Heaps) -> Vec<u32> {
        self.sizes(state).iter().map(|&size| size.into()).collect()
    }

    fn decode(&self, word: &[u32], turn: Player) -> Option<Heaps> {
        let mut sizes = [0; MOST_HEAPS];
        for (size, &value) in sizes[..self.heaps].iter_mut().zip(word) {
            // A larger heap is in no position.
            *size = u8::try_from(value).ok()?;
        }
        (word.len() == self.heaps).then_some(Heaps { sizes, turn })
    }

    fn step(&self, _: Player) -> Take {
        Take { most: self.most(), back: false }
    }

    fn step_back(&self, _: Player) -> Take {
        Take { most: self.most(), back: true }
    }

    fn judge(&self, _: Player) -> AllEmpty {
        AllEmpty
    }

    fn meaning(&self, judged: u32, ply: u32) -> Ending {
        let next = Player::at_ply(ply);
        match judged {
            1 => Ending::Open,
            _ => Ending::Won(if self.misere { next } else { next.other() }),
        }
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let count = self.heaps <= 6 && self.symmetries() <= most_mappings();
        let mapping = |g: usize| {
            let to = permutations::nth(self.heaps, g);
            Mapping::of_levels(to[..self.heaps].iter().map(|&place| place.into()).collect())
        };
        count.then(|| (0..self.symmetries()).map(mapping).collect())
    }
}
