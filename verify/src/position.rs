//! What is left of a game of lines, as the proof for one side sees it.

use crate::board::{Set, squares};

/// Any number of moves.
pub(crate) const ANY: u32 = u32::MAX;
/// The weight of a full line in the potential; one that lacks n squares weighs 2ⁿ times less.
const FULL: u64 = 1 << 40;

/// For each side the lines that the other has not entered, each as the squares that it lacks. The *maker* wants to fill
/// one; the *breaker* wants to prevent that, and filling one first will do. One of the two is the *winner*: the side
/// that the proof is for.
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) maker_wins: bool,
    pub(crate) winner_moves: bool,
    /// How many moves the maker may still make.
    pub(crate) moves: u32,
    /// The lines of the winner, and those of the loser, the shortest first, without those that hold all of another.
    pub(crate) lines: [Vec<Set>; 2],
}

/// Returns all squares of some lines.
pub(crate) fn union<'a>(lines: impl IntoIterator<Item = &'a Set>) -> Set {
    lines.into_iter().fold(0, |all, line| all | line)
}

impl Position {
    /// Returns about how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Position>() + size_of_val(&self.lines[0][..]) + size_of_val(&self.lines[1][..])
    }

    /// Returns all squares that count.
    pub(crate) fn squares(&self) -> Set {
        union(self.lines.iter().flatten())
    }

    /// Drops the lines that hold all of another, and those that the maker lacks the moves to fill.
    pub(crate) fn reduce(&mut self) {
        self.lines.iter_mut().for_each(keep_least);
        self.drop_long();
    }

    /// Drops the lines that the maker lacks the moves to fill. Returns their squares if the maker is the loser: the lines
    /// are harmless only as long as none of their squares is given away.
    fn drop_long(&mut self) -> Set {
        let maker = &mut self.lines[usize::from(!self.maker_wins)];
        let long = maker.split_off(maker.partition_point(|line| line.count_ones() <= self.moves));
        if self.maker_wins { 0 } else { union(&long) }
    }

    /// Returns the position after a move, and the squares of the loser's lines that have become too long.
    pub(crate) fn after(&self, square: usize) -> (Position, Set) {
        let (own, mut next) = (usize::from(!self.winner_moves), self.clone());
        next.winner_moves = !self.winner_moves;
        next.lines[1 - own].retain(|line| line >> square & 1 == 0);
        // No line held all of another, so now only those that were not shortened can hold all of one that was.
        let is_hit = |line: &Set| line >> square & 1 == 1;
        let hit: Vec<Set> =
            self.lines[own].iter().filter(|line| is_hit(line)).map(|line| line & !(1 << square)).collect();
        next.lines[own].retain(|line| !is_hit(line) && !hit.iter().any(|shorter| shorter & !line == 0));
        next.lines[own].extend(hit);
        next.lines[own].sort_unstable_by_key(order);
        let used = self.winner_moves == self.maker_wins && self.moves != ANY;
        next.moves = next.moves.saturating_sub(used.into());
        let dropped = next.drop_long();
        (next, dropped)
    }

    /// Returns the zone, renamed, if this position inside it, renamed, is at least as hard for the winner as `other`
    /// inside the same.
    pub(crate) fn is_harder(&self, other: &Position, zone: Set, rename: impl Fn(Set) -> Set) -> Option<Set> {
        let enough = if self.maker_wins { self.moves <= other.moves } else { self.moves >= other.moves };
        let alike = (self.maker_wins, self.winner_moves) == (other.maker_wins, other.winner_moves);
        let mut winner = self.lines[0].iter().filter(|&line| line & !zone == 0).map(|&line| rename(line));
        let loser: Vec<Set> = self.lines[1].iter().map(|line| rename(line & zone)).collect();
        let zone = rename(zone);
        let holds = enough
            && alike
            && other.lines[1].iter().all(|line| loser.iter().any(|known| known & !(line & zone) == 0))
            && winner.all(|known| other.lines[0].iter().any(|line| line & !known == 0));
        holds.then_some(zone)
    }

    /// Returns whether every line through `square` passes through `other`, too.
    pub(crate) fn is_dominated(&self, square: usize, other: usize) -> bool {
        self.lines.iter().flatten().all(|line| line >> square & 1 == 0 || line >> other & 1 == 1)
    }

    /// Returns a zone that holds at least `need` squares of every line of the loser, which must have as many: the given
    /// one and, line by line, the squares that most lines want.
    pub(crate) fn guarded(&self, mut zone: Set, need: u32) -> Set {
        let lacks = |line: &Set, zone: Set| (line & zone).count_ones() < need;
        let mut uses = [0; 128];
        let lacking = self.lines[1].iter().filter(|line| lacks(line, zone));
        lacking.flat_map(|&line| squares(line)).for_each(|square| uses[square] += 1);
        for line in &self.lines[1] {
            while lacks(line, zone) {
                let best = squares(line & !zone).max_by_key(|&square| (uses[square], square));
                zone |= 1 << best.expect("the line is long enough");
            }
        }
        zone
    }

    /// Returns a zone inside which the breaker holds by the potential of Erdős and Selfridge, if there is one: all
    /// squares of the maker's lines, without those, the lightest first, that are not needed.
    pub(crate) fn by_potential(&self) -> Option<Set> {
        let mut zone = union(&self.lines[1]);
        let (weights, _) = self.weights(zone);
        let mut order: Vec<usize> = squares(zone).collect();
        order.sort_by_key(|&square| (weights[square], square));
        for square in order {
            let smaller = zone & !(1 << square);
            zone = if self.holds(smaller) { smaller } else { zone };
        }
        self.holds(zone).then_some(zone)
    }

    /// Returns the weight of the lines through each square, and of all of them.
    fn weights(&self, zone: Set) -> ([u64; 128], u64) {
        let (mut weights, mut sum) = ([0; 128], 0);
        for lacks in self.lines[1].iter().map(|line| line & zone) {
            let weight = FULL >> lacks.count_ones().min(40);
            squares(lacks).for_each(|square| weights[square] += weight);
            sum += weight;
        }
        (weights, sum)
    }

    /// Returns whether all lines weigh less than a full one when the breaker is to move, also after the maker's move.
    fn holds(&self, zone: Set) -> bool {
        let (weights, sum) = self.weights(zone);
        let heaviest = if self.winner_moves { None } else { weights.into_iter().max() };
        sum + heaviest.unwrap_or(0) < FULL
    }
}

/// The shortest line comes first.
fn order(&line: &Set) -> (u32, u64, Set) {
    (line.count_ones(), line as u64, line)
}

/// Sorts lines, the shortest first, and drops those that hold all of another.
fn keep_least(lines: &mut Vec<Set>) {
    lines.sort_unstable_by_key(order);
    let mut kept = 0;
    for at in 0..lines.len() {
        if !lines[..kept].iter().any(|shorter| shorter & !lines[at] == 0) {
            lines.swap(kept, at);
            kept += 1;
        }
    }
    lines.truncate(kept);
}
