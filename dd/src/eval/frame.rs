//! The activation records of the evaluator: one kind for each way in which an operation goes about its work.

use crate::formula::interned::HomId;
use crate::nodes::arc::{Id, Label, TOP, ZERO};

/// Two nodes that are combined arc by arc.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) left: Id,
    pub(crate) right: Id,
    /// The next arc of each.
    pub(crate) left_arc: u32,
    pub(crate) right_arc: u32,
    /// Where the arcs of the result begin on the arc stack.
    pub(crate) base: u32,
    /// The label that awaits a child.
    pub(crate) label: Label,
}

/// A homomorphism applied to a node.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) hom: HomId,
    pub(crate) node: Id,
    /// Where the arcs of the result begin on the arc stack.
    pub(crate) base: u32,
}

/// What a frame that goes arc by arc waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Awaits {
    /// The image of a child, to become an arc.
    Child,
    /// The image of a child that is a part of the result without an arc.
    Direct,
    /// Its union with the other such parts.
    Union,
}

/// A homomorphism that is applied arc by arc.
#[derive(Clone, Copy)]
pub(crate) struct Arcs {
    pub(crate) task: Task,
    /// The number of the plan.
    pub(crate) plan: u32,
    pub(crate) next_arc: u32,
    /// The outcomes of the arc at hand that are left.
    pub(crate) next_outcome: u32,
    pub(crate) last_outcome: u32,
    /// The label that awaits a child.
    pub(crate) label: Label,
    /// What came out without an arc so far.
    pub(crate) direct: Id,
    /// New labels came out of order or twice.
    pub(crate) unsorted: bool,
    pub(crate) awaits: Awaits,
}

/// Gathered arcs of equal labels that are being united.
#[derive(Clone, Copy)]
pub(crate) struct Merge {
    pub(crate) task: Task,
    pub(crate) plan: u32,
    /// The last arc that is kept, and the next to be compared with it: places on the arc stack.
    pub(crate) kept: u32,
    pub(crate) next: u32,
    /// What came out without an arc.
    pub(crate) direct: Id,
}

/// The members of a union that work on the whole node.
#[derive(Clone, Copy)]
pub(crate) struct Members {
    pub(crate) task: Task,
    pub(crate) plan: u32,
    pub(crate) next: u32,
    /// The union so far.
    pub(crate) union: Id,
    /// Does it wait for the union with an image, rather than for the image of a member?
    pub(crate) unites: bool,
}

/// What is done with a result that is awaited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// It is the result of the frame.
    Finish,
    /// A second homomorphism is applied to it.
    Apply(HomId),
    /// An arc is put before it.
    Prefix { var: u32, label: Label },
    /// It must be all or nothing of the empty word, since a selector asks for it.
    KeepOrDrop,
    /// It is taken away from the node.
    Complement,
    /// It is not known to be closed, so the fixpoint is applied to all of it.
    Close { fix: HomId },
    /// It is the image under the `first` part; asks which of it has an image under the second.
    BeforeSecond { first: HomId, second: HomId },
    /// It is what of the image is wanted; asks what leads there by the `first` part.
    BeforeFirst { first: HomId },
}

/// Where a fixpoint on whole sets is in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Round {
    /// Awaits the image.
    Expand,
    /// Awaits what of the image is new.
    Difference,
    /// Awaits the union of what was reached and the image.
    Unite,
    /// Awaits the closure of the children, in a chained fixpoint.
    Children,
    /// Awaits the image of what has closed children.
    Image,
}

/// A fixpoint on whole sets.
#[derive(Clone, Copy)]
pub(crate) struct Fix {
    pub(crate) task: Task,
    pub(crate) plan: u32,
    pub(crate) round: u32,
    pub(crate) stage: Round,
    /// All that was reached.
    pub(crate) reached: Id,
    /// What is to be expanded.
    pub(crate) new: Id,
    /// For how many more rounds layers are taken to be disjoint, and for how many they were at first.
    pub(crate) trust_left: u32,
    pub(crate) trust: u32,
}

/// Where a fixpoint is that is gone through backwards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Back {
    /// Awaits all that can be reached.
    Reach,
    /// Awaits what of it is in the target.
    Meet,
    /// Awaits what leads to what is known.
    Before,
    /// Awaits the union with what was known.
    Unite,
    /// Awaits what of all that is in the node.
    Restrict,
}

