//! Who plays: what a player is asked, and what it may answer.

use std::time::Duration;

use game::{Game, Limits, Stop};

use crate::{Clock, Reason};

/// A person or a program: illegal moves have different consequences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An illegal move is explained, and the person asked again.
    Person,
    /// What an illegal move costs is a matter of the [`Rules`](crate::Rules).
    Program,
}

/// What a player may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action<M> {
    /// Make a move. Where a game lets players pass, passing is one of its moves.
    Move(M),
    /// Ask the opponent for something; then a move is still to be made.
    Propose(Proposal),
    /// Answer the opponent's proposal. To move instead is to refuse.
    Answer(bool),
    /// Give up.
    Resign,
    /// Go away: the game stays unfinished, and can be taken up again.
    Leave,
    /// Fail, and lose for this reason: what plays is broken, too late, or does not keep to the rules.
    /// [`Player::explanation`] says more.
    Fail(Reason),
}

/// What a player may ask of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proposal {
    /// To call it a draw.
    Draw,
    /// To have its last move back.
    TakeBack,
}

/// A request for an action: everything a player may know.
#[derive(Debug)]
pub struct Request<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position to move in.
    pub state: &'a G::State,
    /// The moves so far, from where the match started.
    pub history: &'a [G::Move],
    /// The time of both sides, as it was when the question was put.
    pub clock: &'a Clock,
    /// A flag that is set when the answer is no longer needed.
    pub stop: &'a Stop,
    /// What was wrong with the last answer, if the question is put again.
    pub objection: Option<&'a str>,
}

impl<G: Game> Request<'_, G> {
    /// Returns the longest time to think; `None` if there is no limit.
    #[must_use]
    pub fn allowed(&self) -> Option<Duration> {
        self.clock.allowed(self.game.turn(self.state))
    }

    /// Returns how long a sensible engine thinks: the time for each move, or about a thirtieth of what is left for the
    /// game if that is less, with a margin against losing on time.
    #[must_use]
    pub fn sensible(&self) -> Option<Duration> {
        let side = self.game.turn(self.state);
        let control = self.clock.control(side);
        let share = self.clock.left(side).map(|left| left / 30 + control.increment * 3 / 4);
        let allowed = self.allowed()?;
        // With neither a share nor a time for each move, what is allowed is all there is.
        let wanted = share.into_iter().chain(control.per_move).min().unwrap_or(allowed);
        Some(wanted.min(allowed.saturating_sub(margin(allowed))))
    }

    /// Returns the limits of a search that answers in time: at most `longest`, less if the clock requires it, and until
    /// [`stop`](Request::stop) is set.
    #[must_use]
    pub fn limits(&self, longest: Option<Duration>) -> Limits {
        let limits = Limits::default().stop(self.stop.clone());
        match self.sensible().into_iter().chain(longest).min() {
            Some(time) => limits.time(time),
            None => limits,
        }
    }

    /// Returns the same limits with the default memory of players: 256 megabytes.
    #[must_use]
    pub fn budget(&self, longest: Option<Duration>) -> Limits {
        self.limits(longest).memory(MEMORY)
    }
}

/// The memory of a player's search, unless set otherwise: several players may search at once.
const MEMORY: usize = 256 << 20;

/// What is kept in hand, since neither searches nor threads stop at the instant: a tenth, from 3 to 60 milliseconds,
/// but never more than half of what there is.
fn margin(allowed: Duration) -> Duration {
    (allowed / 10).clamp(Duration::from_millis(3), Duration::from_millis(60)).min(allowed / 2)
}

/// A player: chooses what to do when it is its turn.
///
/// ```
/// use arena::{Action, Player, Request};
/// use game::Game;
///
/// /// Plays the last move that the rules list.
/// struct Last;
///
/// impl<G: Game> Player<G> for Last {
///     fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move> {
///         request.game.moves(request.state).last().map_or(Action::Resign, Action::Move)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a player of `{G}`",
    note = "implement `arena::Player`: `act` is enough"
)]
pub trait Player<G: Game>: Send {
    /// What to do, in a position where it is this player's turn.
    fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move>;

    /// Whether to agree to what the opponent proposes. By default moves may be taken back, and draws are refused.
    fn agrees(&mut self, request: &Request<'_, G>, proposal: Proposal) -> bool {
        let _ = request;
        proposal == Proposal::TakeBack
    }

    /// A person or a program; by default a program.
    fn kind(&self) -> Kind {
        Kind::Program
    }

    /// What went wrong, in words, after an [`Action::Fail`]: the record keeps it. By default there is nothing to say.
    fn explanation(&self) -> Option<String> {
        None
    }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move> {
        (**self).act(request)
    }

    fn agrees(&mut self, request: &Request<'_, G>, proposal: Proposal) -> bool {
        (**self).agrees(request, proposal)
    }

    fn kind(&self) -> Kind {
        (**self).kind()
    }

    fn explanation(&self) -> Option<String> {
        (**self).explanation()
    }
}
