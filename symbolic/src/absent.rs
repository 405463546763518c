//! The symbolic form of a system that has none.

use game::{Absent, Ending, Player, System};
use levels::{Relation, Shape, Way};

use crate::direct::Never;
use crate::symbolic::Symbolic;

impl Relation for Never {
    type State = ();
    fn states(&self) -> u32 {
        match *self {}
    }
    fn start(&self) {
        match *self {}
    }
    fn ways(&self, _: usize, (): &(), _: u32) -> Vec<Way<()>> {
        match *self {}
    }
    fn accepts(&self, (): &()) -> bool {
        match *self {}
    }
}

impl<S: System> Symbolic for Absent<S> {
    const IS_THERE: bool = false;

    type Step = Never;
    type Back = Never;
    type Judge = Never;
    type Unfinished = Never;

    fn shape(&self) -> Shape {
        self.cannot_be()
    }
    fn encode(&self, _: &S::Configuration) -> Vec<u32> {
        self.cannot_be()
    }
    fn decode(&self, _: &[u32], _: Player) -> Option<S::Configuration> {
        self.cannot_be()
    }
    fn step(&self, _: Player) -> Never {
        self.cannot_be()
    }
    fn step_back(&self, _: Player) -> Never {
        self.cannot_be()
    }
    fn judge(&self, _: Player) -> Never {
        self.cannot_be()
    }
    fn meaning(&self, _: u32, _: u32) -> Ending {
        self.cannot_be()
    }
}
