//! The tree that grows.

use std::time::{Duration, Instant};

use game::{Game, Outcome, Player, Random, Stopped, Value, Verdict, Worth};

use super::node::{Node, Proved};
use super::playout::playout;
use crate::budget::{Account, Halt, Meter};

/// Random games, and the tree of positions that they were played from. A node of its budget is a random game.
pub(crate) struct Mcts<'a, G: Game> {
    game: &'a G,
    meter: Meter<'a>,
    random: Random,
    pub(crate) tree: Tree<G::Move>,
    /// Whether it goes on where the tree cannot grow, for better means: only if something else ends it.
    patient: bool,
    root: G::State,
}

/// A tree of positions, by the moves that lead to them: compiled once for all games with such moves.
pub(crate) struct Tree<M> {
    nodes: Vec<Node<Option<M>>>,
    most_nodes: usize,
    /// The nodes of the last descent, and the player who moved to each.
    path: Vec<(u32, Player)>,
}

/// How much a move that was visited little is worth another visit: the root of two in theory.
const CURIOSITY: f64 = 1.0;

/// The guess about a position in which nearly all random games are won, twice over: such as evaluations give to one that is
/// as good as won.
const SURE: f64 = 8e3;

/// How often it is told how far it is, and after how many games the clock is looked at.
const APART: Duration = Duration::from_millis(100);
const GAMES: u32 = 32;

/// How a descent ended.
enum Leaf {
    /// The game is over there, in this way, or nobody can move, which counts as a draw.
    End(Outcome),
    /// There is something to be learnt by random games.
    New,
    /// The same, but the tree cannot grow there.
    Stuck(Halt),
}

impl<'a, G: Game> Mcts<'a, G> {
    pub(crate) fn new(game: &'a G, root: G::State, account: &'a Account<'a>, seed: u64) -> Self {
        let budget = account.budget();
        let bytes = budget.bytes().unwrap_or(1 << 30);
        let most_nodes = (bytes / 2 / size_of::<Node<Option<G::Move>>>()).min(u32::MAX as usize);
        let (meter, patient) = (Meter::new(account), budget.is_limited());
        let tree = Tree { nodes: vec![Node::new(None)], most_nodes, path: Vec::new() };
        Mcts { game, meter, random: Random::new(seed), tree, patient, root }
    }

    /// Plays random games until the value of the root is proved, or a limit is met.
    pub(crate) fn run(&mut self) -> Result<Verdict, Halt> {
        self.run_telling(&mut |_| {})
    }

    /// The same, telling a few times a second that it has come further.
    pub(crate) fn run_telling(&mut self, tell: &mut dyn FnMut(&Tree<G::Move>)) -> Result<Verdict, Halt> {
        let result = self.grow(tell);
        self.meter.settle();
        result
    }

    fn grow(&mut self, tell: &mut dyn FnMut(&Tree<G::Move>)) -> Result<Verdict, Halt> {
        let (mut told, mut games) = (Instant::now(), 0);
        loop {
            if let Some(verdict) = self.tree.proved().verdict() {
                return Ok(verdict);
            }
            games = (games + 1) % GAMES;
            if games == 0 && told.elapsed() >= APART {
                tell(&self.tree);
                told = Instant::now();
            }
            self.meter.tick_alone()?;
            self.once()?;
        }
    }

    /// One descent, one random game, and the way back up.
    fn once(&mut self) -> Result<(), Halt> {
        let mut state = self.root.clone();
        match self.descend(&mut state) {
            Leaf::End(outcome) => {
                self.tree.conclude(outcome);
                self.tree.credit(outcome);
                return Ok(());
            }
            Leaf::Stuck(halt) if !self.patient => return Err(halt),
            Leaf::New | Leaf::Stuck(_) => {}
        }
        let outcome = playout(self.game, state, &mut self.random);
        self.tree.credit(outcome);
        Ok(())
    }

    /// Goes down the tree from the root, where it is most interesting, to a leaf that was not visited before, or where
    /// the tree cannot grow.
    fn descend(&mut self, state: &mut G::State) -> Leaf {
        self.tree.path.clear();
        // The root counts as reached by a move of the opponent.
        self.tree.path.push((0, self.game.turn(state).other()));
        let (mut at, mut visited) = (0, true);
        loop {
            if let Some(outcome) = self.game.outcome(state) {
                return Leaf::End(outcome);
            }
            if self.tree.nodes[at].children.is_empty() {
                if !visited {
                    return Leaf::New;
                }
                if let Err(halt) = self.expand(at, state) {
                    return Leaf::Stuck(halt);
                }
            }
            let Some((child, mv)) = self.tree.most_interesting(at) else { return Leaf::End(Outcome::Draw) };
            let turn = self.game.turn(state);
            self.game.play(state, mv);
            visited = self.tree.nodes[child].visits > 0;
            self.tree.nodes[child].again =
                self.game.outcome(state).is_none() && self.game.turn(state) == turn;
            self.tree.path.push((child as u32, turn));
            at = child;
        }
    }

    /// Gives a node its children, if there is room for them.
    fn expand(&mut self, at: usize, state: &G::State) -> Result<(), Halt> {
        // The moves of the root are wanted in any case.
        if at > 0 && self.tree.nodes.len() >= self.tree.most_nodes {
            return Err(Stopped::Memory.into());
        }
        if self.tree.path.len() as u64 > u64::from(self.meter.most_plies().max(1)) {
            return Err(Stopped::Depth.into());
        }
        let start = self.tree.nodes.len() as u32;
        let moves = self.game.moves(state).map(|mv| Node::new(Some(mv)));
        self.tree.nodes.extend(moves);
        self.tree.nodes[at].children = start..self.tree.nodes.len() as u32;
        Ok(())
    }
}

