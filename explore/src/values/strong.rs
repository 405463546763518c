//! Strong solutions: the value of every position that can be reached, and how far the end is.

use std::collections::VecDeque;

use game::{Indexed, Playable, Player, Stopped, System, Value, Verdict};

use crate::explorer::Explorer;
use crate::graph::Graph;
use crate::graph::arrows::Reversed;
use crate::values::meter::Meter;

/// No distance: neither player can force the end.
const NEVER: u32 = u32::MAX;

/// The value of every position that can be reached.
pub struct Solution<'a, S: System> {
    graph: Graph<'a, S>,
    verdicts: Vec<Verdict>,
    plies: Vec<u32>,
    /// The bytes that the search holds.
    searched: usize,
    /// Whether every position was found. If not, wins and losses are exact, and a draw may be anything.
    pub complete: bool,
}

/// Solves a game: every position that can be reached from its start, with the distance to the end.
///
/// Positions may repeat, and a player may move twice running. The winner hurries and the loser holds out. A game that
/// neither can bring to an end is a draw, at no distance; a draw has a distance where both sides can only play on to an
/// end, which is then put off for as long as possible.
///
/// The solution is found backwards from the ends: a position is won as soon as one move leads to a lost one, and lost
/// when the last of its moves turns out to lead to a won one. Those never reached so are draws.
///
/// ```
/// use explore::{Explorer, solve};
/// use game::{Game, Value, Verdict};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let solution = solve(&Explorer::new(&game));
/// assert_eq!(solution.value(&game.initial()), Some(Value::draw(9)));
/// assert_eq!(solution.count(Verdict::Win), 2836);
/// ```
///
/// The limits of the explorer hold to the end, and its watcher is called while positions are searched for and while
/// they get their values. If a limit is reached, the report of the [graph](Solution::graph) says which.
pub fn solve<'a, G, I>(explorer: &Explorer<'a, G, I>) -> Solution<'a, G>
where
    G: Playable,
    I: Indexed<Configuration = G::State, Action = G::Move>,
{
    let mut graph = Graph::of(explorer, &mut ());
    let searched = graph.report.bytes;
    let mut retrograde = Retrograde::default();
    let bytes = searched + graph.len() * BYTES + 2 * graph.arrows.bytes();
    let mut meter = Meter::new(&explorer.limits, explorer.watcher(), &graph.report, bytes);
    match retrograde.run(&graph, &mut meter) {
        Ok(()) => graph.report.bytes = bytes,
        Err(stopped) => {
            graph.report.needed = graph.report.needed.or(Some(bytes).filter(|_| stopped == Stopped::Memory));
            graph.report.stopped = graph.report.stopped.or(Some(stopped));
            graph.report.complete = false;
        }
    }
    let Retrograde { verdicts, plies, .. } = retrograde;
    let complete = graph.report.complete;
    Solution { graph, verdicts, plies, searched, complete }
}

/// The bytes that each position takes while it is solved, beside the graph: ten in lists, up to eight in a queue.
const BYTES: usize = 18;

/// A solution in the making.
#[derive(Default)]
struct Retrograde {
    turns: Vec<Player>,
    /// Moves that are not known to lose; those that the search did not follow among them.
    left: Vec<u32>,
    /// Draw until decided.
    verdicts: Vec<Verdict>,
    plies: Vec<u32>,
    decided: VecDeque<u32>,
    /// Positions where the game has ended in a draw.
    drawn: VecDeque<u32>,
}

impl Retrograde {
    fn run<G: Playable>(&mut self, graph: &Graph<'_, G>, meter: &mut Meter<'_>) -> Result<(), Stopped> {
        if graph.is_empty() {
            return Ok(());
        }
        meter.look()?;
        self.find_ends(graph, meter)?;
        let reversed = graph.arrows.reversed();
        self.decide(&reversed, meter)?;
        self.measure_draws(graph, &reversed, meter)
    }

    fn find_ends<G: Playable>(&mut self, graph: &Graph<'_, G>, meter: &mut Meter<'_>) -> Result<(), Stopped> {
        let game = graph.space().system;
        self.turns.reserve_exact(graph.len());
        self.left.reserve_exact(graph.len());
        self.verdicts.reserve_exact(graph.len());
        self.plies.reserve_exact(graph.len());
        for number in 0..graph.len() as u32 {
            meter.step()?;
            let state = graph.state(number);
            let turn = game.turn(&state);
            let value = game.outcome(&state).map(|outcome| outcome.value_for(turn));
            match value.map(|value| value.verdict) {
                Some(Verdict::Draw) => self.drawn.push_back(number),
                Some(_) => self.decided.push_back(number),
                None => {}
            }
            self.turns.push(turn);
            self.left.push(game.steps(&state).count() as u32);
            self.verdicts.push(value.map_or(Verdict::Draw, |value| value.verdict));
            self.plies.push(if value.is_some() { 0 } else { NEVER });
        }
        Ok(())
    }

