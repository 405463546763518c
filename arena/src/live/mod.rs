//! Matches whose players think in threads of their own.

mod seat;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use game::{Game, Player as Side, Stop};

pub use seat::Seat;
use seat::{Mail, Order, PendingRequest, Post, Task};

use crate::{Action, Event, IllegalAction, Kind, Match, MatchEnd, Reason};

/// A match whose players think in threads of their own, while the match goes on.
///
/// A side whose time runs out loses at that moment, even if its player never answers: its stop flag is set and the
/// match does not wait for it. Between calls of [`poll`](Live::poll), which take no longer than their argument says, a
/// program may draw the board, let a person [act](Live::act), undo moves, and show the [time left](Live::left).
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
/// use arena::{Action, Live, Match, Perfect, Rules, Seat};
/// use game::Player::First;
/// use game::{Game, Notation};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Arc<Mnk<u64>> = Arc::new(Mnk::new(3, 3, 3, Rule::Normal));
/// let rules = Rules::default().time("10s/move".parse().unwrap());
/// let table = Match::new(&*game).rules(rules);
/// let mut live = Live::new(&game, table, [Seat::Here, Seat::player(Perfect::solving())]);
/// let [corner, centre] = ["a1", "b2"].map(|text| game.parse_action(&game.initial(), text).unwrap());
/// live.act(First, Action::Move(corner)).unwrap();
/// while live.table().history().len() < 2 {
///     live.poll(Duration::from_millis(20));
/// }
/// assert_eq!(live.table().history(), [corner, centre]);
/// ```
#[derive(Debug)]
pub struct Live<'g, G: Game + 'static> {
    game: Arc<G>,
    table: Match<'g, G>,
    posts: [Option<Post<G>>; 2],
    inbox: Receiver<Mail<G::Move>>,
    outbox: Sender<Mail<G::Move>>,
    /// Since when the side to move has been thinking; nothing while it has not been asked.
    since: Option<Instant>,
    /// How long it had been thinking when the match was paused.
    before: Duration,
    /// What the side to move was asked.
    asked: Option<PendingRequest>,
    /// What the other was asked, if something was proposed.
    proposed: Option<PendingRequest>,
    tickets: u64,
    events: Vec<Event<G::Move>>,
}

