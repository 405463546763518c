//! The operations the evaluator knows, as they appear in frames and in the cache.

/// One operation on two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Op {
    /// `a ∪ b`, both nodes.
    Union = 1,
    /// `a ∩ b`, both nodes.
    Intersect = 2,
    /// `a \ b`, both nodes.
    Minus = 3,
    /// `a · b`, both nodes.
    Concat = 4,
    /// homomorphism `a` applied to node `b`.
    Apply = 5,
    /// A fixpoint `a` at a node `b` whose children are already closed; cached as [`Op::Apply`].
    Close = 6,
}

impl Op {
    pub(crate) const COUNT: usize = 7;

    /// The names, by code.
    pub(crate) const NAMES: [&'static str; Op::COUNT] =
        ["none", "union", "intersection", "difference", "concatenation", "application", "closure"];

    /// The operation with this code.
    pub(crate) fn from_code(code: u32) -> Option<Op> {
        [Op::Union, Op::Intersect, Op::Minus, Op::Concat, Op::Apply, Op::Close]
            .into_iter()
            .find(|&op| op as u32 == code)
    }

    /// Is the first operand a homomorphism rather than a node?
    pub(crate) fn takes_hom(self) -> bool {
        matches!(self, Op::Apply | Op::Close)
    }
}
