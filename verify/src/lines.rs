//! Proofs about squares and lines. Each node stands for a position and yields a *zone*: squares that suffice for the
//! winner, even if the loser owned all others. So one reply answers all moves outside its zone.

use crate::file::{Body, KNOWN, KNOWN_LAST, Kept, MOVE, PAIRS, POTENTIAL, TWINS};
use crate::position::Position;
use crate::set::Set;
use crate::{Checked, wrong};

struct Walk<'a, const N: usize> {
    body: &'a mut Body,
    relabellings: &'a [Vec<usize>],
    /// The positions that will be referred to, with their zones.
    kept: Kept<(Position<N>, Set<N>)>,
}

/// Checks a proof about a position.
pub(crate) fn check<const N: usize>(at: &Position<N>, maps: &[Vec<usize>], body: &mut Body) -> Checked<bool> {
    // Lines are dropped and shortened as a proof goes on, so no position takes more than the first.
    let lines = at.lines[0].len() + at.lines[1].len();
    let kept = Kept::new(size_of::<(Position<N>, Set<N>)>() + size_of::<Set<N>>() * lines);
    Walk { body, relabellings: maps, kept }.node(at, Set::NONE).map(|_| true)
}

impl<const N: usize> Walk<'_, N> {
    /// Checks a node; of `spare` depends only how pairs are numbered. Returns its zone.
    fn node(&mut self, at: &Position<N>, spare: Set<N>) -> Checked<Set<N>> {
        self.body.nodes += 1;
        if let Some(zone) = self.by_itself(at)? {
            return Ok(zone);
        }
        let (number, what) = self.kept.opening(self.body)?;
        let is_for_makers = !(POTENTIAL..MOVE).contains(&what);
        need!(is_for_makers || !at.maker_wins, False, "this does not make a line");
        let zone = match what {
            KNOWN | KNOWN_LAST => self.known(at, what == KNOWN_LAST)?,
            POTENTIAL => at.by_potential().ok_or_else(|| wrong("the potential is too high"))?,
            PAIRS => self.pairs(at, spare)?,
            TWINS => self.twins(at, spare)?,
            MOVE if !at.winner_moves => self.replies(at)?,
            MOVE.. if at.winner_moves => {
                let square = at.order().nth(what - MOVE);
                self.play(at, square.ok_or_else(|| wrong("there is no such move"))?, spare)?
            }
            _ => return Err(wrong(&format!("no node begins with {what} here"))),
        };
        self.kept.close(number, || (at.clone(), zone))?;
        Ok(zone)
    }

    /// Checks the node behind a move. Returns the zone together with the move and what it dropped.
    fn play(&mut self, at: &Position<N>, square: usize, spare: Set<N>) -> Checked<Set<N>> {
        let (next, dropped) = at.after(square);
        let zone = self.node(&next, spare)?.or(dropped);
        Ok(if at.winner_moves { zone.with(square) } else { zone })
    }

    /// Returns the zone of a position that needs no word in the proof: nothing is left to be filled, a line can be
    /// filled at once, or one move is forced.
    fn by_itself(&mut self, at: &Position<N>) -> Checked<Option<Set<N>>> {
        let [wins, threats] = [0, 1].map(|side| at.last_squares(side));
        let [win, threat] = [wins, threats].map(|set| set.squares().next());
        let maker = &at.lines[usize::from(!at.maker_wins)];
        if maker.is_empty() {
            // Nor would there be any move that needs a reply.
            need!(!at.maker_wins, False, "no line is left to the winner");
            return Ok(Some(Set::NONE));
        }
        need!(at.winner_moves || threat.is_none(), False, "the loser can fill a line");
        Ok(match (at.winner_moves, win, threat) {
            (true, Some(square), _) => Some(at.guarded(Set::of([square]), 1)),
            (true, None, Some(square)) => {
                need!(threats.count() == 1, False, "the loser has two lines to fill");
                Some(self.play(at, square, Set::NONE)?)
            }
            (false, Some(_), _) if wins.count() > 1 => Some(at.guarded(wins, 2)),
            (false, Some(square), _) => Some(at.guarded(self.play(at, square, Set::NONE)?.or(wins), 2)),
            (_, None, _) => None,
        })
    }

    /// Checks what follows the loser's moves, the heaviest first, until no move is left that is not refuted.
    fn replies(&mut self, at: &Position<N>) -> Checked<Set<N>> {
        let (mut left, mut zone, mut order) = (at.squares(), Set::NONE, at.order());
        while let Some(square) = order.find(|&square| left.has(square)) {
            let refuted = self.play(at, square, left)?;
            left = left.and(refuted).without(square);
            let worse = Set::of(left.squares().filter(|&other| at.is_dominated(other, square)));
            left = left.minus(worse);
            zone = zone.or(if worse == Set::NONE { refuted } else { refuted.with(square) });
        }
        Ok(zone)
    }

    /// Checks pairs of squares that leave no line: the breaker takes one when the maker takes the other. Each is named by
    /// its place among the pairs on the line that has the fewest free squares; from some on, all are the first.
    fn pairs(&mut self, at: &Position<N>, spare: Set<N>) -> Checked<Set<N>> {
        let (mut lines, mut taken, mut named) = (at.lines[1].clone(), Set::NONE, self.body.number()?);
        while let Some(line) = lines.iter().map(|line| line.minus(taken)).min_by_key(|line| line.count()) {
            let place = if named > 0 { self.body.number()? } else { 0 };
            let choice = choices(line, &lines, spare).get(place).copied();
            let (a, b) = choice.ok_or_else(|| wrong("there is no such pair"))?;
            let pair = Set::of([a, b]);
            (taken, named) = (taken.or(pair), named.saturating_sub(1));
            lines.retain(|&line| !pair.is_within(line));
        }
        Ok(taken)
    }

    /// Checks the node of what is left without the maker's lines through twins: pairs of squares on the same lines.
    fn twins(&mut self, at: &Position<N>, spare: Set<N>) -> Checked<Set<N>> {
        let (mut rest, mut taken) = (at.clone(), Set::NONE);
        rest.lines[0].clear();
        while let Some(pair) = rest.twins() {
            taken = taken.or(pair);
            rest.lines[1].retain(|&line| !pair.is_within(line));
        }
        need!(taken != Set::NONE, False, "no two squares are on the same lines");
        Ok(self.node(&rest, spare)?.or(taken))
    }

    /// Checks that a position is one that is proved, relabelled. Returns the zone of that one.
    fn known(&mut self, at: &Position<N>, last: bool) -> Checked<Set<N>> {
        let kept = self.kept.refer(self.body, last)?;
        let map = self.relabellings.get(self.body.number()?);
        let map = map.ok_or_else(|| wrong("there is no such relabelling"))?;
        need!(kept.0.renamed(map) == *at, False, "the position is not one that is proved");
        Ok(kept.1.renamed(map))
    }
}

/// Returns the pairs of squares on a line: those first that are on most of the lines, but whose squares are on few, and
/// not to be spared.
fn choices<const N: usize>(line: Set<N>, lines: &[Set<N>], spare: Set<N>) -> Vec<(usize, usize)> {
    let pairs = line.squares().flat_map(|a| line.squares().map(move |b| (a, b))).filter(|(a, b)| a < b);
    let mut pairs: Vec<(usize, usize)> = pairs.collect();
    pairs.sort_by_cached_key(|&(a, b)| {
        // A line with both counts 2 less 64.
        let on = lines.iter().map(|line| [0, 1, -62][usize::from(line.has(a)) + usize::from(line.has(b))]);
        on.sum::<i32>() + 8 * i32::from(spare.has(a)) + 8 * i32::from(spare.has(b))
    });
    pairs
}
