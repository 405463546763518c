//! What a player can force, whatever the other does.

use std::collections::VecDeque;

use game::{Indexed, Playable, Player, System};

use crate::explorer::Explorer;
use crate::graph::Graph;

/// What a player can force, and how.
pub struct Forced<'a, S: System> {
    graph: Graph<'a, S>,
    /// By state: how many moves it takes at most if the player plays well; none if it cannot be forced from there.
    within: Vec<Option<u32>>,
    /// Whether it can be forced from every start, and in how many moves at most.
    pub moves: Option<u32>,
    /// Whether everything was searched. If not, what can be forced is true, and what cannot may yet be.
    pub complete: bool,
}

/// Whether `player` can force the game into a position of which `is_goal` is true, whatever the opponent does; from
/// every start.
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
    let graph = Graph::of(explorer, &mut ());
    let game = graph.space().system;
    let reversed = graph.reversed();
    let mut within = vec![None; graph.len()];
    let mut queue = VecDeque::new();
    let (mut own, mut left) = (Vec::new(), Vec::new());
    for number in 0..graph.len() as u32 {
        let state = graph.state(number);
        if is_goal(&state) {
            within[number as usize] = Some(0);
            queue.push_back(number);
        }
        own.push(game.turn(&state) == player);
        // All moves of the opponent, those that lead where the search did not go among them.
        left.push(game.steps(&state).count() as u32);
    }
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
    let mut from = graph.starts().iter().map(|&start| within[start as usize]);
    let moves = from.try_fold(0, |most: u32, moves| Some(most.max(moves?)));
    let complete = graph.report.complete;
    Forced { graph, within, moves, complete }
}

impl<'a, G: Playable> Forced<'a, G> {
    /// The strategy: for every position of the player from which the goal can be forced and is not yet met, a move that
    /// comes nearer to it.
    pub fn strategy(&self, player: Player) -> impl Iterator<Item = (G::State, G::Move)> {
        let game = self.graph.space().system;
        (0..self.graph.len() as u32).filter_map(move |number| {
            let moves = self.within[number as usize].filter(|&moves| moves > 0)?;
            let state = self.graph.state(number);
            if game.turn(&state) != player {
                return None;
            }
            let nearer = |next: Option<u32>| self.within[next? as usize].filter(|&left| left < moves);
            let (mv, _) = self.graph.steps(number).find(|&(_, next)| nearer(next).is_some())?;
            Some((state, mv))
        })
    }

    /// The graph it was found on.
    #[must_use]
    pub fn graph(&self) -> &Graph<'a, G> {
        &self.graph
    }
}
