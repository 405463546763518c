//! Amazons against its laws and against a slow generator of moves.

use std::collections::HashSet;

use crate::common::perft;
use game::laws::Laws;
use game::{Evaluate, Game, Notation, Outcome, Player, Random, Symmetry};
use games::amazons::{Amazons, Mobility, Pieces};

#[test]
fn the_laws_hold() {
    let small = [(4, 4, 50, 50), (5, 5, 5, 50), (5, 4, 20, 50), (4, 7, 5, 50)];
    let large = [(26, 4, 1, 8), (10, 10, 1, 8), (11, 11, 1, 8)];
    for (w, h, games, plies) in small.into_iter().chain(large) {
        Laws::game(&Amazons::new(w, h)).games(games).plies(plies).notation().symmetry().check();
    }
}

/// The same game on characters, square by square.
#[derive(Clone)]
struct Naive {
    cells: Vec<Vec<char>>,
    mover: char,
}

impl Naive {
    fn of(game: &Amazons, state: &Pieces) -> Naive {
        let (w, _) = game.size();
        let text = game.board_text(state);
        let rows: Vec<&str> = text.lines().rev().skip(1).collect();
        let row =
            |line: &&str| line.split_whitespace().skip(1).map(|cell| cell.chars().next().unwrap()).collect();
        let cells: Vec<Vec<char>> = rows.iter().map(row).collect();
        assert!(cells.iter().all(|row| row.len() == w as usize));
        Naive { cells, mover: if game.turn(state) == Player::First { 'w' } else { 'b' } }
    }

    fn slide(&self, from: (usize, usize)) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for dx in -1i32..=1 {
            for dy in -1i32..=1 {
                let (mut x, mut y) = (from.0 as i32 + dx, from.1 as i32 + dy);
                while (dx, dy) != (0, 0)
                    && y >= 0
                    && x >= 0
                    && self.cells.get(y as usize).and_then(|row| row.get(x as usize)) == Some(&'.')
                {
                    found.push((x as usize, y as usize));
                    (x, y) = (x + dx, y + dy);
                }
            }
        }
        found
    }

    /// From, to and arrow, and the board after each move.
    fn steps(&self) -> Vec<([(usize, usize); 3], Naive)> {
        let mut steps = Vec::new();
        for y in 0..self.cells.len() {
            for x in 0..self.cells[y].len() {
                if self.cells[y][x] != self.mover {
                    continue;
                }
                for to in self.slide((x, y)) {
                    let mut moved = self.clone();
                    moved.cells[y][x] = '.';
                    moved.cells[to.1][to.0] = self.mover;
                    moved.mover = if self.mover == 'w' { 'b' } else { 'w' };
                    for arrow in moved.slide(to) {
                        let mut shot = moved.clone();
                        shot.cells[arrow.1][arrow.0] = '#';
                        steps.push(([(x, y), to, arrow], shot));
                    }
                }
            }
        }
        steps
    }

    fn perft(&self, depth: u32) -> usize {
        if depth == 0 { 1 } else { self.steps().iter().map(|(_, next)| next.perft(depth - 1)).sum() }
    }
}

#[test]
fn the_usual_start_and_its_first_moves() {
    let game = Amazons::new(10, 10);
    let start = game.initial();
    let drawn = "\
10 . . . b . . b . . .
 9 . . . . . . . . . .
 8 . . . . . . . . . .
 7 b . . . . . . . . b
 6 . . . . . . . . . .
 5 . . . . . . . . . .
 4 w . . . . . . . . w
 3 . . . . . . . . . .
 2 . . . . . . . . . .
 1 . . . w . . w . . .
   a b c d e f g h i j";
    assert_eq!(game.board_text(&start), drawn);
    assert_eq!(perft(&game, &start, 1), 2176);
    assert_eq!(perft(&game, &start, 2), 4_307_152);
    assert_eq!(Naive::of(&game, &start).steps().len(), 2176);
}

