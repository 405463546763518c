//! Proofs about squares and lines. Each node stands for a position and yields a *zone*: squares that suffice for the
//! winner, even if the loser owned all others. So one reply answers all moves outside its zone.

use std::io::BufRead;

use crate::board::{Board, Set, set, squares};
use crate::body::{Body, KNOWN, KNOWN_LAST, Kept, MOVE, PAIRS, POTENTIAL};
use crate::position::{ANY, Position, union};
use crate::{Fact, Fault};

struct Walk<'a, R> {
    body: &'a mut Body<R>,
    relabellings: &'a [Vec<usize>],
    /// The positions that will be referred to, with their zones.
    kept: Kept<(Position, Set)>,
}

/// Checks the proof of one fact; in a `weak` one the breaker has no lines.
pub(crate) fn check<R: BufRead>(
    board: &Board,
    fact: &Fact,
    weak: bool,
    body: &mut Body<R>,
) -> Result<(), Fault> {
    let (maker, mut breaker) = (board.open(fact.player).collect(), board.open(1 - fact.player).collect());
    if weak {
        breaker = Vec::new();
    }
    let begins = board.turn == fact.player;
    let mut start = Position {
        maker_wins: fact.wins,
        winner_moves: begins == fact.wins,
        moves: fact.plies.map_or(ANY, |plies| plies.saturating_add(begins.into()) / 2),
        lines: if fact.wins { [maker, breaker] } else { [breaker, maker] },
    };
    start.reduce();
    Walk { body, relabellings: &board.relabellings, kept: Kept::new() }.node(&start).map(|_| ())
}

impl<R: BufRead> Walk<'_, R> {
    /// Checks a node. Returns its zone.
    fn node(&mut self, at: &Position) -> Result<Set, Fault> {
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
        if let Some(slot) = slot {
            self.kept.insert(slot, (at.clone(), zone), at.bytes())?;
        }
        Ok(zone)
    }

    /// Checks the node behind a move. Returns the zone together with the move and what it dropped.
    fn play(&mut self, at: &Position, square: usize) -> Result<Set, Fault> {
        let (next, dropped) = at.after(square);
        let zone = self.node(&next)? | dropped;
        Ok(if at.winner_moves { zone | 1 << square } else { zone })
    }

    /// Returns the zone of a position that needs no word in the proof: nothing is left to be filled, a line can be
    /// filled at once, or one move is forced.
    fn by_itself(&mut self, at: &Position) -> Result<Option<Set>, Fault> {
        let [wins, threats] =
            [0, 1].map(|side| union(at.lines[side].iter().filter(|line| line.count_ones() == 1)));
        let [win, threat] = [wins, threats].map(|set| squares(set).next());
        Ok(match (at.winner_moves, win, threat) {
            _ if !at.maker_wins && at.lines[1].is_empty() => Some(0),
            (true, Some(square), _) => Some(at.guarded(1 << square, 1)),
            (true, None, Some(_)) if threats.count_ones() > 1 => {
                return Err(self.body.wrong("the loser has two lines to fill"));
            }
            (true, None, Some(square)) => Some(self.play(at, square)?),
            (false, _, Some(_)) => return Err(self.body.wrong("the loser can fill a line")),
            (false, Some(_), None) if wins.count_ones() > 1 => Some(at.guarded(wins, 2)),
            (false, Some(square), None) => Some(at.guarded(self.play(at, square)? | wins, 2)),
            (_, None, None) => None,
        })
    }

    /// Checks the replies to the loser's moves, until no move is left without one.
    fn replies(&mut self, at: &Position, first: usize) -> Result<Set, Fault> {
        let (mut left, mut zone, mut mv) = (at.squares(), 0, first);
        loop {
            let square = self.open_square(left, mv)?;
            let refuted = self.play(at, square)?;
            zone |= refuted;
            left &= refuted & !(1 << square);
            for other in squares(left).filter(|&other| at.is_dominated(other, square)) {
                left &= !(1 << other);
                zone |= 1 << square;
            }
            if left == 0 {
                return Ok(zone);
            }
            mv = self.body.number()?;
        }
    }

    /// Checks pairs of squares, of which the breaker takes one when the maker takes the other, and the rest.
    fn pairs(&mut self, at: &Position) -> Result<Set, Fault> {
        let (mut all, mut lines) = (0, at.lines[1].clone());
        for _ in 0..self.body.number()? {
            let squares = [self.body.number()?, self.body.number()?];
            let pair = set(squares.iter().filter(|&&square| square < 128));
            // A pair on no line would do no harm, but a proof of such pairs could be deeper than the board is large.
            let serves = pair.count_ones() == 2 && at.lines[1].iter().any(|line| pair & !line == 0);
            if !serves || pair & all != 0 {
                return Err(self.body.wrong("a pair is on no line, or overlaps another"));
            }
            all |= pair;
            lines.retain(|line| pair & !line != 0);
        }
        lines.iter_mut().for_each(|line| *line &= !all);
        if all == 0 || lines.contains(&0) {
            return Err(self.body.wrong("the pairs leave a line to the maker"));
        }
        let mut rest = Position { lines: [Vec::new(), lines], ..*at };
        rest.reduce();
        Ok(self.node(&rest)? | all)
    }

    /// Checks that a position is no harder than one that is proved. Returns the zone of that one.
    fn known(&mut self, at: &Position, last: bool) -> Result<Set, Fault> {
        let maps = self.relabellings;
        self.kept.refer(self.body, last, |(known, zone), body| {
            let map = maps.get(body.number()?).ok_or_else(|| body.wrong("there is no such relabelling"))?;
            let rename = |old: Set| set(squares(old).map(|square| &map[square]));
            Ok(known.is_harder(at, *zone, rename))
        })
    }

    /// Returns the square of a move, which must be one of these.
    fn open_square(&self, among: Set, mv: usize) -> Result<usize, Fault> {
        let square = squares(among).find(|square| square + MOVE == mv);
        square.ok_or_else(|| self.body.wrong("the move is not on an open line, or has its reply already"))
    }
}
