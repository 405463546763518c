//! Proofs about squares and lines. Each node stands for a position and yields a *zone*: squares that suffice for the
//! winner, even if the loser owned all others. So one reply answers all moves outside its zone.

use crate::board::Board;
use crate::body::{Body, KNOWN, KNOWN_LAST, Kept, MOVE, PAIRS, POTENTIAL, TWINS};
use crate::position::{ANY, Position};
use crate::set::Set;
use crate::{Checked, Fact, Subject};

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
        let (maker, begins): (Vec<Set<N>>, bool) = (self.open(player).collect(), self.turn == player);
        let breaker: Vec<Set<N>> = self.open(1 - player).filter(|_| reason != "weak").collect();
        let moves = plies.map_or(ANY, |plies| plies.saturating_add(begins.into()) / 2);
        // Lines are dropped and shortened as a proof goes on, so no position takes more than the first.
        let bytes = size_of::<(Position<N>, Set<N>)>() + size_of::<Set<N>>() * (maker.len() + breaker.len());
        let lines = if wins { [maker, breaker] } else { [breaker, maker] };
        let mut walk = Walk { body, relabellings: &self.relabellings, kept: Kept::new(bytes) };
        walk.node(&Position::new(wins, begins == wins, moves, lines), Set::NONE).map(|_| true)
    }
}

impl<const N: usize> Walk<'_, N> {
    /// Checks a node; of `spare` depends only how pairs are numbered. Returns its zone.
    fn node(&mut self, at: &Position<N>, spare: Set<N>) -> Checked<Set<N>> {
        self.body.nodes += 1;
        if let Some(zone) = self.by_itself(at)? {
            return Ok(zone);
        }
        let (number, what) = self.kept.opening(self.body)?;
        let zone = match what {
            KNOWN | KNOWN_LAST => self.known(at, what == KNOWN_LAST)?,
            POTENTIAL..MOVE if at.maker_wins => fail!(False, "this does not make a line"),
            POTENTIAL => match at.by_potential() {
                Some(zone) => zone,
                None => fail!(False, "the potential is too high"),
            },
            PAIRS => self.pairs(at, spare)?,
            TWINS => self.twins(at, spare)?,
            MOVE if !at.winner_moves => self.replies(at)?,
            MOVE.. if at.winner_moves => self.reply(at, what - MOVE, spare)?,
            _ => fail!(False, "no node begins with {what} here"),
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
        Ok(match (at.winner_moves, win, threat) {
            _ if !at.maker_wins && at.lines[1].is_empty() => Some(Set::NONE),
            // Nor would there be any move that needs a reply.
            _ if at.maker_wins && at.lines[0].is_empty() => fail!(False, "no line is left to the winner"),
            (true, Some(square), _) => Some(at.guarded(Set::NONE.with(square), 1)),
            (true, None, Some(_)) if threats.count() > 1 => fail!(False, "the loser has two lines to fill"),
            (true, None, Some(square)) => Some(self.play(at, square, Set::NONE)?),
            (false, _, Some(_)) => fail!(False, "the loser can fill a line"),
            (false, Some(_), None) if wins.count() > 1 => Some(at.guarded(wins, 2)),
            (false, Some(square), None) => Some(at.guarded(self.play(at, square, Set::NONE)?.or(wins), 2)),
            (_, None, None) => None,
        })
    }

    /// Checks the winner's move, which is named by its place among all squares, the heaviest first.
    fn reply(&mut self, at: &Position<N>, place: usize, spare: Set<N>) -> Checked<Set<N>> {
        let (mut left, heaviest) = (at.squares(), at.heaviest());
        for _ in 0..place.min(64 * N) {
            left = heaviest(left).map_or(left, |square| left.without(square));
        }
        let Some(square) = heaviest(left) else { fail!(False, "there is no such move") };
        self.play(at, square, spare)
    }

    /// Checks what follows the loser's moves, the heaviest first, until no move is left that is not refuted.
    fn replies(&mut self, at: &Position<N>) -> Checked<Set<N>> {
        let (mut left, mut zone, heaviest) = (at.squares(), Set::NONE, at.heaviest());
        while let Some(square) = heaviest(left) {
            let refuted = self.play(at, square, left)?;
            left = left.and(refuted).without(square);
            zone = zone.or(refuted);
            let dominated = Set::of(left.squares().filter(|&other| at.is_dominated(other, square)));
            if dominated != Set::NONE {
                (left, zone) = (left.minus(dominated), zone.with(square));
            }
        }
        Ok(zone)
    }

    /// Checks pairs of squares that leave no line: the breaker takes one when the maker takes the other. Each is named by
    /// its place among the pairs on the line that has the fewest free squares; from some on, all are the first.
    fn pairs(&mut self, at: &Position<N>, spare: Set<N>) -> Checked<Set<N>> {
        let (mut lines, mut taken, named) = (at.lines[1].clone(), Set::NONE, self.body.number()?);
        for number in 0.. {
            let Some(line) = lines.iter().map(|line| line.minus(taken)).min_by_key(|line| line.count())
            else {
                break;
            };
            let place = if number < named { self.body.number()? } else { 0 };
            let Some(pair) = choices(line, &lines, spare).nth(place) else {
                fail!(False, "there is no such pair")
            };
            taken = taken.or(pair);
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

    /// Checks that a position is no harder than one that is proved. Returns the zone of that one.
    fn known(&mut self, at: &Position<N>, last: bool) -> Checked<Set<N>> {
        let maps = self.relabellings;
        self.kept.refer(self.body, last, |(known, zone), body| {
            let Some(map) = maps.get(body.number()?) else { fail!(False, "there is no such relabelling") };
            Ok(known.is_harder(at, *zone, map))
        })
    }
}

/// Returns the pairs of squares on a line: those first that are on most of the lines, but whose squares are on few, and
/// not to be spared.
fn choices<const N: usize>(line: Set<N>, lines: &[Set<N>], spare: Set<N>) -> impl Iterator<Item = Set<N>> {
    let pairs = line.squares().flat_map(|a| line.squares().map(move |b| (a, b))).filter(|(a, b)| a < b);
    let ranked = pairs.map(|(a, b)| {
        let pair = Set::of([a, b]);
        // A line with both counts 2 less 64.
        let on = lines.iter().map(|line| [0, 1, -62][usize::from(line.has(a)) + usize::from(line.has(b))]);
        (on.sum::<i32>() + 8 * pair.and(spare).count() as i32, pair)
    });
    let mut ranked: Vec<(i32, Set<N>)> = ranked.collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().map(|(_, pair)| pair)
}