#[test]
fn the_slow_generator_counts_as_many_lines() {
    for (w, h, depth) in [(4, 4, 3), (5, 4, 3), (4, 6, 2), (5, 5, 2), (6, 6, 2)] {
        let game = Amazons::new(w, h);
        let start = game.initial();
        let slow = Naive::of(&game, &start).perft(depth);
        assert_eq!(perft(&game, &start, depth), slow, "{w}x{h} to depth {depth}");
    }
}

/// The first moves of white fall into classes by symmetry; one of each, weighted, counts all replies.
#[test]
fn the_slow_generator_counts_as_many_replies_on_the_usual_board() {
    let game = Amazons::new(10, 10);
    let start = game.initial();
    let mirrored = 1;
    let mut sum = 0;
    for mv in game.moves(&start) {
        let image = game.image_of_action(mv, mirrored);
        if mv <= image {
            let replies = Naive::of(&game, &game.next(&start, mv)).steps().len();
            sum += if mv == image { replies } else { 2 * replies };
        }
    }
    assert_eq!(sum, 4_307_152);
}

#[test]
fn the_slow_generator_finds_the_same_moves_all_through_a_game() {
    let mut random = Random::new(5);
    for (w, h) in [(4, 4), (5, 7), (10, 10), (11, 11), (26, 4)] {
        let game = Amazons::new(w, h);
        let mut state = game.initial();
        loop {
            let fast: HashSet<_> = if game.outcome(&state).is_some() {
                HashSet::new()
            } else {
                game.moves(&state)
                    .map(|mv| {
                        [mv.from, mv.to, mv.arrow].map(|s| (s as usize % w as usize, s as usize / w as usize))
                    })
                    .collect()
            };
            let slow: HashSet<_> = Naive::of(&game, &state).steps().into_iter().map(|(mv, _)| mv).collect();
            assert_eq!(fast, slow);
            if slow.is_empty() {
                break;
            }
            let mv = random.choose(game.moves(&state)).unwrap();
            game.play(&mut state, mv);
        }
        assert_eq!(game.outcome(&state), Some(Outcome::Win(game.turn(&state).other())));
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    let game = Amazons::new(10, 10);
    let start = game.initial();
    let mv = game.parse_action(&start, "d1-d7/g7").unwrap();
    assert_eq!((mv.from, mv.to, mv.arrow), (3, 63, 66));
    for text in ["d1 d7 g7", "D1-D7 (G7)", "d1d7g7"] {
        assert_eq!(game.parse_action(&start, text), Ok(mv), "{text}");
    }
    // An arrow may fly back over the square that the queen has left.
    assert!(game.parse_action(&start, "d1-d2/d1").is_ok());
    assert!(game.parse_action(&start, "d1-d7/d10").is_err());
}

#[test]
fn boards_with_mistakes_are_refused() {
    let game = Amazons::new(4, 4);
    let problem = |text| game.parse_board(text).unwrap_err().problem;
    assert_eq!(problem(".bb.\nb..b\nw..w\n.w.."), "3 white and 4 black queens");
    assert_eq!(problem(".bb.\nb..b\nw..w\n.wq."), "line 4, column 3: 'q' is not a mark");
    let state = game.parse_board(".bb.\nb..b\nw#.w\n.ww.").unwrap();
    assert_eq!(game.turn(&state), Player::Second);
}

#[test]
fn mobility_is_even_at_the_start_and_rewards_freedom() {
    let game = Amazons::new(6, 6);
    let start = game.initial();
    assert_eq!(Mobility.score(&game, &start), 0);
    let best = game.moves(&start).max_by_key(|&mv| Mobility.priority(&game, &start, mv)).unwrap();
    assert!(Mobility.score(&game, &game.next(&start, best)) < 0);
}

#[test]
#[should_panic(expected = "amazons on a 12x11 board")]
fn too_large_a_board_is_refused() {
    let _ = Amazons::new(12, 11);
}
