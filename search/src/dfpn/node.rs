//! One node of proof-number search, from the moment it is entered until one of its numbers is large enough.
//!
//! ```text
//! search ── enter: count it, report progress, look at the limits
//!   │       children: every move is played, and a glance settles some of the positions
//!   ▼
//!   ┌─▶ combine the numbers of the children ── settled, or as large as the goal ──▶ remember and return them
//!   │   choose the child that needs least, and how far to search it
//!   └── search that child, and keep the numbers it returns
//! ```

use game::{Game, Glance, Outcome, Player, Stopped};

use super::numbers::{INFINITE, Numbers, choice, combined};
use super::report::Report;
use super::table::{Name, Numbered};
use crate::Halt;
use crate::budget::{NodeCounter, SharedBudget};
use crate::knowledge::{Knowledge, MoveOf, Ranked, StateOf};
use crate::score::LONGEST;

/// What a search by proof numbers keeps from one query to the next.
pub(crate) struct Proofs<'a, M> {
    pub(super) counter: NodeCounter<'a>,
    pub(super) report: Report<'a, M>,
    table: Numbered,
    moves: Vec<Ranked<M>>,
    /// Whether the answer to the last query may be no only because of its limit of plies.
    pub(super) met_limit: bool,
    /// The move by which the player to move wins, or does not lose, by the answer to the last query; none if the
    /// answer was against that player, or came before any move was looked at.
    pub(super) found: Option<M>,
}

impl<'a, M> Proofs<'a, M> {
    pub(super) fn new(budget: &'a SharedBudget<'a>, report: Report<'a, M>) -> Self {
        let table = Numbered::new(budget.table_bytes());
        let (counter, moves) = (NodeCounter::new(budget), Vec::new());
        Proofs { counter, report, table, moves, met_limit: false, found: None }
    }
}

/// Proves and disproves that a player can force a win.
pub(crate) struct Prover<'p, 'a, K: Knowledge> {
    pub(crate) knowledge: &'p K,
    pub(crate) proofs: &'p mut Proofs<'a, MoveOf<K>>,
}

/// A position after a move.
struct Child<G: Game> {
    /// The move; none at the root.
    mv: Option<G::Move>,
    state: G::State,
    name: Name,
    /// Whether the attacker is to move.
    ours: bool,
    /// What is known from a glance, if that settles it.
    settled: Option<Numbers>,
}

/// A query about a position.
#[derive(Clone, Copy)]
struct Goal {
    attacker: Player,
    /// Plies within which the attacker must win; [`LONGEST`] for any number.
    plies: u32,
    /// The search returns when one of the numbers reaches these.
    most: Numbers,
    ply: u32,
}

impl Goal {
    /// Returns the same query after a move.
    fn next(self) -> Goal {
        let plies = if self.plies == LONGEST { LONGEST } else { self.plies - 1 };
        Goal { plies, ply: self.ply + 1, ..self }
    }
}

impl<K: Knowledge> Prover<'_, '_, K> {
    /// Returns whether a player can force a win within `plies` plies.
    pub(crate) fn prove(&mut self, state: &StateOf<K>, attacker: Player, plies: u32) -> Result<bool, Halt> {
        self.proofs.moves.clear();
        self.proofs.found = None;
        let most = Numbers { proof: INFINITE, disproof: INFINITE };
        let goal = Goal { attacker, plies, most, ply: 0 };
        let root = self.child(None, state.clone(), goal);
        let numbers = match root.settled {
            Some(numbers) => numbers,
            None => self.search(&root, goal)?,
        };
        if root.settled.is_some() {
            self.proofs.found = self.seen(state);
        }
        self.proofs.met_limit = numbers == Numbers::TOO_FAR;
        Ok(answer(numbers))
    }

    /// Returns the move that a glance at a position finds.
    fn seen(&self, state: &StateOf<K>) -> Option<MoveOf<K>> {
        if self.knowledge.game().outcome(state).is_some() {
            return None;
        }
        match self.knowledge.glance(state, false) {
            Glance::Won { best, .. } | Glance::Lost { best, .. } => Some(best),
            Glance::Open { .. } => None,
        }
    }

    /// Returns a position as a glance sees it. It is quiet if a listed move led there.
    fn child(&self, mv: Option<MoveOf<K>>, state: StateOf<K>, goal: Goal) -> Child<K::Game> {
        let ours = self.knowledge.game().turn(&state) == goal.attacker;
        let settled = self.glance(&state, goal, ours, mv.is_some());
        let key = self.knowledge.class(&state).key;
        Child { mv, state, name: Name::new(key, goal.attacker, goal.plies), ours, settled }
    }

