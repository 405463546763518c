//! Whether a line is filled, for many lines at a time.

use std::collections::BTreeMap;

use crate::bits::Bits;

/// The lines of a board, those together that differ by a shift of bits: on a board without holes, all places of a shape
/// that is turned one way.
#[derive(Clone, Debug)]
pub(super) struct Patterns<B> {
    /// How far the bits of a line are from its first, and the first bits of all lines that are alike.
    shifted: Vec<(Vec<u32>, B)>,
    /// Lines like no other.
    single: Vec<B>,
    shortest: u32,
}

impl<B: Bits> Patterns<B> {
    /// Takes lines whose squares are in increasing order.
    pub(super) fn new(lines: &[Vec<u16>]) -> Patterns<B> {
        let mut kinds: BTreeMap<Vec<u32>, B> = BTreeMap::new();
        for line in lines {
            let first = u32::from(line[0]);
            let offsets = line[1..].iter().map(|&square| u32::from(square) - first).collect();
            *kinds.entry(offsets).or_default() |= B::bit(first);
        }
        let (single, shifted): (Vec<_>, Vec<_>) =
            kinds.into_iter().partition(|(_, starts)| starts.count() == 1);
        let line =
            |(offsets, start): (Vec<u32>, B)| offsets.iter().fold(start, |line, &by| line | start << by);
        let shortest = lines.iter().map(Vec::len).min().unwrap_or(usize::MAX);
        Patterns { shifted, single: single.into_iter().map(line).collect(), shortest: shortest as u32 }
    }

    /// Returns whether a whole line is marked.
    #[inline]
    pub(super) fn filled(&self, marks: B) -> bool {
        let runs = |(offsets, starts): &(Vec<u32>, B)| {
            let mut run = *starts & marks;
            for &by in offsets {
                if run.is_empty() {
                    return false;
                }
                run = run & marks >> by;
            }
            !run.is_empty()
        };
        marks.count() >= self.shortest
            && (self.shifted.iter().any(runs) || self.single.iter().any(|&line| line & marks == line))
    }
}