/// Which words of a node reach a target by a fixpoint.
#[derive(Clone, Copy)]
pub(crate) struct Backwards {
    pub(crate) task: Task,
    pub(crate) body: HomId,
    pub(crate) target: Id,
    pub(crate) stage: Back,
    /// Everything that can be reached from the node.
    pub(crate) reached: Id,
    /// What is known to reach the target.
    pub(crate) known: Id,
}

/// A node whose children are being closed, before its arcs are fired.
#[derive(Clone, Copy)]
pub(crate) struct Below {
    pub(crate) task: Task,
    /// Closes the children.
    pub(crate) below: HomId,
    /// Says what comes of each arc.
    pub(crate) fire: HomId,
    pub(crate) next_arc: u32,
    /// The label that awaits a child.
    pub(crate) label: Label,
}

/// A node whose arcs are fired until nothing changes.
#[derive(Clone, Copy)]
pub(crate) struct Fire {
    pub(crate) task: Task,
    /// Says what comes of each arc.
    pub(crate) fire: HomId,
    /// Where the labels of this frame begin on the work stack.
    pub(crate) work: u32,
    /// The outcomes of the arc at hand that are left.
    pub(crate) next_outcome: u32,
    pub(crate) last_outcome: u32,
    /// The label of the arc that is being fired, and the one that it leads to.
    pub(crate) from: Label,
    pub(crate) to: Label,
    /// Does it wait for the union of the image and what the label had, rather than for the image?
    pub(crate) unites: bool,
    /// Did it begin with closed children, by [`Frame::Close`]?
    pub(crate) was_closed: bool,
}

/// One operation under way.
#[derive(Clone, Copy)]
pub(crate) enum Frame {
    Union(Pair),
    Intersect(Pair),
    Minus(Pair),
    /// The right node follows the words of the left one.
    Concat(Pair),
    /// An application that has not begun.
    Apply(Task),
    Arcs(Arcs),
    Merge(Merge),
    Members(Members),
    /// Waits for one result.
    Then(Task, Then),
    Fix(Fix),
    Backwards(Backwards),
    /// A fixpoint at a node whose children are closed, which has not begun.
    Close(Task),
    Below(Below),
    Fire(Fire),
}

impl Frame {
    /// The homomorphism and its operand, if it is an application.
    pub(crate) fn task(&self) -> Option<&Task> {
        match self {
            Frame::Union(_) | Frame::Intersect(_) | Frame::Minus(_) | Frame::Concat(_) => None,
            Frame::Apply(task) | Frame::Close(task) | Frame::Then(task, _) => Some(task),
            Frame::Arcs(Arcs { task, .. }) | Frame::Merge(Merge { task, .. }) => Some(task),
            Frame::Members(Members { task, .. }) | Frame::Fix(Fix { task, .. }) => Some(task),
            Frame::Backwards(Backwards { task, .. }) => Some(task),
            Frame::Below(Below { task, .. }) | Frame::Fire(Fire { task, .. }) => Some(task),
        }
    }

    /// The same if it is not the rest of another application: none of these may wait for itself.
    pub(crate) fn applied(&self) -> Option<(HomId, Id)> {
        match self {
            Frame::Close(_) | Frame::Fire(Fire { was_closed: true, .. }) => None,
            _ => self.task().map(|task| (task.hom, task.node)),
        }
    }

    /// The last node that words were read from, if there is one.
    pub(crate) fn node(&self) -> Option<Id> {
        self.task().map(|task| task.node).filter(|&node| node > TOP)
    }

    /// All nodes that it refers to: the roots of a collection.
    pub(crate) fn roots(&self) -> [Id; 3] {
        let node = self.task().map_or(ZERO, |task| task.node);
        match *self {
            Frame::Union(f) | Frame::Intersect(f) | Frame::Minus(f) | Frame::Concat(f) => {
                [f.left, f.right, ZERO]
            }
            Frame::Arcs(f) => [node, f.direct, ZERO],
            Frame::Merge(f) => [node, f.direct, ZERO],
            Frame::Members(f) => [node, f.union, ZERO],
            Frame::Fix(f) => [node, f.reached, f.new],
            Frame::Backwards(f) => [node, f.reached, f.known],
            // The arcs of what is being closed are on the arc stack.
            Frame::Apply(_) | Frame::Close(_) | Frame::Then(..) | Frame::Below(_) | Frame::Fire(_) => {
                [node, ZERO, ZERO]
            }
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
