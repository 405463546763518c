//! Positional games against their laws, other games with the same lines, published numbers and brute force.

use std::collections::{HashMap, HashSet};

use crate::common::perft;
use crate::line_boards::agrees;
use catalogue::{Catalogue, Entry, Job, Survey};
use game::laws::Laws;
use game::mock::LineGame;
use game::{FilledBy, Game, LineBoard, Lines, Notation, Outcome, Player, Symmetry};
use games::bits::BitSet;
use games::mnk::{Mnk, Rule};
use games::positional::{
    Animals, Drawing, Files, Plan, Positional, Shape, Tori, fingerprint, parse, wrapped,
};
use proptest::prelude::*;

const FANO: &str = include_str!("../../examples/fano.lines");
const FRAME: &str = include_str!("../../examples/frame.lines");
const TIC_TAC_TOE: &str = include_str!("../../examples/tic-tac-toe.lines");

fn animal(shapes: &str, w: u32, h: u32) -> Plan {
    let board = Drawing::rectangle(w, h);
    let shapes = Shape::read_all(shapes).unwrap();
    let lines = shapes.iter().flat_map(|shape| shape.placements(&board)).collect();
    Plan::new(board, lines, FilledBy::Either).unwrap()
}

fn game(plan: Plan) -> Positional<u64> {
    Positional::new(plan)
}

fn catalogue() -> Catalogue {
    Catalogue::new("program", vec![Entry::of::<Animals>(), Entry::of::<Tori>(), Entry::of::<Files>()])
}

/// The value of the start and in how many plies it ends.
fn solved(name: &str) -> (String, Option<u32>) {
    let opened = catalogue().open(name).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
    let start = opened.variant.position(None).unwrap();
    let solved = opened.variant.solve(&start, &Job::default()).unwrap();
    (solved.value, solved.plies)
}

fn lines_of<G: Lines>(game: &G) -> HashSet<Vec<usize>> {
    let mut lines = game.line_board().unwrap().lines;
    lines.iter_mut().for_each(|line| line.sort_unstable());
    lines.into_iter().collect()
}

#[test]
fn the_laws_hold() {
    let check = |plan: Plan| {
        Laws::game(&game(plan)).games(6).plies(30).notation().symmetry().indexed().check();
    };
    check(animal("tippy", 4, 4));
    check(animal("domino", 1, 5));
    check(animal("xx/xx+xxxx", 5, 4));
    for text in
        [FANO, FRAME, TIC_TAC_TOE, "square a\nline a", "square a 3 2\nsquare b 1 1\nsquare c\nline a b"]
    {
        check(parse(text).unwrap());
    }
    let wide: Positional<BitSet<8>> = Positional::new(animal("snaky", 12, 9));
    Laws::game(&wide).games(1).plies(8).notation().symmetry().check();
}

#[test]
fn the_board_says_what_the_rules_say() {
    for (shapes, w, h) in [("el", 3, 3), ("tippy+tic", 4, 4), ("knobby", 5, 3), ("monomino", 2, 2)] {
        agrees(&game(animal(shapes, w, h)), shapes);
    }
    for text in [FANO, FRAME, TIC_TAC_TOE] {
        agrees(&game(parse(text).unwrap()), text);
    }
}

