//! A game defined once, and engines that come with it: `cargo run --release --example chomp`.
//!
//! Chomp: players take turns to bite a bar of chocolate, choosing a square that is left and eating it with everything
//! above it and to its right. Whoever eats the square in the lower left corner, which is poisoned, loses.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use morpion::explore::{Explorer, census};
use morpion::prelude::*;

/// A bar of up to eight columns.
struct Chomp {
    columns: usize,
    rows: u8,
}

/// What is left of each column, never rising from left to right; and who is to bite.
type Bar = ([u8; 8], Player);

impl Game for Chomp {
    type State = Bar;
    /// Column and row.
    type Move = (usize, u8);

    fn initial(&self) -> Bar {
        (std::array::from_fn(|column| if column < self.columns { self.rows } else { 0 }), Player::First)
    }

    fn turn(&self, state: &Bar) -> Player {
        state.1
    }

    fn outcome(&self, (heights, turn): &Bar) -> Option<Outcome> {
        (heights[0] == 0).then_some(Outcome::Win(*turn))
    }

    fn moves(&self, (heights, _): &Bar) -> impl Iterator<Item = (usize, u8)> {
        let heights = *heights;
        (0..self.columns).flat_map(move |column| (0..heights[column]).map(move |row| (column, row)))
    }

    fn play(&self, state: &mut Bar, (column, row): (usize, u8)) {
        for height in &mut state.0[column..] {
            *height = (*height).min(row);
        }
        state.1 = state.1.other();
    }
}

/// The value of a position, each position below it examined once.
fn value(game: &Chomp, state: Bar) -> Value {
    let census = census::of_game(&Explorer::new(game), state);
    census.ok().and_then(|census| census.value).expect("chomp ends, and nothing limits the count")
}

/// The first bites that win.
fn winning_bites(game: &Chomp) -> Vec<String> {
    let start = game.initial();
    let wins = |bite: &(usize, u8)| value(game, game.next(&start, *bite)).verdict == Verdict::Loss;
    game.moves(&start).filter(wins).map(|(column, row)| morpion::game::square(column, row.into())).collect()
}

fn main() {
    println!("first bites that win, by columns and rows");
    for columns in 2..=6 {
        for rows in 2..=6 {
            let game = Chomp { columns, rows };
            morpion::game::laws::check(&game);
            println!("{columns} x {rows}: {}", winning_bites(&game).join(" "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_chomp() {
        for n in 2..=5 {
            // On a square bar: leave the two edges and copy the other player's bites.
            assert!(winning_bites(&Chomp { columns: n, rows: n as u8 }).contains(&"b2".to_string()));
            // On a bar of two rows: bite the upper corner off, and keep it so.
            let corner = morpion::game::square(n - 1, 1);
            assert_eq!(winning_bites(&Chomp { columns: n, rows: 2 }), [corner]);
        }
    }
}
