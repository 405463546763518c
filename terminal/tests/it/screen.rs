//! The whole screen, as a terminal shows it: golden files, and keys that are pressed.
//!
//! `MORPION_UPDATE=1 cargo test -p morpion-terminal` writes the golden files anew.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::table;
use arena::Who;
use game::{Notation, Playable};
use games::amazons::Amazons;
use games::bits::BitSet;
use games::mnk::{Mnk, Rule, Wild};
use games::nim::Nim;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use terminal::screen::App;
use terminal::{Session, Setup};

/// What a terminal of this size shows: all that is written to it goes through an emulator.
pub(crate) fn shown(app: &mut App<'_>, width: u16, height: u16) -> String {
    let mut written = Vec::new();
    {
        let area = Rect::new(0, 0, width, height);
        let options = TerminalOptions { viewport: Viewport::Fixed(area) };
        let mut terminal = Terminal::with_options(CrosstermBackend::new(&mut written), options).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
    }
    let mut emulator = vt100::Parser::new(height, width, 0);
    emulator.process(&written);
    let rows: Vec<String> = emulator.screen().rows(0, width).map(|row| row.trim_end().to_string()).collect();
    rows.join("\n") + "\n"
}

pub(crate) fn press(app: &mut App<'_>, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
    app.tick(Duration::ZERO);
}

fn write(app: &mut App<'_>, text: &str) {
    for letter in text.chars() {
        press(app, KeyCode::Char(letter));
    }
}

/// Types moves, each behind a colon.
pub(crate) fn type_moves(app: &mut App<'_>, moves: &[&str]) {
    for text in moves {
        write(app, &format!(":{text}"));
        press(app, KeyCode::Enter);
        app.tick(Duration::ZERO);
    }
}

