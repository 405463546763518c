//! What is left of a game of lines, as the proof for one side sees it.

use crate::set::Set;

/// Any number of moves.
pub(crate) const ANY: u32 = u32::MAX;
/// The weight of a full line in the potential; one that lacks n squares weighs 2ⁿ times less.
const FULL: u64 = 1 << 40;

/// For each side the lines that the other has not entered, each as the squares that it lacks. The *maker* wants to fill
/// one; the *breaker* wants to prevent that, and filling one first will do. One of the two is the *winner*: the side
/// that the proof is for.
#[derive(Clone)]
pub(crate) struct Position<const N: usize> {
    pub(crate) maker_wins: bool,
    pub(crate) winner_moves: bool,
    /// How many moves the maker may still make.
    pub(crate) moves: u32,
    /// The lines of the winner, and those of the loser, the shortest first, without those that hold all of another.
    pub(crate) lines: [Vec<Set<N>>; 2],
}

impl<const N: usize> Position<N> {
    /// Returns all squares that count.
    pub(crate) fn squares(&self) -> Set<N> {
        Set::union(&self.lines[0]).or(Set::union(&self.lines[1]))
    }

    /// Drops the lines that hold all of another, and those that the maker lacks the moves to fill; of these it returns
    /// the squares if the maker is the loser: they are harmless only as long as none of their squares is given away.
    pub(crate) fn reduce(&mut self) -> Set<N> {
        self.lines.iter_mut().for_each(keep_least);
        let maker = &mut self.lines[usize::from(!self.maker_wins)];
        let long = maker.split_off(maker.partition_point(|line| line.count() <= self.moves));
        if self.maker_wins { Set::EMPTY } else { Set::union(&long) }
    }

    /// Returns the position after a move, and the squares that [`reduce`](Position::reduce) returns.
    pub(crate) fn after(&self, square: usize) -> (Position<N>, Set<N>) {
        let (own, mut next) = (usize::from(!self.winner_moves), self.clone());
        next.winner_moves = !self.winner_moves;
        next.lines[own].iter_mut().for_each(|line| *line = line.minus(Set::one(square)));
        next.lines[1 - own].retain(|line| !line.has(square));
        let used = self.winner_moves == self.maker_wins && self.moves != ANY;
        next.moves = next.moves.saturating_sub(used.into());
        let dropped = next.reduce();
        (next, dropped)
    }

    /// Returns the same with the loser owning everything outside the zone.
    pub(crate) fn inside(mut self, zone: Set<N>) -> Position<N> {
        self.lines[0].retain(|line| line.within(zone));
        self.lines[1].iter_mut().for_each(|line| *line = line.and(zone));
        self.lines.iter_mut().for_each(keep_least);
        self
    }

    /// Returns whether this, whose squares are renamed, is at least as hard for the winner as `other` inside a zone.
    pub(crate) fn is_harder(
        &self,
        other: &Position<N>,
        zone: Set<N>,
        rename: impl Fn(Set<N>) -> Set<N>,
    ) -> bool {
        let enough = if self.maker_wins { self.moves <= other.moves } else { self.moves >= other.moves };
        let loser: Vec<Set<N>> = self.lines[1].iter().map(|&line| rename(line)).collect();
        enough
            && (self.maker_wins, self.winner_moves) == (other.maker_wins, other.winner_moves)
            && other.lines[1].iter().all(|line| loser.iter().any(|known| known.within(line.and(zone))))
            && self.lines[0].iter().all(|&known| other.lines[0].iter().any(|line| line.within(rename(known))))
    }

    /// Returns whether every line through `square` passes through `other`, too.
    pub(crate) fn is_dominated(&self, square: usize, other: usize) -> bool {
        self.lines.iter().flatten().all(|line| !line.has(square) || line.has(other))
    }

    /// Returns a zone that holds at least `need` squares of every line of the loser, which must have as many: the given
    /// one and, line by line, the squares that most lines want.
    pub(crate) fn guarded(&self, mut zone: Set<N>, need: u32) -> Set<N> {
        let lacks = |line: &Set<N>, zone: Set<N>| line.and(zone).count() < need;
        let mut uses = vec![0; 64 * N];
        let lacking = self.lines[1].iter().filter(|line| lacks(line, zone));
        lacking.flat_map(|line| line.squares()).for_each(|square| uses[square] += 1);
        for line in &self.lines[1] {
            while lacks(line, zone) {
                let best = line.minus(zone).squares().max_by_key(|&square| (uses[square], square));
                zone = zone.or(Set::one(best.expect("the line is long enough")));
            }
        }
        zone
    }

    /// Returns a zone inside which the breaker holds by the potential of Erdős and Selfridge, if there is one: all
    /// squares of the maker's lines, without those, the lightest first, that are not needed.
    pub(crate) fn by_potential(&self) -> Option<Set<N>> {
        let mut zone = Set::union(&self.lines[1]);
        let (weights, _) = self.weights(zone);
        let mut squares: Vec<usize> = zone.squares().collect();
        squares.sort_by_key(|&square| (weights[square], square));
        for smaller in squares.into_iter().map(Set::one) {
            zone = if self.holds(zone.minus(smaller)) { zone.minus(smaller) } else { zone };
        }
        self.holds(zone).then_some(zone)
    }

    /// Returns the weight of the lines through each square, and of all of them.
    fn weights(&self, zone: Set<N>) -> (Vec<u64>, u64) {
        let (mut weights, mut sum) = (vec![0; 64 * N], 0);
        for lacks in self.lines[1].iter().map(|line| line.and(zone)) {
            let weight = FULL >> lacks.count().min(40);
            lacks.squares().for_each(|square| weights[square] += weight);
            sum += weight;
        }
        (weights, sum)
    }

    /// Returns whether all lines weigh less than a full one when the breaker is to move, also after the maker's move.
    fn holds(&self, zone: Set<N>) -> bool {
        let (weights, sum) = self.weights(zone);
        let heaviest = if self.winner_moves { None } else { weights.into_iter().max() };
        sum + heaviest.unwrap_or(0) < FULL
    }
}

/// Sorts lines, the shortest first, and drops those that hold all of another.
fn keep_least<const N: usize>(lines: &mut Vec<Set<N>>) {
    lines.sort_unstable_by_key(|line| (line.count(), *line));
    let mut kept = 0;
    for at in 0..lines.len() {
        if !lines[..kept].iter().any(|shorter| shorter.within(lines[at])) {
            lines.swap(kept, at);
            kept += 1;
        }
    }
    lines.truncate(kept);
}
