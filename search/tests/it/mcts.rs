//! What random games prove is true, and a good deal is proved.

use std::sync::Mutex;
use std::time::Duration;

use crate::truth::{budgets, holds_by_minimax, holds_by_retrograde, sizes, with_dead_ends};
use game::mock::Mock;
use game::{Game, Limits, Outcome, Player, Stopped, Verdict};
use games::mnk::{Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use proptest::prelude::*;
use search::{Answer, Engine, Halt, Progress, Solver};

fn solved<G: Game>(game: &G, state: &G::State, budget: Limits) -> Answer<G::Move> {
    Solver::new(game).engine(Engine::Mcts).limits(budget).solve(state)
}

#[test]
fn tic_tac_toe_is_proved_to_be_drawn() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let answer = solved(&game, &game.initial(), Limits::default().nodes(200_000));
    assert_eq!((answer.verdict(), answer.stopped), (Some(Verdict::Draw), None));
    assert_eq!(holds_by_minimax(&game, &game.initial(), &answer), Ok(()));
}

fn is_true<G: Game>(game: &G, name: &str) -> usize {
    let answer = solved(game, &game.initial(), Limits::default().nodes(20_000));
    assert_eq!(holds_by_minimax(game, &game.initial(), &answer), Ok(()), "{name}");
    usize::from(answer.stopped.is_none())
}

#[test]
fn what_is_proved_is_true() {
    let (mut games, mut proved) = (0, 0);
    for (w, h, k) in sizes(8) {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            proved += is_true(&Mnk::<u64>::new(w, h, k, rule), &format!("{rule:?} {w},{h},{k}"));
            let game = Mnk::<u64, _>::with_gravity(w, h, k, rule);
            proved += is_true(&game, &format!("gravity {rule:?} {w},{h},{k}"));
        }
        for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
            proved += is_true(&Wild::<u64>::new(w, h, k, rule), &format!("wild {rule:?} {w},{h},{k}"));
        }
        proved += is_true(&Notakto::<u64>::new(w, h, k), &format!("notakto {w},{h},{k}"));
        games += 10;
    }
    assert!(proved * 10 > games * 7, "{proved} of {games} were proved");
}

#[test]
fn a_tree_that_cannot_grow_ends_the_search_if_nothing_else_does() {
    let game: Mnk<u64> = Mnk::new(5, 5, 4, Rule::Normal);
    let memory = Limits::default().memory(1 << 16);
    let answer = solved(&game, &game.initial(), memory.clone());
    assert_eq!(answer.stopped, Some(Halt::Stopped(Stopped::Memory)));
    assert!(answer.best.is_some_and(|mv| game.is_legal(&game.initial(), mv)));
    // With a limit of games it goes on, for better means.
    let answer = solved(&game, &game.initial(), memory.nodes(5000));
    assert_eq!((answer.nodes, answer.stopped), (5000, Some(Halt::Stopped(Stopped::Nodes))));
    // To and fro for ever, and no deeper than it may.
    let ring = Mock::new(2).edge(0, 1).edge(1, 0).turn(1, Player::Second);
    assert_eq!(solved(&ring, &0, Limits::default().depth(100)).stopped, Some(Halt::Stopped(Stopped::Depth)));
    let shallow = solved(&game, &game.initial(), Limits::default().depth(1).nodes(1000));
    assert_eq!((shallow.nodes, shallow.line.len()), (1000, 0));
}

/// A draw at once, or a game in which the opponent chooses among many positions; in each, one of five moves decides the
/// game the other way than the four others do.
fn draw_or_dare(most: Player) -> Mock {
    let mut game = Mock::new(3 + 40 * 6).edge(0, 1).end(1, Outcome::Draw).edge(0, 2).turn(2, Player::Second);
    for choice in 0..40 {
        let at = 3 + choice * 6;
        game = game.edge(2, at);
        for end in 0..5 {
            let winner = if end == choice % 5 { most.other() } else { most };
            game = game.edge(at, at + 1 + end).end(at + 1 + end, Outcome::Win(winner));
        }
    }
    game
}