/// Waits until the screen says so.
pub(crate) fn until(app: &mut App<'_>, text: &str) -> String {
    let start = Instant::now();
    loop {
        app.tick(Duration::from_millis(5));
        let screen = shown(app, 80, 24);
        if screen.contains(text) {
            return screen;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no `{text}` on\n{screen}");
    }
}

fn golden(name: &str, screen: &str) {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("MORPION_UPDATE").is_some() {
        std::fs::write(&place, screen).unwrap();
    }
    let kept = std::fs::read_to_string(&place).unwrap_or_default();
    assert_eq!(kept, screen, "{name} has changed; MORPION_UPDATE=1 keeps it so");
}

pub(crate) fn with_app<G: Playable + Notation + Clone + 'static>(
    game: &G,
    name: &str,
    who: [Who; 2],
    work: impl FnOnce(&mut App<'_>),
) {
    let (any, engines) = table(game);
    let mut app = App::new(Session::new(&any, engines, Setup::new(name, who).program("morpion")));
    work(&mut app);
}

fn tic_tac_toe(work: impl FnOnce(&mut App<'_>)) {
    with_app(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", [Who::Human, Who::Perfect], work);
}

#[test]
fn the_start_of_the_seed() {
    tic_tac_toe(|app| {
        until(app, "x to move: draw");
        golden("start-80x24", &shown(app, 80, 24));
        golden("start-120x40", &shown(app, 120, 40));
    });
}

#[test]
fn a_move_by_keys_and_its_answer() {
    tic_tac_toe(|app| {
        press(app, KeyCode::Up);
        press(app, KeyCode::Left);
        press(app, KeyCode::Enter);
        until(app, "o plays b2");
        until(app, "x to move: draw");
        golden("answered-80x24", &shown(app, 80, 24));
        golden("answered-120x40", &shown(app, 120, 40));
    });
}

#[test]
fn hints_in_letters() {
    tic_tac_toe(|app| {
        type_moves(app, &["a1"]);
        until(app, "o plays b2");
        type_moves(app, &["b1"]);
        until(app, "o plays c1");
        press(app, KeyCode::Char('h'));
        until(app, "L2");
        golden("hints-80x24", &shown(app, 80, 24));
        golden("hints-120x40", &shown(app, 120, 40));
    });
}

#[test]
fn help_lies_over_the_board() {
    tic_tac_toe(|app| {
        until(app, "x to move: draw");
        press(app, KeyCode::Char('?'));
        golden("help-80x24", &shown(app, 80, 24));
        golden("help-120x40", &shown(app, 120, 40));
        press(app, KeyCode::Char('x'));
        assert!(!shown(app, 80, 24).contains("this help"));
    });
}

#[test]
fn help_names_the_keys_that_do_something() {
    let help = |app: &mut App<'_>| {
        press(app, KeyCode::Char('?'));
        shown(app, 80, 24)
    };
    let connect = Mnk::<u64, _>::with_gravity(4, 4, 3, Rule::Normal);
    with_app(&connect, "connect:4,4,3", [Who::Human, Who::Human], |app| {
        let help = help(app);
        assert!(help.contains("1 to 9") && help.contains("resign") && !help.contains("engine"), "{help}");
    });
    with_app(&connect, "connect:4,4,3", [Who::Random, Who::Random], |app| {
        let help = help(app);
        assert!(help.contains("Space, +, -") && !help.contains("resign"), "{help}");
    });
}

#[test]
fn a_player_is_called_perfect_only_where_positions_are_solved() {
    let (any, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    let setup = Setup::new("mnk:3,3,3", [Who::Human, Who::Perfect]);
    for (is_solved, called) in [(true, "o perfect  "), (false, "o perfect where solved")] {
        let setup = Setup { is_solved, ..setup.clone() };
        let mut app = App::new(Session::new(&any, engines.clone(), setup));
        let screen = shown(&mut app, 80, 24);
        assert!(screen.contains(called), "{screen}");
    }
}

#[test]
fn the_title_is_that_of_the_program() {
    let (any, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    let title = |setup: Setup| {
        let screen = shown(&mut App::new(Session::new(&any, engines.clone(), setup)), 80, 24);
        screen.lines().next().unwrap().to_string()
    };
    let setup = Setup::new("mnk:3,3,3", [Who::Human, Who::Human]);
    assert_eq!(title(setup.clone()), " mnk:3,3,3   x you   o you");
    assert_eq!(title(setup.program("noughts")), " noughts   mnk:3,3,3   x you   o you");
}

#[test]
fn undo_and_redo() {
    tic_tac_toe(|app| {
        type_moves(app, &["a1"]);
        until(app, "o plays b2");
        press(app, KeyCode::Char('u'));
        until(app, "2 moves undone");
        assert!(shown(app, 80, 24).contains("Moves: 0, 2 undone"));
        press(app, KeyCode::Char('r'));
        until(app, "2 moves redone");
        press(app, KeyCode::Char('n'));
        assert!(shown(app, 80, 24).contains("Give this game up"));
        press(app, KeyCode::Char('y'));
        until(app, "a new game");
        assert!(shown(app, 80, 24).contains("Moves: 0 "));
    });
}

#[test]
fn a_game_to_its_end() {
    with_app(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", [Who::Human, Who::Human], |app| {
        type_moves(app, &["a1", "a2", "b1", "b2", "c1"]);
        until(app, "x wins; n starts a new game");
        golden("over-80x24", &shown(app, 80, 24));
        golden("over-120x40", &shown(app, 120, 40));
        press(app, KeyCode::Enter);
        assert!(shown(app, 80, 24).contains("the game is over"));
        press(app, KeyCode::Char('q'));
        assert!(app.is_done());
    });
}

#[test]
fn what_ends_a_game_before_its_time_can_be_taken_back() {
    with_app(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", [Who::Human, Who::Human], |app| {
        press(app, KeyCode::Enter);
        until(app, "x plays b2");
        press(app, KeyCode::Char('R'));
        press(app, KeyCode::Char('y'));
        until(app, "x wins by resignation");
        press(app, KeyCode::Char('d'));
        assert!(shown(app, 80, 24).contains("the game is over"));
        press(app, KeyCode::Char('u'));
        until(app, "the game goes on");
        assert!(shown(app, 80, 24).contains("Moves: 1 "), "the move stands");
        press(app, KeyCode::Char('d'));
        assert!(shown(app, 80, 24).contains("x, do you agree to a draw? y = yes"));
        press(app, KeyCode::Char('n'));
        until(app, "x refuses the draw");
        type_moves(app, &["a1", "b1", "a2", "b3"]);
        until(app, "x wins");
        press(app, KeyCode::Char('u'));
        until(app, "1 move undone");
        press(app, KeyCode::Char('r'));
        until(app, "x wins; n starts a new game");
        // Nothing brings a game back to life that was resigned but to undo that.
        press(app, KeyCode::Char('u'));
        until(app, "1 move undone");
        press(app, KeyCode::Char('R'));
        press(app, KeyCode::Char('y'));
        until(app, "o wins by resignation");
        press(app, KeyCode::Char('r'));
        assert!(shown(app, 80, 24).contains("nothing to redo"));
    });
}

#[test]
fn large_boards_fit() {
    let gomoku = Mnk::<BitSet<4>>::new(15, 15, 5, Rule::Normal);
    with_app(&gomoku, "gomoku", [Who::Human, Who::Human], |app| {
        press(app, KeyCode::Enter);
        app.tick(Duration::ZERO);
        let screen = until(app, "x plays h8");
        assert!(screen.contains("15 . . ."), "{screen}");
        let wide = shown(app, 120, 40);
        assert!(wide.contains("15   ·   ·"), "{wide}");
        assert!(shown(app, 60, 24).contains("m n o"), "the board goes before the rest");
        // On a small screen the part around the cursor is shown.
        let corner = |app: &mut App<'_>, key| {
            press(app, key);
            shown(app, 30, 12)
        };
        assert!(corner(app, KeyCode::Home).contains("15 . ."));
        assert!(corner(app, KeyCode::End).contains("m n o"));
        for (width, height) in [(1, 1), (10, 4), (40, 10), (59, 12), (200, 60), (300, 100)] {
            shown(app, width, height);
        }
    });
}

#[test]
fn a_click_plays() {
    tic_tac_toe(|app| {
        let screen = shown(app, 80, 24);
        let rows: Vec<&str> = screen.lines().collect();
        let (row, line) = rows.iter().enumerate().find(|(_, line)| line.contains('·')).unwrap();
        let column = line.chars().position(|letter| letter == '·').unwrap();
        let mouse =
            |kind| MouseEvent { kind, column: column as u16, row: row as u16, modifiers: KeyModifiers::NONE };
        app.mouse(mouse(MouseEventKind::Moved));
        app.mouse(mouse(MouseEventKind::Down(MouseButton::Left)));
        until(app, "o plays b2");
        assert!(shown(app, 80, 24).contains("1 a3"));
    });
}

/// Clicks where this stands on the screen.
fn click_on(app: &mut App<'_>, text: &str) {
    point_at(app, text, MouseEventKind::Down(MouseButton::Left));
}

/// The mouse does something where this stands on the screen.
fn point_at(app: &mut App<'_>, text: &str, kind: MouseEventKind) {
    let screen = shown(app, 80, 24);
    let found = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(text)?, line)));
    let (row, place, line) = found.unwrap_or_else(|| panic!("no `{text}` on\n{screen}"));
    let column = line[..place].chars().count() as u16;
    app.mouse(MouseEvent { kind, column, row: row as u16, modifiers: KeyModifiers::NONE });
}

