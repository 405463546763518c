//! Connect Four for the `minimax` crate, by bitboards and an incremental hash as in its own example.

use minimax::{IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy, Winner};

const HEIGHT: u32 = 7;
const COLUMN: u64 = 0b11_1111;

#[derive(Clone, Default)]
struct Board {
    taken: u64,
    own: u64,
    moves: u32,
    hash: u64,
}

/// A column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Drop(u32);

struct ConnectFour;

impl minimax::Game for ConnectFour {
    type S = Board;
    type M = Drop;

    fn generate_moves(board: &Board, moves: &mut Vec<Drop>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            moves.extend((0..7).filter(|c| board.taken >> (c * HEIGHT) & COLUMN < COLUMN).map(Drop));
        }
        winner
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        let last = board.taken ^ board.own;
        let four = |step: u32| {
            let pairs = last & last >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if four(1) || four(HEIGHT) || four(HEIGHT + 1) || four(HEIGHT - 1) {
            Some(Winner::PlayerJustMoved)
        } else {
            (board.moves == 42).then_some(Winner::Draw)
        }
    }

    fn apply(board: &mut Board, Drop(column): Drop) -> Option<Board> {
        let bottom = column * HEIGHT;
        let mark = ((board.taken >> bottom & COLUMN) + 1) << bottom;
        let number = u64::from(2 * mark.trailing_zeros() + board.moves % 2);
        Some(Board {
            taken: board.taken | mark,
            own: board.own ^ board.taken,
            moves: board.moves + 1,
            hash: board.hash ^ game::Random::new(number).next(),
        })
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash
    }
}

/// What a position looks like to the player with the first marks: the middle columns are worth something, and squares
/// that would complete a row more. Both searches go by it.
pub(crate) fn judged(own: u64, other: u64) -> i32 {
    const MIDDLE: u64 = (COLUMN << (2 * HEIGHT)) | (COLUMN << (3 * HEIGHT)) | (COLUMN << (4 * HEIGHT));
    let free = !(own | other) & (COLUMN * 0x0000_0408_1020_4081);
    let fourth = |marks: u64| {
        let along = |step: u32| {
            let pairs = marks & marks >> step;
            let single = marks >> step | marks << step;
            (pairs << (2 * step) | pairs >> (2 * step)) & single | (pairs & pairs >> step) << (3 * step)
        };
        ((along(1) | along(HEIGHT) | along(HEIGHT + 1) | along(HEIGHT - 1)) & free).count_ones() as i32
    };
    let middle = |marks: u64| (marks & MIDDLE).count_ones() as i32;
    middle(own) - middle(other) + 5 * (fourth(own) - fourth(other))
}

struct Judge;

impl minimax::Evaluator for Judge {
    type G = ConnectFour;

    fn evaluate(&self, board: &Board) -> minimax::Evaluation {
        judged(board.own, board.taken ^ board.own) as minimax::Evaluation
    }
}

/// Searches to depth 16 from the start.
pub(crate) fn depth_16() -> String {
    let mut search = IterativeSearch::new(Judge, IterativeOptions::new().with_table_byte_size(64 << 20));
    search.set_max_depth(16);
    let found = search.choose_move(&Board::default()).is_some();
    format!("a move: {found}")
}

/// Plays random games from the start.
pub(crate) fn playouts(games: u32) -> String {
    let mut search: MonteCarloTreeSearch<ConnectFour> =
        MonteCarloTreeSearch::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(games);
    let found = search.choose_move(&Board::default()).is_some();
    format!("{games} {found}")
}
