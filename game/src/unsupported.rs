//! The type of a capability that is not there.

use std::convert::Infallible;
use std::marker::PhantomData;

use crate::{Indexed, Packed, Packing, Symmetry, System};

/// A capability that a system `S` does not have: a type without values that implements it.
///
/// Code that asks for an optional capability takes an `Option` of something that has it. For a system that has not, the
/// answer is `None::<&Unsupported<S>>`, and the compiler drops what would have been done with it.
#[derive(Debug)]
pub struct Unsupported<S>(Infallible, PhantomData<S>);

impl<S> Unsupported<S> {
    /// Never called: this type has no values. Use it to implement further capabilities for `Unsupported`.
    pub fn unreachable(&self) -> ! {
        match self.0 {}
    }
}

impl<S: System> System for Unsupported<S> {
    type Configuration = S::Configuration;
    type Action = S::Action;

    fn starts(&self) -> impl Iterator<Item = S::Configuration> {
        std::iter::empty()
    }

    fn actions(&self, _: &S::Configuration) -> impl Iterator<Item = S::Action> {
        std::iter::empty()
    }

    fn apply(&self, _: &mut S::Configuration, _: S::Action) {
        match self.0 {}
    }
}

impl<S: System> Symmetry for Unsupported<S> {}

impl<S: System> Indexed for Unsupported<S> {
    const IS_SUPPORTED: bool = false;

    fn size(&self) -> Option<u64> {
        match self.0 {}
    }

    fn index(&self, _: &S::Configuration) -> u64 {
        match self.0 {}
    }

    fn state_at(&self, _: u64) -> S::Configuration {
        match self.0 {}
    }
}

impl<S: System> Packed for Unsupported<S> {
    fn bits(&self) -> usize {
        match self.0 {}
    }

    fn pack(&self, _: &S::Configuration, _: &mut Packing) {
        match self.0 {}
    }

    fn unpack(&self, _: &mut Packing) -> S::Configuration {
        match self.0 {}
    }
}
