//! Ready-made selectors and assignments, written with the public interface alone.

use crate::{Hom, Inductive, Val, Var};
use std::ops::RangeInclusive;

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Relation {
    Equal,
    Less,
    AtMost,
}

impl Relation {
    fn holds(self, a: Val, b: Val) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
        }
    }
}

/// Keeps the words whose variable has a value in a range.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Between(Var, Val, Val);

impl Inductive for Between {
    fn phi(&self, var: Var, val: Val) -> Hom {
        if (self.1..=self.2).contains(&val) { Hom::arc(var, val, Hom::id()) } else { Hom::zero() }
    }
    fn is_selector(&self) -> bool {
        true
    }
    fn range(&self) -> RangeInclusive<Var> {
        self.0..=self.0
    }
}

/// Keeps the words in which two variables compare as said, whichever comes first.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Compare(Var, Relation, Var);

impl Inductive for Compare {
    fn phi(&self, var: Var, val: Val) -> Hom {
        let &Compare(x, relation, y) = self;
        if x == y {
            return if relation.holds(val, val) { Hom::arc(var, val, Hom::id()) } else { Hom::zero() };
        }
        let rest = match (var == x, relation) {
            (_, Relation::Equal) => Hom::equal(if var == x { y } else { x }, val),
            (true, Relation::Less) => Hom::greater(y, val),
            (false, Relation::Less) => Hom::less(x, val),
            (true, Relation::AtMost) => Hom::between(y, val..=Val::MAX),
            (false, Relation::AtMost) => Hom::between(x, Val::MIN..=val),
        };
        Hom::arc(var, val, rest)
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0 && var != self.2
    }
    fn is_selector(&self) -> bool {
        true
    }
    fn range(&self) -> RangeInclusive<Var> {
        self.0.min(self.2)..=self.0.max(self.2)
    }
}

/// Gives a variable a value.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Assign(Var, Val);

impl Inductive for Assign {
    fn phi(&self, var: Var, _: Val) -> Hom {
        Hom::arc(var, self.1, Hom::id())
    }
    fn range(&self) -> RangeInclusive<Var> {
        self.0..=self.0
    }
}

/// Adds to a variable.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Add(Var, Val);

impl Inductive for Add {
    fn phi(&self, var: Var, val: Val) -> Hom {
        match val.checked_add(self.1) {
            Some(sum) => Hom::arc(var, sum, Hom::id()),
            None => Hom::fail(format!("variable {var}: {val} + {} is out of range", self.1)),
        }
    }
    fn range(&self) -> RangeInclusive<Var> {
        self.0..=self.0
    }
}

/// All of them act on the first occurrence of the variable, and fail on words in which it does not occur.
impl Hom {
    /// Keeps the words with `var == val`.
    pub fn equal(var: Var, val: Val) -> Hom {
        Hom::between(var, val..=val)
    }

    /// Keeps the words with `var != val`.
    pub fn differs(var: Var, val: Val) -> Hom {
        !Hom::equal(var, val)
    }

    /// Keeps the words with `var < val`.
    pub fn less(var: Var, val: Val) -> Hom {
        match val.checked_sub(1) {
            Some(last) => Hom::between(var, Val::MIN..=last),
            None => Hom::zero(),
        }
    }

    /// Keeps the words with `var > val`.
    pub fn greater(var: Var, val: Val) -> Hom {
        match val.checked_add(1) {
            Some(first) => Hom::between(var, first..=Val::MAX),
            None => Hom::zero(),
        }
    }

    /// Keeps the words whose value of `var` is in the range.
    pub fn between(var: Var, values: RangeInclusive<Val>) -> Hom {
        if values.is_empty() {
            return Hom::zero();
        }
        Hom::new(Between(var, *values.start(), *values.end()))
    }

    /// Keeps the words with `x == y`, both variables.
    pub fn same(x: Var, y: Var) -> Hom {
        Hom::new(Compare(x.min(y), Relation::Equal, x.max(y)))
    }

    /// Keeps the words with `x < y`, both variables.
    pub fn below(x: Var, y: Var) -> Hom {
        Hom::new(Compare(x, Relation::Less, y))
    }

    /// Keeps the words with `x <= y`, both variables.
    pub fn at_most(x: Var, y: Var) -> Hom {
        Hom::new(Compare(x, Relation::AtMost, y))
    }

    /// Assigns: `var := val`.
    pub fn assign(var: Var, val: Val) -> Hom {
        Hom::new(Assign(var, val))
    }

    /// Adds: `var += val`. The homomorphism fails where the sum leaves the range of values.
    pub fn add(var: Var, val: Val) -> Hom {
        Hom::new(Add(var, val))
    }
}
