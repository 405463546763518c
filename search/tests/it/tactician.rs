//! Playing games of lines: what is claimed to be forced is, and what is chosen is legal and sound.

use std::collections::HashMap;
use std::time::Duration;

use game::mock::LineGame;
use game::{Game, Limits, Lines, Notation, Outcome, Random, Stop, Stopped, Verdict};
use games::bits::BitSet;
use games::mnk::{Mnk, Rule};
use games::positional::Positional;
use proptest::prelude::*;
use search::Halt;
use search::lines::{Solver, Tactician, Why};

const CASES: u32 = 4000;

/// A position reached by random moves, with a game still to be played.
fn random_position<G: Game>(game: &G, plies: usize, random: &mut Random) -> Option<G::State> {
    let mut state = game.initial();
    for _ in 0..plies {
        if game.outcome(&state).is_some() {
            return None;
        }
        let mv = random.choose(game.moves(&state))?;
        game.play(&mut state, mv);
    }
    game.outcome(&state).is_none().then_some(state)
}

/// The verdict by plain minimax. Each position once.
fn oracle<G: Game>(game: &G, state: &G::State, seen: &mut HashMap<G::State, Verdict>) -> Verdict {
    if let Some(outcome) = game.outcome(state) {
        return outcome.value_for(game.turn(state)).verdict;
    }
    if let Some(&verdict) = seen.get(state) {
        return verdict;
    }
    let mut best = Verdict::Loss;
    for mv in game.moves(state) {
        best = best.max(oracle(game, &game.next(state, mv), seen).reversed());
        if best == Verdict::Win {
            break;
        }
    }
    seen.insert(state.clone(), best);
    best
}

/// The line is legal to its end, and whoever began has won.
fn leads_to_a_win<G: Game>(game: &G, state: &G::State, line: &[G::Move]) {
    let mut end = state.clone();
    for &mv in line {
        assert!(game.is_legal(&end, mv), "{mv:?} of {line:?} in {state:?}");
        game.play(&mut end, mv);
    }
    assert_eq!(game.outcome(&end), Some(Outcome::Win(game.turn(state))), "{line:?} in {state:?}");
}

fn nodes(nodes: u64) -> Limits {
    Limits::default().nodes(nodes)
}

