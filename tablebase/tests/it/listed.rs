//! Lists: games of every shape, and what lists say of positions that cannot be reached.

use explore::{Explorer, solve};
use game::mock::Mock;
use game::{Game, Limits, Notation, Outcome, Player, Random, Value};
use games::amazons::Amazons;
use games::ultimate::Ultimate;
use proptest::prelude::*;
use tablebase::{Access, Body, Tablebase};

use crate::common::{Later, file, positions, searched, solved, table};

proptest! {
    #[test]
    fn graphs_are_listed_as_they_are_solved(
        seed in any::<u64>(),
        size in 1usize..60,
        degree in 1usize..5,
        distances in any::<bool>(),
        threads in 1usize..4,
    ) {
        let game = Mock::random_graph(seed, size, degree);
        let access = Access::new(&game);
        let limits = Limits::default().threads(threads);
        let made = access.solve_as(Body::Listed, distances, &limits, &|_| ()).unwrap();
        let read = Tablebase::load(&access, 1, &file(&made.table, "mock")[..]).unwrap();
        let solution = solve(&Explorer::new(&game));
        let told = |value: Value| {
            if distances { value.without_draw_length() } else { Value::of(value.verdict) }
        };
        prop_assert_eq!(Some(made.value), solution.value(&game.initial()).map(told));
        for state in 0..size {
            let value = solution.value(&state).map(told);
            prop_assert_eq!(made.table.value(&access, &state), value);
            prop_assert_eq!(read.value(&access, &state), value);
            let best = solution.best(&state).map(|(_, worth)| told(worth));
            if value.is_some() {
                prop_assert_eq!(read.moves(&access, &state).unwrap().first().map(|(_, worth)| *worth), best);
            }
        }
    }

    #[test]
    fn trees_are_listed_as_they_are_indexed(seed in any::<u64>(), height in 0usize..6) {
        let game = Mock::random_tree(seed, height, 3);
        let access = Access::new(&game).index(Some(&game));
        let [indexed, listed] = [Body::Indexed, Body::Listed].map(|body| table(&access, body, true));
        prop_assert_eq!(indexed.totals(), listed.totals());
        for state in 0..game.len() {
            prop_assert_eq!(indexed.value(&access, &state), listed.value(&access, &state));
        }
    }
}

#[test]
fn the_same_player_may_move_again() {
    // The first player moves twice, and then chooses between a win and a loss.
    let game = Mock::new(4)
        .edge(0, 1)
        .edge(1, 2)
        .edge(1, 3)
        .turn(2, Player::Second)
        .end(2, Outcome::Win(Player::First))
        .end(3, Outcome::Win(Player::Second));
    let access = Access::new(&game);
    let table = table(&access, Body::Listed, true);
    assert_eq!(table.moves(&access, &0).unwrap(), [(1, Value::win(2))]);
    assert_eq!(table.moves(&access, &1).unwrap(), [(2, Value::win(1)), (3, Value::loss(1))]);
    assert_eq!(table.best_moves(&access, &1).unwrap(), [2]);
    assert_eq!(table.moves(&access, &2).unwrap(), []);
}

/// A position some moves after the start of a game, which is not over.
fn later<G: Game>(game: &G, moves: usize, random: &mut Random) -> G::State {
    'again: loop {
        let mut state = game.initial();
        for _ in 0..moves {
            if game.outcome(&state).is_some() {
                continue 'again;
            }
            let mv = random.choose(game.moves(&state).collect::<Vec<_>>());
            state = game.next(&state, mv.unwrap());
        }
        if game.outcome(&state).is_none() {
            return state;
        }
    }
}

fn samples<G>(game: &G, moves: usize, seed: u64)
where
    G: game::Playable + Notation,
{
    let mut random = Random::new(seed);
    let game = Later { game, start: later(game, moves, &mut random) };
    let access = Access::new(&game);
    let solved = access.solve(true, &Limits::default().threads(2), &|_| ()).unwrap();
    let read = Tablebase::load(&access, 1, &file(&solved.table, "later")[..]).unwrap();
    assert_eq!(searched(&game, &game.initial()), solved.value);
    let states = positions(&game);
    assert_eq!(read.totals().iter().sum::<num_bigint::BigUint>(), states.len().into());
    for state in states.iter().step_by(1 + states.len() / 50) {
        let value = read.value(&access, state);
        assert_eq!(value, Some(searched(&game, state)), "{}", game.board_text(state));
    }
}

#[test]
fn amazons_and_ultimate_from_the_middle_of_a_game() {
    for seed in 0..3 {
        samples(&Amazons::new(4, 4), 4, seed);
        samples(&Ultimate::new(), 60, seed);
    }
}

#[test]
fn all_of_amazons_on_the_smallest_board() {
    let game = Amazons::new(4, 4);
    let access = Access::new(&game);
    let table = table(&access, Body::Listed, true);
    assert_eq!(table.totals(), [5_487_433u32, 0, 4_308_396].map(num_bigint::BigUint::from));
    assert_eq!(table.value(&access, &game.initial()), Some(Value::loss(8)));
    let mut random = Random::new(1);
    for _ in 0..200 {
        let moves = 2 + random.below(5);
        let state = later(&game, moves, &mut random);
        let value = searched(&game, &state);
        assert_eq!(table.value(&access, &state), Some(value), "{}", game.board_text(&state));
    }
}

#[test]
fn positions_that_cannot_be_reached_are_not_found() {
    let amazons = Amazons::new(4, 4);
    let game = Later { game: &amazons, start: later(&amazons, 4, &mut Random::new(1)) };
    let access = Access::new(&game);
    let table = table(&access, Body::Listed, true);
    let mut random = Random::new(2);
    for _ in 0..1000 {
        let state = later(&amazons, 3, &mut random);
        assert_eq!(table.value(&access, &state), None);
        // Some of its moves are unknown, so none is called the best.
        assert_eq!(table.best_moves(&access, &state), None);
    }
}

/// Positions that are all drawn alike.
struct Blank(Mock);

impl Game for Blank {
    type State = usize;
    type Move = usize;
    fn initial(&self) -> usize {
        self.0.initial()
    }
    fn turn(&self, state: &usize) -> Player {
        Game::turn(&self.0, state)
    }
    fn outcome(&self, state: &usize) -> Option<Outcome> {
        self.0.outcome(state)
    }
    fn moves(&self, state: &usize) -> impl Iterator<Item = usize> {
        self.0.moves(state)
    }
    fn play(&self, state: &mut usize, mv: usize) {
        self.0.play(state, mv);
    }
}

impl Notation for Blank {
    fn action_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }
    fn board_text(&self, _: &usize) -> String {
        "a board in the dark".to_string()
    }
}

#[test]
fn positions_that_are_drawn_alike_cannot_be_listed() {
    let game = Blank(Mock::new(2).edge(0, 1).end(1, Outcome::Draw));
    let unsolved = solved(&Access::new(&game), None).unwrap_err();
    assert_eq!((unsolved.stopped, unsolved.positions.clone()), (None, 2u32.into()));
    assert!(unsolved.reason.contains("in the dark"), "{unsolved}");
}
