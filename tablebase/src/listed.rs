//! Values by fingerprint.
//!
//! Fingerprints are spread evenly, so the positions are dealt into buckets by the highest bits, about [`EACH`] in each,
//! and in a bucket the remaining bits are kept in order. Values are numbers in a short list of those that occur.
//!
//! ```text
//!   u64                 the seed of the fingerprints
//!   u64 n               the number of positions
//!   u64 v, v × u64      the values that occur, each as 0, 1, 2 for loss, draw, win and 3 times one more than its plies
//!   u64 b, b bytes      how many positions each bucket has: seven bits in a byte, the lowest first, and the highest
//!                       bit of a byte says that more follow
//!   n × (64 - bits)     the rest of each fingerprint, packed
//!   n × bits of v       which value each has, packed
//! ```

use game::{Value, Verdict};
use levels::{Error, Result};
use levels::{Input, Output};
use std::io::{Read, Write};

use crate::fingerprint::fingerprint;
use crate::packed::{Packed, bits_below};

/// The number of positions in a bucket, on average at most.
pub(crate) const EACH: u64 = 16;
const MOST_VALUES: u64 = 1 << 24;
/// Positions are numbered by 32 bits.
const MOST: u64 = 1 << 32;

const VERDICTS: [Verdict; 3] = [Verdict::Loss, Verdict::Draw, Verdict::Win];

/// The value of every position that can be reached, by a fingerprint of how it is written.
///
/// No two positions that can be reached have the same fingerprint, which is checked when the list is made: their values
/// are exact. A position that cannot be reached is most probably not found; with a probability of n in 2⁶⁴,
/// where n is the number of positions, it is taken for one that can, and a wrong value is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    distance: bool,
    seed: u64,
    count: u64,
    /// How many of the highest bits name the bucket.
    bits: u32,
    /// Where each bucket begins, and where the last one ends.
    starts: Vec<u64>,
    rests: Packed,
    /// The values that occur.
    values: Vec<Value>,
    codes: Packed,
}

fn corrupt(reason: &str) -> Error {
    Error::Corrupt { reason: reason.to_string() }
}

/// Returns how many of the highest bits name the bucket in a list of `count` positions.
fn bucket_bits(count: u64) -> u32 {
    bits_below(count.div_ceil(EACH))
}

fn bucket_of(fingerprint: u64, bits: u32) -> u64 {
    if bits == 0 { 0 } else { fingerprint >> (64 - bits) }
}

impl Listed {
    /// Returns the bytes that a list of `count` positions takes, if `values` different values occur.
    pub(crate) fn bytes_for(count: u64, values: u64) -> usize {
        let bits = bucket_bits(count);
        let packed = [Packed::bytes_for(count, 64 - bits), Packed::bytes_for(count, bits_below(values))];
        // What no `usize` counts fits no memory: the most there is says so.
        let beside = usize::try_from((8u64 << bits) + 16 * values).unwrap_or(usize::MAX);
        packed.into_iter().fold(beside, usize::saturating_add)
    }

