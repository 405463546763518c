//! A drawing of a position, and what on it can be pointed at.

mod grids;
mod heaps;
mod text;

use arena::{AnyGame, AnyMove, AnyState};
use game::look::{Choices, Look, Pick, Role};
use game::{Game, Notation};

use crate::words::mark;

/// A drawing of a position, with what can be pointed at to make a move.
///
/// It shows the [look](Notation::look) of the position. Where there is none, it shows the text of the board; then
/// places that are free, and that a move marks, are found by comparing the texts before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The characters, line by line.
    pub lines: Vec<Vec<char>>,
    /// Words that stay together however far apart squares are drawn.
    pub words: Vec<Words>,
    /// What can be pointed at, now or in another position, in reading order.
    pub areas: Vec<Area>,
    /// The characters that the last move has changed, by line and place in the line.
    pub changed: Vec<(usize, usize)>,
    /// The moves, and what is picked to make them.
    pub choices: Choices<AnyMove>,
    /// How wide the part is that is the same in all positions; 0 if it is not known.
    pub steady_width: usize,
    look: Look,
}

/// Words in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The line, from 0.
    pub row: usize,
    /// The first of the characters in the line, from 0.
    pub column: usize,
    /// How many characters there are.
    pub width: usize,
}

/// Part of a drawing that can be pointed at: a square, or the line of a heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// What is picked there.
    pub pick: Pick,
    /// The line, from 0.
    pub row: usize,
    /// The last of its characters in the line, from 0.
    pub column: usize,
    /// How many characters it has.
    pub width: usize,
    /// What is known of it, if it is a square.
    pub square: Option<Square>,
}

/// What is known of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square {
    /// Whose mark stands there, if there is one.
    pub mark: Option<Role>,
    /// Whether it belongs to a line that has ended the game.
    pub lit: bool,
    /// Whether its grid is played in: always, where there is but one.
    pub open: bool,
    /// Who has won its grid, if grids can be won and this one is.
    pub won: Option<Role>,
}

impl Board {
    /// Draws a position of a game with this start. The position before shows what has changed.
    #[must_use]
    pub fn new(game: &AnyGame, state: &AnyState, before: Option<&AnyState>, start: &AnyState) -> Board {
        let look = game.look(state);
        let has_turns = game.outcome(state).is_none() && !game.is_puzzle();
        let turn = has_turns.then(|| mark(game.turn(state)));
        let mut board = match &look {
            Look::Text => return text::draw(game, state, before, start),
            Look::Grids(grids) => grids::draw(grids, turn),
            Look::Heaps(heaps) => heaps::draw(heaps, game.look(start).heaps(), turn),
        };
        let changed = before.map_or_else(Vec::new, |before| look.changed(&game.look(before)));
        let changed = board.areas.iter().filter(|area| changed.contains(&area.pick));
        let characters = |area: &Area| {
            let row = area.row;
            (area.first()..=area.column).map(move |column| (row, column))
        };
        board.changed = changed.flat_map(characters).collect();
        board.areas.sort_by_key(|area| (area.row, area.column));
        (board.choices, board.look) = (game.choices(state), look);
        board
    }

    /// A drawing, of which no more is known than how it is drawn.
    fn bare(lines: Vec<Vec<char>>, areas: Vec<Area>, steady_width: usize) -> Board {
        let choices = Choices::default();
        Board {
            lines,
            words: Vec::new(),
            areas,
            changed: Vec::new(),
            choices,
            steady_width,
            look: Look::Text,
        }
    }

    /// Returns how wide the drawing is: 0 if it is empty.
    #[must_use]
    pub fn width(&self) -> usize {
        // An empty drawing has no lines.
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns whether there are squares, which may be drawn larger than characters.
    #[must_use]
    pub fn has_squares(&self) -> bool {
        self.areas.iter().any(|area| area.square.is_some())
    }

    /// Returns the [areas](Board::areas) that can be pointed at next, after these picks, by their numbers.
    #[must_use]
    pub fn spots(&self, picked: &[Pick]) -> Vec<usize> {
        let mut options = self.choices.next(picked);
        options.sort_unstable();
        let can = |area: &Area| options.binary_search(&area.pick).is_ok();
        (0..self.areas.len()).filter(|&number| can(&self.areas[number])).collect()
    }

    /// Returns the number of the area where this is picked.
    #[must_use]
    pub fn area_of(&self, pick: &Pick) -> Option<usize> {
        self.areas.iter().position(|area| area.pick == *pick)
    }

    /// Returns what is meant by pointing at something: what can be picked there after these picks.
    #[must_use]
    pub fn meant(&self, picked: &[Pick], clicked: &Pick) -> Option<Pick> {
        self.look.meant(&self.choices.next(picked), clicked)
    }

    /// Returns what falls into the column of this name, where marks fall.
    #[must_use]
    pub fn in_column(&self, name: &str) -> Option<Pick> {
        let grids = self.look.grids().iter().enumerate().filter(|(_, grid)| grid.falls);
        let columns = grids.filter_map(|(number, grid)| {
            let column = grid.column_names.iter().position(|known| known == name)?;
            Some(Pick::Cell { grid: number, cell: column })
        });
        columns.filter_map(|top| self.meant(&[], &top)).next()
    }

    /// Returns whether marks fall to the bottom of their columns.
    #[must_use]
    pub fn falls(&self) -> bool {
        self.look.grids().iter().any(|grid| grid.falls)
    }

    /// Returns whether some move is more than to mark a square: then moves are listed, too.
    #[must_use]
    pub fn has_list(&self) -> bool {
        let marks =
            |picks: &[Pick]| matches!(picks, [Pick::Cell { .. }] | [Pick::Cell { .. }, Pick::Label(_)]);
        self.choices.all.iter().any(|(_, picks)| !marks(picks))
    }

    /// Returns what a pick is called.
    #[must_use]
    pub fn name_of(&self, pick: &Pick) -> String {
        self.look.name_of(pick)
    }
}

impl Area {
    /// Returns the first of its characters in the line.
    #[must_use]
    pub fn first(&self) -> usize {
        (self.column + 1).saturating_sub(self.width)
    }

