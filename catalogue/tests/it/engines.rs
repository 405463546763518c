//! Every engine, for every family, against minimax.

use arena::{AnyGame, AnyState};
use catalogue::{Job, TreeRequest, Variant, solving};
use game::{Game, Limits, Notation, Verdict, Worth};
use games::bits::BitSet;
use games::mnk::{Mnk, Rule};
use search::lines::{Tactician, Why};
use search::{Engine, Halt};

use crate::common::{Heap, late, open, truth, worth};

const RULES: [&str; 3] = ["normal", "misere", "weak"];

/// Whatever is asked about the last positions of some games, the answer is that of minimax.
fn agree(name: &str, games: u64, last: usize) {
    variant_agrees(name, &open(name), games, last);
}

fn variant_agrees(name: &str, variant: &Variant, games: u64, last: usize) {
    let (game, engines) = variant.players().expect("a game");
    for state in late(&game, games, last) {
        let at = format!("{name} at\n{}", game.board_text(&state));
        let expected = truth(&game, &state);
        let answer = variant.solve(&state, &Job::default()).unwrap();
        assert_eq!(answer.exact(), Some(expected), "{at}");
        let proved = engines.solve(&state, &Limits::default());
        assert_eq!(proved.value(), Some(expected), "a player proves {at}");
        if game.outcome(&state).is_some() {
            assert_eq!(answer.best, None, "{at}");
            continue;
        }
        let best = answer.best.expect("an unfinished game has a best move");
        let best = game.parse_action(&state, &best).expect("it is legal");
        assert_eq!(worth(&game, &state, best), expected, "{best:?} is best {at}");
        judged(variant, &game, &state, &at);
    }
}

/// Every move is judged as minimax judges it, and nothing that a player is told is false.
fn judged(variant: &Variant, game: &AnyGame, state: &AnyState, at: &str) {
    let judged = variant.analyze(state, &Job::default()).unwrap().analysis;
    let mut moves: Vec<String> = game.moves(state).map(|mv| game.action_text(state, mv)).collect();
    for judged in &judged {
        let mv = game.parse_action(state, &judged.mv).expect("it is legal");
        let value = (judged.least == judged.most).then_some(judged.least);
        assert_eq!(value, Some(worth(game, state, mv)), "{} {at}", judged.mv);
    }
    let advice = variant.players().expect("a game").1.advise(state, &Limits::default());
    assert_eq!(advice.len(), moves.len(), "{at}");
    for hint in advice {
        let worth = worth(game, state, hint.mv);
        assert!(hint.worth.least() <= worth && worth <= hint.worth.most(), "{:?} {at}", hint.mv);
    }
    let mut all: Vec<String> = judged.into_iter().map(|judged| judged.mv).collect();
    moves.sort_unstable();
    all.sort_unstable();
    assert_eq!(all, moves, "each move once, {at}");
}

#[test]
fn k_in_a_row() {
    for size in ["3,3,3", "3,2,2", "1,1,1", "2,2,5", "5,1,2"] {
        RULES.iter().for_each(|rule| agree(&format!("mnk:{size},{rule}"), 3, 20));
    }
    for rule in RULES {
        agree(&format!("mnk:4,3,3,{rule}"), 3, 9);
        agree(&format!("mnk:4,4,3,{rule}"), 3, 7);
    }
}

#[test]
fn k_in_a_row_with_gravity() {
    for size in ["3,3,3", "4,3,3", "3,4,3", "2,2,2"] {
        RULES.iter().for_each(|rule| agree(&format!("connect:{size},{rule}"), 3, 20));
    }
    agree("connect:4,4,4", 3, 9);
}

#[test]
fn marks_of_either_kind() {
    for rule in ["wild", "wild-misere", "order"] {
        agree(&format!("mnk:3,2,2,{rule}"), 3, 20);
        agree(&format!("mnk:3,3,3,{rule}"), 3, 6);
    }
    agree("mnk:3,3,3,notakto", 3, 20);
    agree("mnk:4,3,3,notakto", 2, 8);
}

#[test]
fn heaps() {
    for name in ["nim:3,4", "nim:1,2,3,misere", "nim:2,2,misere", "nim:0"] {
        agree(name, 4, 20);
    }
    variant_agrees("a plain heap", &Variant::of_game(Heap(12)), 5, 20);
    let judged = solving::analyze(&Heap(5), &Heap(5).initial(), &Job::default()).unwrap();
    let moves: Vec<u32> = judged.iter().map(|judged| judged.mv).collect();
    assert_eq!(moves, [1, 2, 3], "in the order of the rules");
}

