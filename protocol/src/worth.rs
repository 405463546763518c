//! Values as JSON.

use arena::AnyState;
use catalogue::{AnySystem, Variant};
use game::{Limits, Notation, System, Value, Worth};
use serde_json::{Value as Json, json};

use crate::service::Task;

/// Returns what is known of a value as the protocol writes it.
pub(crate) fn value(worth: Worth) -> Json {
    let (least, most) = (worth.least(), worth.most());
    let word = worth.verdict().map_or("unknown".to_string(), |verdict| verdict.to_string());
    json!({
        "value": word,
        "plies": worth.value().and_then(|value| value.plies),
        "least": least.to_string(),
        "most": most.to_string(),
        "exact": worth.value().is_some(),
    })
}

/// Returns what is known of the value of a position that is over, for the player to move; a solved puzzle is a win.
pub(crate) fn at_end(system: &AnySystem, state: &AnyState) -> Option<Worth> {
    let known = |value: Value| Worth::Proved(value.without_draw_length());
    match (system.ending(state).outcome(), system.turn(state)) {
        (Some(outcome), Some(turn)) => Some(known(outcome.value_for(turn))),
        _ if game::System::is_final(system, state) => Some(known(Value::win(0))),
        _ => None,
    }
}

/// Returns what a move is worth to the player who makes it, from what the position after it is worth to the player to
/// move there. A puzzle has one player, who makes all moves.
pub(crate) fn of_move(system: &AnySystem, before: &AnyState, after: &AnyState, worth: Worth) -> Worth {
    if system.turn(before) == system.turn(after) { worth.one_ply_longer() } else { worth.one_ply_back() }
}

/// Returns what a position is worth, from what each of its moves is worth; none if there is no move.
pub(crate) fn best(moves: impl IntoIterator<Item = Worth>) -> Option<Worth> {
    let mut moves = moves.into_iter();
    let first = moves.next()?;
    let better = |a: Worth, b: Worth| Worth::between(a.least().max(b.least()), a.most().max(b.most()));
    Some(moves.fold(better(first, first), better))
}

/// Returns −1, 0 or 1: who wins from the first player's view, if that is known.
pub(crate) fn for_first(system: &AnySystem, state: &AnyState, worth: Worth) -> Option<i32> {
    let verdict = worth.verdict()?;
    match system.turn(state) {
        Some(game::Player::Second) => Some(verdict.reversed().sign()),
        Some(game::Player::First) | None => Some(verdict.sign()),
    }
}

/// Returns what is known of a position after engines have worked on it within limits; of one that is over, its value.
pub(crate) fn solve(task: &Task<'_>, variant: &Variant, state: &AnyState, limits: &Limits) -> Solution {
    let system = variant.system();
    if let Some(worth) = at_end(system, state) {
        return Solution { worth, best: None };
    }
    if let Some((_, engines)) = variant.puzzle() {
        let answer = engines.solve(state, limits);
        let best = answer.best.map(|action| system.action_text(state, action));
        return Solution { worth: answer.worth, best };
    }
    // What is too large for a search stays unknown, as what takes too long.
    match task.at_work(limits.clone(), |job| variant.solve(state, &job)) {
        Ok(solved) => Solution { worth: Worth::between(solved.least, solved.most), best: solved.best },
        Err(_) => Solution { worth: Worth::UNKNOWN, best: None },
    }
}

/// What engines found of a position.
pub(crate) struct Solution {
    /// What it is worth to the player to move.
    pub(crate) worth: Worth,
    /// The best move found; none if it is over, or nothing is known.
    pub(crate) best: Option<String>,
}
