//! Driving a match by asking its players on the spot.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use game::{Game, Player as Side, Stop, SyntaxError};

use crate::{Action, Event, Kind, Match, MatchEnd, Player, Reason, Request};

/// What a player says about an answer that is a failure.
pub(crate) fn explanation<G: Game>(player: &dyn Player<G>, action: &Action<G::Move>) -> Option<String> {
    matches!(action, Action::Fail(_)).then(|| player.explanation()).flatten()
}

impl<G: Game> Match<'_, G> {
    /// Asks the player to move for an action, executes it, and reports what happened, the end included; does nothing if
    /// the match is over. A proposal is put to the other player at once.
    ///
    /// A player that panics loses. The call waits for the player: one that thinks for too long loses, but only when it
    /// answers. A [`Live`](crate::Live) match does not wait.
    pub fn step(&mut self, players: [&mut dyn Player<G>; 2], tell: &mut dyn FnMut(&Event<G::Move>)) {
        self.ask(players, &Stop::new(), tell);
    }

    /// Asks the players in turn until the match is over.
    ///
    /// ```
    /// use arena::{Match, Perfect, Reason};
    /// use game::Outcome;
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let mut table = Match::new(&game);
    /// let ending = table.run([&mut Perfect::solving(), &mut Perfect::solving()], &mut |_| {});
    /// assert_eq!((ending.outcome, ending.reason), (Some(Outcome::Draw), Reason::Rules));
    /// ```
    pub fn run(
        &mut self,
        players: [&mut dyn Player<G>; 2],
        tell: &mut dyn FnMut(&Event<G::Move>),
    ) -> MatchEnd {
        self.run_until(players, &Stop::new(), tell)
    }

    /// Asks the players in turn until the match is over or `stop` is set: then it is left unfinished.
    pub fn run_until(
        &mut self,
        [first, second]: [&mut dyn Player<G>; 2],
        stop: &Stop,
        tell: &mut dyn FnMut(&Event<G::Move>),
    ) -> MatchEnd {
        loop {
            if let Some(ending) = self.ending() {
                return ending;
            }
            if stop.is_stopped() {
                tell(&self.end(MatchEnd::LEFT));
            } else {
                self.ask([&mut *first, &mut *second], stop, tell);
            }
        }
    }

    /// Asks the player to move for an action and executes it; a proposal is put to the opponent at once.
    fn ask(
        &mut self,
        [first, second]: [&mut dyn Player<G>; 2],
        stop: &Stop,
        tell: &mut dyn FnMut(&Event<G::Move>),
    ) {
        if self.ending().is_some() {
            return;
        }
        let side = self.turn();
        let (player, other) = if side == Side::First { (first, second) } else { (second, first) };
        let since = Instant::now();
        let request = self.request(stop);
        let action = unless_broken(|| player.act(&request));
        if stop.is_stopped() {
            return;
        }
        self.thought += since.elapsed();
        let event = match action {
            Some(action) => {
                let explanation = explanation(player, &action);
                let event = self.answered(player.kind(), action, self.thought);
                self.explain_end(explanation);
                event
            }
            None => self.end(MatchEnd::lost(side, Reason::Crash)),
        };
        self.report(&event, tell);
        if let Event::Proposed { proposal, .. } = event {
            let request = self.request(stop);
            let event = match unless_broken(|| other.agrees(&request, proposal)) {
                Some(granted) => self.act(side.other(), Action::Answer(granted), Duration::ZERO),
                None => Ok(self.end(MatchEnd::lost(side.other(), Reason::Crash))),
            };
            if let Ok(event) = event {
                self.report(&event, tell);
            }
        }
    }

    /// Executes the answer of the player to move, after `spent` on the clock. Unlike [`act`](Match::act) it always has
    /// an effect: whatever cannot be done counts as an illegal move, else a program that asks for nonsense would go on
    /// for ever.
    ///
    /// With [`request`](Match::request) this is all that is needed to ask players in a way of one's own:
    ///
    /// ```
    /// use std::time::Duration;
    /// use arena::{Match, Player, RandomPlayer};
    /// use game::Stop;
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let (mut table, mut player, stop) = (Match::new(&game), RandomPlayer::new(1), Stop::new());
    /// while table.ending().is_none() {
    ///     let action = player.act(&table.request(&stop));
    ///     let kind = Player::<Mnk<u64>>::kind(&player);
    ///     table.answered(kind, action, Duration::from_millis(1));
    /// }
    /// ```
    pub fn answered(&mut self, kind: Kind, action: Action<G::Move>, spent: Duration) -> Event<G::Move> {
        // An objection is a fault of the player, who loses by it.
        self.act(self.turn(), action, spent)
            .unwrap_or_else(|objection| self.fault(kind, objection.to_string()))
    }

    /// Reports what happened, and that the match is over if that made it so.
    pub(crate) fn report(&self, event: &Event<G::Move>, tell: &mut dyn FnMut(&Event<G::Move>)) {
        tell(event);
        if let (Some(ending), false) = (self.ending(), matches!(event, Event::Ended(_))) {
            tell(&Event::Ended(ending));
        }
    }

    /// Returns the request for the player who is to answer now; `stop` is set when the answer is no longer needed.
    #[must_use]
    pub fn request<'a>(&'a self, stop: &'a Stop) -> Request<'a, G> {
        Request {
            game: self.game(),
            state: self.state(),
            history: self.history(),
            clock: self.clock(),
            stop,
            objection: self.objection.as_deref(),
        }
    }
}

/// Asks a player; nothing if it breaks down. If the rules of the game turn out to be wrong, no player is at fault.
pub(crate) fn unless_broken<T>(ask: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(ask)) {
        Ok(answer) => Some(answer),
        Err(thrown) if thrown.is::<SyntaxError>() => resume_unwind(thrown),
        Err(_) => None,
    }
}
