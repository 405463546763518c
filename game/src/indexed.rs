//! A number for every position.

use crate::System;

/// A perfect index: the states, and perhaps some that cannot be reached, numbered from 0 without gaps.
///
/// With it a set of visited states is a row of bits, and a table of values a row of bytes. Without it both are hash
/// tables.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no perfect index",
    note = "implement `game::Indexed`: `size`, `index` and `state_at`; it is optional, and buys compact tables"
)]
pub trait Indexed: System {
    /// Whether there is an index: only [`Unsupported`](crate::Unsupported) says no, and then nothing is compiled for it.
    #[doc(hidden)]
    const IS_SUPPORTED: bool = true;

    /// Returns the number of indices, or `None` if 64 bits cannot number them; then the other methods are not called.
    fn size(&self) -> Option<u64>;

    /// Returns the index of a state, below [`size`](Indexed::size).
    fn index(&self, state: &Self::Configuration) -> u64;

    /// Returns the state of an index below [`size`](Indexed::size): the inverse of [`index`](Indexed::index).
    fn state_at(&self, index: u64) -> Self::Configuration;

    /// Returns the index of the state after an action, given the index before it. It is called millions of times a
    /// second: override it where a little arithmetic on the index is enough.
    #[inline]
    fn index_after(&self, state: &Self::Configuration, index: u64, action: Self::Action) -> u64 {
        let _ = index;
        self.index(&self.after(state, action))
    }
}
