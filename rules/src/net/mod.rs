//! Place/transition nets: places that hold tokens, and transitions that take some and put others.
//!
//! A [`Net`] is the second front beside [`Model`](crate::Model), not a way to make one. A model's variables have domains
//! that are known before anything is explored, and its moves are walks through an automaton. Nobody knows in advance how
//! many tokens a place will hold: to find out is as hard as to explore the net, and some nets have no bound at all. And
//! a transition is one step that adds a vector, for which walks are a detour. So a net has two forms of its own, and
//! neither is told a bound:
//!
//! - [`TokenGame`], one marking after the other. A [`Marking`] is written in a code in which an empty place takes a bit,
//!   one token two, and any number has its place.
//! - [`space`], all markings at once, as words of a decision diagram of the crate [`dd`]. Its variables have whatever
//!   values turn up, and it closes the set under all transitions by saturation.
//!
//! Whether a net is bounded shows on the way: [`pump`] looks for a firing sequence that can be repeated for ever and
//! leaves more tokens each time.

mod dead;
mod entry;
mod game;
mod marking;
mod names;
pub mod order;
mod pump;
mod space;
mod tally;

pub use self::game::TokenGame;
pub use entry::Nets;
pub use marking::Marking;
pub use pump::{Pump, pump};
pub use space::{Progress, Space, space};

use std::fmt;

/// The most tokens that a transition takes or puts in all, or that all places hold at the start.
///
/// So the tokens of a marking fit a machine word after as many firings as anybody will live to see.
pub const MOST_TOKENS: u32 = i32::MAX as u32;

/// A place/transition net with its first marking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Net {
    /// What it is called.
    pub name: String,
    /// The places.
    pub places: Vec<Place>,
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// How the places are nested in units, if the author has said so.
    pub units: Option<Units>,
}

/// A place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Its identifier, which no other node of the net has.
    pub id: Box<str>,
    /// What people call it; empty if it has no name.
    pub name: Box<str>,
    /// How many tokens it holds at the start.
    pub tokens: u32,
}

/// A transition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transition {
    /// Its identifier, which no other node of the net has.
    pub id: Box<str>,
    /// What people call it; empty if it has no name.
    pub name: Box<str>,
    /// What it takes: places in ascending order, each once.
    pub takes: Vec<Flow>,
    /// What it puts: places in ascending order, each once.
    pub puts: Vec<Flow>,
}

/// Tokens that go to a place or come from there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Flow {
    /// The number of the place.
    pub place: u32,
    /// How many tokens; not 0.
    pub tokens: u32,
}

/// What a transition needs of a place and does to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Effect {
    /// The number of the place.
    pub place: u32,
    /// The tokens that must be there.
    pub needs: u32,
    /// By how much their number changes.
    pub change: i32,
}

/// Places in nested units, such that a unit stands for a part of the system: a process and the processes within it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Units {
    /// The units. Each place is in one of them.
    pub units: Vec<Unit>,
    /// The number of the unit that holds all others.
    pub root: usize,
    /// Whether the author says that no two places of nested units hold tokens at the same time, and none more than one.
    /// Nothing here relies on it.
    pub safe: bool,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unit {
    /// Its identifier.
    pub id: Box<str>,
    /// The places that it holds itself.
    pub places: Vec<u32>,
    /// The units within it.
    pub units: Vec<usize>,
}

impl Units {
    /// Returns the numbers of the units within the root, itself first: each before the units within it.
    #[must_use]
    pub fn from_root(&self) -> Vec<usize> {
        let (mut found, mut todo) = (Vec::new(), vec![self.root]);
        while let Some(unit) = todo.pop() {
            found.push(unit);
            todo.extend(self.units[unit].units.iter().rev());
        }
        found
    }
}

impl Transition {
    /// Returns what it needs of each place that it touches and does to it, in the order of the places.
    #[must_use]
    pub fn effects(&self) -> Vec<Effect> {
        let (mut takes, mut puts) = (self.takes.iter().peekable(), self.puts.iter().peekable());
        let mut found = Vec::with_capacity(self.takes.len() + self.puts.len());
        while let Some(place) = [takes.peek(), puts.peek()].into_iter().flatten().map(|flow| flow.place).min()
        {
            let taken = takes.next_if(|flow| flow.place == place).map_or(0, |flow| flow.tokens);
            let put = puts.next_if(|flow| flow.place == place).map_or(0, |flow| flow.tokens);
            let number = |tokens: u32| i32::try_from(tokens).expect("weights are below 2^31");
            found.push(Effect { place, needs: taken, change: number(put) - number(taken) });
        }
        found
    }
}

impl Net {
    /// Returns the number of arcs.
    #[must_use]
    pub fn arcs(&self) -> usize {
        self.transitions.iter().map(|transition| transition.takes.len() + transition.puts.len()).sum()
    }

    /// Returns the tokens of each place at the start.
    #[must_use]
    pub fn start(&self) -> Vec<u64> {
        self.places.iter().map(|place| place.tokens.into()).collect()
    }
}

/// The size of a net in words.
impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} places, {} transitions, {} arcs",
            self.places.len(),
            self.transitions.len(),
            self.arcs()
        )
    }
}
