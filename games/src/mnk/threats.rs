//! Threats of k in a row, seen by shifting whole boards: which squares would complete a row, for either player.

use game::{Class, Glance, Player, Symmetry, Threats, Value, Verdict};

use super::bitmap;
use super::board::{Board, Square, Squares};
use super::placement::Placement;
use super::rules::{Mnk, Rule};
use crate::bits::Bits;
use crate::lines::OpenLines;
use crate::marks::Marks;

/// Tables that are made once for a board, so that threats are seen quickly.
#[derive(Clone, Debug)]
pub(super) struct ThreatTables<B> {
    /// The squares of the first row, the third, the fifth and so on.
    pub(super) low: B,
    bottom: B,
    /// Whether every column has an even number of squares, marks fall, and a row wins: see [`follow`](super::follow).
    pub(super) follows: bool,
    /// The column of each square, by its bit.
    pub(super) columns: Vec<B>,
    /// How central each square is, by its bit.
    central: Vec<i16>,
    /// The lines, where marks do not fall: there are few threats to go by at first.
    lines: OpenLines<B>,
}

impl<B: Bits> ThreatTables<B> {
    pub(super) fn new(board: &Board<B>, falls: bool, rule: Rule) -> ThreatTables<B> {
        let (w, h, _) = board.size();
        let bottom = board.bottom();
        let low = (0..h).step_by(2).fold(B::ZERO, |rows, j| rows | bottom << j);
        let middle = |at: u32, size: u32| at.min(size - 1 - at) as i16;
        let central = (0..bitmap::size(w, h)).map(|bit| match bitmap::decode(w, h, bit) {
            (i, _) if falls && i < w => middle(i, w),
            (i, j) if i < w && j < h => middle(i, w) + middle(j, h),
            _ => 0,
        });
        let column = |i| (0..h).fold(B::ZERO, |column, j| bitmap::update(w, h, column, i, j));
        let columns = (0..bitmap::size(w, h)).map(|bit| bitmap::decode(w, h, bit).0);
        ThreatTables {
            low,
            bottom,
            follows: falls && h.is_multiple_of(2) && matches!(rule, Rule::Normal | Rule::Weak),
            columns: columns.map(|i| if i < w { column(i) } else { B::ZERO }).collect(),
            central: central.collect(),
            lines: OpenLines::new(if falls { Vec::new() } else { board.lines() }),
        }
    }
}

/// Returns the bits that would complete a run of `k`, if they were set too: those with `i` set bits right before them
/// and `k - 1 - i` right after, for some i.
#[inline]
pub(super) fn completing<B: Bits>(marks: B, k: u32, step: u32) -> B {
    let (mut before, mut found) = (!B::ZERO, B::ZERO);
    for i in 0..k {
        let after = k - 1 - i;
        let followed = if after == 0 { !B::ZERO } else { bitmap::runs(marks, after, step) >> step };
        found |= before & followed;
        before = (before & marks) << step;
    }
    found
}

impl<B: Bits, F: Placement<B>> Mnk<B, F> {
    pub(super) fn empty(&self, state: &Marks<B>) -> B {
        self.board.full() & !(state.own | state.other)
    }

    /// Returns the free squares that would complete a row of these marks.
    #[inline]
    fn threats(&self, state: &Marks<B>, marks: B) -> B {
        let squares = self.placement.completing(&self.board, marks) & self.empty(state);
        if self.rule == Rule::Exact { self.exactly(marks, squares) } else { squares }
    }

    /// Returns those of these squares that complete a row of k, and of no more.
    fn exactly(&self, marks: B, squares: B) -> B {
        let wins = squares.iter().filter(|&bit| self.board.aligned_exactly(marks | B::bit(bit)));
        wins.fold(B::ZERO, |wins, bit| wins | B::bit(bit))
    }

