//! Matches in real time. Nothing here must happen soon: the machine may stand still for seconds.
//!
//! A binary of its own: beside tests that keep every core busy, engines would overstep their clocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use arena::{
    Action, EnginePlayer, Event, Human, Live, Match, MatchEnd, Perfect, Player, Proposal, RandomPlayer,
    Reason, Request, Rules, Scripted, Searching, Seat, TimeControl,
};
use game::Player::{First, Second};
use game::{Game, Outcome, Stop};
use games::mnk::{Mnk, Rule, Square};

type Board = Mnk<u64>;

fn three() -> Arc<Board> {
    Arc::new(Mnk::new(3, 3, 3, Rule::Normal))
}

/// A square by its place: rows of three, from 0. Places beyond are no squares.
fn square(place: u16) -> Square {
    // There is a gap after each column of the bitmap.
    Square(place / 3 * 4 + place % 3)
}

fn per_move(milliseconds: u64) -> Rules<'static, Board> {
    Rules::default().time(TimeControl::per_move(Duration::from_millis(milliseconds)))
}

/// Never answers, and listens to nobody.
struct Hanging;

impl<G: Game> Player<G> for Hanging {
    fn act(&mut self, _: &Request<'_, G>) -> Action<G::Move> {
        loop {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }
}

/// Waits until it is told to stop.
struct Patient(Arc<AtomicU32>);

impl<G: Game> Player<G> for Patient {
    fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move> {
        while !request.stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.0.fetch_add(1, Ordering::SeqCst);
        Action::Leave
    }
}

#[test]
fn a_player_that_hangs_loses_on_time() {
    let game = three();
    for side in [First, Second] {
        let mut table = Match::new(&*game).rules(per_move(100));
        let seats = match side {
            First => [Seat::player(Hanging), Seat::Here],
            Second => {
                table.act(First, Action::Move(square(0)), Duration::ZERO).unwrap();
                [Seat::Here, Seat::player(Hanging)]
            }
        };
        let mut live = Live::new(&game, table, seats);
        let start = Instant::now();
        let mut events = Vec::new();
        let ending = live.run(&Stop::new(), &mut |event| events.push(event.clone()));
        assert_eq!(ending, MatchEnd::lost(side, Reason::Time));
        assert_eq!(events.last(), Some(&Event::Ended(ending)));
        assert!(start.elapsed() >= Duration::from_millis(100));
    }
}

#[test]
fn whoever_is_abandoned_is_told() {
    let game = three();
    let heard = Arc::new(AtomicU32::new(0));
    let seats = [Seat::player(Patient(Arc::clone(&heard))), Seat::Here];
    let mut live = Live::new(&game, Match::new(&*game).rules(per_move(20)), seats);
    assert_eq!(live.run(&Stop::new(), &mut |_| {}), MatchEnd::lost(First, Reason::Time));
    let start = Instant::now();
    while heard.load(Ordering::SeqCst) == 0 && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(heard.load(Ordering::SeqCst), 1);
}

#[test]
fn nobody_here_and_the_clock_runs_all_the_same() {
    let game = three();
    let mut live = Live::new(&game, Match::new(&*game).rules(per_move(30)), [Seat::Here, Seat::Here]);
    assert_eq!(live.left(First), Some(Duration::from_millis(30)));
    assert_eq!(live.run(&Stop::new(), &mut |_| {}), MatchEnd::lost(First, Reason::Time));
}

#[test]
fn a_poll_ends_while_a_player_thinks_on() {
    let game = three();
    let seats = [Seat::player(Patient(Arc::default())), Seat::Here];
    let mut live = Live::new(&game, Match::new(&*game), seats);
    let start = Instant::now();
    assert!(live.poll(Duration::from_millis(10)).is_empty());
    assert!(start.elapsed() >= Duration::from_millis(10));
    assert!(live.thinking() >= Duration::from_millis(10));
}

#[test]
fn a_person_plays_through_a_channel() {
    let game = three();
    let (person, hand) = Human::new();
    let seats = [Seat::player(person), Seat::player(Scripted::moves([square(3), square(4)]))];
    let mut live = Live::new(&game, Match::new(&*game), seats);
    // A taken square first: it is explained, and asked again.
    for place in [0, 0, 1, 2] {
        assert!(hand.act(Action::Move(square(place))));
    }
    let mut refused = 0;
    let ending =
        live.run(&Stop::new(), &mut |event| refused += u32::from(matches!(event, Event::Refused { .. })));
    assert_eq!((ending.outcome, refused), (Some(Outcome::Win(First)), 1));
}

#[test]
fn a_person_who_hangs_up_has_left() {
    let game = three();
    let (person, hand) = Human::<Square>::new();
    drop(hand);
    let mut live =
        Live::new(&game, Match::new(&*game), [Seat::player(person), Seat::player(RandomPlayer::new(1))]);
    assert_eq!(live.run(&Stop::new(), &mut |_| {}), MatchEnd::LEFT);
}

#[test]
fn stopping_ends_it_at_once() {
    let game = three();
    let stop = Stop::new();
    let mut live = Live::new(&game, Match::new(&*game), [Seat::player(Hanging), Seat::Here]);
    stop.stop();
    assert_eq!(live.run(&stop, &mut |_| {}), MatchEnd::LEFT);
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
    let mut live =
        Live::new(&game, Match::new(&*game), [Seat::player(RandomPlayer::new(2)), Seat::player(Crashing)]);
    assert_eq!(live.run(&Stop::new(), &mut |_| {}), MatchEnd::lost(Second, Reason::Crash));
}

/// Lets the match go on until so many moves were made.
fn until(live: &mut Live<'_, Board>, moves: usize) {
    while live.table().history().len() < moves && live.table().ending().is_none() {
        live.poll(Duration::from_millis(20));
    }
}

#[test]
fn undo_while_the_other_thinks() {
    let game = three();
    let seats = [Seat::Here, Seat::player(Perfect::solving())];
    let mut live = Live::new(&game, Match::new(&*game), seats);
    live.act(First, Action::Move(square(0))).unwrap();
    // Perhaps it has answered already, perhaps not: its answer to what was undone must not be played.
    live.poll(Duration::ZERO);
    let made = live.table().history().len();
    assert_eq!(live.undo(9), made);
    live.act(First, Action::Move(square(4))).unwrap();
    until(&mut live, 2);
    let answer = live.table().history()[1];
    assert!([0, 2, 6, 8].map(square).contains(&answer), "only a corner holds: {answer:?}");
    live.undo(1);
    assert_eq!(live.redo(5), 1);
    // Somebody else takes the seat.
    live.seat(Second, Seat::player(Scripted::moves([square(7)])));
    let free =
        (0..9).map(square).find(|&mv| mv != square(7) && game.is_legal(live.table().state(), mv)).unwrap();
    live.act(First, Action::Move(free)).unwrap();
    until(&mut live, 4);
    assert_eq!(live.table().history()[3], square(7));
}

/// Answers the first question only when nobody waits any more, and the next at once.
struct Late(bool);

impl Player<Board> for Late {
    fn act(&mut self, request: &Request<'_, Board>) -> Action<Square> {
        if std::mem::replace(&mut self.0, false) {
            while !request.stop.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            return Action::Move(square(8));
        }
        Action::Move(square(0))
    }
}

#[test]
fn an_answer_to_what_was_undone_is_not_played() {
    let game = three();
    let mut live = Live::new(&game, Match::new(&*game), [Seat::Here, Seat::player(Late(true))]);
    live.act(First, Action::Move(square(4))).unwrap();
    // The first poll tells of the move, the second asks.
    live.poll(Duration::from_millis(20));
    live.poll(Duration::from_millis(20));
    assert_eq!(live.undo(1), 1);
    live.act(First, Action::Move(square(3))).unwrap();
    until(&mut live, 2);
    assert_eq!(live.table().history(), [square(3), square(0)]);
}

#[test]
fn a_draw_is_agreed_while_the_game_goes_on() {
    let game = three();
    let seats = || [Seat::Here, Seat::player(Perfect::solving())];
    let mut live = Live::new(&game, Match::new(&*game), seats());
    live.act(First, Action::Propose(Proposal::Draw)).unwrap();
    assert_eq!(live.run(&Stop::new(), &mut |_| {}), MatchEnd::draw(Reason::Agreement));
    let mut live = Live::new(&game, Match::new(&*game), seats());
    live.act(First, Action::Move(square(0))).unwrap();
    until(&mut live, 2);
    live.act(First, Action::Propose(Proposal::TakeBack)).unwrap();
    until_answered(&mut live);
    assert!(live.table().history().is_empty());
}

fn until_answered(live: &mut Live<'_, Board>) {
    while !live.poll(Duration::from_millis(20)).iter().any(|event| matches!(event, Event::Answered { .. })) {}
}

#[test]
fn engines_keep_within_their_clocks() {
    let game: Arc<Mnk<u128>> = Arc::new(Mnk::new(9, 9, 5, Rule::Normal));
    let engine = || Seat::player(EnginePlayer::new(Searching::default()));
    // The clock is that of the wall: whatever keeps the machine busy takes time from it. With a minute, engines think for
    // two seconds, and have lost only if the machine stands still for nearly all of it. That they are frugal with a clock
    // that is nearly run out needs no wall: see `whoever_thinks_for_a_sensible_time_never_runs_out_of_it`.
    let rules = Rules::default().time("1m+10ms".parse().unwrap());
    let mut live = Live::new(&game, Match::new(&*game).rules(rules.longest(4)), [engine(), engine()]);
    let ending = live.run(&Stop::new(), &mut |_| {});
    assert_ne!(ending.reason, Reason::Time);
    assert_ne!(ending.reason, Reason::Illegal);
}

#[test]
fn a_pause_stops_the_clock_and_forgets_nothing() {
    let game = three();
    let mut live = Live::new(&game, Match::new(&*game).rules(per_move(60_000)), [Seat::Here, Seat::Here]);
    live.poll(Duration::from_millis(20));
    live.pause();
    let thought = live.thinking();
    assert!(thought >= Duration::from_millis(20));
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(live.thinking(), thought);
    live.poll(Duration::from_millis(5));
    assert!(live.thinking() >= thought + Duration::from_millis(5));
    live.act(First, Action::Move(square(0))).unwrap();
    assert!(live.table().played().next().unwrap().spent >= thought);
    assert_eq!(live.thinking(), Duration::ZERO);
}