/// The file of tic-tac-toe is tic-tac-toe: in perft, in the positions by two engines, and in value.
#[test]
fn tic_tac_toe_from_a_file() {
    let (file, mnk) = (game(parse(TIC_TAC_TOE).unwrap()), Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    for depth in 0..=9 {
        assert_eq!(perft(&file, &file.initial(), depth), perft(&mnk, &mnk.initial(), depth));
    }
    assert_eq!(file.symmetries(), 8);
    let path = example("tic-tac-toe.lines");
    let opened = catalogue().open(&format!("lines:{path}")).unwrap();
    let job = Job::default();
    assert_eq!(opened.variant.count(None, &Survey::default(), &job).positions, 5478);
    let by_diagrams = opened.variant.count_by_diagrams("lines", (false, false), &job).unwrap();
    assert_eq!(by_diagrams.positions, Some(5478u32.into()));
    assert_eq!(solved(&format!("lines:{path}")).0, "draw");
}

fn example(name: &str) -> String {
    format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Shapes that are rows are the lines of k in a row that are not diagonal.
#[test]
fn straight_animals_are_rows() {
    for (w, h, k) in [(3, 3, 3), (4, 3, 3), (5, 2, 2), (1, 4, 4), (6, 6, 5), (4, 4, 1)] {
        let plan = animal(&"x".repeat(k as usize), w, h);
        let straight = |line: &&Vec<usize>| {
            let (columns, rows): (HashSet<usize>, HashSet<usize>) =
                line.iter().map(|square| (square / h as usize, square % h as usize)).unzip();
            columns.len() == 1 || rows.len() == 1
        };
        let mnk = lines_of(&Mnk::<u64>::new(w, h, k, Rule::Normal));
        assert_eq!(lines_of(&game(plan)), mnk.iter().filter(straight).cloned().collect(), "{w},{h},{k}");
    }
    // All lines of a board, from the file's words for them.
    let rows: String = (1..=4).rev().map(|j| format!("row a{j} b{j} c{j} d{j} e{j}\n")).collect();
    let plan = parse(&format!("{rows}in-a-row 3")).unwrap();
    assert_eq!(plan.lines().len(), lines_of(&Mnk::<u64>::new(5, 4, 3, Rule::Normal)).len());
}

/// As many places as a shape has orientations, times the room of each.
#[test]
fn shapes_are_counted_by_hand() {
    let orientations = |name: &str| Shape::read(name).unwrap().orientations().len();
    let known = [
        ("monomino", 1),
        ("domino", 2),
        ("tic", 2),
        ("el", 4),
        ("skinny", 2),
        ("elly", 8),
        ("knobby", 4),
        ("tippy", 4),
        ("fatty", 1),
        ("snaky", 8),
        ("f5", 8),
        ("x5", 1),
        ("w5", 4),
        ("z5", 4),
        ("n5", 8),
    ];
    for (name, count) in known {
        assert_eq!(orientations(name), count, "{name}");
    }
    // Each of the twelve pentominoes once: 63 fixed ones.
    let pentominoes = ["f5", "i5", "l5", "n5", "p5", "t5", "u5", "v5", "w5", "x5", "y5", "z5"];
    let all: HashSet<Shape> =
        pentominoes.iter().flat_map(|name| Shape::read(name).unwrap().orientations()).collect();
    assert_eq!(all.len(), 63);
    let tetrominoes = ["i4", "l4", "o4", "s4", "t4"];
    let all: HashSet<Shape> =
        tetrominoes.iter().flat_map(|name| Shape::read(name).unwrap().orientations()).collect();
    assert_eq!(all.len(), 19);
    assert_eq!(animal("snaky", 6, 5).lines().len(), 4 * (2 * 4 + 5));
    assert_eq!(animal("fatty", 5, 4).lines().len(), 4 * 3);
}

/// In a direction whose squares come round after n steps, every square begins a line if k is less than n; if it is n,
/// all of a cycle are one line.
#[test]
fn rows_of_a_torus_are_counted_by_hand() {
    let lcm = |a: u32, b: u32| (1..).map(|m| a * m).find(|n| n % b == 0).unwrap();
    for (w, h) in [(5, 5), (5, 6), (7, 5), (6, 9), (8, 8)] {
        for k in 2..=12 {
            let of = |period: u32| match k.cmp(&period) {
                std::cmp::Ordering::Less => w * h,
                std::cmp::Ordering::Equal => w * h / period,
                std::cmp::Ordering::Greater => 0,
            };
            let expected = of(w) + of(h) + 2 * of(lcm(w, h));
            let lines = wrapped(&Drawing::rectangle(w, h), k);
            // Diagonals that hold the same squares are one: that takes rows of all squares of a period.
            if k < w.max(h) {
                assert_eq!(lines.len() as u32, expected, "{w},{h},{k}");
            }
            assert!(lines.iter().all(|line| line.iter().collect::<HashSet<_>>().len() == k as usize));
        }
    }
    assert_eq!(wrapped(&Drawing::rectangle(3, 3), 3).len(), 12, "the affine plane of order 3");
    assert_eq!(wrapped(&Drawing::rectangle(2, 2), 2).len(), 6, "any two");
    assert_eq!(wrapped(&Drawing::rectangle(2, 2), 3).len(), 0);
}

/// The symmetries of a torus are its shifts, each turned and reflected.
#[test]
fn tori_have_their_symmetries() {
    let symmetries = |name: &str| catalogue().open(name).unwrap().variant.facts().symmetries;
    assert_eq!(symmetries("torus:5,5,3"), 25 * 8);
    assert_eq!(symmetries("torus:4,5,3"), 20 * 4);
    assert_eq!(symmetries("torus:7,7,4"), 49 * 8);
    assert_eq!(symmetries("torus:9,9,4"), 81 * 4, "a subgroup");
    assert_eq!(symmetries("torus:13,13,4"), 169 * 2, "a subgroup");
    assert_eq!(symmetries("torus:20,20,4"), 400, "shifts alone");
    assert_eq!(symmetries("torus:22,22,4"), 8, "no shifts");
    assert_eq!(symmetries("animal:tippy,4,4"), 8);
    assert_eq!(symmetries("animal:tippy,5,4"), 4);
}

#[test]
fn lines_have_their_symmetries() {
    let of = |text: &str| parse(text).unwrap().symmetries().len();
    assert_eq!(of(FANO), 168, "the group of the Fano plane");
    assert_eq!(of(FRAME), 8);
    assert_eq!(of("row a b c d\nline a b\nline c d"), 8);
    assert_eq!(of("row a b c\nline a b\nline b c a"), 2);
    // Squares on no line stay.
    assert_eq!(of("row a b c d e f g h\nline a b"), 2);
    // Too many: those of the picture are taken.
    let all = (0..10).map(|n| format!("s{n} ")).collect::<String>();
    assert_eq!(of(&format!("row {all}\nline {all}")), 2);
}

/// Published: the smallest square boards on which the first player wins, and in how many moves (OEIS A380597, A380598).
#[test]
fn animals_win_on_the_boards_on_which_they_are_known_to() {
    let known = [
        ("monomino", 1, 1),
        ("domino", 2, 2),
        ("el", 3, 3),
        ("tic", 4, 3),
        ("elly", 4, 4),
        ("knobby", 5, 4),
        ("tippy", 3, 5),
    ];
    for (name, board, moves) in known {
        for variant in ["normal", "weak"] {
            let game = |n: u32| format!("animal:{name},{n},{n},{variant}");
            assert_eq!(solved(&game(board)), ("win".to_string(), Some(2 * moves - 1)), "{name} {variant}");
            if catalogue().open(&game(board - 1)).is_ok() {
                assert_eq!(solved(&game(board - 1)).0, "draw", "{name} {variant}");
            }
        }
    }
    // Fatty never wins, by pairs of squares; skinny not on a board of six, but there in the weak game.
    for name in ["fatty,5,5,weak", "fatty,6,6,weak", "skinny,5,5,weak", "skinny,6,6"] {
        assert_eq!(solved(&format!("animal:{name}")).0, "draw", "{name}");
    }
    assert_eq!(solved("animal:skinny,6,6,weak"), ("win".to_string(), Some(11)));
}

/// The second player cannot keep the first from a line of the Fano plane: no colouring leaves both without one.
#[test]
fn nobody_draws_on_the_fano_plane() {
    assert_eq!(solved("lines").0, "win");
    let fano = game(parse(FANO).unwrap());
    let mut values = HashMap::new();
    assert_eq!(value(&fano.line_board().unwrap(), &mut vec![None; 7], &mut values), 1);
}

/// The value for the player to move by plain minimax on the board of lines.
fn value(
    board: &LineBoard,
    held: &mut Vec<Option<Player>>,
    known: &mut HashMap<Vec<Option<Player>>, i32>,
) -> i32 {
    if let Some(&value) = known.get(held) {
        return value;
    }
    let turn = Player::at_ply(held.iter().flatten().count() as u32);
    let last = turn.other();
    let full = |line: &Vec<usize>| line.iter().all(|&at| held[at] == Some(last));
    let found = if board.filled_by.counts(last) && board.lines.iter().any(full) {
        -1
    } else {
        let mut best = None;
        for at in 0..held.len() {
            if held[at].is_none() {
                held[at] = Some(turn);
                best = best.max(Some(-value(board, held, known)));
                held[at] = None;
            }
        }
        best.unwrap_or(0)
    };
    known.insert(held.clone(), found);
    found
}

#[test]
fn boards_are_drawn_and_read() {
    let fano = game(parse(FANO).unwrap());
    let (_, states) = fano.parse_line("g a").unwrap();
    let drawn = "    o\n  d   e\n    x\nb   f   c";
    assert_eq!(fano.board_text(&states[2]), drawn);
    assert_eq!(fano.parse_board("o d e X . f c"), Ok(states[2]));
    let problem = |text: &str| fano.parse_board(text).unwrap_err().problem;
    assert_eq!(problem("o d e x b f"), "6 squares are drawn, and there are 7");
    assert_eq!(problem("o d e x b f g"), "`g` stands in the place of `c`");
    assert_eq!(problem("o d e x o f c"), "1 x and 2 o");
    assert_eq!(problem("x x . o x o x"), "4 x and 2 o");

    let frame = game(parse(FRAME).unwrap());
    let (_, states) = frame.parse_line("a5 c4").unwrap();
    let drawn = "5 x . . . .\n4 . . o . .\n3 . . # . .\n2 . . . . .\n1 . . . . .\n  a b c d e";
    assert_eq!(frame.board_text(&states[2]), drawn);
    assert_eq!(frame.parse_board(drawn), Ok(states[2]));
    let problem = |text: &str| frame.parse_board(text).unwrap_err().problem;
    assert_eq!(problem(&drawn.replace('#', ".")), "c3 is a hole");
    assert_eq!(problem(&drawn.replace('o', "#")), "c4 is a square");
    let over = "xxxx.\noooo.\n..#..\n.....\n.....";
    assert!(frame.parse_board(over).is_err(), "it was over before o moved");
}

#[test]
fn only_the_first_player_wins_the_weak_game() {
    let frame = game(parse(FRAME).unwrap());
    let (_, states) = frame.parse_line("c1 a5 c2 b5 c4 c5 b3 d5").unwrap();
    assert_eq!(frame.outcome(states.last().unwrap()), None);
    let (_, states) = frame.parse_line("a5 c1 b5 c2 c5 c4 d5").unwrap();
    assert_eq!(frame.outcome(states.last().unwrap()), Some(Outcome::Win(Player::First)));
}

#[test]
fn mistakes_in_files_are_named() {
    let cases = [
        ("", "there are no squares"),
        ("# nothing", "there are no squares"),
        ("row a b", "there are no lines"),
        ("row a b\nline", "line 2: a line has no squares"),
        ("row a b\n\nline a c", "line 3: there is no square `c`"),
        ("row a b\nline a A", "line 2: the line has `a` twice"),
        ("row a b A\nline a", "line 1: there is a square `A` already"),
        ("row a x\nline a", "line 1: `x` cannot be the name of a square"),
        ("row a b:c\nline a", "line 1: `b:c` cannot be the name of a square"),
        ("row a12345678901234567", "line 1: `a12345678901234567` cannot be the name of a square"),
        ("hello", "line 1: `hello` is not a statement"),
        ("row a b\nsquare c 1 1", "line 2: squares have places by row and by square"),
        ("square c 1 1\nrow a b", "line 2: squares have places by row and by square"),
        ("square c 1 1\nsquare d 1 1", "line 2: another square has this place"),
        ("square c 0 1", "line 1: `0` is not a number from 1 to 512"),
        ("square c 1", "line 1: a square has one name"),
        ("square c 512 1\nsquare d 1 512\nline c", "the picture has 512 columns and 512 rows"),
        ("row a b\nin-a-row 3", "line 2: there is no room for it on the board"),
        ("row a b\nin-a-row", "line 2: one number is wanted"),
        ("row a b\nin-a-row q", "line 2: `q` is not a number from 1 to 512"),
        ("row a b\nanimal el", "line 2: there is no room for it on the board"),
        ("row a b\nanimal x..x", "line 2: the squares of `x..x` do not hang together"),
        ("row a b\nanimal", "line 2: one shape is wanted"),
        ("row a b\nwins second", "line 2: `second` cannot win"),
        ("row a b\nwins", "line 2: one word is wanted"),
        ("wins first\nwins first", "line 2: who wins was said before"),
    ];
    for (text, problem) in cases {
        let found = parse(text).expect_err(text);
        assert_eq!(found.problem, problem, "{text}");
    }
    let many = (0..513).map(|n| format!("square s{n}\n")).collect::<String>();
    assert_eq!(parse(&many).unwrap_err().problem, "line 513: there are too many squares");
    let long = "row a b\n".to_string() + &"line a b\n".repeat(20_001);
    assert_eq!(parse(&long).unwrap_err().problem, "line 20002: there are too many lines");
    let goals = "row a b\n".to_string() + &"in-a-row 2\n".repeat(101);
    assert_eq!(parse(&goals).unwrap_err().problem, "line 102: there are too many of them");
}

/// A folder for the files of one test.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("morpion-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn files_are_known_by_what_they_say() {
    let folder = folder("fingerprints");
    let path = folder.join("a, b.lines");
    let name = format!("lines:{}", path.display());
    let (games, write) = (catalogue(), |text: &str| std::fs::write(&path, text).unwrap());
    write(TIC_TAC_TOE);
    let opened = games.open(&name).unwrap().to_string();
    assert_eq!(opened, format!("{name}#{:08x}", fingerprint(TIC_TAC_TOE)), "commas are part of the path");
    assert_eq!(games.open(&opened).unwrap().to_string(), opened);
    write(&format!("# A comment changes nothing.\n{TIC_TAC_TOE}"));
    assert_eq!(games.open(&opened).unwrap().to_string(), opened);
    write(&TIC_TAC_TOE.replace("either", "first"));
    let mistake = games.open(&opened).err().unwrap();
    assert!(mistake.problem.contains("is not what it was: its fingerprint is"), "{mistake}");
    assert!(games.open(&name).is_ok());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_not_such_a_file_is_refused() {
    let folder = folder("refused");
    let problem = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        let problem = catalogue().open(&format!("lines:{}", path.display())).err().unwrap().problem;
        problem.replace(&*game::shortened(&path.display().to_string()), "FILE")
    };
    assert_eq!(problem("large", &vec![b'#'; (1 << 20) + 1]), "`FILE` is too large");
    assert_eq!(problem("bytes", &[0xff, 0xfe, b'a']), "`FILE` is not a text in UTF-8");
    assert_eq!(problem("wrong", b"row a\n\nrow a"), "line 3: there is a square `a` already");
    let open = |name: String| catalogue().open(&name).err().unwrap().problem;
    assert!(open(format!("lines:{}", folder.display())).ends_with("is not a file"));
    assert!(open(format!("lines:{}/none", folder.display())).contains("cannot be read"));
    // Nothing is read where files are not.
    let closed = catalogue().without_files();
    let mistake = closed.open(&format!("lines:{}/none", folder.display())).err().unwrap();
    assert_eq!(mistake.problem, "`lines` reads a file, and no files are read here");
    assert!(closed.open("lines").is_ok() && closed.open("animal:el,3,3").is_ok());
    std::fs::remove_dir_all(folder).unwrap();
}

/// A random file, and the same game line by line.
fn random_file(seed: u64, squares: usize, lines: usize, weak: bool) -> (String, LineGame) {
    let game = LineGame::random(seed, squares, lines, 1, squares.min(4));
    let game = if weak { game.weak() } else { game };
    let mut text = format!("wins {}\n", if weak { "first" } else { "either" });
    for line in game.line_board().unwrap().lines {
        let names: Vec<String> = line.iter().map(|square| format!("s{square}")).collect();
        text += &format!("line {}\n", names.join(" "));
    }
    for square in 0..squares {
        text += &format!("square s{square} # a square\n");
    }
    (text, game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_files_are_the_games_that_they_list(
        seed in any::<u64>(), squares in 1usize..8, lines in 1usize..7, weak in any::<bool>(),
    ) {
        let (text, mock) = random_file(seed, squares, lines, weak);
        let game = game(parse(&text).unwrap());
        for depth in 0..=squares as u32 {
            prop_assert_eq!(perft(&game, &game.initial(), depth), perft(&mock, &mock.initial(), depth));
        }
        agrees(&game, &text);
        let mut values = HashMap::new();
        let expected = value(&mock.line_board().unwrap(), &mut vec![None; squares], &mut values);
        let variant = catalogue::Variant::of_game(game);
        let start = variant.position(None).unwrap();
        let solved = variant.solve(&start, &Job::default()).unwrap().value;
        prop_assert_eq!(solved.as_str(), ["loss", "draw", "win"][(expected + 1) as usize]);
        // Two ways to count.
        let job = Job::default();
        let listed = variant.count(None, &Survey::default(), &job).positions;
        let drawn = variant.count_by_diagrams("lines", (false, false), &job).unwrap().positions;
        prop_assert_eq!(drawn, Some(listed.into()));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,80}") {
        let _ = parse(&text);
    }

    #[test]
    fn nor_one_that_is_nearly_right(
        text in "((row|line|square|in-a-row|animal|wins|#)( [abcxo.#-]| el| tic| xx/x.| 1| 2| 3| either| first| 99){0,6}\n){0,8}",
    ) {
        match parse(&text) {
            Ok(plan) => {
                prop_assert!(plan.symmetries()[0].iter().copied().eq(0..plan.names().len() as u32));
                agrees(&game(plan), &text);
            }
            Err(wrong) => prop_assert!(!wrong.problem.is_empty()),
        }
    }

    #[test]
    fn no_shape_makes_it_panic(text in "([x./+]{0,12}|[a-z0-9]{0,6})") {
        if let Ok(shapes) = Shape::read_all(&text) {
            for shape in shapes {
                let (w, h) = shape.size();
                prop_assert!(!shape.placements(&Drawing::rectangle(w, h)).is_empty());
            }
        }
    }
}

/// A line is filled exactly when all its squares are marked, whatever pattern it belongs to.
#[test]
fn patterns_find_every_line() {
    let plan = animal("elly+fatty", 5, 5);
    let lines = plan.lines().to_vec();
    let game: Positional<u64> = Positional::new(plan);
    for line in &lines {
        let others: Vec<u16> = (0..25).filter(|square| !line.contains(square)).collect();
        let mut state = game.initial();
        for (number, &square) in line.iter().enumerate() {
            game.play(&mut state, games::mnk::Square(square));
            let won = game.outcome(&state) == Some(Outcome::Win(Player::First));
            assert_eq!(won, number + 1 == line.len(), "{line:?}");
            // The second player marks squares that are far from each other.
            let free = others[(7 * number + usize::from(line[0])) % others.len()];
            if !won {
                game.play(&mut state, games::mnk::Square(free));
            }
        }
    }
}
