//! What several tests need.

use std::collections::HashSet;

use catalogue::Variant;
use game::{Game, Limits, Notation, Outcome, Player, Random, Value};
use games::mnk::Rule;
use registry::Capabilities;
use search::minimax;
use serde::Serialize;
use serde_json::Value as Json;

/// One heap; take one, two or three; taking the last wins. Rules and notation, and nothing else.
#[derive(Clone)]
pub(crate) struct Heap(pub(crate) u32);

impl Game for Heap {
    type State = (u32, Player);
    type Move = u32;

    fn initial(&self) -> (u32, Player) {
        (self.0, Player::First)
    }

    fn turn(&self, state: &(u32, Player)) -> Player {
        state.1
    }

    fn outcome(&self, state: &(u32, Player)) -> Option<Outcome> {
        (state.0 == 0).then_some(Outcome::Win(state.1.other()))
    }

    fn moves(&self, state: &(u32, Player)) -> impl Iterator<Item = u32> {
        1..=state.0.min(3)
    }

    fn play(&self, state: &mut (u32, Player), take: u32) {
        *state = (state.0 - take, state.1.other());
    }
}

impl Notation for Heap {
    fn action_text(&self, _: &(u32, Player), take: u32) -> String {
        take.to_string()
    }

    fn board_text(&self, (left, turn): &(u32, Player)) -> String {
        format!("{left} left, {turn} to move")
    }
}

impl Capabilities for Heap {}

/// A built-in game by its name. Its engines are compiled in `builtin`, once for all tests.
pub(crate) fn open(name: &str) -> Variant {
    let opened = builtin::catalogue("test").open(name);
    opened.unwrap_or_else(|mistake| panic!("{name}: {mistake}")).variant
}

/// How the registry writes a rule.
pub(crate) fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Normal => "normal",
        Rule::Misere => "misere",
        Rule::Weak => "weak",
        Rule::Exact => "exact",
    }
}

/// The true value, by the plainest of searches.
pub(crate) fn truth<G: Game>(game: &G, state: &G::State) -> Value {
    minimax(game, state, &Limits::default()).expect("minimax has no limits")
}

/// What a move is worth to whoever makes it.
pub(crate) fn worth<G: Game>(game: &G, state: &G::State, mv: G::Move) -> Value {
    let next = game.next(state, mv);
    let value = truth(game, &next);
    let value = if game.turn(&next) == game.turn(state) { value } else { value.reversed() };
    value.one_ply_longer()
}

/// The last positions of random games, each once, finished ones among them.
pub(crate) fn late<G: Game>(game: &G, games: u64, last: usize) -> Vec<G::State> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for seed in 0..games {
        let (mut random, mut line) = (Random::new(seed), vec![game.initial()]);
        while let Some(state) = line.last().filter(|state| game.outcome(state).is_none()) {
            let mv = random.choose(game.moves(state)).expect("an unfinished game has moves");
            line.push(game.next(state, mv));
        }
        let late = line.into_iter().rev().take(last).filter(|state| seen.insert(state.clone()));
        found.extend(late);
    }
    found
}

/// All positions, by the number of moves that lead to them first.
pub(crate) fn layers<G: Game>(game: &G) -> Vec<Vec<G::State>> {
    let (mut layers, mut seen) = (vec![vec![game.initial()]], HashSet::from([game.initial()]));
    loop {
        let mut next = Vec::new();
        let last = layers.last().expect("there is a first layer");
        for state in last.iter().filter(|state| game.outcome(state).is_none()) {
            let states = game.moves(state).map(|mv| game.next(state, mv));
            next.extend(states.filter(|state| seen.insert(state.clone())));
        }
        if next.is_empty() {
            return layers;
        }
        layers.push(next);
    }
}

/// How many ways there are to play so many moves.
pub(crate) fn ways<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match (depth, game.outcome(state)) {
        (0, _) => 1,
        (_, Some(_)) => 0,
        (_, None) => game.moves(state).map(|mv| ways(game, &game.next(state, mv), depth - 1)).sum(),
    }
}

/// An answer as data, without what it took.
pub(crate) fn data(answer: &impl Serialize) -> Json {
    let mut json = serde_json::to_value(answer).expect("answers are data");
    let cost = ["seconds", "nodes", "bytes", "store", "needed", "needed_in_all", "nodes_by_ply", "explored"];
    without(&mut json, &cost);
    json
}

fn without(json: &mut Json, keys: &[&str]) {
    match json {
        Json::Object(map) => {
            keys.iter().for_each(|key| drop(map.remove(*key)));
            map.values_mut().for_each(|value| without(value, keys));
        }
        Json::Array(values) => values.iter_mut().for_each(|value| without(value, keys)),
        _ => {}
    }
}
