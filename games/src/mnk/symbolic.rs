//! k in a row, as diagrams.

use game::{Player, Symmetry};
use symbolic::Ending;

use super::placement::Placement;
use super::{Both, Mnk, Notakto, Placed, Rule, Square, Wild, WildRule, bitmap};
use crate::bits::Bits;
use crate::diagram::{Marked, O, X, only_own, symbolic_by_marks};
use crate::marks::Marks;

symbolic_by_marks!([B: Bits, F: Placement<B>] Mnk<B, F>);
symbolic_by_marks!([B: Bits] Wild<B>);
symbolic_by_marks!([B: Bits] Notakto<B>);

/// What all boards of squares have in common.
macro_rules! on_a_board {
    () => {
        type Squares = B;

        fn size(&self) -> (u32, u32) {
            let (w, h, _) = self.board().size();
            (w, h)
        }

        fn bit(&self, column: u32, row: u32) -> u32 {
            let (w, h, _) = self.board().size();
            bitmap::encode(w, h, column, row)
        }

        fn in_a_row(&self) -> u32 {
            self.board().size().2
        }

        fn all_lines(&self) -> Vec<B> {
            self.board().lines()
        }
    };
}

impl<B: Bits, F: Placement<B>> Marked for Mnk<B, F> {
    on_a_board!();

    fn falls(&self) -> bool {
        F::FALLS
    }

    fn marks(state: &Marks<B>) -> (B, B) {
        state.by_player()
    }

    fn of_marks(x: B, o: B) -> Marks<B> {
        Marks::of_players(x, o)
    }

    fn placed(&self, mover: Player) -> &'static [u32] {
        only_own(mover)
    }

    fn watched(&self, mover: Player) -> &'static [u32] {
        if self.rule() == Rule::Weak && mover == Player::Second { &[] } else { only_own(mover) }
    }

    fn winner(&self, next: Player) -> Player {
        if self.rule() == Rule::Misere { next } else { next.other() }
    }

    fn image_of_bit(&self, bit: u32, symmetry: usize) -> u32 {
        self.image_of_action(Square(bit as u16), symmetry).0.into()
    }
}

impl<B: Bits> Marked for Wild<B> {
    on_a_board!();

    fn marks(state: &Both<B>) -> (B, B) {
        (state.x, state.o)
    }

    fn of_marks(x: B, o: B) -> Both<B> {
        Both { x, o }
    }

    fn placed(&self, _: Player) -> &'static [u32] {
        &[X, O]
    }

    fn winner(&self, next: Player) -> Player {
        match self.rule() {
            WildRule::Normal => next.other(),
            WildRule::Misere => next,
            WildRule::Order => Player::First,
        }
    }

    fn full(&self) -> Ending {
        match self.rule() {
            WildRule::Order => Ending::Won(Player::Second),
            WildRule::Normal | WildRule::Misere => Ending::Drawn,
        }
    }

    fn image_of_bit(&self, bit: u32, symmetry: usize) -> u32 {
        let placed = Placed { square: Square(bit as u16), is_o: false };
        self.image_of_action(placed, symmetry).square.0.into()
    }

    fn exchanges(&self, symmetry: usize) -> bool {
        let placed = Placed { square: Square(0), is_o: false };
        self.image_of_action(placed, symmetry).is_o
    }
}

impl<B: Bits> Marked for Notakto<B> {
    on_a_board!();

    fn marks(state: &B) -> (B, B) {
        (*state, B::ZERO)
    }

    fn of_marks(x: B, _: B) -> B {
        x
    }

    fn placed(&self, _: Player) -> &'static [u32] {
        &[X]
    }

    fn winner(&self, next: Player) -> Player {
        next
    }

    fn image_of_bit(&self, bit: u32, symmetry: usize) -> u32 {
        self.image_of_action(Square(bit as u16), symmetry).0.into()
    }
}
