//! A game with rules and notation only goes through every method of a variant.

use catalogue::{Claims, Job, Simulate, Survey, TreeRequest, Variant};
use explore::Format;
use game::{Game, Notation, Value};
use num_bigint::BigUint;

use crate::common::{Heap, layers, truth, ways};

const GAME: Heap = Heap(10);

fn variant() -> Variant {
    Variant::of_game(GAME)
}

#[test]
fn facts() {
    let facts = variant().facts();
    assert!(facts.is_game && facts.knowledge.is_none() && facts.index_size.is_none());
    assert_eq!((facts.symmetries, facts.first_moves), (1, 3));
    assert_eq!(facts.start, "10 left, first to move");
    assert!(facts.names.iter().any(|name| name.name == "winner"));
}

#[test]
fn values() {
    let variant = variant();
    let start = variant.position(None).unwrap();
    let solved = variant.solve(&start, &Job::default()).unwrap();
    assert_eq!((solved.value.as_str(), solved.plies, solved.best.as_deref()), ("win", Some(5), Some("2")));
    assert_eq!((solved.pv.len(), solved.complete, solved.over), (5, true, false));
    let analysis = variant.analyze(&start, &Job::default()).unwrap();
    let judged: Vec<(&str, &str)> =
        analysis.analysis.iter().map(|judged| (judged.mv.as_str(), judged.value.as_str())).collect();
    assert_eq!((judged[0], judged.len()), (("2", "win"), 3));
    assert!(judged[1..].iter().all(|(_, value)| *value == "loss"));
    assert_eq!(analysis.analysis[0].board, "8 left, second to move");
}

#[test]
fn paths_and_trees() {
    let (variant, game) = (variant(), GAME);
    let start = variant.position(None).unwrap();
    for symmetry in [false, true] {
        let perft = variant.perft(std::slice::from_ref(&start), 6, symmetry, &Job::default());
        let expected: Vec<BigUint> =
            (0..=6).map(|depth| ways(&game, &game.initial(), depth).into()).collect();
        assert_eq!((perft.by_depth, perft.complete), (expected, true));
        let request = TreeRequest { depth: None, symmetry, alpha_beta_nodes: 1_000_000 };
        let tree = variant.tree(&start, request, &Job::default()).unwrap();
        let nodes: u64 = (0..=10).map(|depth| ways(&game, &game.initial(), depth)).sum();
        assert_eq!((tree.nodes, tree.height), (Some(nodes.into()), Some(10)));
        assert_eq!((tree.value, tree.plies), (Some(game::Verdict::Win), Some(5)));
        assert!(tree.complete && tree.alpha_beta.is_some_and(|pruned| pruned.complete));
    }
    let request = TreeRequest { depth: Some(2), symmetry: false, alpha_beta_nodes: 1_000_000 };
    let cut = variant.tree(&start, request, &Job::default()).unwrap();
    assert_eq!(cut.by_depth, [1u32, 3, 9].map(BigUint::from));
}

#[test]
fn counts_surveys_and_graphs() {
    let (variant, layers) = (variant(), layers(&GAME));
    let by_ply: Vec<u64> = layers.iter().map(|layer| layer.len() as u64).collect();
    let states: u64 = by_ply.iter().sum();
    let ends = |player| {
        let won = |state: &&(u32, game::Player)| GAME.outcome(state) == Some(game::Outcome::Win(player));
        layers.iter().flatten().filter(won).count() as u64
    };
    let survey = Survey { symmetry: true, ..Survey::default() };
    let count = variant.count(None, &survey, &Job::default());
    assert_eq!((count.positions, &count.totals.by_ply, count.classes), (states, &by_ply, Some(states)));
    let [first, second] = game::Player::BOTH.map(ends);
    assert_eq!((count.totals.ends(), count.totals.deadlocks), (Some([first, second, 0]), 0));
    let explored = variant.explore(None, &survey, &Job::default());
    assert_eq!(
        (explored.states, &explored.totals.by_ply, explored.totals.ends()),
        (states, &by_ply, count.totals.ends())
    );
    assert_eq!((explored.totals.transitions, explored.branching.max), (count.totals.transitions, 3));
    let late = variant.starts(Some("3 3")).unwrap();
    assert_eq!(variant.count(Some(&late), &Survey::default(), &Job::default()).totals.by_ply[..2], [1, 3]);
    for format in [Format::Dot, Format::GraphMl, Format::Aut] {
        let (explored, file) = variant.export(None, &survey, format, 100, &Job::default()).unwrap();
        assert_eq!(explored.states, states);
        assert!(file.unwrap().lines().count() as u64 > explored.totals.transitions);
    }
    assert!(variant.export(None, &survey, Format::Dot, 3, &Job::default()).is_err());
}

