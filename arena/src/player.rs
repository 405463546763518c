//! Who plays: what a player is asked, and what it may answer.

use std::time::Duration;

use game::{Game, Limits, Stop};
use search::Budget;

use crate::Clock;

/// Whether a person plays, or a program: their mistakes are met differently.
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
    /// Answer what the opponent asked for. To move instead is to refuse.
    Answer(bool),
    /// Give up.
    Resign,
    /// Go away: the game stays unfinished, and can be taken up again.
    Leave,
}

/// What a player may ask of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proposal {
    /// To call it a draw.
    Draw,
    /// To have its last move back.
    TakeBack,
}

/// What a player knows when it is asked: everything.
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
    /// When it is thrown, nobody waits for an answer any more.
    pub stop: &'a Stop,
    /// What was wrong with the last answer, if the question is put again.
    pub objection: Option<&'a str>,
}

impl<G: Game> Request<'_, G> {
    /// The longest that may be thought; nothing if there is no limit.
    #[must_use]
    pub fn allowed(&self) -> Option<Duration> {
        self.clock.allowed(self.game.turn(self.state))
    }

    /// How long a sensible engine thinks: all that is allowed for a move, and of what is left for the game a part, so
    /// that it lasts for thirty moves more; always a margin less than would lose on time.
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

    /// The limits of a search that answers in time: at most so long if the clock allows it, and until the
    /// [stop](Request::stop).
    #[must_use]
    pub fn limits(&self, longest: Option<Duration>) -> Limits {
        let limits = Limits::default().stop(self.stop.clone());
        match self.sensible().into_iter().chain(longest).min() {
            Some(time) => limits.time(time),
            None => limits,
        }
    }

    /// The same as a budget, with the memory that players have by default: 256 megabytes.
    #[must_use]
    pub fn budget(&self, longest: Option<Duration>) -> Budget {
        Budget::default().limits(self.limits(longest).memory(MEMORY))
    }
}

/// What a search may hold for a player, unless that is told otherwise: several may be at it at once.
const MEMORY: usize = 256 << 20;

/// What is kept in hand, since neither searches nor threads stop at the instant: a tenth, from 3 to 60 milliseconds, but
/// never more than half of what there is.
fn margin(allowed: Duration) -> Duration {
    (allowed / 10).clamp(Duration::from_millis(3), Duration::from_millis(60)).min(allowed / 2)
}

/// Somebody who plays.
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
}
