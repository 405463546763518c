//! Growing the tree.

use std::time::{Duration, Instant};

use game::{Game, Limits, Outcome, Random, Stopped, Verdict};

use super::node::Node;
use super::playout::playout;
use super::tree::Tree;
use crate::budget::{NodeCounter, SharedBudget};
use crate::job::Job;
use crate::position::first;
use crate::progress::{Progress, Watch};
use crate::{Answer, Halt};

/// The plies of a line that are reported while random games are played.
const REPORTED: usize = 12;

/// Returns what random games say of a position, as [`Engine::Mcts`](crate::Engine::Mcts) does, with `plies` plies of
/// best play. A program for games so large that no other engine is of use need not contain the others.
///
/// ```
/// use game::{Game, Limits, Verdict};
/// use games::mnk::{Mnk, Rule};
/// use search::by_random_games;
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let answer = by_random_games(&game, &game.initial(), Limits::default(), 0, None);
/// assert_eq!(answer.verdict(), Some(Verdict::Draw));
/// ```
pub fn by_random_games<G: Game>(
    game: &G,
    state: &G::State,
    limits: Limits,
    plies: usize,
    watch: Option<Watch<'_, G::Move>>,
) -> Answer<G::Move> {
    solve(game, state, &Job { limits, line: plies, watch, ..Job::default() })
}

/// Returns what random games say of a position.
pub(crate) fn solve<G: Game>(game: &G, state: &G::State, job: &Job<'_, G::Move>) -> Answer<G::Move> {
    let (watcher, budget) = (job.watcher(), SharedBudget::new(&job.limits));
    let mut mcts = Mcts::new(game, state.clone(), &budget, 1);
    let so_far = |tree: &Tree<G::Move>, elapsed| {
        let (worth, table) = (tree.worth(), tree.fullness());
        Progress { worth, line: tree.line(REPORTED), nodes: budget.nodes(), elapsed, table }
    };
    let result = mcts.run(&mut |tree| watcher.tell(|elapsed| so_far(tree, elapsed)));
    let mut answer = Answer::unknown(result.err());
    (answer.worth, answer.nodes) = (mcts.tree.worth(), budget.nodes());
    answer.line = mcts.tree.line(job.line.max(1));
    answer.best = answer.line.first().copied().or_else(|| first(game, state));
    answer.line.truncate(job.line);
    answer.seconds = watcher.elapsed().as_secs_f64();
    answer
}

/// Random games, and the tree of positions that they were played from. What its budget counts as a node is a game.
pub(crate) struct Mcts<'a, G: Game> {
    game: &'a G,
    counter: NodeCounter<'a>,
    random: Random,
    pub(crate) tree: Tree<G::Move>,
    /// Whether it goes on where the tree cannot grow, for better means: only if time or nodes end it.
    patient: bool,
    root: G::State,
}

/// How often progress is reported, and the number of games between two looks at the clock.
const APART: Duration = Duration::from_millis(100);
const GAMES: u32 = 32;

/// How a descent ended.
enum Leaf {
    /// The game is over there, in this way, or there is no move, which counts as a draw.
    End(Outcome),
    /// There is something to be learnt by random games.
    New,
    /// The same, but the tree cannot grow there.
    Stuck(Halt),
}

impl<'a, G: Game> Mcts<'a, G> {
    pub(crate) fn new(game: &'a G, root: G::State, budget: &'a SharedBudget<'a>, seed: u64) -> Self {
        // While the vector of nodes grows, the old one and the new one are held.
        let most_nodes = budget.table_bytes() / 2 / size_of::<Node<Option<G::Move>>>();
        let (counter, patient) = (NodeCounter::new(budget), budget.limits().is_limited());
        let tree = Tree::new(most_nodes.min(u32::MAX as usize));
        Mcts { game, counter, random: Random::new(seed), tree, patient, root }
    }

    /// Plays random games until the value of the root is proved, or a limit is reached. Calls `tell` a few times a
    /// second.
    pub(crate) fn run(&mut self, tell: &mut dyn FnMut(&Tree<G::Move>)) -> Result<Verdict, Halt> {
        let result = self.grow(tell);
        self.counter.settle();
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
            self.counter.tick_alone()?;
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
        // The root has its moves in any case.
        if at > 0 && self.tree.nodes.len() >= self.tree.most_nodes {
            return Err(Stopped::Memory.into());
        }
        if self.tree.path.len() as u64 > u64::from(self.counter.most_plies().max(1)) {
            return Err(Stopped::Depth.into());
        }
        let start = self.tree.nodes.len() as u32;
        let moves = self.game.moves(state).map(|mv| Node::new(Some(mv)));
        self.tree.nodes.extend(moves);
        self.tree.nodes[at].children = start..self.tree.nodes.len() as u32;
        Ok(())
    }
}
