//! Looks and picks: the helpers, and the laws that catch mistakes in them.

use game::laws::Laws;
use game::look::{Choices, Grid, Heap, Look, Mark, Pick, Pieces, Role};
use game::{Game, Notation, Outcome, Player};

/// What is wrong with the looks of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mistake {
    None,
    CellMissing,
    NameMissing,
    NameTwice,
    PlaceTwice,
    LitTooEarly,
    Inactive,
    NoPicks,
    PicksAlike,
    PicksBegin,
    PickNowhere,
    FallsApart,
    ChoicesTurned,
}

/// A row of three squares; players take one each in turn until all are taken.
#[derive(Clone, Copy, Debug)]
struct Row(Mistake);

type Squares = [Option<Player>; 3];

impl Game for Row {
    type State = Squares;
    type Move = usize;

    fn initial(&self) -> Self::State {
        [None; 3]
    }

    fn turn(&self, state: &Self::State) -> Player {
        Player::at_ply(state.iter().flatten().count() as u32)
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        state.iter().all(Option::is_some).then_some(Outcome::Draw)
    }

    fn moves(&self, state: &Self::State) -> impl Iterator<Item = usize> {
        (0..3).filter(|&square| state[square].is_none())
    }

    fn play(&self, state: &mut Self::State, square: usize) {
        state[square] = Some(self.turn(state));
    }
}

impl Notation for Row {
    fn action_text(&self, _: &Squares, square: usize) -> String {
        game::square(square, 0)
    }

    fn board_text(&self, state: &Squares) -> String {
        format!("{state:?}")
    }

    fn look(&self, state: &Squares) -> Look {
        let mut grid = Grid::squares(3, 1, |i, _| Some(Mark::new(state[i]?.to_string(), Role::Neutral)));
        grid.active = self.outcome(state).is_none();
        match self.0 {
            Mistake::CellMissing => drop(grid.cells.pop()),
            Mistake::NameMissing => drop(grid.column_names.pop()),
            Mistake::NameTwice => grid.cells[0].name = grid.cells[1].name.clone(),
            Mistake::PlaceTwice => {
                let other = Grid { columns: 0, rows: 0, cells: Vec::new(), active: false, ..grid.clone() };
                let other = Grid { column_names: Vec::new(), row_names: Vec::new(), ..other };
                return Look::Grids(vec![grid, other]);
            }
            Mistake::LitTooEarly => grid.cells[0].lit = true,
            Mistake::Inactive => grid.active = false,
            Mistake::FallsApart => {
                let row_names = Vec::new();
                return Look::Grids(vec![Grid { columns: 1, rows: 3, row_names, ..grid }.falling()]);
            }
            _ => {}
        }
        Look::Grids(vec![grid])
    }

    fn picks(&self, _: &Squares, square: usize) -> Vec<Pick> {
        let cell = Pick::Cell { grid: 0, cell: square };
        match self.0 {
            Mistake::NoPicks => Vec::new(),
            Mistake::PicksAlike => vec![Pick::Cell { grid: 0, cell: 0 }],
            Mistake::PicksBegin if square > 0 => vec![Pick::Cell { grid: 0, cell: 0 }, cell],
            Mistake::PickNowhere => vec![cell, Pick::Heap(0)],
            _ => vec![cell],
        }
    }

    fn choices(&self, state: &Squares) -> Choices<usize> {
        let legal = self.outcome(state).is_none().then(|| self.moves(state)).into_iter().flatten();
        let mut all: Vec<_> = legal.map(|square| (square, self.picks(state, square))).collect();
        if matches!(self.0, Mistake::ChoicesTurned) {
            all.reverse();
        }
        Choices { all }
    }
}

#[test]
fn mistakes_in_looks_are_caught() {
    use Mistake::*;
    Laws::game(&Row(None)).notation().check();
    let mistakes = [
        (CellMissing, "a grid has a cell for every column and row"),
        (NameMissing, "all columns have names or none, and so have the rows"),
        (NameTwice, "every cell, and every heap, has a name of its own"),
        (PlaceTwice, "every grid has a place of its own"),
        (LitTooEarly, "a line that ends the game is one of marks, at its end"),
        (Inactive, "a grid is active if something in it can be picked"),
        (NoPicks, "to make a move something is picked"),
        (PicksAlike, "no picks are those of another move, nor their beginning"),
        (PicksBegin, "no picks are those of another move, nor their beginning"),
        (PickNowhere, "what is picked is there"),
        (FallsApart, "where marks fall, one cell of a column can be picked"),
        (ChoicesTurned, "what can be chosen are the legal actions, in their order"),
    ];
    for (mistake, law) in mistakes {
        let broken = Laws::game(&Row(mistake)).notation().run().unwrap_err();
        assert_eq!(broken.law, law, "{mistake:?}: {broken}");
    }
}

#[test]
fn a_game_that_says_nothing_is_text_and_a_list() {
    let game = game::mock::Mock::random_tree(1, 2, 3);
    assert_eq!(game.look(&0), Look::Text);
    let choices = game.choices(&0);
    let labels: Vec<Pick> = game.moves(&0).map(|mv| Pick::Label(mv.to_string())).collect();
    assert_eq!(choices.next(&[]), labels);
    assert_eq!(choices.chosen(&labels[..1]), game.moves(&0).next());
}

#[test]
fn picks_narrow_the_moves() {
    let cell = |cell| Pick::Cell { grid: 0, cell };
    let all = vec![("ab", vec![cell(0), cell(1)]), ("ac", vec![cell(0), cell(2)]), ("b", vec![cell(1)])];
    let choices = Choices { all };
    assert_eq!(choices.next(&[]), [cell(0), cell(1)]);
    assert_eq!(choices.next(&[cell(0)]), [cell(1), cell(2)]);
    assert_eq!(choices.among(&[cell(0)]), ["ab", "ac"]);
    assert_eq!(choices.chosen(&[cell(0)]), None);
    assert_eq!(choices.chosen(&[cell(0), cell(2)]), Some("ac"));
    assert_eq!(choices.next(&[cell(1)]), []);
}

#[test]
fn what_has_changed_is_told() {
    let row = Row(Mistake::None);
    let start = row.initial();
    let next = row.next(&start, 1);
    assert_eq!(row.look(&next).changed(&row.look(&start)), [Pick::Cell { grid: 0, cell: 1 }]);
    let heaps = |sizes: [usize; 2]| {
        let heap = |size: usize| Heap { name: size.to_string(), pieces: Pieces::Alike(size) };
        Look::Heaps(sizes.map(heap).to_vec())
    };
    assert_eq!(heaps([3, 2]).changed(&heaps([3, 4])), [Pick::Heap(1)]);
    assert_eq!(Look::Text.changed(&Look::Text), []);
}

#[test]
fn a_click_means_the_cell_itself_or_where_marks_fall_to() {
    let cell = |cell| Pick::Cell { grid: 0, cell };
    let flat = Look::Grids(vec![Grid::squares(2, 2, |_, _| None)]);
    let upright = Look::Grids(vec![Grid::squares(2, 2, |_, _| None).falling()]);
    let options = [cell(2), cell(3)];
    assert_eq!(flat.meant(&options, &cell(3)), Some(cell(3)));
    assert_eq!(flat.meant(&options, &cell(1)), None);
    assert_eq!(upright.meant(&options, &cell(1)), Some(cell(3)));
    assert_eq!(upright.meant(&options[..1], &cell(1)), None);
    assert_eq!(upright.meant(&options, &Pick::Heap(0)), None);
}
