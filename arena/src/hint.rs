//! Hints: what each move is worth.

use game::{Game, Value, Verdict, Worth};
use search::{Judged, Knowledge, Solver};

use crate::AnyMove;

/// What is known of a move, for the player who makes it, counted from before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint<M> {
    /// The move.
    pub mv: M,
    /// What it is worth.
    pub worth: Worth,
}

impl<M> Hint<M> {
    /// Returns what the move is worth, if the verdict and the distance are known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.worth.value()
    }

    /// Returns win, draw or loss, if that is known.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.worth.verdict()
    }
}

impl Hint<AnyMove> {
    /// Translates hints about a game to moves by number.
    pub fn numbered<G: Game>(
        game: &G,
        state: &G::State,
        hints: impl IntoIterator<Item = Hint<G::Move>>,
    ) -> Vec<Hint<AnyMove>> {
        let number = |hint: Hint<G::Move>| {
            let mv = AnyMove::find(game, state, hint.mv)?;
            Some(Hint { mv, worth: hint.worth })
        };
        hints.into_iter().filter_map(number).collect()
    }
}

impl<M> From<Judged<M>> for Hint<M> {
    fn from(judged: Judged<M>) -> Hint<M> {
        Hint { mv: judged.mv, worth: judged.answer.worth }
    }
}

/// Returns the value of each move from the values of positions, as in a tablebase, in the order of the rules. A move to
/// a position without a value has an unknown value.
///
/// ```
/// use explore::{Explorer, Table};
/// use game::{Game, Indexed, Value};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let table = Table::solve(&Explorer::new(&game).index(Some(&game))).unwrap();
/// let hints = arena::hints(&game, &game.initial(), |state| table.value(game.index(state)));
/// assert_eq!(hints.iter().map(|hint| hint.worth.least()).max(), Some(Value::win(7)));
/// ```
pub fn hints<G: Game>(
    game: &G,
    state: &G::State,
    mut value: impl FnMut(&G::State) -> Option<Value>,
) -> Vec<Hint<G::Move>> {
    if game.outcome(state).is_some() {
        return Vec::new();
    }
    let turn = game.turn(state);
    let hint = |mv| {
        let next = game.next(state, mv);
        let worth = match value(&next).map(Worth::Proved) {
            None => Worth::UNKNOWN,
            Some(worth) if game.turn(&next) == turn => worth.one_ply_longer(),
            Some(worth) => worth.one_ply_back(),
        };
        Hint { mv, worth }
    };
    game.moves(state).map(hint).collect()
}

/// Returns the value of each move as a solver finds it within its limits, in the order of the rules.
///
/// ```
/// use game::{Game, Verdict};
/// use games::mnk::{Mnk, Rule};
/// use search::Solver;
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let hints = arena::hints_by_solver(&Solver::new(&game), &game.initial());
/// assert!(hints.iter().all(|hint| hint.verdict() == Some(Verdict::Draw)));
/// ```
pub fn hints_by_solver<G: Game, K: Knowledge<Game = G>>(
    solver: &Solver<'_, K>,
    state: &G::State,
) -> Vec<Hint<G::Move>> {
    solver.analyze(state).into_iter().map(Hint::from).collect()
}
