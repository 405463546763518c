//! Boards on the screen: what is picked with keys and mouse, and what stands out.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::table;
use arena::Who;
use game::{Game, Notation, Outcome, Playable, Player};
use games::amazons::Amazons;
use games::mnk::{Mnk, Rule};
use games::nim::Nim;
use games::positional::Positional;
use games::ultimate::Ultimate;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use terminal::screen::App;
use terminal::{Session, Setup};

/// A screen of 120 columns and 40 rows, as an emulator shows it.
fn screen(app: &mut App<'_>) -> vt100::Parser {
    screen_of(app, 120, 40)
}

fn screen_of(app: &mut App<'_>, width: u16, height: u16) -> vt100::Parser {
    let mut written = Vec::new();
    {
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, width, height)) };
        let mut terminal = Terminal::with_options(CrosstermBackend::new(&mut written), options).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
    }
    let mut emulator = vt100::Parser::new(height, width, 0);
    emulator.process(&written);
    emulator
}

fn shown(app: &mut App<'_>) -> String {
    screen(app).screen().contents()
}

/// Compares the screen with a golden file, but for who is ahead: engines think as long as they like.
#[track_caller]
fn golden(name: &str, app: &mut App<'_>) {
    let text = shown(app);
    let lines = text.lines().enumerate().map(|(row, line)| match row {
        6 | 7 => line.chars().take(91).collect(),
        _ => line.trim_end().to_string(),
    });
    let text = lines.collect::<Vec<String>>().join("\n") + "\n";
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("MORPION_UPDATE").is_some() {
        std::fs::write(&place, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&place).unwrap_or_default();
    assert_eq!(kept, text, "{name} has changed; MORPION_UPDATE=1 keeps it so");
}

/// Waits until the screen says so.
#[track_caller]
fn until(app: &mut App<'_>, text: &str) {
    let start = Instant::now();
    loop {
        app.tick(Duration::from_millis(5));
        let screen = shown(app);
        if screen.contains(text) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no `{text}` on\n{screen}");
    }
}

fn press(app: &mut App<'_>, code: KeyCode) {
    app.key(KeyEvent::new(code, KeyModifiers::NONE));
    app.tick(Duration::ZERO);
}

fn type_moves(app: &mut App<'_>, moves: &[&str]) {
    for text in moves {
        format!(":{text}").chars().for_each(|letter| press(app, KeyCode::Char(letter)));
        press(app, KeyCode::Enter);
    }
}

/// A game between two people.
fn with_two<G: Playable + Notation + Clone + 'static>(game: &G, name: &str, work: impl FnOnce(&mut App<'_>)) {
    let (any, engines) = table(game);
    let mut app =
        App::new(Session::new(&any, engines, Setup::new(name, [Who::Human, Who::Human]).program("morpion")));
    work(&mut app);
}

/// Where a square is on the screen: in the line that the name of its row begins, above the name of its column.
#[track_caller]
fn place_of(app: &mut App<'_>, column: char, row: &str) -> (u16, u16) {
    let text = shown(app);
    let inside = |line: &str| line.chars().skip(1).take(88).collect::<String>();
    let lines: Vec<String> = text.lines().map(inside).collect();
    let names = lines
        .iter()
        .rev()
        .find(|line| line.trim_start().starts_with("a ") || line.trim_start().starts_with("1  "));
    let names = names.unwrap_or_else(|| panic!("no names of columns on\n{text}"));
    let x = names.chars().position(|c| c == column).unwrap();
    let begins = |line: &String| line.split_whitespace().next() == Some(row);
    let y = lines.iter().position(begins).unwrap_or_else(|| panic!("no row {row} on\n{text}"));
    (x as u16 + 1, y as u16)
}

fn mouse(app: &mut App<'_>, (column, row): (u16, u16), kind: MouseEventKind) {
    app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    app.tick(Duration::ZERO);
}

/// Clicks on a square.
#[track_caller]
fn click(app: &mut App<'_>, column: char, row: &str) {
    let place = place_of(app, column, row);
    mouse(app, place, MouseEventKind::Moved);
    mouse(app, place, MouseEventKind::Down(MouseButton::Left));
}