    /// Returns whether a row of the player to move, and of the opponent, wins.
    fn counts(&self, state: &Marks<B>) -> (bool, bool) {
        match (self.rule, self.rule == Rule::Weak && state.turn() == Player::Second) {
            (Rule::Normal | Rule::Exact, _) => (true, true),
            (Rule::Weak, second) => (!second, second),
            (Rule::Misere, _) => (false, false),
        }
    }

    /// Returns a glance where rows win.
    #[inline]
    fn glance_to_win(&self, state: &Marks<B>, no_win_in_one: bool) -> Glance<Square, Answers<B>> {
        let free = self.free(state);
        let (own_count, other_count) = self.counts(state);
        if !no_win_in_one && own_count {
            let wins = self.threats(state, state.own) & free;
            if !wins.is_empty() {
                return Glance::Won { best: Square(wins.lowest() as u16), plies: 1 };
            }
        }
        let soonest = |counts, plies| if counts { plies } else { u32::MAX };
        let soonest = (soonest(own_count, 3), soonest(other_count, 4));
        if !other_count {
            return open(free, None, soonest);
        }
        let dangers = self.threats(state, state.other);
        let forced = dangers & free;
        let mut moves = if forced.is_empty() { free } else { forced };
        let best = Square(moves.lowest() as u16);
        if !forced.without_lowest().is_empty() {
            return Glance::Lost { best, plies: 2 };
        }
        if F::FALLS {
            // A mark directly below a square that completes a row lets the opponent take that square.
            moves = moves & !(dangers >> 1);
        }
        if moves.is_empty() { Glance::Lost { best, plies: 2 } } else { open(moves, Some(dangers), soonest) }
    }

    /// Returns a glance where rows lose.
    fn glance_to_avoid(&self, state: &Marks<B>) -> Glance<Square, Answers<B>> {
        let free = self.free(state);
        let safe = free & !self.threats(state, state.own);
        if safe.is_empty() {
            return Glance::Lost { best: Square(free.lowest() as u16), plies: 1 };
        }
        open(safe, None, (2, 3))
    }

    /// Returns what these threats of the player to move promise, where `taken` squares are: one that can be carried out
    /// as soon as the square below it is taken counts half as much again, and a late one nothing: those on or above a
    /// square that the opponent threatens, since the opponent takes that first.
    #[inline]
    fn promise_of_threats(&self, threats: B, late: B, taken: B) -> i32 {
        let soon = threats & self.placement.free(&self.board, taken) << 1;
        16 * (2 * (threats & !late).count() as i32 + soon.count() as i32)
    }

    /// Returns whether the lines still open leave the player to move a way to win.
    #[inline]
    fn may_win(&self, state: &Marks<B>) -> bool {
        match self.rule {
            Rule::Weak if state.turn() == Player::Second => false,
            Rule::Normal | Rule::Weak | Rule::Exact => self.aligned(state.own | self.empty(state)),
            Rule::Misere => self.aligned(state.other | self.empty(state)),
        }
    }

    /// Returns whether the lines still open leave the player to move a way to lose.
    #[inline]
    fn may_lose(&self, state: &Marks<B>) -> bool {
        match self.rule {
            Rule::Weak if state.turn() == Player::First => false,
            Rule::Normal | Rule::Weak | Rule::Exact => self.aligned(state.other | self.empty(state)),
            Rule::Misere => self.aligned(state.own | self.empty(state)),
        }
    }

    /// Returns the key of an upright board: own marks, and a bit above the marks of each column.
    fn upright(&self, state: &Marks<B>) -> B {
        let taken = state.own | state.other;
        state.own | ((taken << 1 | self.threat_tables.bottom) & !taken)
    }
}

/// A glance at an open position, with the fewest plies in which a win and a loss are possible.
fn open<B: Bits>(
    moves: B,
    dangers: Option<B>,
    (soonest_win, soonest_loss): (u32, u32),
) -> Glance<Square, Answers<B>> {
    Glance::Open { moves: Answers { squares: Squares::of(moves), dangers }, soonest_win, soonest_loss }
}

