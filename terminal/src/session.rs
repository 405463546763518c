//! A game at the table, whatever its rules.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arena::{
    Action, AnyGame, AnyMove, Engines, Event, Live, Match, Proposal, Record, Rules, Seat, TimeControl, Who,
};
use game::{Game, Notation, Player as Side};

use crate::advice::{Advice, Thought};
use crate::board::Board;

/// Who plays what, and how long they may think.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The game, as its name is typed.
    pub name: String,
    /// Who plays first and second.
    pub who: [Who; 2],
    /// How long they may think.
    pub time: [TimeControl; 2],
    /// For those who play by chance.
    pub seed: u64,
    /// What the players are called in records, where that is not who they are.
    pub names: [Option<String>; 2],
    /// What else is told in records.
    pub headers: Vec<(String, String)>,
}

impl Setup {
    /// A game between these, without clocks.
    #[must_use]
    pub fn new(name: impl Into<String>, who: [Who; 2]) -> Setup {
        let (time, names) = ([TimeControl::default(); 2], [None, None]);
        Setup { name: name.into(), who, time, seed: 0, names, headers: Vec::new() }
    }
}

/// A game at the table, with its players: what may be shown of it and done with it.
#[derive(Debug)]
pub struct Session<'g> {
    game: &'g Arc<AnyGame>,
    engines: Engines,
    setup: Setup,
    live: Live<'g, AnyGame>,
    board: Board,
    thought: Option<Thought>,
    /// Where the game is kept, and where the first was.
    kept_in: Option<[PathBuf; 2]>,
}

impl<'g> Session<'g> {
    /// A game from its start.
    #[must_use]
    pub fn new(game: &'g Arc<AnyGame>, engines: Engines, setup: Setup) -> Session<'g> {
        let rules = Rules { time: setup.time, ..Rules::default() };
        Session::resumed(game, engines, setup, Match::new(&**game).rules(rules))
    }

    /// A game that was begun, as a record tells of it.
    #[must_use]
    pub fn resumed(
        game: &'g Arc<AnyGame>,
        engines: Engines,
        setup: Setup,
        table: Match<'g, AnyGame>,
    ) -> Session<'g> {
        let seats = [0, 1].map(|side| seat(&engines, setup.who[side], setup.seed.wrapping_add(side as u64)));
        let live = Live::new(game, table.in_words(), seats);
        let board = drawn(&live);
        Session { game, engines, setup, live, board, thought: None, kept_in: None }
    }

    /// Keeps the game in this file, when it is left and before a [new one](Session::again).
    pub fn keep_in(&mut self, place: PathBuf) {
        self.kept_in = Some([place.clone(), place]);
    }

