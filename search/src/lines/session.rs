//! One position, and the questions that are asked about it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use game::{FilledBy, LineBoard, Player, Stopped, Value, Verdict, Worth};

use super::candidates::Candidates;
use super::crew::{Busy, Cut, Shared, Watcher};
use super::position::{ANY, Position, Side};
use super::set::Set;
use super::solver::Settings;
use super::symmetries::Symmetries;
use super::table::{Proof, Table};
use super::tactics;
use crate::Answer;

/// All that is kept from one question to the next.
pub(super) struct Session<'s, const N: usize> {
    lines: Vec<Set<N>>,
    squares: usize,
    filled_by: FilledBy,
    symmetries: Symmetries,
    table: Table<N>,
    nodes: AtomicU64,
    /// What the lines take, with those of the positions that are being looked at.
    bytes: usize,
    pub(super) settings: Settings,
    watcher: Option<Watcher<'s>>,
}

/// While a position is made, its lines are held so often.
const COPIES: usize = 10;
/// To make a position of more lines takes a tenth of a second: too long for a guess when the time is up.
const MANY_LINES: usize = 10_000;

/// Who holds which squares, and who is to move.
#[derive(Clone, Copy)]
pub(super) struct Taken<const N: usize> {
    pub(super) by: [Set<N>; 2],
    pub(super) turn: Player,
}

impl<const N: usize> Taken<N> {
    pub(super) fn after(mut self, square: usize) -> Taken<N> {
        self.by[self.turn.index()] |= Set::one(square);
        self.turn = self.turn.other();
        self
    }

    fn all(self) -> Set<N> {
        self.by[0] | self.by[1]
    }
}

const DRAW: Value = Value::of(Verdict::Draw);

/// The answer about an unfinished game of which nothing is known: nobody wins before a move of their own.
pub(super) fn open() -> Answer<usize> {
    Answer { worth: Worth::between(Value::loss(2), Value::win(1)), ..Answer::unknown(None) }
}

/// What an unfinished game is worth that is won or lost, nobody knows how soon.
fn decided(verdict: Verdict) -> Worth {
    match verdict {
        Verdict::Win => Worth::between(Value::of(verdict), Value::win(1)),
        Verdict::Draw => Worth::Proved(DRAW),
        Verdict::Loss => Worth::between(Value::loss(2), Value::of(verdict)),
    }
}