#[test]
fn moves_that_are_no_places_are_chosen_from_a_list() {
    with_app(&Amazons::new(4, 4), "amazons:4,4", [Who::Human, Who::Random], |app| {
        until(app, "Legal moves: 88");
        press(app, KeyCode::Tab);
        let screen = shown(app, 80, 24);
        assert!(screen.contains("> b1-a1/b1"), "{screen}");
        press(app, KeyCode::Down);
        assert!(shown(app, 80, 24).contains("> b1-a1/b2"));
        press(app, KeyCode::Enter);
        until(app, "Moves: 2");
        assert!(shown(app, 80, 24).contains("b1-a1/b2"));
    });
    with_app(&Amazons::new(4, 4), "amazons:4,4", [Who::Human, Who::Random], |app| {
        until(app, "Legal moves: 88");
        // What the mouse points at stays where it is.
        let before = shown(app, 80, 24);
        point_at(app, "b1-b2/a1", MouseEventKind::Moved);
        let list = |screen: &str| {
            screen
                .lines()
                .filter(|line| line.contains('-'))
                .map(|line| line.replace('>', " "))
                .collect::<Vec<_>>()
        };
        assert_eq!(list(&shown(app, 80, 24))[..5], list(&before)[..5]);
        click_on(app, "b1-a1/b2");
        until(app, "Moves: 2");
        assert!(shown(app, 80, 24).contains("1 b1-a1/b2"));
    });
    with_app(&Nim::new(&[3, 4, 5], false), "nim:3,4,5", [Who::Human, Who::Perfect], |app| {
        until(app, "x to move: win in");
        press(app, KeyCode::Char('h'));
        until(app, "W11");
        golden("nim-80x24", &shown(app, 80, 24));
        golden("nim-120x40", &shown(app, 120, 40));
    });
}

