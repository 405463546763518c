//! Harary's game: all shapes of up to six squares, with a certificate for each board.

use std::collections::{BTreeSet, HashMap};
use std::io::Cursor;

use catalogue::{CertificateFile, Job};
use game::Limits;
use verify::check;

/// The squares of a shape, by column and row, moved to the corner and in order.
type Shape = Vec<(i32, i32)>;

/// Returns the shape turned and reflected in all eight ways.
fn images(shape: &Shape) -> Vec<Shape> {
    let turns = [(1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)];
    let all = turns.into_iter().flat_map(|turn| [(turn, 1), (turn, -1)]);
    all.map(|((a, b, c, d), side)| {
        let moved: Shape = shape.iter().map(|&(x, y)| (side * (a * x + b * y), c * x + d * y)).collect();
        let left = moved.iter().map(|square| square.0).min().expect("a shape has a square");
        let top = moved.iter().map(|square| square.1).min().expect("a shape has a square");
        let mut moved: Shape = moved.iter().map(|&(x, y)| (x - left, y - top)).collect();
        moved.sort_unstable();
        moved
    })
    .collect()
}

/// Returns all shapes of this many squares, one of those that are alike.
fn shapes(squares: usize) -> BTreeSet<Shape> {
    if squares == 1 {
        return [vec![(0, 0)]].into();
    }
    let mut found = BTreeSet::new();
    for smaller in shapes(squares - 1) {
        for &(x, y) in &smaller {
            for square in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if !smaller.contains(&square) {
                    let larger: Shape = smaller.iter().copied().chain([square]).collect();
                    found.insert(images(&larger).into_iter().min().expect("there are eight"));
                }
            }
        }
    }
    found
}

/// Returns the shape that is written as these rows.
fn read(rows: &str) -> Shape {
    let rows = (0..).zip(rows.split('/'));
    let squares = rows.flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, mark)| (x, y, mark)));
    squares.filter(|&(_, _, mark)| mark == 'x').map(|(x, y, _)| (x, y)).collect()
}

/// Returns the shape as rows.
fn written(shape: &Shape) -> String {
    let size = |of: fn(&(i32, i32)) -> i32| 1 + shape.iter().map(of).max().expect("a shape has a square");
    let (w, h) = (size(|square| square.0), size(|square| square.1));
    let row = |y| (0..w).map(|x| if shape.contains(&(x, y)) { 'x' } else { '.' }).collect::<String>();
    (0..h).map(row).collect::<Vec<String>>().join("/")
}

/// The shapes with which the first player wins, and the smallest square board. Harary's table says 6 for `xx../.xxx` and
/// 7 for `xxxx/.x..`: here are certificates for smaller boards. `xxxx/x...` (7 in the table) takes too long for a test.
const WINNERS: [(&str, i32); 10] = [
    ("x", 1),
    ("xx", 2),
    ("xx/x.", 3),
    ("xxx", 4),
    ("xxx/x..", 4),
    ("xxx/.x.", 5),
    ("xx./.xx", 3),
    ("xxxx", 7),
    ("xxxx/.x..", 6),
    ("xx../.xxx", 5),
];

/// The largest board on which a shape is tried.
fn largest(shape: &Shape) -> i32 {
    if images(&read("xxxx/x...")).contains(shape) { 6 } else { 7 }
}

/// All places of a shape on a square board, and what is known of positions: the squares of both players, who is to move
/// and how many moves the first player has left.
struct BruteForce {
    lines: Vec<u64>,
    known: HashMap<([u64; 2], usize, u32), bool>,
}

impl BruteForce {
    fn of(shape: &Shape, board: i32) -> BruteForce {
        let mut lines = BTreeSet::new();
        for (x, y) in (0..board * board).map(|at| (at % board, at / board)) {
            for image in images(shape) {
                let mut places = image.iter().map(|square| (x + square.0, y + square.1));
                if places.clone().all(|(x, y)| x < board && y < board) {
                    lines.insert(places.try_fold(0, |line, (x, y)| Some(line | 1_u64 << (y * board + x))));
                }
            }
        }
        BruteForce { lines: lines.into_iter().flatten().collect(), known: HashMap::new() }
    }

