//! The explicit form against the plain meaning of a model, and its laws.

use game::laws::Laws;
use game::{Game, Notation, Random, System};
use rules::{Plain, TextSystem, Words};

use crate::common::{TEXTS, game, model, system};

/// Plays random games in the fast form and in the plain one side by side: the same moves by the same letters.
#[test]
fn explicit_form_means_the_same() {
    for (name, text) in TEXTS {
        let model = model(text);
        let fast: TextSystem<Box<[u64]>> = TextSystem::new(model.clone()).unwrap();
        let mut random = Random::new(7);
        for _ in 0..2 {
            let mut state = fast.starts().next().unwrap();
            let mut plain = model.plain_start(1_000).unwrap();
            for ply in 0..30 {
                assert!(same(&fast, &state, &plain), "{name} at ply {ply}: {}", fast.board_text(&state));
                let mut slow = model.plain_moves(&plain, 10_000).unwrap();
                slow.sort_by(|a, b| a.0.cmp(&b.0));
                let mut quick: Vec<(Vec<u32>, _)> = Vec::new();
                if !fast.is_final(&state) {
                    quick.extend(fast.actions(&state).map(|mv| (fast.letters(&state, mv), mv)));
                }
                quick.sort();
                let words =
                    |all: &[(Vec<u32>, Plain)]| all.iter().map(|(word, _)| word.clone()).collect::<Vec<_>>();
                let quick_words: Vec<Vec<u32>> = quick.iter().map(|(word, _)| word.clone()).collect();
                assert_eq!(quick_words, words(&slow), "{name} at ply {ply}: {}", fast.board_text(&state));
                if quick.is_empty() {
                    break;
                }
                let chosen = random.below(quick.len());
                fast.apply(&mut state, quick[chosen].1);
                plain = slow.swap_remove(chosen).1;
            }
        }
    }
}

/// Whether two states have the same values.
fn same<W: Words>(fast: &TextSystem<W>, state: &rules::State<W>, plain: &Plain) -> bool {
    (0..).zip(&plain.values).all(|(variable, value)| fast.value(state, variable) == *value)
}

#[test]
fn texts_obey_the_laws() {
    for (name, text) in TEXTS {
        let system = system(text);
        let found = Laws::system(&system).games(3).plies(40).notation().observe().run();
        assert!(found.is_ok(), "{name}: {found:?}");
    }
}

#[test]
fn every_size_of_words_is_the_same_game() {
    let text = crate::common::text("breakthrough");
    let (small, large, boxed) = (game::<[u64; 3]>(text), game::<[u64; 8]>(text), game::<Box<[u64]>>(text));
    let counts = crate::common::perfts(&small, 3);
    assert_eq!(crate::common::perfts(&large, 3), counts);
    assert_eq!(crate::common::perfts(&boxed, 3), counts);
    assert_eq!(small.board_text(&small.initial()), boxed.board_text(&boxed.initial()));
}

/// Moves that just fit their sixteen bytes, and longer ones, are played as they are listed.
#[test]
fn long_moves_are_played_as_they_are_listed() {
    for cells in [12, 24, 40, 100, 300] {
        let row = vec!["free"; cells].join(", ");
        let text = format!(
            "#players = x(100), o(100) #pieces = free, taken #variables = \
             #board = rectangle(up, down, left, right, [{row}]) \
             #rules = [$ x = 50, o = 50] ->x ({{free}} [taken] right) ({{free}} [taken] right)* ->> {{}}"
        );
        let system = system(&text);
        let start = system.starts().next().expect("there is a start");
        let mut lengths: Vec<usize> = Vec::new();
        for mv in system.actions(&start) {
            let after = system.after(&start, mv);
            let taken = (0..).take(cells).filter(|&cell| system.value(&after, cell) == 1).count();
            assert_eq!(system.letters(&start, mv).len(), taken + 1, "the turn is a letter, too");
            lengths.push(taken);
        }
        lengths.sort_unstable();
        assert_eq!(lengths, (1..cells).collect::<Vec<_>>());
    }
}