/// If a win is claimed, it is one. Whether there was a claim.
fn claims_only_wins<G: Lines>(game: &G, state: &G::State, verdict: impl FnOnce() -> Option<Verdict>) -> bool {
    let tactician = Tactician::new(game).expect("a game of lines");
    let Some(line) = tactician.forced_win(state, &nodes(3000)) else { return false };
    leads_to_a_win(game, state, &line);
    if let Some(verdict) = verdict() {
        assert_eq!(verdict, Verdict::Win, "{line:?} in {state:?}");
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    /// Lines of all lengths, crossing each other anyhow, against minimax.
    #[test]
    fn forced_wins_on_any_lines_are_wins(seed: u64, squares in 6..12usize, lines in 4..24usize, weak: bool) {
        let game = LineGame::random(seed, squares, lines, 2 + (seed >> 40) as usize % 2, 4);
        let game = if weak { game.weak() } else { game };
        let mut random = Random::new(seed);
        let mut seen = HashMap::new();
        for plies in 0..4 {
            if let Some(state) = random_position(&game, plies, &mut random) {
                claims_only_wins(&game, &state, || Some(oracle(&game, &state, &mut seen)));
            }
        }
    }
}

/// The verdict by proofs, if that does not take too long.
fn proved<G: Lines>(game: &G, state: &G::State) -> Option<Verdict> {
    let solver = Solver::new(game)?.verdict_only().limits(nodes(20_000));
    solver.solve(state).verdict()
}

/// How many positions of random play were claimed to be won, all of them rightly.
fn claims<G: Lines>(game: &G, positions: usize, plies: usize, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let states = (0..positions).filter_map(|_| {
        let plies = 1 + random.below(plies);
        random_position(game, plies, &mut random)
    });
    let states: Vec<G::State> = states.collect();
    states.iter().filter(|state| claims_only_wins(game, state, || proved(game, state))).count()
}

#[test]
fn forced_wins_on_boards_are_wins() {
    let positions = 600;
    for (w, h, k) in [(4, 4, 3), (5, 5, 4), (6, 6, 4), (7, 5, 4), (6, 6, 5), (7, 7, 5)] {
        for rule in [Rule::Normal, Rule::Weak] {
            let plies = (w * h) as usize / 2;
            let found = claims(&Mnk::<u64>::new(w, h, k, rule), positions, plies, u64::from(w * h + k));
            assert!(found > 0, "{w},{h},{k}");
        }
    }
    assert!(claims(&Positional::<u64>::cube(3, 3), positions, 8, 3) > 0);
    assert!(claims(&Positional::<u64>::cube(4, 3), positions, 20, 3) > 0);
}

/// What is left of a board after some moves, drawn row by row from above: `x`, `o`, and `.` for a free square.
fn drawn<B: games::bits::Bits>(game: &Mnk<B>, rows: &str) -> games::mnk::Marks<B> {
    game::Notation::parse_board(game, rows).expect("a board")
}

#[test]
fn what_decides_at_once_is_played_at_once() {
    let game: Mnk<u64> = Mnk::new(7, 7, 5, Rule::Normal);
    let tactician = Tactician::new(&game).expect("a game of lines");
    let wins = drawn(&game, ".......\n.......\nxxxx...\noooo...\n.......\n.......\n.......");
    let decision = tactician.choose(&wins, &nodes(0));
    assert_eq!(decision.why, Why::Wins);
    leads_to_a_win(&game, &wins, &[decision.best.expect("a move")]);
    let stops = drawn(&game, ".......\nx.x.x..\nx......\noooo...\n.......\n.......\n.......");
    let decision = tactician.choose(&stops, &nodes(0));
    assert_eq!((decision.why, decision.nodes), (Why::Stops, 0));
    assert_eq!(decision.best.map(|mv| game.square_of(mv)), Some(7 * 4 + 3));
    let over = drawn(&game, ".......\n.......\nxxxxx..\noooo...\n.......\n.......\n.......");
    assert_eq!(tactician.choose(&over, &nodes(0)).why, Why::Over);
    assert_eq!(tactician.choose(&over, &nodes(0)).best, None);
    assert_eq!(tactician.forced_win(&over, &nodes(100)), None);
}

/// An open three must be answered, and every answer that is chosen is one of those that hold.
#[test]
fn forced_losses_are_avoided() {
    let game: Mnk<BitSet<4>> = Mnk::new(15, 15, 5, Rule::Normal);
    let tactician = Tactician::new(&game).expect("a game of lines");
    let mut random = Random::new(5);
    for _ in 0..10 {
        let (column, row) = (3 + random.below(8), 1 + random.below(13));
        let three: Vec<usize> = (0..3).map(|i| 15 * (column + i) + row).collect();
        let far: Vec<usize> = [0, 14 * 15 + 14].into_iter().filter(|far| !three.contains(far)).collect();
        let moves = [three[0], far[0], three[1], far[1], three[2]];
        let state = moves.iter().fold(game.initial(), |state, &at| game.next(&state, game.move_of(at)));
        let best = tactician.choose(&state, &nodes(5000)).best.expect("a move");
        let at = game.square_of(best);
        assert!(at % 15 == row && (column - 2..=column + 4).contains(&(at / 15)), "{column} {row}: {best:?}");
    }
}

/// Plays a game against random moves, and checks every move. Who won.
fn against_random<G: Lines>(game: &G, budget: &Limits, seed: u64) -> Option<Outcome> {
    let tactician = Tactician::new(game).expect("a game of lines");
    let (mut random, mut state) = (Random::new(seed), game.initial());
    let mut own_turn = seed.is_multiple_of(2);
    while game.outcome(&state).is_none() {
        let mv = if own_turn {
            tactician.choose(&state, budget).best?
        } else {
            random.choose(game.moves(&state))?
        };
        assert!(game.is_legal(&state, mv), "{mv:?} in {state:?}");
        game.play(&mut state, mv);
        own_turn = !own_turn;
    }
    game.outcome(&state)
}

#[test]
fn moves_are_legal_and_good_to_the_end_of_the_game() {
    for seed in 0..6 {
        let winner = if seed % 2 == 0 { game::Player::First } else { game::Player::Second };
        let wins = Some(Outcome::Win(winner));
        assert_eq!(against_random(&Mnk::<BitSet<4>>::new(15, 15, 5, Rule::Normal), &nodes(300), seed), wins);
        assert_eq!(against_random(&Mnk::<u128>::new(9, 9, 5, Rule::Normal), &nodes(300), seed), wins);
        assert!(against_random(&Positional::<u64>::cube(3, 3), &nodes(300), seed).is_some());
        assert!(against_random(&LineGame::random(seed, 40, 30, 1, 6), &nodes(10), seed).is_some());
        assert!(against_random(&LineGame::new(5, [[0, 1, 2, 3, 4]]), &nodes(100), seed).is_some());
        assert!(against_random(&LineGame::new(5, Vec::<Vec<usize>>::new()), &nodes(100), seed).is_some());
    }
}

/// The best player of tic-tac-toe never loses, and one of (4,3,3) wins.
#[test]
fn small_boards_are_played_perfectly() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    never_loses(&game, &game.initial(), true);
    never_loses(&game, &game.initial(), false);
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let tactician = Tactician::new(&game).expect("a game of lines");
    let line = tactician.forced_win(&game.initial(), &nodes(100_000));
    leads_to_a_win(&game, &game.initial(), &line.expect("the first player wins (4,3,3) by threats"));
}