    /// Returns the squares that each fill a line of a player.
    fn last(&self, held: [u64; 2], player: usize) -> u64 {
        let open = self.lines.iter().filter(|&line| line & held[1 - player] == 0);
        open.map(|line| line & !held[player])
            .filter(|lacks| lacks.count_ones() == 1)
            .fold(0, |all, one| all | one)
    }

    /// Returns whether the first player fills a line before the other does, within so many moves: every move of both is
    /// tried, but where a line could be filled or must be blocked at once.
    fn wins(&mut self, held: [u64; 2], turn: usize, left: u32) -> bool {
        let in_time = |line: &u64| line & held[1] == 0 && (line & !held[0]).count_ones() <= left;
        if !self.lines.iter().any(in_time) || turn == 1 && self.last(held, 1) > 0 {
            return false;
        }
        if turn == 0 && self.last(held, 0) > 0 {
            return true;
        }
        if let Some(&known) = self.known.get(&(held, turn, left)) {
            return known;
        }
        let (blocks, all) = (self.last(held, 1 - turn), self.lines.iter().fold(0, |all, line| all | line));
        let among = if blocks > 0 { blocks } else { all & !held[0] & !held[1] };
        let mut moves: Vec<u64> = (0..64).map(|at| 1 << at).filter(|mv| among & mv > 0).collect();
        let weight = |mv: u64, player: usize| {
            let open = self.lines.iter().filter(|&line| line & mv > 0 && line & held[1 - player] == 0);
            open.map(|line| 1_u64 << (3 * (line & held[player]).count_ones())).sum::<u64>()
        };
        moves.sort_by_cached_key(|&mv| std::cmp::Reverse(weight(mv, 0) + weight(mv, 1)));
        let mut play = |mv: u64| match turn {
            0 => self.wins([held[0] | mv, held[1]], 1, left - 1),
            _ => self.wins([held[0], held[1] | mv], 0, left),
        };
        let wins =
            if turn == 0 { moves.into_iter().any(&mut play) } else { moves.into_iter().all(&mut play) };
        self.known.insert((held, turn, left), wins);
        wins
    }
}

#[test]
fn wins_on_smaller_boards_than_in_the_table_are_found_by_brute_force() {
    for (rows, board, moves) in [
        ("xx/x.", 3, 3),
        ("xxx/x..", 4, 4),
        ("xxx/.x.", 5, 4),
        ("xx./.xx", 3, 5),
        ("xx../.xxx", 5, 6),
        ("xxxx/.x..", 6, 6),
    ] {
        let mut game = BruteForce::of(&read(rows), board);
        for left in 1..=moves {
            assert_eq!(game.wins([0, 0], 0, left), left == moves, "{rows} on {board}x{board} within {left}");
        }
    }
}

#[test]
fn shapes_of_up_to_six_squares_win_where_they_should_with_certificates() {
    let games = builtin::catalogue("test");
    assert_eq!((1..=6).map(|squares| shapes(squares).len()).collect::<Vec<_>>(), [1, 1, 2, 5, 12, 35]);
    for shape in (1..=6).flat_map(shapes) {
        let winner = WINNERS.iter().find(|(rows, _)| images(&read(rows)).contains(&shape));
        let extent = 1 + shape.iter().map(|&(x, y)| x.max(y)).max().expect("a shape has a square");
        for board in extent..=winner.map_or(largest(&shape), |(_, board)| *board) {
            let opened = games.open(&format!("animal:{},{board},{board}", written(&shape))).expect("it fits");
            let start = opened.variant.position(None).expect("there is a start");
            let job = Job::default().limits(Limits::default().nodes(2_000_000));
            let (_, certificate) = opened.variant.certify(&start, false, &job).expect("it is a game");
            let certificate = certificate.unwrap_or_else(|| panic!("{opened} is not settled"));
            let file = CertificateFile::new(&opened, None, &certificate).expect("no moves are legal moves");
            let (_, proved, _) =
                check(Cursor::new(file.bytes)).unwrap_or_else(|fault| panic!("{opened}: {fault:?}"));
            let wins = winner.is_some_and(|(_, smallest)| *smallest == board);
            assert_eq!(proved, if wins { "win for the first player" } else { "draw" }, "{opened}");
        }
    }
}