    /// The verdict of a position, as the player to move in another sees it.
    fn seen_from(&self, from: u32, number: u32) -> Verdict {
        let verdict = self.verdicts[number as usize];
        let same = self.turns[from as usize] == self.turns[number as usize];
        if same { verdict } else { verdict.reversed() }
    }

    /// Finds what is won and what is lost, the nearest to the end first.
    fn decide(&mut self, reversed: &Reversed, meter: &mut Meter<'_>) -> Result<(), Stopped> {
        // First in, first out: positions come by their distance, so the first move that wins is the quickest, and the
        // last that loses holds out longest. No distance is ever corrected.
        while let Some(number) = self.decided.pop_front() {
            meter.done += 1;
            meter.step()?;
            let plies = self.plies[number as usize] + 1;
            for &before in reversed.before(number) {
                let place = before as usize;
                if self.plies[place] != NEVER {
                    continue;
                }
                let verdict = self.seen_from(before, number);
                if verdict == Verdict::Loss {
                    self.left[place] -= 1;
                }
                if verdict == Verdict::Win || self.left[place] == 0 {
                    self.verdicts[place] = verdict;
                    self.plies[place] = plies;
                    self.decided.push_back(before);
                }
            }
        }
        Ok(())
    }

    /// Finds how far the end is where both can only play on to it. What is left of `left` are moves that draw.
    fn measure_draws<G: Playable>(
        &mut self,
        graph: &Graph<'_, G>,
        reversed: &Reversed,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stopped> {
        while let Some(number) = self.drawn.pop_front() {
            meter.done += 1;
            meter.step()?;
            for &before in reversed.before(number) {
                let place = before as usize;
                if self.verdicts[place] != Verdict::Draw || self.plies[place] != NEVER {
                    continue;
                }
                self.left[place] -= 1;
                if self.left[place] == 0 {
                    let draws = |&&next: &&u32| self.verdicts[next as usize] == Verdict::Draw;
                    let farthest =
                        graph.after(before).iter().filter(draws).map(|&next| self.plies[next as usize]);
                    self.plies[place] = 1 + farthest.max().expect("the move that led here draws");
                    self.drawn.push_back(before);
                }
            }
        }
        Ok(())
    }
}

impl<'a, G: Playable> Solution<'a, G> {
    /// Returns the value of a position for the player to move; `None` if it cannot be reached, or a limit was reached
    /// before it was examined.
    #[must_use]
    pub fn value(&self, state: &G::State) -> Option<Value> {
        self.value_of(self.graph.number(state)?)
    }

    /// Returns the value of a position by its number in the [graph](Solution::graph).
    #[must_use]
    pub fn value_of(&self, number: u32) -> Option<Value> {
        let plies = *self.plies.get(number as usize)?;
        Some(Value { verdict: self.verdicts[number as usize], plies: (plies != NEVER).then_some(plies) })
    }

    /// Returns the bytes held: all of the search, the steps and the values.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.searched + self.graph.arrows.bytes() + 5 * self.plies.len()
    }

    /// Forgets the steps between positions, which take most of the memory: from now on the graph has none.
    pub fn forget_steps(&mut self) {
        self.graph.arrows.clear();
    }

    /// Returns the number of positions that have this verdict for the player to move.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> u64 {
        self.verdicts.iter().filter(|&&other| other == verdict).count() as u64
    }

    /// Returns the best move and its value: the quickest win, or else the longest game. `None` if the game is over, or
    /// the position cannot be reached.
    #[must_use]
    pub fn best(&self, state: &G::State) -> Option<(G::Move, Value)> {
        let game = self.graph.space().system;
        let turn = game.turn(state);
        let worth = |next: &G::State| {
            let value = self.value(next)?;
            Some(if game.turn(next) == turn { value.one_ply_longer() } else { value.one_ply_back() })
        };
        let mut best: Option<(G::Move, Value)> = None;
        for (mv, next) in game.steps(state) {
            let Some(value) = worth(&next) else { continue };
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((mv, value));
            }
        }
        best
    }

    /// Returns every position with its value.
    pub fn iter(&self) -> impl Iterator<Item = (G::State, Value)> {
        (0..self.graph.len() as u32)
            .filter_map(|number| Some((self.graph.state(number), self.value_of(number)?)))
    }

    /// Returns the graph of positions and moves.
    #[must_use]
    pub fn graph(&self) -> &Graph<'a, G> {
        &self.graph
    }
}