    fn glance(&self, state: &StateOf<K>, goal: Goal, ours: bool, quiet: bool) -> Option<Numbers> {
        if let Some(outcome) = self.knowledge.end(state, quiet) {
            let won = outcome == Outcome::Win(goal.attacker);
            return Some(if won { Numbers::PROVED } else { Numbers::DISPROVED });
        }
        if goal.plies == 0 {
            return Some(Numbers::TOO_FAR);
        }
        let decided = match self.knowledge.glance(state, quiet) {
            Glance::Won { plies, .. } => Some((ours, plies)),
            Glance::Lost { plies, .. } => Some((!ours, plies)),
            Glance::Open { .. } => None,
        };
        Some(match decided? {
            (false, _) => Numbers::DISPROVED,
            (true, plies) if plies > goal.plies => Numbers::TOO_FAR,
            (true, _) => Numbers::PROVED,
        })
    }

    /// Searches below an open position until one of its numbers is large enough.
    //
    // What the search of a child returns is kept here, and not only in the table, which may forget it: so each turn of
    // the loop brings the position nearer to its end, see `choice`.
    fn search(&mut self, node: &Child<K::Game>, goal: Goal) -> Result<Numbers, Halt> {
        self.enter(goal)?;
        let children = self.children(node, goal);
        let mut known: Vec<Numbers> = children.iter().map(|child| self.numbers(child)).collect();
        loop {
            let numbers = combined(&known, node.ours);
            if numbers.is_settled() || numbers.reach(goal.most) {
                self.proofs.table.store(node.name, numbers);
                if goal.ply == 0 {
                    self.proofs.found =
                        settling(&known, node.ours, numbers).and_then(|place| children[place].mv);
                }
                return Ok(numbers);
            }
            let (best, most) = choice(&known, node.ours, goal.most);
            known[best] = self.search(&children[best], Goal { most, ..goal.next() })?;
        }
    }

    /// Counts a node, unless a limit is reached.
    fn enter(&mut self, goal: Goal) -> Result<(), Halt> {
        self.proofs.counter.tick_alone()?;
        if self.proofs.report.is_due() {
            self.proofs.report.tell(self.proofs.counter.nodes(), self.proofs.table.fullness());
        }
        if self.proofs.table.is_too_small() {
            return Err(Stopped::Memory.into());
        }
        if goal.ply >= self.proofs.counter.most_plies() { Err(Stopped::Depth.into()) } else { Ok(()) }
    }

    fn children(&mut self, node: &Child<K::Game>, goal: Goal) -> Vec<Child<K::Game>> {
        let start = self.proofs.moves.len();
        if let Glance::Open { moves: notes, .. } = self.knowledge.glance(&node.state, false) {
            self.knowledge.list(&node.state, notes, &mut self.proofs.moves);
        }
        let mut children = Vec::with_capacity(self.proofs.moves.len() - start);
        for place in start..self.proofs.moves.len() {
            let mv = self.proofs.moves[place].mv;
            let child = self.child(Some(mv), self.knowledge.game().next(&node.state, mv), goal.next());
            // One move that settles it is enough.
            let enough = child.settled.is_some_and(|numbers| (numbers.proof == 0) == node.ours);
            children.push(child);
            if enough {
                break;
            }
        }
        self.proofs.moves.truncate(start);
        children
    }

    fn numbers(&self, child: &Child<K::Game>) -> Numbers {
        // What is not settled by itself has the numbers of the table.
        child.settled.unwrap_or_else(|| self.proofs.table.find(child.name))
    }
}

/// Returns what the numbers of the root say once its search has returned.
fn answer(numbers: Numbers) -> bool {
    let why =
        "the root is searched until one of its numbers is infinite, and those of an open position stay below";
    assert!(numbers.is_settled(), "{why}");
    numbers.proof == 0
}

/// Returns the child that settles a position for the player to move, if one does.
fn settling(children: &[Numbers], ours: bool, numbers: Numbers) -> Option<usize> {
    let good = |child: &Numbers| if ours { child.proof == 0 } else { *child == numbers };
    if ours == (numbers.proof == 0) { children.iter().position(good) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_numbers_are_an_answer() {
        assert_eq!([Numbers::PROVED, Numbers::DISPROVED, Numbers::TOO_FAR].map(answer), [true, false, false]);
    }
}
