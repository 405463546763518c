//! Sets of squares, packed in machine words: those of [`game::bits`], and the choice of how many words a board needs.

pub use game::bits::{BitSet, Bits, BitsIter, Members};

/// The widest set that [`with_bits!`](crate::with_bits) offers.
pub const WIDEST: u32 = 512;

/// Evaluates an expression with the type name `$bits` standing for the narrowest integer of at least `$width` bits.
///
/// ```
/// use games::bits::Bits;
/// let width = games::with_bits!(100, B => B::WIDTH);
/// assert_eq!(width, 128);
/// ```
///
/// Whatever is done is compiled for each of the integers; with `wide:` in front, for those of more than 64 bits only.
///
/// # Panics
/// If more than [`WIDEST`](crate::bits::WIDEST) bits are wanted.
#[macro_export]
macro_rules! with_bits {
    ($width:expr, $bits:ident => $body:expr) => {{
        let width: u32 = $width;
        if width <= 64 {
            type $bits = u64;
            $body
        } else {
            $crate::with_bits!(wide: width, $bits => $body)
        }
    }};
    (wide: $width:expr, $bits:ident => $body:expr) => {{
        let width: u32 = $width;
        assert!(width <= $crate::bits::WIDEST, "{width} bits are more than there are");
        if width <= 128 {
            type $bits = u128;
            $body
        } else {
            type $bits = $crate::bits::BitSet<8>;
            $body
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrowest_integer_is_chosen() {
        for (wanted, given) in [(1, 64), (64, 64), (65, 128), (129, 512), (512, 512)] {
            assert_eq!(with_bits!(wanted, B => B::WIDTH), given);
        }
    }
}
