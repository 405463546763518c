//! Proving that a player can force a win.

use game::{Game, Outcome, Player};

use super::table::{INFINITE, Numbered, Numbers};
use crate::budget::{Account, Break, Halt, Meter};
use crate::knowledge::{Knowledge, Ranked, Sight};
use crate::score::LONGEST;

/// Proves and disproves that a player can force a win.
pub(super) struct Prover<'a, G: Game, K: Knowledge<G>> {
    pub(super) game: &'a G,
    pub(super) knowledge: &'a K,
    pub(super) meter: Meter<'a>,
    table: Numbered,
    moves: Vec<Ranked<G::Move>>,
    /// Whether the last question has the answer no only because of its limit of plies, perhaps.
    pub(super) met_limit: bool,
}

/// A position after a move.
struct Child<S> {
    state: S,
    key: u64,
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

impl<'a, G: Game, K: Knowledge<G>> Prover<'a, G, K> {
    pub(super) fn new(game: &'a G, knowledge: &'a K, account: &'a Account<'a>) -> Self {
        let table = Numbered::new(account.budget().bytes().unwrap_or(1 << 30));
        let meter = Meter::new(account);
        Prover { game, knowledge, meter, table, moves: Vec::new(), met_limit: false }
    }

    /// Whether a player can force a win within so many plies.
    pub(super) fn prove(&mut self, state: &G::State, attacker: Player, plies: u32) -> Result<bool, Halt> {
        self.moves.clear();
        let most = Numbers { proof: INFINITE, disproof: INFINITE };
        let goal = Goal { attacker, plies, most, ply: 0 };
        let root = self.child(state.clone(), goal, false);
        let numbers = match root.settled {
            Some(numbers) => numbers,
            None => self.search(&root, goal)?,
        };
        self.met_limit = numbers == Numbers::TOO_FAR;
        Ok(numbers.proof == 0)
    }

    /// A position, as seen at a glance.
    fn child(&self, state: G::State, goal: Goal, quiet: bool) -> Child<G::State> {
        let ours = self.game.turn(&state) == goal.attacker;
        let settled = self.glance(&state, goal, ours, quiet);
        let class = self.knowledge.class(self.game, &state);
        // Different questions about one position are different entries.
        let question = u64::from(goal.plies) << 1 | goal.attacker.index() as u64;
        let key = class.key ^ question.wrapping_add(1).wrapping_mul(0x9fb2_1c65_1e98_df25);
        Child { state, key, ours, settled }
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
    fn search(&mut self, node: &Child<G::State>, goal: Goal) -> Result<Numbers, Halt> {
        self.meter.tick().map_err(|why| match why {
            Break::Halt(halt) => halt,
            Break::Beaten | Break::Grow => Halt::Nodes,
        })?;
        if goal.ply >= self.meter.most_plies() {
            return Err(Halt::Depth);
        }
        let children = self.children(node, goal);
        loop {
            let known: Vec<Numbers> = children.iter().map(|child| self.numbers(child)).collect();
            let numbers = combined(&known, node.ours);
            let enough = numbers.proof >= goal.most.proof || numbers.disproof >= goal.most.disproof;
            if enough || numbers.is_settled() {
                self.table.store(node.key, numbers);
                return Ok(numbers);
            }
            let (best, most) = choice(&known, node.ours, numbers, goal.most);
            let plies = if goal.plies == LONGEST { LONGEST } else { goal.plies - 1 };
            let next = Goal { plies, most, ply: goal.ply + 1, ..goal };
            self.search(&children[best], next)?;
        }
    }

    fn children(&mut self, node: &Child<G::State>, goal: Goal) -> Vec<Child<G::State>> {
        let start = self.moves.len();
        if let Sight::Open { notes, .. } = self.knowledge.glance(self.game, &node.state, false) {
            self.knowledge.list(self.game, &node.state, notes, &mut self.moves);
        }
        let plies = if goal.plies == LONGEST { LONGEST } else { goal.plies - 1 };
        let next = Goal { plies, ..goal };
        let mut children = Vec::with_capacity(self.moves.len() - start);
        for place in start..self.moves.len() {
            let state = self.game.next(&node.state, self.moves[place].mv);
            let child = self.child(state, next, true);
            // One move that settles it is enough.
            let enough = child.settled.is_some_and(|numbers| (numbers.proof == 0) == node.ours);
            children.push(child);
            if enough {
                break;
            }
        }
        self.moves.truncate(start);
        children
    }

    fn numbers(&self, child: &Child<G::State>) -> Numbers {
        child.settled.unwrap_or_else(|| self.table.find(child.key))
    }
}

/// The numbers of a position from those of its children: one proof is enough where the attacker moves, and one disproof
/// where the opponent does.
fn combined(children: &[Numbers], ours: bool) -> Numbers {
    let least = |number: fn(&Numbers) -> u32| children.iter().map(number).min().unwrap_or(INFINITE);
    let sum =
        |number: fn(&Numbers) -> u32| children.iter().map(number).fold(0, |sum, n| (sum + n).min(INFINITE));
    if ours {
        Numbers { proof: least(|n| n.proof), disproof: sum(|n| n.disproof) }
    } else if let Some(proof) = children.iter().filter(|n| n.disproof == 0).map(|n| n.proof).max() {
        // If one is not only too far, nor is this.
        Numbers { proof, disproof: 0 }
    } else {
        Numbers { proof: sum(|n| n.proof), disproof: least(|n| n.disproof) }
    }
}

/// The child to search, and how far: until another looks better, by a quarter so that the search does not go to and fro.
fn choice(children: &[Numbers], ours: bool, numbers: Numbers, most: Numbers) -> (usize, Numbers) {
    let own = |n: &Numbers| if ours { n.proof } else { n.disproof };
    let other = |n: &Numbers| if ours { n.disproof } else { n.proof };
    let (mut best, mut second) = (0, INFINITE);
    for (place, child) in children.iter().enumerate().skip(1) {
        if own(child) < own(&children[best]) {
            second = own(&children[best]);
            best = place;
        } else {
            second = second.min(own(child));
        }
    }
    let next = second.saturating_add(second / 4 + 1).min(own(&most));
    let rest = other(&most).saturating_sub(other(&numbers)).saturating_add(other(&children[best]));
    let rest = rest.min(INFINITE);
    let most =
        if ours { Numbers { proof: next, disproof: rest } } else { Numbers { proof: rest, disproof: next } };
    (best, most)
}
