//! One move's worth of thinking: what to look for, in which order, and for how long.

use game::Game;

use super::decision::{Decision, Why};
use super::field::Field;
use super::forced::{Line, zone};
use super::sight::Sighted;
use super::stand::{Squares, Stand};
use super::threats::Hunter;
use crate::alpha_beta::{Asker, Depth};
use crate::budget::{Account, Budget, Halt, Meter};
use crate::position::At;
use crate::progress::Watcher;
use crate::score::is_loss;

/// One part in so many of what is left, and at most so many nodes.
type Share = (u32, u64);

/// A way to look for forced wins of the player to move.
type Hunt = fn(&mut Hunter<'_>, &Stand) -> Option<Line>;

/// What looking for wins by fours may take, each time, by threes, and by threes of the other side.
const FOURS: Share = (8, 1 << 17);
const THREES: Share = (4, 1 << 20);
const DANGER: Share = (6, 1 << 19);
/// Wins by threes are looked for up to so many moves of the attacker, and wins by fours.
const MOST_MOVES: u32 = 12;
const MOST_FOURS: u32 = 60;
/// How many moves are looked at in a position; and if that seems lost, how many then.
const WIDTH: usize = 14;
const WIDER: usize = 60;
/// With so few squares left, all of them are looked at.
const FEW: u32 = 14;

/// Thinks about a position, and keeps account of what that takes.
pub(super) struct Thought<'a> {
    field: &'a Field,
    stand: &'a Stand,
    budget: &'a Budget,
    nodes: u64,
}

impl<'a> Thought<'a> {
    pub(super) fn new(field: &'a Field, stand: &'a Stand, budget: &'a Budget) -> Thought<'a> {
        Thought { field, stand, budget, nodes: 0 }
    }

    /// The move to play in an unfinished game.
    pub(super) fn decide(mut self, hunts: bool) -> Decision<usize> {
        let (me, you) = (self.stand.turn, self.stand.turn.other());
        if let Some(square) = self.stand.completions(me).first() {
            return Decision::at_once(Some(square), Why::Wins);
        }
        if let Some(square) = self.stand.completions(you).first() {
            return Decision::at_once(Some(square), Why::Stops);
        }
        if self.stand.free.count() as usize == self.field.squares() {
            return Decision::at_once(self.field.middle(), Why::Seems { plies: 0, score: 0 });
        }
        if !hunts {
            return self.look_ahead(None);
        }
        if let Some(line) = self.hunt(FOURS, by_fours) {
            return self.forces(line);
        }
        let safe = self.threat(FOURS, by_fours).map(|line| {
            // Nothing outside the zone helps against fours.
            let zone = zone(self.field, self.stand, you, &line);
            self.escapes(zone, FOURS, by_fours)
        });
        if let Some(line) = self.hunt(THREES, by_threes) {
            return self.forces(line);
        }
        let safe = safe.or_else(|| self.safe_from_threes());
        self.look_ahead(safe)
    }

    /// If the other side threatens to win by threes, the moves after which it does not, among the most promising.
    fn safe_from_threes(&mut self) -> Option<Squares> {
        let line = self.threat(DANGER, by_threes)?;
        let squares = line.into_iter().chain(self.sighted(None, WIDTH).best_of(self.stand)).collect();
        Some(self.escapes(squares, THREES, by_threes))
    }

    /// A forced win, with all of the budget.
    pub(super) fn forced_win(mut self) -> Option<Line> {
        self.hunt(FOURS, by_fours).or_else(|| self.hunt((1, u64::MAX), by_threes))
    }

    /// Sends out a hunter with a part of what is left.
    fn hunt<T>(&mut self, (parts, most): Share, hunt: impl FnOnce(&mut Hunter<'_>, &Stand) -> T) -> T {
        let budget = self.budget.after(self.nodes).part(parts, most);
        let account = Account::new(&budget);
        let bytes = budget.bytes().map_or(1 << 26, |all| all / 8);
        let mut hunter = Hunter::new(self.field, Meter::new(&account), bytes);
        let found = hunt(&mut hunter, self.stand);
        hunter.meter.settle();
        self.nodes += account.nodes();
        found
    }

    fn forces(&self, line: Line) -> Decision<usize> {
        let why = Why::Forces { plies: line.len() as u32 };
        Decision { best: line.first().copied(), why, line, nodes: self.nodes, stopped: None }
    }

    /// What the other side could force if it were to move.
    fn threat(&mut self, share: Share, hunt: Hunt) -> Option<Line> {
        let passed = self.field.with_turn(self.stand.clone(), self.stand.turn.other());
        self.hunt(share, |hunter, _| hunt(hunter, &passed))
    }

    /// Those of these moves after which the other side can force nothing, as far as that can be told; all of them if
    /// there are none.
    fn escapes(&mut self, squares: Squares, share: Share, hunt: Hunt) -> Squares {
        let (field, squares) = (self.field, squares & self.stand.free);
        let safe: Squares = self.hunt(share, |hunter, stand| {
            let is_safe = |square: &usize| hunt(hunter, &field.next(stand, *square as u16)).is_none();
            squares.into_iter().filter(is_safe).collect()
        });
        if safe.is_empty() { squares } else { safe }
    }

    fn sighted(&self, root: Option<Squares>, width: usize) -> Sighted {
        let root = root.map(|squares| (self.stand.key, squares));
        if self.stand.free.count() <= FEW {
            Sighted { root, width: usize::MAX }
        } else {
            Sighted { root, width }
        }
    }

    /// Looks ahead with what is left, at the root only at these moves if they are given.
    fn look_ahead(mut self, root: Option<Squares>) -> Decision<usize> {
        let (found, stopped) = self.look(root, WIDTH);
        let mut decision = self.seems(found, stopped);
        if is_loss(found.score) {
            // Few moves were looked at, perhaps one of the others holds.
            let (wider, stopped) = self.look(root, WIDER);
            let is_better = wider.score > found.score && wider.plies + 2 >= found.plies;
            decision = self.seems(if is_better { wider } else { found }, stopped);
        }
        decision
    }

    /// Looks ahead with what is left, at so many moves in each position.
    fn look(&mut self, root: Option<Squares>, width: usize) -> (Depth<u16>, Option<Halt>) {
        let budget = self.budget.after(self.nodes);
        let knowledge = self.sighted(root, width);
        let position = At { game: self.field, knowledge: &knowledge, state: self.stand.clone() };
        let mut asker = Asker::new(&budget, 1, Watcher::new(None));
        let mut found = Depth { best: asker.remembered_or_first(&position), score: 0, plies: 0 };
        let stopped = asker.look_ahead(&position, &mut found).err();
        self.nodes += asker.account.nodes();
        (found, stopped)
    }

    fn seems(&self, Depth { best, score, plies }: Depth<u16>, stopped: Option<Halt>) -> Decision<usize> {
        let why = Why::Seems { plies, score };
        Decision { best: best.map(usize::from), why, line: Vec::new(), nodes: self.nodes, stopped }
    }
}

/// A win by fours.
fn by_fours(hunter: &mut Hunter<'_>, stand: &Stand) -> Option<Line> {
    hunter.by_fours(stand, MOST_FOURS).ok().flatten()
}

/// A win by threes and fours, the shortest first.
fn by_threes(hunter: &mut Hunter<'_>, stand: &Stand) -> Option<Line> {
    for moves in 2..=MOST_MOVES {
        let found = hunter.by_threes(stand, moves).ok()?;
        if found.is_some() {
            return found;
        }
    }
    None
}
