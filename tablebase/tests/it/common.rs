//! What several tests need.

use std::collections::HashSet;

use game::{Game, Indexed, Limits, Notation, Outcome, Playable, Player, Value};
use search::minimax;
use symbolic::Symbolic;
use tablebase::{Access, Body, Solved, Tablebase, Unsolved};

/// Access by everything that a game has.
pub(crate) fn by_all<G>(game: &G) -> Access<'_, G>
where
    G: Playable + Notation + Indexed + Symbolic,
{
    Access::new(game).form(Some(game)).index(Some(game))
}

/// The solution of a game without limits, in this body or in the first that does.
pub(crate) fn solved<G: Playable>(
    access: &Access<'_, G>,
    body: Option<Body>,
) -> Result<Solved, Box<Unsolved>> {
    let limits = Limits::default();
    match body {
        Some(body) => access.solve_as(body, true, &limits, &|_| ()),
        None => access.solve(true, &limits, &|_| ()),
    }
}

/// The table of a game in this body.
pub(crate) fn table<G: Playable>(access: &Access<'_, G>, body: Body, distances: bool) -> Tablebase {
    let solved = access.solve_as(body, distances, &Limits::default(), &|_| ()).unwrap();
    assert_eq!((solved.table.body(), solved.table.has_distance()), (body, distances));
    solved.table
}

pub(crate) fn file(table: &Tablebase, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let size = table.save(name, 1, &mut bytes).unwrap();
    assert_eq!(size, bytes.len() as u64);
    bytes
}

/// Every position that can be reached, by the plainest of searches.
pub(crate) fn positions<G: Game>(game: &G) -> Vec<G::State> {
    let mut seen = HashSet::from([game.initial()]);
    let mut found = vec![game.initial()];
    let mut next = 0;
    while next < found.len() {
        let state = found[next].clone();
        next += 1;
        if game.outcome(&state).is_some() {
            continue;
        }
        for mv in game.moves(&state) {
            let after = game.next(&state, mv);
            if seen.insert(after.clone()) {
                found.push(after);
            }
        }
    }
    found
}

/// The value of a position by plain search.
pub(crate) fn searched<G: Game>(game: &G, state: &G::State) -> Value {
    minimax(game, state, &Limits::default()).unwrap()
}

/// A game that begins later, and has neither an index nor a form: as an author might write one.
pub(crate) struct Later<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) start: G::State,
}

impl<G: Game> Game for Later<'_, G> {
    type State = G::State;
    type Move = G::Move;

    fn initial(&self) -> G::State {
        self.start.clone()
    }

    fn turn(&self, state: &G::State) -> Player {
        self.game.turn(state)
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }

    fn moves(&self, state: &G::State) -> impl Iterator<Item = G::Move> {
        self.game.moves(state)
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }
}

impl<G: Playable + Notation> Notation for Later<'_, G> {
    fn action_text(&self, state: &G::State, mv: G::Move) -> String {
        self.game.action_text(state, mv)
    }

    fn board_text(&self, state: &G::State) -> String {
        self.game.board_text(state)
    }
}
