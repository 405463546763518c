//! What is left of a game of lines.

use game::bits::BitSet;

/// The two sides, as one query sees them: can the maker fill a line before the breaker does?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Wants to fill a line.
    Maker,
    /// Wants to prevent it; a line of its own will do as well.
    Breaker,
}

impl Side {
    pub(super) fn other(self) -> Side {
        match self {
            Side::Maker => Side::Breaker,
            Side::Breaker => Side::Maker,
        }
    }
}

/// Any number of moves.
pub(super) const ANY: u32 = u32::MAX;

/// A position as far as it matters: for each side the lines that the other has not entered, each as the squares that
/// are still free in it, and no line that holds all of another. Whatever led to it, equal positions have equal values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position<const N: usize> {
    pub(super) turn: Side,
    /// How many moves the maker may still make, or [`ANY`].
    pub(super) moves: u32,
    lines: [Vec<BitSet<N>>; 2],
}

impl<const N: usize> Position<N> {
    /// Returns the position with these open lines. None may be empty: then the game would be over.
    pub(super) fn new(turn: Side, moves: u32, maker: Vec<BitSet<N>>, breaker: Vec<BitSet<N>>) -> Position<N> {
        let mut position = Position { turn, moves, lines: [maker, breaker] };
        position.drop_long();
        position.lines.iter_mut().for_each(keep_least);
        position
    }

    /// Returns the open lines of one side, the shortest first.
    pub(super) fn lines(&self, side: Side) -> &[BitSet<N>] {
        &self.lines[side as usize]
    }

    /// Returns the same position of the weak game, in which the breaker has no lines.
    pub(super) fn weak(&self) -> Position<N> {
        Position { turn: self.turn, moves: self.moves, lines: [self.lines[0].clone(), Vec::new()] }
    }

    /// Returns the free squares that lie on any line.
    pub(super) fn squares(&self) -> BitSet<N> {
        BitSet::union(&self.lines[0]) | BitSet::union(&self.lines[1])
    }

    /// Returns the position after the side to move has taken a square.
    pub(super) fn after(&self, square: usize) -> Position<N> {
        self.after_dropping(square).0
    }

    /// Returns the position after the side to move has taken a square, and the squares of the maker's lines for which
    /// there are then too few moves.
    pub(super) fn after_dropping(&self, square: usize) -> (Position<N>, BitSet<N>) {
        let (own, other) = (self.lines(self.turn), self.lines(self.turn.other()));
        let mut open = Vec::with_capacity(other.len());
        open.extend(other.iter().copied().filter(|line| !line.contains(square)));
        let shorter = shortened(own, square);
        let used = u32::from(self.turn == Side::Maker && self.moves != ANY);
        let lines = if self.turn == Side::Maker { [shorter, open] } else { [open, shorter] };
        let mut next = Position { turn: self.turn.other(), moves: self.moves - used, lines };
        let dropped = next.drop_long();
        (next, dropped)
    }

    /// Drops the lines that the maker does not have enough moves to fill. Returns their squares.
    fn drop_long(&mut self) -> BitSet<N> {
        let mut dropped = BitSet::EMPTY;
        if self.moves != ANY {
            let most = self.moves;
            self.lines[0].retain(|&line| {
                let fits = line.count() <= most;
                dropped |= if fits { BitSet::EMPTY } else { line };
                fits
            });
        }
        dropped
    }

    /// Drops the maker's lines through both squares of a pair.
    pub(super) fn without_lines_through(&mut self, pair: BitSet<N>) {
        self.lines[0].retain(|line| !pair.within(*line));
    }

    /// Returns, for every square, the squares that lie on all open lines through it, itself among them. To take one of
    /// those is at least as good for either side.
    pub(super) fn companions(&self) -> Vec<BitSet<N>> {
        let mut common = vec![BitSet::below(BitSet::<N>::CAPACITY); BitSet::<N>::CAPACITY];
        for &line in self.lines.iter().flatten() {
            for square in line {
                common[square] = common[square] & line;
            }
        }
        common
    }
}

/// Returns lines without a square, in the order of [`keep_least`], if they are in that order and none holds all of
/// another.
fn shortened<const N: usize>(lines: &[BitSet<N>], square: usize) -> Vec<BitSet<N>> {
    let order = |line: BitSet<N>| (line.count(), line.words());
    // The lines through the square stay in order, and so do the others, so the two are merged. Only one of the latter can
    // now hold all of another line: of one that was shortened.
    let hit: Vec<BitSet<N>> =
        lines.iter().filter(|line| line.contains(square)).map(|&line| line.without(square)).collect();
    let (mut merged, mut next) = (Vec::with_capacity(lines.len()), 0);
    for &line in lines.iter().filter(|line| !line.contains(square)) {
        if hit.iter().any(|short| short.within(line)) {
            continue;
        }
        while next < hit.len() && order(hit[next]) < order(line) {
            merged.push(hit[next]);
            next += 1;
        }
        merged.push(line);
    }
    merged.extend(&hit[next..]);
    merged
}

/// Sorts lines, the shortest first, and drops those that hold all of another.
fn keep_least<const N: usize>(lines: &mut Vec<BitSet<N>>) {
    // Any order will do, but it decides which lines are tried first, and so the number of nodes.
    lines.sort_unstable_by_key(|&line| (line.count(), line.words()));
    lines.dedup();
    // Of two lines of one length neither holds the other, so each is compared with the shorter ones only.
    let (mut kept, mut shorter, mut length) = (0, 0, 0);
    for next in 0..lines.len() {
        let line = lines[next];
        if line.count() > length {
            (shorter, length) = (kept, line.count());
        }
        if !lines[..shorter].iter().any(|shorter| shorter.within(line)) {
            lines[kept] = line;
            kept += 1;
        }
    }
    lines.truncate(kept);
}
