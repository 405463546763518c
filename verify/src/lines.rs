//! Proofs about squares and lines. Each node stands for a position and yields a *zone*: squares that suffice for the
//! winner, even if the loser owned all others. So one reply answers all moves outside its zone.

use std::collections::HashMap;
use std::io::Read;

use crate::Fault;
use crate::body::{Body, KNOWN, KNOWN_LAST, MOVE, PAIRS, POTENTIAL};
use crate::header::{Board, Fact};
use crate::position::{ANY, Position};
use crate::set::Set;

/// Checks the proof of one fact.
pub(crate) fn check<R: Read>(board: &Board, fact: &Fact, body: &mut Body<R>) -> Result<(), Fault> {
    match board.squares {
        0..=64 => Walk::<R, 1> { body, board, kept: HashMap::new() }.run(fact),
        65..=128 => Walk::<R, 2> { body, board, kept: HashMap::new() }.run(fact),
        _ => Walk::<R, 8> { body, board, kept: HashMap::new() }.run(fact),
    }
}

struct Walk<'a, R, const N: usize> {
    body: &'a mut Body<R>,
    board: &'a Board,
    /// The positions that will be referred to, each inside its zone, with the zone.
    kept: HashMap<usize, (Position<N>, Set<N>)>,
}

impl<R: Read, const N: usize> Walk<'_, R, N> {
    fn run(mut self, fact: &Fact) -> Result<(), Fault> {
        let lines = |player| self.board.open(player).map(Set::from_iter).collect::<Vec<Set<N>>>();
        let (maker, breaker) =
            (lines(fact.player), if fact.weak { Vec::new() } else { lines(1 - fact.player) });
        let begins = self.board.turn == fact.player;
        let mut start = Position {
            maker_wins: fact.wins,
            winner_moves: begins == fact.wins,
            moves: fact.plies.map_or(ANY, |plies| plies.saturating_add(begins.into()) / 2),
            lines: if fact.wins { [maker, breaker] } else { [breaker, maker] },
        };
        start.reduce();
        self.node(&start).map(|_| ())
    }

    /// Checks a node. Returns its zone.
    fn node(&mut self, at: &Position<N>) -> Result<Set<N>, Fault> {
        self.body.nodes += 1;
        if let Some(zone) = self.by_itself(at)? {
            return Ok(zone);
        }
        let (slot, what) = self.body.opening()?;
        let zone = match what {
            KNOWN | KNOWN_LAST => self.known(at, what == KNOWN_LAST)?,
            POTENTIAL | PAIRS if at.maker_wins => return Err(self.body.wrong("this does not make a line")),
            POTENTIAL => at.by_potential().ok_or_else(|| self.body.wrong("the potential is too high"))?,
            PAIRS => self.pairs(at)?,
            mv if at.winner_moves => self.play(at, self.open_square(at.squares(), mv)?)?,
            mv => self.replies(at, mv)?,
        };
        slot.map(|slot| self.kept.insert(slot, (at.clone().inside(zone), zone)));
        Ok(zone)
    }

    /// Checks the node behind a move. Returns the zone together with the move and what it dropped.
    fn play(&mut self, at: &Position<N>, square: usize) -> Result<Set<N>, Fault> {
        let (next, dropped) = at.after(square);
        let zone = self.node(&next)?.or(dropped);
        Ok(if at.winner_moves { zone.or(Set::one(square)) } else { zone })
    }

    /// Returns the zone of a position that needs no word in the proof: nothing is left to be filled, a line can be
    /// filled at once, or one move is forced.
    fn by_itself(&mut self, at: &Position<N>) -> Result<Option<Set<N>>, Fault> {
        let last = |lines: &[Set<N>]| Set::union(&lines[..lines.partition_point(|line| line.count() < 2)]);
        let [wins, threats] = [last(&at.lines[0]), last(&at.lines[1])];
        let [win, threat] = [wins, threats].map(|set| set.squares().next());
        Ok(match (at.winner_moves, win, threat) {
            _ if !at.maker_wins && at.lines[1].is_empty() => Some(Set::EMPTY),
            (true, Some(square), _) => Some(at.guarded(Set::one(square), 1)),
            (true, None, Some(_)) if threats.count() > 1 => {
                return Err(self.body.wrong("the loser has two lines to fill"));
            }
            (true, None, Some(square)) => Some(self.play(at, square)?),
            (false, _, Some(_)) => return Err(self.body.wrong("the loser can fill a line")),
            (false, Some(_), None) if wins.count() > 1 => Some(at.guarded(wins, 2)),
            (false, Some(square), None) => Some(at.guarded(self.play(at, square)?.or(wins), 2)),
            (_, None, None) => None,
        })
    }

    /// Checks the replies to the loser's moves, until no move is left without one.
    fn replies(&mut self, at: &Position<N>, first: usize) -> Result<Set<N>, Fault> {
        let (mut left, mut zone, mut mv) = (at.squares(), Set::EMPTY, first);
        loop {
            let square = self.open_square(left, mv)?;
            let refuted = self.play(at, square)?;
            zone = zone.or(refuted);
            left = left.and(refuted).minus(Set::one(square));
            for other in left.squares().filter(|&other| at.is_dominated(other, square)) {
                left = left.minus(Set::one(other));
                zone = zone.or(Set::one(square));
            }
            if left == Set::EMPTY {
                return Ok(zone);
            }
            mv = self.body.number()?;
        }
    }

    /// Checks pairs of squares, of which the breaker takes one when the maker takes the other, and the rest.
    fn pairs(&mut self, at: &Position<N>) -> Result<Set<N>, Fault> {
        let (mut all, mut lines) = (Set::EMPTY, at.lines[1].clone());
        for _ in 0..self.body.number()? {
            let [a, b] = [self.body.number()?, self.body.number()?];
            if a == b || a.max(b) >= self.board.squares || all.has(a) || all.has(b) {
                return Err(self.body.wrong("the pairs overlap, or are not on the board"));
            }
            let pair = Set::one(a).or(Set::one(b));
            all = all.or(pair);
            lines.retain(|line| !pair.within(*line));
        }
        lines.iter_mut().for_each(|line| *line = line.minus(all));
        if all == Set::EMPTY || lines.contains(&Set::EMPTY) {
            return Err(self.body.wrong("the pairs leave a line to the maker"));
        }
        let mut rest = Position { lines: [Vec::new(), lines], ..*at };
        rest.reduce();
        Ok(self.node(&rest)?.or(all))
    }

    /// Checks that a position is no harder than one that is proved. Returns the zone of that one.
    fn known(&mut self, at: &Position<N>, last: bool) -> Result<Set<N>, Fault> {
        let [slot, number] = [self.body.number()?, self.body.number()?];
        let map = number.checked_sub(1).map(|at| self.board.relabellings.get(at));
        let (Some((known, zone)), None | Some(Some(_))) = (self.kept.get(&slot), map) else {
            return Err(self.body.wrong("nothing is kept there, or there is no such relabelling"));
        };
        let renamed = |set: Set<N>, map: &Vec<usize>| set.squares().map(|square| map[square]).collect();
        let rename = |set: Set<N>| map.flatten().map_or(set, |map| renamed(set, map));
        let zone = rename(*zone);
        if !known.is_harder(at, zone, rename) {
            return Err(self.body.wrong("the position is not one that is proved"));
        }
        if last {
            self.kept.remove(&slot);
        }
        Ok(zone)
    }

    /// Returns the square of a move, which must be one of these.
    fn open_square(&self, squares: Set<N>, mv: usize) -> Result<usize, Fault> {
        let square =
            mv.checked_sub(MOVE).filter(|&square| square < self.board.squares && squares.has(square));
        square.ok_or_else(|| self.body.wrong("the move is not on an open line, or has its reply already"))
    }
}
