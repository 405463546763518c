//! Proving that a player can force a win.

use game::{Game, Outcome, Player, Stopped};

use super::numbers::{INFINITE, Numbers, choice, combined};
use super::report::Report;
use super::table::{Name, Numbered};
use crate::budget::{Account, Halt, Meter};
use crate::knowledge::{Knowledge, Ranked, Sight};
use crate::score::LONGEST;

/// What a search by proof numbers keeps from one question to the next.
pub(crate) struct Proofs<'a, M> {
    pub(super) meter: Meter<'a>,
    pub(super) report: Report<'a, M>,
    table: Numbered,
    moves: Vec<Ranked<M>>,
    /// Whether the last question has the answer no only because of its limit of plies, perhaps.
    pub(super) met_limit: bool,
    /// The move by which the player to move wins, or does not lose, according to the last question; none if it was
    /// answered against that player, or before any move was looked at.
    pub(super) found: Option<M>,
}

impl<'a, M> Proofs<'a, M> {
    pub(super) fn new(account: &'a Account<'a>, report: Report<'a, M>) -> Self {
        let table = Numbered::new(account.budget().bytes().unwrap_or(1 << 30));
        let (meter, moves) = (Meter::new(account), Vec::new());
        Proofs { meter, report, table, moves, met_limit: false, found: None }
    }
}

/// Proves and disproves that a player can force a win.
pub(crate) struct Prover<'p, 'a, G: Game, K> {
    pub(crate) game: &'p G,
    pub(crate) knowledge: &'p K,
    pub(crate) proofs: &'p mut Proofs<'a, G::Move>,
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

/// A question about a position.
#[derive(Clone, Copy)]
struct Goal {
    attacker: Player,
    /// Plies within which the attacker must win; [`LONGEST`] if in any number.
    plies: u32,
    /// The search returns when one of the numbers reaches these.
    most: Numbers,
    ply: u32,
}

impl Goal {
    /// The same question after a move.
    fn next(self) -> Goal {
        let plies = if self.plies == LONGEST { LONGEST } else { self.plies - 1 };
        Goal { plies, ply: self.ply + 1, ..self }
    }
}

impl<G: Game, K: Knowledge<G>> Prover<'_, '_, G, K> {
    /// Whether a player can force a win within so many plies.
    pub(crate) fn prove(&mut self, state: &G::State, attacker: Player, plies: u32) -> Result<bool, Halt> {
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
        // No number of an open position is so large that the search returns; if one were, nothing would be known.
        if numbers.is_settled() { Ok(numbers.proof == 0) } else { Err(Stopped::Nodes.into()) }
    }

    /// The move that a glance at a position finds.
    fn seen(&self, state: &G::State) -> Option<G::Move> {
        if self.game.outcome(state).is_some() {
            return None;
        }
        match self.knowledge.glance(self.game, state, false) {
            Sight::Won(mv, _) | Sight::Lost(mv, _) => Some(mv),
            Sight::Open { .. } => None,
        }
    }

    /// A position, as seen at a glance. It is quiet if a listed move led there.
    fn child(&self, mv: Option<G::Move>, state: G::State, goal: Goal) -> Child<G> {
        let ours = self.game.turn(&state) == goal.attacker;
        let settled = self.glance(&state, goal, ours, mv.is_some());
        let key = self.knowledge.class(self.game, &state).key;
        Child { mv, state, name: Name::new(key, goal.attacker, goal.plies), ours, settled }
    }

    fn glance(&self, state: &G::State, goal: Goal, ours: bool, quiet: bool) -> Option<Numbers> {
        if let Some(outcome) = self.knowledge.end(self.game, state, quiet) {
            let won = outcome == Outcome::Win(goal.attacker);
            return Some(if won { Numbers::PROVED } else { Numbers::DISPROVED });
        }
        if goal.plies == 0 {
            return Some(Numbers::TOO_FAR);
        }
        let decided = match self.knowledge.glance(self.game, state, quiet) {
            Sight::Won(_, plies) => Some((ours, plies)),
            Sight::Lost(_, plies) => Some((!ours, plies)),
            Sight::Open { .. } => None,
        };
        Some(match decided? {
            (false, _) => Numbers::DISPROVED,
            (true, plies) if plies > goal.plies => Numbers::TOO_FAR,
            (true, _) => Numbers::PROVED,
        })
    }

    /// Searches below a position that is not settled until one of its numbers is large enough.
    ///
    /// What the search of a child returns is kept here, and not only in the table, which may forget it: so each turn of
    /// the loop brings the position nearer to its end, see [`choice`].
    fn search(&mut self, node: &Child<G>, goal: Goal) -> Result<Numbers, Halt> {
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

    /// Counts a node, unless a limit is met.
    fn enter(&mut self, goal: Goal) -> Result<(), Halt> {
        self.proofs.meter.tick_alone()?;
        if self.proofs.report.is_due() {
            self.proofs.report.tell(self.proofs.meter.nodes(), self.proofs.table.fullness());
        }
        if self.proofs.table.is_too_small() {
            return Err(Stopped::Memory.into());
        }
        if goal.ply >= self.proofs.meter.most_plies() { Err(Stopped::Depth.into()) } else { Ok(()) }
    }

    fn children(&mut self, node: &Child<G>, goal: Goal) -> Vec<Child<G>> {
        let start = self.proofs.moves.len();
        if let Sight::Open { notes, .. } = self.knowledge.glance(self.game, &node.state, false) {
            self.knowledge.list(self.game, &node.state, notes, &mut self.proofs.moves);
        }
        let mut children = Vec::with_capacity(self.proofs.moves.len() - start);
        for place in start..self.proofs.moves.len() {
            let mv = self.proofs.moves[place].mv;
            let child = self.child(Some(mv), self.game.next(&node.state, mv), goal.next());
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

    fn numbers(&self, child: &Child<G>) -> Numbers {
        child.settled.unwrap_or_else(|| self.proofs.table.find(child.name))
    }
}

/// The child that settles a position for whoever moves, if one does.
fn settling(children: &[Numbers], ours: bool, numbers: Numbers) -> Option<usize> {
    let good = |child: &Numbers| if ours { child.proof == 0 } else { *child == numbers };
    if ours == (numbers.proof == 0) { children.iter().position(good) } else { None }
}
