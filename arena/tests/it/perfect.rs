//! Perfect players against every line that a person might play, and weaker ones against them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use arena::{
    Action, EnginePlayer, Level, Match, Perfect, Player, RandomPlayer, Request, Rules, Searching, Solving,
    TimeControl,
};
use explore::{Explorer, Table};
use game::Player::{First, Second};
use game::{Game, Indexed, Limits, Outcome, Player as Side, Stop, Value, Verdict};
use games::mnk::{Mnk, Rule};
use search::{Engine, Solver, Tactical, minimax};

type Board = Mnk<u64>;
type State = <Board as Game>::State;

fn board(w: u32, h: u32, k: u32) -> Board {
    Mnk::new(w, h, k, Rule::Normal)
}

/// What a player does in a position, asked without a clock.
fn answer(game: &Board, player: &mut dyn Player<Board>, state: &State) -> <Board as Game>::Move {
    let (clock, stop) = (arena::Clock::default(), Stop::new());
    let request = Request { game, state, history: &[], clock: &clock, stop: &stop, objection: None };
    match player.act(&request) {
        Action::Move(mv) => mv,
        other => panic!("{other:?}"),
    }
}

/// Every line of the opponent against a player: how many games end in each way. Each answer must keep the value of the
/// position, distance and all, as the plain minimax has it; so every win is taken in the fewest moves.
fn every_line(game: &Board, player: &mut dyn Player<Board>, side: Side) -> [u64; 3] {
    let mut ends = [0; 3];
    let mut known = HashMap::new();
    let mut answers = HashMap::new();
    walk(game, player, side, &game.initial(), &mut (&mut ends, &mut known, &mut answers));
    ends
}

