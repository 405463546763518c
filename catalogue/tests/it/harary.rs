//! Harary's game: all shapes of up to six squares, with a certificate for each board.

use std::collections::BTreeSet;
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
