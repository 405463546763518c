//! The (w,h,k) games against a plain implementation without a single bit in it.

use game::laws::Laws;
use game::{Evaluate, Game, Indexed, Notation, Outcome, Playable, Player, Random, Symmetry};
use games::bits::{BitSet, Bits};
use games::mnk::{FixedSize, Marks, Mnk, Notakto, Rule, Wild, WildRule, bitmap};
use games::with_bits;

const SIZES: [(u32, u32, u32); 14] = [
    (1, 1, 1),
    (1, 5, 3),
    (5, 1, 3),
    (2, 2, 2),
    (3, 3, 3),
    (3, 3, 4),
    (4, 3, 3),
    (3, 5, 2),
    (4, 4, 4),
    (6, 5, 1),
    (7, 6, 4),
    (7, 7, 5),
    (9, 8, 6),
    (19, 19, 5),
];

/// A board as a table of characters, and lines looked for square by square.
struct Naive {
    w: i64,
    h: i64,
    k: i64,
    cells: Vec<Vec<char>>,
}

impl Naive {
    /// Reads the text that the game draws.
    fn read(w: u32, h: u32, k: u32, drawing: &str) -> Naive {
        let mut cells = vec![vec!['.'; h as usize]; w as usize];
        for (line, j) in drawing.lines().zip((0..h as usize).rev()) {
            for (i, mark) in line.split_whitespace().skip(1).enumerate() {
                cells[i][j] = mark.chars().next().unwrap();
            }
        }
        Naive { w: w.into(), h: h.into(), k: k.into(), cells }
    }

    fn at(&self, i: i64, j: i64) -> char {
        let inside = (0..self.w).contains(&i) && (0..self.h).contains(&j);
        if inside { self.cells[i as usize][j as usize] } else { '#' }
    }

    fn squares(&self) -> impl Iterator<Item = (i64, i64)> {
        let (w, h) = (self.w, self.h);
        (0..w).flat_map(move |i| (0..h).map(move |j| (i, j)))
    }

    fn has_line(&self, mark: char) -> bool {
        self.squares().any(|(i, j)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|(di, dj)| (0..self.k).all(|n| self.at(i + n * di, j + n * dj) == mark))
        })
    }

    fn count(&self, mark: char) -> usize {
        self.squares().filter(|&(i, j)| self.at(i, j) == mark).count()
    }

    fn free(&self, falls: bool) -> usize {
        let open = |i, j| self.at(i, j) == '.' && !(falls && self.at(i, j - 1) == '.');
        self.squares().filter(|&(i, j)| open(i, j)).count()
    }
}

/// Plays random games and compares at every position.
fn compare<G: Playable + Notation>(
    game: &G,
    size: (u32, u32, u32),
    falls: bool,
    choices: usize,
    judge: impl Fn(&Naive, Player) -> Option<Outcome>,
) {
    let (w, h, k) = size;
    let mut random = Random::new(u64::from(100 * w + 10 * h + k));
    for _ in 0..if w * h > 60 { 3 } else { 30 } {
        let mut state = game.initial();
        for ply in 0.. {
            let naive = Naive::read(w, h, k, &game.board_text(&state));
            let marked = naive.count('x') + naive.count('o');
            assert_eq!(marked, ply, "one mark a move");
            let turn = if ply % 2 == 0 { Player::First } else { Player::Second };
            assert_eq!(game.turn(&state), turn);
            let outcome = judge(&naive, turn).or((naive.count('.') == 0).then_some(Outcome::Draw));
            assert_eq!(game.outcome(&state), outcome, "{size:?}\n{}", game.board_text(&state));
            if outcome.is_some() {
                break;
            }
            assert_eq!(game.moves(&state).count(), choices * naive.free(falls));
            let mv = random.choose(game.moves(&state)).unwrap();
            game.play(&mut state, mv);
        }
    }
}

/// Own marks: who wins if the player who just moved has a line, or the other one has.
fn own(rule: Rule) -> impl Fn(&Naive, Player) -> Option<Outcome> {
    move |board, turn| {
        let last = turn.other();
        let mark = if last == Player::First { 'x' } else { 'o' };
        match rule {
            _ if !board.has_line(mark) => None,
            Rule::Normal => Some(Outcome::Win(last)),
            Rule::Misere => Some(Outcome::Win(turn)),
            Rule::Weak => (last == Player::First).then_some(Outcome::Win(last)),
            Rule::Exact => unreachable!("rows that are too long are not told apart here"),
        }
    }
}

#[test]
fn own_marks_on_a_table() {
    for (w, h, k) in SIZES {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            with_bits!(bitmap::size(w, h), B => {
                compare(&Mnk::<B>::new(w, h, k, rule), (w, h, k), false, 1, own(rule));
            });
        }
    }
}

