//! Artificial trees: as plain data, so that one of them can be searched many times.

use proptest::prelude::*;
use search::tree::Tree;

/// A tree as data.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Leaf(i32),
    Node(Vec<Shape>),
    Flip(Box<Shape>),
}

impl Shape {
    /// The tree of this shape, made lazily.
    pub(crate) fn tree(&self) -> Tree<'_, usize> {
        match self {
            Shape::Leaf(value) => Tree::leaf(*value),
            Shape::Node(shapes) => Tree::numbered(shapes.iter().map(Shape::tree)),
            Shape::Flip(shape) => Tree::Flip(Box::new(shape.tree())),
        }
    }

    /// The value for the player who is up, from the shape alone.
    pub(crate) fn value(&self) -> i32 {
        match self {
            Shape::Leaf(value) => *value,
            Shape::Node(shapes) => shapes.iter().map(|shape| -shape.value()).max().expect("a move"),
            Shape::Flip(shape) => -shape.value(),
        }
    }
}

/// Any shape, with few different values so that many are equal.
pub(crate) fn shapes() -> impl Strategy<Value = Shape> {
    (-4..=4).prop_map(Shape::Leaf).prop_recursive(6, 200, 5, |inner| {
        prop_oneof![
            5 => prop::collection::vec(inner.clone(), 1..=5).prop_map(Shape::Node),
            1 => inner.prop_map(|shape| Shape::Flip(Box::new(shape))),
        ]
    })
}