    /// Returns whether it is a square without a mark.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.square.is_some_and(|square| square.mark.is_none())
    }
}

/// How a free place is drawn.
pub(crate) const FREE: char = '.';

/// Writes into a line, which grows as it must.
fn write(line: &mut Vec<char>, column: usize, text: &str) {
    let end = column + text.chars().count();
    if line.len() < end {
        line.resize(end, ' ');
    }
    for (place, letter) in line[column..].iter_mut().zip(text.chars()) {
        *place = letter;
    }
}

#[cfg(test)]
mod tests {
    use games::amazons::Amazons;
    use games::bits::BitSet;
    use games::mnk::{Mnk, Rule};
    use games::nim::Nim;
    use games::positional::Positional;
    use games::ultimate::Ultimate;

    use super::*;

    fn after(game: &AnyGame, moves: &[&str]) -> (AnyState, Board) {
        let start = game.initial();
        let (mut state, mut before) = (start.clone(), None);
        for text in moves {
            let mv = game.parse_action(&state, text).unwrap();
            before = Some(state.clone());
            game.play(&mut state, mv);
        }
        let board = Board::new(game, &state, before.as_ref(), &start);
        (state, board)
    }

    fn shown(board: &Board) -> String {
        let lines = board.lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_string());
        lines.collect::<Vec<String>>().join("\n")
    }

    #[test]
    fn every_free_square_is_a_spot() {
        let game = AnyGame::new(Mnk::<u64>::new(3, 3, 3, Rule::Normal));
        let (_, board) = after(&game, &[]);
        assert_eq!(board.spots(&[]).len(), 9);
        assert!(!board.has_list());
        let (_, after) = after(&game, &["b2"]);
        assert_eq!(after.spots(&[]).len(), 8);
        let centre = &after.areas[4];
        assert_eq!(after.name_of(&centre.pick), "b2");
        assert_eq!(after.changed, [(centre.row, centre.column)]);
    }

    #[test]
    fn marks_that_fall_have_the_spot_where_they_land() {
        let game = AnyGame::new(Mnk::<u64, _>::with_gravity(4, 3, 3, Rule::Normal));
        let (_, board) = after(&game, &[]);
        let spots = board.spots(&[]);
        assert_eq!(spots.len(), 4);
        assert!(spots.iter().all(|&spot| board.areas[spot].row == 2));
        assert_eq!(board.in_column("2"), Some(board.areas[spots[1]].pick.clone()));
        assert_eq!(board.in_column("5"), None);
        // Wherever in the column one points.
        assert_eq!(board.meant(&[], &board.areas[1].pick), board.in_column("2"));
    }

    #[test]
    fn grids_are_drawn_like_the_text() {
        let games = [
            AnyGame::new(Mnk::<u64>::new(3, 3, 3, Rule::Normal)),
            AnyGame::new(Mnk::<BitSet<4>>::new(12, 11, 5, Rule::Normal)),
            AnyGame::new(Mnk::<BitSet<4>, _>::with_gravity(11, 4, 4, Rule::Normal)),
            AnyGame::new(Positional::<u64>::cube(5, 1)),
            AnyGame::new(Positional::<u64>::cube(3, 3)),
            AnyGame::new(Positional::<u128>::cube(3, 4)),
            AnyGame::new(Amazons::new(5, 4)),
            AnyGame::new(Ultimate::new()),
        ];
        for game in games {
            let (mut state, mut random) = (game.initial(), game::Random::new(1));
            for _ in 0..30 {
                if game.outcome(&state).is_some() {
                    break;
                }
                let board = Board::new(&game, &state, None, &game.initial());
                assert_eq!(shown(&board), game.board_text(&state));
                let mv = random.choose(game.moves(&state)).unwrap();
                game.play(&mut state, mv);
            }
        }
    }

    #[test]
    fn nine_boards_have_81_spots() {
        let game = AnyGame::new(Ultimate::new());
        assert_eq!(after(&game, &[]).1.spots(&[]).len(), 81);
        let (state, board) = after(&game, &["a1", "c3", "g7", "b3", "d7", "c2", "g4"]);
        assert_eq!(board.spots(&[]).len(), game.moves(&state).count());
    }

    #[test]
    fn queens_have_spots_for_each_pick() {
        let game = AnyGame::new(Amazons::new(4, 4));
        let (_, board) = after(&game, &[]);
        assert!(board.has_list());
        let queens = board.spots(&[]);
        assert_eq!(queens.len(), 4);
        let queen = board.areas[queens[0]].pick.clone();
        assert_eq!(board.name_of(&queen), "a2");
        let targets = board.spots(&[queen]);
        assert!(targets.iter().all(|&target| board.areas[target].is_free()));
    }

    #[test]
    fn heaps_are_drawn_with_what_they_hold() {
        let game = AnyGame::new(Nim::new(&[3, 60, 7], false));
        let (_, board) = after(&game, &["a3"]);
        let strokes = "||||| ".repeat(10);
        assert_eq!(shown(&board), format!("  a   0\n  b  60 {strokes}…\n  c   7 ||||| ||\n  o to move"));
        assert_eq!(board.spots(&[]).len(), 2);
        assert_eq!(board.changed[0], (0, 2));
    }
}