impl<M: Copy> Tree<M> {
    fn children(&self, at: usize) -> impl Iterator<Item = (usize, &Node<Option<M>>)> {
        let children = self.nodes[at].children.clone();
        (children.start as usize..children.end as usize).map(|child| (child, &self.nodes[child]))
    }

    /// What is proved of a node for the player to move there.
    fn proved_for_mover(&self, at: usize) -> Proved {
        let Node { proved, again, .. } = self.nodes[at];
        if again { proved } else { proved.reversed() }
    }

    /// The child to visit, of those that may turn out to be better than what is proved already. There is one unless
    /// nobody can move.
    fn most_interesting(&self, at: usize) -> Option<(usize, M)> {
        let certain = self.proved_for_mover(at).least;
        let exploration = CURIOSITY * f64::from(self.nodes[at].visits.max(1)).ln().sqrt();
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        for (place, child) in self.children(at).filter(|(_, child)| child.proved.most > certain) {
            let interest = child.interest(exploration);
            if interest > most {
                (best, most) = (child.mv.map(|mv| (place, mv)), interest);
            }
        }
        best
    }

    /// The game is over where the descent ended: that is proved, and perhaps more on the way up.
    fn conclude(&mut self, outcome: Outcome) {
        for step in (0..self.path.len()).rev() {
            let (at, mover) = (self.path[step].0 as usize, self.path[step].1);
            let proved = match Proved::best(self.children(at).map(|(_, child)| child.proved)) {
                None => Proved::exactly(verdict(outcome, mover)),
                Some(best) if self.nodes[at].again => best,
                Some(best) => best.reversed(),
            };
            if self.nodes[at].proved == proved {
                return;
            }
            self.nodes[at].proved = proved;
        }
    }

    /// Counts a random game for every node on the path. Whoever has something better for certain would not have let it
    /// come to this, so it counts as that above.
    fn credit(&mut self, outcome: Outcome) {
        let mut outcome = outcome;
        for &(at, mover) in self.path.iter().rev() {
            let node = &mut self.nodes[at as usize];
            let verdict = verdict(outcome, mover).clamp(node.proved.least, node.proved.most);
            node.credit(verdict);
            outcome = match verdict {
                Verdict::Win => Outcome::Win(mover),
                Verdict::Draw => Outcome::Draw,
                Verdict::Loss => Outcome::Win(mover.other()),
            };
        }
    }

    /// The best move of each position from the root on, for so many plies, as far as the tree goes.
    pub(crate) fn line(&self, plies: usize) -> Vec<M> {
        let (mut line, mut at) = (Vec::new(), 0);
        while line.len() < plies {
            let Some(best) = self.best(at) else { break };
            let node = &self.nodes[best];
            let Some(mv) = node.mv.filter(|_| node.visits > 0 || line.is_empty()) else { break };
            line.push(mv);
            at = best;
        }
        line
    }

    /// The best child: of those that may be better than what is certain the one that was visited most, if it looks
    /// better too; otherwise one that is certain.
    fn best(&self, at: usize) -> Option<usize> {
        let certain = self.proved_for_mover(at).least;
        let open = self.children(at).filter(|(_, child)| child.proved.most > certain);
        let open = open.max_by_key(|(_, child)| child.visits);
        let safe = self.children(at).filter(|(_, child)| child.proved.least == certain);
        let safe = safe.max_by_key(|(_, child)| (child.proved.most, child.visits));
        let chosen = match (open, safe) {
            (Some(open), Some(safe)) if certain > Verdict::Loss && open.1.mean() <= safe.1.mean() => {
                Some(safe)
            }
            _ => open.or(safe),
        };
        chosen.map(|(place, _)| place)
    }

    /// What is proved of the root, for the player to move.
    fn proved(&self) -> Proved {
        self.proved_for_mover(0)
    }

    /// What the root is worth to the player to move: what is proved of it, and where that is nothing, how the random games
    /// ended.
    pub(crate) fn worth(&self) -> Worth {
        let Proved { least, most } = self.proved();
        if let Some(verdict) = self.proved().verdict() {
            return Worth::Proved(Value::of(verdict));
        }
        // How soon an end may come is not known.
        let least = if least == Verdict::Loss { Value::loss(0) } else { Value::of(least) };
        let most = if most == Verdict::Win { Value::win(0) } else { Value::of(most) };
        match Worth::between(least, most) {
            Worth::UNKNOWN => Worth::Guess(self.guess()),
            bounds => bounds,
        }
    }

    /// How many of a thousand places for positions are taken.
    pub(crate) fn fullness(&self) -> u32 {
        (self.nodes.len() as u64 * 1000 / self.most_nodes.max(1) as u64).min(1000) as u32
    }

    /// How good the root looks to the player to move: 0 is even.
    pub(crate) fn guess(&self) -> i32 {
        let root = &self.nodes[0];
        // Its mean is that of the opponent, from 0, who lost every game, to 1.
        if root.visits == 0 { 0 } else { ((0.5 - root.mean()) * SURE) as i32 }
    }
}

fn verdict(outcome: Outcome, player: Player) -> Verdict {
    outcome.value_for(player).verdict
}
