//! The characters of a drawing and its squares, in their colours.

use std::collections::HashSet;

use game::look::Role;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::grid::Grid;
use crate::board::{Area, Board, FREE, Square, Words};

/// Draws the characters beside the squares, and then the squares, shaded where there is room.
pub(super) fn draw(frame: &mut Frame<'_>, board: &Board, grid: &Grid, inner: Rect) {
    let squares = || board.areas.iter().filter(|area| area.square.is_some());
    let places = |area: &Area| {
        let row = area.row;
        (area.first()..=area.column).map(move |column| (row, column))
    };
    let covered: HashSet<(usize, usize)> = squares().flat_map(places).collect();
    let heaps: HashSet<usize> = board.areas.iter().filter(|a| a.square.is_none()).map(|a| a.row).collect();
    for (row, line) in board.lines.iter().enumerate() {
        let style =
            if heaps.contains(&row) { Style::new() } else { Style::new().add_modifier(Modifier::DIM) };
        let beside = |column: &usize| line[*column] != ' ' && !covered.contains(&(row, *column));
        for column in (0..line.len()).filter(beside) {
            let style = underlined(style, board.changed.contains(&(row, column)));
            let mut put = |position: Position, letter: char| {
                if inner.contains(position) {
                    frame.buffer_mut()[position].set_char(letter).set_style(style);
                }
            };
            match border(board, grid, row, column) {
                Some(border) => border.into_iter().for_each(|(position, letter)| put(position, letter)),
                None => put(beside_squares(board, grid, &covered, row, column), line[column]),
            }
        }
    }
    for area in squares() {
        if let Some(square) = area.square {
            draw_square(frame, board, area, square, grid, inner);
        }
    }
}

/// Where a character is that belongs to no square. The letters of a word, or the digits of a number, stay together.
fn beside_squares(
    board: &Board,
    grid: &Grid,
    covered: &HashSet<(usize, usize)>,
    row: usize,
    column: usize,
) -> Position {
    let within =
        |words: &&Words| words.row == row && (words.column..words.column + words.width).contains(&column);
    if let Some(words) = board.words.iter().find(within) {
        let first = grid.place(row, words.column);
        return Position { x: first.x.saturating_add((column - words.column) as u16), ..first };
    }
    let together = |place: &usize| {
        board.lines[row].get(*place).is_some_and(|c| *c != ' ') && !covered.contains(&(row, *place))
    };
    let end = (column..).take_while(together).last().expect("the character itself belongs to its word");
    let last = grid.place(row, end);
    Position { x: last.x.saturating_sub((end - column) as u16), ..last }
}

/// A character of a line between squares, made as long as the squares are large; nothing if it is no such character, or
/// squares are not large.
fn border(board: &Board, grid: &Grid, row: usize, column: usize) -> Option<Vec<(Position, char)>> {
    let at = |row: usize, column: usize| board.lines.get(row).and_then(|line| line.get(column)).copied();
    let (across, down) =
        (|c: Option<char>| matches!(c, Some('-' | '+')), |c: Option<char>| matches!(c, Some('|' | '+')));
    let letter = at(row, column).filter(|c| ['-', '|', '+'].contains(c) && grid.is_roomy())?;
    let here = grid.place(row, column);
    let shown = match letter {
        '-' => '─',
        '|' => '│',
        _ => '┼',
    };
    let mut all = vec![(here, shown)];
    if across(Some(letter)) && across(at(row, column + 1)) {
        all.extend((here.x + 1..grid.place(row, column + 1).x).map(|x| (Position { x, ..here }, '─')));
    }
    if down(Some(letter)) && down(at(row + 1, column)) {
        all.extend((here.y + 1..grid.place(row + 1, column).y).map(|y| (Position { y, ..here }, '│')));
    }
    Some(all)
}

fn draw_square(frame: &mut Frame<'_>, board: &Board, area: &Area, square: Square, grid: &Grid, inner: Rect) {
    let changed = board.changed.contains(&(area.row, area.column));
    let whole = grid.area(area).intersection(inner);
    if let Some(colour) = ground(square, changed, grid.is_roomy()) {
        frame.buffer_mut().set_style(whole, Style::new().bg(colour));
    }
    let mut style = underlined(mark_style(square), changed);
    if square.lit {
        style = style.add_modifier(Modifier::REVERSED);
        frame.buffer_mut().set_style(whole, style.remove_modifier(Modifier::UNDERLINED));
    }
    for column in area.first()..=area.column {
        let mut position = grid.place(area.row, area.column);
        position.x = position.x.saturating_sub((area.column - column) as u16);
        let letter = board.lines[area.row][column];
        if inner.contains(position) {
            let shown = if area.is_free() && letter == FREE && grid.is_roomy() { '·' } else { letter };
            frame.buffer_mut()[position].set_char(shown).set_style(style);
        }
    }
    if changed {
        draw_angles(frame, board, area, grid, inner);
    }
}

/// `<x>`: the last move stands out on terminals without colours, too. Nothing is drawn over what is no empty space.
fn draw_angles(frame: &mut Frame<'_>, board: &Board, area: &Area, grid: &Grid, inner: Rect) {
    let (whole, position) = (grid.area(area), grid.place(area.row, area.column));
    let is_blank =
        |column: usize| board.lines[area.row].get(column).is_none_or(|character| *character == ' ');
    let (left, right) = match grid.is_roomy() {
        true => (Some(whole.x), Some(whole.right().saturating_sub(1))),
        false => {
            let before = area.first().checked_sub(1).filter(|column| is_blank(*column));
            let after = Some(area.column + 1).filter(|column| is_blank(*column));
            (before.map(|column| grid.place(area.row, column).x), after.map(|_| position.x.saturating_add(1)))
        }
    };
    for (x, angle) in [(left, '<'), (right, '>')] {
        let place = x.map(|x| Position { x, ..position }).filter(|place| inner.contains(*place));
        if let Some(place) = place {
            frame.buffer_mut()[place].set_char(angle);
        }
    }
}

/// What is behind a mark: whether its grid is won, whether it is the last move, and, where there is room, whether its
/// grid is played in.
fn ground(square: Square, changed: bool, roomy: bool) -> Option<Color> {
    let won = square.won.map(|winner| match winner {
        Role::First => Color::Indexed(23),
        Role::Second => Color::Indexed(58),
        Role::Neutral | Role::Blocked => Color::Indexed(238),
    });
    let last = changed.then_some(Color::Indexed(240));
    last.or(won).or((roomy && square.open).then_some(Color::Indexed(236)))
}

fn mark_style(square: Square) -> Style {
    match square.mark {
        Some(Role::First) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
        Some(Role::Second) => Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD),
        Some(Role::Neutral) => Style::new().fg(Color::White).add_modifier(Modifier::BOLD),
        Some(Role::Blocked) => Style::new().add_modifier(Modifier::DIM),
        None if square.open => Style::new().add_modifier(Modifier::DIM),
        None => Style::new().fg(Color::DarkGray).add_modifier(Modifier::DIM),
    }
}

fn underlined(style: Style, changed: bool) -> Style {
    if changed { style.add_modifier(Modifier::UNDERLINED) } else { style }
}
