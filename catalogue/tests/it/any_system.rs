//! Systems whose type is forgotten obey the laws that they obeyed before.

use catalogue::AnySystem;
use game::laws::Laws;
use game::{Indexed, Notation, System};
use games::coins::Coins;
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Rule, Wild, WildRule};
use games::nim::Nim;

use crate::common::Heap;

fn systems() -> Vec<(&'static str, AnySystem)> {
    vec![
        ("mnk:3,3,3", AnySystem::of_game(Mnk::<u64>::new(3, 3, 3, Rule::Normal))),
        ("wild", AnySystem::of_game(Wild::<u64>::new(3, 2, 2, WildRule::Normal))),
        ("nim:3,4,5", AnySystem::of_game(Nim::new(&[3, 4, 5], false))),
        ("heap", AnySystem::of_game(Heap(9))),
        ("hanoi:4,3", AnySystem::of_system(Hanoi::new(4, 3))),
        ("coins:10,1,5", AnySystem::of_system(Coins::new(10, &[1, 5]))),
    ]
}

#[test]
fn laws_hold_without_the_type() {
    let mut indexed = 0;
    for (name, system) in systems() {
        let laws = Laws::system(&system).games(20).notation();
        let laws = if system.size().is_some() { laws.indexed() } else { laws };
        laws.run().unwrap_or_else(|broken| panic!("{name}: {broken}"));
        indexed += usize::from(system.size().is_some());
    }
    assert_eq!(indexed, 3, "tic-tac-toe, nim and the towers have an index");
}

/// Index, canonical form, texts and grades are those of the system itself.
#[test]
fn answers_are_those_of_the_system() {
    let (game, nim) = (AnySystem::of_game(Nim::new(&[1, 2, 3], false)), Nim::new(&[1, 2, 3], false));
    let (mut state, mut real) = (game.starts().next().unwrap(), nim.starts().next().unwrap());
    loop {
        assert_eq!(state.get(), Some(&real));
        assert_eq!(game.board_text(&state), nim.board_text(&real));
        assert_eq!(game.index(&state), nim.index(&real));
        assert_eq!((game.depth(&state), game.is_final(&state)), (nim.depth(&real), nim.is_final(&real)));
        assert_eq!(game.canonical(&state).get(), Some(&game::Symmetry::canonical(&nim, &real)));
        assert_eq!(game.turn(&state), Some(game::Game::turn(&nim, &real)));
        assert_eq!(game.ending(&state).outcome(), game::Game::outcome(&nim, &real));
        let here: Vec<String> = game.actions(&state).map(|mv| game.action_text(&state, mv)).collect();
        let there: Vec<String> = nim.actions(&real).map(|mv| nim.action_text(&real, mv)).collect();
        assert_eq!(here, there);
        let Some((mv, step)) = game.actions(&state).zip(nim.actions(&real)).last() else { break };
        assert_eq!(game.spellings(&state, mv), nim.spellings(&real, step));
        assert_eq!(game.index_after(&state, game.index(&state), mv), nim.index(&nim.after(&real, step)));
        game.apply(&mut state, mv);
        nim.apply(&mut real, step);
    }
    assert!(game.is_final(&state));
}

#[test]
fn positions_are_found_by_moves() {
    for (name, system) in systems() {
        assert_eq!(system.starts_after(None).unwrap(), system.starts().collect::<Vec<_>>(), "{name}");
        assert_eq!(system.after_moves(None).unwrap(), system.starts().next().unwrap());
        assert!(system.after_moves(Some("no-such-move")).is_err(), "{name}");
        assert_eq!(system.is_game(), system.turn(&system.after_moves(None).unwrap()).is_some());
    }
    let (_, table) = systems().remove(0);
    let after = table.starts_after(Some("b2 a1")).unwrap();
    assert_eq!((after.len(), table.depth(&after[0])), (1, Some(2)));
}

#[test]
fn names_are_those_of_the_game() {
    let (_, table) = systems().remove(0);
    let (after, names) = (table.after_moves(Some("b2 a1 c3")).unwrap(), table.vocabulary());
    for (claim, holds) in [("count(x) = 2", true), ("turn = o and ply = 3", true), ("over", false)] {
        assert_eq!((names.predicate(claim).unwrap())(&after), holds, "{claim}");
    }
    assert!(names.predicate("no_such_name = 1").is_err());
    let (_, plain) = systems().remove(3);
    assert!(
        plain.vocabulary().predicate("winner = x").is_ok()
            && plain.vocabulary().predicate("count(x) = 1").is_err()
    );
}
