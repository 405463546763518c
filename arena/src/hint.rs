//! Hints: what each move is worth.

use game::{Game, Value, Verdict, Worth};
use search::{Judged, Knowledge, Solver};

use crate::AnyMove;

/// What is known of a move, for whoever makes it, counted from before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint<M> {
    /// The move.
    pub mv: M,
    /// What it is worth.
    pub worth: Worth,
}

impl<M> Hint<M> {
    /// What the move is worth, if that is known, distance and all.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.worth.value()
    }

    /// Win, draw or loss, if that is known.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.worth.verdict()
    }
}

impl Hint<AnyMove> {
    /// Hints about a game in moves by number.
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

/// The value of each move from the values of positions, such as a tablebase has them, in the order of the rules. Of moves
/// to positions that have no value nothing is known.
///
/// ```
/// use explore::Table;
/// use game::{Game, Indexed, Limits, Value};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let table = Table::solve(&game, 1, &Limits::default()).unwrap();
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
            Some(worth) if game.turn(&next) == turn => worth.farther(),
            Some(worth) => worth.before(),
        };
        Hint { mv, worth }
    };
    game.moves(state).map(hint).collect()
}

/// The value of each move as a solver finds it within its budget, in the order of the rules.
///
/// ```
/// use game::{Game, Verdict};
/// use games::mnk::{Mnk, Rule};
/// use search::Solver;
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let hints = arena::hints_by_solver(&Solver::new(&game, ()), &game.initial());
/// assert!(hints.iter().all(|hint| hint.verdict() == Some(Verdict::Draw)));
/// ```
pub fn hints_by_solver<G: Game, K: Knowledge<G>>(
    solver: &Solver<'_, G, K>,
    state: &G::State,
) -> Vec<Hint<G::Move>> {
    solver.analyze(state).into_iter().map(Hint::from).collect()
}