#[test]
fn claims() {
    let variant = variant();
    let starts = variant.starts(None).unwrap();
    let text = |claims: &[&str]| claims.iter().map(ToString::to_string).collect::<Vec<String>>();
    let claims = Claims {
        find: text(&["winner = o"]),
        always: text(&["not over or winner != none"]),
        eventually: text(&["over"]),
        force: text(&["x:winner = x", "o:winner = o"]),
        no_deadlock: true,
        ..Claims::default()
    };
    let checked = variant.check(&starts, &claims, &Job::default()).unwrap();
    let held: Vec<(String, Option<bool>)> =
        checked.claims.iter().map(|decided| (decided.claim.clone(), decided.holds)).collect();
    assert_eq!(held.len(), 6, "{held:?}");
    for (claim, holds) in held {
        assert_eq!(holds, Some(claim != "o:winner = o"), "{claim}");
    }
    let unknown = Claims { always: text(&["count(x) = 1"]), ..Claims::default() };
    assert!(variant.check(&starts, &unknown, &Job::default()).is_err());
}

#[test]
fn random_games() {
    let variant = variant();
    let simulate = Simulate { games: 500, seed: 7, plies: 100 };
    let starts = variant.starts(None).unwrap();
    let played = variant.simulate(&starts, simulate, &Job::default());
    let statistics = &played.statistics;
    assert_eq!((statistics.walks, statistics.wins.iter().sum::<u64>(), statistics.draws), (500, 500, 0));
    assert!(statistics.lengths.keys().all(|length| (4..=10).contains(length)));
    let again = variant.simulate(&starts, simulate, &Job::default().threads(2));
    assert_eq!((&again.statistics.lengths, again.statistics.wins), (&statistics.lengths, statistics.wins));
}

#[test]
fn tables() {
    let (variant, game) = (variant(), GAME);
    for distances in [false, true] {
        let (strong, table) = variant.strong(distances, &Job::default()).unwrap();
        let all: Vec<_> = layers(&game).concat();
        assert_eq!(strong.positions, all.len().into());
        assert_eq!((strong.complete, strong.value), (true, Some(game::Verdict::Win)));
        let mut file = Vec::new();
        table.unwrap().save("heap:10", 3, &mut file).unwrap();
        let table = variant.load_table(3, &file[..]).unwrap();
        for state in all {
            let found = variant.look_up(&table, &arena::AnyState::new(state)).unwrap();
            let Value { verdict, plies } = truth(&game, &state);
            assert_eq!((found.value, found.plies), (verdict, plies.filter(|_| distances)), "{state:?}");
            assert_eq!((found.over, found.moves.is_empty()), (state.0 == 0, state.0 == 0));
            assert_eq!(found.board, game.board_text(&state));
        }
        assert!(variant.look_up(&table, &arena::AnyState::new((99u32, game::Player::First))).is_none());
        assert!(variant.load_table(4, &file[..]).is_err(), "other rules");
        assert!(variant.load_table(3, &file[..file.len() - 1]).is_err(), "cut off");
    }
}

#[test]
fn laws() {
    variant().laws(30, 1).unwrap();
    let refused = variant().count_by_diagrams("heap", (false, false), &Job::default()).unwrap_err();
    assert!(refused.to_string().starts_with("heap has no symbolic form"));
}
