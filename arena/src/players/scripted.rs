//! A player that does what a list says.

use std::collections::VecDeque;

use game::Game;

use crate::{Action, Kind, Player, Proposal, Request};

/// Does one thing after the other from a list, legal or not, and leaves when the list is done.
///
/// ```
/// use arena::{Action, Match, Scripted};
/// use game::Player::Second;
/// use game::mock::Mock;
/// use game::{Outcome, Player};
///
/// let game = Mock::new(2).edge(0, 1).turn(1, Player::Second).edge(1, 0);
/// let mut table = Match::new(&game);
/// let mut first = Scripted::moves([1, 1]);
/// let mut second = Scripted::new([Action::Move(0), Action::Resign]);
/// let ending = table.run([&mut first, &mut second], &mut |_| {});
/// assert_eq!(ending.outcome, Some(Outcome::Win(Player::First)));
/// ```
#[derive(Clone, Debug)]
pub struct Scripted<M> {
    script: VecDeque<Action<M>>,
    answers: VecDeque<bool>,
    kind: Kind,
}

impl<M> Scripted<M> {
    /// Creates a player that does these things.
    pub fn new(script: impl IntoIterator<Item = Action<M>>) -> Scripted<M> {
        Scripted { script: script.into_iter().collect(), answers: VecDeque::new(), kind: Kind::Program }
    }

    /// Creates a player that makes these moves.
    pub fn moves(moves: impl IntoIterator<Item = M>) -> Scripted<M> {
        Scripted::new(moves.into_iter().map(Action::Move))
    }

    /// Sets the answers to what the opponent proposes; the rest is refused.
    #[must_use]
    pub fn answers(mut self, answers: impl IntoIterator<Item = bool>) -> Scripted<M> {
        self.answers = answers.into_iter().collect();
        self
    }

    /// Makes it count as a person: illegal moves are explained.
    #[must_use]
    pub fn person(mut self) -> Scripted<M> {
        self.kind = Kind::Person;
        self
    }
}

impl<G: Game> Player<G> for Scripted<G::Move> {
    fn act(&mut self, _: &Request<'_, G>) -> Action<G::Move> {
        // At the end of the script, as the documentation says.
        self.script.pop_front().unwrap_or(Action::Leave)
    }

    fn agrees(&mut self, _: &Request<'_, G>, _: Proposal) -> bool {
        // Here, too.
        self.answers.pop_front().unwrap_or(false)
    }

    fn kind(&self) -> Kind {
        self.kind
    }
}
