//! Puzzles, for a person who plays them alone: shortest solutions as values and hints.

use std::time::Instant;

use arena::{AnyMove, AnyState, Engines, Hint};
use explore::{Checker, Explorer, Property};
use game::{Limits, System, Value, Verdict, Worth};
use search::{Answer, Choice};

use crate::AnySystem;

/// What is known of the way from a state to the nearest final one.
enum Way {
    /// A shortest one.
    Shortest(Vec<AnyMove>),
    /// There is none.
    Nowhere,
    /// The limits were met before one was found.
    Unknown,
}

impl Way {
    fn from(system: &AnySystem, state: &AnyState, limits: &Limits) -> Way {
        let is_final = |state: &AnyState| system.is_final(state);
        let starts = [state.clone()];
        let explorer = Explorer::new(system).starting_from(&starts).limits(limits);
        let (findings, report) = Checker::new(explorer).claim("solved", Property::Sometimes(&is_final)).run();
        let witness = findings.into_iter().next().and_then(|finding| finding.witness);
        match (witness, report.complete) {
            (Some(witness), _) => Way::Shortest(witness.path.actions),
            (None, true) => Way::Nowhere,
            (None, false) => Way::Unknown,
        }
    }

    /// The value to a lone player: a solution is a win, and no solution a loss.
    fn worth(&self, moves_before: u32) -> Worth {
        match self {
            Way::Shortest(way) => Worth::Proved(Value::win(moves_before + way.len() as u32)),
            Way::Nowhere => Worth::Proved(Value::of(Verdict::Loss)),
            Way::Unknown => Worth::UNKNOWN,
        }
    }
}

/// Returns the engines of a puzzle: all of them look for a shortest solution.
pub(crate) fn engines(system: &AnySystem) -> Engines {
    let (a, b, c) = (system.clone(), system.clone(), system.clone());
    Engines::new(
        move |state, limits| {
            let Answer { best, worth, stopped, .. } = solve(&a, state, limits);
            let best = best.or_else(|| a.actions(state).next());
            Choice { best, worth, plies: 0, nodes: 0, stopped }
        },
        move |state, limits| solve(&b, state, limits),
        move |state, limits| hints(&c, state, limits),
    )
}

fn solve(system: &AnySystem, state: &AnyState, limits: &Limits) -> Answer<AnyMove> {
    let start = Instant::now();
    let way = Way::from(system, state, limits);
    let worth = way.worth(0);
    let line = if let Way::Shortest(line) = way { line } else { Vec::new() };
    let seconds = start.elapsed().as_secs_f64();
    Answer { worth, best: line.first().copied(), line, nodes: 0, seconds, stopped: None }
}

/// Returns how far the solution is after each move, each in its part of the time.
fn hints(system: &AnySystem, state: &AnyState, limits: &Limits) -> Vec<Hint<AnyMove>> {
    if system.is_final(state) {
        return Vec::new();
    }
    let moves: Vec<AnyMove> = system.actions(state).collect();
    let hint = |(number, &mv): (usize, &AnyMove)| {
        let limits = match limits.time_left() {
            Some(left) => limits.clone().time(left / (moves.len() - number) as u32),
            None => limits.clone(),
        };
        Hint { mv, worth: Way::from(system, &system.after(state, mv), &limits).worth(1) }
    };
    moves.iter().enumerate().map(hint).collect()
}

#[cfg(test)]
mod tests {
    use games::hanoi::Hanoi;

    use super::*;

    #[test]
    fn the_best_move_is_the_first_of_a_shortest_solution() {
        let system = AnySystem::of_system(Hanoi::new(3, 3));
        let engines = engines(&system);
        let mut state = system.starts().next().expect("a puzzle has a start");
        for left in (1..=7).rev() {
            let answer = engines.solve(&state, &Limits::default());
            assert_eq!((answer.value(), answer.line.len()), (Some(Value::win(left)), left as usize));
            let hints = engines.advise(&state, &Limits::default());
            let best = hints.iter().max_by_key(|hint| hint.worth.least()).expect("there is a move");
            assert_eq!((Some(best.mv), best.worth.least()), (answer.best, Value::win(left)));
            system.apply(&mut state, best.mv);
        }
        assert!(system.is_final(&state) && engines.advise(&state, &Limits::default()).is_empty());
    }
}