/// The moves of an open glance.
#[derive(Clone, Debug)]
pub struct Answers<B> {
    squares: Squares<B>,
    /// The free squares that would complete a row of the opponent, if they were looked for.
    dangers: Option<B>,
}

impl<B: Bits> Iterator for Answers<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.squares.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.squares.size_hint()
    }
}

impl<B: Bits, F: Placement<B>> Threats for Mnk<B, F> {
    type State = Marks<B>;
    type Move = Square;
    type Moves = Answers<B>;

    #[inline]
    fn glance(&self, state: &Marks<B>, no_win_in_one: bool) -> Glance<Square, Answers<B>> {
        match self.rule {
            Rule::Normal | Rule::Weak | Rule::Exact => self.glance_to_win(state, no_win_in_one),
            Rule::Misere => self.glance_to_avoid(state),
        }
    }

    /// With gravity, the more threats there are afterwards the better, and among equals the more central;
    /// on a table, the more open lines it adds to or kills, and the fuller.
    #[inline]
    fn promises<'s>(
        &'s self,
        state: &'s Marks<B>,
    ) -> impl Fn(Square, Option<&Answers<B>>) -> i32 + use<'s, B, F> {
        let opposing = if F::FALLS { self.threats(state, state.other) } else { B::ZERO };
        let (late, taken) = (opposing | opposing << 1, state.own | state.other);
        move |mv, seen| {
            let (square, number) = (B::bit(u32::from(mv.0)), usize::from(mv.0));
            let weight = if F::FALLS {
                // What threatens the opponent there is what the player threatens to do.
                let known = seen.and_then(|seen| seen.dangers);
                let threats = known.unwrap_or_else(|| self.threats(state, state.own | square));
                self.promise_of_threats(threats, late, taken | square)
            } else {
                self.threat_tables.lines.weight(state.own, state.other, u32::from(mv.0))
            };
            let weight = weight + i32::from(self.threat_tables.central[number]);
            if self.rule == Rule::Misere { -weight } else { weight }
        }
    }

    #[inline]
    fn plies_left(&self, state: &Marks<B>) -> u32 {
        self.empty(state).count()
    }

    #[inline]
    fn at_most(&self, state: &Marks<B>, moves: &Answers<B>, useful: Verdict) -> Value {
        let unsure = Value::of(Verdict::Win);
        let dangers = || moves.dangers.unwrap_or_else(|| self.threats(state, state.other));
        let most = if self.threat_tables.follows {
            self.at_most_by_following(state, dangers, useful)
        } else {
            unsure
        };
        if most != unsure || useful == Verdict::Loss {
            most
        } else if !self.may_win(state) {
            Value::of(Verdict::Draw)
        } else if F::FALLS && self.rule == Rule::Normal {
            self.at_most_by_waiting(state)
        } else {
            unsure
        }
    }

    #[inline]
    fn at_least(&self, state: &Marks<B>) -> Value {
        let open = Value::of(if self.may_lose(state) { Verdict::Loss } else { Verdict::Draw });
        if self.threat_tables.follows { open.max(self.at_least_by_following(state)) } else { open }
    }

    #[inline]
    fn class(&self, state: &Marks<B>) -> Class {
        if F::FALLS {
            let key = self.upright(state);
            let mirrored = self.placement.mirrored(&self.board, key);
            let symmetry = usize::from(mirrored < key);
            Class { key: key.min(mirrored).hashed(), symmetry }
        } else {
            let symmetry = self.to_canonical(state);
            Class { key: self.number(&self.image(state, symmetry)), symmetry }
        }
    }

    fn class_is_exact(&self) -> bool {
        if F::FALLS { B::WIDTH <= 64 } else { self.has_numbers() }
    }

    #[inline]
    fn image_of_move(&self, mv: Square, symmetry: usize) -> Square {
        self.image_of_action(mv, symmetry)
    }
}
