//! How far a queen sees.

/// The directions in which the numbers of squares grow; the other four are their opposites.
const RISING: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// For every square the squares that a queen sees on an empty board, by direction.
#[derive(Clone, Debug)]
pub(super) struct Rays {
    rising: Vec<[u128; 4]>,
    falling: Vec<[u128; 4]>,
}

impl Rays {
    /// Returns the rays of a board of w×h squares; square (i, j) is bit w·j + i.
    pub(super) fn new(w: u32, h: u32) -> Rays {
        let all = |sign: i32| {
            let of_square = |square: u32| RISING.map(|(x, y)| ray(w, h, square, (sign * x, sign * y)));
            (0..w * h).map(of_square).collect()
        };
        Rays { rising: all(1), falling: all(-1) }
    }

    /// Returns the squares to which a queen may go, over free squares: along each ray up to the first that is not free.
    #[inline]
    pub(super) fn reach(&self, from: u32, free: u128) -> u128 {
        let mut reach = 0;
        // Rising rays stop at their lowest obstacle, falling ones at their highest: either is found without a loop.
        for ray in self.rising[from as usize] {
            let stops = ray & !free;
            let first = stops & stops.wrapping_neg();
            // Below the first stop, or everything if there is none.
            reach |= ray & first.wrapping_sub(1);
        }
        for ray in self.falling[from as usize] {
            let stops = ray & !free;
            // If the last of all bits is a stop, nothing is above it.
            let above = u128::MAX.checked_shl(u128::BITS - stops.leading_zeros());
            reach |= ray & above.unwrap_or(0);
        }
        reach
    }
}

/// Returns the squares from a square on in one direction.
fn ray(w: u32, h: u32, square: u32, (x, y): (i32, i32)) -> u128 {
    let start = (square % w, square / w);
    let next = |&(i, j): &(u32, u32)| {
        let (i, j) = (i.checked_add_signed(x)?, j.checked_add_signed(y)?);
        (i < w && j < h).then_some((i, j))
    };
    std::iter::successors(next(&start), next).fold(0, |ray, (i, j)| ray | 1 << (w * j + i))
}