    /// A list of fingerprints that are in order and all different, with the number of the value of each.
    pub(crate) fn new(
        (seed, distance): (u64, bool),
        values: Vec<Value>,
        count: u64,
        entries: impl Iterator<Item = (u64, u64)>,
    ) -> Listed {
        let bits = bucket_bits(count);
        let mut starts = vec![0; (1 << bits) + 1];
        let mut rests = Packed::new(count, 64 - bits);
        let mut codes = Packed::new(count, bits_below(values.len() as u64));
        for (place, (fingerprint, code)) in (0..count).zip(entries) {
            starts[bucket_of(fingerprint, bits) as usize + 1] += 1;
            rests.set(place, fingerprint & (u64::MAX >> bits));
            codes.set(place, code);
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        Listed { distance, seed, count, bits, starts, rests, values, codes }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Returns whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns whether the list knows how far the end is.
    #[must_use]
    pub fn has_distance(&self) -> bool {
        self.distance
    }

    /// Returns the bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        8 * self.starts.len() + 16 * self.values.len() + self.rests.bytes() + self.codes.bytes()
    }

    /// Returns the seed of the fingerprints: the first with which all differ.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns how many positions are won, drawn and lost for the player to move.
    #[must_use]
    pub fn totals(&self) -> [u64; 3] {
        let mut totals = [0; 3];
        for place in 0..self.count {
            match self.value_at(place).verdict {
                Verdict::Win => totals[0] += 1,
                Verdict::Draw => totals[1] += 1,
                Verdict::Loss => totals[2] += 1,
            }
        }
        totals
    }

    /// Returns the value for the player to move of the position that is written as `text`. See [`Listed`] for positions
    /// that cannot be reached.
    #[must_use]
    pub fn value(&self, text: &str) -> Option<Value> {
        self.find(fingerprint(self.seed, text))
    }

    /// The value of the position with this fingerprint.
    pub(crate) fn find(&self, fingerprint: u64) -> Option<Value> {
        let bucket = bucket_of(fingerprint, self.bits) as usize;
        let rest = fingerprint & (u64::MAX >> self.bits);
        let (mut low, mut high) = (self.starts[bucket], self.starts[bucket + 1]);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.rests.get(middle).cmp(&rest) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(self.value_at(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn value_at(&self, place: u64) -> Value {
        self.values[self.codes.get(place) as usize]
    }

    pub(crate) fn write<W: Write>(&self, output: &mut Output<W>) -> Result<()> {
        output.number(self.seed)?;
        output.number(self.count)?;
        output.number(self.values.len() as u64)?;
        for value in &self.values {
            output.number(code(*value))?;
        }
        let buckets = self.starts.windows(2).map(|ends| ends[1] - ends[0]);
        let bytes: Vec<u8> = buckets.flat_map(varint).collect();
        output.number(bytes.len() as u64)?;
        output.put(&bytes)?;
        self.rests.write(output)?;
        self.codes.write(output)
    }

    pub(crate) fn read<R: Read>(distance: bool, input: &mut Input<R>) -> Result<Listed> {
        let (seed, count, many) = (input.number()?, input.number()?, input.number()?);
        if count >= MOST || many > MOST_VALUES.min(count) {
            return Err(corrupt("the list is too long"));
        }
        let values = (0..many).map(|_| decode(input.number()?)).collect::<Result<Vec<Value>>>()?;
        if !distance && values.iter().any(|value| value.plies.is_some()) {
            return Err(corrupt("it has distances where there should be none"));
        }
        let bits = bucket_bits(count);
        let len = input.number()?;
        let starts =
            starts(&input.take(len)?, bits, count).ok_or_else(|| corrupt("its buckets are wrong"))?;
        let rests = Packed::read(count, 64 - bits, input)?;
        let codes = Packed::read(count, bits_below(many), input)?;
        if (0..count).any(|place| codes.get(place) >= many) {
            return Err(corrupt("a value is unknown"));
        }
        Ok(Listed { distance, seed, count, bits, starts, rests, values, codes })
    }
}

/// Where buckets of these sizes begin, and where the last one ends; none if the sizes do not add up.
fn starts(bytes: &[u8], bits: u32, count: u64) -> Option<Vec<u64>> {
    // Every bucket takes a byte.
    if bytes.len() < 1 << bits {
        return None;
    }
    let mut bytes = bytes.iter();
    let mut starts = Vec::with_capacity((1 << bits) + 1);
    let mut place = 0u64;
    starts.push(0);
    for _ in 0..1u64 << bits {
        place = place.checked_add(unvarint(&mut bytes)?)?;
        starts.push(place);
    }
    (place == count && bytes.next().is_none()).then_some(starts)
}

/// A number as bytes of seven bits, the lowest first.
fn varint(number: u64) -> impl Iterator<Item = u8> {
    let rest = std::iter::successors(Some(number), |&rest| Some(rest >> 7).filter(|&rest| rest > 0));
    rest.map(|rest| (rest & 127) as u8 | if rest > 127 { 128 } else { 0 })
}

fn unvarint<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = *bytes.next()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

fn code(value: Value) -> u64 {
    value.verdict as u64 + 3 * value.plies.map_or(0, |plies| u64::from(plies) + 1)
}

fn decode(code: u64) -> Result<Value> {
    let plies = match code / 3 {
        0 => None,
        above if above > u64::from(u32::MAX) => return Err(corrupt("a distance is too large")),
        above => Some((above - 1) as u32),
    };
    Ok(Value { verdict: VERDICTS[(code % 3) as usize], plies })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_values_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 20, u64::from(u32::MAX)] {
            let bytes: Vec<u8> = varint(number).collect();
            assert_eq!(unvarint(&mut bytes.iter()), Some(number));
            assert_eq!(unvarint(&mut bytes[..bytes.len() - 1].iter()), None);
        }
        for verdict in VERDICTS {
            for plies in [None, Some(0), Some(9), Some(u32::MAX - 1)] {
                let value = Value { verdict, plies };
                assert_eq!(decode(code(value)), Ok(value));
            }
        }
        assert!(decode(u64::MAX).is_err());
    }
}
