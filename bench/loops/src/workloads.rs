//! What is run: a tenth of a second at most of every engine.

use std::hint::black_box;

use dd::{Manager, Strategy};
use explore::perft::walk;
use explore::{Explorer, Store};
use game::{Game, Limits, Random};
use games::hanoi::Hanoi;
use games::mnk::{FixedSize, Mnk, Rule};
use rules::{TextGame, rbg};
use search::{Engine, Solver, Tactical, lines};
use symbolic::{Options, direct, reach};

#[allow(dead_code, reason = "an example has a main function too")]
#[path = "../../../dd/examples/philosophers.rs"]
mod philosophers;

/// A named piece of work, and what it finds.
pub(crate) struct Loop {
    pub(crate) name: &'static str,
    pub(crate) run: fn() -> String,
}

/// The loops. Every number they find is known from elsewhere or checked by a test.
pub(crate) const LOOPS: [Loop; 12] = [
    Loop { name: "perft Connect Four", run: || perft(&connect(), 8) },
    Loop { name: "perft 4x4", run: || perft(&Mnk::<u64, FixedSize<4, 4, 4, false>>::fixed(Rule::Normal), 6) },
    Loop { name: "perft 4x4 of any size", run: || perft(&small(4, 4, 4), 6) },
    Loop { name: "perft of a text", run: || perft(&text(), 4) },
    Loop { name: "count by hashes", run: || explored(Store::Exact, false) },
    Loop { name: "count by layers", run: || explored(Store::Layered, true) },
    Loop { name: "count by index", run: || explored(Store::Indexed, true) },
    Loop { name: "count as diagrams", run: diagrams },
    Loop { name: "count directly", run: directly },
    Loop { name: "philosophers", run: net },
    Loop { name: "alpha-beta", run: alpha_beta },
    Loop { name: "proofs about lines", run: proof },
];

fn connect() -> Mnk<u64, FixedSize<7, 6, 4, true>> {
    Mnk::fixed(black_box(Rule::Normal))
}

fn small(w: u32, h: u32, k: u32) -> Mnk<u64> {
    Mnk::new(black_box(w), black_box(h), black_box(k), Rule::Normal)
}

fn perft<G: Game>(game: &G, depth: u32) -> String {
    walk(game, &game.initial(), black_box(depth)).to_string()
}

fn text() -> TextGame<[u64; 3]> {
    let text = include_str!("../../../rules/games/four-in-a-row-4x4.rbg");
    TextGame::new(rbg::read("text", black_box(text)).expect("it is right")).expect("two players have scores")
}

/// By hashes the states of the towers of Hanoi with eight rings, otherwise the positions of (4,3,3).
fn explored(store: Store, index: bool) -> String {
    let states = if index {
        let game = small(4, 3, 3);
        Explorer::new(&game).index(Some(&game)).store(store).run(&mut ()).report.counts.states
    } else {
        Explorer::new(&Hanoi::new(black_box(8), 3)).store(store).run(&mut ()).report.counts.states
    };
    states.to_string()
}

fn diagrams() -> String {
    let found = reach(&small(4, 3, 3), Options::default(), &Limits::default(), &mut |_| ());
    found.positions().to_string()
}

fn directly() -> String {
    let found = direct(&small(4, 4, 4), &Limits::default(), &mut |_| ());
    found.expect("rows of a square board are counted directly").positions().to_string()
}

fn net() -> String {
    let set = philosophers::reach(&Manager::new(), black_box(100), Strategy::Automatic);
    set.and_then(|set| set.count()).expect("it fits the memory").to_string()
}

/// Ten positions of Connect Four after 18 random plies, none of them won at once.
fn alpha_beta() -> String {
    let (game, mut random) = (connect(), Random::new(1));
    let mut values = Vec::new();
    while values.len() < 10 {
        let mut state = game.initial();
        for _ in 0..18 {
            if game.outcome(&state).is_none()
                && let Some(mv) = random.choose(game.moves(&state))
            {
                game.play(&mut state, mv);
            }
        }
        let over = |state: &_| game.outcome(state).is_some();
        if !over(&state) && !game.moves(&state).any(|mv| over(&game.next(&state, mv))) {
            let found = Solver::new(Tactical::new(&game)).engine(Engine::AlphaBeta).solve(&state);
            values.push(found.value().expect("there is no limit").to_string());
        }
    }
    values.join(", ")
}

fn proof() -> String {
    let game = small(6, 4, 4);
    let solver = lines::Solver::new(&game).expect("a game of lines").verdict_only();
    format!("{:?}", solver.solve(&game.initial()).verdict())
}
