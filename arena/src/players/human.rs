//! A person, at the other end of a channel.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use game::Game;

use crate::{Action, Kind, Player, Proposal, Request};

/// How often a player that waits for a person checks whether an answer is still needed.
const LOOK: Duration = Duration::from_millis(20);

/// A person, whose moves come through a [`Hand`]. When the hand is dropped, the person has left.
///
/// It waits where it is asked, so let a [`Live`](crate::Live) match ask it, in a thread of its own. A program whose own
/// loop hears the person, such as a full-screen terminal, needs none of this: it leaves the seat to itself
/// ([`Seat::Here`](crate::Seat::Here)).
///
/// ```
/// use arena::{Action, Human, Match, Scripted};
/// use game::{Game, Notation};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let [centre, corner] = ["b2", "a1"].map(|text| game.parse_action(&game.initial(), text).unwrap());
/// let (mut person, hand) = Human::new();
/// hand.act(Action::Move(centre));
/// drop(hand);
/// let mut table = Match::new(&game);
/// table.run([&mut person, &mut Scripted::moves([corner])], &mut |_| {});
/// assert_eq!(table.history(), [centre, corner]);
/// ```
#[derive(Debug)]
pub struct Human<M> {
    actions: Receiver<Action<M>>,
}

/// What a person acts through. Clones act for the same person.
#[derive(Clone, Debug)]
pub struct Hand<M>(Sender<Action<M>>);

impl<M> Hand<M> {
    /// Executes an action at the next request. Returns false if there will be no more requests.
    pub fn act(&self, action: Action<M>) -> bool {
        self.0.send(action).is_ok()
    }
}

impl<M> Human<M> {
    /// Returns a person, and the hand it acts through.
    #[must_use]
    pub fn new() -> (Human<M>, Hand<M>) {
        let (sender, actions) = channel();
        (Human { actions }, Hand(sender))
    }

    /// What comes through the hand, once it comes.
    fn wait<G: Game<Move = M>>(&self, request: &Request<'_, G>) -> Action<M> {
        while !request.stop.is_stopped() {
            match self.actions.recv_timeout(LOOK) {
                Ok(action) => return action,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Action::Leave
    }
}

impl<G: Game> Player<G> for Human<G::Move> {
    fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move> {
        self.wait(request)
    }

    fn agrees(&mut self, request: &Request<'_, G>, _: Proposal) -> bool {
        matches!(self.wait(request), Action::Answer(true))
    }

    fn kind(&self) -> Kind {
        Kind::Person
    }
}
