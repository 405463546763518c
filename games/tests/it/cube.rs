//! Cubes against their laws, their lines one by one, and the game on a plane.

use std::collections::HashSet;

use crate::common::perft;
use game::laws::Laws;
use game::{Evaluate, Game, Notation, Outcome, Player, Random, Symmetry};
use games::bits::Bits;
use games::cube::cells;
use games::mnk::{Mnk, Rule, Square};
use games::positional::Positional;
use games::with_bits;

/// Every cube up to 512 cells but for the longest one-dimensional ones.
fn cubes() -> impl Iterator<Item = (u32, u32)> {
    let all = (1..=9).flat_map(|d| (1..=30).map(move |n| (n, d)));
    all.filter(|&(n, d)| cells(n, d).is_some())
}

#[test]
fn the_laws_hold() {
    for (n, d) in cubes().chain([(512, 1)]) {
        let (games, plies) = match n.pow(d) {
            0..=32 => (4, 32),
            33..=128 => (1, 12),
            _ => (1, 3),
        };
        with_bits!(n.pow(d), B => {
            Laws::game(&Positional::<B>::cube(n, d)).games(games).plies(plies).notation().symmetry().indexed().check();
        });
    }
}

#[test]
fn there_are_as_many_lines_as_the_formula_says() {
    for (n, d) in cubes().filter(|&(n, _)| n > 1) {
        with_bits!(n.pow(d), B => {
            let lines = Positional::<B>::cube(n, d).lines();
            assert_eq!(lines.len() as u32, ((n + 2).pow(d) - n.pow(d)) / 2, "{n}^{d}");
            assert!(lines.iter().all(|line| line.count() == n));
            assert_eq!(lines.iter().collect::<HashSet<_>>().len(), lines.len());
        });
    }
}

/// The lines by their definition: in every coordinate the cells stay, run up or run down.
fn naive_lines(n: u32, d: u32) -> HashSet<Vec<u32>> {
    let kinds = n + 2;
    let lines = (0..kinds.pow(d)).filter_map(|code| {
        let digits: Vec<u32> = (0..d).map(|axis| code / kinds.pow(axis) % kinds).collect();
        let cell = |m: u32| -> u32 {
            let place = |kind: u32| {
                if kind < n {
                    kind
                } else if kind == n {
                    m
                } else {
                    n - 1 - m
                }
            };
            (0..).zip(&digits).map(|(axis, &kind)| place(kind) * n.pow(axis)).sum()
        };
        let mut line: Vec<u32> = (0..n).map(cell).collect();
        line.sort_unstable();
        digits.iter().any(|&kind| kind >= n).then_some(line)
    });
    lines.collect()
}

#[test]
fn lines_are_what_they_should_be_and_symmetries_keep_them() {
    for (n, d) in [
        (2u32, 2),
        (3, 1),
        (3, 2),
        (4, 2),
        (6, 2),
        (2, 3),
        (3, 3),
        (4, 3),
        (5, 3),
        (3, 4),
        (4, 4),
        (2, 5),
        (3, 5),
    ] {
        with_bits!(n.pow(d), B => {
            let cube: Positional<B> = Positional::cube(n, d);
            let expected = naive_lines(n, d);
            let lines: HashSet<Vec<u32>> = cube.lines().iter().map(|line| line.iter().collect()).collect();
            assert_eq!(lines, expected, "{n}^{d}");
            for g in 0..cube.symmetries() {
                for line in &lines {
                    let to = |&cell: &u32| u32::from(cube.image_of_action(Square(cell as u16), g).0);
                    let mut image: Vec<u32> = line.iter().map(to).collect();
                    image.sort_unstable();
                    assert!(lines.contains(&image), "{n}^{d}, symmetry {g}");
                }
            }
        });
    }
}

#[test]
fn the_groups_are_as_large_as_they_are_known_to_be() {
    assert_eq!(Positional::<u64>::cube(3, 2).symmetries(), 8);
    assert_eq!(Positional::<u64>::cube(4, 2).symmetries(), 32);
    assert_eq!(Positional::<u64>::cube(3, 3).symmetries(), 48);
    assert_eq!(Positional::<u64>::cube(4, 3).symmetries(), 192);
    assert_eq!(Positional::<u128>::cube(3, 4).symmetries(), 384);
}

