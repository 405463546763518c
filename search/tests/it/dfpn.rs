//! Proof numbers say what plain minimax says, or say that they do not know.

use std::sync::Mutex;
use std::time::Duration;

use crate::truth::{budgets, holds_by_minimax, holds_by_retrograde, retrograde, sizes, with_dead_ends};
use game::mock::Mock;
use game::{Game, Limits, Notation, Player, Stopped, Value, Verdict};
use games::mnk::{Marks, Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use proptest::prelude::*;
use search::{Answer, Engine, Halt, Knowledge, Progress, Solver, Symmetric, Tactical, minimax};

const MOST_SQUARES: u32 = 12;

fn solved<K: Knowledge>(
    knowledge: K,
    state: &<K::Game as Game>::State,
    limits: Limits,
) -> Answer<<K::Game as Game>::Move> {
    Solver::new(knowledge).engine(Engine::DfPn).limits(limits).solve(state)
}

/// It gives the value and the distance, and best play to the end.
fn agrees<G: Game, K: Knowledge<Game = G>>(game: &G, knowledge: K, name: &str) {
    let state = game.initial();
    let truth = minimax(game, &state, &Limits::default()).expect("a small game");
    let answer = Solver::new(knowledge).engine(Engine::DfPn).line(100).solve(&state);
    assert_eq!((answer.value(), answer.stopped), (Some(truth), None), "{name}");
    assert_eq!(holds_by_minimax(game, &state, &answer), Ok(()), "{name}");
    let end = answer.line.iter().fold(state.clone(), |state, &mv| {
        assert!(game.is_legal(&state, mv), "{name}: {mv:?} in {state:?}");
        game.next(&state, mv)
    });
    let reached = game.outcome(&end).expect("the line goes to the end").value_for(game.turn(&state));
    assert_eq!(reached.verdict, truth.verdict, "{name}");
    assert!(truth.plies.is_none_or(|plies| plies as usize == answer.line.len()), "{name}");
}

#[test]
fn games_of_k_in_a_row() {
    for (w, h, k) in sizes(MOST_SQUARES) {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            let game: Mnk<u64> = Mnk::new(w, h, k, rule);
            agrees(&game, Tactical::new(&game), &format!("{rule:?} {w},{h},{k}, with threats"));
            agrees(&game, &game, &format!("{rule:?} {w},{h},{k}"));
            let game = Mnk::<u64, _>::with_gravity(w, h, k, rule);
            agrees(&game, Tactical::new(&game), &format!("gravity {rule:?} {w},{h},{k}, with threats"));
            agrees(&game, &game, &format!("gravity {rule:?} {w},{h},{k}"));
        }
    }
}

#[test]
fn games_with_either_mark() {
    for (w, h, k) in sizes(MOST_SQUARES) {
        let game = Notakto::<u64>::new(w, h, k);
        agrees(&game, &game, &format!("notakto {w},{h},{k}"));
        if w * h <= 8 {
            for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
                let game = Wild::<u64>::new(w, h, k, rule);
                agrees(&game, &game, &format!("wild {rule:?} {w},{h},{k}"));
            }
        }
    }
}

/// Sums of what several ways lead to double with every heap: they must not pass for a proof.
#[test]
fn ways_that_join_again_and_again() {
    for (heaps, misere) in [(vec![2; 16], false), (vec![2; 14], true), (vec![1; 16], false)] {
        let game = Nim::new(&heaps, misere);
        let knowledge = || Symmetric::new(&game);
        let truth = Solver::new(knowledge()).solve(&game.initial()).value();
        assert_eq!(truth.map(|value| value.verdict), Some(Verdict::Loss), "by the theory of the game");
        assert_eq!(solved(knowledge(), &game.initial(), Limits::default()).value(), truth, "{heaps:?}");
    }
}

fn after(game: &Mnk<u64>, moves: &str) -> Marks<u64> {
    game.parse_line(moves).expect("legal moves").1.pop().expect("a position")
}

/// Small positions on which the search went round in a table that forgot what it had just learnt.
#[test]
fn the_search_ends_however_small_the_table() {
    let (misere, weak) = (Mnk::new(6, 5, 6, Rule::Misere), Mnk::new(2, 6, 3, Rule::Weak));
    let late = "a5,e5,f2,c3,d1,d3,a3,b3,a2,e2,f3,d4,c4,e4,f5,e3,c2,b2,c1,c5,d5";
    let ttt = Mnk::new(3, 3, 3, Rule::Normal);
    for (game, moves) in [(misere, late), (weak, "b2,b1,a6"), (ttt, "")] {
        let state = after(&game, moves);
        let truth = Solver::new(Tactical::new(&game)).solve(&state).value();
        for bytes in [0, 1 << 10, 1 << 16, 1 << 30] {
            let budget = Limits::default().memory(bytes).nodes(500_000);
            let answer = solved(Tactical::new(&game), &state, budget);
            assert_eq!((answer.value(), answer.stopped), (truth, None), "{moves} in {bytes} bytes");
        }
    }
}

#[test]
fn a_table_that_is_much_too_small_is_told() {
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    let budget = Limits::default().memory(0).nodes(1_000_000);
    let answer = solved(&game, &game.initial(), budget);
    assert_eq!((answer.value(), answer.stopped), (None, Some(Halt::Stopped(Stopped::Memory))));
}

