//! One position, and the queries about it: can a player win at all, with how few moves, and by which?

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use game::bits::BitSet;
use game::{FilledBy, Limits, LineBoard, Player, Stopped, Value, Verdict, Worth};

use super::candidates::Candidates;
use super::certify::Writer;
use super::checkpoint::{Checkpoint, Keeper};
use super::position::{ANY, Position, Side};
use super::solver::Wanted;
use super::symmetries::Symmetries;
use super::table::{Proof, Table};
use super::tactics;
use super::workers::{Shared, Watcher};
use crate::Answer;
use crate::budget::Interrupt;
use crate::busy::Busy;
use crate::certificate::{Certificate, Fact, Reason, Script};
use crate::strategy::facts;

/// All that is kept from one query to the next.
pub(super) struct Session<'s, const N: usize> {
    board: &'s LineBoard,
    lines: Vec<BitSet<N>>,
    squares: usize,
    filled_by: FilledBy,
    symmetries: Symmetries,
    table: Table<N>,
    nodes: AtomicU64,
    /// The bytes that the lines take, with those of the positions that are being looked at.
    bytes: usize,
    pub(super) limits: Limits,
    wanted: Wanted,
    watcher: Option<Watcher<'s>>,
    checkpoint: Option<Checkpoint<'s>>,
}

/// The bytes that the table may take where the limits name none.
const TABLE_BYTES: usize = 256 << 20;
/// The number of copies of the lines that are held while a position is made.
const COPIES: usize = 10;
/// To make a position of more lines than this takes a tenth of a second: too long for a guess when the time is up.
const MANY_LINES: usize = 10_000;

pub(super) type Certified = Result<Certificate, Interrupt>;

/// Who holds which squares, and who is to move.
#[derive(Clone, Copy)]
pub(super) struct Taken<const N: usize> {
    pub(super) by: [BitSet<N>; 2],
    pub(super) turn: Player,
}

impl<const N: usize> Taken<N> {
    pub(super) fn after(mut self, square: usize) -> Taken<N> {
        self.by[self.turn.index()] |= BitSet::one(square);
        self.turn = self.turn.other();
        self
    }

    fn all(self) -> BitSet<N> {
        self.by[0] | self.by[1]
    }
}

const DRAW: Value = Value::of(Verdict::Draw);

/// Returns the answer about an unfinished game of which nothing is known: neither player wins before a move of their
/// own.
pub(super) fn open() -> Answer<usize> {
    Answer { worth: Worth::between(Value::loss(2), Value::win(1)), ..Answer::unknown(None) }
}

/// Returns what an unfinished game is worth that is won or lost at an unknown distance.
fn decided(verdict: Verdict) -> Worth {
    match verdict {
        Verdict::Win => Worth::between(Value::of(verdict), Value::win(1)),
        Verdict::Draw => Worth::Proved(DRAW),
        Verdict::Loss => Worth::between(Value::loss(2), Value::of(verdict)),
    }
}