#[test]
fn a_game_is_won_when_a_line_is_full() {
    let mut random = Random::new(8);
    for (n, d) in cubes() {
        with_bits!(n.pow(d), B => {
            let cube: Positional<B> = Positional::cube(n, d);
            let lines = cube.lines();
            let mut state = cube.initial();
            loop {
                let filled = lines.iter().any(|&line| (line & !state.other).is_empty());
                let full = (state.own | state.other).count() == n.pow(d);
                let expected = match (filled, full) {
                    (true, _) => Some(Outcome::Win(cube.turn(&state).other())),
                    (false, true) => Some(Outcome::Draw),
                    (false, false) => None,
                };
                assert_eq!(cube.outcome(&state), expected, "{n}^{d}");
                if expected.is_some() {
                    break;
                }
                let mv = random.choose(cube.moves(&state)).unwrap();
                cube.play(&mut state, mv);
            }
        });
    }
}

#[test]
fn two_dimensions_are_the_plane() {
    for (n, depth) in [(1, 2), (2, 4), (3, 9), (4, 6)] {
        let cube: Positional<u64> = Positional::cube(n, 2);
        let plane: Mnk<u64> = Mnk::new(n, n, n, Rule::Normal);
        for depth in 0..=depth {
            assert_eq!(
                perft(&cube, &cube.initial(), depth),
                perft(&plane, &plane.initial(), depth),
                "{n}^2 to depth {depth}"
            );
        }
    }
}

#[test]
fn cells_have_names() {
    let read = |n, d, text: &str| {
        with_bits!(cells(n, d).unwrap(), B => {
            let cube: Positional<B> = Positional::cube(n, d);
            let mv = cube.parse_action(&cube.initial(), text).unwrap();
            assert_eq!(cube.action_text(&cube.initial(), mv), text);
            mv.0
        })
    };
    assert_eq!(read(4, 1, "b"), 1);
    assert_eq!(read(4, 2, "b2"), 5);
    assert_eq!(read(4, 3, "b2c"), 37);
    assert_eq!(read(4, 4, "b2c1"), 37);
    assert_eq!(read(4, 4, "b2c2"), 37 + 64);
    let qubic: Positional<u64> = Positional::cube(4, 3);
    assert_eq!(qubic.parse_action(&qubic.initial(), "1 1 2"), Ok(Square(37)));
}

#[test]
fn layers_stand_side_by_side() {
    let cube: Positional<u64> = Positional::cube(3, 3);
    let (_, positions) = cube.parse_line("b2b, a3c").unwrap();
    let drawn = "\
layer a   layer b   layer c
3 . . .   3 . . .   3 o . .
2 . . .   2 . x .   2 . . .
1 . . .   1 . . .   1 . . .
  a b c     a b c     a b c";
    assert_eq!(cube.board_text(&positions[2]), drawn);
    assert_eq!(cube.parse_board(drawn), Ok(positions[2]));
    let problem = |text: &str| cube.parse_board(text).unwrap_err().problem;
    assert_eq!(problem("...\n...\n..."), "line 1: 3 cells");
    assert_eq!(problem("......q.."), "line 1: 'q' is not a mark");
    let other_layers = drawn.replacen("layer a", "layer b", 1);
    assert_eq!(
        problem(&other_layers),
        "line 1: `layer b layer b layer c` stands in the place of `layer a layer b layer c`"
    );
    let other_row = drawn.replacen('3', "1", 1);
    assert_eq!(problem(&other_row), "line 2: row 1 stands in the place of row 3");
    let capitals = drawn.replace('x', "X").replace('o', "O");
    assert_eq!(cube.parse_board(&capitals), Ok(positions[2]));
    assert_eq!(problem("........."), "the drawing has 1 rows");
    assert_eq!(problem(&drawn.replace('x', "o")), "0 x and 2 o");
    assert_eq!(problem("xxx......\nooo......\n........."), "the game was over before the last mark");
}

#[test]
fn open_lines_know_the_centre() {
    let cube: Positional<u64> = Positional::cube(3, 3);
    let (knowledge, start) = (cube.open_lines(), cube.initial());
    let best = cube.moves(&start).max_by_key(|&mv| knowledge.priority(&cube, &start, mv)).unwrap();
    assert_eq!(cube.action_text(&start, best), "b2b");
    assert!(knowledge.score(&cube, &cube.next(&start, best)) < 0);
    assert_eq!(cube.turn(&start), Player::First);
}

#[test]
#[should_panic(expected = "125 squares do not fit 64 bits")]
fn too_few_bits_are_refused() {
    let _ = Positional::<u64>::cube(5, 3);
}
