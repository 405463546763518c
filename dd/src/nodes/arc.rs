//! The label of an arc and its packing into one word.
//!
//! The algorithms of the engine see a label as an opaque, ordered `u32` ([`Label`]); only this file knows that it
//! stands for a signed integer. Diagrams whose arcs carry sets would put the set's id here instead.

use crate::Val;

/// The terminals and nodes of a diagram: an index into the node store.
pub(crate) type Id = u32;
/// What an arc carries, as an ordered number.
pub(crate) type Label = u32;

/// The empty set.
pub(crate) const ZERO: Id = 0;
/// The set of the empty word.
pub(crate) const ONE: Id = 1;
/// The undefined set.
pub(crate) const TOP: Id = 2;

/// Is this one of the three terminals?
#[inline]
pub(crate) fn is_terminal(id: Id) -> bool {
    id <= TOP
}

/// The label of a value; keeps the order of the values.
#[inline]
pub(crate) fn label(value: Val) -> Label {
    (value as u32) ^ 0x8000_0000
}

/// The value of a label.
#[inline]
pub(crate) fn value(label: Label) -> Val {
    (label ^ 0x8000_0000) as i32
}

/// An arc in one word: the label above, the child below, so that words sort by label.
#[inline]
pub(crate) fn pack(label: Label, child: Id) -> u64 {
    (u64::from(label) << 32) | u64::from(child)
}

/// The label of a packed arc.
#[inline]
pub(crate) fn label_of(word: u64) -> Label {
    (word >> 32) as u32
}

/// The child of a packed arc.
#[inline]
pub(crate) fn child_of(word: u64) -> Id {
    word as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_the_order_of_values() {
        let values = [i32::MIN, -2, -1, 0, 1, i32::MAX];
        assert!(values.windows(2).all(|w| label(w[0]) < label(w[1])));
        assert!(values.iter().all(|&v| value(label(v)) == v));
    }
}
