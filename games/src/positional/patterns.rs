//! Whether a line is filled, for many lines at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bits::Bits;
use crate::mnk::bitmap;

/// The lines of a board, those together that differ by a shift of bits: on a board without holes, all places of a shape
/// that is turned one way. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Patterns<B> {
    /// How long rows are: lines whose bits are equally far from each other.
    length: u32,
    /// How far the bits of a row are from each other, and the first bits of all rows that are alike.
    rows: Arc<[(u32, B)]>,
    /// How far the bits of another line are from its first, and the first bits of all lines that are alike.
    shifted: Arc<[Shifted<B>]>,
    /// Lines like no other.
    single: Arc<[B]>,
    shortest: u32,
}

type Shifted<B> = (Vec<u32>, B);

impl<B: Bits> Patterns<B> {
    /// Takes lines whose squares are in increasing order.
    pub(super) fn new(lines: &[Vec<u16>]) -> Patterns<B> {
        let mut kinds: BTreeMap<Vec<u32>, B> = BTreeMap::new();
        for line in lines {
            let first = u32::from(line[0]);
            let offsets = line[1..].iter().map(|&square| u32::from(square) - first).collect();
            *kinds.entry(offsets).or_default() |= B::bit(first);
        }
        let (single, many): (Vec<_>, Vec<_>) = kinds.into_iter().partition(|(_, starts)| starts.count() == 1);
        let line = |(offsets, start): Shifted<B>| offsets.iter().fold(start, |line, &by| line | start << by);
        // Rows of another length are shapes like others.
        let length = many.iter().find(|(offsets, _)| is_row(offsets)).map_or(0, |(offsets, _)| offsets.len());
        let (rows, shifted): (Vec<_>, Vec<_>) =
            many.into_iter().partition(|(offsets, _)| offsets.len() == length && is_row(offsets));
        Patterns {
            length: length as u32 + 1,
            rows: rows.into_iter().map(|(offsets, starts)| (offsets[0], starts)).collect(),
            shifted: shifted.into(),
            single: single.into_iter().map(line).collect(),
            shortest: lines.iter().map(Vec::len).min().map_or(u32::MAX, |shortest| shortest as u32),
        }
    }

    /// Returns whether a whole line is marked; `count` is the number of marks.
    #[inline]
    pub(super) fn filled(&self, marks: B, count: u32) -> bool {
        count >= self.shortest
            && (self.has_row(marks)
                || self.has_shape(marks)
                || self.single.iter().any(|&line| line & marks == line))
    }

    #[inline]
    fn has_row(&self, marks: B) -> bool {
        let any =
            |run: &dyn Fn(u32) -> B| self.rows.iter().any(|&(step, starts)| !(run(step) & starts).is_empty());
        // For 3 and 4 squares, the lengths most played, the loop of `runs` costs more than its shifts.
        match self.length {
            3 => any(&|step| {
                let pairs = marks & marks >> step;
                pairs & pairs >> step
            }),
            4 => any(&|step| {
                let pairs = marks & marks >> step;
                pairs & pairs >> (2 * step)
            }),
            length => any(&|step| bitmap::runs(marks, length, step)),
        }
    }

    #[inline]
    fn has_shape(&self, marks: B) -> bool {
        self.shifted.iter().any(|(offsets, starts)| {
            let mut run = *starts & marks;
            for &by in offsets {
                if run.is_empty() {
                    return false;
                }
                run = run & marks >> by;
            }
            !run.is_empty()
        })
    }
}

/// Returns whether bits as far as this from a first are equally far from each other.
fn is_row(offsets: &[u32]) -> bool {
    offsets.first().is_some_and(|&step| (1..).zip(offsets).all(|(number, &by)| by == number * step))
}
