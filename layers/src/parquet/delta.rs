//! Numbers by their differences: the encoding that Parquet calls `DELTA_BINARY_PACKED`.
//!
//! Blocks of 128 differences, each less the smallest of its block, in four groups of 32 that have as many bits each as
//! the largest of the group. Everything is computed modulo 2⁶⁴, so it serves for numbers with and without a sign.

use super::thrift::{unvarint, unzigzag, varint, zigzag};

const BLOCK: usize = 128;
const GROUPS: usize = 4;
const GROUP: usize = BLOCK / GROUPS;

/// Appends numbers.
pub(super) fn encode(numbers: impl ExactSizeIterator<Item = u64>, to: &mut Vec<u8>) {
    let mut numbers = numbers;
    varint(to, BLOCK as u64);
    varint(to, GROUPS as u64);
    varint(to, numbers.len() as u64);
    // Where there are none, any first number does.
    let first = numbers.next();
    varint(to, zigzag(first.map_or(0, |first| first as i64)));
    let Some(mut last) = first else { return };
    let mut block = [0u64; BLOCK];
    while numbers.len() > 0 {
        let filled = numbers.len().min(BLOCK);
        for (place, number) in block.iter_mut().zip(numbers.by_ref()) {
            *place = number.wrapping_sub(last);
            last = number;
        }
        encode_block(&mut block[..filled], to);
    }
}

fn encode_block(block: &mut [u64], to: &mut Vec<u8>) {
    let least = block.iter().map(|&difference| difference as i64).min().expect("a block has a difference");
    varint(to, zigzag(least));
    for difference in &mut *block {
        *difference = difference.wrapping_sub(least as u64);
    }
    let widths = to.len();
    to.extend([0; GROUPS]);
    for (number, group) in block.chunks(GROUP).enumerate() {
        let bits = u64::BITS - group.iter().fold(0, |all, difference| all | difference).leading_zeros();
        to[widths + number] = bits as u8;
        pack(group, bits, to);
    }
}

/// Appends the lowest bits of each number; a group that is not full is filled up with zeros.
fn pack(group: &[u64], bits: u32, to: &mut Vec<u8>) {
    let end = to.len() + GROUP / 8 * bits as usize;
    let (mut word, mut filled) = (0u128, 0);
    for &number in group {
        word |= u128::from(number) << filled;
        filled += bits;
        if filled >= 64 {
            to.extend((word as u64).to_le_bytes());
            word >>= 64;
            filled -= 64;
        }
    }
    to.extend(&(word as u64).to_le_bytes()[..filled.div_ceil(8) as usize]);
    to.resize(end, 0);
}

/// Reads numbers, and passes them on with their places. `None` if they are not `count`, or the bytes are damaged.
pub(super) fn decode(mut from: &[u8], count: usize, mut take: impl FnMut(usize, u64)) -> Option<()> {
    let head = [unvarint(&mut from)?, unvarint(&mut from)?, unvarint(&mut from)?];
    if head != [BLOCK as u64, GROUPS as u64, count as u64] {
        return None;
    }
    let mut last = unzigzag(unvarint(&mut from)?) as u64;
    if count == 0 {
        return from.is_empty().then_some(());
    }
    take(0, last);
    let mut place = 1;
    while place < count {
        let least = unzigzag(unvarint(&mut from)?) as u64;
        let (widths, rest) = from.split_at_checked(GROUPS)?;
        from = rest;
        for &bits in widths {
            let filled = GROUP.min(count - place);
            if filled == 0 {
                break;
            }
            if bits > 64 {
                return None;
            }
            let (packed, rest) = from.split_at_checked(GROUP / 8 * bits as usize)?;
            from = rest;
            for number in 0..filled {
                last = last.wrapping_add(least).wrapping_add(unpack(packed, number, bits.into()));
                take(place + number, last);
            }
            place += filled;
        }
    }
    from.is_empty().then_some(())
}

/// The number at a place in a group.
#[inline]
fn unpack(packed: &[u8], number: usize, bits: u32) -> u64 {
    if bits == 0 {
        return 0;
    }
    let at = number * bits as usize;
    let (byte, shift) = (at / 8, at % 8);
    if let (true, Some(eight)) = (bits <= 57, packed[byte..].first_chunk::<8>()) {
        return u64::from_le_bytes(*eight) >> shift & (u64::MAX >> (64 - bits));
    }
    let mut sixteen = [0; 16];
    let rest = &packed[byte..packed.len().min(byte + 16)];
    sixteen[..rest.len()].copy_from_slice(rest);
    (u128::from_le_bytes(sixteen) >> shift) as u64 & (u64::MAX >> (64 - bits))
}

#[cfg(test)]
mod tests {
    use game::Random;

    use super::*;

    fn back(bytes: &[u8], count: usize) -> Option<Vec<u64>> {
        let mut numbers = vec![0; count];
        decode(bytes, count, |place, number| numbers[place] = number)?;
        Some(numbers)
    }

    #[test]
    fn numbers_come_back() {
        let mut random = Random::new(5);
        for bits in [1, 7, 8, 31, 56, 57, 58, 63, 64] {
            for count in [0, 1, 2, 33, 128, 129, 130, 1000] {
                let numbers: Vec<u64> = (0..count).map(|_| random.next() >> (64 - bits)).collect();
                let mut bytes = Vec::new();
                encode(numbers.iter().copied(), &mut bytes);
                assert_eq!(back(&bytes, count).as_ref(), Some(&numbers), "{bits} bits, {count} numbers");
                assert_eq!(back(&bytes, count + 1), None);
                assert_eq!(back(&bytes[..bytes.len() - 1], count), None);
            }
        }
    }

    #[test]
    fn small_steps_take_few_bits() {
        let mut bytes = Vec::new();
        encode((0..12_800u32).map(|n| u64::from(1000 + n / 2 * 3 + n % 2)), &mut bytes);
        // One bit a number, and about six bytes a block.
        assert!(bytes.len() < 12_800 / 8 + 100 * 8, "{} bytes", bytes.len());
    }
}
