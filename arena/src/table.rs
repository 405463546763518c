//! A match: two sides, a game, and what they do.

use std::time::Duration;

use game::{Game, Notation, Outcome, Playable, Player as Side, Verdict};

use crate::{Action, Clock, Event, Illegal, IllegalAction, Kind, MatchEnd, Proposal, Reason, Rules};

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played<M> {
    /// The move.
    pub mv: M,
    /// How long it took.
    pub spent: Duration,
    /// A comment on it.
    pub comment: Option<String>,
}

/// A match between two sides: positions, clocks, proposals, and how it ends.
///
/// It does not wait and reads no clock: the caller reports what was done and how long it took, with
/// [`act`](Match::act) and [`tick`](Match::tick). So it can be driven by a page in a browser as well as by a terminal.
/// [`step`](Match::step) and [`run`](Match::run) drive it by asking [`Player`](crate::Player)s, on the spot; a
/// [`Live`](crate::Live) match asks them in threads of their own, and waits no longer than their clocks allow.
///
/// ```
/// use std::time::Duration;
/// use arena::{Action, IllegalAction, Match};
/// use game::Player::{First, Second};
/// use game::{Game, Notation};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let centre = game.parse_action(&game.initial(), "b2").unwrap();
/// let mut table = Match::new(&game);
/// table.act(First, Action::Move(centre), Duration::from_secs(2)).unwrap();
/// let twice = table.act(Second, Action::Move(centre), Duration::ZERO);
/// assert!(matches!(twice, Err(IllegalAction::Illegal(_))));
/// assert_eq!(table.undo(1), 1);
/// assert_eq!(table.redo(1), 1);
/// assert_eq!(table.turn(), Second);
/// ```
#[derive(Clone, Debug)]
pub struct Match<'g, G: Game> {
    game: &'g G,
    rules: Rules<'g, G>,
    /// One more than there are moves: the start is among them.
    states: Vec<G::State>,
    history: Vec<G::Move>,
    notes: Vec<(Duration, Option<String>)>,
    undone: Vec<Played<G::Move>>,
    /// The number of first moves that were made before the clocks started.
    opening: usize,
    clock: Clock,
    ending: Option<MatchEnd>,
    pending: Option<(Side, Proposal)>,
    /// What each side has proposed since the last move.
    proposed: Vec<(Side, Proposal)>,
    /// Says what is wrong with an illegal move.
    explain: fn(&G, &G::State, G::Move) -> String,
    /// Illegal moves of programs so far.
    faults: [u32; 2],
    /// How often each side had a move back.
    taken_back: [u32; 2],
    /// The time of answers in this turn that were no moves.
    pub(crate) thought: Duration,
    /// What was wrong with the last answer.
    pub(crate) objection: Option<String>,
    /// More about how it ended.
    explanation: Option<String>,
}

impl<'g, G: Game> Match<'g, G> {
    /// Creates a match from the start of the game.
    #[must_use]
    pub fn new(game: &'g G) -> Self {
        Match::from_position(game, game.initial())
    }

    /// Creates a match from another position.
    #[must_use]
    pub fn from_position(game: &'g G, start: G::State) -> Self {
        let mut table = Match {
            game,
            rules: Rules::default(),
            states: vec![start],
            history: Vec::new(),
            notes: Vec::new(),
            undone: Vec::new(),
            opening: 0,
            clock: Clock::default(),
            ending: None,
            pending: None,
            proposed: Vec::new(),
            explain: |_, _, mv| format!("{mv:?} cannot be played here"),
            faults: [0; 2],
            taken_back: [0; 2],
            thought: Duration::ZERO,
            objection: None,
            explanation: None,
        };
        table.judge();
        table
    }

    /// Sets what is agreed before the first move.
    #[must_use]
    pub fn rules(mut self, rules: Rules<'g, G>) -> Self {
        self.rules = rules;
        self.rewind();
        self
    }

