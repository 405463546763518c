//! The match loop: legality, passes, resignation, draws, take-backs, undo, adjudication and clocks.

use std::time::Duration;

use arena::{
    Action, Event, Illegal, IllegalAction, Match, MatchEnd, Player, Proposal, RandomPlayer, Reason, Request,
    Rules, Scripted, Strength, TimeControl, Who,
};
use explore::{Explorer, Table};
use game::Player::{First, Second};
use game::mock::Mock;
use game::{Game, Indexed, Outcome, Random, Stop};
use games::mnk::{Mnk, Rule, Square};
use proptest::prelude::*;

type Board = Mnk<u64>;

fn three() -> Board {
    Mnk::new(3, 3, 3, Rule::Normal)
}

/// A square by its place: rows of three, from 0. Places beyond are no squares.
fn square(place: u16) -> Square {
    // There is a gap after each column of the bitmap.
    Square(place / 3 * 4 + place % 3)
}

fn squares(places: &[u16]) -> Vec<Square> {
    places.iter().map(|&place| square(place)).collect()
}

/// All events of a match between two scripts.
fn events(
    table: &mut Match<'_, Board>,
    mut first: Scripted<Square>,
    mut second: Scripted<Square>,
) -> Vec<Event<Square>> {
    let mut events = Vec::new();
    table.run([&mut first, &mut second], &mut |event| events.push(event.clone()));
    events
}

#[test]
fn a_game_is_played_to_its_end() {
    let game = three();
    let mut table = Match::new(&game);
    let events =
        events(&mut table, Scripted::moves(squares(&[0, 1, 2])), Scripted::moves(squares(&[3, 4, 5])));
    assert_eq!(events.len(), 6);
    let ending = MatchEnd { outcome: Some(Outcome::Win(First)), reason: Reason::Rules };
    assert_eq!(events.last(), Some(&Event::Ended(ending)));
    assert_eq!(table.act(Second, Action::Move(square(5)), Duration::ZERO), Err(IllegalAction::Over));
}

#[test]
fn a_person_is_asked_again_and_told_why() {
    let game = three();
    let mut table = Match::new(&game);
    let first = Scripted::moves(squares(&[0, 0, 3, 99, 1, 2])).person();
    let events = events(&mut table, first, Scripted::moves(squares(&[3, 4, 5])));
    let refused: Vec<_> = events.iter().filter(|event| matches!(event, Event::Refused { .. })).collect();
    assert_eq!(refused.len(), 3);
    let Event::Refused { side, reason } = refused[0] else { unreachable!() };
    assert_eq!((*side, reason.as_str()), (First, "Square(0) cannot be played here"));
    assert_eq!(table.ending().unwrap().outcome, Some(Outcome::Win(First)));
}

/// Keeps what it is told about its last answer.
struct Stubborn(Vec<Option<String>>);

impl Player<Board> for Stubborn {
    fn act(&mut self, request: &Request<'_, Board>) -> Action<Square> {
        self.0.push(request.objection.map(str::to_string));
        Action::Move(square(0))
    }
}

#[test]
fn an_illegal_move_by_a_program_loses_or_is_asked_again() {
    let game = three();
    for (illegal, asked) in [(Illegal::Loses, 1), (Illegal::AskedAgain(2), 3)] {
        let mut table = Match::new(&game).rules(Rules::default().illegal(illegal));
        let mut second = Stubborn(Vec::new());
        let ending = table.run([&mut Scripted::moves(squares(&[0])), &mut second], &mut |_| {});
        assert_eq!(ending, MatchEnd::lost(Second, Reason::Illegal));
        assert_eq!(second.0.len(), asked);
        assert!(second.0[0].is_none() && second.0[1..].iter().all(Option::is_some));
    }
}

struct Crashing;

impl<G: Game> Player<G> for Crashing {
    fn act(&mut self, _: &Request<'_, G>) -> Action<G::Move> {
        panic!("on purpose")
    }
}

#[test]
fn a_player_that_panics_has_lost() {
    let game = three();
    let ending = Match::new(&game).run([&mut Crashing, &mut RandomPlayer::new(1)], &mut |_| {});
    assert_eq!(ending, MatchEnd::lost(First, Reason::Crash));
}

#[test]
fn either_side_may_resign_and_leaving_decides_nothing() {
    let game = three();
    for side in [First, Second] {
        let mut table = Match::new(&game);
        table.act(side, Action::Resign, Duration::ZERO).unwrap();
        assert_eq!(table.ending(), Some(MatchEnd::lost(side, Reason::Resignation)));
        let mut table = Match::new(&game);
        table.act(side, Action::Leave, Duration::ZERO).unwrap();
        assert_eq!(table.ending(), Some(MatchEnd::LEFT));
    }
}

