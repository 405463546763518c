//! What is true of a position, and what an answer about it may say.

use game::mock::Mock;
use game::{Game, Limits, Outcome, Player, Random, Value, Verdict};
use proptest::prelude::*;
use search::{Answer, minimax};

/// All (w,h,k) with at most so many squares.
pub(crate) fn sizes(squares: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let boards = (1..=squares)
        .flat_map(move |w| (1..=squares).map(move |h| (w, h)).filter(move |b| b.0 * b.1 <= squares));
    boards.flat_map(|(w, h)| (1..=w.max(h)).map(move |k| (w, h, k)))
}

/// The value of a position after a move, for whoever made it, from before it.
pub(crate) fn before<G: Game>(game: &G, state: &G::State, next: &G::State, value: Value) -> Value {
    let value = if game.turn(next) == game.turn(state) { value } else { value.reversed() };
    value.one_ply_longer().without_draw_length()
}

/// The values of all positions of a graph, by the plies that an end can be forced in; nobody can move, nobody wins.
pub(crate) fn retrograde(game: &Mock) -> Vec<Value> {
    let draw = Value::of(Verdict::Draw);
    let mut values = vec![draw; game.len()];
    for plies in 0..=game.len() as u32 {
        let known = values.clone();
        for state in 0..game.len() {
            let seen = match game.outcome(&state) {
                Some(outcome) => Some(outcome.value_for(game.turn(&state))),
                None => game.moves(&state).map(|next| before(game, &state, &next, known[next])).max(),
            };
            let decided = seen.filter(|seen| seen.verdict != Verdict::Draw && seen.plies == Some(plies));
            values[state] = if known[state] == draw { decided.unwrap_or(draw) } else { known[state] };
        }
    }
    values
}

/// What an answer says is true, whatever stopped the search; `worth` is what each move is worth.
pub(crate) fn holds<G: Game>(
    game: &G,
    state: &G::State,
    answer: &Answer<G::Move>,
    truth: Value,
    worth: impl Fn(G::Move) -> Value,
) -> Result<(), String> {
    let Answer { worth: known, best, stopped, .. } = answer;
    let (least, most) = (known.least(), known.most());
    let said = format!("{state:?} is {truth}; said {least} to {most} by {best:?}, stopped {stopped:?}");
    let bounded = |bound: Value, value: Value| match bound.plies {
        Some(_) => value <= bound,
        None => value.verdict <= bound.verdict,
    };
    if !bounded(most, truth) || !bounded(least.reversed(), truth.reversed()) {
        return Err(said);
    }
    if stopped.is_none() && answer.verdict() != Some(truth.verdict) {
        return Err(format!("{said}, not solved"));
    }
    let Some(mv) = *best else {
        let over = game.outcome(state).is_some() || game.moves(state).next().is_none();
        return if over { Ok(()) } else { Err(format!("{said}, no move")) };
    };
    // Whether the move is as good as the value says, with the distance if that is told.
    let worth = if game.is_legal(state, mv) { worth(mv) } else { return Err(format!("{said}, illegal")) };
    let good = if answer.value() == Some(truth) { worth == truth } else { worth.verdict == truth.verdict };
    let bound_to_be = answer.value().is_some() || stopped.is_none();
    if bound_to_be && !good { Err(format!("{said}, but that is {worth}")) } else { Ok(()) }
}

/// The same, by plain minimax.
pub(crate) fn holds_by_minimax<G: Game>(
    game: &G,
    state: &G::State,
    answer: &Answer<G::Move>,
) -> Result<(), String> {
    let value = |state: &G::State| minimax(game, state, &Limits::default()).expect("a small game");
    let worth = |mv| {
        let next = game.next(state, mv);
        before(game, state, &next, value(&next))
    };
    holds(game, state, answer, value(state), worth)
}

/// The same, of the first position of a graph whose positions may come twice.
pub(crate) fn holds_by_retrograde(game: &Mock, answer: &Answer<usize>) -> Result<(), String> {
    let truth = retrograde(game);
    holds(game, &0, answer, truth[0], |next| before(game, &0, &next, truth[next]))
}

/// Moves lead to later positions only, and a third of those without one are not ends either: nobody can move.
pub(crate) fn with_dead_ends(seed: u64, positions: usize) -> Mock {
    let mut random = Random::new(seed);
    let mut game = Mock::new(positions);
    for at in 0..positions {
        game = game.turn(at, Player::BOTH[random.below(2)]);
        let later = positions - at - 1;
        for _ in 0..random.below(4).min(later) {
            game = game.edge(at, at + 1 + random.below(later.min(6)));
        }
        if game.moves(&at).next().is_none() && random.below(3) > 0 {
            let ends = [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)];
            game = game.end(at, ends[random.below(3)]);
        }
    }
    game
}

/// Limits of nodes, plies and bytes, most of them too small.
pub(crate) fn budgets() -> impl Strategy<Value = Limits> {
    let nodes = prop_oneof![0u64..10, 0u64..1000, Just(100_000)];
    let depth = prop_oneof![0u32..6, Just(4000)];
    let bytes = prop_oneof![Just(0usize), Just(1 << 10), Just(1 << 30)];
    (nodes, depth, bytes)
        .prop_map(|(nodes, depth, bytes)| Limits::default().nodes(nodes).depth(depth).memory(bytes))
}
