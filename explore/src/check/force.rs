//! What a player can force, whatever the other does.

use std::collections::VecDeque;

use game::{Indexed, Limits, Playable, Player, Stopped, System};

use crate::explorer::Explorer;
use crate::graph::Graph;
use crate::path::Path;

/// What a player can force, and how.
pub struct Forced<'a, S: System> {
    graph: Graph<'a, S>,
    /// By state: how many moves it takes at most if the player plays well; none if it cannot be forced from there.
    within: Vec<Option<u32>>,
    /// By state: whether the player is to move.
    own: Vec<bool>,
    /// The most moves that it takes from any start if the player plays well; `None` if it cannot be forced from all of
    /// them.
    pub moves: Option<u32>,
    /// Whether everything was searched. If not, what can be forced is true, and what cannot may yet be.
    pub complete: bool,
}

/// Finds out whether `player` can force the game into a position of which `is_goal` is true, whatever the opponent
/// does, from every start.
///
/// The positions from which that is so are found backwards from the goals: one of the player's belongs to them if a
/// move leads to them, one of the opponent's if every move does. A game that goes on for ever meets no goal.
///
/// ```
/// use explore::{Explorer, can_force};
/// use game::{Game, Outcome, Player};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let won = |state: &_| game.outcome(state) == Some(Outcome::Win(Player::First));
/// assert_eq!(can_force(&Explorer::new(&game), Player::First, won).moves, Some(7));
/// ```
pub fn can_force<'a, G, I>(
    explorer: &Explorer<'a, G, I>,
    player: Player,
    is_goal: impl Fn(&G::State) -> bool,
) -> Forced<'a, G>
where
    G: Playable,
    I: Indexed<Configuration = G::State, Action = G::Move>,
{
    let game = explorer.space.system;
    can_force_with(explorer, &|state| game.turn(state) == player, &is_goal)
}

/// As [`can_force`], for any system: `is_own` says whether the player is to move in a position.
pub fn can_force_with<'a, S, I>(
    explorer: &Explorer<'a, S, I>,
    is_own: &dyn Fn(&S::Configuration) -> bool,
    is_goal: &dyn Fn(&S::Configuration) -> bool,
) -> Forced<'a, S>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let mut graph = Graph::of(explorer, &mut ());
    // What was stopped says so, and claims no state for anybody.
    let (within, own) = attract(&graph, is_own, is_goal, &explorer.limits).unwrap_or_else(|stopped| {
        graph.report.stopped = Some(stopped);
        graph.report.complete = false;
        (vec![None; graph.len()], vec![false; graph.len()])
    });
    // Where nothing is listed nothing can be forced.
    let mut starts = graph.starts().iter().map(|&start| within[start as usize]);
    let moves = starts
        .next()
        .flatten()
        .and_then(|first| starts.try_fold(first, |most, moves| Some(most.max(moves?))));
    let complete = graph.report.complete;
    Forced { graph, within, own, moves, complete }
}

/// For every position: in how many moves the goal can be forced, and whether the player is to move.
type Attracted = (Vec<Option<u32>>, Vec<bool>);

/// For every position the number of moves in which the goal can be forced, found backwards from the goals.
fn attract<S: System>(
    graph: &Graph<'_, S>,
    is_own: &dyn Fn(&S::Configuration) -> bool,
    is_goal: &dyn Fn(&S::Configuration) -> bool,
    limits: &Limits,
) -> Result<Attracted, Stopped> {
    const LOOK_UP: u32 = 1 << 12;
    let (system, bytes) = (graph.space().system, graph.bytes_to_decide());
    if let Some(stopped) = limits.exceeded(bytes) {
        return Err(stopped);
    }
    let mut within = vec![None; graph.len()];
    let mut queue = VecDeque::new();
    let (mut own, mut left) = (Vec::new(), Vec::new());
    for number in 0..graph.len() as u32 {
        if number.is_multiple_of(LOOK_UP)
            && let Some(stopped) = limits.exceeded(bytes)
        {
            return Err(stopped);
        }
        let state = graph.state(number);
        if is_goal(&state) {
            within[number as usize] = Some(0);
            queue.push_back(number);
        }
        own.push(is_own(&state));
        // All moves of the opponent, those that lead where the search did not go among them.
        left.push(system.steps(&state).count() as u32);
    }
    let reversed = graph.arrows.reversed();
    while let Some(number) = queue.pop_front() {
        let moves = within[number as usize].map(|moves: u32| moves + 1);
        for &before in reversed.before(number) {
            left[before as usize] -= 1;
            let decided = own[before as usize] || left[before as usize] == 0;
            if decided && within[before as usize].is_none() {
                within[before as usize] = moves;
                queue.push_back(before);
            }
        }
    }
    Ok((within, own))
}

