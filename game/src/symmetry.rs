//! Positions that are the same but for a symmetry.

use crate::System;

/// The symmetries of a system: a group of maps of states that its rules do not notice.
///
/// A symmetry maps the actions of a state to the actions of its image, keeps finals final and, in a game, keeps the
/// turn and the outcome; so it keeps values. `impl Symmetry for MyGame {}` says that there is only the identity.
///
/// Without it every image of a position is examined separately: eight times the work on a square board.
#[diagnostic::on_unimplemented(
    message = "the symmetries of `{Self}` are not declared",
    note = "implement `game::Symmetry`; if there are none, `impl Symmetry for {Self} {{}}` says so"
)]
pub trait Symmetry: System {
    /// Returns the number of symmetries, the identity included. They are numbered from 0, which is the identity.
    fn symmetries(&self) -> usize {
        1
    }

    /// Returns the image of a state under one symmetry.
    fn image(&self, state: &Self::Configuration, symmetry: usize) -> Self::Configuration {
        debug_assert_eq!(symmetry, 0, "the identity is the only symmetry");
        state.clone()
    }

    /// Returns the image of an action under one symmetry: the action of `image(state)` that leads to the image of where
    /// `action` leads.
    fn image_of_action(&self, action: Self::Action, symmetry: usize) -> Self::Action {
        debug_assert_eq!(symmetry, 0, "the identity is the only symmetry");
        action
    }

    /// Returns the number of a symmetry that leads to the canonical form.
    fn to_canonical(&self, state: &Self::Configuration) -> usize {
        debug_assert_eq!(self.symmetries(), 1, "say which image is canonical");
        let _ = state;
        0
    }

    /// Returns the canonical form: one image, the same for all images of a state.
    #[inline]
    fn canonical(&self, state: &Self::Configuration) -> Self::Configuration {
        self.image(state, self.to_canonical(state))
    }
}
