//! What needs no search: lines about to be filled, and two of them at once.

use game::bits::BitSet;

use super::position::{Position, Side};
use super::table::Proof;

/// Returns the proof of a position that needs no search: the side to move fills a line, faces two that it cannot both
/// stop, or makes two such threats with one move.
pub(super) fn settle<const N: usize>(position: &Position<N>) -> Option<Proof<N>> {
    let (me, you) = (position.turn, position.turn.other());
    let (mine, yours) = (position.lines(me), position.lines(you));
    if let Some(square) = last_squares(mine).first() {
        return Some(Proof { winner: me, zone: guarded(yours, BitSet::one(square), 1), best: Some(square) });
    }
    let threats = last_squares(yours);
    if threats.count() > 1 {
        return Some(Proof { winner: you, zone: guarded(mine, threats, 2), best: threats.first() });
    }
    if threats.is_empty() { fork(me, mine, yours) } else { None }
}

/// Returns the only square that stops the other side from filling a line, if there is such a threat, in a position that
/// [`settle`] does not settle.
pub(super) fn forced<const N: usize>(position: &Position<N>) -> Option<usize> {
    last_squares(position.lines(position.turn.other())).first()
}

/// Returns the squares that fill a line.
pub(super) fn last_squares<const N: usize>(lines: &[BitSet<N>]) -> BitSet<N> {
    // The shortest lines come first.
    BitSet::union(&lines[..lines.partition_point(|line| line.count() < 2)])
}

/// Returns a proof by a square that two lines share which otherwise lack one square each.
fn fork<const N: usize>(me: Side, mine: &[BitSet<N>], yours: &[BitSet<N>]) -> Option<Proof<N>> {
    let twos = &mine[..mine.partition_point(|line| line.count() < 3)];
    for (at, &line) in twos.iter().enumerate() {
        if let Some(&other) = twos[..at].iter().find(|other| other.meets(line)) {
            let square = (line & other).first()?;
            let open: Vec<BitSet<N>> = yours.iter().copied().filter(|line| !line.contains(square)).collect();
            return Some(Proof { winner: me, zone: guarded(&open, line | other, 2), best: Some(square) });
        }
    }
    None
}

/// Returns a zone that holds at least `need` squares of every line: so that a side that owned all else would still
/// have to make that many moves to fill one. A side that spends moves on threats must be sure of that.
pub(super) fn guarded<const N: usize>(lines: &[BitSet<N>], mut zone: BitSet<N>, need: u32) -> BitSet<N> {
    let lacks = |line: &BitSet<N>, zone: BitSet<N>| (*line & zone).count() < need;
    let mut uses = vec![0; BitSet::<N>::CAPACITY];
    for square in lines.iter().filter(|line| lacks(line, zone)).flat_map(|&line| line) {
        uses[square] += 1;
    }
    for line in lines {
        while lacks(line, zone) {
            let Some(square) = (*line - zone).into_iter().max_by_key(|&square| uses[square]) else { break };
            zone = zone.with(square);
        }
    }
    zone
}