impl<'a, S: System> Forced<'a, S> {
    /// Returns the strategy: for every position of the player from which the goal can be forced and is not yet met, a
    /// move that comes nearer to it.
    pub fn strategy(&self) -> impl Iterator<Item = (S::Configuration, S::Action)> {
        (0..self.graph.len() as u32).filter_map(move |number| {
            let moves = self.within[number as usize].filter(|&moves| moves > 0)?;
            let state = self.graph.state(number);
            if !self.own[number as usize] {
                return None;
            }
            let nearer = |next: Option<u32>| self.within[next? as usize].filter(|&left| left < moves);
            let (mv, _) = self.graph.steps(number).find(|&(_, next)| nearer(next).is_some())?;
            Some((state, mv))
        })
    }

    /// Returns the strategy where it matters: the positions of the player that can come up if it is followed, and the
    /// move in each.
    #[must_use]
    pub fn plan(&self) -> Vec<(S::Configuration, S::Action)> {
        let mut seen = vec![false; self.graph.len()];
        let mut waiting: VecDeque<u32> = self.graph.starts().iter().copied().collect();
        let mut plan = Vec::new();
        while let Some(number) = waiting.pop_front() {
            // At the goal, and where it cannot be forced, there is nothing to do.
            let ahead = self.within[number as usize].is_some_and(|moves| moves > 0);
            if std::mem::replace(&mut seen[number as usize], true) || !ahead {
                continue;
            }
            let state = self.graph.state(number);
            if !self.own[number as usize] {
                waiting.extend(self.graph.steps(number).filter_map(|(_, next)| next));
            } else if let Some((mv, next)) = self.nearest(number) {
                plan.push((state, mv));
                waiting.push_back(next);
            }
        }
        plan
    }

    /// Returns the game from the first start in which the player follows the strategy and the opponent holds out for as
    /// long as possible. `None` if the goal cannot be forced from there.
    #[must_use]
    pub fn line(&self) -> Option<Path<S::Configuration, S::Action>> {
        let mut number = *self.graph.starts().first()?;
        let mut left = self.within[number as usize]?;
        let mut trail = vec![self.graph.state(number)];
        while left > 0 {
            let next = if self.own[number as usize] { self.nearest(number) } else { self.farthest(number) };
            (_, number) = next?;
            left = self.within[number as usize]?;
            trail.push(self.graph.state(number));
        }
        Path::along(self.graph.space(), &trail)
    }

    /// The first move that leads nearest to the goal.
    fn nearest(&self, number: u32) -> Option<(S::Action, u32)> {
        self.first_by(number, |left, best| left < best)
    }

    /// The first move after which the goal is farthest.
    fn farthest(&self, number: u32) -> Option<(S::Action, u32)> {
        self.first_by(number, |left, best| left > best)
    }

    /// The first of the moves to where the goal can be forced that is better than all before it, by how many moves it
    /// then takes.
    fn first_by(&self, number: u32, better: impl Fn(u32, u32) -> bool) -> Option<(S::Action, u32)> {
        let steps = self.graph.steps(number);
        let left = steps.filter_map(|(mv, next)| Some((self.within[next? as usize]?, mv, next?)));
        let best = left.reduce(|best, step| if better(step.0, best.0) { step } else { best });
        best.map(|(_, mv, next)| (mv, next))
    }

    /// Returns the graph that it was found on.
    #[must_use]
    pub fn graph(&self) -> &Graph<'a, S> {
        &self.graph
    }
}
