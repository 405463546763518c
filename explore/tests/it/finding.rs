//! The two functions of the seed, and the facts they are known by.

use crate::common::{Tangle, distances};
use explore::{Predicate, bfs_find, matches, path_exists};
use game::{Game, Outcome, Player, System};
use games::coins::{Chosen, Coins};
use games::mnk::{Marks, Mnk, Rule, Square};

#[test]
fn coins_worth_ten() {
    let coins = Coins::new(100, &[1, 5, 10]);
    for (depth, found, explored) in [(10, 9, 88_573), (7, 8, 3280), (1, 1, 4)] {
        let all = bfs_find(&coins, |chosen| coins.sum(chosen) == 10, Some(depth));
        assert_eq!((all.success, all.matches.len(), all.explored), (true, found, explored));
        for path in &all.matches {
            assert!(path.is_valid(&coins));
            assert_eq!(coins.coins(path.end().unwrap()).sum::<u32>(), 10);
        }
        assert!(all.matches.is_sorted_by_key(explore::Path::len));
    }
    let none = bfs_find(&coins, |chosen| coins.sum(chosen) == 10, Some(0));
    assert_eq!((none.success, none.explored), (false, 1));
}

#[test]
fn coins_worth_ten_then_sixteen() {
    let coins = Coins::new(100, &[1, 5, 10]);
    let worth = |sum| {
        let coins = &coins;
        move |chosen: &Chosen| coins.sum(chosen) == sum
    };
    let (ten, sixteen, eleven) = (worth(10), worth(16), worth(11));
    let way: [&Predicate<'_, Chosen>; 2] = [&ten, &sixteen];
    assert!(path_exists(&coins, &way, Some(2)).path.is_none());
    let path = path_exists(&coins, &way, Some(3)).path.unwrap();
    assert!(path.is_valid(&coins) && path.len() == 3);
    // The limit counts along the whole path, however it is divided.
    let all: [&Predicate<'_, Chosen>; 3] = [&ten, &eleven, &sixteen];
    for limit in 0..6 {
        assert_eq!(path_exists(&coins, &all, Some(limit)).path.is_some(), limit >= 3);
    }
    // In this order there is none: sums do not go down.
    let back: [&Predicate<'_, Chosen>; 2] = [&sixteen, &ten];
    assert!(path_exists(&coins, &back, Some(8)).path.is_none());
    // One state may meet two predicates, and a start none of none.
    let twice: [&Predicate<'_, Chosen>; 2] = [&ten, &ten];
    assert_eq!(path_exists(&coins, &twice, Some(1)).path.unwrap().len(), 1);
    assert!(path_exists(&coins, &[], Some(0)).path.unwrap().is_empty());
}

type TicTacToe = Mnk<u64>;

fn game() -> TicTacToe {
    Mnk::new(3, 3, 3, Rule::Normal)
}

/// The first player on a corner, the edge beside it, and the centre.
fn corner_edge_centre(game: &TicTacToe) -> impl Fn(&Marks<u64>) -> bool + Send + Sync {
    let squares: Vec<Square> = game.moves(&game.initial()).collect();
    let wanted = [(0, 0), (1, 0), (1, 1)]
        .map(|place| squares.iter().copied().find(|&square| game.board().place(square) == place).unwrap())
        .iter()
        .fold(0u64, |set, square| set | 1 << square.0);
    let game = game.clone();
    move |state| {
        let first = if game.turn(state) == Player::First { state.own } else { state.other };
        first & wanted == wanted
    }
}

#[test]
fn a_corner_an_edge_and_the_centre() {
    let game = game();
    let all = bfs_find(&game, corner_edge_centre(&game), None);
    assert_eq!((all.matches.len(), all.explored), (113, 5478));
    // The three squares are not in a row: the first player needs a fourth mark to win, and makes it with the seventh
    // move. The second player can have won with the sixth.
    for (winner, least) in [(Player::First, 7), (Player::Second, 6)] {
        let shape = corner_edge_centre(&game);
        let won = |state: &Marks<u64>| game.outcome(state) == Some(Outcome::Win(winner));
        let way: [&Predicate<'_, Marks<u64>>; 2] = [&shape, &won];
        for limit in 0..10 {
            let path = path_exists(&game, &way, Some(limit)).path;
            assert_eq!(path.is_some(), limit >= least, "{winner} within {limit}");
            assert_eq!(
                path.is_some(),
                try_all(&game, &game.initial(), limit, &way),
                "{winner} within {limit}"
            );
            if let Some(path) = path {
                assert!(path.is_valid(&game));
                assert_eq!(path.len() as u32, least);
                let first = path.states.iter().position(&shape).unwrap();
                assert!(path.states[first..].iter().any(won));
            }
        }
    }
}

#[test]
fn matches_come_as_they_are_asked_for() {
    let coins = Coins::new(1000, &[1, 2]);
    let mut all = matches(&coins, |chosen| coins.sum(chosen) >= 1, None);
    assert_eq!(all.next().unwrap().len(), 1);
    assert!(all.explored() < 10);
    assert_eq!(all.next().unwrap().len(), 1);
    assert_eq!(all.next().unwrap().len(), 2);
}

/// Whether a path of at most so many steps meets the predicates from a state on, by trying every path.
fn try_all<S: System>(
    system: &S,
    state: &S::Configuration,
    left: u32,
    predicates: &[&Predicate<'_, S::Configuration>],
) -> bool {
    let Some((first, rest)) = predicates.split_first() else { return true };
    (first(state) && try_all(system, state, left, rest))
        || (left > 0 && system.steps(state).any(|(_, next)| try_all(system, &next, left - 1, predicates)))
}

#[test]
fn paths_are_what_trying_every_path_finds() {
    for seed in 0..150 {
        let tangle = Tangle::random(seed);
        let (a, b, c) = (|s: &usize| s % 3 == 2, |s: &usize| s % 5 == 1, |s: &usize| s.is_multiple_of(2));
        let lists: [&[&Predicate<'_, usize>]; 3] = [&[&a, &b], &[&b, &a, &c], &[&c, &b, &b, &a]];
        for predicates in lists {
            for limit in 0..6 {
                let path = path_exists(&tangle, predicates, Some(limit)).path;
                assert_eq!(
                    path.is_some(),
                    try_all(&tangle, &0, limit, predicates),
                    "seed {seed} within {limit}"
                );
                assert!(path.is_none_or(|path| path.is_valid(&tangle) && path.len() as u32 <= limit));
            }
        }
        let plain = distances(&tangle);
        let found = bfs_find(&tangle, a, None);
        assert_eq!(found.matches.len(), plain.keys().filter(|state| a(state)).count());
        assert!(found.matches.iter().all(|path| plain[path.end().unwrap()] == path.len() as u32));
    }
}