/// Rows of more than k count for nothing: every row is measured from its first mark to its last.
#[test]
fn longer_rows_do_not_count() {
    let longest = |state: &Marks<u64>, game: &Mnk<u64>| -> Vec<usize> {
        let (w, h, _) = game.board().size();
        let (x, o) = state.by_player();
        let marks = if game.turn(state) == Player::First { o } else { x };
        let has = |i: i32, j: i32| {
            let is_inside = (0..w as i32).contains(&i) && (0..h as i32).contains(&j);
            is_inside && bitmap::read(w, h, marks, i as u32, j as u32)
        };
        let mut lengths = Vec::new();
        for (di, dj) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for (i, j) in (0..w as i32).flat_map(|i| (0..h as i32).map(move |j| (i, j))) {
                if has(i, j) && !has(i - di, j - dj) {
                    lengths.push((0..).take_while(|n| has(i + n * di, j + n * dj)).count());
                }
            }
        }
        lengths
    };
    let (mut random, mut too_long) = (Random::new(11), 0);
    for (w, h, k) in [(7, 6, 3), (6, 6, 4), (3, 3, 3), (7, 2, 2)] {
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Exact);
        for _ in 0..300 {
            let mut state = game.initial();
            loop {
                let lengths = longest(&state, &game);
                let wins = lengths.contains(&(k as usize));
                too_long += usize::from(!wins && lengths.iter().any(|&length| length > k as usize));
                let winner = wins.then(|| Outcome::Win(game.turn(&state).other()));
                let draw = (game.moves(&state).next().is_none()).then_some(Outcome::Draw);
                assert_eq!(game.outcome(&state), winner.or(draw), "{}", game.board_text(&state));
                if game.outcome(&state).is_some() {
                    break;
                }
                let mv = random.choose(game.moves(&state)).unwrap();
                game.play(&mut state, mv);
            }
        }
        Laws::game(&game).games(20).notation().symmetry().indexed().check();
    }
    assert!(too_long > 100, "rows that are too long: {too_long}");
}

#[test]
fn own_marks_that_fall() {
    for (w, h, k) in SIZES {
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            with_bits!(bitmap::size(w, h), B => {
                compare(&Mnk::<B, _>::with_gravity(w, h, k, rule), (w, h, k), true, 1, own(rule));
            });
        }
    }
}

#[test]
fn either_mark() {
    for (w, h, k) in SIZES {
        for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
            let judge = |board: &Naive, turn: Player| {
                let line = board.has_line('x') || board.has_line('o');
                match rule {
                    WildRule::Normal => line.then_some(Outcome::Win(turn.other())),
                    WildRule::Misere => line.then_some(Outcome::Win(turn)),
                    WildRule::Order if line => Some(Outcome::Win(Player::First)),
                    WildRule::Order => (board.count('.') == 0).then_some(Outcome::Win(Player::Second)),
                }
            };
            with_bits!(bitmap::size(w, h), B => {
                compare(&Wild::<B>::new(w, h, k, rule), (w, h, k), false, 2, judge);
            });
        }
    }
}

#[test]
fn only_x() {
    for (w, h, k) in SIZES {
        let judge = |board: &Naive, turn| board.has_line('x').then_some(Outcome::Win(turn));
        with_bits!(bitmap::size(w, h), B => compare(&Notakto::<B>::new(w, h, k), (w, h, k), false, 1, judge));
    }
}

#[test]
fn every_variant_obeys_the_laws() {
    for (w, h, k) in SIZES {
        // What a large board costs is paid for its size, not for its rules.
        let (games, plies) = if w * h > 60 { (1, 40) } else { (20, 100) };
        with_bits!(bitmap::size(w, h), B => {
            for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
                Laws::game(&Mnk::<B>::new(w, h, k, rule)).games(games).plies(plies).notation().symmetry().indexed().check();
                let falling = Mnk::<B, _>::with_gravity(w, h, k, rule);
                Laws::game(&falling).games(games).plies(plies).notation().symmetry().indexed().check();
            }
            for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
                Laws::game(&Wild::<B>::new(w, h, k, rule)).games(games).plies(plies).notation().symmetry().check();
            }
            Laws::game(&Notakto::<B>::new(w, h, k)).games(games).plies(plies).notation().symmetry().check();
        });
    }
}

#[test]
fn a_board_known_to_the_compiler_is_the_same_game() {
    fn same<B: Bits, F: games::mnk::Placement<B>, E: games::mnk::Placement<B>>(a: &Mnk<B, F>, b: &Mnk<B, E>) {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let mut state = a.initial();
            while a.outcome(&state).is_none() {
                assert_eq!(b.outcome(&state), None);
                assert!(a.moves(&state).eq(b.moves(&state)));
                let mv = random.choose(a.moves(&state)).unwrap();
                a.play(&mut state, mv);
            }
            assert_eq!(a.outcome(&state), b.outcome(&state));
        }
    }
    for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
        same(&Mnk::new(3, 3, 3, rule), &Mnk::<u32, FixedSize<3, 3, 3, false>>::fixed(rule));
        same(&Mnk::new(4, 4, 4, rule), &Mnk::<u32, FixedSize<4, 4, 4, false>>::fixed(rule));
        same(&Mnk::new(4, 4, 4, rule), &Mnk::<u64, FixedSize<4, 4, 4, false>>::fixed(rule));
        same(&Mnk::<u64, _>::with_gravity(7, 6, 4, rule), &Mnk::<u64, FixedSize<7, 6, 4, true>>::fixed(rule));
    }
}

