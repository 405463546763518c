//! Games as text beside the same games in Rust, and how long reading them takes.

use std::hint::black_box;

use explore::perft::walk;
use game::{Game, Random};
use games::amazons::Amazons;
use games::mnk::{FixedSize, Mnk, Rule};
use rules::{TextGame, rbg};
use symbolic::{Options, reach};

use crate::symbolic::limits;
use crate::{Contest, Measure, Workload, measure};

/// A text of at most three words for a position.
type Small = TextGame<[u64; 3]>;
/// A text of at most eight.
type Wide = TextGame<[u64; 8]>;

const FOUR: &str = include_str!("../../rules/games/four-in-a-row-4x4.rbg");
const CONNECT: &str = include_str!("../../rules/games/connect4.rbg");
const BREAKTHROUGH: &str = include_str!("../../rules/games/breakthrough.rbg");
const REVERSI: &str = include_str!("../../rules/games/reversi.rbg");
const AMAZONS: &str = include_str!("../../rules/games/amazons.rbg");
const CHESS: &str = include_str!("../../rules/games/chess.rbg");

/// Tic-tac-toe on 5×5, five in a row, for the diagrams.
const FIVE: &str = "
    #players = x(100), o(100)
    #pieces = free, cross, nought
    #variables =
    #row = [free, free, free, free, free]
    #board = rectangle(up, down, left, right, row row row row row)
    #anywhere = ((up* + down*)(left* + right*))
    #line(piece; ahead; back) = ((ahead {piece})* (back {piece})^4)
    #five(piece) = (
        line(piece; left; right) + line(piece; up; down)
      + line(piece; up left; down right) + line(piece; up right; down left))
    #turn(me; piece; other) =
        ->me anywhere {free} ->> [piece] ({! five(piece)} + {? five(piece)} [$ me = 100, other = 0] ->> {})
    #rules = [$ x = 50, o = 50] (turn(x; cross; o) turn(o; nought; x))*
";

pub(crate) fn contests() -> Vec<Contest> {
    let by = Measure::Instructions;
    let beside = |title, ours, theirs| Contest { title, ours, theirs: Some(theirs), by, limit: None };
    let alone = |title, ours| Contest { title, ours, theirs: None, by: Measure::Time, limit: None };
    vec![
        beside(
            "perft of text tic-tac-toe 4×4, --depth 6",
            Workload { name: "text-four-perft", run: || perft(&small(FOUR), 6) },
            Workload { name: "text-four-perft-rust", run: || perft(&four(), 6) },
        ),
        beside(
            "perft of text Connect Four, --depth 8",
            Workload { name: "text-connect-perft", run: || perft(&small(CONNECT), 8) },
            Workload { name: "text-connect-perft-rust", run: || perft(&connect(), 8) },
        ),
        beside(
            "perft of text amazons, --depth 2",
            Workload { name: "text-amazons-perft", run: || perft(&wide(AMAZONS), 2) },
            Workload { name: "text-amazons-perft-rust", run: || perft(&Amazons::new(10, 10), 2) },
        ),
        alone(
            "perft of text Breakthrough, --depth 5",
            Workload { name: "text-breakthrough-perft", run: || perft(&small(BREAKTHROUGH), 5) },
        ),
        alone(
            "perft of text reversi, --depth 7",
            Workload { name: "text-reversi-perft", run: || perft(&small(REVERSI), 7) },
        ),
        alone(
            "perft of text chess, --depth 4",
            Workload { name: "text-chess-perft", run: || perft(&wide(CHESS), 4) },
        ),
        beside(
            "20 000 random games of text tic-tac-toe 4×4",
            Workload { name: "text-four-games", run: || play(&small(FOUR), 20_000) },
            Workload { name: "text-four-games-rust", run: || play(&four(), 20_000) },
        ),
        beside(
            "5 000 random games of text Connect Four",
            Workload { name: "text-connect-games", run: || play(&small(CONNECT), 5_000) },
            Workload { name: "text-connect-games-rust", run: || play(&connect(), 5_000) },
        ),
        beside(
            "20 random games of text amazons",
            Workload { name: "text-amazons-games", run: || play(&wide(AMAZONS), 20) },
            Workload { name: "text-amazons-games-rust", run: || play(&Amazons::new(10, 10), 20) },
        ),
        alone(
            "5 000 random games of Breakthrough",
            Workload { name: "text-breakthrough-games", run: || play(&small(BREAKTHROUGH), 5_000) },
        ),
        alone(
            "500 random games of reversi",
            Workload { name: "text-reversi-games", run: || play(&small(REVERSI), 500) },
        ),
        alone(
            "20 random games of chess",
            Workload { name: "text-chess-games", run: || play(&wide(CHESS), 20) },
        ),
        Contest {
            title: "text tic-tac-toe 5×5 by diagrams",
            ours: Workload { name: "text-five-count", run: || counted(&small(FIVE)) },
            theirs: Some(Workload { name: "text-five-count-rust", run: five }),
            by: Measure::Time,
            limit: Some(3.0),
        },
        alone(
            "reading chess (s)",
            Workload { name: "text-chess-read", run: || wide(CHESS).model().to_string() },
        ),
    ]
}

