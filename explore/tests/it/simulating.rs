//! Random play: the same numbers on any number of threads, and near the true ones.

use crate::common::Tangle;
use explore::{Simulation, Statistics};
use game::mock::Mock;
use game::{Game, Limits, Outcome, Player, Stop, Stopped};
use games::mnk::{Mnk, Rule};

fn numbers(all: &Statistics) -> String {
    format!("{:?}", Statistics { elapsed: Default::default(), ..all.clone() })
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let run = |threads, seed| {
        let simulation = Simulation::new(&game, 3001).seed(seed).limits(&Limits::default().threads(threads));
        numbers(&simulation.run())
    };
    assert_eq!(run(1, 7), run(2, 7));
    assert_eq!(run(1, 7), run(5, 7));
    assert_ne!(run(1, 7), run(1, 8));
}

/// The chances of a random game are known exactly, by adding up over the tree.
fn chances(game: &Mnk<u64>, state: &<Mnk<u64> as Game>::State) -> [f64; 3] {
    match game.outcome(state) {
        Some(Outcome::Win(Player::First)) => [1.0, 0.0, 0.0],
        Some(Outcome::Win(Player::Second)) => [0.0, 1.0, 0.0],
        Some(Outcome::Draw) => [0.0, 0.0, 1.0],
        None => {
            let after: Vec<[f64; 3]> =
                game.moves(state).map(|mv| chances(game, &game.next(state, mv))).collect();
            [0, 1, 2].map(|kind| after.iter().map(|one| one[kind]).sum::<f64>() / after.len() as f64)
        }
    }
}

#[test]
fn random_games_end_as_often_as_they_should() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let all = Simulation::new(&game, 40_000).seed(1).run();
    let expected = chances(&game, &game.initial());
    for (count, chance) in [all.wins[0], all.wins[1], all.draws].into_iter().zip(expected) {
        let part = count as f64 / all.walks as f64;
        assert!((part - chance).abs() < 0.012, "{part} where {chance} was expected");
    }
    assert_eq!(all.finals, all.walks);
    assert_eq!(all.lengths.values().sum::<u64>(), all.walks);
    let moves: u64 = all.lengths.iter().map(|(&length, &walks)| u64::from(length) * walks).sum();
    assert_eq!(moves, all.choices);
    assert_eq!(all.branching, Some((1, 9)));
}

#[test]
fn walks_end_stick_or_are_broken_off() {
    for seed in 0..30 {
        let all = Simulation::new(&Tangle::random(seed), 50).plies(20).run();
        assert_eq!(all.finals + all.stuck + all.broken_off, 50, "seed {seed}");
        assert!(all.lengths.keys().all(|&length| length <= 20));
        let longest = all.lengths.get(&20).copied().unwrap_or(0);
        assert!(all.broken_off <= longest, "only what is long is broken off");
    }
    let circle = Mock::new(2).edge(0, 1).edge(1, 0);
    let all = Simulation::new(&circle, 10).plies(100).run();
    assert_eq!((all.broken_off, all.lengths.get(&100)), (10, Some(&10)));
}

#[test]
fn the_walks_that_are_counted_can_be_looked_at_one_by_one() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let simulation = Simulation::new(&game, 200).seed(5);
    let all = simulation.run();
    let plays = (0..200).map(|number| simulation.walk(number).unwrap().unwrap());
    let (mut lengths, mut draws) = (std::collections::BTreeMap::new(), 0);
    for play in plays {
        let end = play.actions.iter().fold(game.initial(), |state, &mv| game.next(&state, mv));
        assert!(play.ended && end == play.end);
        *lengths.entry(play.actions.len() as u32).or_insert(0) += 1;
        draws += u64::from(game.outcome(&end) == Some(Outcome::Draw));
    }
    assert_eq!((lengths, draws), (all.lengths, all.draws));
}

#[test]
fn who_is_stopped_tells_what_was_played() {
    let circle = Mock::new(2).edge(0, 1).edge(1, 0);
    let stop = Stop::new();
    let limits = Limits::default().stop(stop.clone());
    let watch = |so_far: &Statistics| {
        if so_far.walks > 100 {
            stop.stop();
        }
    };
    let all = Simulation::new(&circle, u64::MAX).plies(10).limits(&limits).watch(&watch).run();
    assert_eq!(all.stopped, Some(Stopped::Asked));
    assert!(all.walks > 100 && all.broken_off == all.walks);
}