#[test]
fn a_queen_moves_by_three_picks_with_keys() {
    with_two(&Amazons::new(4, 4), "amazons:4,4", |app| {
        until(app, "Legal moves: 88");
        // From the queen in the middle of the reading order to the one on b1.
        press(app, KeyCode::Home);
        press(app, KeyCode::Down);
        press(app, KeyCode::Enter);
        assert!(shown(app).contains("b1 …   Esc goes back"), "{}", shown(app));
        assert!(shown(app).contains("(  w  )"));
        press(app, KeyCode::Enter);
        let two = shown(app);
        assert!(two.contains("b1 a1 …   Esc goes back") || two.contains("b1 b2 …   Esc goes back"), "{two}");
        // Back by one, and by all; then nothing is left to take back.
        press(app, KeyCode::Esc);
        assert!(shown(app).contains("b1 …   Esc goes back"));
        press(app, KeyCode::Backspace);
        assert!(!shown(app).contains("Esc goes back"));
        assert!(shown(app).contains("Legal moves: 88"));
        for _ in 0..3 {
            press(app, KeyCode::Enter);
        }
        until(app, "x plays b1-");
        assert!(shown(app).contains("Moves: 1 "));
    });
}

#[test]
fn a_queen_moves_by_three_clicks() {
    with_two(&Amazons::new(4, 4), "amazons:4,4", |app| {
        until(app, "Legal moves: 88");
        click(app, 'b', "1");
        assert!(shown(app).contains("b1 …   Esc goes back"));
        // Another queen instead; a square that it cannot reach; and what was picked is taken back.
        click(app, 'c', "1");
        assert!(shown(app).contains("c1 …   Esc goes back"));
        click(app, 'a', "1");
        assert!(shown(app).contains("c1 …   Esc goes back"));
        mouse(app, (3, 3), MouseEventKind::Down(MouseButton::Right));
        assert!(!shown(app).contains("Esc goes back"));
        click(app, 'b', "1");
        click(app, 'b', "3");
        assert!(shown(app).contains("b1 b3 …   Esc goes back"));
        golden("amazons-120x40", app);
        click(app, 'b', "1");
        until(app, "x plays b1-b3/b1");
        // What was picked is forgotten when the move is undone.
        click(app, 'b', "4");
        press(app, KeyCode::Char('u'));
        until(app, "1 move undone");
        assert!(!shown(app).contains("Esc goes back"));
    });
}

#[test]
fn numbers_and_clicks_anywhere_in_a_column_drop_marks() {
    with_two(&Mnk::<u64, _>::with_gravity(7, 6, 4, Rule::Normal), "connect4", |app| {
        press(app, KeyCode::Char('4'));
        until(app, "x plays 4");
        press(app, KeyCode::Char('4'));
        until(app, "o plays 4");
        // No such column, and a click at the top of one that there is.
        press(app, KeyCode::Char('9'));
        assert!(shown(app).contains("Moves: 2 "));
        click(app, '7', "6");
        until(app, "x plays 7");
        let (column, row) = place_of(app, '7', "1");
        assert_eq!(screen(app).screen().cell(row, column).unwrap().contents(), "x");
    });
    // Elsewhere numbers mean nothing.
    with_two(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", |app| {
        press(app, KeyCode::Char('1'));
        assert!(shown(app).contains("Moves: 0 "));
    });
}