/// The games that the compiler of Regular Boardgames may have compiled: our workload, the program, and what it is asked.
const COMPILED: [(&str, &str, &[&str]); 12] = [
    ("text-four-perft", "rbg-perft-four-in-a-row-4x4", &["6"]),
    ("text-connect-perft", "rbg-perft-connect4", &["8"]),
    ("text-breakthrough-perft", "rbg-perft-breakthrough", &["5"]),
    ("text-amazons-perft", "rbg-perft-amazons", &["2"]),
    ("text-reversi-perft", "rbg-perft-reversi", &["7"]),
    ("text-chess-perft", "rbg-perft-chess", &["4"]),
    ("text-four-games", "rbg-perft-four-in-a-row-4x4", &["games", "20000"]),
    ("text-connect-games", "rbg-perft-connect4", &["games", "5000"]),
    ("text-breakthrough-games", "rbg-perft-breakthrough", &["games", "5000"]),
    ("text-amazons-games", "rbg-perft-amazons", &["games", "20"]),
    ("text-reversi-games", "rbg-perft-reversi", &["games", "500"]),
    ("text-chess-games", "rbg-perft-chess", &["games", "20"]),
];

/// Returns how we do beside generated C++, where there are such programs on the path: `rbg-perft-chess 4` prints
/// `perft: 197281` among others, as `test/perft.cpp` of rbg2cpp does, but for the letter, and but that a last move counts
/// if the game ends with it; `rbg-perft-chess games 20` plays random games, as `test/simulation.cpp` does, and prints
/// `games: 20 games`.
pub(crate) fn beside_compiled() -> String {
    let mut text = format!("{:<44} {:>10} {:>10} {:>8}", "", "ours (s)", "C++ (s)", "speed");
    for (workload, program, arguments) in COMPILED {
        let mark = if arguments.len() == 1 { "perft: " } else { "games: " };
        let line = match measure::beside_program(workload, program, arguments, mark) {
            None => "not on the path".to_string(),
            Some(Err(why)) => why,
            Some(Ok((ours, theirs))) => {
                format!("{ours:>10.3} {theirs:>10.3} {:>7.0}%", 100.0 * theirs / ours)
            }
        };
        text += &format!("\n{:<44} {line}", format!("{program} {}", arguments.join(" ")));
    }
    text
}

fn counted(game: &Small) -> String {
    let found = reach(game, Options::default(), &limits(), &mut |_| ());
    assert!(found.stopped.is_none() && found.problem.is_none(), "it is counted to the end");
    found.positions().to_string()
}

fn five() -> String {
    let game: Mnk<u64> = Mnk::new(5, 5, 5, black_box(Rule::Normal));
    reach(&game, Options::default(), &limits(), &mut |_| ()).positions().to_string()
}

fn small(text: &str) -> Small {
    TextGame::new(rbg::read("text", black_box(text)).expect("it is right")).expect("two players have scores")
}

fn wide(text: &str) -> Wide {
    TextGame::new(rbg::read("text", black_box(text)).expect("it is right")).expect("two players have scores")
}

fn four() -> Mnk<u64, FixedSize<4, 4, 4, false>> {
    Mnk::fixed(black_box(Rule::Normal))
}

fn connect() -> Mnk<u64, FixedSize<7, 6, 4, true>> {
    Mnk::fixed(black_box(Rule::Normal))
}

fn perft<G: Game>(game: &G, depth: u32) -> String {
    walk(game, &game.initial(), black_box(depth)).to_string()
}

/// Plays games by chance. Games that list their moves in different orders play different games, so the result is only
/// that they were played.
fn play<G: Game>(game: &G, games: u32) -> String {
    let mut random = Random::new(1);
    for _ in 0..games {
        let mut state = game.initial();
        while game.outcome(&state).is_none() {
            let moves: Vec<G::Move> = game.moves(&state).collect();
            game.play(&mut state, moves[random.below(moves.len())]);
        }
    }
    format!("{games} games")
}
