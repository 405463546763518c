//! Ultimate tic-tac-toe against its laws and against a slow program.

use std::collections::HashSet;

use crate::common::perft;
use game::laws::Laws;
use game::{Evaluate, Game, Notation, Outcome, Player, Random};
use games::ultimate::{ANY, Cell, SmallBoards, Ultimate};

#[test]
fn the_laws_hold() {
    Laws::game(&Ultimate::new()).games(50).notation().symmetry().check();
}

/// The same game on characters, by column and row of the whole board.
#[derive(Clone)]
struct Naive {
    cells: [[char; 9]; 9],
    mover: char,
    last: Option<(usize, usize)>,
}

impl Naive {
    fn new() -> Naive {
        Naive { cells: [['.'; 9]; 9], mover: 'x', last: None }
    }

    /// Who has won a small board: x, o, `=` if it is full, `.` if it goes on.
    fn small(&self, column: usize, row: usize) -> char {
        let mut cells = [['.'; 3]; 3];
        for (i, line) in cells.iter_mut().enumerate() {
            for (j, cell) in line.iter_mut().enumerate() {
                *cell = self.cells[3 * column + i][3 * row + j];
            }
        }
        result(&cells)
    }

    /// x, o, `=` or `.`, as above.
    fn whole(&self) -> char {
        let mut boards = [['.'; 3]; 3];
        for (i, line) in boards.iter_mut().enumerate() {
            for (j, board) in line.iter_mut().enumerate() {
                *board = self.small(i, j);
            }
        }
        result(&boards)
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        if self.whole() != '.' {
            return moves;
        }
        let sent = self.last.map(|(i, j)| (i % 3, j % 3)).filter(|&(i, j)| self.small(i, j) == '.');
        for i in 0..9 {
            for j in 0..9 {
                let board = (i / 3, j / 3);
                let may = sent.is_none_or(|sent| sent == board) && self.small(board.0, board.1) == '.';
                if may && self.cells[i][j] == '.' {
                    moves.push((i, j));
                }
            }
        }
        moves
    }

    fn after(&self, (i, j): (usize, usize)) -> Naive {
        let mut next = self.clone();
        next.cells[i][j] = self.mover;
        next.mover = if self.mover == 'x' { 'o' } else { 'x' };
        next.last = Some((i, j));
        next
    }

    fn perft(&self, depth: u32) -> usize {
        if depth == 0 { 1 } else { self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum() }
    }
}

fn result(cells: &[[char; 3]; 3]) -> char {
    for mark in ['x', 'o'] {
        let has = |i: usize, j: usize| cells[i][j] == mark;
        let straight = (0..3).any(|a| (0..3).all(|b| has(a, b)) || (0..3).all(|b| has(b, a)));
        if straight || (0..3).all(|a| has(a, a)) || (0..3).all(|a| has(a, 2 - a)) {
            return mark;
        }
    }
    if cells.iter().flatten().any(|&c| c == '.') { '.' } else { '=' }
}

#[test]
fn there_are_as_many_lines_as_the_slow_program_counts() {
    let game = Ultimate::new();
    for (depth, lines) in [(1, 81), (2, 720), (3, 6336), (4, 55_080)] {
        assert_eq!(perft(&game, &game.initial(), depth), lines);
        assert_eq!(Naive::new().perft(depth), lines);
    }
    assert_eq!(perft(&game, &game.initial(), 5), 473_256);
}

#[test]
fn the_slow_program_agrees_all_through_a_game() {
    let game = Ultimate::new();
    let mut random = Random::new(2);
    let mut ends = HashSet::new();
    for _ in 0..500 {
        let (mut state, mut naive) = (game.initial(), Naive::new());
        loop {
            let over = match naive.whole() {
                'x' => Some(Outcome::Win(Player::First)),
                'o' => Some(Outcome::Win(Player::Second)),
                '=' => Some(Outcome::Draw),
                _ => None,
            };
            assert_eq!(game.outcome(&state), over);
            if let Some(outcome) = over {
                assert_eq!(state.next, ANY);
                ends.insert(outcome);
                break;
            }
            let fast: HashSet<Cell> = game.moves(&state).collect();
            let slow: HashSet<Cell> =
                naive.moves().iter().map(|&(i, j)| Cell::at(i as u8, j as u8)).collect();
            assert_eq!(fast, slow);
            let mv = random.choose(game.moves(&state)).unwrap();
            game.play(&mut state, mv);
            let (i, j) = mv.place();
            naive = naive.after((i.into(), j.into()));
        }
    }
    assert_eq!(ends.len(), 3);
}

#[test]
fn the_board_is_drawn_with_all_that_matters() {
    let game = Ultimate::new();
    let (_, positions) = game.parse_line("e5, d4, b2, 5 5, h9").unwrap();
    let drawn = "\
9 . . . | . . . | . x .
8 . . . | . . . | . . .
7 . . . | . . . | . . .
  ------+-------+------
6 . . . | . . o | . . .
5 . . . | . x . | . . .
4 . . . | o . . | . . .
  ------+-------+------
3 . . . | . . . | . . .
2 . x . | . . . | . . .
1 . . . | . . . | . . .
  a b c   d e f   g h i

boards  . . .
        . . .
        . . .
o to move in the top board";
    assert_eq!(game.board_text(&positions[5]), drawn);
    assert_eq!(game.parse_board(drawn), Ok(positions[5]));
    let capitals = drawn.replace(". x", ". X").replace("o .", "O .");
    assert_eq!(game.parse_board(&capitals), Ok(positions[5]));
    let problem = |text: &str| game.parse_board(text).unwrap_err().problem;
    assert_eq!(problem(&drawn.replace("\n8", "\n7")), "line 2: row 7 stands in the place of row 8");
    assert_eq!(
        problem(&drawn.replace("boards  . .", "boards  x .")),
        "line 14: `boards  x . .` is not what became of the small boards"
    );
}

#[test]
fn boards_with_mistakes_are_refused() {
    let game = Ultimate::new();
    let rows = |first: &str, rest: &str| format!("{first}\n{}\n{rest}", ["........."; 8].join("\n"));
    let problem = |text: &str| game.parse_board(text).unwrap_err().problem;
    assert_eq!(problem("..."), "the board has 0 rows of nine");
    assert_eq!(problem(&rows("xx.......", "")), "2 x and 0 o");
    assert_eq!(problem(&rows("x........", "")), "nothing says in which board to play");
    assert_eq!(
        problem(&rows("x........", "x to move in any board")),
        "`x to move in any board` is not understood"
    );
    assert_eq!(problem(&rows("x........", "o to move in the attic board")), "there is no board `the attic`");
    assert_eq!(
        problem(&rows("xxx.oo...", "o to move in the top left board")),
        "the top left board is finished"
    );
    assert!(game.parse_board(&rows("x........", "o to move in any board")).is_ok());
}

#[test]
fn won_boards_count() {
    let game = Ultimate::new();
    let board = format!("xxx.oo...\n{}\no to move in any board", ["........."; 8].join("\n"));
    let state = game.parse_board(&board).unwrap();
    assert_eq!(SmallBoards.score(&game, &state), -1);
    assert_eq!(SmallBoards.score(&game, &game.initial()), 0);
}