#[test]
fn cubes() {
    for name in ["cube:1,1", "cube:2,2", "cube:2,3", "cube:3,2"] {
        agree(name, 3, 20);
    }
}

#[test]
fn larger_boards_near_the_end() {
    agree("amazons:4,4", 3, 4);
    agree("ultimate", 2, 7);
}

/// An engine that is named answers, and what it says is true.
#[test]
fn engines_by_name() {
    let table = open("mnk:3,3,3");
    let heaps = open("nim:1,2,3");
    let exact = [Engine::Auto, Engine::AlphaBeta, Engine::Minimax];
    for engine in [Engine::Auto, Engine::AlphaBeta, Engine::Minimax, Engine::DfPn, Engine::Mcts] {
        for (variant, moves) in [(&table, ""), (&table, "a1 b2"), (&heaps, ""), (&heaps, "c3")] {
            let (game, _) = variant.players().unwrap();
            let state = variant.position(Some(moves)).unwrap();
            let truth = truth(&game, &state);
            let job = Job::default().engine(engine).nodes(200_000);
            let solved = variant.solve(&state, &job).unwrap();
            let (least, most) = (solved.least.verdict, solved.most.verdict);
            assert!(least <= truth.verdict && truth.verdict <= most, "{engine} after {moves:?}");
            assert_eq!(solved.engine, engine.to_string());
            if exact.contains(&engine) {
                assert_eq!(solved.exact(), Some(truth), "{engine} after {moves:?}");
                let followed = variant.position(Some(&format!("{moves} {}", solved.pv.join(" ")))).unwrap();
                assert!(game.outcome(&followed).is_some(), "{engine}: best play goes to the end");
            }
            for judged in variant.analyze(&state, &job).unwrap().analysis {
                let mv = game::Notation::parse_action(&game, &state, &judged.mv).unwrap();
                let (worth, least, most) = (worth(&game, &state, mv), judged.least, judged.most);
                assert!(
                    least.verdict <= worth.verdict && worth.verdict <= most.verdict,
                    "{engine}: {}",
                    judged.mv
                );
            }
        }
    }
}

#[test]
fn threads_make_no_difference_or_are_refused() {
    let variant = open("mnk:4,4,3");
    let start = variant.position(None).unwrap();
    let alone = variant.solve(&start, &Job::default()).unwrap();
    let many = variant.solve(&start, &Job::default().threads(3)).unwrap();
    assert_eq!((many.exact(), many.threads), (alone.exact(), 3));
    for engine in [Engine::DfPn, Engine::Mcts, Engine::Minimax] {
        let job = Job::default().threads(2).engine(engine);
        let refused = variant.solve(&start, &job).unwrap_err().to_string();
        assert!(refused.contains("--threads 2") && refused.contains("one thread"), "{refused}");
        assert!(variant.analyze(&start, &job).is_err());
    }
}

#[test]
fn limits_leave_bounds_that_are_true() {
    let variant = open("mnk:4,3,3,misere");
    let (game, _) = variant.players().unwrap();
    let (start, value) = (variant.position(None).unwrap(), truth(&game, &game.initial()));
    let stop = game::Stop::new();
    stop.stop();
    for job in [Job::default().nodes(5), Job::default().limits(Limits::default().stop(stop))] {
        let solved = variant.solve(&start, &job).unwrap();
        assert!(!solved.complete && solved.stopped.is_some(), "{solved:?}");
        assert!(solved.least <= value && value <= solved.most, "{solved:?}");
    }
}

#[test]
fn the_engine_has_a_favourite_where_no_move_is_proved_to_be_best() {
    let undecided = open("mnk:6,6,5,misere");
    let start = undecided.position(None).unwrap();
    let found = undecided.analyze(&start, &Job::default().nodes(500)).unwrap();
    let favourite = found.favourite.expect("nothing is proved after so few nodes");
    assert_eq!(favourite.line.first(), Some(&favourite.mv));
    assert!(undecided.position(Some(&favourite.line.join(", "))).is_ok(), "{favourite:?}");
    assert!((0.0..=1.0).contains(&favourite.estimate), "{favourite:?}");
    let stop = game::Stop::new();
    stop.stop();
    let stopped = Job::default().limits(Limits::default().stop(stop));
    assert_eq!(undecided.analyze(&start, &stopped).unwrap().favourite, None, "no time to prefer any");
    let solved = open("mnk:3,3,3");
    let start = solved.position(None).unwrap();
    assert_eq!(solved.analyze(&start, &Job::default()).unwrap().favourite, None, "all is proved");
}

