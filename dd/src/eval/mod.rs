//! The evaluator: a stack machine without recursion, its plans, its fixpoints and its collector.
//!
//! # The life of an operation
//!
//! `Engine::call` finds the result at once, by a rule or in the cache, or pushes a frame. `Engine::run` steps the frame
//! on top until it is done, and hands its result to the frame below:
//!
//! ```text
//!               ┌── known ──────────────────────────────► result
//!   call(op) ───┤
//!               └── push a frame ──► step ──► Call: another frame was pushed, wait for its result
//!                                     ▲   ├─► Resume: the result was known at once, go on with it
//!                                     └───┘
//!                                         └─► Done: pop the frame, its result goes to the frame below
//! ```
//!
//! Union, intersection, difference and concatenation each have one kind of frame (`binary`). An application of a
//! homomorphism to a node begins as `Frame::Apply`; the plan of the homomorphism at the variable of the node says which
//! frames it passes through from there:
//!
//! | plan | frames | in file |
//! |---|---|---|
//! | `Skip`, `Arcs` | `Arcs` gathers an image for each arc; `Merge` if a label came twice | `apply` |
//! | `Mixed` | as `Arcs`, then `Members` for the parts that work on the whole node | `apply` |
//! | `Fire` | as `Arcs`, then `Close` on the new node, or `Then(Close)` if a part came out without an arc | `apply` |
//! | `Sequence` | `Then(Apply)`, `Then(Finish)` | `apply` |
//! | `Tail`, `Operate` | `Then(Finish)` | `apply` |
//! | `Prefix`, `KeepOrDrop` | `Then` of the same name | `apply` |
//! | `Complement` | `Then(Complement)`, `Then(Finish)` | `apply` |
//! | `Constant`, `Fail` | none: done at once | `apply` |
//! | `Saturate` | `Below` closes the children, `Fire` fires arcs until no label waits | `saturate` |
//! | `Frontier` | `Fix`: `Expand`, `Difference` unless the layers are trusted, `Unite`, and again | `frontier` |
//! | `Plain` | `Fix`: `Expand`, `Unite`, and again | `fixpoint` |
//! | `Chain` | `Fix`: `Children`, `Image`, `Unite`, and again | `fixpoint` |
//! | `BeforeSequence` | `Then(BeforeSecond)`, `Then(BeforeFirst)`, `Then(Finish)` | `apply` |
//! | `BeforeFix` | `Backwards`: `Reach`, `Meet`, `Before` and `Unite` in turns, `Restrict` | `fixpoint` |
//!
//! A frame holds ids of nodes and places on the arc stack, nothing else, so the stacks are exactly the roots of a
//! collection.

mod apply;
mod binary;
pub(crate) mod collect;
pub(crate) mod engine;
mod fixpoint;
pub(crate) mod frame;
mod frontier;
mod inverse;
pub(crate) mod observer;
mod outcome;
pub(crate) mod plan;
mod saturate;

pub use observer::{Layer, Observer, Progress, Verdict};
