//! What is left of a game of lines, as the proof for one side sees it.

use std::iter::from_fn;

use crate::set::Set;

/// Any number of moves.
pub(crate) const ANY: u32 = u32::MAX;
/// The weight of a full line in the potential; one that lacks n squares weighs 2ⁿ times less.
const FULL: u64 = 1 << 40;

/// For each side the lines that the other has not entered, each as the squares that it lacks. The *maker* wants to fill
/// one; the *breaker* wants to prevent that, and filling one first will do. One of the two is the *winner*: the side
/// that the proof is for.
#[derive(Clone, PartialEq)]
pub(crate) struct Position<const N: usize> {
    pub(crate) maker_wins: bool,
    pub(crate) winner_moves: bool,
    /// How many moves the maker may still make.
    pub(crate) moves: u32,
    /// The lines of the winner, and those of the loser, the shortest first, without those that hold all of another.
    pub(crate) lines: [Vec<Set<N>>; 2],
}

/// Drops the lines that hold all of one of the fresh ones, of which none does, and adds those.
pub(crate) fn add<const N: usize>(lines: &mut Vec<Set<N>>, fresh: &[Set<N>]) {
    lines.retain(|&line| !fresh.iter().any(|short| short.is_within(line)));
    lines.extend(fresh);
}

/// Returns the squares of all lines.
fn union<'a, const N: usize>(lines: impl IntoIterator<Item = &'a Set<N>>) -> Set<N> {
    lines.into_iter().copied().fold(Set::NONE, Set::or)
}

/// Returns, for each square, the sum of what the lines that it is on count.
fn sums<const N: usize>(lines: impl Iterator<Item = (Set<N>, u64)>) -> [[u64; 64]; N] {
    let mut sums = [[0; 64]; N];
    lines.for_each(|(line, counts)| line.squares().for_each(|at| sums[at / 64][at % 64] += counts));
    sums
}

/// Returns a line with its weight in the potential.
fn weighed<const N: usize>(line: &Set<N>) -> (Set<N>, u64) {
    (*line, FULL >> line.count().min(40))
}

impl<const N: usize> Position<N> {
    /// Returns the position with its lines in order, without those that the maker lacks the moves to fill; and the squares
    /// of the latter if the maker is the loser: they are harmless only as long as none of their squares is given away.
    pub(crate) fn tidied(mut self) -> (Position<N>, Set<N>) {
        self.lines.iter_mut().for_each(|lines| lines.sort_unstable_by_key(|line| (line.count(), *line)));
        let maker = &mut self.lines[usize::from(!self.maker_wins)];
        let long = maker.split_off(maker.partition_point(|line| line.count() <= self.moves));
        let dropped = if self.maker_wins { Set::NONE } else { union(&long) };
        (self, dropped)
    }

    /// Returns all squares that count.
    pub(crate) fn squares(&self) -> Set<N> {
        union(self.lines.iter().flatten())
    }

    /// Returns the squares each of which fills a line of a side: 0 is the winner, 1 the loser.
    pub(crate) fn last_squares(&self, side: usize) -> Set<N> {
        union(self.lines[side].iter().take_while(|line| line.count() == 1))
    }

    /// Returns the position after a move, and the squares of the loser's lines that have become too long.
    pub(crate) fn after(&self, square: usize) -> (Position<N>, Set<N>) {
        let mut lines = self.lines.clone();
        lines.iter_mut().for_each(|lines| lines.retain(|line| !line.has(square)));
        let own = usize::from(!self.winner_moves);
        let hit = self.lines[own].iter().filter(|line| line.has(square));
        add(&mut lines[own], &hit.map(|line| line.without(square)).collect::<Vec<_>>());
        let used = self.winner_moves == self.maker_wins && self.moves != ANY;
        let moves = self.moves.saturating_sub(used.into());
        Position { winner_moves: !self.winner_moves, moves, lines, ..*self }.tidied()
    }

    /// Returns the position where a relabelling takes it.
    pub(crate) fn renamed(&self, map: &[usize]) -> Position<N> {
        let renamed = |lines: &Vec<Set<N>>| lines.iter().map(|line| line.renamed(map)).collect();
        Position { lines: self.lines.each_ref().map(renamed), ..*self }.tidied().0
    }

    /// Returns whether every line through `square` passes through `other`, too.
    pub(crate) fn is_dominated(&self, square: usize, other: usize) -> bool {
        self.lines.iter().flatten().all(|line| !line.has(square) || line.has(other))
    }

    /// Returns two squares that are on the same lines, the lowest first.
    pub(crate) fn twins(&self) -> Option<Set<N>> {
        let all = || self.squares().squares();
        let alike = |a, b| self.is_dominated(a, b) && self.is_dominated(b, a);
        all().find_map(|a| all().find(|&b| b > a && alike(a, b)).map(|b| Set::of([a, b])))
    }

    /// Returns a zone that holds at least `need` squares of every line of the loser, which must have as many: the given
    /// one and, line by line, the squares that most lines want.
    pub(crate) fn guarded(&self, mut zone: Set<N>, need: u32) -> Set<N> {
        let lacks = |line: &Set<N>, zone: Set<N>| line.and(zone).count() < need;
        let wanting = self.lines[1].iter().filter(|line| lacks(line, zone));
        let uses = sums(wanting.map(|&line| (line, 1)));
        for line in &self.lines[1] {
            while lacks(line, zone) {
                let best = line.minus(zone).squares().max_by_key(|&at| (uses[at / 64][at % 64], at));
                zone = zone.with(best.expect("the line is long enough"));
            }
        }
        zone
    }

    /// Returns all squares: those first that are on the heaviest lines, of those the ones that have the heaviest
    /// squares beside them on lines of the maker, and of equals the highest.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> {
        let weights = sums(self.lines.iter().flatten().map(weighed));
        let together = |line: Set<N>| line.squares().map(|at| weights[at / 64][at % 64] >> 22).sum::<u64>();
        let maker = self.lines[usize::from(!self.maker_wins)].iter().map(weighed);
        let beside = sums(maker.map(|(line, weight)| (line, together(line) * (weight >> 22))));
        let mut left = self.squares();
        from_fn(move || {
            let rank = |&at: &usize| (weights[at / 64][at % 64], beside[at / 64][at % 64], at);
            let heaviest = left.squares().max_by_key(rank)?;
            left = left.without(heaviest);
            Some(heaviest)
        })
    }

    /// Returns a zone inside which the breaker holds by the potential of Erdős and Selfridge, if there is one: all
    /// squares of the maker's lines, without those, the lightest first, that are not needed.
    pub(crate) fn by_potential(&self) -> Option<Set<N>> {
        // All lines weigh less than a full one when the breaker is to move, also after the maker's move.
        let holds = |zone: Set<N>| {
            let inside = || self.lines[1].iter().map(|line| weighed(&line.and(zone)));
            let heaviest = || sums(inside()).into_iter().flatten().max().expect("a board has room");
            let next = if self.winner_moves { 0 } else { heaviest() };
            inside().map(|(_, weight)| weight).sum::<u64>() + next < FULL
        };
        let (all, weights) = (union(&self.lines[1]), sums(self.lines[1].iter().map(weighed)));
        let mut order: Vec<usize> = all.squares().collect();
        order.sort_by_key(|&at| weights[at / 64][at % 64]);
        let zone = order.into_iter().fold(all, |zone, square| {
            let less = zone.without(square);
            if holds(less) { less } else { zone }
        });
        holds(zone).then_some(zone)
    }
}
