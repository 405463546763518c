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

/// The binary digits of the number of squares of a line.
const DIGITS: usize = 10;

/// What is left to be done: `N` words for sets of squares, `M` for sets of lines.
#[derive(Clone, Copy)]
struct Left<const N: usize, const M: usize> {
    /// The lines that hold no pair yet.
    open: BitSet<M>,
    /// The squares in no pair.
    free: BitSet<N>,
    /// The number of free squares of each line in binary: the lines with a one as the last digit, as the last but one,
    /// and so on. So all lines are counted, and compared, at once.
    counts: [BitSet<M>; DIGITS],
    /// The number of pairs that the open lines need at least, in parts of [`WHOLE`].
    needed: u32,
}

/// One search.
struct Search<'l, const N: usize, const M: usize> {
    lines: &'l [BitSet<N>],
    /// The lines through each square.
    through: Vec<BitSet<M>>,
    /// What each line adds to the number of pairs needed, in parts of [`WHOLE`]: one divided by the most lines that a
    /// pair on it serves.
    shares: Vec<u32>,
    /// The digits that the numbers of squares of the lines have.
    digits: usize,
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
        let longest = lines.iter().map(|line| line.count()).max();
        // Without lines, or with empty ones, there is nothing to count: one digit will do.
        let digits = (longest.unwrap_or(0).checked_ilog2().unwrap_or(0) + 1) as usize;
        let (shares, choices, found) = (Vec::new(), Vec::new(), Vec::new());
        let mut search = Search { lines, through, shares, digits, choices, steps, spare, found };
        search.shares = (0..lines.len()).map(|number| search.share(number)).collect();
        search
    }

    fn share(&self, number: usize) -> u32 {
        let (mut rest, mut most) = (self.lines[number], 1);
        for a in self.lines[number] {
            rest = rest.without(a);
            // Mostly two squares are together on this line alone, which takes no counting.
            let through = self.through[a].without(number);
            for others in
                rest.into_iter().map(|b| through & self.through[b]).filter(|others| !others.is_empty())
            {
                most = most.max(others.count() + 1);
            }
        }
        WHOLE / most
    }

    /// Returns the pairs; why there are none does not matter here.
    fn run(mut self) -> Option<Vec<(BitSet<N>, usize)>> {
        let mut counts = [BitSet::EMPTY; DIGITS];
        for (number, line) in self.lines.iter().enumerate() {
            let count = line.count();
            let digits = counts.iter_mut().enumerate().filter(|(digit, _)| count >> digit & 1 == 1);
            digits.for_each(|(_, lines)| *lines = lines.with(number));
        }
        let (open, free) = (BitSet::below(self.lines.len()), BitSet::union(self.lines));
        // Whoever asks takes `None` for no pairing that was found, not for a proof that there is none.
        self.cover(&Left { open, free, counts, needed: self.shares.iter().sum() }).ok()?;
        self.found.reverse();
        Some(self.found)
    }

    /// Finds pairs among the free squares that serve the open lines; or else returns the squares, no longer free, whose
    /// loss is to blame. Pairs that took none of those need not be exchanged for others. If the steps are used up, nothing is to
    /// blame, and so all is given up.
    fn cover(&mut self, left: &Left<N, M>) -> Result<(), BitSet<N>> {
        if left.open.is_empty() {
            return Ok(());
        }
        self.steps = self.steps.checked_sub(1).ok_or(BitSet::EMPTY)?;
        let line = self.tightest(left)?;
        let mut blame = line - left.free;
        let first = self.choices.len();
        self.list(line & left.free, left.open);
        for at in first..self.choices.len() {
            let Choice { pair, serves, .. } = self.choices[at];
            match self.cover(&self.without(left, pair, serves)) {
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

    /// Returns what is left when a pair is taken that serves these lines.
    #[inline]
    fn without(&self, left: &Left<N, M>, pair: BitSet<N>, serves: BitSet<M>) -> Left<N, M> {
        let mut next = Left { open: left.open - serves, free: left.free - pair, ..*left };
        next.needed -= serves.into_iter().map(|number| self.shares[number]).sum::<u32>();
        for square in pair {
            // Lines that are served need no counts.
            let mut borrow = self.through[square] & next.open;
            for lines in &mut next.counts[..self.digits] {
                *lines = *lines ^ borrow;
                borrow = borrow & *lines;
            }
        }
        next
    }

    /// The open line that has the fewest free squares; or, if they cannot suffice, the squares that are missing.
    #[inline]
    fn tightest(&self, left: &Left<N, M>) -> Result<BitSet<N>, BitSet<N>> {
        let (mut fewest, mut tightest) = (0, left.open);
        for digit in (0..self.digits).rev() {
            let fewer = tightest - left.counts[digit];
            (fewest, tightest) =
                if fewer.is_empty() { (fewest | 1 << digit, tightest) } else { (fewest, fewer) };
        }
        let line = self.lines[tightest.first().expect("a line is open")];
        if fewest < 2 {
            return Err(line - left.free);
        }
        if 2 * left.needed > WHOLE * left.free.count() {
            return Err(BitSet::union(self.lines) - left.free);
        }
        Ok(line)
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
            let count = through.count();
            for b in rest {
                let serves = through & self.through[b];
                let others = count + (self.through[b] & open).count();
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
