//! Where a player sits: in a thread, or in the program itself.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use game::{Game, Stop, SyntaxError, unless_abandoned};

use crate::ask::{explanation, unless_broken};
use crate::{Action, Clock, Kind, Player, Proposal, Request};

/// Who plays a side of a [`Live`](crate::Live) match.
pub enum Seat<G: Game> {
    /// The program itself plays, by [`Live::act`](crate::Live::act).
    Here,
    /// A player, in a thread of its own.
    Player(Box<dyn Player<G>>),
}

impl<G: Game> fmt::Debug for Seat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Here => "Here",
            Seat::Player(_) => "Player",
        })
    }
}

impl<G: Game + 'static> Seat<G> {
    /// Creates a seat for a player, in a thread of its own.
    #[must_use]
    pub fn player(player: impl Player<G> + 'static) -> Seat<G> {
        Seat::Player(Box::new(player))
    }

    /// Starts the thread, if there is to be one.
    pub(super) fn open(self, game: &Arc<G>, outbox: &Sender<Mail<G::Move>>) -> Option<Post<G>> {
        let Seat::Player(player) = self else { return None };
        let kind = player.kind();
        let (orders, received) = channel();
        let (game, outbox) = (Arc::clone(game), outbox.clone());
        std::thread::spawn(move || work(&*game, player, &received, &outbox));
        Some(Post { kind, orders })
    }
}

/// The near end of a player's thread. The thread ends when this is dropped and its player has answered.
#[derive(Debug)]
pub(super) struct Post<G: Game> {
    pub(super) kind: Kind,
    orders: Sender<Order<G>>,
}

impl<G: Game> Post<G> {
    /// Puts a question. A thread that has ended does not answer, and its clock runs out.
    pub(super) fn send(&self, order: Order<G>) {
        // As said: the clock is the answer.
        let _ = self.orders.send(order);
    }
}

/// What a player is to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    Act,
    Agree(Proposal),
}

/// A question to a player.
#[derive(Debug)]
pub(super) struct Order<G: Game> {
    pub(super) ticket: u64,
    pub(super) task: Task,
    pub(super) state: G::State,
    pub(super) history: Vec<G::Move>,
    pub(super) clock: Clock,
    pub(super) objection: Option<String>,
    pub(super) stop: Stop,
}

/// A question that waits for an answer; dropped, it is called off.
#[derive(Debug)]
pub(super) struct PendingRequest {
    pub(super) ticket: u64,
    pub(super) stop: Stop,
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// An answer; nothing if the player broke down.
#[derive(Debug)]
pub(super) struct Mail<M> {
    pub(super) ticket: u64,
    pub(super) action: Option<Action<M>>,
    /// What the player says about a failure.
    pub(super) explanation: Option<String>,
    /// What turned out to be wrong with the rules of the game.
    pub(super) wrong: Option<SyntaxError>,
    /// When it was given.
    pub(super) at: Instant,
}

/// The life of a player's thread.
fn work<G: Game>(
    game: &G,
    mut player: Box<dyn Player<G>>,
    orders: &Receiver<Order<G>>,
    outbox: &Sender<Mail<G::Move>>,
) {
    for order in orders {
        let answer = unless_abandoned(|| unless_broken(|| answer(game, &mut *player, &order)));
        let (action, wrong) = answer.map_or_else(|wrong| (None, Some(wrong)), |action| (action, None));
        let at = Instant::now();
        let explanation = action.as_ref().and_then(|action| explanation(&*player, action));
        let mail = Mail { ticket: order.ticket, action, explanation, wrong, at };
        let broken = mail.action.is_none();
        let sent = outbox.send(mail).is_ok();
        if broken || !sent {
            return;
        }
    }
}

fn answer<G: Game>(game: &G, player: &mut dyn Player<G>, order: &Order<G>) -> Action<G::Move> {
    let request = Request {
        game,
        state: &order.state,
        history: &order.history,
        clock: &order.clock,
        stop: &order.stop,
        objection: order.objection.as_deref(),
    };
    match order.task {
        Task::Act => player.act(&request),
        Task::Agree(proposal) => Action::Answer(player.agrees(&request, proposal)),
    }
}
