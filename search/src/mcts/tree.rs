//! The tree that grows.

use game::{Game, Outcome, Player, Random, Verdict};

use super::node::Node;
use super::playout::playout;
use crate::budget::{Account, Break, Halt, Meter};

/// A tree of positions, and the random games that were played from them. A node of its budget is a random game.
pub(crate) struct Mcts<'a, G: Game> {
    game: &'a G,
    meter: Meter<'a>,
    random: Random,
    nodes: Vec<Node<Option<G::Move>>>,
    most_nodes: usize,
    root: G::State,
    /// The nodes of the last descent, and the player who moved to each.
    path: Vec<(u32, Player)>,
}

/// How much a move that was visited little is worth another visit: the root of two in theory.
const CURIOSITY: f64 = 1.0;

impl<'a, G: Game> Mcts<'a, G> {
    pub(crate) fn new(game: &'a G, root: G::State, account: &'a Account<'a>, seed: u64) -> Self {
        let bytes = account.budget().bytes().unwrap_or(1 << 30);
        let most_nodes = (bytes / 2 / size_of::<Node<Option<G::Move>>>()).min(u32::MAX as usize);
        let meter = Meter::new(account);
        let (random, nodes) = (Random::new(seed), vec![Node::new(None)]);
        Mcts { game, meter, random, nodes, most_nodes, root, path: Vec::new() }
    }

    /// Plays random games until the value of the root is proved, or a limit is met.
    pub(crate) fn run(&mut self) -> Result<Verdict, Halt> {
        let result = self.grow();
        self.meter.settle();
        result
    }

    fn grow(&mut self) -> Result<Verdict, Halt> {
        loop {
            if let Some(verdict) = self.nodes[0].proved {
                return Ok(verdict.reversed());
            }
            self.meter.tick().map_err(|why| match why {
                Break::Halt(halt) => halt,
                Break::Beaten | Break::Grow => Halt::Nodes,
            })?;
            self.once();
        }
    }

    /// One descent, one random game, and the way back up.
    fn once(&mut self) {
        let mut state = self.root.clone();
        self.path.clear();
        // The root counts as reached by a move of the opponent.
        let mover = self.game.turn(&state).other();
        self.path.push((0, mover));
        let mut at = 0;
        let outcome = loop {
            if let Some(outcome) = self.game.outcome(&state) {
                break Some(outcome);
            }
            let turn = self.game.turn(&state);
            let fresh = self.nodes[at].children.is_empty();
            if fresh && (self.nodes[at].visits == 0 && at != 0 || !self.expand(at, &state)) {
                break None;
            }
            at = self.most_interesting(at);
            let Some(mv) = self.nodes[at].mv else { break None };
            self.game.play(&mut state, mv);
            self.nodes[at].again = self.game.outcome(&state).is_none() && self.game.turn(&state) == turn;
            self.path.push((at as u32, turn));
            // A repetition, perhaps: nothing is learnt by going on.
            if self.path.len() > 4000 {
                break None;
            }
        };
        match outcome {
            Some(outcome) => self.end(outcome),
            None => {
                let outcome = playout(self.game, state, &mut self.random);
                self.credit(outcome);
            }
        }
    }

    /// Gives a node its children; whether there was room for them.
    fn expand(&mut self, at: usize, state: &G::State) -> bool {
        if self.nodes.len() >= self.most_nodes {
            return false;
        }
        let start = self.nodes.len() as u32;
        let moves = self.game.moves(state).map(|mv| Node::new(Some(mv)));
        self.nodes.extend(moves);
        self.nodes[at].children = start..self.nodes.len() as u32;
        true
    }

    fn most_interesting(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let exploration = CURIOSITY * f64::from(node.visits.max(1)).ln().sqrt();
        let (mut best, mut most) = (node.children.start, f64::NEG_INFINITY);
        for child in node.children.clone() {
            let interest = self.nodes[child as usize].interest(exploration);
            if interest > most {
                (best, most) = (child, interest);
            }
        }
        best as usize
    }

    /// The game is over where the descent ended: that is proved, and perhaps more on the way up.
    fn end(&mut self, outcome: Outcome) {
        self.credit(outcome);
        let path = std::mem::take(&mut self.path);
        for (step, &(at, mover)) in path.iter().rev().enumerate() {
            let proved = if step == 0 { Some(verdict(outcome, mover)) } else { self.conclusion(at as usize) };
            if proved.is_none() {
                break;
            }
            self.nodes[at as usize].proved = proved;
        }
        self.path = path;
    }

    /// What the children prove about a node, for the player who moved there.
    fn conclusion(&self, at: usize) -> Option<Verdict> {
        let children = self.nodes[at].children.clone().map(|child| &self.nodes[child as usize]);
        // The children are those of the player to move.
        let mut best = Some(Verdict::Loss);
        for child in children {
            match child.proved {
                Some(Verdict::Win) => {
                    best = Some(Verdict::Win);
                    break;
                }
                Some(verdict) => best = best.map(|best| best.max(verdict)),
                None => best = None,
            }
        }
        let verdict = best?;
        Some(if self.nodes[at].again { verdict } else { verdict.reversed() })
    }

    fn credit(&mut self, outcome: Outcome) {
        for &(at, mover) in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.points += match verdict(outcome, mover) {
                Verdict::Win => 2,
                Verdict::Draw => 1,
                Verdict::Loss => 0,
            };
        }
    }

    /// The move that was visited most, or is proved to be best; and the moves after it that were.
    pub(crate) fn line(&self, plies: usize) -> Vec<G::Move> {
        let (mut line, mut at) = (Vec::new(), 0);
        while line.len() < plies {
            let worth = |child: &u32| {
                let node = &self.nodes[*child as usize];
                let proved = node.proved.map_or(1, |verdict| if verdict == Verdict::Loss { 0 } else { 1 });
                let won = node.proved == Some(Verdict::Win);
                (won, proved, node.visits)
            };
            let Some(best) = self.nodes[at].children.clone().max_by_key(worth) else { break };
            let Some(mv) = self.nodes[best as usize].mv else { break };
            if self.nodes[best as usize].visits == 0 && !line.is_empty() {
                break;
            }
            line.push(mv);
            at = best as usize;
        }
        line
    }

    /// How good the root looks to the player to move: from 0, lost, to 1, won.
    pub(crate) fn expectation(&self) -> f64 {
        1.0 - self.nodes[0].mean()
    }
}

fn verdict(outcome: Outcome, player: Player) -> Verdict {
    outcome.value_for(player).verdict
}