#[test]
fn where_a_place_has_two_moves_one_is_asked_which() {
    with_app(
        &Wild::<u64>::new(3, 3, 3, games::mnk::WildRule::Normal),
        "mnk:3,3,3,wild",
        [Who::Human, Who::Random],
        |app| {
            press(app, KeyCode::Enter);
            assert!(shown(app, 80, 24).contains("Which?"));
            press(app, KeyCode::Down);
            press(app, KeyCode::Enter);
            until(app, "Moves: 2");
            assert!(shown(app, 80, 24).contains("1 ob2"));
        },
    );
    with_app(
        &Wild::<u64>::new(3, 3, 3, games::mnk::WildRule::Normal),
        "mnk:3,3,3,wild",
        [Who::Human, Who::Random],
        |app| {
            press(app, KeyCode::Enter);
            click_on(app, "ob2");
            until(app, "Moves: 2");
            assert!(shown(app, 80, 24).contains("1 ob2"));
        },
    );
}

#[test]
fn levels_change_and_what_is_unfinished_is_not_left_at_once() {
    tic_tac_toe(|app| {
        press(app, KeyCode::Char('-'));
        assert!(shown(app, 80, 24).contains("o plays at level 10"));
        for _ in 0..20 {
            press(app, KeyCode::Char('-'));
        }
        assert!(shown(app, 80, 24).contains("o plays at level 1"));
        press(app, KeyCode::Enter);
        until(app, "Moves: 2");
        press(app, KeyCode::Char('R'));
        assert!(shown(app, 80, 24).contains("Resign? y = yes, any other key = no"));
        press(app, KeyCode::Esc);
        press(app, KeyCode::Char('q'));
        assert!(!app.is_done() && shown(app, 80, 24).contains("Leave this game?"));
        press(app, KeyCode::Char('n'));
        assert!(!app.is_done());
        press(app, KeyCode::Esc);
        press(app, KeyCode::Char('y'));
        assert!(app.is_done());
    });
}

#[test]
fn only_y_says_yes() {
    let others = [KeyCode::Enter, KeyCode::Char('q'), KeyCode::Char('n'), KeyCode::Char(' '), KeyCode::Esc];
    for question in ['R', 'n', 'q'] {
        for other in others {
            tic_tac_toe(|app| {
                type_moves(app, &["a1"]);
                until(app, "o plays b2");
                press(app, KeyCode::Char(question));
                assert!(shown(app, 80, 24).contains("y = yes, any other key = no"));
                press(app, other);
                let screen = shown(app, 80, 24);
                assert!(!app.is_done() && screen.contains("Moves: 2"), "{question} {other:?}\n{screen}");
                assert!(screen.contains("the game goes on"), "{question} {other:?}\n{screen}");
            });
        }
    }
}

#[test]
fn games_are_saved_from_the_screen() {
    tic_tac_toe(|app| {
        let place = std::env::temp_dir().join(format!("morpion-screen-{}.txt", std::process::id()));
        press(app, KeyCode::Char('s'));
        assert!(shown(app, 80, 24).contains("save to: game.txt"));
        // What is typed replaces what was offered.
        write(app, "elsewhere");
        assert!(shown(app, 80, 24).contains("save to: elsewhere"));
        app.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert!(!shown(app, 80, 24).contains("elsewhere"));
        write(app, place.to_str().unwrap());
        std::fs::write(&place, "something else").unwrap();
        press(app, KeyCode::Enter);
        assert!(shown(app, 200, 24).contains("exists already. Replace it? y = yes"));
        press(app, KeyCode::Enter);
        assert_eq!(std::fs::read_to_string(&place).unwrap(), "something else");
        press(app, KeyCode::Enter);
        press(app, KeyCode::Char('y'));
        assert!(arena::Record::parse(&std::fs::read_to_string(&place).unwrap()).is_ok());
        std::fs::remove_file(place).unwrap();
    });
}
