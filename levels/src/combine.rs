//! Pointwise operations.

use crate::diagram::Diagram;
use crate::shape::Shape;
use crate::sweep::{Automaton, Effort, sweep};
use crate::{Error, Result};
use std::sync::Arc;

/// Walks down several diagrams at once.
struct Together<'a, F> {
    diagrams: &'a [&'a Diagram],
    result: F,
}

impl<F: Fn(&[u32]) -> u32> Automaton for Together<'_, F> {
    fn start(&mut self, key: &mut Vec<u32>) {
        key.extend(self.diagrams.iter().map(|diagram| diagram.root));
    }

    fn read(&mut self, level: usize, key: &[u32], value: u32, next: &mut Vec<u32>) -> bool {
        let child = |(&node, diagram): (&u32, &&Diagram)| match node {
            0 => 0,
            _ => diagram.child(level, node, value),
        };
        let from = next.len();
        next.extend(key.iter().zip(self.diagrams).map(child));
        next[from..].iter().any(|&node| node != 0)
    }

    fn end(&mut self, key: &[u32]) -> u32 {
        (self.result)(key)
    }
}

impl Diagram {
    /// Returns the diagram that gives each word `result(numbers)`, where `numbers` are what the given diagrams give it.
    /// Only words in at least one of the diagrams can be in the result.
    ///
    /// ```
    /// use levels::{Diagram, Shape};
    /// let shape = Shape::uniform(8, 2).into();
    /// let ones = Diagram::by_sum(&shape, |_, bit| bit)?;
    /// let first = Diagram::by_sum(&shape, |level, bit| if level == 0 { bit } else { 0 })?;
    /// let four_and_first = |given: &[u32]| u32::from(given == [1 + 4, 1 + 1]);
    /// let both = Diagram::combine(&shape, &[&ones, &first], four_and_first, &mut |_| true)?;
    /// assert_eq!(both.count(1), 35u32.into()); // four ones, one of them the first letter: seven over three
    /// # levels::Result::Ok(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Stopped`] if `watch` returns false; [`Error::OutOfRange`] if the diagrams are not of this shape.
    pub fn combine(
        shape: &Arc<Shape>,
        diagrams: &[&Diagram],
        result: impl Fn(&[u32]) -> u32,
        watch: &mut dyn FnMut(Effort) -> bool,
    ) -> Result<Diagram> {
        if diagrams.iter().any(|diagram| diagram.shape != *shape) {
            return Err(Error::OutOfRange { what: "the shape of a diagram".to_string() });
        }
        let mut together = Together { diagrams, result };
        sweep(shape, &mut together, (), watch)?.diagram(shape, |given| given, watch)
    }

    /// Returns the words in either diagram, with the number from `self` if there is one, otherwise from `other`.
    ///
    /// # Errors
    /// As [`combine`](Diagram::combine).
    pub fn or(&self, other: &Diagram) -> Result<Diagram> {
        let first = |given: &[u32]| if given[0] != 0 { given[0] } else { given[1] };
        Diagram::combine(&self.shape, &[self, other], first, &mut |_| true)
    }

    /// Returns the words of `self` that are not in `other`.
    ///
    /// # Errors
    /// As [`combine`](Diagram::combine).
    pub fn without(&self, other: &Diagram) -> Result<Diagram> {
        let first = |given: &[u32]| if given[1] == 0 { given[0] } else { 0 };
        Diagram::combine(&self.shape, &[self, other], first, &mut |_| true)
    }

    /// Returns the words in both diagrams, with the numbers from `self`.
    ///
    /// # Errors
    /// As [`combine`](Diagram::combine).
    pub fn and(&self, other: &Diagram) -> Result<Diagram> {
        let first = |given: &[u32]| if given[1] == 0 { 0 } else { given[0] };
        Diagram::combine(&self.shape, &[self, other], first, &mut |_| true)
    }
}