#[test]
fn a_draw_is_offered_once_a_move_and_agreed_or_not() {
    let game = three();
    let offer = Action::Propose(Proposal::Draw);
    let script = [offer, Action::Move(square(4)), offer, Action::Move(square(0))];
    for (answers, moves) in [([true, true], 0), ([false, true], 2), ([false, false], 4)] {
        let mut table = Match::new(&game);
        let second = Scripted::moves(squares(&[1, 2])).answers(answers);
        events(&mut table, Scripted::new(script), second);
        assert_eq!(table.history().len(), moves);
        let reason = table.ending().unwrap().reason;
        assert_eq!(reason, if moves < 4 { Reason::Agreement } else { Reason::Left });
    }
    let mut table = Match::new(&game);
    table.act(First, offer, Duration::ZERO).unwrap();
    assert_eq!(table.act(First, Action::Answer(true), Duration::ZERO), Err(IllegalAction::NothingProposed));
    assert_eq!(table.act(First, offer, Duration::ZERO), Err(IllegalAction::ProposedAlready));
    // The offer stands until the other moves.
    table.act(First, Action::Move(square(0)), Duration::ZERO).unwrap();
    assert_eq!(table.pending(), Some((First, Proposal::Draw)));
    table.act(Second, Action::Move(square(1)), Duration::ZERO).unwrap();
    assert_eq!(table.act(Second, Action::Answer(true), Duration::ZERO), Err(IllegalAction::NothingProposed));
}

#[test]
fn a_program_that_only_proposes_does_not_go_on_for_ever() {
    let game = three();
    let script = vec![Action::Propose(Proposal::Draw); 100];
    let mut table = Match::new(&game);
    events(&mut table, Scripted::new(script), Scripted::moves([]));
    assert_eq!(table.ending(), Some(MatchEnd::lost(First, Reason::Illegal)));
}

#[test]
fn a_move_is_taken_back_if_the_other_agrees() {
    let game = three();
    let back = Action::Propose(Proposal::TakeBack);
    let mut table = Match::new(&game);
    assert_eq!(table.act(First, back, Duration::ZERO), Err(IllegalAction::NothingToTakeBack));
    let script = [Action::Move(square(0)), back, Action::Move(square(8))];
    events(&mut table, Scripted::new(script), Scripted::moves(squares(&[1, 2])).answers([true]));
    assert_eq!(table.history(), squares(&[8, 2]));
    let mut table = Match::new(&game);
    events(&mut table, Scripted::new(script), Scripted::moves(squares(&[1, 2])).answers([false]));
    assert_eq!(table.history(), squares(&[0, 1, 8, 2]));
    let rules = Rules { take_backs: 0, ..Rules::default() };
    let mut table = Match::new(&game).rules(rules);
    for place in [0, 1] {
        table.act(table.turn(), Action::Move(square(place)), Duration::ZERO).unwrap();
    }
    assert_eq!(table.act(First, back, Duration::ZERO), Err(IllegalAction::NothingToTakeBack));
}

/// A game where the first player moves twice, the second passes by a move of its own, and the turn is what the rules
/// say.
#[test]
fn whose_turn_it_is_is_for_the_rules_to_say() {
    let game =
        Mock::new(4).edge(0, 1).edge(1, 2).turn(2, Second).edge(2, 3).turn(3, First).end(3, Outcome::Draw);
    let mut table = Match::new(&game);
    let ending = table.run([&mut Scripted::moves([1, 2]), &mut Scripted::moves([3])], &mut |_| {});
    assert_eq!(ending, MatchEnd::draw(Reason::Rules));
    table.undo(1);
    assert_eq!((table.turn(), table.ending()), (Second, None));
    assert_eq!(table.take_back_moves(First), Some(1));
    assert_eq!(table.take_back_moves(Second), None);
}

#[test]
fn games_without_end_are_cut_short() {
    let game = Mock::new(2).edge(0, 1).turn(1, Second).edge(1, 0);
    let mut table = Match::new(&game).rules(Rules::default().longest(101));
    let ending = table.run([&mut RandomPlayer::new(1), &mut RandomPlayer::new(2)], &mut |_| {});
    assert_eq!((ending, table.history().len()), (MatchEnd::draw(Reason::Length), 101));
}

#[test]
fn a_table_ends_what_is_decided() {
    let game = three();
    let values = Table::solve(&Explorer::new(&game).index(Some(&game))).unwrap();
    let value = |state: &_| values.value(game.index(state));
    for seed in 0..100 {
        let players = || (RandomPlayer::new(seed), RandomPlayer::new(seed + 1000));
        let mut table = Match::new(&game).rules(Rules::default().judged(4, value));
        let (mut first, mut second) = players();
        let ending = table.run([&mut first, &mut second], &mut |_| {});
        assert_eq!(table.history().len(), 4);
        assert_eq!(ending.reason, Reason::Adjudication);
        // The judge says what the table says, for the side that is to move.
        let verdict = value(table.state()).unwrap().verdict;
        assert_eq!(ending.outcome.unwrap().value_for(table.turn()).verdict, verdict);
    }
}

