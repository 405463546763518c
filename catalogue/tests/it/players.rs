//! Whole games by the engines of a variant.

use arena::{Match, Who};
use catalogue::Variant;
use game::{Game, Limits, Outcome, Player};

use crate::common::{Heap, open};

/// Both sides choose, to the end: how many moves.
fn play(name: &str, variant: &Variant) -> usize {
    let (game, engines) = variant.players().expect("a game");
    let budget = Limits::default().memory(1 << 20).nodes(50);
    let (mut state, mut plies) = (game.initial(), 0);
    while game.outcome(&state).is_none() {
        let best = engines.choose(&state, &budget).best;
        let best = best.unwrap_or_else(|| panic!("{name}: no move in {state:?}"));
        assert!(game.is_legal(&state, best), "{name}: {best:?} in {state:?}");
        game.play(&mut state, best);
        plies += 1;
    }
    plies
}

#[test]
fn games_of_lines_are_played_to_the_end() {
    let names =
        ["gomoku", "mnk:9,9,5", "mnk:19,19,5", "mnk:11,10,6,weak", "qubic", "cube:3,5", "connect:8,8,4"];
    for name in names {
        let variant = open(name);
        let plies = play(name, &variant);
        assert!(plies > 4, "{name}: {plies}");
        let advice = advice(&variant);
        assert_eq!(advice, variant.facts().first_moves, "{name}: a hint for every move");
    }
}

/// How many moves a player gets a hint for, at the start and in little time.
fn advice(variant: &Variant) -> usize {
    let (game, engines) = variant.players().expect("a game");
    let budget = Limits::default().memory(1 << 20).nodes(20);
    engines.advise(&game.initial(), &budget).len()
}

/// Those who make no mistake do not lose what can be won or drawn.
#[test]
fn the_perfect_player_makes_no_mistake() {
    let table = open("mnk:3,3,3");
    // Ten is no multiple of four, so whoever begins wins.
    for (variant, lost) in [(table, Player::Second), (Variant::of_game(Heap(10)), Player::Second)] {
        let (game, engines) = variant.players().unwrap();
        for seed in 0..5 {
            let mut first = engines.player(Who::Perfect, seed).unwrap();
            let mut second = engines.player(Who::Random, seed).unwrap();
            let ending = Match::new(&game).run([&mut *first, &mut *second], &mut |_| {});
            assert_ne!(ending.outcome, Some(Outcome::Win(lost)), "seed {seed}");
        }
    }
}