/// Against all moves.
fn never_loses<G: Lines>(game: &G, state: &G::State, own_turn: bool) {
    let tactician = Tactician::new(game).expect("a game of lines");
    let mut open = vec![(state.clone(), own_turn)];
    while let Some((state, own_turn)) = open.pop() {
        if let Some(outcome) = game.outcome(&state) {
            let loser = if own_turn { game.turn(&state) } else { game.turn(&state).other() };
            assert_ne!(outcome, Outcome::Win(loser.other()), "{state:?}");
        } else if own_turn {
            let best = tactician.choose(&state, &nodes(20_000)).best.expect("a move");
            open.push((game.next(&state, best), false));
        } else {
            open.extend(game.moves(&state).map(|mv| (game.next(&state, mv), true)));
        }
    }
}

#[test]
fn budgets_are_kept() {
    let game: Mnk<BitSet<4>> = Mnk::new(15, 15, 5, Rule::Normal);
    let tactician = Tactician::new(&game).expect("a game of lines");
    let middle = game.next(&game.initial(), game.move_of(112));
    for most in [0, 1, 10, 1000, 12_345] {
        let decision = tactician.choose(&middle, &nodes(most));
        assert!(decision.nodes <= most && decision.best.is_some(), "{most}: {decision:?}");
        assert_eq!(decision.stopped, Some(Halt::Stopped(Stopped::Nodes)));
        assert_eq!(decision, tactician.choose(&middle, &nodes(most)), "the same each time");
    }
    let (stop, limits) = (Stop::new(), Limits::default());
    stop.stop();
    for limits in [limits.clone().time(Duration::ZERO), limits.stop(stop)] {
        let decision = tactician.choose(&middle, &limits);
        assert!(decision.nodes == 0 && decision.best.is_some(), "{decision:?}");
    }
    let shallow = tactician.choose(&middle, &Limits::default().depth(3));
    assert!(matches!(shallow.why, Why::Seems { plies: 3, .. }), "{shallow:?}");
    assert_eq!(shallow.stopped, Some(Halt::Stopped(Stopped::Depth)));
}