#[test]
fn the_width_of_the_integer_makes_no_difference() {
    let narrow: Mnk<u64> = Mnk::new(5, 5, 4, Rule::Normal);
    let wide: Mnk<BitSet<8>> = Mnk::new(5, 5, 4, Rule::Normal);
    let mut random = Random::new(9);
    for _ in 0..100 {
        let (mut a, mut b) = (narrow.initial(), wide.initial());
        while narrow.outcome(&a).is_none() {
            assert!(narrow.moves(&a).eq(wide.moves(&b)));
            let mv = random.choose(narrow.moves(&a)).unwrap();
            narrow.play(&mut a, mv);
            wide.play(&mut b, mv);
            assert_eq!(narrow.to_canonical(&a), wide.to_canonical(&b));
            assert_eq!(narrow.index(&a), wide.index(&b));
        }
        assert_eq!(narrow.outcome(&a), wide.outcome(&b));
    }
}

#[test]
fn a_state_holds_two_bitmaps_and_nothing_else() {
    assert_eq!(size_of::<games::mnk::Marks<u64>>(), 16);
    assert_eq!(size_of::<games::mnk::Marks<u128>>(), 32);
}

#[test]
fn moves_are_read_as_people_type_them() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let start = game.initial();
    for text in ["b2", "B2", "1 1", "(1,1)", " b 2 "] {
        assert_eq!(game.parse_action(&start, text), game.parse_action(&start, "b2"), "{text}");
    }
    let after = game.next(&start, game.parse_action(&start, "b2").unwrap());
    assert_eq!(game.parse_action(&after, "b2").unwrap_err().problem, "`b2` cannot be played here");
    for text in ["", "z9", "99", "-1", "b2b2"] {
        assert!(game.parse_action(&start, text).unwrap_err().problem.ends_with("is not a move"), "{text}");
    }
    let (moves, positions) = game.parse_line("b2, a1, 0 2, c1").unwrap();
    assert_eq!((moves.len(), positions.len()), (4, 5));
    assert_eq!(game.parse_line("1 1 0 0 0 2 2 0").unwrap().1.last(), positions.last());
    assert_eq!(game.parse_line("b2, b2").unwrap_err().problem, "move 2: `b2` cannot be played here");
    let falling: Mnk<u64, _> = Mnk::with_gravity(7, 6, 4, Rule::Normal);
    assert_eq!(falling.parse_line("4 4 4").unwrap().0.len(), 3);
    // Where all moves have equally many characters nothing need stand between them.
    let together = |text: &str| falling.parse_line(text).unwrap().0;
    assert_eq!(together("444 5"), together("4, 4, 4, 5"));
    assert_eq!(game.parse_line("b2a1").unwrap().0, game.parse_line("b2, a1").unwrap().0);
    assert_eq!(game.parse_line("b2, z9").unwrap_err().place, Some(4..6));
    assert_eq!(falling.parse_line("4444444").unwrap_err().place, Some(6..7));
    let won = "a1 b1 a2 b2 a3 c3";
    assert_eq!(game.parse_line(won).unwrap_err().problem, "move 6: `c3` comes after the end");
}

#[test]
fn impossible_boards_are_refused() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let problem = |text| game.parse_board(text).unwrap_err().problem;
    assert_eq!(problem("xx.\n...\n..."), "2 x and 0 o");
    assert_eq!(problem("xxx\nooo\n..."), "the game was over before the last mark");
    let falling: Mnk<u64, _> = Mnk::with_gravity(3, 3, 3, Rule::Normal);
    assert_eq!(falling.parse_board("x..\n...\n...").unwrap_err().problem, "a mark hangs in the air");
    let only_x: Notakto<u64> = Notakto::new(3, 3, 3);
    assert_eq!(only_x.parse_board("xo.\n...\n...").unwrap_err().problem, "the board has an o");
}

#[test]
fn open_lines_prefer_the_centre_and_see_who_is_ahead() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let lines = game.open_lines();
    assert_eq!(lines.lines().len(), 8);
    let start = game.initial();
    let best = game.moves(&start).max_by_key(|&mv| lines.priority(&game, &start, mv)).unwrap();
    assert_eq!(game.action_text(&start, best), "b2");
    assert_eq!(lines.score(&game, &start), 0);
    let state = game.parse_board("x..\nxo.\n...").unwrap();
    let blocks = game.moves(&state).max_by_key(|&mv| lines.priority(&game, &state, mv)).unwrap();
    assert_eq!(game.action_text(&state, blocks), "a1");
    assert!(lines.score(&game, &state) < 0, "x is ahead and o to move");
}
