//! Proofs about squares and lines. Each node stands for a position and yields a *zone*: squares that suffice for the
//! winner, even if the loser owned all others. So one reply answers all moves outside its zone.

use crate::board::Board;
use crate::body::{Body, KNOWN, KNOWN_LAST, Kept, MOVE, PAIRS, POTENTIAL};
use crate::position::{ANY, Position};
use crate::set::Set;
use crate::{Checked, Fact, Fault, Subject};

struct Walk<'a, const N: usize> {
    body: &'a mut Body,
    relabellings: &'a [Vec<usize>],
    /// The positions that will be referred to, with their zones.
    kept: Kept<(Position<N>, Set<N>)>,
}

impl<const N: usize> Subject for Board<N> {
    fn turn(&self) -> usize {
        self.turn
    }

    fn shows(&self, fact: Fact, reason: &str, body: &mut Body) -> Checked<bool> {
        let Fact { player, wins, plies } = fact;
        match reason {
            "stealing" => return Ok(!wins && self.can_steal(player)),
            "rules" => return Ok(!wins && !self.counts(player)),
            "proof" => {}
            "weak" if !wins => {}
            _ => return Ok(false),
        }
        let (maker, begins) = (self.open(player).collect(), self.turn == player);
        let breaker = self.open(1 - player).filter(|_| reason != "weak").collect();
        let start = Position {
            maker_wins: wins,
            winner_moves: begins == wins,
            moves: plies.map_or(ANY, |plies| plies.saturating_add(begins.into()) / 2),
            lines: if wins { [maker, breaker] } else { [breaker, maker] },
        };
        // Lines are dropped and shortened as a proof goes on, so no position takes more than the first.
        let bytes = size_of::<(Position<N>, Set<N>)>() + size_of::<Set<N>>() * start.lines.concat().len();
        let mut walk = Walk { body, relabellings: &self.relabellings, kept: Kept::new(bytes) };
        walk.node(&start.reduced(), Set::NONE).map(|_| true)
    }
}

