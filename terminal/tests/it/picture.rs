//! The picture of the screen in the documents, drawn from what a terminal shows.
//!
//! `MORPION_UPDATE=1 cargo test -p morpion-terminal picture` draws it anew.

use std::fmt::Write;
use std::path::Path;

use crate::screen::{press, type_moves, until, with_app};
use arena::Who;
use games::mnk::{Mnk, Rule};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use terminal::screen::App;
use vt100::Color;

const COLUMNS: u16 = 80;
const ROWS: u16 = 24;

/// The size of a character in the picture.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 19;

const BACKGROUND: &str = "#16181d";
const TEXT: &str = "#d8dee9";
/// The sixteen colours that a terminal names.
const COLOURS: [&str; 16] = [
    "#3b4252", "#e0616d", "#8fc27a", "#e5c07b", "#74a6e0", "#c28fd0", "#6fc3cf", "#d8dee9", "#7f8796",
    "#f07f8a", "#a9d894", "#f2d08b", "#91bdf0", "#d6a8e2", "#8ddbe6", "#ffffff",
];

#[test]
fn the_picture_is_what_a_terminal_shows() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    with_app(&game, "mnk:3,3,3", [Who::Human, Who::Human], |app| {
        type_moves(app, &["a1", "b2", "b1", "c1"]);
        press(app, KeyCode::Char('h'));
        // The value of every move is proved, so that the picture is the same each time.
        until(app, "best: a3");
        until(app, "L2");
        let drawn = svg(app);
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/pictures/terminal.svg");
        if std::env::var_os("MORPION_UPDATE").is_some() {
            std::fs::write(&place, &drawn).unwrap();
        }
        let kept = std::fs::read_to_string(&place).unwrap_or_default();
        assert_eq!(kept, drawn, "the picture has changed; MORPION_UPDATE=1 keeps it so");
    });
}

/// Draws the screen: a rectangle for each stretch with a background, a text for each stretch of one look.
fn svg(app: &mut App<'_>) -> String {
    let mut written = Vec::new();
    {
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, COLUMNS, ROWS)) };
        let mut terminal = Terminal::with_options(CrosstermBackend::new(&mut written), options).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
    }
    let mut emulator = vt100::Parser::new(ROWS, COLUMNS, 0);
    emulator.process(&written);
    let (width, height) = (COLUMNS * WIDTH + 16, ROWS * HEIGHT + 16);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans \
         Mono,Menlo,Consolas,monospace\" font-size=\"15\">\n<title>Tic-tac-toe on the screen, with the value of every \
         move</title>\n<rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{BACKGROUND}\"/>\n"
    );
    for row in 0..ROWS {
        for (column, length, cell) in stretches(emulator.screen(), row) {
            draw(&mut text, emulator.screen(), (row, column, length), cell);
        }
    }
    text + "</svg>\n"
}

/// The stretches of a row that look the same: where each begins, how long it is, and its first character.
fn stretches(screen: &vt100::Screen, row: u16) -> Vec<(u16, u16, &vt100::Cell)> {
    let mut found: Vec<(u16, u16, &vt100::Cell)> = Vec::new();
    for column in 0..COLUMNS {
        let cell = screen.cell(row, column).expect("the screen has this size");
        match found.last_mut() {
            Some((_, length, first)) if look(first) == look(cell) => *length += 1,
            _ => found.push((column, 1, cell)),
        }
    }
    found
}

fn look(cell: &vt100::Cell) -> (Color, Color, bool, bool, bool) {
    (cell.fgcolor(), cell.bgcolor(), cell.bold(), cell.dim(), cell.inverse())
}

fn draw(
    text: &mut String,
    screen: &vt100::Screen,
    (row, column, length): (u16, u16, u16),
    cell: &vt100::Cell,
) {
    let (mut ink, mut paper) = (colour(cell.fgcolor(), TEXT), colour(cell.bgcolor(), BACKGROUND));
    if cell.inverse() {
        std::mem::swap(&mut ink, &mut paper);
    }
    let (x, y, width) = (8 + column * WIDTH, 8 + row * HEIGHT, length * WIDTH);
    if paper != BACKGROUND {
        writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>")
            .unwrap();
    }
    let letters = screen.contents_between(row, column, row, column + length);
    let letters = letters.trim_end();
    if letters.is_empty() {
        return;
    }
    let weight = if cell.bold() { " font-weight=\"bold\"" } else { "" };
    let faint = if cell.dim() { " opacity=\"0.65\"" } else { "" };
    let escaped = letters.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (wide, base) = (letters.chars().count() * usize::from(WIDTH), y + 15);
    writeln!(
        text,
        "<text x=\"{x}\" y=\"{base}\" fill=\"{ink}\"{weight}{faint} textLength=\"{wide}\" \
         xml:space=\"preserve\">{escaped}</text>"
    )
    .unwrap();
}

fn colour(of: Color, default: &str) -> String {
    match of {
        Color::Default => default.to_string(),
        Color::Idx(number @ 0..16) => COLOURS[usize::from(number)].to_string(),
        // The cube of 216 colours, and greys.
        Color::Idx(number @ 16..232) => {
            let part = |unit: u8| [0, 95, 135, 175, 215, 255][usize::from((number - 16) / unit % 6)];
            format!("#{:02x}{:02x}{:02x}", part(36), part(6), part(1))
        }
        Color::Idx(number) => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (number - 232)),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
    }
}