impl<'s, const N: usize> Session<'s, N> {
    pub(super) fn new(board: &LineBoard, settings: Settings, watcher: Option<Watcher<'s>>) -> Session<'s, N> {
        let bytes = COPIES * board.lines.len() * size_of::<Set<N>>();
        Session {
            lines: board.lines.iter().map(|line| line.iter().copied().collect()).collect(),
            squares: board.squares,
            filled_by: board.filled_by,
            symmetries: Symmetries::new(board),
            table: Table::new(settings.table_bytes().saturating_sub(bytes)),
            nodes: AtomicU64::new(0),
            bytes,
            settings,
            watcher,
        }
    }

    /// Answers as much as the limits allow. The game must not be over.
    pub(super) fn answer(&self, taken: Taken<N>) -> Answer<usize> {
        if let Some(why) = self.cannot_begin() {
            let best = (Set::<N>::below(self.squares) - taken.all()).first();
            return Answer { best, stopped: Some(why.into()), ..open() };
        }
        let (mut answer, before) = (open(), self.nodes.load(Ordering::Relaxed));
        if let Err(Cut::Halt(halt)) = self.fill(taken, &mut answer) {
            answer.stopped = Some(halt);
            answer.best = answer.best.or_else(|| self.guess(taken));
        }
        if answer.stopped.is_some() || answer.nodes == 0 {
            answer.nodes = self.nodes.load(Ordering::Relaxed);
        }
        answer.nodes -= before;
        if answer.stopped.is_none() && answer.verdict() == Some(Verdict::Draw) && self.settings.wants_line {
            self.draw_line(taken, &mut answer);
        }
        answer
    }

    /// Why not even one position is looked at: there is no room for its lines, or too little time for so many.
    pub(super) fn cannot_begin(&self) -> Option<Stopped> {
        let many = self.lines.len() > MANY_LINES;
        self.settings.limits.exceeded(self.bytes).filter(|why| many || *why == Stopped::Memory)
    }

    /// Plays on from a draw that is proved, each side holding the other, as far as that takes little. What it takes is not
    /// counted, and where a limit is met the line is shorter.
    fn draw_line(&self, mut taken: Taken<N>, answer: &mut Answer<usize>) {
        let enough = self.nodes.load(Ordering::Relaxed) + answer.nodes + 1000;
        while let Some(&square) = answer.line.last() {
            taken = taken.after(square);
            let free = Set::below(self.squares) - taken.all();
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

    fn fill(&self, taken: Taken<N>, answer: &mut Answer<usize>) -> Result<(), Cut> {
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
            if !self.settings.wants_line {
                return Ok(());
            }
        }
        let proof = self.can_win(taken, you, ANY)?;
        if proof.winner == Side::Maker {
            answer.worth = decided(Verdict::Loss);
            return self.fill_line(taken, you, answer);
        }
        answer.worth = Worth::Proved(DRAW);
        let free = Set::below(self.squares) - taken.all();
        answer.best = proof.best.or(free.first());
        answer.line.extend(answer.best);
        Ok(())
    }

    /// Distance, best move and principal variation of a game that `winner` wins.
    fn fill_line(&self, taken: Taken<N>, winner: Player, answer: &mut Answer<usize>) -> Result<(), Cut> {
        if !self.settings.wants_plies {
            return Ok(());
        }
        let moves = self.fewest_moves(taken, winner)?;
        let value = if taken.turn == winner { Value::win(2 * moves - 1) } else { Value::loss(2 * moves) };
        answer.worth = Worth::Proved(value);
        self.value_is_known(answer);
        if self.settings.wants_line {
            self.follow(taken, winner, moves, &mut answer.line)?;
            answer.best = answer.line.first().copied().or(answer.best);
        }
        Ok(())
    }

    /// What is searched from now on is not to find the value, and is not counted.
    fn value_is_known(&self, answer: &mut Answer<usize>) {
        answer.nodes = self.nodes.load(Ordering::Relaxed);
    }

    /// The free squares, those on the heaviest lines first.
    pub(super) fn promising_first(&self, taken: Taken<N>) -> Vec<usize> {
        let mut squares: Vec<usize> = (Set::<N>::below(self.squares) - taken.all()).into_iter().collect();
        if self.cannot_begin().is_some() {
            return squares;
        }
        let candidates = Candidates::new(&self.as_maker(taken));
        squares.sort_by_key(|&square| std::cmp::Reverse(candidates.rank(square)));
        squares
    }

    /// The position with the player to move as the maker.
    fn as_maker(&self, taken: Taken<N>) -> Position<N> {
        let lines = |player| match self.filled_by.counts(player) {
            true => self.open_lines(taken, player),
            false => Vec::new(),
        };
        Position::new(Side::Maker, ANY, lines(taken.turn), lines(taken.turn.other()))
    }

    /// A move for want of a better one: what is seen at a glance, or else the square on the heaviest lines.
    fn guess(&self, taken: Taken<N>) -> Option<usize> {
        if self.cannot_begin().is_some() {
            return (Set::<N>::below(self.squares) - taken.all()).first();
        }
        let position = self.as_maker(taken);
        let seen = tactics::settle(&position).and_then(|proof| proof.best);
        let candidates = Candidates::new(&position);
        seen.or_else(|| tactics::forced(&position))
            .or_else(|| candidates.heaviest_of(candidates.left()))
            .or_else(|| (Set::<N>::below(self.squares) - taken.all()).first())
    }

    /// With how many moves the winner wins.
    fn fewest_moves(&self, taken: Taken<N>, winner: Player) -> Result<u32, Cut> {
        let mut moves = 1;
        while self.can_win(taken, winner, moves)?.winner == Side::Breaker {
            moves += 1;
        }
        Ok(moves)
    }

    /// Plays on from a position that is won with so many moves of the winner and no fewer.
    fn follow(
        &self,
        mut taken: Taken<N>,
        winner: Player,
        mut moves: u32,
        pv: &mut Vec<usize>,
    ) -> Result<(), Cut> {
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

    /// A move after which the winner still needs all these moves.
    fn longest_defence(&self, taken: Taken<N>, winner: Player, moves: u32) -> Result<Option<usize>, Cut> {
        for square in Set::<N>::below(self.squares) - taken.all() {
            if self.can_win(taken.after(square), winner, moves - 1)?.winner == Side::Breaker {
                return Ok(Some(square));
            }
        }
        Ok(None)
    }

    /// Whether `maker` can fill a line with so many moves. If not even a breaker without lines of his own lets him, that
    /// is the answer; only otherwise are the breaker's threats looked at.
    fn can_win(&self, taken: Taken<N>, maker: Player, moves: u32) -> Result<Proof<N>, Cut> {
        if !self.filled_by.counts(maker) {
            return Ok(Proof { winner: Side::Breaker, zone: Set::EMPTY, best: None });
        }
        let lines = self.open_lines(taken, maker);
        let turn = if taken.turn == maker { Side::Maker } else { Side::Breaker };
        let weak = self.ask(&Position::new(turn, moves, lines.clone(), Vec::new()))?;
        let threats = if self.filled_by.counts(maker.other()) {
            self.open_lines(taken, maker.other())
        } else {
            Vec::new()
        };
        if weak.winner == Side::Breaker || threats.is_empty() {
            return Ok(weak);
        }
        self.ask(&Position::new(turn, moves, lines, threats))
    }

    fn ask(&self, position: &Position<N>) -> Result<Proof<N>, Cut> {
        let shared = Shared {
            symmetries: &self.symmetries,
            table: &self.table,
            busy: Busy::new(self.settings.threads),
            pairing_steps: self.settings.pairing_steps,
            limits: &self.settings.limits,
            nodes: &self.nodes,
            most_nodes: self.settings.nodes,
            watcher: self.watcher,
            done: AtomicBool::new(false),
        };
        shared.prove(position, self.settings.threads)
    }

    /// The free squares of the lines in which the other player has none.
    fn open_lines(&self, taken: Taken<N>, player: Player) -> Vec<Set<N>> {
        let (own, other) = (taken.by[player.index()], taken.by[player.other().index()]);
        self.lines.iter().filter(|line| !line.meets(other)).map(|&line| line - own).collect()
    }

    /// Whether the player to move cannot lose: the other may not win at all, or every line open to the other holds one
    /// that is as full for the player to move. If the other could win all the same, the player to move could steal the
    /// strategy: make any move, forget it, and play as the other would.
    fn cannot_lose(&self, taken: Taken<N>) -> bool {
        let (me, you) = (taken.turn, taken.turn.other());
        if !self.filled_by.counts(you) {
            return true;
        }
        let mut mine = if self.filled_by.counts(me) { self.open_lines(taken, me) } else { Vec::new() };
        // Most lines are found at once where they are as full for both, on an empty board all of them.
        mine.sort_unstable();
        let has_its_own =
            |line: &Set<N>| mine.binary_search(line).is_ok() || mine.iter().any(|other| other.within(*line));
        self.open_lines(taken, you).iter().all(has_its_own)
    }
}
