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
        Set::union(self.lines.iter().flatten())
    }

    /// Returns the squares each of which fills a line of a side: 0 is the winner, 1 the loser.
    pub(crate) fn last_squares(&self, side: usize) -> Set<N> {
        Set::union(self.lines[side].iter().take_while(|line| line.count() == 1))
    }

    /// Drops the lines that hold all of another, and those that the maker lacks the moves to fill.
    pub(crate) fn reduced(mut self) -> Position<N> {
        for lines in &mut self.lines {
            lines.sort_unstable_by_key(|line| (line.count(), *line));
            let mut least: Vec<Set<N>> = Vec::new();
            lines.retain(|&line| {
                let is_least = !least.iter().any(|shorter| shorter.is_within(line));
                least.extend(is_least.then_some(line));
                is_least
            });
        }
        self.drop_long();
        self
    }

    /// Drops the lines that the maker lacks the moves to fill. Returns their squares if the maker is the loser: the lines
    /// are harmless only as long as none of their squares is given away.
    fn drop_long(&mut self) -> Set<N> {
        let maker = &mut self.lines[usize::from(!self.maker_wins)];
        let long = maker.split_off(maker.partition_point(|line| line.count() <= self.moves));
        if self.maker_wins { Set::NONE } else { Set::union(&long) }
    }

    /// Returns the position after a move, and the squares of the loser's lines that have become too long.
    pub(crate) fn after(&self, square: usize) -> (Position<N>, Set<N>) {
        let (own, mut next) = (usize::from(!self.winner_moves), self.clone());
        next.winner_moves = !self.winner_moves;
        next.lines[1 - own].retain(|line| !line.has(square));
        // No line held all of another, so now only those that were not shortened can hold all of one that was.
        let hit = self.lines[own].iter().filter(|line| line.has(square));
        let hit: Vec<Set<N>> = hit.map(|line| line.minus(Set::of([square]))).collect();
        next.lines[own].retain(|&line| !line.has(square) && !hit.iter().any(|short| short.is_within(line)));
        next.lines[own].extend(hit);
        next.lines[own].sort_unstable_by_key(|line| (line.count(), *line));
        let used = self.winner_moves == self.maker_wins && self.moves != ANY;
        next.moves = next.moves.saturating_sub(used.into());
        let dropped = next.drop_long();
        (next, dropped)
    }

    /// Returns the zone, renamed, if this position inside it, renamed, is at least as hard for the winner as `other`
    /// inside the same.
    pub(crate) fn is_harder(&self, other: &Position<N>, zone: Set<N>, map: &[usize]) -> Option<Set<N>> {
        let enough = if self.maker_wins { self.moves <= other.moves } else { self.moves >= other.moves };
        let alike = (self.maker_wins, self.winner_moves) == (other.maker_wins, other.winner_moves);
        let mut winner =
            self.lines[0].iter().filter(|line| line.is_within(zone)).map(|line| line.renamed(map));
        let loser: Vec<Set<N>> = self.lines[1].iter().map(|line| line.and(zone).renamed(map)).collect();
        let holds = enough
            && alike
            && other.lines[1].iter().all(|&line| loser.iter().any(|known| known.is_within(line)))
            && winner.all(|known| other.lines[0].iter().any(|line| line.is_within(known)));
        holds.then(|| zone.renamed(map))
    }

    /// Returns whether every line through `square` passes through `other`, too.
    pub(crate) fn is_dominated(&self, square: usize, other: usize) -> bool {
        self.lines.iter().flatten().all(|line| !line.has(square) || line.has(other))
    }

    /// Returns a zone that holds at least `need` squares of every line of the loser, which must have as many: the given
    /// one and, line by line, the squares that most lines want.
    pub(crate) fn guarded(&self, mut zone: Set<N>, need: u32) -> Set<N> {
        let lacks = |line: &Set<N>, zone: Set<N>| line.and(zone).count() < need;
        let mut uses = [[0; 64]; N];
        let lacking = self.lines[1].iter().filter(|line| lacks(line, zone));
        lacking.flat_map(|line| line.squares()).for_each(|square| uses[square / 64][square % 64] += 1);
        for line in &self.lines[1] {
            while lacks(line, zone) {
                let best = line.minus(zone).squares().max_by_key(|at| (uses[at / 64][at % 64], *at));
                zone = zone.with(best.expect("the line is long enough"));
            }
        }
        zone
    }

    /// Returns a zone inside which the breaker holds by the potential of Erdős and Selfridge, if there is one: all
    /// squares of the maker's lines, without those, the lightest first, that are not needed.
    pub(crate) fn by_potential(&self) -> Option<Set<N>> {
        let mut zone = Set::union(&self.lines[1]);
        let (weights, _) = self.weights(zone);
        let mut order: Vec<usize> = zone.squares().collect();
        order.sort_by_key(|&square| (weights[square / 64][square % 64], square));
        for square in order {
            let smaller = zone.minus(Set::of([square]));
            zone = if self.holds(smaller) { smaller } else { zone };
        }
        self.holds(zone).then_some(zone)
    }

    /// Returns the weight of the lines through each square, and of all of them.
    fn weights(&self, zone: Set<N>) -> ([[u64; 64]; N], u64) {
        let (mut weights, mut sum) = ([[0; 64]; N], 0);
        for lacks in self.lines[1].iter().map(|line| line.and(zone)) {
            let weight = FULL >> lacks.count().min(40);
            lacks.squares().for_each(|square| weights[square / 64][square % 64] += weight);
            sum += weight;
        }
        (weights, sum)
    }

    /// Returns whether all lines weigh less than a full one when the breaker is to move, also after the maker's move.
    fn holds(&self, zone: Set<N>) -> bool {
        let (weights, sum) = self.weights(zone);
        let heaviest = if self.winner_moves { None } else { weights.into_iter().flatten().max() };
        sum + heaviest.unwrap_or(0) < FULL
    }
}