#[test]
fn stopping_leaves_it_unfinished() {
    let game = three();
    let stop = Stop::new();
    stop.stop();
    let mut table = Match::new(&game);
    let players: [&mut dyn Player<Board>; 2] = [&mut RandomPlayer::new(1), &mut RandomPlayer::new(2)];
    assert_eq!(table.run_until(players, &stop, &mut |_| {}), MatchEnd::LEFT);
    assert!(table.history().is_empty());
}

#[test]
fn whoever_uses_up_the_time_loses_at_that_moment() {
    let game = three();
    let seconds = Duration::from_secs;
    let rules = Rules::default().time("10s+2s".parse().unwrap());
    let mut table = Match::new(&game).rules(rules);
    table.act(First, Action::Move(square(0)), seconds(10)).unwrap();
    assert_eq!(table.clock().left(First), Some(seconds(2)));
    table.act(Second, Action::Move(square(1)), seconds(1)).unwrap();
    assert_eq!(table.clock().left(Second), Some(seconds(11)));
    assert_eq!(table.tick(seconds(2)), None);
    let late = table.act(First, Action::Move(square(2)), Duration::from_millis(2001)).unwrap();
    assert_eq!(late, Event::Ended(MatchEnd::lost(First, Reason::Time)));
    assert_eq!(table.history().len(), 2);
    // Undone, the time is given back.
    table.undo(2);
    assert_eq!((table.ending(), table.clock().left(First)), (None, Some(seconds(10))));
    table.redo(9);
    assert_eq!((table.history().len(), table.clock().left(First)), (2, Some(seconds(2))));
}

#[test]
fn the_shorter_of_two_limits_counts() {
    let game = three();
    let rules = || Rules::default().time("10s 4s/move".parse().unwrap());
    let mut table = Match::new(&game).rules(rules());
    assert_eq!(table.tick(Duration::from_secs(4)), None);
    assert_eq!(table.clock().allowed(First), Some(Duration::from_secs(4)));
    for place in [0, 4, 1, 5] {
        table.act(table.turn(), Action::Move(square(place)), Duration::from_secs(4)).unwrap();
    }
    assert_eq!(table.clock().allowed(First), Some(Duration::from_secs(2)));
    let late = table.tick(Duration::from_millis(2001));
    assert_eq!(late, Some(Event::Ended(MatchEnd::lost(First, Reason::Time))));
}

#[test]
fn a_step_asks_one_side_once() {
    let game = three();
    let (mut first, mut second) = (RandomPlayer::new(3), RandomPlayer::new(4));
    let mut table = Match::new(&game);
    let mut steps = 0;
    while table.ending().is_none() {
        table.step([&mut first, &mut second], &mut |_| {});
        steps += 1;
        assert_eq!(table.history().len(), steps);
    }
    let (mut first, mut second) = (RandomPlayer::new(3), RandomPlayer::new(4));
    let mut other = Match::new(&game);
    other.run([&mut first, &mut second], &mut |_| {});
    assert_eq!(other.history(), table.history());
}

#[test]
fn openings_cost_no_time() {
    let game = three();
    let rules = || Rules::default().time("10s+1s".parse().unwrap());
    let table = Match::new(&game).rules(rules()).opening(&squares(&[0, 4])).unwrap();
    assert_eq!((table.clock().left(First), table.opening_moves()), (Some(Duration::from_secs(10)), 2));
    assert!(Match::new(&game).opening(&squares(&[0, 0])).is_err());
}

