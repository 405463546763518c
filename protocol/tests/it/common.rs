//! What the tests share: a service, and values found by trying everything.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use arena::AnyState;
use catalogue::{AnySystem, Opened};
use game::{Notation, Stop, System, Value as Worth};
use protocol::{Ceilings, Event, Home, Refusal, Service};
use serde_json::Value;

/// Returns a service of all built-in games.
pub(crate) fn service() -> &'static Service {
    static SERVICE: OnceLock<Service> = OnceLock::new();
    SERVICE.get_or_init(|| {
        let time = Duration::from_secs(300);
        let ceilings = Ceilings { time, quick_time: time, ..Ceilings::default() };
        Service::new(builtin::catalogue("morpion"), Home::Server, ceilings)
    })
}

/// Returns the answer to a request.
pub(crate) fn ask(name: &str, body: &Value) -> Result<Value, Refusal> {
    service().answer(name, body, &Stop::new(), &|_| {})
}

/// Returns the answer to a request that must have one.
pub(crate) fn answer(name: &str, body: &Value) -> Value {
    ask(name, body).unwrap_or_else(|refusal| panic!("{name} {body}: {refusal:?}"))
}

/// Returns the answer to a request, and the partial answers before it.
pub(crate) fn with_partials(name: &str, body: &Value) -> (Value, Vec<Value>) {
    let partials = Mutex::new(Vec::new());
    let emit = |event: Event| {
        if let Event::Partial(answer) = event {
            partials.lock().unwrap().push(answer);
        }
    };
    let answer = service().answer(name, body, &Stop::new(), &emit).unwrap();
    (answer, partials.into_inner().unwrap())
}

/// Returns tic-tac-toe.
pub(crate) fn opened() -> &'static Opened {
    static OPENED: OnceLock<Opened> = OnceLock::new();
    OPENED.get_or_init(|| builtin::catalogue("morpion").open("mnk:3,3,3").unwrap())
}

/// Returns the value of a position of tic-tac-toe, by trying everything.
pub(crate) fn value(state: &AnyState) -> Worth {
    static KNOWN: OnceLock<HashMap<AnyState, Worth>> = OnceLock::new();
    let all = KNOWN.get_or_init(|| {
        let system = opened().variant.system();
        let mut known = HashMap::new();
        try_all(system, &system.starts().next().unwrap(), &mut known);
        known
    });
    all[state]
}

fn try_all(system: &AnySystem, state: &AnyState, known: &mut HashMap<AnyState, Worth>) -> Worth {
    if let Some(value) = known.get(state) {
        return *value;
    }
    let value = match system.ending(state).outcome() {
        Some(outcome) => outcome.value_for(system.turn(state).unwrap()).without_draw_length(),
        None => {
            let moves = system
                .steps(state)
                .map(|(_, next)| try_all(system, &next, known).one_ply_back().without_draw_length());
            moves.max().unwrap()
        }
    };
    known.insert(state.clone(), value);
    value
}

/// Returns the positions of a game of tic-tac-toe.
pub(crate) fn states(moves: &[String]) -> Vec<AnyState> {
    opened().variant.system().parse_line(&moves.join(" ")).unwrap().1
}

/// Returns a game of tic-tac-toe by the numbers of its moves, up to its end.
pub(crate) fn game(choices: &[usize]) -> Vec<String> {
    let system = opened().variant.system();
    let (mut state, mut moves) = (system.starts().next().unwrap(), Vec::new());
    for choice in choices {
        if system.is_final(&state) {
            break;
        }
        let actions: Vec<_> = system.actions(&state).collect();
        let action = actions[choice % actions.len()];
        moves.push(system.action_text(&state, action));
        system.apply(&mut state, action);
    }
    moves
}

/// Returns a value as the protocol writes it: verdict and distance.
pub(crate) fn written(value: Worth) -> (Value, Value) {
    (value.verdict.to_string().into(), value.plies.into())
}
