//! What follows from answering every mark with the one above it.
//!
//! Where marks fall and columns are of even height, rows 1, 3, 5 are called low here and rows 2, 4, 6 high. In a column
//! with an even number of free squares the lowest free one is low, and whoever answers there in the same column gets all
//! that are high. Where the number is odd, the lowest free square is high; such columns are paired, and their lowest free
//! squares answer each other, after which both are even. So whoever need never move first comes to hold every high
//! square but perhaps those lowest ones: the strategies called claim-even and base-inverse by Allis (1988).
//!
//! A strategy is a proof: what it cannot lose is not lost, whatever the opponent does.

use game::{Player, Value, Verdict};

use super::form::Form;
use super::placement::{Mnk, Rule};
use crate::bits::Bits;
use crate::marks::Marks;

/// The free squares of an upright board.
struct Free<B> {
    low: B,
    high: B,
    /// The lowest free squares of columns with an odd number of them.
    bases: B,
}

impl<B: Bits, F: Form<B>> Mnk<B, F> {
    fn free_squares(&self, state: &Marks<B>) -> Free<B> {
        let empty = self.empty(state);
        let high = empty & !self.outlook.low;
        Free { low: empty & self.outlook.low, high, bases: self.free(state) & high }
    }

    /// The value is at most this, by the strategies of the player who is not to move.
    #[inline]
    pub(super) fn at_most_by_following(&self, state: &Marks<B>) -> Value {
        match state.turn() {
            Player::First => self.second_follows(state),
            Player::Second => self.first_has_the_last_word(state),
        }
    }

    /// The value is at least this, by the strategies of the player to move.
    #[inline]
    pub(super) fn at_least_by_following(&self, state: &Marks<B>) -> Value {
        match state.turn() {
            Player::Second if self.second_can_follow(state) => Value::of(Verdict::Draw),
            _ => Value::of(Verdict::Loss),
        }
    }

    /// The first player is to move, and the second follows: there is an even number of bases.
    fn second_follows(&self, state: &Marks<B>) -> Value {
        let Free { low, high, bases } = self.free_squares(state);
        let reach = state.own | low;
        if self.aligned(reach) || !self.holds_bases(reach, bases) {
            Value::of(Verdict::Win)
        } else if self.rule == Rule::Normal && self.aligned(state.other | (high & !bases)) {
            Value::loss((low | high).count())
        } else {
            Value::of(Verdict::Draw)
        }
    }

    /// Whether no row can be made of this reach and one base of each pair.
    fn holds_bases(&self, reach: B, bases: B) -> bool {
        if bases.is_empty() || !self.aligned(reach | bases) {
            return true;
        }
        let second = bases.without_lowest();
        second.without_lowest().is_empty()
            && !self.aligned(reach | second)
            && !self.aligned(reach | B::bit(bases.lowest()))
    }

    /// The second player is to move: whether one base can be taken such that the rest can be held by following.
    fn second_can_follow(&self, state: &Marks<B>) -> bool {
        let Free { low, bases, .. } = self.free_squares(state);
        let reach = state.other | low;
        !self.aligned(reach) && bases.iter().any(|base| self.holds_bases(reach, bases & !B::bit(base)))
    }

    /// The second player is to move and the first follows, but for a column where a low square completes a row: there
    /// the second player must in the end play the square below it.
    fn first_has_the_last_word(&self, state: &Marks<B>) -> Value {
        let (own_wins, unsure) = (self.rule == Rule::Normal, Value::of(Verdict::Win));
        let Free { low, high, bases } = self.free_squares(state);
        let threats = self.form.completing(&self.board, state.other) & low;
        for threat in threats.iter() {
            let column = self.outlook.columns[threat as usize];
            let base = bases & column;
            if base.is_empty() {
                continue;
            }
            let below = column & !(!B::ZERO << threat);
            let reach = state.own | (low & !column) | (bases & !base) | (high & below);
            if !own_wins || !self.aligned(reach) {
                let above = (column & !below).count() - 1;
                return Value::loss((low | high).count() - above);
            }
        }
        unsure
    }
}