    /// Plays these moves for both sides before the clocks start.
    ///
    /// # Errors
    /// If one of them is not legal when its turn comes.
    pub fn opening(mut self, moves: &[G::Move]) -> Result<Self, IllegalAction> {
        for &mv in moves {
            self.act(self.turn(), Action::Move(mv), Duration::ZERO)?;
        }
        self.set_opening(self.history.len());
        Ok(self)
    }

    /// Returns how many of the first moves belong to the opening.
    #[must_use]
    pub fn opening_moves(&self) -> usize {
        self.opening.min(self.history.len())
    }

    pub(crate) fn set_opening(&mut self, moves: usize) {
        self.opening = moves;
        self.rewind();
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Returns what was agreed before the match.
    #[must_use]
    pub fn agreed(&self) -> &Rules<'g, G> {
        &self.rules
    }

    /// Returns the position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.states[self.history.len()]
    }

    /// Returns all positions from the start to now: one more than there are moves.
    #[must_use]
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// Returns whose turn it is, or would be if it were not over.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.game.turn(self.state())
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn history(&self) -> &[G::Move] {
        &self.history
    }

    /// Returns the moves so far, with their times and comments.
    pub fn played(&self) -> impl ExactSizeIterator<Item = Played<G::Move>> {
        let played = |(&mv, (spent, comment)): (&G::Move, &(Duration, Option<String>))| Played {
            mv,
            spent: *spent,
            comment: comment.clone(),
        };
        self.history.iter().zip(&self.notes).map(played)
    }

    /// Returns the number of moves that can be made again.
    #[must_use]
    pub fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Returns the clocks, as they were when it became this side's turn.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns how it ended, if it is over.
    #[must_use]
    pub fn ending(&self) -> Option<MatchEnd> {
        self.ending
    }

    /// Returns what a player who failed has to say about it.
    #[must_use]
    pub fn explanation(&self) -> Option<&str> {
        self.explanation.as_deref().filter(|_| self.ending.is_some())
    }

    /// Adds what a player who failed has to say about it.
    pub(crate) fn explain_end(&mut self, why: Option<String>) {
        self.explanation = why;
    }

    /// Returns the proposal that waits for an answer, and who made it.
    #[must_use]
    pub fn pending(&self) -> Option<(Side, Proposal)> {
        self.pending
    }

    /// Adds a comment to the last move; does nothing if there is none.
    pub fn comment(&mut self, text: impl Into<String>) {
        if let Some((_, comment)) = self.notes.last_mut() {
            *comment = Some(text.into());
        }
    }

    /// Executes an action of a side, after `spent` on the clock since its turn began. Only the side to move can move or
    /// propose; answers come from the other.
    ///
    /// Time is checked first: a side that moves too late has lost, and the event says so.
    ///
    /// # Errors
    /// If the action is not possible; then nothing has changed. An illegal move costs nothing here, but see
    /// [`fault`](Match::fault).
    pub fn act(
        &mut self,
        side: Side,
        action: Action<G::Move>,
        spent: Duration,
    ) -> Result<Event<G::Move>, IllegalAction> {
        if self.ending.is_some() {
            return Err(IllegalAction::Over);
        }
        if side == self.turn()
            && let Some(event) = self.tick(spent)
        {
            return Ok(event);
        }
        match action {
            Action::Move(mv) => self.play(side, mv, spent),
            Action::Propose(proposal) => self.propose(side, proposal),
            Action::Answer(granted) => self.answer(side, granted),
            Action::Resign => Ok(self.end(MatchEnd::lost(side, Reason::Resignation))),
            Action::Leave => Ok(self.end(MatchEnd::LEFT)),
            Action::Fail(reason) => Ok(self.end(MatchEnd::lost(side, reason))),
        }
    }

    /// Ends the match if `spent`, the time since the turn began, is more than the clock allows.
    pub fn tick(&mut self, spent: Duration) -> Option<Event<G::Move>> {
        let turn = self.turn();
        if self.ending.is_some() || self.clock.allowed(turn).is_none_or(|allowed| spent <= allowed) {
            return None;
        }
        self.clock.spend(turn, spent);
        Some(self.end(MatchEnd::lost(turn, Reason::Time)))
    }

    /// Reports an illegal move of the player to move, explained by `why`: a person is asked again, a program according
    /// to the [`Rules`].
    pub fn fault(&mut self, kind: Kind, why: String) -> Event<G::Move> {
        let side = self.turn();
        let faults = &mut self.faults[side.index()];
        if kind == Kind::Program {
            *faults += 1;
            let forgiven = match self.rules.illegal {
                Illegal::Loses => 0,
                Illegal::AskedAgain(times) => times,
            };
            if *faults > forgiven {
                return self.end(MatchEnd::lost(side, Reason::Illegal));
            }
        }
        self.objection = Some(why.clone());
        Event::Refused { side, reason: why }
    }

    /// Ends the match, whatever the position.
    pub fn end(&mut self, ending: MatchEnd) -> Event<G::Move> {
        self.ending = Some(ending);
        self.pending = None;
        Event::Ended(ending)
    }

    /// Undoes up to `moves` moves of both sides. Returns how many were undone. The clocks go back too, and a match that
    /// was over goes on.
    pub fn undo(&mut self, moves: usize) -> usize {
        let moves = moves.min(self.history.len());
        for _ in 0..moves {
            if let (Some(mv), Some((spent, comment))) = (self.history.pop(), self.notes.pop()) {
                self.states.pop();
                self.undone.push(Played { mv, spent, comment });
            }
        }
        if moves > 0 {
            self.rewind();
        }
        moves
    }

    /// Takes back an end that the rules of the game did not make, such as a resignation, an agreement or a lost clock:
    /// the match goes on where it was. Returns whether there was one.
    ///
    /// ```
    /// use std::time::Duration;
    /// use arena::{Action, Match};
    /// use game::Player::First;
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let mut table = Match::new(&game);
    /// table.act(First, Action::Resign, Duration::ZERO).unwrap();
    /// assert!(table.reopen());
    /// assert_eq!(table.ending(), None);
    /// ```
    pub fn reopen(&mut self) -> bool {
        if self.ending.is_some() {
            self.rewind();
            return self.ending.is_none();
        }
        false
    }

    /// Makes up to `moves` undone moves again. Returns how many were made.
    pub fn redo(&mut self, moves: usize) -> usize {
        let moves = moves.min(self.undone.len());
        for _ in 0..moves {
            if let Some(played) = self.undone.pop() {
                self.push(played);
            }
        }
        if moves > 0 {
            self.rewind();
        }
        moves
    }

    /// Returns the number of moves to undo for a side to take its last one back; `None` if it has not moved.
    #[must_use]
    pub fn take_back_moves(&self, side: Side) -> Option<usize> {
        let before = self.states[..self.history.len()].iter().rev();
        before.map(|state| self.game.turn(state)).position(|turn| turn == side).map(|place| place + 1)
    }

    fn play(&mut self, side: Side, mv: G::Move, spent: Duration) -> Result<Event<G::Move>, IllegalAction> {
        if side != self.turn() {
            return Err(IllegalAction::NotYourTurn(self.turn()));
        }
        if !self.game.is_legal(self.state(), mv) {
            return Err(IllegalAction::Illegal((self.explain)(self.game, self.state(), mv)));
        }
        self.clock.spend(side, spent);
        self.undone.clear();
        self.opening = self.opening.min(self.history.len());
        self.proposed.clear();
        // A proposal to this side is refused by moving; its own stays until the other moves.
        self.pending = self.pending.filter(|(by, _)| *by == side);
        self.push(Played { mv, spent, comment: None });
        self.judge();
        Ok(Event::Moved { side, mv, ply: self.history.len(), spent })
    }

    /// A move of a record: it is known to be legal, and the clocks are set afterwards.
    pub(crate) fn replay_move(&mut self, played: Played<G::Move>) {
        self.push(played);
        self.judge();
    }

    fn push(&mut self, played: Played<G::Move>) {
        self.states.push(self.game.next(self.state(), played.mv));
        self.history.push(played.mv);
        self.notes.push((played.spent, played.comment));
        (self.thought, self.objection) = (Duration::ZERO, None);
    }

    fn propose(&mut self, side: Side, proposal: Proposal) -> Result<Event<G::Move>, IllegalAction> {
        if side != self.turn() {
            return Err(IllegalAction::NotYourTurn(self.turn()));
        }
        if self.proposed.contains(&(side, proposal)) {
            return Err(IllegalAction::ProposedAlready);
        }
        let used_up = self.taken_back[side.index()] >= self.rules.take_backs;
        if proposal == Proposal::TakeBack && (used_up || self.take_back_moves(side).is_none()) {
            return Err(IllegalAction::NothingToTakeBack);
        }
        self.proposed.push((side, proposal));
        self.pending = Some((side, proposal));
        Ok(Event::Proposed { side, proposal })
    }

    fn answer(&mut self, side: Side, granted: bool) -> Result<Event<G::Move>, IllegalAction> {
        let Some((by, proposal)) = self.pending.filter(|(by, _)| *by != side) else {
            return Err(IllegalAction::NothingProposed);
        };
        self.pending = None;
        match proposal {
            _ if !granted => {}
            Proposal::Draw => self.ending = Some(MatchEnd::draw(Reason::Agreement)),
            Proposal::TakeBack => {
                self.taken_back[by.index()] += 1;
                // If there is nothing to take back by now, nothing is.
                self.undo(self.take_back_moves(by).unwrap_or(0));
            }
        }
        Ok(Event::Answered { side, proposal, granted })
    }

    /// After moves were undone or made again: the clocks, and whether it is over.
    fn rewind(&mut self) {
        self.clock = Clock::new(self.rules.time);
        for (state, (spent, _)) in self.states.iter().zip(&self.notes).skip(self.opening) {
            self.clock.spend(self.game.turn(state), *spent);
        }
        self.proposed.clear();
        (self.thought, self.objection) = (Duration::ZERO, None);
        self.pending = None;
        (self.ending, self.explanation) = (None, None);
        self.judge();
    }

    /// Ends the match if the rules, the judge or the agreed length say so.
    fn judge(&mut self) {
        let (state, moves) = (self.state(), self.history.len());
        let by_rules = self.game.outcome(state).map(|outcome| (outcome, Reason::Rules));
        let judge = self.rules.judge.as_ref().filter(|_| moves >= self.rules.judged_from);
        let judged = || {
            let turn = self.game.turn(state);
            let outcome = match judge?(state)?.verdict {
                Verdict::Win => Outcome::Win(turn),
                Verdict::Draw => Outcome::Draw,
                Verdict::Loss => Outcome::Win(turn.other()),
            };
            Some((outcome, Reason::Adjudication))
        };
        let too_long = || {
            let long = self.rules.longest.is_some_and(|longest| moves >= longest);
            long.then_some((Outcome::Draw, Reason::Length))
        };
        let ended = by_rules.or_else(judged).or_else(too_long);
        self.ending = ended.map(|(outcome, reason)| MatchEnd { outcome: Some(outcome), reason });
    }
}

impl<G: Playable + Notation> Match<'_, G> {
    /// Explains illegal moves in the words of the game, with some that are legal.
    ///
    /// ```
    /// use std::time::Duration;
    /// use arena::{Action, Match};
    /// use game::{Game, Notation};
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 1, 3, Rule::Normal);
    /// let mut table = Match::new(&game).in_words();
    /// let left = game.parse_action(&game.initial(), "a1").unwrap();
    /// table.act(table.turn(), Action::Move(left), Duration::ZERO).unwrap();
    /// let again = table.act(table.turn(), Action::Move(left), Duration::ZERO).unwrap_err();
    /// assert_eq!(again.to_string(), "that cannot be played here; 2 moves are legal: b1, c1");
    /// ```
    #[must_use]
    pub fn in_words(mut self) -> Self {
        self.explain = |game, state, _| {
            // What nothing can be written like is no move, and the error shows some that are.
            let legal = game.parse_action(state, "").err().map_or(String::new(), |error| error.help);
            format!("that cannot be played here; {legal}")
        };
        self
    }
}
