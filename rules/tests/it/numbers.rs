//! Numbers that others have published, and those of the games that are written in Rust.

use std::collections::{HashMap, HashSet};

use game::{Game, Notation, Outcome, Player, System};
use games::amazons::Amazons;
use games::mnk::{Mnk, Rule};

use crate::common::{game, perfts, system, text, with_board};

fn counts(name: &str, expected: &[u64]) {
    let depth = u32::try_from(expected.len()).unwrap();
    assert_eq!(perfts(&system(text(name)), depth), expected, "{name}");
}

#[test]
fn chess() {
    counts("chess", &[20, 400, 8_902, 197_281]);
}

/// Castling, promotion, pins and en passant: the second position that chess programs are tested with.
#[test]
fn chess_with_everything() {
    let board = "
        8 c . . . k . . c
        7 p . p p q p b .
        6 b n . . p n p .
        5 . . . P N . . .
        4 . p . . P . . .
        3 . . N . . Q . p
        2 P P P B B P P P
        1 C . . . K . . C
          a b c d e f g h
        white to move, white 50, black 50, whiteMoved 0, blackMoved 0, quiet 0";
    let game = game::<[u64; 8]>(text("chess"));
    let start = game.parse_board(board).unwrap();
    assert_eq!(crate::common::perft(&game, &start, 1), 48);
    assert_eq!(crate::common::perft(&game, &start, 2), 2_039);
    assert_eq!(crate::common::perft(&game, &start, 3), 97_862);
}

#[test]
fn international_draughts() {
    counts("international-draughts", &[9, 81, 658, 4_265, 27_117, 167_140]);
}

#[test]
fn english_draughts() {
    counts("english-draughts", &[7, 49, 302, 1_469, 7_361, 36_768]);
}

#[test]
fn reversi() {
    counts("reversi", &[4, 12, 56, 244, 1_396, 8_200]);
}

#[test]
fn peg_solitaire() {
    counts("peg-solitaire", &[4, 12, 60, 400, 2_960]);
}

/// The positions of each ply: how many there are, and how many of them are won by either player or drawn.
fn layers<S: System>(system: &S, depth: usize) -> Vec<(usize, Vec<game::Ending>)> {
    let mut layer: HashSet<S::Configuration> = system.starts().collect();
    let mut found = Vec::new();
    for _ in 0..=depth {
        let mut endings: Vec<game::Ending> = layer.iter().map(|state| system.ending(state)).collect();
        endings.sort_unstable();
        endings.retain(|ending| *ending != game::Ending::Open);
        found.push((layer.len(), endings));
        layer = layer.iter().flat_map(|state| system.steps(state).map(|(_, next)| next)).collect();
    }
    found
}

#[test]
fn tic_tac_toe_is_the_one_in_rust() {
    let ours = game::<[u64; 3]>(text("tic-tac-toe"));
    let rust = Mnk::<u64>::new(3, 3, 3, Rule::Normal);
    let (ours, rust) = (layers(&ours, 9), layers(&rust, 9));
    assert_eq!(ours, rust);
    assert_eq!(ours.iter().map(|(states, _)| states).sum::<usize>(), 5_478);
}

#[test]
fn tic_tac_toe_is_a_draw() {
    fn value<G: Game>(game: &G, state: &G::State) -> i32 {
        let worth = |winner: Player| if winner == game.turn(state) { 1 } else { -1 };
        match game.outcome(state) {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(winner)) => worth(winner),
            None => game.moves(state).map(|mv| -value(game, &game.next(state, mv))).max().unwrap(),
        }
    }
    let game = game::<[u64; 3]>(text("tic-tac-toe"));
    assert_eq!(value(&game, &game.initial()), 0);
}

#[test]
fn four_in_a_row_is_the_one_in_rust() {
    let ours = game::<[u64; 3]>(text("four-in-a-row-4x4"));
    assert_eq!(layers(&ours, 5), layers(&Mnk::<u64>::new(4, 4, 4, Rule::Normal), 5));
}

#[test]
fn connect_four_is_the_one_in_rust() {
    let ours = game::<[u64; 3]>(text("connect4"));
    let rust: Mnk<u64, _> = Mnk::with_gravity(7, 6, 4, Rule::Normal);
    assert_eq!(layers(&ours, 7), layers(&rust, 7));
    let small = with_board(text("connect4"), &["....", "....", "....", "...."], &[('.', "free")]);
    let rust: Mnk<u64, _> = Mnk::with_gravity(4, 4, 4, Rule::Normal);
    assert_eq!(layers(&game::<[u64; 3]>(&small), 16), layers(&rust, 16));
}

#[test]
fn amazons_is_the_one_in_rust() {
    let pieces = [('.', "free"), ('w', "w"), ('b', "b")];
    let rust = Amazons::new(4, 4);
    let start = rust.board_text(&rust.initial());
    // The same board, as the game in Rust draws it.
    let rows: Vec<String> = start
        .lines()
        .take(4)
        .map(|line| line.split_whitespace().skip(1).collect::<String>().replace('W', "w").replace('B', "b"))
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let ours = game::<[u64; 3]>(&with_board(text("amazons"), &rows, &pieces));
    assert_eq!(layers(&ours, 3), layers(&rust, 3));
}