type Notes<'a> =
    (&'a mut [u64; 3], &'a mut HashMap<State, Value>, &'a mut HashMap<State, <Board as Game>::Move>);

fn walk(game: &Board, player: &mut dyn Player<Board>, side: Side, state: &State, notes: &mut Notes<'_>) {
    if let Some(outcome) = game.outcome(state) {
        let verdict = outcome.value_for(side).verdict;
        notes.0[(verdict.sign() + 1) as usize] += 1;
        return;
    }
    if game.turn(state) != side {
        for mv in game.moves(state) {
            walk(game, player, side, &game.next(state, mv), notes);
        }
        return;
    }
    let mv = *notes.2.entry(*state).or_insert_with(|| answer(game, player, state));
    let next = game.next(state, mv);
    let mut value = |state: &State| *notes.1.entry(*state).or_insert_with(|| by_minimax(game, state));
    let (before, after) = (value(state), value(&next).one_ply_back());
    assert_eq!(before.verdict, after.verdict, "{state:?} {mv:?}");
    if before.verdict == Verdict::Win {
        assert_eq!(before, after, "a longer way to win: {state:?} {mv:?}");
    }
    walk(game, player, side, &next, notes);
}

fn by_minimax(game: &Board, state: &State) -> Value {
    minimax(game, state, &Limits::default()).unwrap()
}

/// The values of a game.
fn table(game: &Board) -> Arc<Table> {
    Arc::new(Table::solve(&Explorer::new(game).index(Some(game))).unwrap())
}

/// A perfect player by these values.
fn looking_up(game: &Board, table: &Arc<Table>) -> Perfect<Board> {
    let (game, table) = (game.clone(), Arc::clone(table));
    Perfect::by_values(move |state| table.value(game.index(state)))
}

fn by_table(game: &Board) -> Perfect<Board> {
    looking_up(game, &table(game))
}

#[test]
fn on_three_by_three_no_line_beats_it() {
    let game = board(3, 3, 3);
    for mut player in [by_table(&game), Perfect::solving()] {
        for side in Side::BOTH {
            let [losses, draws, wins] = every_line(&game, &mut player, side);
            assert_eq!(losses, 0);
            assert!(draws > 0 && wins > 0, "{draws} {wins}");
        }
    }
}

#[test]
fn on_four_by_three_the_first_player_wins_every_line() {
    let game = board(4, 3, 3);
    let tactical = |game: &Board, state: &State, budget: &Limits| {
        Solver::new(Tactical::new(game)).limits(budget.clone()).solve(state)
    };
    for mut player in [by_table(&game), Perfect::by_solver(tactical)] {
        let [losses, draws, wins] = every_line(&game, &mut player, First);
        assert_eq!((losses, draws), (0, 0));
        assert!(wins > 0);
    }
    // As the second player it is lost from the start, but takes what it is given.
    let ends = every_line(&game, &mut by_table(&game), Second);
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
    let mut table = Match::new(&game);
    let ending = table.run([&mut by_table(&game), &mut by_table(&game)], &mut |_| {});
    assert_eq!((ending.outcome, table.history().len()), (Some(Outcome::Win(First)), 7));
}

#[test]
fn random_never_wins_against_perfect() {
    let game = board(3, 3, 3);
    let mut perfect = by_table(&game).varied(5);
    let mut lost = 0;
    for seed in 0..1000 {
        let ending = Match::new(&game).run([&mut RandomPlayer::new(seed), &mut perfect], &mut |_| {});
        assert_ne!(ending.outcome, Some(Outcome::Win(First)), "seed {seed}");
        lost += u32::from(ending.outcome == Some(Outcome::Win(Second)));
    }
    assert!(lost > 500, "{lost}");
}

/// How a player fares, on each side, from every position after two plies that is not lost for it: games lost.
fn losses(game: &Board, games: u64, make: &dyn Fn() -> EnginePlayer<Board>) -> u64 {
    let openings = arena::random_openings(game, 2, 72, 9);
    assert_eq!(openings.len(), 72);
    let values = table(game);
    let mut losses = 0;
    for number in 0..games {
        let opening = &openings[number as usize % openings.len()];
        let side = Side::at_ply((number / openings.len() as u64) as u32);
        let mut table = Match::new(game).opening(opening).unwrap();
        let value = by_minimax(game, table.state());
        let own = if side == table.turn() { value } else { value.reversed() };
        if own.verdict == Verdict::Loss {
            continue;
        }
        let (mut engine, mut other) = (make(), looking_up(game, &values));
        let players: [&mut dyn Player<Board>; 2] = match side {
            First => [&mut engine, &mut other],
            Second => [&mut other, &mut engine],
        };
        let ending = table.run(players, &mut |_| {});
        losses += u64::from(ending.outcome == Some(Outcome::Win(side.other())));
    }
    losses
}

#[test]
fn ten_nodes_are_too_few_and_ten_seconds_are_enough() {
    let game = board(3, 3, 3);
    assert!(losses(&game, 1000, &|| EnginePlayer::new(Searching::default()).nodes(10)) > 0);
    // It has seen everything long before they are over, and waits for nothing then.
    let ten = || EnginePlayer::new(Searching::default()).time(Duration::from_secs(10));
    assert_eq!(losses(&game, 1000, &ten), 0);
}

#[test]
fn ten_milliseconds_never_make_a_move_illegal() {
    // Too large to be seen through in that time, and with moves by two engines and by chance.
    let game: Mnk<u128> = Mnk::new(9, 9, 5, Rule::Normal);
    let rules = Rules::default().time(TimeControl::per_move(Duration::from_secs(60)));
    let engine = |kind| EnginePlayer::new(Searching(kind)).time(Duration::from_millis(10));
    for (seed, kind) in [(0, Engine::Auto), (1, Engine::Mcts), (2, Engine::Auto)] {
        let mut table = Match::new(&game).rules(rules.clone().longest(40));
        let mut other: Box<dyn Player<Mnk<u128>>> = match seed {
            2 => Box::new(engine(Engine::Mcts)),
            _ => Box::new(RandomPlayer::new(seed)),
        };
        let ending = table.run([&mut engine(kind), &mut *other], &mut |_| {});
        assert!(matches!(ending.reason, arena::Reason::Rules | arena::Reason::Length), "{ending}");
        assert!(table.played().step_by(2).any(|played| played.spent >= Duration::from_millis(9)));
    }
}

#[test]
fn the_best_level_is_perfect_where_the_game_is_solved_in_time() {
    let game = board(4, 3, 3);
    for seed in 0..20 {
        let best = EnginePlayer::new(Searching::default()).strength(Level::BEST.strength(), seed);
        let ending = Match::new(&game)
            .run([&mut best.solver(Solving::default()), &mut by_table(&game).varied(seed)], &mut |_| {});
        assert_eq!(ending.outcome, Some(Outcome::Win(First)));
    }
}

#[test]
fn levels_are_worth_something() {
    let game = board(3, 3, 3);
    let level = |number: u8, seed| {
        let strength = Level::new(number).unwrap().strength();
        EnginePlayer::new(Searching::default()).strength(strength, seed)
    };
    let mut score = arena::Score::default();
    for seed in 0..200 {
        let side = Side::at_ply(seed as u32);
        let (mut strong, mut weak) = (level(9, seed), level(1, seed));
        let players: [&mut dyn Player<Board>; 2] = match side {
            First => [&mut strong, &mut weak],
            Second => [&mut weak, &mut strong],
        };
        let ending = Match::new(&game).run(players, &mut |_| {});
        score.add(ending.outcome.unwrap(), side);
    }
    assert!(score.losses == 0 && score.wins > 100, "{score:?}");
    assert!(
        Level::all().zip(Level::all().skip(1)).all(|(a, b)| a.strength().blunders >= b.strength().blunders)
    );
    assert!("0".parse::<Level>().is_err() && "x".parse::<Level>().is_err() && Level::new(11).is_none());
}

#[test]
fn engines_accept_a_draw_only_where_they_are_not_ahead() {
    use arena::{Proposal, Scripted};
    let game = board(4, 3, 3);
    // The first player, who wins with best play, offers a draw: gladly. The second does: no.
    for mut other in [by_table(&game), Perfect::solving()] {
        let mut table = Match::new(&game);
        let mut offers = Scripted::new([Action::Propose(Proposal::Draw)]);
        let ending = table.run([&mut offers, &mut other], &mut |_| {});
        assert_eq!(ending.reason, arena::Reason::Agreement);
        let mut table = Match::new(&game);
        let mut offers = Scripted::new([Action::Propose(Proposal::Draw)]);
        let ending = table.run([&mut other, &mut offers], &mut |_| {});
        assert_eq!(ending.reason, arena::Reason::Left);
    }
}

#[test]
fn hints_by_table_and_by_search_agree() {
    let game = board(4, 3, 3);
    let values = table(&game);
    for line in arena::random_openings(&game, 5, 30, 2) {
        let state = line.iter().fold(game.initial(), |state, &mv| game.next(&state, mv));
        let by_table = arena::hints(&game, &state, |state| values.value(game.index(state)));
        let by_search = arena::hints_by_solver(&Solver::new(Tactical::new(&game)), &state);
        assert_eq!(by_table.len(), game.moves(&state).count());
        for (one, two) in by_table.iter().zip(&by_search) {
            assert_eq!((one.mv, one.verdict()), (two.mv, two.verdict()));
            // A search does not tell how far away a draw is.
            if one.verdict() != Some(Verdict::Draw) {
                assert_eq!(one.value(), two.value());
            }
        }
    }
    assert!(arena::hints(&game, &game.initial(), |_| None).iter().all(|hint| hint.verdict().is_none()));
}
