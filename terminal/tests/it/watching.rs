//! Games that are watched, looked through and set up, puzzles, and what is only believed.

use std::sync::Arc;
use std::time::Duration;

use crate::common::table;
use crate::screen::{press, shown, type_moves, until, with_app};
use arena::{AnyGame, AnyMove, Engines, Hint, Who};
use game::{Game, Stop, Value, Worth};
use games::bits::BitSet;
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Rule};
use games::nim::Nim;
use ratatui::crossterm::event::KeyCode;
use search::{Answer, Choice};
use terminal::screen::App;
use terminal::{Session, Setup};

fn tic_tac_toe(who: [Who; 2], work: impl FnOnce(&mut App<'_>)) {
    with_app(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", who, work);
}

/// Lets a game that may not go on do so if it would.
fn wait(app: &mut App<'_>) {
    for _ in 0..20 {
        app.tick(Duration::from_millis(1));
    }
}

#[test]
fn games_of_engines_are_paused_stepped_and_looked_through() {
    tic_tac_toe([Who::Random, Who::Random], |app| {
        press(app, KeyCode::Char(' '));
        assert!(shown(app, 80, 24).contains("paused; Space goes on"));
        for moves in 1..=3 {
            press(app, KeyCode::Right);
            until(app, &format!("Moves: {moves} "));
            wait(app);
            assert!(shown(app, 80, 24).contains(&format!("Moves: {moves} ")), "one move and no more");
        }
        press(app, KeyCode::Left);
        assert!(shown(app, 80, 24).contains("Moves: 2 of 3"), "{}", shown(app, 80, 24));
        press(app, KeyCode::Home);
        let start = shown(app, 80, 24);
        assert!(start.contains("Moves: 0 of 3") && start.contains("the start"), "{start}");
        assert_eq!(start.matches('·').count(), 9, "{start}");
        press(app, KeyCode::Char('u'));
        assert!(shown(app, 80, 24).contains("Moves: 0 of 3"));
        press(app, KeyCode::End);
        assert!(shown(app, 80, 24).contains("Moves: 3 "));
        for _ in 0..6 {
            press(app, KeyCode::Char('+'));
        }
        assert!(shown(app, 80, 24).contains("each move is shown for 0 s"));
        press(app, KeyCode::Char('-'));
        assert!(shown(app, 80, 24).contains("each move is shown for 0.2 s"));
        press(app, KeyCode::Char('+'));
        press(app, KeyCode::Char(' '));
        until(app, "n starts a new game");
        press(app, KeyCode::Left);
        assert!(shown(app, 80, 24).contains("after move "));
    });
}

#[test]
fn a_finished_game_is_looked_through() {
    tic_tac_toe([Who::Human, Who::Human], |app| {
        type_moves(app, &["a1", "a2", "b1", "b2", "c1"]);
        until(app, "x wins");
        assert!(shown(app, 80, 24).contains("look through"));
        press(app, KeyCode::Left);
        let before = shown(app, 80, 24);
        assert!(before.contains("after move 4 of 5") && before.contains("<  o  >"), "{before}");
        assert!(before.contains("> x you"), "x was to move\n{before}");
        until(app, "x to move: win in 1");
        // It is over all the same.
        press(app, KeyCode::Enter);
        assert!(shown(app, 80, 24).contains("the game is over"));
        press(app, KeyCode::Right);
        assert!(shown(app, 80, 24).contains("the last position"));
        press(app, KeyCode::Left);
        press(app, KeyCode::Char('u'));
        until(app, "1 move undone");
        press(app, KeyCode::Enter);
        until(app, "Moves: 5 ");
    });
}

#[test]
fn a_position_is_set_up() {
    tic_tac_toe([Who::Human, Who::Human], |app| {
        press(app, KeyCode::Char('e'));
        assert!(shown(app, 80, 24).contains("set up a position"));
        press(app, KeyCode::Char('x'));
        press(app, KeyCode::Left);
        press(app, KeyCode::Char('x'));
        press(app, KeyCode::Enter);
        let refused = shown(app, 120, 24);
        assert!(refused.contains("2 x x .") && !refused.contains("new game"), "{refused}");
        press(app, KeyCode::Delete);
        press(app, KeyCode::Enter);
        let begun = shown(app, 80, 24);
        assert!(begun.contains("a new game from this position"), "{begun}");
        assert!(begun.contains("> o you") && begun.contains("Moves: 0 "), "{begun}");
        press(app, KeyCode::Enter);
        let moved = until(app, "Moves: 1 ");
        let row = moved.lines().find_map(|line| line.split_once("││  1 ")).map(|(_, moves)| moves);
        assert!(row.is_some_and(|row| row.starts_with("           ")), "o's moves are on the right\n{moved}");
        // A new game begins where this one began, and nothing changes if it is not wanted.
        press(app, KeyCode::Char('n'));
        press(app, KeyCode::Char('y'));
        assert!(shown(app, 80, 24).contains("> o you"));
        press(app, KeyCode::Char('e'));
        press(app, KeyCode::Esc);
        assert!(shown(app, 80, 24).contains("the game goes on"));
    });
}

#[test]
fn a_position_is_set_up_where_games_are_short() {
    let text = include_str!("../../../rules/games/tic-tac-toe.rbg");
    let model = rules::rbg::read("tic-tac-toe", text).expect("the text is right");
    let game: rules::TextGame<[u64; 1]> = rules::TextGame::new(model).expect("it is a game of two players");
    // What can stand on a square is seen in a random game, which is over before the board is full.
    with_app(&game, "tic-tac-toe", [Who::Human, Who::Human], |app| {
        press(app, KeyCode::Char('e'));
        let screen = shown(app, 80, 24);
        assert!(screen.contains("set up a position"), "{screen}");
    });
}

#[test]
fn a_favourite_is_shown_as_an_estimate_where_nothing_is_proved() {
    let gomoku = Mnk::<BitSet<4>>::new(15, 15, 5, Rule::Normal);
    with_app(&gomoku, "gomoku", [Who::Human, Who::Human], |app| {
        press(app, KeyCode::Char('h'));
        until(app, "(estimate)");
        let screen = until(app, "h8: not known");
        assert!(screen.contains('*') && screen.contains("x's chances: about"), "{screen}");
        let has_signs = |line: &str| line.contains('?');
        assert!(
            !screen.lines().skip(1).take(20).any(has_signs),
            "of what is not known nothing is said\n{screen}"
        );
    });
}

#[test]
fn the_gauge_agrees_with_the_hints() {
    with_app(&Nim::new(&[2, 2], false), "nim:2,2", [Who::Human, Who::Human], |app| {
        press(app, KeyCode::Char('h'));
        until(app, "L4");
        assert!(shown(app, 80, 24).contains("x to move: loss in 4"), "{}", shown(app, 80, 24));
    });
}

/// A puzzle whose engines know that there is something to be found, and no more.
fn puzzle() -> (Arc<AnyGame>, Engines) {
    let game = Arc::new(AnyGame::puzzle(Hanoi::new(2, 3)));
    let hinted = Arc::clone(&game);
    let engines = Engines::new(
        |_, _| Choice { best: None, worth: Worth::Guess(0), plies: 0, nodes: 0, stopped: None },
        |_, _| Answer {
            worth: Worth::Proved(Value::win(3)),
            best: None,
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
            stopped: None,
        },
        move |state, _| {
            let hint = |mv: AnyMove| Hint { mv, worth: Worth::Proved(Value::win(3)) };
            hinted.moves(state).map(hint).collect()
        },
    );
    (game, engines)
}

#[test]
fn puzzles_are_played_alone() {
    let (game, engines) = puzzle();
    let setup = || Setup::new("hanoi:2,3", [Who::Human, Who::Human]);
    let mut app = App::new(Session::new(&game, engines.clone(), setup()));
    let app = &mut app;
    let screen = until(app, "solved in 3 moves");
    assert!(!screen.contains("x you") && !screen.contains("to move"), "{screen}");
    press(app, KeyCode::Char('R'));
    assert!(shown(app, 80, 24).contains("a puzzle has no opponent"), "without a question");
    press(app, KeyCode::Char('?'));
    let help = shown(app, 80, 24);
    for word in ["resign", "draw", "engine", "column", "new game"] {
        assert!(!help.contains(word), "{word}:\n{help}");
    }
    assert!(help.contains("n             begin again") && help.contains("how far the solution is"), "{help}");
    press(app, KeyCode::Esc);
    type_moves(app, &["ab"]);
    until(app, "move 1: a-b");
    press(app, KeyCode::Char('u'));
    until(app, "1 move undone");
    type_moves(app, &["ab", "ac", "bc"]);
    until(app, "solved in 3 moves; n starts again");

    let typed = |text: &'static str| {
        let session = Session::new(&game, engines.clone(), setup());
        let mut shown = Vec::new();
        terminal::plain::run(session, text.as_bytes(), &mut shown, &Stop::new()).unwrap();
        String::from_utf8(shown).unwrap()
    };
    let help = typed("help\n");
    assert!(help.contains("undo, redo  take moves back") && !help.contains("resign"), "{help}");
    let shown = typed("moves\nhint\nab\nac\nbc\n");
    assert!(shown.contains("[ Move 1 ] a-b a-c\n"), "{shown}");
    assert!(shown.contains("solved in 3 moves: a-b a-c\nbest: a-b a-c"), "{shown}");
    assert!(shown.contains("move 3: b-c") && shown.ends_with("solved in 3 moves\n"), "{shown}");
}

#[test]
fn a_game_begins_from_any_position() {
    let (game, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    let start = game::Notation::parse_board(&*game, "x..\n.o.\n...").unwrap();
    let setup = Setup::new("mnk:3,3,3", [Who::Human, Who::Human]);
    let session = Session::from_position(&game, engines, setup, start.clone());
    assert_eq!(session.record().start, Some(game::Notation::board_text(&*game, &start)));
    assert_eq!(session.legal().len(), 7);
}
