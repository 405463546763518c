//! Boards of lines say what the rules say.

use std::collections::HashSet;

use game::mock::LineGame;
use game::{FilledBy, LineBoard, Lines, Outcome, Player, Random};
use games::mnk::{FixedSize, Mnk, Rule};
use games::positional::Positional;

/// Plays at random, and compares the rules with the board.
pub(crate) fn agrees<G: Lines>(game: &G, name: &str) {
    let board = game.line_board().expect("a board of lines");
    symmetries_are_a_group(&board, name);
    let mut random = Random::new(board.squares as u64);
    for _ in 0..20 {
        let mut state = game.initial();
        loop {
            let held: Vec<Option<Player>> = (0..board.squares).map(|at| game.holder(&state, at)).collect();
            assert_eq!(game.outcome(&state), outcome(&board, &held), "{name}: {state:?}");
            if game.outcome(&state).is_some() {
                break;
            }
            let free: HashSet<usize> = (0..board.squares).filter(|&at| held[at].is_none()).collect();
            let legal: Vec<G::Move> = game.moves(&state).collect();
            assert_eq!(legal.iter().map(|&mv| game.square_of(mv)).collect::<HashSet<_>>(), free, "{name}");
            assert!(legal.iter().all(|&mv| game.move_of(game.square_of(mv)) == mv), "{name}");
            let mv = random.choose(legal).expect("a move");
            let turn = game.turn(&state);
            game.play(&mut state, mv);
            assert_eq!(game.holder(&state, game.square_of(mv)), Some(turn), "{name}");
        }
    }
}

/// The outcome by the board alone.
fn outcome(board: &LineBoard, held: &[Option<Player>]) -> Option<Outcome> {
    let filled = |player: &Player| {
        let holds = |at: &usize| held[*at] == Some(*player);
        let full = |number: &usize| {
            let is_spoilt = board.beyond.get(*number).is_some_and(|beyond| beyond.iter().any(holds));
            board.lines[*number].iter().all(holds) && !is_spoilt
        };
        board.filled_by.counts(*player) && (0..board.lines.len()).any(|number| full(&number))
    };
    let winner = Player::BOTH.into_iter().find(filled).map(Outcome::Win);
    winner.or(held.iter().all(Option::is_some).then_some(Outcome::Draw))
}

fn symmetries_are_a_group(board: &LineBoard, name: &str) {
    let sorted = |mut line: Vec<usize>| {
        line.sort_unstable();
        line
    };
    let lines: HashSet<Vec<usize>> = board.lines.iter().cloned().map(sorted).collect();
    assert_eq!(lines.len(), board.lines.len(), "{name}: a line twice");
    assert!(board.symmetries[0].iter().copied().eq(0..board.squares), "{name}: the identity");
    for map in &board.symmetries {
        let image: HashSet<Vec<usize>> =
            lines.iter().map(|line| sorted(line.iter().map(|&at| map[at]).collect())).collect();
        assert_eq!(image, lines, "{name}: lines go to lines");
        let undone = |other: &Vec<usize>| (0..board.squares).all(|at| other[map[at]] == at);
        assert!(board.symmetries.iter().any(undone), "{name}: an inverse");
    }
}

#[test]
fn k_in_a_row() {
    for rule in [Rule::Normal, Rule::Weak, Rule::Exact] {
        for (w, h, k) in [(1, 1, 1), (3, 3, 3), (4, 3, 2), (5, 4, 4), (2, 7, 3), (6, 6, 5), (3, 3, 4)] {
            agrees(&Mnk::<u64>::new(w, h, k, rule), &format!("{w},{h},{k} {rule:?}"));
        }
    }
    agrees(&Mnk::<u64, FixedSize<4, 4, 4, false>>::fixed(Rule::Normal), "4,4,4 known");
    agrees(&Mnk::<u128>::new(9, 9, 5, Rule::Normal), "9,9,5");
}

#[test]
fn cubes() {
    agrees(&Positional::<u64>::cube(3, 3), "3,3");
    agrees(&Positional::<u64>::cube(4, 2), "4,2");
    agrees(&Positional::<u64>::cube(2, 4), "2,4");
    agrees(&Positional::<u64>::new(games::cube::plan(3, 3).won_by(FilledBy::First)), "3,3 weak");
}

#[test]
fn lines_given_one_by_one() {
    agrees(&LineGame::new(7, vec![vec![0, 1, 2], vec![3], vec![2, 4, 5, 6]]), "by hand");
    agrees(&LineGame::new(4, vec![vec![0, 1], vec![2, 3]]).weak(), "weak");
}

#[test]
fn other_rules_have_no_board() {
    assert_eq!(Mnk::<u64>::new(3, 3, 3, Rule::Misere).line_board(), None);
    assert_eq!(Mnk::<u64, _>::with_gravity(7, 6, 4, Rule::Normal).line_board(), None);
}
