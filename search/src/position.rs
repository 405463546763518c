//! A position, whatever its game.

use std::collections::HashSet;
use std::hash::Hash;

use game::{Game, Outcome, Player, Random};

use crate::alpha_beta::{Asker, Found, Means, Memory, Question, Worker};
use crate::budget::{Break, Halt};
use crate::dfpn::{Proofs, Prover};
use crate::knowledge::{Knowledge, Sight};
use crate::progress::Watcher;
use crate::solver::{by_asking, by_dfpn, by_minimax};
use crate::table::{FOREVER, Table};
use crate::{Answer, Budget, Engine, Options, mcts};

/// A position, to those who put questions about it and seldom do.
///
/// They know the type of its moves, and not that of its game: so they are compiled once for all games with such moves,
/// and only the searches that they ask for are compiled for every game.
pub(crate) trait Position<M>: Sync {
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whose turn it is.
    fn turn(&self) -> Player;

    /// Whether it does not tell how many moves were made, so that it may come twice in a game.
    fn is_timeless(&self) -> bool;

    /// No game takes more plies than this from here.
    fn plies_left(&self) -> u32;

    /// A glance at an unfinished position; if the game goes on, with the most promising move.
    fn glance(&self) -> Sight<M, Option<M>>;

    /// All legal moves.
    fn moves(&self) -> Vec<M>;

    /// Makes a move.
    fn play(&mut self, mv: M);

    /// The same position once more.
    fn copy(&self) -> Box<dyn Position<M> + '_>;

    /// The position after a move.
    fn after(&self, mv: M) -> Box<dyn Position<M> + '_> {
        let mut next = self.copy();
        next.play(mv);
        next
    }

    /// The move that a table remembers for it.
    fn remembered(&self, table: &Table) -> Option<M>;

    /// Whether some moves are looked at less deeply than others when looking ahead.
    fn reduces(&self) -> bool;

    /// How many positions can be reached, if they are not many.
    fn count_reachable(&self) -> Option<u32>;

    /// Whether a position comes twice in one of a few random games of so many plies.
    fn repeats(&self, plies: u32) -> bool;

    /// One thread's answer to a question, by alpha-beta.
    fn search(&self, question: Question, means: &Means<'_>, memory: &mut Memory) -> Result<Found<M>, Break>;

    /// Whether a player can force a win within so many plies, by proof numbers.
    fn prove(&self, player: Player, plies: u32, proofs: &mut Proofs<'_, M>) -> Result<bool, Halt>;

    /// The value, by whichever engine the options name, within a budget that need not be theirs.
    fn solve(&self, options: &Options, budget: &Budget, watcher: Watcher<'_, M>) -> Answer<M>;
}

/// A position of a game of which something is known.
pub(crate) struct At<'a, G: Game, K> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a K,
    pub(crate) state: G::State,
}

impl<G: Game, K: Knowledge<G>> Position<G::Move> for At<'_, G, K> {
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn turn(&self) -> Player {
        self.game.turn(&self.state)
    }

    fn is_timeless(&self) -> bool {
        self.game.ply(&self.state).is_none()
    }

    fn plies_left(&self) -> u32 {
        self.knowledge.plies_left(self.game, &self.state)
    }

    fn glance(&self) -> Sight<G::Move, Option<G::Move>> {
        match self.knowledge.glance(self.game, &self.state, false) {
            Sight::Won(mv, plies) => Sight::Won(mv, plies),
            Sight::Lost(mv, plies) => Sight::Lost(mv, plies),
            Sight::Open { soonest_win, soonest_loss, notes } => {
                let mut moves = Vec::new();
                self.knowledge.list(self.game, &self.state, notes, &mut moves);
                let promising = moves.into_iter().rev().max_by_key(|ranked| ranked.weight);
                Sight::Open { soonest_win, soonest_loss, notes: promising.map(|ranked| ranked.mv) }
            }
        }
    }

    fn moves(&self) -> Vec<G::Move> {
        self.game.moves(&self.state).collect()
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(&mut self.state, mv);
    }

    fn copy(&self) -> Box<dyn Position<G::Move> + '_> {
        Box::new(At { game: self.game, knowledge: self.knowledge, state: self.state.clone() })
    }

    fn remembered(&self, table: &Table) -> Option<G::Move> {
        let class = self.knowledge.class(self.game, &self.state);
        let code = table.find(class.key)?.code;
        let mut moves = self.game.moves(&self.state);
        moves.find(|&mv| self.knowledge.code(self.game, mv, class.symmetry) == code)
    }

    fn reduces(&self) -> bool {
        K::reduction(usize::MAX, FOREVER) > 0
    }

    fn count_reachable(&self) -> Option<u32> {
        const FEW: usize = 2000;
        let mut seen = HashSet::new();
        is_new(&mut seen, &self.state);
        let mut open = vec![self.state.clone()];
        while let Some(state) = open.pop() {
            if self.game.outcome(&state).is_some() {
                continue;
            }
            for mv in self.game.moves(&state) {
                let next = self.game.next(&state, mv);
                if is_new(&mut seen, &next) {
                    open.push(next);
                }
            }
            if seen.len() > FEW {
                return None;
            }
        }
        Some(seen.len() as u32)
    }

    fn repeats(&self, plies: u32) -> bool {
        let mut random = Random::new(1);
        let mut repeats = |_| {
            let (mut state, mut seen) = (self.state.clone(), HashSet::new());
            for _ in 0..plies {
                if self.game.outcome(&state).is_some() {
                    return false;
                }
                if !is_new(&mut seen, &state) {
                    return true;
                }
                let Some(mv) = random.choose(self.game.moves(&state)) else { return false };
                self.game.play(&mut state, mv);
            }
            !is_new(&mut seen, &state)
        };
        (0..8).any(&mut repeats)
    }

    fn search(
        &self,
        question: Question,
        means: &Means<'_>,
        memory: &mut Memory,
    ) -> Result<Found<G::Move>, Break> {
        let mut worker = Worker::new(self.game, self.knowledge, means, memory);
        let result = worker.run(&self.state, question);
        worker.meter.settle();
        result
    }

    fn prove(&self, player: Player, plies: u32, proofs: &mut Proofs<'_, G::Move>) -> Result<bool, Halt> {
        Prover { game: self.game, knowledge: self.knowledge, proofs }.prove(&self.state, player, plies)
    }

    fn solve(&self, options: &Options, budget: &Budget, watcher: Watcher<'_, G::Move>) -> Answer<G::Move> {
        let Options { engine, threads, line, .. } = *options;
        match engine {
            Engine::Auto | Engine::AlphaBeta => {
                by_asking(&mut Asker::new(budget, threads, watcher), self, line)
            }
            Engine::Minimax => by_minimax(self.game, &self.state, (budget, line), &watcher),
            Engine::DfPn => by_dfpn(self, (budget, line), watcher),
            Engine::Mcts => mcts::solve(self.game, &self.state, (budget, line), watcher),
        }
    }
}

/// Some legal move, if the game goes on.
pub(crate) fn first<G: Game>(game: &G, state: &G::State) -> Option<G::Move> {
    if game.outcome(state).is_some() { None } else { game.moves(state).next() }
}

/// Remembers a state; whether it was not seen before. Not inlined: games share states, and so the code of their sets.
#[inline(never)]
fn is_new<S: Clone + Eq + Hash>(seen: &mut HashSet<S>, state: &S) -> bool {
    seen.insert(state.clone())
}