impl<'g, G: Game + 'static> Live<'g, G> {
    /// Seats the players; each gets a thread, but for those whose moves come by [`act`](Live::act).
    ///
    /// # Panics
    /// If a player needs a thread, and [none can be started](game::CAN_START_THREADS).
    #[must_use]
    pub fn new(game: &Arc<G>, table: Match<'g, G>, seats: [Seat<G>; 2]) -> Live<'g, G> {
        let (outbox, inbox) = channel();
        let posts = seats.map(|seat| seat.open(game, &outbox));
        Live {
            game: Arc::clone(game),
            table,
            posts,
            inbox,
            outbox,
            since: None,
            before: Duration::ZERO,
            asked: None,
            proposed: None,
            tickets: 0,
            events: Vec::new(),
        }
    }

    /// Returns the match.
    #[must_use]
    pub fn table(&self) -> &Match<'g, G> {
        &self.table
    }

    /// Ends the threads, as far as they listen, and gives the match back.
    #[must_use]
    pub fn into_table(self) -> Match<'g, G> {
        self.table
    }

    /// Puts another player in a seat, such as an engine of another level.
    pub fn seat(&mut self, side: Side, seat: Seat<G>) {
        self.pause();
        self.posts[side.index()] = seat.open(&self.game, &self.outbox);
    }

    /// Remarks something about the last move.
    pub fn comment(&mut self, text: impl Into<String>) {
        self.table.comment(text);
    }

    /// Returns how long the side to move has been thinking.
    #[must_use]
    pub fn thinking(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Returns the time that a side has left now: for the game or, where that is less, for this move.
    #[must_use]
    pub fn left(&self, side: Side) -> Option<Duration> {
        let clock = self.table.clock();
        let thinks = side == self.table.turn() && self.table.ending().is_none();
        let left =
            if thinks || clock.left(side).is_none() { clock.allowed(side)? } else { clock.left(side)? };
        Some(if thinks { left.saturating_sub(self.thinking()) } else { left })
    }

    /// Executes an action of a side without a thread: a person at this program.
    ///
    /// # Errors
    /// If that cannot be done, such as an illegal move; the time goes on.
    pub fn act(&mut self, side: Side, action: Action<G::Move>) -> Result<(), IllegalAction> {
        let event = self.table.act(side, action, self.thinking())?;
        self.note(&event);
        Ok(())
    }

    /// Undoes up to `moves` moves. Returns how many were undone.
    pub fn undo(&mut self, moves: usize) -> usize {
        let moves = self.table.undo(moves);
        if moves > 0 {
            self.call_off();
            self.events.push(Event::Undone(moves));
        }
        moves
    }

    /// Takes back an end that the rules of the game did not make, such as a resignation. Returns whether there was one.
    pub fn reopen(&mut self) -> bool {
        let reopened = self.table.reopen();
        if reopened {
            self.call_off();
            self.events.push(Event::Undone(0));
        }
        reopened
    }

    /// Makes up to `moves` undone moves again. Returns how many were made.
    pub fn redo(&mut self, moves: usize) -> usize {
        let moves = self.table.redo(moves);
        if moves > 0 {
            self.call_off();
            self.events.push(Event::Redone(moves));
            self.events.extend(self.table.ending().map(Event::Ended));
        }
        moves
    }

    /// Stops the clock and the player that thinks, until the next [`poll`](Live::poll).
    pub fn pause(&mut self) {
        let thinking = self.thinking();
        self.call_off();
        self.before = thinking;
    }

    /// Lets the match go on for at most `wait`. Returns what has happened since the last call, as soon as anything has.
    pub fn poll(&mut self, wait: Duration) -> Vec<Event<G::Move>> {
        let until = Instant::now() + wait;
        while self.events.is_empty() && self.table.ending().is_none() {
            self.ask();
            let now = Instant::now();
            let flag = self.flag();
            let wake = flag.map_or(until, |flag| flag.min(until));
            match self.inbox.recv_timeout(wake.saturating_duration_since(now)) {
                Ok(mail) => self.receive(&mail),
                Err(_) if flag.is_some_and(|flag| flag <= Instant::now()) => {
                    let event = self.table.tick(self.thinking());
                    event.into_iter().for_each(|event| self.note(&event));
                }
                Err(_) => break,
            }
        }
        std::mem::take(&mut self.events)
    }

    /// Lets the match go on until it is over or `stop` is set.
    pub fn run(&mut self, stop: &Stop, tell: &mut dyn FnMut(&Event<G::Move>)) -> MatchEnd {
        const LOOK: Duration = Duration::from_millis(50);
        loop {
            self.poll(LOOK).iter().for_each(&mut *tell);
            if let Some(ending) = self.table.ending() {
                return ending;
            }
            if stop.is_stopped() {
                let event = self.table.end(MatchEnd::LEFT);
                self.note(&event);
            }
        }
    }

    /// When the time of the player that thinks runs out.
    fn flag(&self) -> Option<Instant> {
        let allowed = self.table.clock().allowed(self.table.turn())?;
        // A little later than that: what is allowed exactly is allowed.
        self.since?.checked_add((allowed + Duration::from_micros(100)).saturating_sub(self.before))
    }

    /// Asks the player to move, unless that was done, and puts a proposal to the other.
    fn ask(&mut self) {
        if self.since.is_none() {
            self.since = Some(Instant::now());
        }
        let turn = self.table.turn();
        if self.asked.is_none() {
            self.asked = self.send(turn, Task::Act);
        }
        if let Some((by, proposal)) = self.table.pending()
            && self.proposed.is_none()
        {
            self.proposed = self.send(by.other(), Task::Agree(proposal));
        }
    }

    /// Sends a question to a side, if it has a thread.
    fn send(&mut self, side: Side, task: Task) -> Option<PendingRequest> {
        let post = self.posts[side.index()].as_ref()?;
        self.tickets += 1;
        let stop = Stop::new();
        post.send(Order {
            ticket: self.tickets,
            task,
            state: self.table.state().clone(),
            history: self.table.history().to_vec(),
            clock: self.table.clock().clone(),
            objection: self.table.objection.clone(),
            stop: stop.clone(),
        });
        Some(PendingRequest { ticket: self.tickets, stop })
    }

    fn receive(&mut self, mail: &Mail<G::Move>) {
        let is = |asked: &Option<PendingRequest>| {
            asked.as_ref().is_some_and(|request| request.ticket == mail.ticket)
        };
        if is(&self.proposed) {
            self.proposed = None;
            let Some((by, _)) = self.table.pending() else { return };
            let granted = mail.action == Some(Action::Answer(true));
            let answered = match mail.action {
                Some(_) => self.table.act(by.other(), Action::Answer(granted), Duration::ZERO),
                None => Ok(self.table.end(MatchEnd::lost(by.other(), Reason::Crash))),
            };
            answered.into_iter().for_each(|event| self.note(&event));
        } else if is(&self.asked) {
            self.asked = None;
            let spent = self.since.map_or(Duration::ZERO, |since| mail.at.saturating_duration_since(since));
            let spent = self.before + spent;
            let turn = self.table.turn();
            let event = match mail.action {
                Some(action) => {
                    let kind = self.posts[turn.index()].as_ref().map_or(Kind::Program, |post| post.kind);
                    let event = self.table.answered(kind, action, spent);
                    self.table.explain_end(mail.explanation.clone());
                    event
                }
                None => self.table.end(MatchEnd::lost(turn, Reason::Crash)),
            };
            self.note(&event);
        }
    }

    /// Keeps an event to be reported, and the end after it, if the match is over.
    fn note(&mut self, event: &Event<G::Move>) {
        let turn_is_over = match event {
            Event::Moved { .. } | Event::Ended(_) | Event::Undone(_) | Event::Redone(_) => true,
            Event::Answered { granted, .. } => *granted,
            Event::Refused { .. } | Event::Proposed { .. } => false,
        };
        if turn_is_over {
            self.call_off();
        }
        let events = &mut self.events;
        self.table.report(event, &mut |event| events.push(event.clone()));
    }

    /// Cancels all requests: their answers are no longer needed.
    fn call_off(&mut self) {
        (self.asked, self.proposed, self.since) = (None, None, None);
        self.before = Duration::ZERO;
    }
}
