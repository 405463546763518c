//! Choosing a move: what to look for, in which order, and for how long.

use game::{Game, Limits};

use super::board_index::BoardIndex;
use super::decision::{Decision, Why};
use super::forced::{Line, zone};
use super::fours::ThreatSearch;
use super::heuristics::LineHeuristics;
use super::scored_position::{ScoredPosition, Squares};
use crate::Halt;
use crate::alpha_beta::{AlphaBeta, Depth};
use crate::budget::{NodeCounter, SharedBudget};
use crate::position::At;
use crate::progress::Watcher;
use crate::score::{self, is_loss};

/// A share of what is left: the number of equal parts of which it is one, and its greatest number of nodes.
type Share = (u32, u64);

/// A function that looks for forced wins of the player to move.
type Hunt = fn(&mut ThreatSearch<'_>, &ScoredPosition) -> Option<Line>;

/// What may be spent on looking for wins by fours, each time, by threes, and by threes of the other side.
const FOURS: Share = (8, 1 << 17);
const THREES: Share = (4, 1 << 20);
const DANGER: Share = (6, 1 << 19);
/// The longest win by threes that is looked for, in moves of the attacker, and the longest by fours.
const MOST_MOVES: u32 = 12;
const MOST_FOURS: u32 = 60;
/// The number of moves searched in a position, and the number if the position then seems lost.
const WIDTH: usize = 14;
const WIDER: usize = 60;
/// With at most this many squares left, all of them are searched.
const FEW: u32 = 14;

/// The search for a move in one position, and what it has spent.
pub(super) struct MoveSearch<'a> {
    board: &'a BoardIndex,
    position: &'a ScoredPosition,
    limits: &'a Limits,
    nodes: u64,
}

