//! Games as text beside the same games in Rust, and how long reading them takes.

use std::hint::black_box;

use explore::perft::walk;
use game::{Game, Random};
use games::amazons::Amazons;
use games::mnk::{FixedSize, Mnk, Rule};
use rules::{TextGame, rbg};

use crate::{Contest, Measure, Workload};

/// A text of at most three words for a position.
type Small = TextGame<[u64; 3]>;
/// A text of at most eight.
type Wide = TextGame<[u64; 8]>;

const FOUR: &str = include_str!("../../rules/games/four-in-a-row-4x4.rbg");
const CONNECT: &str = include_str!("../../rules/games/connect4.rbg");
const AMAZONS: &str = include_str!("../../rules/games/amazons.rbg");
const CHESS: &str = include_str!("../../rules/games/chess.rbg");

pub(crate) fn contests() -> Vec<Contest> {
    let beside = |title, ours, theirs| Contest {
        title,
        ours,
        theirs: Some(theirs),
        by: Measure::Instructions,
        limit: None,
    };
    vec![
        beside(
            "perft of text tic-tac-toe 4×4, --depth 6",
            Workload { name: "text-four-perft", run: || perft(&small(FOUR), 6) },
            Workload { name: "text-four-perft-rust", run: || perft(&four(), 6) },
        ),
        beside(
            "perft of text Connect Four, --depth 7",
            Workload { name: "text-connect-perft", run: || perft(&small(CONNECT), 7) },
            Workload { name: "text-connect-perft-rust", run: || perft(&connect(), 7) },
        ),
        beside(
            "perft of text amazons, --depth 2",
            Workload { name: "text-amazons-perft", run: || perft(&wide(AMAZONS), 2) },
            Workload { name: "text-amazons-perft-rust", run: || perft(&Amazons::new(10, 10), 2) },
        ),
        beside(
            "5 000 random games of text Connect Four",
            Workload { name: "text-connect-games", run: || play(&small(CONNECT), 5_000) },
            Workload { name: "text-connect-games-rust", run: || play(&connect(), 5_000) },
        ),
        Contest {
            title: "reading chess (s)",
            ours: Workload { name: "text-chess-read", run: || small(CHESS).model().to_string() },
            theirs: None,
            by: Measure::Time,
            limit: None,
        },
    ]
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
