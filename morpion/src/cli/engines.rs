//! The engines that suit a game.

use arena::{AnyGame, AnyMove, Engines, Hint};
use game::{Game, Lines, Playable, System, Value};
use games::registry::{Catalogued, LinesTask, Spec, Visitor};
use search::lines::{self, Tactician, Why};
use search::{Answer, Budget, Choice, Guided, Knowledge, Options, Solver, Symmetric, Tactical};

use super::analyze::{Judge, JudgeLines};
use super::answer::Failure;
use super::solve::{Errand, not_a_game, with_solver};

/// A game and its engines, with nothing known of its type.
pub fn table(spec: &Spec) -> Result<(AnyGame, Engines), Failure> {
    spec.visit(Table { spec })
}

struct Table<'a> {
    spec: &'a Spec,
}

impl Visitor for Table<'_> {
    type Output = Result<(AnyGame, Engines), Failure>;

    fn game<G: Playable + Catalogued + Clone + 'static>(self, game: &G) -> Self::Output {
        let (a, b, c) = (game.clone(), game.clone(), game.clone());
        let engines = Engines::new(
            move |state, budget| {
                let state = state.of::<G>();
                AnyMove::choice(&a, state, &choose(&a, state, budget))
            },
            move |state, budget| {
                let state = state.of::<G>();
                AnyMove::answer(&b, state, solve(&b, state, budget))
            },
            move |state, budget| {
                let state = state.of::<G>();
                Hint::numbered(&c, state, advise(&c, state, budget))
            },
        );
        Ok((AnyGame::new(game.clone()), engines))
    }

    fn system<S: Catalogued>(self, _: &S) -> Self::Output {
        Err(not_a_game(self.spec))
    }
}

/// A move: by threats where it is a game of lines, and otherwise by looking ahead with what the game knows.
fn choose<G: Playable + Catalogued>(game: &G, state: &G::State, budget: &Budget) -> Choice<G::Move> {
    if let Some(choice) = game.with_lines(ByThreats { state, budget }).flatten() {
        return choice;
    }
    let budget = budget.clone().depth(budget.most_plies().min(FAR));
    let options = Options::default().budget(budget);
    match game.as_threats() {
        Some(threats) if G::SEES_THREATS => {
            let knowledge = Guided { evaluate: game.evaluation(), knowledge: Tactical(threats) };
            Solver::new(game, knowledge).options(options).choose(state)
        }
        _ => {
            let knowledge =
                Guided { evaluate: game.evaluation(), knowledge: Symmetric::new(game.as_indexed()) };
            Solver::new(game, knowledge).options(options).choose(state)
        }
    }
}

/// So many plies ahead are never seen in the time for a move; a search that is known to go no deeper needs no stack of
/// its own.
const FAR: u32 = 500;

/// The player of lines.
struct ByThreats<'a, C> {
    state: &'a C,
    budget: &'a Budget,
}

impl<S: System> LinesTask<S> for ByThreats<'_, S::Configuration> {
    type Output = Option<Choice<S::Action>>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        const CERTAIN: i32 = 1_500_000;
        let decision = Tactician::new(game)?.choose(self.state, self.budget);
        let (plies, score) = match decision.why {
            Why::Over | Why::Stops => (0, 0),
            Why::Wins => (1, CERTAIN),
            Why::Forces { plies } => (plies, CERTAIN - i32::try_from(plies).unwrap_or(0)),
            Why::Seems { plies, score } => (plies, score),
        };
        let (best, nodes, stopped) = (decision.best, decision.nodes, decision.stopped);
        Some(Choice { best, score, plies, nodes, stopped })
    }
}

/// The value, as far as the budget allows to find it.
pub fn solve<G: Playable + Catalogued>(game: &G, state: &G::State, budget: &Budget) -> Answer<G::Move> {
    if let Some(found) = game.with_lines(ByProofs { state, budget }).flatten() {
        return found;
    }
    let errand = Ask { state, options: Options::default().budget(budget.clone()) };
    with_solver(game, errand).unwrap_or_else(|_| unknown())
}

/// What is known of a position that is not searched.
fn unknown<M>() -> Answer<M> {
    let (least, most) = (Value::loss(0), Value::win(0));
    Answer { least, most, best: None, line: Vec::new(), nodes: 0, seconds: 0.0, stopped: None }
}

/// On boards of more squares there is no hope to prove anything in the time of a move.
const HOPELESS: usize = 100;

/// The solver of lines, on boards where there is hope.
struct ByProofs<'a, C> {
    state: &'a C,
    budget: &'a Budget,
}

impl<S: System> LinesTask<S> for ByProofs<'_, S::Configuration> {
    type Output = Option<Answer<S::Action>>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Self::Output {
        if game.line_board()?.squares > HOPELESS {
            return Some(unknown());
        }
        let solver = lines::Solver::new(game)?.limits(self.budget.bounds().clone());
        Some(solver.nodes(self.budget.most_nodes()).solve(self.state).into_search(0.0))
    }
}

struct Ask<'s, G: Game> {
    state: &'s G::State,
    options: Options,
}

impl<G: Game> Errand<G> for Ask<'_, G> {
    type Output = Answer<G::Move>;

    fn run<K: Knowledge<G>>(self, solver: Solver<'_, G, K>) -> Self::Output {
        solver.options(self.options).solve(self.state)
    }
}

/// What each move is worth, as far as the budget allows to find it.
fn advise<G: Playable + Catalogued>(game: &G, state: &G::State, budget: &Budget) -> Vec<Hint<G::Move>> {
    let limits = budget.bounds().clone();
    let by_lines = JudgeLines {
        state,
        limits,
        threads: 1,
        most_squares: HOPELESS,
        shows_progress: false,
        nodes: budget.most_nodes(),
    };
    if let Some(judged) = game.with_lines(by_lines).flatten() {
        return judged.into_iter().map(Hint::from).collect();
    }
    if G::SEARCHED
        && let Ok(judged) = with_solver(
            game,
            Judge { state, options: Options::default().budget(budget.clone()), shows_progress: false },
        )
    {
        return judged.into_iter().map(Hint::from).collect();
    }
    let choice = choose(game, state, budget);
    let hint = |mv| match choice.best == Some(mv) && choice.score >= 1_000_000 {
        true => Hint { mv, least: Value::of(game::Verdict::Win), most: Value::win(0) },
        false => Hint { mv, least: Value::loss(0), most: Value::win(0) },
    };
    game.moves(state).map(hint).collect()
}
