//! Counts that outgrow a machine word.

use num_bigint::BigUint;

/// A natural number that can be added up: `u128` while it lasts, [`BigUint`] after that.
pub trait Natural: Clone + Send + Sync {
    /// A small number.
    fn small(n: u64) -> Self;
    /// Adds another number; false if the sum does not fit, and then the number is worthless.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// The same number, of any size.
    fn big(&self) -> BigUint;
    /// The bytes it takes beside itself.
    fn heap(&self) -> usize {
        0
    }
}

impl Natural for u128 {
    fn small(n: u64) -> u128 {
        u128::from(n)
    }

    #[inline]
    fn add(&mut self, other: &u128) -> bool {
        let (sum, overflow) = self.overflowing_add(*other);
        *self = sum;
        !overflow
    }

    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
}

impl Natural for BigUint {
    fn small(n: u64) -> BigUint {
        BigUint::from(n)
    }

    fn add(&mut self, other: &BigUint) -> bool {
        *self += other;
        true
    }

    fn big(&self) -> BigUint {
        self.clone()
    }

    fn heap(&self) -> usize {
        self.bits().div_ceil(64) as usize * 8
    }
}
