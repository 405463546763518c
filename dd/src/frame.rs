//! The activation record of the evaluator.

use crate::arc::{Id, Label, ZERO};
use crate::op::Op;

/// Where a frame is in its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Start,
    Arcs,
    Direct,
    DirectJoin,
    Merge,
    Join,
    Others,
    OthersJoin,
    Finish,
    Second,
    Prefix,
    KeepOrDrop,
    Complement,
    BeforeFirst,
    BeforeSecond,
    Fix(FixPhase),
    Below,
    Fire,
    FireJoin,
    FireAll,
}

/// Where a fixpoint on whole sets is in its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FixPhase {
    Expand,
    Difference,
    Unite,
    Children,
    Image,
    Reach,
    Meet,
    Back,
    Restrict,
}

/// One operation under way. All of it that refers to nodes is a root of the collector.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) op: Op,
    pub(crate) phase: Phase,
    /// New labels came out of order or twice.
    pub(crate) unsorted: bool,
    /// First operand: a homomorphism for [`Op::Apply`] and [`Op::Close`], otherwise a node.
    pub(crate) a: u32,
    /// Second operand, a node.
    pub(crate) b: Id,
    /// Next arc of `a` or of the only node.
    pub(crate) i: u32,
    /// Next arc of `b`, or next outcome.
    pub(crate) j: u32,
    /// End of the outcomes of the arc at hand.
    pub(crate) end: u32,
    /// Where the arcs of the result begin on the arc stack.
    pub(crate) base: u32,
    /// The label that awaits a child.
    pub(crate) label: Label,
    /// The label of the arc that is being fired.
    pub(crate) from: Label,
    /// The number of the plan.
    pub(crate) plan: u32,
    /// A node: what was gathered so far.
    pub(crate) acc: Id,
    /// A node: a second one.
    pub(crate) aux: Id,
}

impl Frame {
    pub(crate) fn new(op: Op, a: u32, b: Id, base: usize) -> Frame {
        Frame {
            op,
            phase: Phase::Start,
            unsorted: false,
            a,
            b,
            i: 0,
            j: 0,
            end: 0,
            base: base as u32,
            label: 0,
            from: 0,
            plan: 0,
            acc: ZERO,
            aux: ZERO,
        }
    }
}

/// What a step of the evaluator led to.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Another frame was pushed; its result comes back.
    Call,
    /// The result was known at once; the same frame goes on with it.
    Resume(Id),
    /// The frame is done.
    Done(Id),
}
