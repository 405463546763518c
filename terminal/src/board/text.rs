//! Drawings of games that are text alone.

use arena::{AnyGame, AnyMove, AnyState};
use game::look::{Choices, Pick, Role};
use game::{Game, Notation};

use super::{Area, Board, FREE, Square};

/// Draws the text of a position. What is free, or was so at the start, is a square.
pub(super) fn draw(game: &AnyGame, state: &AnyState, before: Option<&AnyState>, start: &AnyState) -> Board {
    let (lines, first) = (lines(&game.board_text(state)), self::lines(&game.board_text(start)));
    let changed = before.map_or_else(Vec::new, |before| {
        differences(&self::lines(&game.board_text(before)), &lines).map(|(place, _)| place).collect()
    });
    let is_square = |row: usize, column: usize| {
        let was = first.get(row).and_then(|line| line.get(column));
        lines[row][column] == FREE || was == Some(&FREE)
    };
    let places = (0..lines.len()).flat_map(|row| (0..lines[row].len()).map(move |column| (row, column)));
    let area = |(row, column): (usize, usize)| {
        let square = Square { mark: role(lines[row][column]), lit: false, open: true, won: None };
        Area { pick: pick(row, column), row, column, width: 1, square: Some(square) }
    };
    let areas = places.filter(|&(row, column)| is_square(row, column)).map(area).collect();
    // Where no place is free at the start, nothing is known to be the same in all positions: 0.
    let steady_width = first.iter().filter(|line| line.contains(&FREE)).map(Vec::len).max().unwrap_or(0);
    let choices = choices(game, state, &lines);
    Board { changed, choices, ..Board::bare(lines, areas, steady_width) }
}

/// The pick of a place on the drawing.
fn pick(row: usize, column: usize) -> Pick {
    Pick::Cell { grid: row, cell: column }
}

/// The moves, each where it marks a free place; or all of them as a list, if some do more.
fn choices(game: &AnyGame, state: &AnyState, lines: &[Vec<char>]) -> Choices<AnyMove> {
    let choices = game.choices(state);
    let marked = choices.all.iter().map(|(mv, _)| marked(game, state, lines, *mv));
    let Some(places) = marked.collect::<Option<Vec<Pick>>>() else { return choices };
    let alone = |place: &Pick| places.iter().filter(|other| *other == place).count() == 1;
    let picks = |(place, (mv, picks)): (&Pick, (AnyMove, Vec<Pick>))| {
        let more = if alone(place) { Vec::new() } else { picks };
        (mv, std::iter::once(place.clone()).chain(more).collect())
    };
    Choices { all: places.iter().zip(choices.all).map(picks).collect() }
}

/// The free place that a move marks, if that is all it does.
fn marked(game: &AnyGame, state: &AnyState, lines: &[Vec<char>], mv: AnyMove) -> Option<Pick> {
    let after = self::lines(&game.board_text(&game.next(state, mv)));
    let mut differences = differences(lines, &after);
    let marked = differences.clone().find(|(_, was)| *was == FREE);
    let leaves = differences.any(|((row, column), _)| after[row][column] == FREE);
    marked.filter(|_| !leaves).map(|((row, column), _)| pick(row, column))
}

/// Whose mark a letter usually is; nothing for a free place.
fn role(letter: char) -> Option<Role> {
    match letter {
        FREE => None,
        'x' | 'w' | 'X' => Some(Role::First),
        'o' | 'b' | 'O' => Some(Role::Second),
        _ => Some(Role::Blocked),
    }
}

fn lines(text: &str) -> Vec<Vec<char>> {
    text.lines().map(|line| line.chars().collect()).collect()
}

/// The places where two drawings differ, with what the first has there.
fn differences(a: &[Vec<char>], b: &[Vec<char>]) -> impl Iterator<Item = ((usize, usize), char)> + Clone {
    a.iter().zip(b).enumerate().flat_map(|(row, (a, b))| {
        let differ = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b);
        differ.map(move |(column, (was, _))| ((row, column), *was))
    })
}
