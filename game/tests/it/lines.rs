//! Lists of moves as people type them, and games of lines.

use game::laws::Laws;
use game::mock::{LineGame, Mock};
use game::{Game, Lines, Notation, Outcome, Player};

/// Round a triangle, and out of it from 2: by a short name to 3, where it is over, or by a long one to 14.
fn triangle() -> Mock {
    let game = Mock::new(15).edge(0, 1).edge(1, 2).edge(2, 0).edge(1, 3);
    game.end(3, Outcome::Draw).edge(2, 14).end(14, Outcome::Draw)
}

fn positions(text: &str) -> Vec<usize> {
    let (moves, positions) = triangle().parse_line(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(moves, positions[1..], "a move is the position that it leads to");
    positions
}

fn mistake(text: &str) -> (String, Option<&str>) {
    let error = triangle().parse_line(text).unwrap_err();
    (error.problem, error.place.map(|place| &text[place]))
}

#[test]
fn moves_stand_between_commas_or_spaces_or_run_together() {
    assert_eq!(positions(""), [0]);
    for text in ["1,2,0,1", "1;2;0;1", "1\n2\n0\n1\n", " 1 , 2 ;0,,1 ,", "1 2 0 1"] {
        assert_eq!(positions(text), [0, 1, 2, 0, 1], "{text:?}");
    }
    assert_eq!(positions("13"), [0, 1, 3], "both moves have one character");
    assert_eq!(positions("1,2,14"), [0, 1, 2, 14]);
    assert_eq!(positions("1 2 14"), [0, 1, 2, 14]);
}

#[test]
fn the_first_wrong_move_is_named_with_its_place() {
    let (problem, place) = mistake("1,2,7,1");
    assert!(problem.starts_with("move 3: `7` is not a move"), "{problem}");
    assert_eq!(place, Some("7"));
    let (problem, place) = mistake("1 2 x 1");
    assert!(problem.starts_with("move 3: `x`"), "{problem}");
    assert_eq!(place, Some("x"));
    // Of moves that run together it is the one, and not all of them, unless not even the first is a move.
    let (problem, place) = mistake("17");
    assert!(problem.starts_with("move 2: `7`"), "{problem}");
    assert_eq!(place, Some("7"));
    let (problem, place) = mistake("71");
    assert!(problem.starts_with("move 1: `71`"), "{problem}");
    assert_eq!(place, Some("71"));
    // They are taken to be as long as those at the beginning: 14 is read as 1, which does not lead on from 2.
    assert_eq!(positions("120"), [0, 1, 2, 0]);
    assert_eq!(mistake("1214").1, Some("1"));
    // And behind the end there is no move at all.
    assert_eq!(mistake("1,3,1").1, Some("1"));
}

#[test]
fn games_of_random_lines_obey_the_laws() {
    for seed in 0..20 {
        let game = LineGame::random(seed, 6, 4, 1, 3);
        let board = game.line_board().unwrap();
        assert_eq!((board.squares, board.lines.len()), (6, 4));
        assert!(board.lines.iter().all(|line| (1..=3).contains(&line.len())));
        Laws::game(&game).games(20).check();
        let start = game.initial();
        assert!((0..6).all(|square| game.square_of(game.move_of(square)) == square));
        let marked = game.next(&start, 4);
        assert_eq!([3, 4].map(|square| game.holder(&marked, square)), [None, Some(Player::First)]);
        assert_eq!((game.ply(&marked), game.heap_bytes(&marked)), (Some(1), 6));
    }
}

#[test]
fn only_the_first_player_wins_a_weak_game() {
    let play = |game: &LineGame| {
        let state = [0, 2, 1, 3].iter().fold(game.initial(), |state, &square| game.next(&state, square));
        game.outcome(&state)
    };
    let game = LineGame::new(4, [[2, 3]]);
    assert_eq!(play(&game), Some(Outcome::Win(Player::Second)));
    assert_eq!(play(&game.weak()), Some(Outcome::Draw));
    let game = LineGame::new(4, [[0, 1]]).weak();
    let state = [0, 2, 1].iter().fold(game.initial(), |state, &square| game.next(&state, square));
    assert_eq!(game.outcome(&state), Some(Outcome::Win(Player::First)));
}

#[test]
fn lines_that_cannot_be_are_refused() {
    for lines in [vec![], vec![4], vec![1, 1]] {
        let made = std::panic::catch_unwind(|| LineGame::new(4, [lines.clone()]));
        assert!(made.is_err(), "{lines:?}");
    }
}
