//! Pairing strategies: whenever the maker takes one square of a pair, the breaker takes the other.

use game::bits::BitSet;

/// Divisible by every number of lines that a pair is likely to cover.
const WHOLE: u32 = 5040;

/// Looks for disjoint pairs of squares such that each line holds both squares of one, and returns all their squares:
/// the breaker, moving second, holds even if everything else is the maker's.
///
/// It takes the line with the fewest squares left, and tries its pairs, those first that serve most lines; after
/// `steps` steps it gives up. Pairs with squares of `spare` come later. `None` does not mean that there are no such
/// pairs.
pub(super) fn zone<const N: usize>(lines: &[BitSet<N>], steps: u32, spare: BitSet<N>) -> Option<BitSet<N>> {
    pairs(lines, steps, spare).map(|pairs| squares_of(&pairs))
}

/// Returns the squares of some pairs.
pub(super) fn squares_of<const N: usize>(pairs: &[(BitSet<N>, usize)]) -> BitSet<N> {
    pairs.iter().fold(BitSet::EMPTY, |all, &(pair, _)| all | pair)
}

/// Looks for pairs as [`zone`] does, and returns them one by one, each with its place among the choices for its line.
pub(super) fn pairs<const N: usize>(
    lines: &[BitSet<N>],
    steps: u32,
    spare: BitSet<N>,
) -> Option<Vec<(BitSet<N>, usize)>> {
    match lines.len() {
        0..=64 => Search::<N, 1>::new(lines, steps, spare).run(),
        65..=128 => Search::<N, 2>::new(lines, steps, spare).run(),
        129..=512 => Search::<N, 8>::new(lines, steps, spare).run(),
        _ => None,
    }
}

/// One search: `N` words for sets of squares, `M` for sets of lines.
struct Search<'l, const N: usize, const M: usize> {
    lines: &'l [BitSet<N>],
    /// The lines through each square.
    through: Vec<BitSet<M>>,
    /// What each line adds to the number of pairs needed, in parts of [`WHOLE`]: one divided by the most lines that a
    /// pair on it serves.
    shares: Vec<u32>,
    /// The pairs to be tried, for all lines that are being tried.
    choices: Vec<Choice<N, M>>,
    steps: u32,
    spare: BitSet<N>,
    /// The pairs found, the last first, each with its place among the choices for its line.
    found: Vec<(BitSet<N>, usize)>,
}

#[derive(Clone, Copy)]
struct Choice<const N: usize, const M: usize> {
    pair: BitSet<N>,
    serves: BitSet<M>,
    /// The least is tried first.
    rank: i32,
}

impl<'l, const N: usize, const M: usize> Search<'l, N, M> {
    fn new(lines: &'l [BitSet<N>], steps: u32, spare: BitSet<N>) -> Self {
        let mut through = vec![BitSet::EMPTY; BitSet::<N>::CAPACITY];
        for (number, &line) in lines.iter().enumerate() {
            for square in line {
                through[square] = through[square].with(number);
            }
        }
        let mut search = Search {
            lines,
            through,
            shares: Vec::new(),
            choices: Vec::new(),
            steps,
            spare,
            found: Vec::new(),
        };
        search.shares = lines.iter().map(|&line| search.share(line)).collect();
        search
    }

    fn share(&self, line: BitSet<N>) -> u32 {
        let pairs =
            line.into_iter().flat_map(|a| line.into_iter().map(move |b| (a, b))).filter(|(a, b)| a < b);
        let most = pairs.map(|(a, b)| (self.through[a] & self.through[b]).count()).max();
        // A line of one square has no pair, and no pairing serves it: any share will do.
        WHOLE / most.unwrap_or(1).max(1)
    }

    /// Returns the pairs; why there are none does not matter here.
    fn run(mut self) -> Option<Vec<(BitSet<N>, usize)>> {
        self.cover(BitSet::below(self.lines.len()), BitSet::union(self.lines)).ok()?;
        self.found.reverse();
        Some(self.found)
    }

    /// Finds pairs among the free squares that serve the open lines; or else returns the squares, no longer free, whose
    /// loss is to blame. Pairs that took none of those need not be exchanged for others. If the steps are used up, nothing is to
    /// blame, and so all is given up.
    fn cover(&mut self, open: BitSet<M>, free: BitSet<N>) -> Result<(), BitSet<N>> {
        if open.is_empty() {
            return Ok(());
        }
        self.steps = self.steps.checked_sub(1).ok_or(BitSet::EMPTY)?;
        let line = self.tightest(open, free)?;
        let mut blame = line - free;
        let first = self.choices.len();
        self.list(line & free, open);
        for at in first..self.choices.len() {
            let Choice { pair, serves, .. } = self.choices[at];
            match self.cover(open - serves, free - pair) {
                Ok(()) => {
                    self.found.push((pair, at - first));
                    return Ok(());
                }
                Err(others) if !others.meets(pair) => {
                    self.choices.truncate(first);
                    return Err(others);
                }
                Err(others) => blame |= others - pair,
            }
        }
        self.choices.truncate(first);
        Err(blame)
    }

    /// The open line that has the fewest free squares; or, if they cannot suffice, the squares that are missing.
    #[inline]
    fn tightest(&self, open: BitSet<M>, free: BitSet<N>) -> Result<BitSet<N>, BitSet<N>> {
        let (mut fewest, mut tightest, mut needed) = (u32::MAX, BitSet::EMPTY, 0);
        for number in open {
            let line = self.lines[number];
            let count = (line & free).count();
            needed += self.shares[number];
            if count < fewest {
                (fewest, tightest) = (count, line);
            }
        }
        if fewest < 2 {
            return Err(tightest - free);
        }
        if 2 * needed > WHOLE * free.count() { Err(BitSet::union(self.lines) - free) } else { Ok(tightest) }
    }

    /// Adds the pairs of a line to the choices, the best first: those that serve many lines, that leave alone what is
    /// to be spared, and whose squares lie on few other lines.
    #[inline]
    fn list(&mut self, line: BitSet<N>, open: BitSet<M>) {
        let first = self.choices.len();
        let mut rest = line;
        for a in line {
            rest = rest.without(a);
            let through = self.through[a] & open;
            for b in rest {
                let serves = through & self.through[b];
                let others = through.count() + (self.through[b] & open).count();
                let pair = BitSet::one(a).with(b);
                let spared = (pair & self.spare).count();
                let rank = (others + 8 * spared) as i32 - 64 * serves.count() as i32;
                // Few choices are listed, so each is put in its place at once: sorting them is no faster, and takes
                // kilobytes for each size of board.
                let before = self.choices[first..].partition_point(|choice| choice.rank <= rank);
                self.choices.insert(first + before, Choice { pair, serves, rank });
            }
        }
    }
}