proptest! {
    /// However one goes to and fro, the position is that of the moves, and the clock that of their times.
    #[test]
    fn undo_and_redo_keep_everything_together(seed: u64, steps in 1..60_usize) {
        let game = three();
        let control: TimeControl = "1h+1s".parse().unwrap();
        let mut table = Match::new(&game).rules(Rules::default().time(control));
        let mut random = Random::new(seed);
        for _ in 0..steps {
            let number = random.below(4);
            match random.below(4) {
                0 => { table.undo(number); }
                1 => { table.redo(number); }
                _ if table.ending().is_none() => {
                    let mv = random.choose(game.moves(table.state())).unwrap();
                    let spent = Duration::from_millis(random.below(5000) as u64);
                    table.act(table.turn(), Action::Move(mv), spent).unwrap();
                    prop_assert_eq!(table.redoable(), 0);
                }
                _ => {}
            }
            let end = table.history().iter().fold(game.initial(), |state, &mv| game.next(&state, mv));
            prop_assert_eq!(&end, table.state());
            prop_assert_eq!(table.ending().map(|ending| ending.outcome), game.outcome(&end).map(Some));
            for (side, parity) in [(First, 0), (Second, 1)] {
                let own = table.played().enumerate().filter(|(n, _)| n % 2 == parity);
                let times: Vec<Duration> = own.map(|(_, played)| played.spent).collect();
                let left = Duration::from_secs(3600) - times.iter().sum::<Duration>()
                    + Duration::from_secs(times.len() as u64);
                prop_assert_eq!(table.clock().left(side), Some(left));
            }
        }
    }

    #[test]
    fn time_controls_are_read_as_they_are_written(
        game in 1..100_000_000_u64,
        more in 0..100_000_u64,
        each in 1..100_000_u64,
        which in 0..8_u8,
    ) {
        let time = Duration::from_millis;
        let control = TimeControl {
            game: (which & 1 > 0).then_some(time(game)),
            increment: if which & 3 == 3 { time(more) } else { Duration::ZERO },
            per_move: (which & 4 > 0).then_some(time(each)),
        };
        prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control));
    }

    /// An engine is never told to think for so long that it would lose, nor for no time at all.
    #[test]
    fn sensible_times_are_within_the_clock(
        game in 1..100_000_u64,
        more in 0..5000_u64,
        each in 1..10_000_u64,
        which in 1..4_u8,
    ) {
        let board = three();
        let time = Duration::from_millis;
        let control = TimeControl {
            game: (which & 1 > 0).then_some(time(game)),
            increment: time(more),
            per_move: (which & 2 > 0).then_some(time(each)),
        };
        let table = Match::new(&board).rules(Rules::default().time(control));
        let stop = Stop::new();
        let request = table.request(&stop);
        let (sensible, allowed) = (request.sensible().unwrap(), request.allowed().unwrap());
        prop_assert!(sensible > Duration::ZERO && sensible <= allowed - allowed.min(time(6)) / 2);
    }

    #[test]
    fn whatever_is_typed_for_a_player_is_no_crash(text in "(human|level|engine|perfect)?:?\\PC*") {
        if let Ok(who) = text.parse::<Who>() {
            prop_assert_eq!(who.to_string().parse::<Who>(), Ok(who));
        }
    }

    #[test]
    fn engines_are_read_as_they_are_written(
        nodes in 1..u64::MAX,
        depth in 1..u32::MAX,
        time in 0..1_000_000_u64,
        which in 0..8_u8,
        blunders in 0..=1000_u16,
    ) {
        let who = Who::Engine(Strength {
            nodes: (which & 1 > 0).then_some(nodes),
            depth: (which & 2 > 0).then_some(depth),
            time: (which & 4 > 0).then_some(Duration::from_millis(time)),
            blunders,
        });
        prop_assert_eq!(who.to_string().parse::<Who>(), Ok(who));
    }

    #[test]
    fn whatever_is_typed_for_a_time_is_no_crash(text in "\\PC*") {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control));
        }
    }
}

#[test]
fn bad_times_are_explained() {
    for (text, problem) in [
        ("", "a time is missing"),
        ("5", "`5` has no unit"),
        ("5m+", "a time is missing"),
        ("x", "`x` does not begin with a number"),
        ("5m+3y", "`y` is not a unit of time"),
        ("1.2.3s", "`1.2.3s` does not begin with a number"),
        ("5m 6m", "the time for the game is given twice"),
        ("99999999999h", "that is more than a century"),
    ] {
        let mistake = text.parse::<TimeControl>().unwrap_err();
        assert_eq!(mistake.problem, problem, "{text}");
        assert!(mistake.place.end <= text.len());
    }
    let mistake = "5m+3y".parse::<TimeControl>().unwrap_err();
    assert_eq!(&mistake.text[mistake.place], "3y");
}

/// A player that thinks for a sensible time, and is late each time by the least that is kept in hand, has time for the
/// longest game. Its clock is not that of the wall.
#[test]
fn whoever_thinks_for_a_sensible_time_never_runs_out_of_it() {
    const LATE: Duration = Duration::from_millis(3);
    let game: Mnk<u128> = Mnk::new(9, 9, 9, Rule::Normal);
    for control in ["400ms+10ms", "100ms+7ms", "1s+1s", "10ms/move", "1s+10ms"] {
        let rules = Rules::default().time(control.parse().unwrap());
        let (mut table, stop) = (Match::new(&game).rules(rules), Stop::new());
        while table.ending().is_none() {
            let (side, spent) = (table.turn(), table.request(&stop).sensible().unwrap() + LATE);
            let mv = game.moves(table.state()).next().unwrap();
            table.act(side, Action::Move(mv), spent).unwrap();
        }
        assert_eq!(table.ending().map(|end| end.reason), Some(Reason::Rules), "{control}");
    }
}
