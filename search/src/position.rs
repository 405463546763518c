//! A position of any game, with moves of a known type.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use game::{Game, Glance, Outcome, Player, Random};

use crate::alpha_beta::table::{FOREVER, Table};
use crate::alpha_beta::{AlphaBeta, Found, Means, Memory, Query, Worker, by_alpha_beta};
use crate::budget::Interrupt;
use crate::dfpn::{Proofs, Prover, by_dfpn};
use crate::erased::{Erased, State};
use crate::job::Job;
use crate::knowledge::{Knowledge, MoveOf, Ranked, StateOf};
use crate::minimax::by_minimax;
use crate::{Answer, Engine, Halt, mcts};

/// A position, as the code sees it that queries engines and seldom does.
///
/// It knows the type of moves, but not that of the game. So that code is compiled once for all games with such moves,
/// and only what visits millions of positions is compiled for every game.
pub(crate) trait Position<M>: Sync {
    /// Returns how the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the player to move.
    fn turn(&self) -> Player;

    /// Returns whether it may occur twice in a game, because it does not say how many moves were made.
    fn may_repeat(&self) -> bool;

    /// Returns an upper bound on the plies left.
    fn plies_left(&self) -> u32;

    /// Returns what a glance at an unfinished position shows; if the game goes on, with the most promising move.
    fn glance(&self) -> Glance<M, Option<M>>;

    /// Returns all legal moves.
    fn moves(&self) -> Vec<M>;

    /// Makes a move.
    fn play(&mut self, mv: M);

    /// Returns a copy.
    fn copy(&self) -> Box<dyn Position<M> + '_>;

    /// Returns the position after a move.
    fn after(&self, mv: M) -> Box<dyn Position<M> + '_> {
        let mut next = self.copy();
        next.play(mv);
        next
    }

    /// Returns the move that a table remembers for it.
    fn remembered(&self, table: &Table) -> Option<M>;

    /// Returns whether some moves are searched less deeply than others when looking ahead.
    fn reduces(&self) -> bool;

    /// Returns the number of positions that can be reached, if it is small.
    fn count_reachable(&self) -> Option<u32>;

    /// Returns whether a position occurs twice in one of a few random games of `plies` plies.
    fn repeats(&self, plies: u32) -> bool;

    /// Returns it without the type of the game.
    fn state(&self) -> State;

    /// Returns one thread's answer to a query, by alpha-beta.
    fn search(&self, query: Query, means: &Means<'_>, memory: &mut Memory) -> Result<Found<M>, Interrupt>;

    /// Returns whether a player can force a win within `plies` plies, by proof numbers.
    fn prove(&self, player: Player, plies: u32, proofs: &mut Proofs<'_, M>) -> Result<bool, Halt>;

    /// Returns the value, by the engine that the job names.
    fn solve(&self, job: &Job<'_, M>) -> Answer<M>;
}

/// A position of a game of which something is known.
pub(crate) struct At<'a, K: Knowledge> {
    pub(crate) knowledge: &'a K,
    pub(crate) state: StateOf<K>,
}

impl<'a, K: Knowledge> At<'a, K> {
    fn game(&self) -> &'a K::Game {
        self.knowledge.game()
    }

    fn erased(&self) -> Erased<'a, MoveOf<K>> {
        Erased(self.game())
    }
}

