//! How games from texts are written.

use game::look::{Look, Pick};
use game::{Game, Notation, Observe, System};
use registry::Capabilities;

use crate::common::{game, system, text};

fn texts<S: Notation>(system: &S, state: &S::Configuration) -> Vec<String> {
    let mut all: Vec<String> =
        system.actions(state).map(|action| system.action_text(state, action)).collect();
    all.sort();
    all
}

#[test]
fn moves_are_squares() {
    let chess = game::<[u64; 8]>(text("chess"));
    let start = chess.initial();
    assert_eq!(texts(&chess, &start)[..4], ["a2a3", "a2a3a4", "b1a3", "b1c3"]);
    let (_, line) = chess.parse_line("e2e3e4, e7e6e5, g1f3, b8c6, f1c4, f8c5, e1g1h1f1").unwrap();
    let castled = chess.board_text(line.last().unwrap());
    assert!(castled.contains("1 C N B Q . R K .\n"), "{castled}");
    let tic = game::<[u64; 3]>(text("tic-tac-toe"));
    assert_eq!(texts(&tic, &tic.initial()), ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
}

#[test]
fn promotions_differ() {
    let board = "
        8 . . . . k . . .
        7 P . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . . . . K . . .
          a b c d e f g h
        white to move, white 50, black 50, whiteMoved 1, blackMoved 1, quiet 3";
    let chess = game::<[u64; 8]>(text("chess"));
    let state = chess.parse_board(board).unwrap();
    let all = texts(&chess, &state);
    assert_eq!(
        all[..4],
        ["a7a8=whiteBishop", "a7a8=whiteKnight", "a7a8=whiteQueen", "a7a8=whiteRook"],
        "{all:?}"
    );
    let queen = chess.parse_action(&state, "a7a8 whitequeen").unwrap();
    assert!(chess.board_text(&chess.next(&state, queen)).contains("8 Q . . . k"), "a queen");
}

#[test]
fn a_pass_is_called_so() {
    let reversi = game::<[u64; 3]>(text("reversi"));
    let board = "
        8 b w . . . . . .
        7 . . . . . . . .
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . . . . .
        3 . . . . . . . .
        2 . . . . . . . .
        1 . . . . . . . .
          a b c d e f g h
        white to move, black 0, white 0";
    let state = reversi.parse_board(board).unwrap();
    assert_eq!(texts(&reversi, &state), ["pass"]);
}

#[test]
fn boards_are_drawn() {
    let tic = game::<[u64; 3]>(text("tic-tac-toe"));
    let (_, line) = tic.parse_line("b2 a1").unwrap();
    let drawn = "3 . . .\n2 . c .\n1 n . .\n  a b c\nx to move, x 50, o 50";
    assert_eq!(tic.board_text(&line[2]), drawn);
    assert_eq!(tic.parse_board(drawn).as_ref(), Ok(&line[2]));
    let wrong = tic.parse_board("3 . . q\n2 . c .").unwrap_err();
    assert_eq!(wrong.to_string(), "`q` is not a piece; pieces are drawn as . free, c cross, n nought");
    let peg = system(text("peg-solitaire"));
    let start = peg.starts().next().unwrap();
    assert!(peg.board_text(&start).starts_with("7     p p p\n6     p p p\n5 p p p p p p p\n4 p p p . p p p"));
    let hexagon = game::<[u64; 3]>(text("yavalath"));
    assert!(hexagon.board_text(&hexagon.initial()).starts_with("9     . . . . .\n8    . . . . . .\n"));
}

#[test]
fn boards_can_be_shown_and_clicked() {
    let game = game::<[u64; 3]>(text("breakthrough"));
    let start = game.initial();
    let Look::Grids(grids) = game.look(&start) else { panic!("a rectangle is a grid") };
    assert_eq!((grids[0].columns, grids[0].rows), (8, 8));
    let mv = game.parse_action(&start, "a2a3").unwrap();
    assert_eq!(game.picks(&start, mv), [Pick::square((8, 8), (0, 1)), Pick::square((8, 8), (0, 2))]);
}

#[test]
fn claims_can_name_everything() {
    let game = game::<[u64; 3]>(text("breakthrough"));
    let names = game.observables();
    let signatures: Vec<String> = names.iter().map(game::Observable::signature).collect();
    assert_eq!(signatures, ["cell(square)", "pieces(piece)", "value(name)"]);
    assert_eq!(names[0].read(&game.initial(), &names[0].arguments_of("a1").unwrap()), 1, "w");
    assert_eq!(names[1].read(&game.initial(), &[2]), 16);
    assert_eq!(names[2].arguments_of("black"), Some(vec![1]));
}

#[test]
fn what_cannot_be_solved_says_why() {
    let solitaire = system(text("peg-solitaire"));
    let why = Capabilities::unsolvable(&solitaire);
    assert_eq!(why.as_deref(), Some("it has one player, and its ends differ in score"));
    assert_eq!(Capabilities::unsolvable(&game::<[u64; 3]>(text("tic-tac-toe"))), None);
}
