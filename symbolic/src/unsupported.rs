//! The symbolic form of a system that has none.

use game::{Ending, Player, System, Unsupported};
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

impl<S: System> Symbolic for Unsupported<S> {
    const IS_SUPPORTED: bool = false;

    type Step = Never;
    type Back = Never;
    type Judge = Never;
    type Unfinished = Never;

    fn shape(&self) -> Shape {
        self.unreachable()
    }
    fn encode(&self, _: &S::Configuration) -> Vec<u32> {
        self.unreachable()
    }
    fn decode(&self, _: &[u32], _: Player) -> Option<S::Configuration> {
        self.unreachable()
    }
    fn step(&self, _: Player) -> Never {
        self.unreachable()
    }
    fn step_back(&self, _: Player) -> Never {
        self.unreachable()
    }
    fn judge(&self, _: Player) -> Never {
        self.unreachable()
    }
    fn meaning(&self, _: u32, _: u32) -> Ending {
        self.unreachable()
    }
}