#[test]
fn what_is_no_game_of_lines_is_refused() {
    assert!(Tactician::new(&Mnk::<u64>::new(4, 4, 3, Rule::Misere)).is_none());
    assert!(Tactician::new(&Mnk::<u64, _>::with_gravity(7, 6, 4, Rule::Normal)).is_none());
    assert!(Tactician::new(&LineGame::new(513, [[0, 512]])).is_none());
    let many: Vec<Vec<usize>> = (1..300).map(|other| vec![0, other]).collect();
    assert!(Tactician::new(&LineGame::new(300, many)).is_none());
    assert!(Tactician::new(&LineGame::new(300, [(0..256).collect::<Vec<usize>>()])).is_none());
}

/// Where longer rows do not count, a square wins, or has to be taken, if it makes a row of that length and no longer.
#[test]
fn what_makes_too_long_a_row_neither_wins_nor_threatens() {
    let game: Mnk<u64> = Mnk::new(7, 7, 3, Rule::Exact);
    let tactician = Tactician::new(&game).expect("a game of lines");
    let mut random = Random::new(3);
    let mut seen = [0; 2];
    for number in 0..600 {
        let Some(state) = random_position(&game, 6 + number % 12, &mut random) else { continue };
        let wins: Vec<_> = game
            .moves(&state)
            .filter(|&mv| matches!(game.outcome(&game.next(&state, mv)), Some(Outcome::Win(_))))
            .collect();
        let decision = tactician.choose(&state, &nodes(200));
        assert_eq!(decision.why == Why::Wins, !wins.is_empty(), "{}", game.board_text(&state));
        seen[usize::from(wins.is_empty())] += 1;
        if let Some(best) = decision.best.filter(|_| !wins.is_empty()) {
            assert!(wins.contains(&best), "{}", game.board_text(&state));
        }
        claims_only_wins(&game, &state, || None);
    }
    assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
    assert!(Solver::new(&game).is_none(), "proofs know no lines that can be spoilt");
}

/// The published wins of four in a row take eleven plies: after the best first move, whatever the reply, threats alone
/// lead to the end.
#[test]
fn published_wins_are_forced_by_threats() {
    for (w, h) in [(6, 5), (6, 6), (7, 5)] {
        let game: Mnk<u64> = Mnk::new(w, h, 4, Rule::Normal);
        let solver = Solver::new(&game).expect("a game of lines");
        let opened = game.next(&game.initial(), solver.solve(&game.initial()).best.expect("a move"));
        let tactician = Tactician::new(&game).expect("a game of lines");
        for reply in game.moves(&opened) {
            let state = game.next(&opened, reply);
            let line = tactician.forced_win(&state, &nodes(50_000));
            leads_to_a_win(&game, &state, &line.unwrap_or_else(|| panic!("{w},{h}: no win after {reply:?}")));
        }
    }
}

/// In how many of some positions of random play a move was chosen that is worth as much as the position is.
fn values_kept<G: Lines>(game: &G, positions: usize, plies: usize) -> usize {
    let tactician = Tactician::new(game).expect("a game of lines");
    let mut random = Random::new(9);
    let states: Vec<G::State> = std::iter::repeat_with(|| random_position(game, plies, &mut random))
        .flatten()
        .take(positions)
        .collect();
    let keeps = |state: &&G::State| {
        let best = tactician.choose(state, &nodes(3000)).best.expect("a move");
        proved(game, &game.next(state, best)).map(Verdict::reversed) == proved(game, state)
    };
    states.iter().filter(keeps).count()
}

#[test]
fn moves_keep_the_value() {
    assert!(values_kept(&Mnk::<u64>::new(5, 5, 4, Rule::Normal), 100, 6) > 95);
    assert!(values_kept(&Mnk::<u64>::new(5, 5, 4, Rule::Weak), 100, 6) > 95);
    assert!(values_kept(&Mnk::<u64>::new(6, 6, 5, Rule::Normal), 100, 12) > 95);
    assert!(values_kept(&Positional::<u64>::cube(3, 3), 50, 6) > 45);
}