#[test]
fn work_is_told() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let told = AtomicUsize::new(0);
    let tell = |line: &dyn Fn() -> String| {
        assert!(!line().is_empty());
        told.fetch_add(1, Ordering::Relaxed);
    };
    let variant = open("mnk:4,4,3,misere");
    let start = variant.position(None).unwrap();
    let job = Job::default().tell(&tell);
    let quiet = variant.solve(&start, &Job::default()).unwrap();
    assert_eq!(variant.solve(&start, &job).unwrap().exact(), quiet.exact());
    assert!(told.load(Ordering::Relaxed) > 0);
}

#[test]
fn what_has_no_value_is_refused() {
    let puzzle = open("hanoi:2,3");
    let start = puzzle.position(None).unwrap();
    assert!(!puzzle.is_game() && puzzle.players().is_none());
    assert!(puzzle.solve(&start, &Job::default()).unwrap_err().to_string().contains("not a game"));
    assert!(puzzle.analyze(&start, &Job::default()).is_err());
    assert!(puzzle.strong(true, &Job::default()).err().unwrap().to_string().contains("puzzle"));
    let game = Variant::of_game(Heap(1));
    let over = game.position(Some("1")).unwrap();
    assert_eq!(game.solve(&over, &Job::default()).unwrap().value, "loss");
    assert!(game.analyze(&over, &Job::default()).unwrap_err().to_string().contains("the game is over"));
}

#[test]
fn a_board_too_large_to_be_proved_says_so() {
    let game: Mnk<BitSet<4>> = Mnk::new(15, 15, 5, Rule::Normal);
    let answer = solving::prove(&game, &game.initial(), &Limits::default().nodes(1000));
    assert_eq!((answer.worth, answer.stopped), (Worth::UNKNOWN, Some(Halt::TooLarge)));
}

/// The engine looks at few of the moves, and takes the position for won within seven plies; no force of threats proves it.
#[test]
fn a_win_that_only_seems_to_be_one_is_a_guess() {
    let game: Mnk<BitSet<4>> = Mnk::new(15, 15, 5, Rule::Normal);
    let (_, states) = game.parse_line("h9 j2 i13 i11 i8 f11 g11 f10 f8 g8 h7 g6 g7 f12").unwrap();
    let (state, budget) = (states.last().unwrap(), Limits::default().nodes(1000));
    let decision = Tactician::new(&game).unwrap().choose(state, &budget);
    let Why::Seems { score, .. } = decision.why else { panic!("{decision:?}") };
    assert_eq!(score, 999_999, "the engine is as sure as an evaluation can be, and no surer");
    let choice = solving::choose(&game, state, &budget);
    assert_eq!((choice.best, choice.worth), (decision.best, Worth::Guess(score)));
    let advice = solving::advise(&game, state, &budget);
    assert_eq!(advice.len(), game.moves(state).count());
    for hint in advice {
        assert_eq!((hint.value(), hint.verdict()), (None, None), "{:?}", hint.mv);
        assert_eq!(hint.worth.guess().is_some(), Some(hint.mv) == choice.best, "{:?}", hint.mv);
    }
}

#[test]
fn a_draw_has_no_length_whoever_is_asked() {
    let (variant, job) = (open("mnk:3,3,3"), Job::default());
    let start = &variant.starts(None).unwrap()[0];
    let solved = variant.solve(start, &job).unwrap();
    assert_eq!((solved.value.as_str(), solved.plies), ("draw", None));
    let request = TreeRequest { depth: None, symmetry: false, alpha_beta_nodes: 100_000 };
    let tree = variant.tree(start, request, &job).unwrap();
    assert_eq!((tree.value, tree.plies), (Some(Verdict::Draw), None));
    let (strong, table) = variant.strong(true, &job).unwrap();
    assert_eq!((strong.value, strong.plies), (Some(Verdict::Draw), None));
    let found = variant.look_up(&table.unwrap(), start).unwrap();
    assert_eq!((found.value, found.plies, found.best.len()), (Verdict::Draw, None, 9), "all are as good");
}
