//! Bounds of the value by the strategy of answering every mark with the mark above it.
//!
//! Where marks fall and columns are of even height, rows 1, 3, 5 are called low here and rows 2, 4, 6 high. Of the free
//! squares of a board, `l` is low, `h` is high, and `b` is a *base*: a high square that is the lowest free one.
//!
//! ```text
//! 6 h h h h h h h
//! 5 l l l l l l l     Columns 3 and 5 have an odd number of free squares. Their bases are paired: a player who
//! 4 h h h h h h h     marks one of them is answered on the other. Everywhere else a mark on a low square is
//! 3 l l l l l l l     answered on the high square above it.
//! 2 h h b x b h h
//! 1 l l o x o l l
//!   1 2 3 4 5 6 7
//! ```
//!
//! In a column with an even number of free squares the lowest free one is low, and a player who always answers in the
//! same column gets all the high ones. After both bases of a pair are taken, their columns are even, too. So the player
//! who always answers gets every high square except one base of each pair: the strategies called claim-even and
//! base-inverse by Allis (1988).
//!
//! A strategy is a proof: a player who follows it does at least as well against every opponent.

use game::{Player, Value, Verdict};

use super::placement::Placement;
use super::rules::{Mnk, Rule};
use crate::bits::Bits;
use crate::marks::Marks;

/// The free squares of an upright board.
struct Free<B> {
    low: B,
    high: B,
    /// The lowest free squares of columns with an odd number of them.
    bases: B,
}

impl<B: Bits, F: Placement<B>> Mnk<B, F> {
    fn free_squares(&self, state: &Marks<B>) -> Free<B> {
        let empty = self.empty(state);
        let high = empty & !self.threat_tables.low;
        Free { low: empty & self.threat_tables.low, high, bases: self.free(state) & high }
    }

    /// Returns an upper bound of the value, by the strategies of the player who is not to move, whose rows the free
    /// squares `dangers` would complete.
    #[inline]
    pub(super) fn at_most_by_following(
        &self,
        state: &Marks<B>,
        dangers: impl Fn() -> B,
        useful: Verdict,
    ) -> Value {
        match state.turn() {
            Player::First => self.second_follows(state, dangers, useful),
            Player::Second => self.first_has_the_last_word(state, dangers()),
        }
    }

    /// Returns a lower bound of the value, by the strategies of the player to move.
    #[inline]
    pub(super) fn at_least_by_following(&self, state: &Marks<B>) -> Value {
        match state.turn() {
            Player::Second if self.second_can_follow(state) => Value::of(Verdict::Draw),
            _ => Value::of(Verdict::Loss),
        }
    }

    /// Returns the squares above these.
    #[inline]
    fn above(&self, squares: B) -> B {
        self.placement.above(&self.board, squares)
    }

    /// Returns an upper bound of the value, by the strategy of waiting. It is less than a win at once only if all lines
    /// open to the player to move lead through squares that complete a row but cannot be played yet. The opponent then
    /// plays below none of them while there is anything else to play, and takes the square at once if the player to
    /// move plays below it: so a row takes as many plies as there are other squares, and two more. If by then it is the
    /// turn of the player to move, nothing is left to win.
    pub(super) fn at_most_by_waiting(&self, state: &Marks<B>) -> Value {
        let (empty, free) = (self.empty(state), self.free(state));
        let threats = self.placement.completing(&self.board, state.own) & empty & !free;
        let above = self.above(threats);
        let lowest = threats & !above;
        if lowest.is_empty() || self.aligned(state.own | (empty & !lowest)) {
            return Value::of(Verdict::Win);
        }
        let others = empty.count() - above.count() - 2 * lowest.count();
        // Where what is above is even, giving up a square changes nothing; with one column nothing comes after.
        let even = |square| self.above(B::bit(square)).count().is_multiple_of(2);
        let ends_there = lowest.without_lowest().is_empty() || lowest.iter().all(even);
        if others.is_multiple_of(2) && ends_there { Value::of(Verdict::Draw) } else { Value::win(others + 2) }
    }

    /// Returns an upper bound where the first player is to move and the second follows: the number of bases is even.
    ///
    /// Above a square that completes a row of the second player, and that comes to be that player's, nothing matters.
    fn second_follows(&self, state: &Marks<B>, dangers: impl Fn() -> B, useful: Verdict) -> Value {
        let Free { low, high, bases } = self.free_squares(state);
        let (wins, certain) = (self.rule == Rule::Normal, high & !bases);
        let has_row = || wins && self.aligned(state.other | certain);
        let loses = useful == Verdict::Loss;
        if loses && !has_row() {
            return Value::of(Verdict::Win);
        }
        let mut reach = state.own | low;
        if self.aligned(reach | bases) {
            if wins {
                let beyond = self.above(dangers() & certain);
                reach = state.own | (low & !beyond);
            }
            if self.aligned(reach) || !self.holds_bases(reach, bases) {
                return Value::of(Verdict::Win);
            }
        }
        if loses || has_row() { Value::loss((low | high).count()) } else { Value::of(Verdict::Draw) }
    }

    /// Returns whether no row can be made of this reach and one base of each pair, however they are paired.
    #[inline]
    fn holds_bases(&self, reach: B, bases: B) -> bool {
        !self.aligned(reach | bases) || self.holds_paired(&[reach], bases)
    }

    /// Returns whether the bases can be paired such that no row can be made of any of these and one base of each pair.
    fn holds_paired(&self, reaches: &[B], bases: B) -> bool {
        if reaches.iter().all(|&reach| !self.aligned(reach | bases)) {
            return true;
        }
        let others = bases.without_lowest();
        if others.is_empty() || reaches.len() > 4 {
            return false;
        }
        let one = B::bit(bases.lowest());
        others.iter().any(|other| {
            let other = B::bit(other);
            let mut next = [B::ZERO; 8];
            for (pair, &reach) in next.chunks_exact_mut(2).zip(reaches) {
                pair.copy_from_slice(&[reach | one, reach | other]);
            }
            let next = &next[..2 * reaches.len()];
            next.iter().all(|&reach| !self.aligned(reach)) && self.holds_paired(next, others & !other)
        })
    }

    /// Returns whether the second player, who is to move, can take a base such that following holds the rest.
    fn second_can_follow(&self, state: &Marks<B>) -> bool {
        let Free { low, bases, .. } = self.free_squares(state);
        let reach = state.other | low;
        !self.aligned(reach) && bases.iter().any(|base| self.holds_bases(reach, bases & !B::bit(base)))
    }

    /// Returns an upper bound where the second player is to move and the first follows, except in a column where a low
    /// square completes a row: there the second player must in the end play the square below it. Elsewhere nothing
    /// matters above a high square that completes a row of the first player.
    fn first_has_the_last_word(&self, state: &Marks<B>, dangers: B) -> Value {
        let (own_wins, unsure) = (self.rule == Rule::Normal, Value::of(Verdict::Win));
        let Free { low, high, bases } = self.free_squares(state);
        let threats = dangers & low & !self.free(state);
        if threats.is_empty() {
            return unsure;
        }
        let beyond = self.above(dangers & high & !bases);
        for threat in threats.iter() {
            let column = self.threat_tables.columns[threat as usize];
            let below = column & !(!B::ZERO << threat);
            // With an even number of free squares in the column, the lowest of them is paired with a base.
            let bases = bases ^ (self.free(state) & column);
            let reach = state.own | (low & !column & !beyond) | (high & below);
            if !own_wins || self.holds_bases(reach, bases) {
                let above = (column & !below).count() - 1;
                return Value::loss((low | high).count() - above);
            }
        }
        unsure
    }
}