#[test]
fn the_line_that_wins_stands_out_and_so_does_the_last_move() {
    with_two(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", |app| {
        type_moves(app, &["a1", "a2", "b1", "b2"]);
        until(app, "o plays b2");
        let at = |app: &mut App<'_>, column, row| {
            let (x, y) = place_of(app, column, row);
            screen(app).screen().cell(y, x).unwrap().clone()
        };
        assert!(at(app, 'b', "2").underline());
        assert!(!at(app, 'a', "2").underline());
        assert_ne!(at(app, 'b', "2").bgcolor(), at(app, 'a', "2").bgcolor());
        assert!(!at(app, 'a', "1").inverse());
        type_moves(app, &["c1"]);
        until(app, "x wins");
        for column in ['a', 'b', 'c'] {
            assert!(at(app, column, "1").inverse());
            assert!(!at(app, column, "2").inverse());
        }
        assert!(at(app, 'c', "1").underline());
        assert!(shown(app).contains("<  x  >"), "also without colours\n{}", shown(app));
        let small = screen_of(app, 40, 8).screen().contents();
        assert!(small.contains("1 x x<x>"), "{small}");
        // The whole square, not only its letter.
        let (x, y) = place_of(app, 'b', "1");
        assert!(screen(app).screen().cell(y, x + 1).unwrap().inverse());
    });
}

#[test]
fn small_boards_are_gone_through_and_stand_out_when_they_are_won() {
    with_two(&Ultimate::new(), "ultimate", |app| {
        until(app, "x to move in any board");
        press(app, KeyCode::Home);
        press(app, KeyCode::Enter);
        until(app, "x plays a9");
        until(app, "o to move in the top left board");
        // The cursor stays in the board that is to be played in.
        for code in
            [KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Down, KeyCode::Down]
        {
            press(app, code);
        }
        press(app, KeyCode::Enter);
        until(app, "o plays c7");
        click(app, 'i', "3");
        until(app, "x plays i3");
        let ground = |app: &mut App<'_>, column, row| {
            let (x, y) = place_of(app, column, row);
            screen(app).screen().cell(y, x).unwrap().bgcolor()
        };
        let closed = ground(app, 'a', "1");
        assert_ne!(ground(app, 'h', "8"), closed, "the board to play in is shaded");
        type_moves(app, &["g9", "b9", "d9", "c9"]);
        until(app, "x plays c9");
        assert!(shown(app).contains("boards  x . ."), "{}", shown(app));
        assert_ne!(ground(app, 'b', "8"), closed, "a board that is won has a colour");
        golden("ultimate-120x40", app);
    });
}

#[test]
fn layers_of_a_cube_are_gone_through() {
    with_two(&Positional::<u64>::cube(3, 3), "cube:3,3", |app| {
        until(app, "layer b");
        press(app, KeyCode::Home);
        press(app, KeyCode::Enter);
        until(app, "x plays a3a");
        // From the first layer to the last, in the same row.
        for _ in 0..8 {
            press(app, KeyCode::Right);
        }
        press(app, KeyCode::Enter);
        until(app, "o plays c3c");
        golden("cube-120x40", app);
        type_moves(app, &["b2a", "b2b", "c1a"]);
        until(app, "x wins");
    });
}

#[test]
fn heaps_are_chosen_and_then_how_many() {
    with_two(&Nim::new(&[3, 4, 1], false), "nim:3,4,1", |app| {
        until(app, "Legal moves: 8");
        press(app, KeyCode::Home);
        press(app, KeyCode::Down);
        assert!(shown(app).contains("> b   4 ||||"), "{}", shown(app));
        press(app, KeyCode::Enter);
        assert!(shown(app).contains("Which?"));
        assert!(shown(app).contains("Legal moves: 4"));
        press(app, KeyCode::Esc);
        assert!(shown(app).contains("Legal moves: 8"));
        press(app, KeyCode::Enter);
        press(app, KeyCode::Down);
        press(app, KeyCode::Enter);
        until(app, "x plays b2");
        // Of a single one there is nothing to ask.
        press(app, KeyCode::End);
        press(app, KeyCode::Enter);
        until(app, "o plays c1");
        assert!(shown(app).contains("b   2 ||"));
    });
}

#[test]
fn large_heaps_and_small_screens() {
    with_two(&Nim::new(&[60, 2], false), "nim:60,2", |app| {
        press(app, KeyCode::Enter);
        for _ in 0..55 {
            press(app, KeyCode::Down);
        }
        let small = screen_of(app, 40, 12).screen().contents();
        assert!(small.contains("Which?") && small.contains(" a56 ") && !small.contains(" a3 "), "{small}");
        press(app, KeyCode::Enter);
        until(app, "x plays a56");
    });
    with_two(&Amazons::new(10, 10), "amazons:10,10", |app| {
        press(app, KeyCode::Enter);
        press(app, KeyCode::Enter);
        for (width, height) in [(1, 1), (10, 4), (40, 10), (59, 12), (200, 60), (300, 100)] {
            screen_of(app, width, height);
        }
    });
}