/// The value may be proved with the last node: then so is the move.
#[test]
fn a_value_comes_with_a_move_that_achieves_it() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let won = after(&game, "a1,b2,d3");
    let lost = after(&game, "b2,a1");
    let mut known = 0;
    for state in [game.initial(), won, lost] {
        let all = solved(&game, &state, Limits::default()).nodes;
        for nodes in (0..all).step_by(397).chain((all..all + 200).step_by(19)) {
            let answer = Solver::new(&game)
                .engine(Engine::DfPn)
                .line(20)
                .limits(Limits::default().nodes(nodes))
                .solve(&state);
            assert_eq!(holds_by_minimax(&game, &state, &answer), Ok(()), "{nodes} nodes");
            // A line that breaks off is told as well.
            let plies = answer.value().and_then(|value| value.plies).unwrap_or(0);
            assert_eq!(
                answer.stopped.is_none(),
                answer.value().is_some() && answer.line.len() == plies as usize
            );
            known += usize::from(answer.value().is_some() && answer.stopped.is_some());
        }
    }
    assert!(known > 0, "some budgets suffice for the value and not for the line");
}

#[test]
fn fewer_plies_than_the_game_takes_give_bounds() {
    let game = Nim::new(&[2; 16], false);
    for plies in [0, 1, 2, 5] {
        let answer = solved(&game, &game.initial(), Limits::default().depth(plies));
        assert_eq!(
            (answer.verdict(), answer.stopped),
            (None, Some(Halt::Stopped(Stopped::Depth))),
            "{plies} plies"
        );
    }
    // In circles for ever, by more positions than are counted, and with more plies than fit an ordinary stack.
    let ring = (0..3000).fold(Mock::new(3000), |ring, at| ring.edge(at, (at + 1) % 3000));
    for (budget, halt) in
        [(Limits::default(), Halt::Repetition), (Limits::default().depth(50), Halt::Stopped(Stopped::Depth))]
    {
        let answer = solved(&ring, &0, budget);
        assert_eq!((answer.value(), answer.best, answer.stopped), (None, Some(1), Some(halt)));
    }
    let loops = Mock::new(1).edge(0, 0);
    let deepest = solved(&loops, &0, Limits::default().depth(u32::MAX));
    assert_eq!(deepest.value(), Some(Value::of(Verdict::Draw)));
}

#[test]
fn where_nobody_can_move_nobody_wins() {
    for player in Player::BOTH {
        let stuck = Mock::new(2).edge(0, 1).turn(1, player);
        assert_eq!(solved(&stuck, &0, Limits::default()).value(), Some(Value::of(Verdict::Draw)));
        assert_eq!(solved(&stuck, &1, Limits::default()).value(), Some(Value::of(Verdict::Draw)));
    }
}

#[test]
fn it_is_told_how_far_the_search_is() {
    let game: Mnk<u64> = Mnk::new(6, 6, 5, Rule::Normal);
    let budget = Limits::default().within(Duration::from_millis(500));
    let told = Mutex::new(Vec::new());
    let watch = |so_far: &Progress<_>| told.lock().unwrap().push((so_far.nodes, so_far.worth.most()));
    let solver = Solver::new(Tactical::new(&game)).engine(Engine::DfPn).limits(budget).watch(&watch);
    let answer = solver.solve(&game.initial());
    let told = told.into_inner().unwrap();
    assert!(!told.is_empty() && told.is_sorted_by_key(|told| told.0));
    assert!(told.iter().all(|told| told.0 > 0 && told.0 <= answer.nodes && told.1 >= answer.worth.most()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Positions come twice, and players move twice running.
    #[test]
    fn random_graphs(seed: u64, positions in 1usize..30, degree in 1usize..5, budget in budgets()) {
        let game = Mock::random_graph(seed, positions, degree);
        let answer = solved(&game, &0, budget);
        prop_assert_eq!(holds_by_retrograde(&game, &answer), Ok(()));
        let answer = solved(Symmetric::new(&game), &0, Limits::default());
        prop_assert_eq!((answer.value(), answer.stopped), (Some(retrograde(&game)[0]), None));
        prop_assert_eq!(holds_by_retrograde(&game, &answer), Ok(()));
    }

    #[test]
    fn random_trees(seed: u64, height in 1usize..7, branching in 1usize..5, budget in budgets()) {
        let game = Mock::random_tree(seed, height, branching);
        prop_assert_eq!(holds_by_minimax(&game, &0, &solved(&game, &0, budget)), Ok(()));
    }

    #[test]
    fn dead_ends(seed: u64, positions in 1usize..40, budget in budgets()) {
        let game = with_dead_ends(seed, positions);
        prop_assert_eq!(holds_by_minimax(&game, &0, &solved(&game, &0, budget)), Ok(()));
        let answer = solved(&game, &0, Limits::default());
        prop_assert_eq!(answer.value(), minimax(&game, &0, &Limits::default()).ok());
    }

    #[test]
    fn nim(heaps in prop::collection::vec(0u8..6, 1..4), misere: bool, budget in budgets()) {
        let game = Nim::new(&heaps, misere);
        let answer = solved(&game, &game.initial(), budget);
        prop_assert_eq!(holds_by_minimax(&game, &game.initial(), &answer), Ok(()));
    }

    #[test]
    fn boards(w in 1u32..5, h in 1u32..4, k in 1u32..4, misere: bool, budget in budgets()) {
        let game: Mnk<u64> = Mnk::new(w, h, k, if misere { Rule::Misere } else { Rule::Normal });
        let mut state = game.initial();
        for ply in 0..w * h / 3 {
            if game.outcome(&state).is_none() {
                let mv = game.moves(&state).nth(ply as usize % 2).or(game.moves(&state).next());
                game.play(&mut state, mv.expect("a move"));
            }
        }
        let answer = solved(Tactical::new(&game), &state, budget.clone());
        prop_assert_eq!(holds_by_minimax(&game, &state, &answer), Ok(()));
        let answer = solved(&game, &state, budget);
        prop_assert_eq!(holds_by_minimax(&game, &state, &answer), Ok(()));
    }
}
