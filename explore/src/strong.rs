//! Strong solutions: the value of every position that can be reached, and how far the end is.

use std::collections::VecDeque;

use game::{Indexed, Playable, Player, System, Value, Verdict};

use crate::arrows::Reversed;
use crate::explorer::Explorer;
use crate::graph::Graph;

/// No distance: nobody can force the end.
const NEVER: u32 = u32::MAX;

/// The value of every position that can be reached.
pub struct Solution<'a, S: System> {
    graph: Graph<'a, S>,
    verdicts: Vec<Verdict>,
    plies: Vec<u32>,
    /// Whether every position was found. If not, a win or a loss is one, and a draw may be anything.
    pub complete: bool,
}

/// Solves a game: every position that can be reached from its start, with the distance to the end.
///
/// Positions may repeat, and a player may move twice running. The winner hurries and the loser holds out. A game that
/// nobody can bring to an end is a draw, at no distance; a draw has a distance where both sides can only play on to an
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
pub fn solve<'a, G, I>(explorer: &Explorer<'a, G, I>) -> Solution<'a, G>
where
    G: Playable,
    I: Indexed<Configuration = G::State, Action = G::Move>,
{
    let graph = Graph::of(explorer, &mut ());
    let reversed = graph.arrows.reversed();
    let mut retrograde = Retrograde::new(&graph);
    retrograde.decide(&reversed);
    retrograde.measure_draws(&graph, &reversed);
    let Retrograde { verdicts, plies, .. } = retrograde;
    let complete = graph.report.complete;
    Solution { graph, verdicts, plies, complete }
}

/// A solution in the making.
struct Retrograde {
    turns: Vec<Player>,
    /// Moves that are not known to lose; those that the search did not follow among them.
    left: Vec<u32>,
    /// Draw until decided.
    verdicts: Vec<Verdict>,
    plies: Vec<u32>,
    decided: VecDeque<u32>,
    /// Positions where the game has ended in a draw.
    drawn: Vec<u32>,
}

impl Retrograde {
    fn new<G: Playable>(graph: &Graph<'_, G>) -> Retrograde {
        let game = graph.space().system;
        let mut new = Retrograde {
            turns: Vec::new(),
            left: Vec::new(),
            verdicts: Vec::new(),
            plies: Vec::new(),
            decided: VecDeque::new(),
            drawn: Vec::new(),
        };
        for number in 0..graph.len() as u32 {
            let state = graph.state(number);
            let turn = game.turn(&state);
            let value = game.outcome(&state).map(|outcome| outcome.value_for(turn));
            match value.map(|value| value.verdict) {
                Some(Verdict::Draw) => new.drawn.push(number),
                Some(_) => new.decided.push_back(number),
                None => {}
            }
            new.turns.push(turn);
            new.left.push(game.steps(&state).count() as u32);
            new.verdicts.push(value.map_or(Verdict::Draw, |value| value.verdict));
            new.plies.push(if value.is_some() { 0 } else { NEVER });
        }
        new
    }

    /// The verdict of a position, as the player to move in another sees it.
    fn seen_from(&self, from: u32, number: u32) -> Verdict {
        let verdict = self.verdicts[number as usize];
        let same = self.turns[from as usize] == self.turns[number as usize];
        if same { verdict } else { verdict.reversed() }
    }

    /// Finds what is won and what is lost, the nearest to the end first.
    fn decide(&mut self, reversed: &Reversed) {
        while let Some(number) = self.decided.pop_front() {
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
    }

    /// Finds how far the end is where both can only play on to it. What is left of `left` are moves that draw.
    fn measure_draws<G: Playable>(&mut self, graph: &Graph<'_, G>, reversed: &Reversed) {
        let mut ends: VecDeque<u32> = std::mem::take(&mut self.drawn).into();
        while let Some(number) = ends.pop_front() {
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
                    self.plies[place] = farthest.max().unwrap_or(0) + 1;
                    ends.push_back(before);
                }
            }
        }
    }
}

impl<'a, G: Playable> Solution<'a, G> {
    /// The value of a position for the player to move; `None` if it cannot be reached.
    #[must_use]
    pub fn value(&self, state: &G::State) -> Option<Value> {
        self.graph.number(state).map(|number| self.value_at(number))
    }

    /// How many positions have this verdict for the player to move.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> u64 {
        self.verdicts.iter().filter(|&&other| other == verdict).count() as u64
    }

    /// The best move, and what it is worth: the quickest win, or else the longest game. `None` if the game is over, or
    /// the position cannot be reached.
    #[must_use]
    pub fn best(&self, state: &G::State) -> Option<(G::Move, Value)> {
        let game = self.graph.space().system;
        let turn = game.turn(state);
        let worth = |next: &G::State| {
            let value = self.value(next)?;
            Some(if game.turn(next) == turn { value.farther() } else { value.before() })
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

    /// Every position with its value.
    pub fn iter(&self) -> impl Iterator<Item = (G::State, Value)> {
        (0..self.graph.len() as u32).map(|number| (self.graph.state(number), self.value_at(number)))
    }

    /// The positions and moves.
    #[must_use]
    pub fn graph(&self) -> &Graph<'a, G> {
        &self.graph
    }

    fn value_at(&self, number: u32) -> Value {
        let plies = self.plies[number as usize];
        Value { verdict: self.verdicts[number as usize], plies: (plies != NEVER).then_some(plies) }
    }
}