#[test]
fn keys_that_come_at_once_are_all_heeded() {
    with_two(&Amazons::new(4, 4), "amazons:4,4", |app| {
        // Three picks make a move, and the fourth begins the next, before anybody has looked.
        for _ in 0..4 {
            app.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
        }
        app.tick(Duration::ZERO);
        let screen = shown(app);
        assert!(screen.contains("Moves: 1 ") && screen.contains("…   Esc goes back"), "{screen}");
    });
}

/// A heap of which one is taken, or half: a game that is text alone.
#[derive(Clone, Debug)]
struct Halving;

impl Game for Halving {
    type State = (u8, Player);
    type Move = u8;

    fn initial(&self) -> (u8, Player) {
        (9, Player::First)
    }

    fn turn(&self, state: &(u8, Player)) -> Player {
        state.1
    }

    fn outcome(&self, state: &(u8, Player)) -> Option<Outcome> {
        (state.0 == 0).then_some(Outcome::Win(state.1.other()))
    }

    fn moves(&self, state: &(u8, Player)) -> impl Iterator<Item = u8> {
        [1, state.0 / 2].into_iter().take(if state.0 > 3 { 2 } else { 1 })
    }

    fn play(&self, state: &mut (u8, Player), take: u8) {
        *state = (state.0 - take, state.1.other());
    }
}

impl Notation for Halving {
    fn action_text(&self, _: &(u8, Player), take: u8) -> String {
        format!("take {take}")
    }

    fn board_text(&self, state: &(u8, Player)) -> String {
        format!("{} left, {} to move", state.0, state.1)
    }
}

/// Three squares of which each player marks one: text alone, but with free places.
#[derive(Clone, Debug)]
struct Three;

impl Game for Three {
    type State = [Option<Player>; 3];
    type Move = usize;

    fn initial(&self) -> [Option<Player>; 3] {
        [None; 3]
    }

    fn turn(&self, state: &[Option<Player>; 3]) -> Player {
        Player::at_ply(state.iter().flatten().count() as u32)
    }

    fn outcome(&self, state: &[Option<Player>; 3]) -> Option<Outcome> {
        state.iter().all(Option::is_some).then_some(Outcome::Draw)
    }

    fn moves(&self, state: &[Option<Player>; 3]) -> impl Iterator<Item = usize> {
        (0..3).filter(|&square| state[square].is_none())
    }

    fn play(&self, state: &mut [Option<Player>; 3], square: usize) {
        state[square] = Some(self.turn(state));
    }
}

impl Notation for Three {
    fn action_text(&self, _: &[Option<Player>; 3], square: usize) -> String {
        (square + 1).to_string()
    }

    fn board_text(&self, state: &[Option<Player>; 3]) -> String {
        let letter = |square: &Option<Player>| square.map_or('.', |player| ['x', 'o'][player.index()]);
        state.iter().map(letter).flat_map(|letter| [letter, ' ']).collect::<String>().trim_end().to_string()
    }
}

#[test]
fn games_that_are_text_alone_are_played_as_before() {
    with_two(&Halving, "halving", |app| {
        until(app, "Legal moves: 2");
        assert!(shown(app).contains("9 left, first to move"));
        assert!(shown(app).contains("> take 1"));
        press(app, KeyCode::Down);
        press(app, KeyCode::Enter);
        until(app, "5 left, second to move");
    });
    with_two(&Three, "three", |app| {
        assert!(!shown(app).contains("Can be played"));
        assert!(shown(app).contains("[  ·  ]"), "{}", shown(app));
        press(app, KeyCode::Right);
        press(app, KeyCode::Enter);
        until(app, "x plays 3");
        press(app, KeyCode::Enter);
        until(app, "o plays 2");
    });
}