#[test]
fn a_certain_draw_is_weighed_against_what_looks_good() {
    let (bad, good) = (draw_or_dare(Player::Second), draw_or_dare(Player::First));
    let part = |game: &Mock| solved(game, &0, Limits::default().nodes(35));
    assert_eq!((part(&bad).verdict(), part(&bad).best), (None, Some(1)), "one game in five is won");
    assert_eq!((part(&good).verdict(), part(&good).best), (None, Some(2)), "four games in five are won");
    assert_eq!(part(&bad).worth.least().verdict, Verdict::Draw, "so much is certain");
    // In truth the first player has a winning move wherever the second leads, in both.
    for game in [bad, good] {
        let whole = solved(&game, &0, Limits::default());
        assert_eq!((whole.verdict(), whole.best), (Some(Verdict::Win), Some(2)));
    }
}

#[test]
fn where_nobody_can_move_nobody_wins() {
    let stuck =
        Mock::new(3).edge(0, 1).edge(0, 2).turn(1, Player::Second).end(2, Outcome::Win(Player::Second));
    for (state, best) in [(0, Some(1)), (1, None)] {
        let answer = solved(&stuck, &state, Limits::default());
        assert_eq!((answer.verdict(), answer.best), (Some(Verdict::Draw), best));
    }
}

#[test]
fn it_is_told_how_far_the_search_is() {
    let game: Mnk<u64> = Mnk::new(6, 6, 5, Rule::Normal);
    let limits = Limits::default().within(Duration::from_millis(500));
    let told = Mutex::new(Vec::new());
    let watch = |so_far: &Progress<_>| told.lock().unwrap().push((so_far.nodes, so_far.line.len()));
    let solver = Solver::new(&game).engine(Engine::Mcts).limits(limits).watch(&watch);
    let answer = solver.solve(&game.initial());
    let told = told.into_inner().unwrap();
    assert!(!told.is_empty() && told.is_sorted_by_key(|told| told.0));
    assert!(told.iter().all(|told| told.0 > 0 && told.0 <= answer.nodes && told.1 > 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_graphs(seed: u64, positions in 1usize..30, degree in 1usize..5, budget in budgets()) {
        let game = Mock::random_graph(seed, positions, degree);
        let answer = solved(&game, &0, budget.clone().nodes(budget.most_nodes().min(1000)));
        prop_assert_eq!(holds_by_retrograde(&game, &answer), Ok(()));
    }

    #[test]
    fn random_trees(seed: u64, height in 1usize..6, branching in 1usize..5, budget in budgets()) {
        let game = Mock::random_tree(seed, height, branching);
        let answer = solved(&game, &0, budget.clone().nodes(budget.most_nodes().min(2000)));
        prop_assert_eq!(holds_by_minimax(&game, &0, &answer), Ok(()));
        // A small tree is soon proved as a whole.
        let answer = solved(&game, &0, Limits::default());
        prop_assert_eq!(answer.stopped, None);
        prop_assert_eq!(holds_by_minimax(&game, &0, &answer), Ok(()));
    }

    #[test]
    fn dead_ends(seed: u64, positions in 1usize..20) {
        let game = with_dead_ends(seed, positions);
        let answer = solved(&game, &0, Limits::default().nodes(100_000));
        prop_assert_eq!(answer.stopped, None);
        prop_assert_eq!(holds_by_minimax(&game, &0, &answer), Ok(()));
    }

    #[test]
    fn nim(heaps in prop::collection::vec(0u8..5, 1..4), misere: bool) {
        let game = Nim::new(&heaps, misere);
        let answer = solved(&game, &game.initial(), Limits::default().nodes(3000));
        prop_assert_eq!(holds_by_minimax(&game, &game.initial(), &answer), Ok(()));
    }
}
