//! What an open line is worth, by how many of its squares are still free.

/// The weight of an open line to each of its squares, in 32 bits that are added up for all lines through a square:
///
/// ```text
///  31        24 23        16 15                     0
/// | lacking 1  | lacking 2  | worth of longer ones   |
/// ```
///
/// The upper two fields count lines. There are at most [`MOST_LINES`] through a square, so nothing overflows.
const SQUARE: [u32; 9] = [0, ONE, TWO, THREE, 48, 12, 4, 2, 1];

const ONE: u32 = 1 << 24;
const TWO: u32 = 1 << 16;
const THREE: u32 = 256;

/// The greatest number of lines through one square: counts of more would overflow.
pub(super) const MOST_LINES: usize = 255;

/// What an open line adds to the balance of a position.
const BALANCE: [i32; 9] = [0, 60, 40, 12, 3, 1, 0, 0, 0];

/// Returns the weight of a line that lacks `lacking` squares, to each of them.
#[inline]
pub(super) fn of_square(lacking: u32) -> u32 {
    SQUARE[lacking.min(8) as usize]
}

/// Returns what a line that lacks `lacking` squares adds to the balance.
#[inline]
pub(super) fn of_balance(lacking: u32) -> i32 {
    BALANCE[lacking.min(8) as usize]
}

/// The open lines of one side through a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth(pub(super) u32);

impl Worth {
    /// Returns whether a mark here fills a line.
    #[inline]
    pub(super) fn fills(self) -> bool {
        self.0 >= ONE
    }

    /// Returns in how many lines a mark here leaves one square to fill: fours, if five make a line.
    #[inline]
    pub(super) fn fours(self) -> u32 {
        self.0 / TWO % 256
    }

    /// Returns whether a mark here may leave two squares to fill in some line: always if there is such a line, and
    /// sometimes where there are many longer ones.
    #[inline]
    pub(super) fn may_make_three(self) -> bool {
        self.0 % TWO >= THREE
    }

    /// Returns how much a mark here does, in one number.
    #[inline]
    pub(super) fn weight(self) -> i32 {
        (self.0 % TWO + self.fours() * 3 * THREE).min(60_000) as i32
    }
}