impl<const N: usize> Walk<'_, N> {
    /// Checks a node; of `spare` depends only how pairs are numbered. Returns its zone.
    fn node(&mut self, at: &Position<N>, spare: Set<N>) -> Checked<Set<N>> {
        self.body.nodes += 1;
        if let Some(zone) = self.by_itself(at)? {
            return Ok(zone);
        }
        let (slot, what) = self.body.opening()?;
        let zone = match what {
            KNOWN | KNOWN_LAST => self.known(at, what == KNOWN_LAST)?,
            POTENTIAL | PAIRS if at.maker_wins => fail!(False, "this does not make a line"),
            POTENTIAL => match at.by_potential() {
                Some(zone) => zone,
                None => fail!(False, "the potential is too high"),
            },
            PAIRS => self.pairs(at, spare)?,
            mv if at.winner_moves => self.play(at, open_square(at.squares(), mv)?, spare)?,
            mv => self.replies(at, mv)?,
        };
        if let Some(slot) = slot {
            self.kept.insert(slot, (at.clone(), zone))?;
        }
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
        Ok(match (at.winner_moves, win, threat) {
            _ if !at.maker_wins && at.lines[1].is_empty() => Some(Set::NONE),
            (true, Some(square), _) => Some(at.guarded(Set::of([square]), 1)),
            (true, None, Some(_)) if threats.count() > 1 => fail!(False, "the loser has two lines to fill"),
            (true, None, Some(square)) => Some(self.play(at, square, Set::NONE)?),
            (false, _, Some(_)) => fail!(False, "the loser can fill a line"),
            (false, Some(_), None) if wins.count() > 1 => Some(at.guarded(wins, 2)),
            (false, Some(square), None) => Some(at.guarded(self.play(at, square, Set::NONE)?.or(wins), 2)),
            (_, None, None) => None,
        })
    }

    /// Checks the replies to the loser's moves, until no move is left without one.
    fn replies(&mut self, at: &Position<N>, first: usize) -> Checked<Set<N>> {
        let (mut left, mut zone, mut mv) = (at.squares(), Set::NONE, first);
        loop {
            let square = open_square(left, mv)?;
            let refuted = self.play(at, square, left)?;
            left = left.and(refuted).minus(Set::of([square]));
            zone = zone.or(refuted);
            let dominated = Set::of(left.squares().filter(|&other| at.is_dominated(other, square)));
            if dominated != Set::NONE {
                (left, zone) = (left.minus(dominated), zone.with(square));
            }
            if left == Set::NONE {
                return Ok(zone);
            }
            mv = self.body.number()?;
        }
    }

    /// Checks pairs of squares, of which the breaker takes one when the maker takes the other, and the rest.
    fn pairs(&mut self, at: &Position<N>, spare: Set<N>) -> Checked<Set<N>> {
        let (mut free, mut lines) = (at.squares(), at.lines[1].clone());
        let count = self.body.number()?;
        // Either this many pairs, or as many as it takes, of which some are given and the others the first choices.
        let given = if count == 0 { self.body.number()? } else { 0 };
        for n in 0.. {
            let is_last = if count == 0 { lines.is_empty() } else { n == count };
            if is_last {
                break;
            }
            let pair = match count {
                0 => {
                    let place = if n < given { self.body.number()? } else { 0 };
                    choice(&lines, free, spare, place)?
                }
                _ => self.pair()?,
            };
            // A pair on no line would do no harm, but a proof of such pairs could be deeper than the board is large.
            let serves = pair.count() == 2 && at.lines[1].iter().any(|&line| pair.is_within(line));
            need!(serves && pair.is_within(free), False, "a pair is on no line, or overlaps another");
            free = free.minus(pair);
            lines.retain(|&line| !pair.is_within(line));
        }
        let all = at.squares().minus(free);
        lines.iter_mut().for_each(|line| *line = line.minus(all));
        need!(!lines.contains(&Set::NONE), False, "the pairs leave a line to the maker");
        let rest = Position { lines: [Vec::new(), lines], ..*at };
        Ok(self.node(&rest.reduced(), spare)?.or(all))
    }

    /// Reads a pair by its squares.
    fn pair(&mut self) -> Checked<Set<N>> {
        let squares = [self.body.number()?, self.body.number()?];
        Ok(Set::of(squares.into_iter().filter(|&square| square < 64 * N)))
    }

    /// Checks that a position is no harder than one that is proved. Returns the zone of that one.
    fn known(&mut self, at: &Position<N>, last: bool) -> Checked<Set<N>> {
        let maps = self.relabellings;
        self.kept.refer(self.body, last, |(known, zone), body| {
            let Some(map) = maps.get(body.number()?) else { fail!(False, "there is no such relabelling") };
            Ok(known.is_harder(at, *zone, map))
        })
    }
}

/// Returns a pair by its place among those on the line that has the fewest free squares: those first that are on most
/// lines, but whose squares are on few, and not to be spared.
fn choice<const N: usize>(lines: &[Set<N>], free: Set<N>, spare: Set<N>, place: usize) -> Checked<Set<N>> {
    let line = lines.iter().map(|line| line.and(free)).min_by_key(|line| line.count());
    let line = line.unwrap_or(Set::NONE);
    let mut choices = Vec::new();
    for a in line.squares() {
        for b in line.squares().filter(|&b| b > a) {
            let on = lines.iter().map(|line| i32::from(line.has(a)) + i32::from(line.has(b)));
            // A line with both counts 2 less 64.
            let rank: i32 = on.map(|on| if on == 2 { -62 } else { on }).sum();
            let pair = Set::of([a, b]);
            choices.push((rank + 8 * pair.and(spare).count() as i32, pair));
        }
    }
    choices.sort_by_key(|&(rank, _)| rank);
    let why = || Fault::False("there is no such pair".to_string());
    choices.get(place).map(|&(_, pair)| pair).ok_or_else(why)
}

/// Returns the square of a move, which must be one of these.
fn open_square<const N: usize>(among: Set<N>, mv: usize) -> Checked<usize> {
    let square = mv.checked_sub(MOVE).filter(|&square| square < 64 * N && among.has(square));
    let why = || Fault::False("the move is not on an open line, or has its reply already".to_string());
    square.ok_or_else(why)
}