impl<'s, const N: usize> Session<'s, N> {
    /// Begins, with what was saved if there is a keeper. Returns `None` if that cannot be used.
    pub(super) fn new(
        board: &'s LineBoard,
        limits: Limits,
        wanted: Wanted,
        watcher: Option<Watcher<'s>>,
        keeper: Option<&'s dyn Keeper>,
    ) -> Option<Session<'s, N>> {
        // Without a limit, what is enough for all boards that can be solved at all.
        let table_bytes = limits.bytes().unwrap_or(TABLE_BYTES) / if wanted.certificate { 2 } else { 1 };
        let bytes = COPIES * board.lines.len() * size_of::<BitSet<N>>();
        let table = Table::new(table_bytes.saturating_sub(bytes));
        let checkpoint = match keeper {
            Some(keeper) => Some(Checkpoint::load(keeper, &table, board.squares)?),
            None => None,
        };
        Some(Session {
            board,
            lines: board.lines.iter().map(|line| line.iter().copied().collect()).collect(),
            squares: board.squares,
            filled_by: board.filled_by,
            symmetries: Symmetries::new(board),
            table,
            nodes: AtomicU64::new(0),
            bytes,
            limits,
            wanted,
            watcher,
            checkpoint,
        })
    }

    /// Saves all proofs, if there is a keeper.
    pub(super) fn save(&self) {
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.save(&self.table, self.nodes.load(Ordering::Relaxed));
        }
    }

    /// Returns as much of the answer as the limits allow. The game must not be over.
    pub(super) fn answer(&self, taken: Taken<N>) -> Answer<usize> {
        if let Some(why) = self.cannot_begin() {
            let best = (BitSet::<N>::below(self.squares) - taken.all()).first();
            return Answer { best, stopped: Some(why.into()), ..open() };
        }
        let (mut answer, before) = (open(), self.nodes.load(Ordering::Relaxed));
        if let Err(Interrupt::Halt(halt)) = self.fill(taken, &mut answer) {
            answer.stopped = Some(halt);
            answer.best = answer.best.or_else(|| self.guess(taken));
        }
        if answer.stopped.is_some() || answer.nodes == 0 {
            answer.nodes = self.nodes.load(Ordering::Relaxed);
        }
        answer.nodes -= before;
        if answer.stopped.is_none() && answer.verdict() == Some(Verdict::Draw) && self.wanted.line {
            self.draw_line(taken, &mut answer);
        }
        answer
    }

    /// Returns why not even one position is looked at, if so: there is no room for its lines, or too little time for a
    /// board with so large a number of them.
    pub(super) fn cannot_begin(&self) -> Option<Stopped> {
        let many = self.lines.len() > MANY_LINES;
        self.limits.exceeded(self.bytes).filter(|why| many || *why == Stopped::Memory)
    }

    /// Plays on from a draw that is proved, each side holding the other, as far as that takes little. What it takes is
    /// not counted, and where a limit is reached the line is shorter.
    fn draw_line(&self, mut taken: Taken<N>, answer: &mut Answer<usize>) {
        let enough = self.nodes.load(Ordering::Relaxed) + answer.nodes + 1000;
        while let Some(&square) = answer.line.last() {
            taken = taken.after(square);
            let free = BitSet::below(self.squares) - taken.all();
            if free.is_empty() || self.nodes.load(Ordering::Relaxed) > enough {
                return;
            }
            let Ok(Proof { winner: Side::Breaker, best, .. }) = self.can_win(taken, taken.turn.other(), ANY)
            else {
                return;
            };
            answer.line.extend(best.or(free.first()));
        }
    }

    fn fill(&self, taken: Taken<N>, answer: &mut Answer<usize>) -> Result<(), Interrupt> {
        let (me, you) = (taken.turn, taken.turn.other());
        if self.cannot_lose(taken) {
            answer.worth = answer.worth.and(Worth::between(DRAW, Value::win(0)));
        }
        let proof = self.can_win(taken, me, ANY)?;
        if proof.winner == Side::Maker {
            answer.worth = decided(Verdict::Win);
            answer.best = proof.best;
            return self.fill_line(taken, me, answer);
        }
        answer.worth = answer.worth.and(Worth::between(Value::loss(0), DRAW));
        if answer.value().is_some() {
            self.value_is_known(answer);
            if !self.wanted.line {
                return Ok(());
            }
        }
        let proof = self.can_win(taken, you, ANY)?;
        if proof.winner == Side::Maker {
            answer.worth = decided(Verdict::Loss);
            return self.fill_line(taken, you, answer);
        }
        answer.worth = Worth::Proved(DRAW);
        let free = BitSet::below(self.squares) - taken.all();
        answer.best = proof.best.or(free.first());
        answer.line.extend(answer.best);
        Ok(())
    }

    /// Fills in the distance, the best move and the line of a game that `winner` wins.
    fn fill_line(
        &self,
        taken: Taken<N>,
        winner: Player,
        answer: &mut Answer<usize>,
    ) -> Result<(), Interrupt> {
        if !self.wanted.plies {
            return Ok(());
        }
        let moves = self.fewest_moves(taken, winner)?;
        let value = if taken.turn == winner { Value::win(2 * moves - 1) } else { Value::loss(2 * moves) };
        answer.worth = Worth::Proved(value);
        self.value_is_known(answer);
        if self.wanted.line {
            self.follow(taken, winner, moves, &mut answer.line)?;
            answer.best = answer.line.first().copied().or(answer.best);
        }
        Ok(())
    }

    /// Notes the number of nodes: what is searched from now on is for the line, and not counted.
    fn value_is_known(&self, answer: &mut Answer<usize>) {
        answer.nodes = self.nodes.load(Ordering::Relaxed);
    }

    /// Returns the free squares, those on the heaviest lines first.
    pub(super) fn promising_first(&self, taken: Taken<N>) -> Vec<usize> {
        let mut squares: Vec<usize> = (BitSet::<N>::below(self.squares) - taken.all()).into_iter().collect();
        if self.cannot_begin().is_some() {
            return squares;
        }
        let candidates = Candidates::new(&self.as_maker(taken));
        candidates.sort(&mut squares);
        squares
    }

    /// Returns the position with the player to move as the maker.
    fn as_maker(&self, taken: Taken<N>) -> Position<N> {
        let lines = |player| match self.filled_by.counts(player) {
            true => self.open_lines(taken, player),
            false => Vec::new(),
        };
        Position::new(Side::Maker, ANY, lines(taken.turn), lines(taken.turn.other()))
    }

    /// Returns a move without a search: what a glance finds, or else the square on the heaviest lines.
    fn guess(&self, taken: Taken<N>) -> Option<usize> {
        if self.cannot_begin().is_some() {
            return (BitSet::<N>::below(self.squares) - taken.all()).first();
        }
        let position = self.as_maker(taken);
        let seen = tactics::settle(&position).and_then(|proof| proof.best);
        let candidates = Candidates::new(&position);
        seen.or_else(|| tactics::forced(&position))
            .or_else(|| candidates.heaviest_of(candidates.left()))
            .or_else(|| (BitSet::<N>::below(self.squares) - taken.all()).first())
    }

    /// Returns the number of moves that the winner needs.
    fn fewest_moves(&self, taken: Taken<N>, winner: Player) -> Result<u32, Interrupt> {
        let mut moves = 1;
        while self.can_win(taken, winner, moves)?.winner == Side::Breaker {
            moves += 1;
        }
        Ok(moves)
    }

    /// Adds best play from a position that the winner wins with `moves` moves and no fewer.
    fn follow(
        &self,
        mut taken: Taken<N>,
        winner: Player,
        mut moves: u32,
        pv: &mut Vec<usize>,
    ) -> Result<(), Interrupt> {
        while moves > 0 {
            let square = if taken.turn == winner {
                let best = self.can_win(taken, winner, moves)?.best;
                moves -= 1;
                best
            } else {
                self.longest_defence(taken, winner, moves)?
            };
            let Some(square) = square else { return Ok(()) };
            pv.push(square);
            taken = taken.after(square);
        }
        Ok(())
    }

    /// Returns a move after which the winner still needs all these moves.
    fn longest_defence(
        &self,
        taken: Taken<N>,
        winner: Player,
        moves: u32,
    ) -> Result<Option<usize>, Interrupt> {
        for square in BitSet::<N>::below(self.squares) - taken.all() {
            if self.can_win(taken.after(square), winner, moves - 1)?.winner == Side::Breaker {
                return Ok(Some(square));
            }
        }
        Ok(None)
    }

    /// Returns whether `maker` can fill a line with `moves` moves. If the maker fails even against a breaker without
    /// lines, that is the answer; only otherwise do the breaker's threats count.
    fn can_win(&self, taken: Taken<N>, maker: Player, moves: u32) -> Result<Proof<N>, Interrupt> {
        if !self.filled_by.counts(maker) {
            return Ok(Proof { winner: Side::Breaker, zone: BitSet::EMPTY, best: None });
        }
        let weak = self.ask(&self.query(taken, maker, moves, false))?;
        if weak.winner == Side::Breaker || !self.filled_by.counts(maker.other()) {
            return Ok(weak);
        }
        let strong = self.query(taken, maker, moves, true);
        if strong.lines(Side::Breaker).is_empty() { Ok(weak) } else { self.ask(&strong) }
    }

    /// Returns the position in which `maker` wants to fill a line with `moves` moves; the breaker has lines if `strong`.
    fn query(&self, taken: Taken<N>, maker: Player, moves: u32, strong: bool) -> Position<N> {
        let turn = if taken.turn == maker { Side::Maker } else { Side::Breaker };
        let breaker = match strong && self.filled_by.counts(maker.other()) {
            true => self.open_lines(taken, maker.other()),
            false => Vec::new(),
        };
        Position::new(turn, moves, self.open_lines(taken, maker), breaker)
    }

    /// Returns a certificate of an answer that says who wins; with the distance if the answer has it.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn certify(&self, taken: Taken<N>, verdict: Verdict, plies: Option<u32>) -> Certified {
        let (me, you) = (taken.turn, taken.turn.other());
        let plies = plies.filter(|_| verdict != Verdict::Draw);
        let mut facts = facts(me, verdict, plies);
        let (mut nodes, mut body) = (0, Vec::new());
        for fact in &mut facts {
            if !fact.wins && !self.filled_by.counts(fact.player) {
                fact.reason = Reason::Rules;
                continue;
            }
            if fact.player == you && fact.plies.is_none() && !fact.wins && self.cannot_lose(taken) {
                fact.reason = Reason::Stealing;
                continue;
            }
            let script = self.script(taken, fact)?;
            nodes += script.nodes;
            script.finish(&mut body);
        }
        let held = taken.by.map(|set| set.into_iter().collect());
        let on_lines = Some((self.board.clone(), held));
        Ok(Certificate { verdict, plies, turn: me, on_lines, facts, nodes, body })
    }

    /// Returns the proof of a fact.
    fn script(&self, taken: Taken<N>, fact: &mut Fact) -> Result<Script, Interrupt> {
        let begins = u32::from(taken.turn == fact.player);
        let moves = fact.plies.map_or(ANY, |plies| plies.saturating_add(begins) / 2);
        if !fact.wins {
            let weak = self.query(taken, fact.player, moves, false);
            if self.ask(&weak)?.winner == Side::Breaker {
                fact.reason = Reason::WeakProof;
                return Writer::write(&self.shared(), &weak, Side::Breaker);
            }
        }
        let winner = if fact.wins { Side::Maker } else { Side::Breaker };
        let strong = self.query(taken, fact.player, moves, true);
        assert!(self.ask(&strong)?.winner == winner, "the answer is proved");
        Writer::write(&self.shared(), &strong, winner)
    }

    fn ask(&self, position: &Position<N>) -> Result<Proof<N>, Interrupt> {
        self.shared().prove(position)
    }

    fn shared(&self) -> Shared<'_, N> {
        Shared {
            symmetries: &self.symmetries,
            table: &self.table,
            busy: (self.limits.thread_count() > 1).then(Busy::new),
            pairing_steps: self.wanted.pairing_steps,
            limits: &self.limits,
            nodes: &self.nodes,
            watcher: self.watcher,
            checkpoint: self.checkpoint.as_ref(),
            done: AtomicBool::new(false),
        }
    }

    /// Returns the free squares of each line in which the other player has no mark.
    fn open_lines(&self, taken: Taken<N>, player: Player) -> Vec<BitSet<N>> {
        let (own, other) = (taken.by[player.index()], taken.by[player.other().index()]);
        self.lines.iter().filter(|line| !line.meets(other)).map(|&line| line - own).collect()
    }

    /// Returns whether the player to move cannot lose: the other may not win at all, or every line open to the other
    /// holds one that is as full for the player to move. If the other could win all the same, the player to move could
    /// steal the strategy: make any move, forget it, and play as the other would.
    fn cannot_lose(&self, taken: Taken<N>) -> bool {
        let (me, you) = (taken.turn, taken.turn.other());
        if !self.filled_by.counts(you) {
            return true;
        }
        let mut mine = if self.filled_by.counts(me) { self.open_lines(taken, me) } else { Vec::new() };
        // Most lines are found at once where they are as full for both, on an empty board all of them.
        mine.sort_unstable();
        let has_its_own = |line: &BitSet<N>| {
            mine.binary_search(line).is_ok() || mine.iter().any(|other| other.within(*line))
        };
        self.open_lines(taken, you).iter().all(has_its_own)
    }
}
