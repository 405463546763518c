//! All bodies say what plain search says.

use explore::{Explorer, solve};
use game::mock::Mock;
use game::{Game, Indexed, Notation, Outcome, Playable, Player, Value, Verdict};
use games::mnk::{Mnk, Notakto, Rule};
use games::nim::Nim;
use games::positional::Positional;
use num_bigint::BigUint;
use symbolic::Symbolic;
use tablebase::{Body, Tablebase};

use crate::common::{by_all, file, positions, searched, solved, table};

/// Solved in every body, with distances and without, and after a journey through a file, all positions have the values
/// of the solution, and some those of plain search.
fn agree<G>(name: &str, game: &G)
where
    G: Playable + Notation + Indexed + Symbolic,
{
    let access = by_all(game);
    let solution = solve(&Explorer::new(game));
    let states = positions(game);
    assert_eq!(states.len(), solution.graph().len(), "{name}");
    for state in states.iter().step_by(1 + states.len() / 5) {
        assert_eq!(
            Some(searched(game, state)),
            solution.value(state).map(Value::without_draw_length),
            "{name}: {state:?}"
        );
    }
    let totals = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(|v| BigUint::from(solution.count(v)));
    for (body, distances) in Body::ALL.into_iter().flat_map(|body| [(body, true), (body, false)]) {
        let made = table(&access, body, distances);
        let read = Tablebase::load(&access, 1, &file(&made, name)[..]).unwrap();
        assert_eq!((read.body(), read.has_distance()), (body, distances));
        assert_eq!(read.totals(), totals, "{name} by {body}");
        for state in &states {
            let value = solution.value(state).unwrap();
            let value = if distances { value.without_draw_length() } else { Value::of(value.verdict) };
            assert_eq!(made.value(&access, state), Some(value), "{name} by {body}: {state:?}");
            assert_eq!(read.value(&access, state), Some(value), "{name} by {body}: {state:?}");
            let moves = read.moves(&access, state).unwrap();
            assert_eq!(
                moves.first().map(|(_, worth)| *worth),
                game.outcome(state).is_none().then_some(value)
            );
            assert!(moves.is_sorted_by(|(_, better), (_, worse)| better >= worse));
            let best = read.best_moves(&access, state).unwrap();
            assert_eq!(best.len(), moves.iter().filter(|(_, worth)| *worth == value).count());
        }
    }
}

#[test]
fn boards() {
    for rule in [Rule::Normal, Rule::Misere] {
        agree("mnk:3,3,3", &Mnk::<u64>::new(3, 3, 3, rule));
        agree("connect:4,3,3", &Mnk::<u64, _>::with_gravity(4, 3, 3, rule));
    }
    agree("connect:4,4,3", &Mnk::<u64, _>::with_gravity(4, 4, 3, Rule::Normal));
    agree("cube:2,3", &Positional::<u64>::cube(2, 3));
}

#[test]
fn a_wider_board() {
    agree("mnk:4,3,3", &Mnk::<u64>::new(4, 3, 3, Rule::Normal));
}

#[test]
fn heaps() {
    for misere in [false, true] {
        agree("nim:3,4,5", &Nim::new(&[3, 4, 5], misere));
        agree("nim:0", &Nim::new(&[0], misere));
    }
}

#[test]
fn the_first_body_that_will_do_is_taken() {
    let nim = Nim::new(&[2, 3], false);
    let by = |access: tablebase::Access<'_, Nim>| {
        let solved = solved(&access, None).unwrap();
        assert_eq!(solved.value, searched(&nim, &nim.initial()));
        solved.table.body()
    };
    let access = || tablebase::Access::new(&nim);
    assert_eq!(by(access().form(Some(&nim)).index(Some(&nim))), Body::Diagrams);
    assert_eq!(by(access().index(Some(&nim))), Body::Indexed);
    assert_eq!(by(access()), Body::Listed);
    let absent = None::<&game::Unsupported<Nim>>;
    assert_eq!(by(access().form(absent).index(absent)), Body::Listed);
    // Positions that come again are a matter for lists.
    let circle = game::mock::Mock::new(3).edge(0, 1).edge(1, 0).edge(1, 2).end(2, game::Outcome::Draw);
    let access = tablebase::Access::new(&circle).index(Some(&circle));
    let found = solved(&access, None).unwrap();
    assert_eq!((found.table.body(), found.value), (Body::Listed, Value::of(Verdict::Draw)));
    let unsolved = solved(&access, Some(Body::Indexed)).unwrap_err();
    assert_eq!((unsolved.stopped, unsolved.reason.as_str()), (None, "positions of the game repeat"));
    let unsolved = solved(&access, Some(Body::Diagrams)).unwrap_err();
    assert_eq!((unsolved.stopped, unsolved.reason.as_str()), (None, "the game has no symbolic form"));
    let notakto: Notakto<u64> = Notakto::new(3, 3, 3);
    let access = tablebase::Access::new(&notakto).form(Some(&notakto));
    let unsolved = solved(&access, Some(Body::Indexed)).unwrap_err();
    assert!(unsolved.to_string().contains("cannot be numbered"), "{unsolved}");
    let [diagrams, listed] = [Body::Diagrams, Body::Listed].map(|body| table(&access, body, true));
    for state in positions(&notakto) {
        assert_eq!(diagrams.value(&access, &state), listed.value(&access, &state));
    }
}

#[test]
fn every_move_that_draws_is_a_best_move() {
    // One draw comes at once, the other a move later; the third move loses.
    let game = Mock::new(5)
        .edge(0, 1)
        .edge(0, 2)
        .edge(2, 3)
        .edge(0, 4)
        .end(1, Outcome::Draw)
        .end(3, Outcome::Draw)
        .end(4, Outcome::Win(Player::Second));
    let lasting = solve(&Explorer::new(&game));
    assert_eq!([1, 2].map(|state| lasting.value(&state)), [Some(Value::draw(0)), Some(Value::draw(1))]);
    let (access, draw) = (tablebase::Access::new(&game).index(Some(&game)), Value::of(Verdict::Draw));
    for body in [Body::Indexed, Body::Listed] {
        let table = table(&access, body, true);
        assert_eq!(table.value(&access, &0), Some(draw), "{body}");
        assert_eq!(table.moves(&access, &0), Some(vec![(1, draw), (2, draw), (4, Value::loss(1))]), "{body}");
        assert_eq!(table.best_moves(&access, &0), Some(vec![1, 2]), "{body}");
    }
}