/// Breakthrough, written once more, in the plainest way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Breakthrough(Vec<Vec<char>>, bool);

impl Breakthrough {
    fn moves(&self) -> Vec<Breakthrough> {
        let (mine, theirs, ahead) = if self.1 { ('w', 'b', -1) } else { ('b', 'w', 1) };
        let (rows, columns) = (self.0.len() as i32, self.0[0].len() as i32);
        let last = if self.1 { 0 } else { rows - 1 };
        let reached = |row: i32, piece| self.0[row as usize].contains(&piece);
        let gone = |piece| !self.0.iter().flatten().any(|own| *own == piece);
        let mut found = Vec::new();
        if reached(rows - 1 - last, theirs) || gone(mine) {
            return found;
        }
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            for side in [-1, 0, 1] {
                let (to_y, to_x) = (y + ahead, x + side);
                if self.0[y as usize][x as usize] != mine
                    || !(0..rows).contains(&to_y)
                    || !(0..columns).contains(&to_x)
                {
                    continue;
                }
                let target = self.0[to_y as usize][to_x as usize];
                if target == '.' || side != 0 && target == theirs {
                    let mut next = self.0.clone();
                    next[y as usize][x as usize] = '.';
                    next[to_y as usize][to_x as usize] = mine;
                    found.push(Breakthrough(next, !self.1));
                }
            }
        }
        found
    }
}

#[test]
fn breakthrough_is_what_it_should_be() {
    let rows = ["bbbb", "bbbb", "wwww", "wwww"];
    let pieces = [('.', "free"), ('w', "w"), ('b', "b")];
    let ours = game::<[u64; 3]>(&with_board(text("breakthrough"), &rows, &pieces));
    let ours: Vec<usize> = layers(&ours, 7).iter().map(|(states, _)| *states).collect();
    let start = Breakthrough(rows.iter().map(|row| row.chars().collect()).collect(), true);
    let mut layer: HashSet<Breakthrough> = [start].into();
    for (ply, states) in ours.into_iter().enumerate() {
        assert_eq!(layer.len(), states, "at ply {ply}");
        layer = layer.iter().flat_map(Breakthrough::moves).collect();
    }
    counts("breakthrough", &[22, 484, 11_132, 256_036]);
}

/// The winner of tiny hex is the one who begins; no game is a draw.
#[test]
fn hex_has_a_winner() {
    let game = game::<[u64; 3]>(text("hex-3"));
    let all = layers(&game, 9);
    assert!(all.iter().flat_map(|(_, endings)| endings).all(|ending| *ending != game::Ending::Drawn));
    assert_eq!(all[9].0, all[9].1.len(), "a full board is an end");
}

/// Returns whether the maker, who marks a square a turn, gets three in a row on a board of four columns and some rows
/// against a breaker who marks `bias` squares a turn.
fn maker_wins(rows: u32, bias: u32, [maker, breaker]: [u32; 2], known: &mut HashMap<[u32; 2], bool>) -> bool {
    if let Some(&wins) = known.get(&[maker, breaker]) {
        return wins;
    }
    let filled = |marks: u32| {
        let square = |i: i32, j: i32| {
            (0..4).contains(&i) && (0..rows as i32).contains(&j) && marks >> (4 * j + i) & 1 == 1
        };
        let row = |(i, j, di, dj)| (0..3).all(|n| square(i + n * di, j + n * dj));
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        (0..4).any(|i| (0..rows as i32).any(|j| ways.iter().any(|&(di, dj)| row((i, j, di, dj)))))
    };
    let mut free = (0..4 * rows).filter(|square| (maker | breaker) >> square & 1 == 0);
    let wins = filled(maker)
        || if (maker | breaker).count_ones() % (1 + bias) == 0 {
            free.any(|square| maker_wins(rows, bias, [maker | 1 << square, breaker], known))
        } else {
            free.clone().count() > 0
                && free.all(|square| maker_wins(rows, bias, [maker, breaker | 1 << square], known))
        };
    known.insert([maker, breaker], wins);
    wins
}

fn first_wins<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, bool>) -> bool {
    if let Some(&wins) = known.get(state) {
        return wins;
    }
    let wins = if let Some(outcome) = game.outcome(state) {
        outcome == Outcome::Win(Player::First)
    } else {
        let mut next = game.moves(state).map(|mv| game.next(state, mv));
        if game.turn(state) == Player::First {
            next.any(|next| first_wins(game, &next, known))
        } else {
            next.all(|next| first_wins(game, &next, known))
        }
    };
    known.insert(state.clone(), wins);
    wins
}

#[test]
fn biased_games_are_as_in_rust() {
    let biased = text("maker-breaker-1-2");
    let even = biased.replace("make break break", "make break");
    assert_ne!(even, biased);
    for rows in [3, 4] {
        for (text, bias) in [(&*even, 1), (biased, 2)] {
            let game = game::<[u64; 3]>(&with_board(text, &["...."; 4][..rows as usize], &[('.', "free")]));
            let wins = maker_wins(rows, bias, [0, 0], &mut HashMap::new());
            assert_eq!(
                first_wins(&game, &game.initial(), &mut HashMap::new()),
                wins,
                "{rows} rows, 1 to {bias}"
            );
            assert_eq!(wins, bias == 1, "{rows} rows, 1 to {bias}");
        }
    }
}
