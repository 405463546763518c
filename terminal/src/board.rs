//! A drawing of a position, and where on it moves can be made.

use arena::{AnyGame, AnyMove, AnyState};
use game::{Game, Notation};

/// A place on the drawing where a move can be made, or several that differ otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The line of the drawing, from 0.
    pub row: usize,
    /// The character in the line, from 0.
    pub column: usize,
    /// What can be played there.
    pub moves: Vec<AnyMove>,
}

/// A drawing of a position, as its game draws it, with the places of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The characters, line by line.
    pub lines: Vec<Vec<char>>,
    /// Where moves can be made, in reading order; none where moves are more than to mark a free place.
    pub spots: Vec<Spot>,
    /// What the last move has changed.
    pub changed: Vec<(usize, usize)>,
}

impl Board {
    /// Draws a position. The one before tells what has changed.
    #[must_use]
    pub fn new(game: &AnyGame, state: &AnyState, before: Option<&AnyState>) -> Board {
        let lines = lines(&game.board_text(state));
        let changed = before.map_or_else(Vec::new, |before| {
            differences(&self::lines(&game.board_text(before)), &lines).map(|(place, _)| place).collect()
        });
        let mut spots: Vec<Spot> = Vec::new();
        let moves = if game.outcome(state).is_none() { game.moves(state).collect() } else { Vec::new() };
        for mv in moves {
            let after = self::lines(&game.board_text(&game.next(state, mv)));
            let mut differences = differences(&lines, &after);
            let marked = differences.clone().find(|(_, was)| *was == FREE);
            let leaves = differences.any(|((row, column), _)| after[row][column] == FREE);
            let (Some(((row, column), _)), false) = (marked, leaves) else {
                // Not all moves are to mark a place: then none is shown as one.
                spots.clear();
                break;
            };
            match spots.iter_mut().find(|spot| (spot.row, spot.column) == (row, column)) {
                Some(spot) => spot.moves.push(mv),
                None => spots.push(Spot { row, column, moves: vec![mv] }),
            }
        }
        spots.sort_by_key(|spot| (spot.row, spot.column));
        Board { lines, spots, changed }
    }

    /// How wide the drawing is.
    #[must_use]
    pub fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How wide the lines are that have free places; 0 if there are none.
    #[must_use]
    pub fn squares_width(&self) -> usize {
        self.lines.iter().filter(|line| line.contains(&FREE)).map(Vec::len).max().unwrap_or(0)
    }

    /// The spot of a move.
    #[must_use]
    pub fn spot_of(&self, mv: AnyMove) -> Option<usize> {
        self.spots.iter().position(|spot| spot.moves.contains(&mv))
    }
}

/// How a free place is drawn.
pub(crate) const FREE: char = '.';

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

#[cfg(test)]
mod tests {
    use games::amazons::Amazons;
    use games::mnk::{Mnk, Rule};
    use games::ultimate::Ultimate;

    use super::*;

    #[test]
    fn every_free_square_is_a_spot() {
        let game = AnyGame::new(Mnk::<u64>::new(3, 3, 3, Rule::Normal));
        let start = game.initial();
        let board = Board::new(&game, &start, None);
        assert_eq!(board.spots.len(), 9);
        assert!(board.spots.iter().all(|spot| board.lines[spot.row][spot.column] == FREE));
        let centre = game.parse_action(&start, "b2").unwrap();
        let next = game.next(&start, centre);
        let after = Board::new(&game, &next, Some(&start));
        assert_eq!(after.spots.len(), 8);
        let spot = &board.spots[board.spot_of(centre).unwrap()];
        assert_eq!(after.changed, [(spot.row, spot.column)]);
    }

    #[test]
    fn marks_that_fall_have_the_spot_where_they_land() {
        let game = AnyGame::new(Mnk::<u64, _>::with_gravity(4, 3, 3, Rule::Normal));
        let board = Board::new(&game, &game.initial(), None);
        assert_eq!(board.spots.len(), 4);
        assert!(board.spots.iter().all(|spot| spot.row == 2));
    }

    #[test]
    fn nine_boards_have_81_spots_and_queens_none() {
        let game = AnyGame::new(Ultimate::new());
        assert_eq!(Board::new(&game, &game.initial(), None).spots.len(), 81);
        // Where a small board can be won, too: that is drawn in two places.
        let mut state = game.initial();
        for text in ["a1", "c3", "g7", "b3", "d7", "c2", "g4"] {
            let mv = game.parse_action(&state, text).unwrap();
            game.play(&mut state, mv);
        }
        assert_eq!(Board::new(&game, &state, None).spots.len(), game.moves(&state).count());
        let game = AnyGame::new(Amazons::new(4, 4));
        assert_eq!(Board::new(&game, &game.initial(), None).spots, []);
    }
}
