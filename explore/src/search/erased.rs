//! Visitors whose type a search need not know.

use std::any::Any;
use std::ops::ControlFlow;

use game::System;

use crate::search::visitor::{Seen, Visitor};

/// A visitor of any type. A search is compiled once for each type of visitor: those that do little with each state come
/// as this one, so that all of them share one search.
///
/// ```
/// use explore::{Ends, Erased, Explorer};
/// use games::mnk::{Mnk, Rule};
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let mut ends = Ends::of(&game);
/// Explorer::new(&game).run(&mut Erased::new(&mut ends));
/// assert_eq!(ends.draws, 16);
/// ```
pub struct Erased<'v, S: System>(&'v mut dyn Anybody<S>);

impl<'v, S: System> Erased<'v, S> {
    /// Returns this visitor without its type.
    pub fn new<V: Visitor<S, Tally: 'static>>(visitor: &'v mut V) -> Self {
        Erased(visitor)
    }
}

/// What was seen in one piece, once there is something.
type Tally = Option<Box<dyn Any + Send + Sync>>;

const OWN: &str = "tallies come back to the visitor that made them";

/// A visitor with tallies of any type.
trait Anybody<S: System>: Send + Sync {
    fn look(&self, seen: &Seen<'_, S>, tally: &mut Tally);
    fn take(&mut self, tally: Tally) -> ControlFlow<()>;
}

impl<S: System, V: Visitor<S, Tally: 'static>> Anybody<S> for V {
    fn look(&self, seen: &Seen<'_, S>, tally: &mut Tally) {
        let own = tally.get_or_insert_with(|| Box::new(V::Tally::default()));
        self.visit(seen, own.downcast_mut().expect(OWN));
    }

    fn take(&mut self, tally: Tally) -> ControlFlow<()> {
        self.collect(match tally {
            Some(tally) => *tally.downcast().expect(OWN),
            None => V::Tally::default(),
        })
    }
}

impl<S: System> Visitor<S> for Erased<'_, S> {
    type Tally = Tally;

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Tally) {
        self.0.look(seen, tally);
    }

    fn collect(&mut self, tally: Tally) -> ControlFlow<()> {
        self.0.take(tally)
    }
}