    /// Writes the game where it is to be kept, if that was said. A game without moves replaces nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self) -> io::Result<()> {
        match &self.kept_in {
            Some([place, _]) if !self.table().history().is_empty() || !place.exists() => self.save(place),
            _ => Ok(()),
        }
    }

    /// The match.
    #[must_use]
    pub fn table(&self) -> &Match<'g, AnyGame> {
        self.live.table()
    }

    /// Who plays what.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The drawing of the position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How long a side may think now, if that is limited.
    #[must_use]
    pub fn left(&self, side: Side) -> Option<Duration> {
        self.live.left(side)
    }

    /// Whether it is a person's turn.
    #[must_use]
    pub fn waits_for_a_person(&self) -> bool {
        self.table().ending().is_none() && self.is_person(self.table().turn())
    }

    /// Whether a person plays this side.
    #[must_use]
    pub fn is_person(&self, side: Side) -> bool {
        self.setup.who[side.index()] == Who::Human
    }

    /// A move that can be made now, as it is written.
    #[must_use]
    pub fn text(&self, mv: AnyMove) -> String {
        self.game.action_text(self.table().state(), mv)
    }

    /// The moves that can be made now.
    #[must_use]
    pub fn legal(&self) -> Vec<AnyMove> {
        let (table, state) = (self.table(), self.table().state());
        if table.ending().is_some() { Vec::new() } else { self.game.moves(state).collect() }
    }

    /// The moves so far, as they are written.
    #[must_use]
    pub fn history(&self) -> Vec<String> {
        let moves = self.table().history().iter().zip(self.table().states());
        moves.map(|(&mv, state)| self.game.action_text(state, mv)).collect()
    }

    /// Lets the game go on for at most so long, and tells what has happened.
    pub fn poll(&mut self, wait: Duration) -> Vec<Event<AnyMove>> {
        let events = self.live.poll(wait);
        if !events.is_empty() {
            self.refresh();
        }
        events
    }

    /// A person makes a move.
    ///
    /// # Errors
    /// If it is not a person's turn, or there is no such move; with the reason.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), String> {
        let turn = self.table().turn();
        if self.table().ending().is_some() {
            return Err("the game is over".to_string());
        }
        if !self.is_person(turn) {
            return Err("it is not your turn".to_string());
        }
        self.live.act(turn, Action::Move(mv)).map_err(|objection| objection.to_string())?;
        self.refresh();
        Ok(())
    }

    /// A person makes a move, as it is written.
    ///
    /// # Errors
    /// If it is not a person's turn, or there is no such move; with the reason, and moves that there are.
    pub fn play_text(&mut self, text: &str) -> Result<(), String> {
        let mv = self.game.parse_action(self.table().state(), text).map_err(|error| error.to_string())?;
        self.play(mv)
    }

    /// Undoes moves until a person is to move again; or only the end, if it was a resignation, a lost clock or the like.
    /// Whether there was anything to undo.
    pub fn undo(&mut self) -> bool {
        if self.live.reopen() {
            self.refresh();
            return true;
        }
        let persons = Side::BOTH.into_iter().filter(|side| self.is_person(*side));
        let moves = persons.filter_map(|side| self.table().take_back_moves(side)).min();
        let undone = moves.is_some_and(|moves| self.live.undo(moves) > 0);
        self.refresh();
        undone
    }

    /// Makes moves again until a person is to move; whether there were any.
    pub fn redo(&mut self) -> bool {
        if self.table().ending().is_some() {
            return false;
        }
        // How far that is, is tried on a copy.
        let mut table = self.table().clone();
        let mut moves = 0;
        while table.redo(1) == 1 {
            moves += 1;
            if table.ending().is_some() || self.is_person(table.turn()) {
                break;
            }
        }
        let redone = self.live.redo(moves) > 0;
        self.refresh();
        redone
    }

    /// The person to move, or else the person there is, gives up.
    ///
    /// # Errors
    /// If the game is over, or no person plays.
    pub fn resign(&mut self) -> Result<(), String> {
        let turn = self.table().turn();
        let side = [turn, turn.other()].into_iter().find(|side| self.is_person(*side));
        let side = side.ok_or("there is no person in this game")?;
        self.live.act(side, Action::Resign).map_err(|objection| objection.to_string())?;
        self.refresh();
        Ok(())
    }

    /// The person to move proposes a draw: to an engine, which will answer, or to [another person](Session::answer_draw).
    ///
    /// # Errors
    /// If it is not a person's turn, or that was asked already.
    pub fn propose_draw(&mut self) -> Result<(), String> {
        let turn = self.table().turn();
        if self.table().ending().is_some() {
            return Err("the game is over".to_string());
        }
        if !self.waits_for_a_person() {
            return Err("it is not your turn".to_string());
        }
        self.live.act(turn, Action::Propose(Proposal::Draw)).map_err(|objection| objection.to_string())
    }

    /// The person who is to say whether a draw is welcome, if one is asked.
    #[must_use]
    pub fn asked_for_a_draw(&self) -> Option<Side> {
        let (by, _) = self.table().pending()?;
        self.is_person(by.other()).then_some(by.other())
    }

    /// The person who was asked for a draw says whether it is welcome.
    ///
    /// # Errors
    /// If nobody was asked.
    pub fn answer_draw(&mut self, welcome: bool) -> Result<(), String> {
        let side = self.asked_for_a_draw().ok_or("no draw was proposed")?;
        self.live.act(side, Action::Answer(welcome)).map_err(|objection| objection.to_string())?;
        self.refresh();
        Ok(())
    }

    /// Begins a new game between the same players. If games are [kept](Session::keep_in), this one is kept first, and the
    /// new one will be in another file beside it: `game-2.txt` after `game.txt`.
    ///
    /// # Errors
    /// If this game cannot be kept; then it goes on.
    pub fn again(&mut self) -> io::Result<()> {
        self.keep()?;
        let empty = self.table().history().is_empty();
        let next = self.kept_in.clone().map(|[place, first]| match empty {
            true => [place, first],
            false => [free_beside(&first), first],
        });
        let mut setup = Setup { headers: Vec::new(), ..self.setup.clone() };
        setup.seed = setup.seed.wrapping_add(2);
        *self = Session::new(self.game, self.engines.clone(), setup);
        self.kept_in = next;
        Ok(())
    }

    /// Somebody else plays this side from now on.
    pub fn seat(&mut self, side: Side, who: Who) {
        self.setup.who[side.index()] = who;
        self.setup.names[side.index()] = None;
        let seed = self.setup.seed.wrapping_add(side.index() as u64);
        self.live.seat(side, seat(&self.engines, who, seed));
    }

    /// Stops the clock, until the next [`poll`](Session::poll).
    pub fn pause(&mut self) {
        self.live.pause();
    }

    /// What an engine thinks of the position by now, and of every move if that is wanted. It begins to think if it has
    /// not.
    pub fn advice(&mut self, in_full: bool) -> Advice {
        self.think(in_full).latest().clone()
    }

    /// The same, when it has thought; nothing if the time is up before.
    pub fn advice_within(&mut self, time: Duration) -> Option<Advice> {
        self.think(true).wait(time).cloned()
    }

    /// Whether an engine is still thinking about what was asked.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thought.as_ref().is_some_and(|thought| !thought.finished)
    }

    fn think(&mut self, in_full: bool) -> &mut Thought {
        let kept = self.thought.take().filter(|thought| thought.in_full || !in_full);
        let begin = || Thought::begin(&self.engines, self.live.table().state(), in_full);
        self.thought.insert(kept.unwrap_or_else(begin))
    }

    /// The record of the game so far.
    #[must_use]
    pub fn record(&self) -> Record {
        let Setup { name, who, names, headers, .. } = &self.setup;
        let [first, second] = [0, 1].map(|side| names[side].clone().unwrap_or_else(|| who[side].to_string()));
        Record { headers: headers.clone(), ..Record::of(self.table(), name, [&first, &second]) }
    }

    /// Writes the record to a file: as JSON if its name says so.
    ///
    /// # Errors
    /// If that cannot be written; then whatever was there is as it was.
    pub fn save(&self, place: &Path) -> io::Result<()> {
        self.record().save(place)
    }

    /// After anything has changed.
    fn refresh(&mut self) {
        self.thought = None;
        self.board = drawn(&self.live);
    }
}

/// The first name like this one that no file has: with a number behind it.
fn free_beside(place: &Path) -> PathBuf {
    let stem = place.file_stem().unwrap_or_default().to_string_lossy();
    let ending = place.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    let named = |number: u32| place.with_file_name(format!("{stem}-{number}{ending}"));
    (2..u32::MAX).map(named).find(|place| !place.exists()).unwrap_or_else(|| place.to_path_buf())
}

/// The drawing of where it stands.
fn drawn(live: &Live<'_, AnyGame>) -> Board {
    let states = live.table().states();
    let before = states.len().checked_sub(2).map(|place| &states[place]);
    let now = live.table().state();
    Board::new(live.table().game(), now, before, states.first().unwrap_or(now))
}

fn seat(engines: &Engines, who: Who, seed: u64) -> Seat<AnyGame> {
    engines.player(who, seed).map_or(Seat::Here, Seat::Player)
}