impl<'a> MoveSearch<'a> {
    pub(super) fn new(
        board: &'a BoardIndex,
        position: &'a ScoredPosition,
        limits: &'a Limits,
    ) -> MoveSearch<'a> {
        MoveSearch { board, position, limits, nodes: 0 }
    }

    /// Returns the move to play in an unfinished game.
    pub(super) fn decide(mut self, hunts: bool) -> Decision<usize> {
        let (me, you) = (self.position.turn, self.position.turn.other());
        if let Some(square) = self.position.completions(me).first() {
            return Decision::at_once(Some(square), Why::Wins);
        }
        if let Some(square) = self.position.completions(you).first() {
            return Decision::at_once(Some(square), Why::Stops);
        }
        if self.position.free.count() as usize == self.board.squares() {
            return Decision::at_once(self.board.middle(), Why::Seems { plies: 0, score: 0 });
        }
        if !hunts {
            return self.look_ahead(None);
        }
        if let Some(line) = self.hunt(FOURS, by_fours) {
            return self.forces(line);
        }
        let safe = self.threat(FOURS, by_fours).map(|line| {
            // Nothing outside the zone helps against fours.
            let zone = zone(self.board, self.position, you, &line);
            self.escapes(zone, FOURS, by_fours)
        });
        if let Some(line) = self.hunt(THREES, by_threes) {
            return self.forces(line);
        }
        let safe = safe.or_else(|| self.safe_from_threes());
        self.look_ahead(safe)
    }

    /// Returns the moves after which the other side does not win by threes, among the most promising, if it threatens
    /// to.
    fn safe_from_threes(&mut self) -> Option<Squares> {
        let line = self.threat(DANGER, by_threes)?;
        let squares = line.into_iter().chain(self.heuristics(None, WIDTH).best_of(self.position)).collect();
        Some(self.escapes(squares, THREES, by_threes))
    }

    /// Returns a forced win, looked for with all of the limits.
    pub(super) fn forced_win(mut self) -> Option<Line> {
        self.hunt(FOURS, by_fours).or_else(|| self.hunt((1, u64::MAX), by_threes))
    }

    /// Looks for something with a share of what is left.
    fn hunt<T>(
        &mut self,
        (parts, most): Share,
        hunt: impl FnOnce(&mut ThreatSearch<'_>, &ScoredPosition) -> T,
    ) -> T {
        let limits = self.limits.after(self.nodes).part(parts, most);
        let budget = SharedBudget::new(&limits);
        let bytes = limits.bytes().map_or(1 << 26, |all| all / 8);
        let mut search = ThreatSearch::new(self.board, NodeCounter::new(&budget), bytes);
        let found = hunt(&mut search, self.position);
        search.counter.settle();
        self.nodes += budget.nodes();
        found
    }

    fn forces(&self, line: Line) -> Decision<usize> {
        let why = Why::Forces { plies: line.len() as u32 };
        Decision { best: line.first().copied(), why, line, nodes: self.nodes, stopped: None }
    }

    /// Returns what the other side could force if it were to move.
    fn threat(&mut self, share: Share, hunt: Hunt) -> Option<Line> {
        let passed = self.board.with_turn(self.position.clone(), self.position.turn.other());
        self.hunt(share, |search, _| hunt(search, &passed))
    }

    /// Returns those of these moves after which the other side can force nothing, as far as the search sees; all of
    /// them if there are none.
    fn escapes(&mut self, squares: Squares, share: Share, hunt: Hunt) -> Squares {
        let (board, squares) = (self.board, squares & self.position.free);
        let safe: Squares = self.hunt(share, |search, position| {
            let is_safe = |square: &usize| hunt(search, &board.next(position, *square as u16)).is_none();
            squares.into_iter().filter(is_safe).collect()
        });
        if safe.is_empty() { squares } else { safe }
    }

    fn heuristics(&self, root: Option<Squares>, width: usize) -> LineHeuristics<'a> {
        let root = root.map(|squares| (self.position.key, squares));
        let width = if self.position.free.count() <= FEW { usize::MAX } else { width };
        LineHeuristics { board: self.board, root, width }
    }

    /// Looks ahead with what is left, at the root only at the moves in `root` if there are any.
    fn look_ahead(mut self, root: Option<Squares>) -> Decision<usize> {
        let (found, stopped) = self.look(root, WIDTH);
        let mut decision = self.seems(found, stopped);
        if is_loss(found.score) {
            // Few moves were searched; perhaps one of the others holds.
            let (wider, stopped) = self.look(root, WIDER);
            let is_better = wider.score > found.score && wider.plies + 2 >= found.plies;
            decision = self.seems(if is_better { wider } else { found }, stopped);
        }
        decision
    }

    /// Looks ahead with what is left, at `width` moves in each position.
    fn look(&mut self, root: Option<Squares>, width: usize) -> (Depth<u16>, Option<Halt>) {
        let limits = self.limits.after(self.nodes).threads(1);
        let knowledge = self.heuristics(root, width);
        let position = At { knowledge: &knowledge, state: self.position.clone() };
        let mut engine = AlphaBeta::new(&limits, Watcher::new(None));
        let mut found = Depth { best: engine.remembered_or_first(&position), score: 0, plies: 0 };
        let stopped = engine.look_ahead(&position, &mut found).err();
        self.nodes += engine.budget.nodes();
        (found, stopped)
    }

    fn seems(&self, Depth { best, score, plies }: Depth<u16>, stopped: Option<Halt>) -> Decision<usize> {
        // A win of a search that left moves out is a guess like any other, and must not look like more.
        let why = Why::Seems { plies, score: score::guess(score) };
        Decision { best: best.map(usize::from), why, line: Vec::new(), nodes: self.nodes, stopped }
    }
}

/// Returns a win by fours, if one is found before a limit is reached.
fn by_fours(search: &mut ThreatSearch<'_>, position: &ScoredPosition) -> Option<Line> {
    search.by_fours(position, MOST_FOURS).ok().flatten()
}

/// Returns a win by threes and fours, the shortest first, if one is found before a limit is reached.
fn by_threes(search: &mut ThreatSearch<'_>, position: &ScoredPosition) -> Option<Line> {
    for moves in 2..=MOST_MOVES {
        let found = search.by_threes(position, moves).ok()?;
        if found.is_some() {
            return found;
        }
    }
    None
}
