//! Looking at one state: the same for every store.

use game::System;

use crate::report::Piece;
use crate::search::visitor::{Place, Seen, Visitor};

/// Where a state was met, and what is wanted of it.
#[derive(Clone, Copy)]
pub(crate) struct VisitContext {
    pub(crate) depth: u32,
    pub(crate) place: Place,
    /// Whether successors are wanted: not at the depth limit.
    pub(crate) expands: bool,
    /// Whether it was looked at before, and only successors are wanted.
    pub(crate) again: bool,
}

/// Looks at a state: takes every step, counts, and shows it to the visitor. A step says whether it leads inside.
#[inline]
pub(crate) fn examine<S: System, V: Visitor<S>>(
    system: &S,
    visitor: &V,
    state: &S::Configuration,
    context: VisitContext,
    (piece, tally): (&mut Piece, &mut V::Tally),
    mut step: impl FnMut(S::Action) -> bool,
) {
    let is_final = system.is_final(state);
    let (mut actions, mut inside) = (0, 0);
    if !is_final && context.expands {
        for action in system.actions(state) {
            actions += 1;
            inside += u64::from(step(action));
        }
    } else if !is_final {
        // Actions are lazy: the first is enough to know whether there are any.
        actions = u64::from(system.actions(state).next().is_some());
        piece.cut |= actions > 0;
    }
    if context.again {
        return;
    }
    let is_stuck = !is_final && actions == 0;
    piece.states += 1;
    piece.transitions += inside;
    piece.finals += u64::from(is_final);
    piece.stuck += u64::from(is_stuck);
    piece.expanded += u64::from(context.expands && actions > 0);
    if context.expands && !is_final {
        piece.widest = piece.widest.max(actions);
        piece.narrowest = Some(piece.narrowest.map_or(actions, |least| least.min(actions)));
    }
    let VisitContext { depth, place, .. } = context;
    visitor.visit(&Seen { state, depth, actions, is_final, is_stuck, place }, tally);
}
