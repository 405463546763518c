//! A player for every game of lines in the registry, asked for by name.

use game::{Limits, Lines, Playable, System};
use games::registry::{Catalogued, LinesTask, Spec, Visitor};
use search::lines::Tactician;
use search::{Budget, Guided, Options, Solver, Tactical};

/// Chooses moves for both sides, to the end of the game: how many.
struct Play {
    budget: Budget,
}

/// Chooses a move in a game of lines.
struct Choose<'a, C> {
    state: &'a C,
    budget: &'a Budget,
}

impl<S: System> LinesTask<S> for Choose<'_, S::Configuration> {
    type Output = Option<S::Action>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Option<S::Action> {
        Tactician::new(game)?.choose(self.state, self.budget).best
    }
}

/// A move by the player of lines, or where marks fall by looking ahead with the game's own knowledge of threats.
fn choose<G: Playable + Catalogued>(game: &G, state: &G::State, budget: &Budget) -> Option<G::Move> {
    if let Some(best) = game.with_lines(Choose { state, budget }).flatten() {
        return Some(best);
    }
    let knowledge = Guided { evaluate: game.evaluation(), knowledge: Tactical(game.as_threats()?) };
    Solver::new(game, knowledge).options(Options::default().budget(budget.clone())).choose(state).best
}

impl Visitor for Play {
    type Output = Option<usize>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Option<usize> {
        let (mut state, mut plies) = (game.initial(), 0);
        while game.outcome(&state).is_none() {
            let best = choose(game, &state, &self.budget)?;
            assert!(game.is_legal(&state, best), "{best:?} in {state:?}");
            game.play(&mut state, best);
            plies += 1;
        }
        Some(plies)
    }

    fn system<S: Catalogued>(self, _: &S) -> Option<usize> {
        None
    }
}

#[test]
fn every_game_of_lines_can_be_played_by_name() {
    for name in
        ["gomoku", "mnk:9,9,5", "mnk:19,19,5", "mnk:11,10,6,weak", "qubic", "cube:3,5", "connect:8,8,4"]
    {
        let spec: Spec = name.parse().expect("a game");
        let budget = Budget::default().nodes(50).limits(Limits::default().memory(1 << 20));
        let plies = spec.visit(Play { budget });
        assert!(plies.is_some_and(|plies| plies > 4), "{name}: {plies:?}");
    }
}
