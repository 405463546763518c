//! Breakthrough: its rules, how it is written, and a program with every command for it.

use morpion::games::{bits::Bits, grid, grid::Labels, observed};
use morpion::prelude::*;

/// A board of `w` columns and `h` rows. Column i of row j, counted from the lower left, is square w·j + i.
#[derive(Clone)]
struct Breakthrough {
    w: u32,
    h: u32,
}

/// The squares with pawns of the first player, x, and of the second, o, a bit for each; and who is to move.
type Board = ([u64; 2], Player);

impl Game for Breakthrough {
    type State = Board;
    /// From a square to a square.
    type Move = (u32, u32);
    fn initial(&self) -> Board {
        let two_rows = (1 << (2 * self.w)) - 1;
        ([two_rows, two_rows << (self.w * (self.h - 2))], Player::First)
    }
    fn turn(&self, (_, turn): &Board) -> Player {
        *turn
    }
    fn outcome(&self, ([x, o], _): &Board) -> Option<Outcome> {
        let wins = [*o == 0 || x >> (self.w * (self.h - 1)) != 0, *x == 0 || o & ((1 << self.w) - 1) != 0];
        Player::BOTH.into_iter().find(|player| wins[player.index()]).map(Outcome::Win)
    }
    fn moves(&self, &(pawns, turn): &Board) -> impl Iterator<Item = (u32, u32)> {
        let (w, own, other) = (self.w, pawns[turn.index()], pawns[turn.other().index()]);
        own.iter().flat_map(move |from| {
            let ahead = if turn == Player::First { from + w } else { from - w };
            let left = (from % w > 0).then(|| ahead - 1);
            let right = (from % w + 1 < w).then(|| ahead + 1);
            let squares = [left, (!other.has(ahead)).then_some(ahead), right].into_iter().flatten();
            squares.filter(move |&to| !own.has(to)).map(move |to| (from, to))
        })
    }
    fn play(&self, (pawns, turn): &mut Board, (from, to): (u32, u32)) {
        pawns[turn.index()] ^= 1 << from | 1 << to;
        pawns[turn.other().index()] &= !(1 << to);
        *turn = turn.other();
    }
}

impl Breakthrough {
    /// What is on a square: 0 for nothing, 1 for x, 2 for o.
    fn cell(&self, (pawns, _): &Board, i: u32, j: u32) -> usize {
        pawns.iter().position(|pawns| pawns.has(self.w * j + i)).map_or(0, |player| player + 1)
    }
    /// The image of a square: itself, or the one it becomes when left and right are exchanged.
    fn seen(&self, square: u32, mirrored: bool) -> u32 {
        let column = square % self.w;
        if mirrored { square - column + (self.w - 1 - column) } else { square }
    }
}

impl Notation for Breakthrough {
    fn action_text(&self, _: &Board, (from, to): (u32, u32)) -> String {
        [from, to].map(|n| square((n % self.w) as usize, (n / self.w) as usize)).concat()
    }
    fn board_text(&self, board: &Board) -> String {
        let mark = |i, j| ['.', 'x', 'o'][self.cell(board, i, j)];
        grid::draw(self.w, self.h, Labels::Letters, mark) + ["\nx to move", "\no to move"][board.1.index()]
    }
    /// If this is left out, boards that can be reached are searched for the one that is drawn so: slow on large boards.
    fn parse_board(&self, text: &str) -> Result<Board, ParseError> {
        let [_, x, o] = grid::read_sets(self.w, self.h, ['.', 'x', 'o'], text)?;
        Ok(([x, o], Player::BOTH[usize::from(text.contains("o to move"))]))
    }
}

impl Symmetry for Breakthrough {
    fn symmetries(&self) -> usize {
        2
    }
    fn image(&self, (pawns, turn): &Board, symmetry: usize) -> Board {
        let image = |set: u64| set.iter().fold(0, |all, square| all | 1 << self.seen(square, symmetry == 1));
        (pawns.map(image), *turn)
    }
    fn image_of_action(&self, (from, to): (u32, u32), symmetry: usize) -> (u32, u32) {
        (self.seen(from, symmetry == 1), self.seen(to, symmetry == 1))
    }
    fn to_canonical(&self, board: &Board) -> usize {
        usize::from(self.image(board, 1) < *board)
    }
}

/// What claims may ask: what is on a square, `cell(1,0) = x` or `b1 = x`, and how many pawns there are, `count(x)`.
impl Observe for Breakthrough {
    fn observables(&self) -> Vec<Observable<'_, Board>> {
        observed::board((self.w, self.h), &["empty", "x", "o"], |board, i, j| self.cell(board, i, j))
    }
}

impl Capabilities for Breakthrough {
    declare!(symmetry, observe);
}

const ENTRY: Entry = Entry::new(
    &About {
        title: "bring a pawn to the other side",
        syntax: "breakthrough[:W,H]",
        parameters: "W columns, H rows",
        fields: &[Field::number("W", "the width", 2, 8), Field::number("H", "the height", 4, 8)],
        default: "breakthrough:8,8",
        examples: &["breakthrough:3,5", "breakthrough:8,8"],
        rules: "Each player has two rows of pawns. A pawn goes one square ahead, straight or diagonally, and captures \
                diagonally only. Whoever reaches the last row, or takes the last pawn, wins.",
        moves: "from and to: a2b3, or a2-b3",
        ..About::new("breakthrough")
    },
    |given| Ok(Variant::of_game(Breakthrough { w: given.number("W")?, h: given.number("H")? })),
);

fn main() -> std::process::ExitCode {
    morpion::App::bare("breakthrough").game(ENTRY).run()
}