impl<K: Knowledge> Position<MoveOf<K>> for At<'_, K> {
    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome(&self.state)
    }

    fn turn(&self) -> Player {
        self.game().turn(&self.state)
    }

    fn may_repeat(&self) -> bool {
        self.game().ply(&self.state).is_none()
    }

    fn plies_left(&self) -> u32 {
        self.knowledge.plies_left(&self.state)
    }

    fn glance(&self) -> Glance<MoveOf<K>, Option<MoveOf<K>>> {
        match self.knowledge.glance(&self.state, false) {
            Glance::Won { best, plies } => Glance::Won { best, plies },
            Glance::Lost { best, plies } => Glance::Lost { best, plies },
            Glance::Open { soonest_win, soonest_loss, moves: notes } => {
                let mut moves = Vec::new();
                self.knowledge.list(&self.state, notes, &mut moves);
                let promises = self.knowledge.promises(&self.state);
                let promise =
                    |ranked: &Ranked<MoveOf<K>>| ranked.weight.saturating_add(promises(ranked.mv, None));
                let promising = moves.into_iter().rev().max_by_key(promise);
                Glance::Open { soonest_win, soonest_loss, moves: promising.map(|ranked| ranked.mv) }
            }
        }
    }

    fn moves(&self) -> Vec<MoveOf<K>> {
        self.game().moves(&self.state).collect()
    }

    fn play(&mut self, mv: MoveOf<K>) {
        self.knowledge.game().play(&mut self.state, mv);
    }

    fn copy(&self) -> Box<dyn Position<MoveOf<K>> + '_> {
        Box::new(At { knowledge: self.knowledge, state: self.state.clone() })
    }

    fn remembered(&self, table: &Table) -> Option<MoveOf<K>> {
        let class = self.knowledge.class(&self.state);
        let code = table.find(class.key)?.code;
        let mut moves = self.game().moves(&self.state);
        moves.find(|&mv| self.knowledge.code(mv, class.symmetry) == code)
    }

    fn reduces(&self) -> bool {
        K::reduction(usize::MAX, FOREVER) > 0
    }

    fn count_reachable(&self) -> Option<u32> {
        reachable(self.erased(), self.state())
    }

    fn repeats(&self, plies: u32) -> bool {
        repeats(self.erased(), &self.state(), plies)
    }

    fn state(&self) -> State {
        State::new(self.state.clone())
    }

    fn search(
        &self,
        query: Query,
        means: &Means<'_>,
        memory: &mut Memory,
    ) -> Result<Found<MoveOf<K>>, Interrupt> {
        let mut worker = Worker::new(self.knowledge, means, memory);
        let result = worker.run(&self.state, query);
        worker.counter.settle();
        result
    }

    fn prove(&self, player: Player, plies: u32, proofs: &mut Proofs<'_, MoveOf<K>>) -> Result<bool, Halt> {
        Prover { knowledge: self.knowledge, proofs }.prove(&self.state, player, plies)
    }

    fn solve(&self, job: &Job<'_, MoveOf<K>>) -> Answer<MoveOf<K>> {
        match job.engine {
            Engine::Auto | Engine::AlphaBeta => {
                by_alpha_beta(&mut AlphaBeta::new(&job.limits, job.watcher()), self, job.line)
            }
            Engine::Minimax => by_minimax(&self.erased(), &self.state(), job),
            Engine::DfPn => by_dfpn(self, job),
            Engine::Mcts => mcts::solve(self.game(), &self.state, job),
        }
    }
}

/// Returns a legal move, if the game goes on.
pub(crate) fn first<G: Game>(game: &G, state: &G::State) -> Option<G::Move> {
    if game.outcome(state).is_some() { None } else { game.moves(state).next() }
}

/// Returns the number of positions that can be reached, if it is small.
fn reachable<M: Copy + Eq + Hash + Debug + Send + Sync + 'static>(
    game: Erased<'_, M>,
    start: State,
) -> Option<u32> {
    const FEW: usize = 2000;
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if game.outcome(&state).is_some() {
            continue;
        }
        for mv in game.moves(&state) {
            let next = game.next(&state, mv);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > FEW {
            return None;
        }
    }
    Some(seen.len() as u32)
}

/// Returns whether a position occurs twice in one of a few random games of `plies` plies.
fn repeats<M: Copy + Eq + Hash + Debug + Send + Sync + 'static>(
    game: Erased<'_, M>,
    start: &State,
    plies: u32,
) -> bool {
    let mut random = Random::new(1);
    let mut repeats = |_| {
        let (mut state, mut seen) = (start.clone(), HashSet::new());
        for _ in 0..plies {
            if game.outcome(&state).is_some() {
                return false;
            }
            if !seen.insert(state.clone()) {
                return true;
            }
            let Some(mv) = random.choose(game.moves(&state)) else { return false };
            game.play(&mut state, mv);
        }
        seen.contains(&state)
    };
    (0..8).any(&mut repeats)
}
