//! The largest values of numbers.

use std::ops::ControlFlow;

use game::{Observable, System};

use crate::search::visitor::{Seen, Visitor};

/// Finds the largest values that some numbers have in any state.
///
/// ```
/// use explore::{Explorer, Largest};
/// use game::Observable;
/// use game::mock::Mock;
///
/// let number = Observable::number("number", "of the position", |&state: &usize, _| state as i64);
/// let mut largest = Largest::of(vec![number]);
/// Explorer::new(&Mock::new(4).edge(0, 2).edge(2, 1)).run(&mut largest);
/// assert_eq!(largest.values().collect::<Vec<_>>(), [("number", 2)]);
/// ```
pub struct Largest<'a, C> {
    numbers: Vec<Observable<'a, C>>,
    values: Vec<i64>,
}

impl<'a, C> Largest<'a, C> {
    /// Returns a visitor that looks at these numbers, which have no parameters.
    #[must_use]
    pub fn of(numbers: Vec<Observable<'a, C>>) -> Self {
        Largest { numbers, values: Vec::new() }
    }

    /// Returns the names of the numbers with their largest values; nothing if there was no state.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, i64)> {
        self.numbers.iter().map(Observable::name).zip(self.values.iter().copied())
    }
}

/// Takes the larger of every two values; what is missing is less than anything.
fn raise(values: &mut Vec<i64>, others: impl Iterator<Item = i64>) {
    for (at, other) in others.enumerate() {
        match values.get_mut(at) {
            Some(value) => *value = other.max(*value),
            None => values.push(other),
        }
    }
}

impl<S: System> Visitor<S> for Largest<'_, S::Configuration> {
    type Tally = Vec<i64>;

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Vec<i64>) {
        raise(tally, self.numbers.iter().map(|number| number.read(seen.state, &[])));
    }

    fn collect(&mut self, tally: Vec<i64>) -> ControlFlow<()> {
        raise(&mut self.values, tally.into_iter());
        ControlFlow::Continue(())
    }
}
