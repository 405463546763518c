//! Players that make no mistake.

use std::fmt;

use game::{Game, Limits, Random, Value, Verdict};
use search::{Answer, Engine, Solver};

use crate::{Action, Player, Proposal, Request, hints};

/// A solver: finds the value of a position, and a move that achieves it.
///
/// Every function of that shape is one, so a solver with knowledge of its game is plugged in by a line, as a
/// [`Chooser`](crate::Chooser) is.
pub trait Prover<G: Game>: Send {
    /// Returns the value of a position and a best move, or what is known of them when the limits are reached.
    fn prove(&mut self, game: &G, state: &G::State, limits: &Limits) -> Answer<G::Move>;
}

impl<G, F> Prover<G> for F
where
    G: Game,
    F: FnMut(&G, &G::State, &Limits) -> Answer<G::Move> + Send,
{
    fn prove(&mut self, game: &G, state: &G::State, limits: &Limits) -> Answer<G::Move> {
        self(game, state, limits)
    }
}

/// A solver that knows nothing but the rules, for any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Solving(pub Engine);

impl<G: Game> Prover<G> for Solving {
    fn prove(&mut self, game: &G, state: &G::State, limits: &Limits) -> Answer<G::Move> {
        Solver::new(game).engine(self.0).limits(limits.clone()).solve(state)
    }
}

/// The values of positions, where they are known.
type Values<G> = Box<dyn FnMut(&<G as Game>::State) -> Option<Value> + Send>;

/// Plays perfectly: never from a win to less, never from a draw to a loss, and wins in the fewest moves.
///
/// ```
/// use arena::{Match, Perfect, RandomPlayer};
/// use game::{Outcome, Player};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let mut table = Match::new(&game);
/// let ending = table.run([&mut RandomPlayer::new(3), &mut Perfect::solving()], &mut |_| {});
/// assert_ne!(ending.outcome, Some(Outcome::Win(Player::First)));
/// ```
pub struct Perfect<G: Game> {
    values: Option<Values<G>>,
    prover: Box<dyn Prover<G>>,
    variety: Option<Random>,
}

impl<G: Game> fmt::Debug for Perfect<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.values.is_some() { "values" } else { "a solver" };
        f.debug_struct("Perfect").field("by", &by).finish_non_exhaustive()
    }
}

impl<G: Game> Perfect<G> {
    /// Creates a player that solves each position by a search that knows nothing but the rules.
    #[must_use]
    pub fn solving() -> Perfect<G> {
        Perfect::by_solver(Solving::default())
    }

    /// Creates a player that solves each position with this solver. It is perfect as long as the clock lets it finish.
    #[must_use]
    pub fn by_solver(prover: impl Prover<G> + 'static) -> Perfect<G> {
        Perfect { values: None, prover: Box::new(prover), variety: None }
    }

    /// Creates a player that looks values up, as in a tablebase; where none is known, it solves the position.
    #[must_use]
    pub fn by_values(values: impl FnMut(&G::State) -> Option<Value> + Send + 'static) -> Perfect<G> {
        Perfect { values: Some(Box::new(values)), ..Perfect::solving() }
    }

    /// Chooses at random among moves that are equally good, instead of the first: where the values are looked up.
    #[must_use]
    pub fn varied(mut self, seed: u64) -> Perfect<G> {
        self.variety = Some(Random::new(seed));
        self
    }

    /// A best move by the values, if they are known.
    fn looked_up(&mut self, request: &Request<'_, G>) -> Option<G::Move> {
        let hints = hints(request.game, request.state, self.values.as_mut()?);
        let worth = crate::Hint::value;
        let best = hints.iter().filter_map(worth).max()?;
        let mut equals = hints.iter().filter(|hint| worth(hint) == Some(best)).map(|hint| hint.mv);
        // An unknown move may be better than the best that is known, unless that wins.
        if best.verdict < Verdict::Win && hints.iter().any(|hint| hint.value().is_none()) {
            return None;
        }
        match &mut self.variety {
            Some(random) => random.choose(equals),
            None => equals.next(),
        }
    }

    fn verdict(&mut self, request: &Request<'_, G>) -> Option<Verdict> {
        let looked_up = self.values.as_mut().and_then(|values| values(request.state));
        looked_up.map(|value| value.verdict).or_else(|| {
            let limits = request.budget(Some(std::time::Duration::from_secs(1)));
            self.prover.prove(request.game, request.state, &limits).verdict()
        })
    }
}

impl<G: Game> Player<G> for Perfect<G> {
    fn act(&mut self, request: &Request<'_, G>) -> Action<G::Move> {
        let looked_up = self.looked_up(request);
        let best = looked_up.or_else(|| {
            let limits = request.budget(None);
            self.prover.prove(request.game, request.state, &limits).best
        });
        best.map_or(Action::Resign, Action::Move)
    }

    /// Accepts a draw where there is no more to win: where the side that proposes it could win, or hold the draw.
    fn agrees(&mut self, request: &Request<'_, G>, proposal: Proposal) -> bool {
        match proposal {
            Proposal::TakeBack => true,
            Proposal::Draw => self.verdict(request).is_some_and(|verdict| verdict >= Verdict::Draw),
        }
    }
}
