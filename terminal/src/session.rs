//! A game at the table, whatever its rules.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arena::{
    Action, AnyGame, AnyMove, AnyState, Engines, Event, IllegalAction, Live, Match, Proposal, Reason, Record,
    Rules, Seat, TimeControl, Who,
};
use game::{Game, Notation, Player as Side};

use crate::advice::{Advice, Thought};
use crate::board::Board;
use crate::watch::Pace;
use crate::words::{ending_text, moves_text};

/// Who plays what, and how long they may think.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The name of the program, for the title of the screen; empty to show none.
    pub program: String,
    /// The game, as its name is typed.
    pub name: String,
    /// Who plays first and second.
    pub who: [Who; 2],
    /// How long they may think.
    pub time: [TimeControl; 2],
    /// The seed of players that use chance.
    pub seed: u64,
    /// The names of the players in records, where they differ from `who`.
    pub names: [Option<String>; 2],
    /// Other headers of the record.
    pub headers: Vec<(String, String)>,
    /// Whether the start is solved at once. If not, a perfect player is only called perfect as far as it can solve.
    pub is_solved: bool,
}

impl Setup {
    /// Creates a set-up for a game between these players, without clocks.
    #[must_use]
    pub fn new(name: impl Into<String>, who: [Who; 2]) -> Setup {
        let (time, names) = ([TimeControl::default(); 2], [None, None]);
        let program = String::new();
        let (headers, is_solved) = (Vec::new(), true);
        Setup { program, name: name.into(), who, time, seed: 0, names, headers, is_solved }
    }

    /// Sets the name of the program.
    #[must_use]
    pub fn program(self, program: impl Into<String>) -> Setup {
        Setup { program: program.into(), ..self }
    }
}

/// A game in progress with its players: what can be shown of it and done with it.
#[derive(Debug)]
pub struct Session<'g> {
    game: &'g Arc<AnyGame>,
    engines: Engines,
    setup: Setup,
    live: Live<'g, AnyGame>,
    board: Board,
    thought: Option<Thought>,
    /// The number of moves before the position that is shown, if that is not the last.
    pub(crate) looked_at: Option<usize>,
    /// How games without persons go on, if not as fast as they can.
    pub(crate) pace: Option<Pace>,
    /// Where the game is kept, and where the first was.
    kept_in: Option<[PathBuf; 2]>,
    /// What the file of a resumed game holds: that need not be written again.
    on_file: Option<Record>,
}

impl<'g> Session<'g> {
    /// Creates a session from the start of a game.
    #[must_use]
    pub fn new(game: &'g Arc<AnyGame>, engines: Engines, setup: Setup) -> Session<'g> {
        let start = game.initial();
        Session::from_position(game, engines, setup, start)
    }

    /// Creates a session from another position.
    #[must_use]
    pub fn from_position(
        game: &'g Arc<AnyGame>,
        engines: Engines,
        setup: Setup,
        start: AnyState,
    ) -> Session<'g> {
        let rules = Rules { time: setup.time, ..Rules::default() };
        Session::resumed(game, engines, setup, Match::from_position(&**game, start).rules(rules))
    }

    /// Creates a session in which these moves are made already, as an opening. They can be taken back.
    ///
    /// # Errors
    /// If one of them is not legal where it comes.
    pub fn after_moves(
        game: &'g Arc<AnyGame>,
        engines: Engines,
        setup: Setup,
        start: AnyState,
        moves: &[AnyMove],
    ) -> Result<Session<'g>, IllegalAction> {
        let rules = Rules { time: setup.time, ..Rules::default() };
        let table = Match::from_position(&**game, start).rules(rules).opening(moves)?;
        Ok(Session::resumed(game, engines, setup, table))
    }

    /// Creates a session from a match in progress, as a record has it.
    #[must_use]
    pub fn resumed(
        game: &'g Arc<AnyGame>,
        engines: Engines,
        setup: Setup,
        table: Match<'g, AnyGame>,
    ) -> Session<'g> {
        let seats =
            [0, 1].map(|side| seat(&engines, setup.who[side].clone(), setup.seed.wrapping_add(side as u64)));
        let live = Live::new(game, table.in_words(), seats);
        let board = drawn(live.table(), live.table().history().len());
        let (looked_at, pace) = (None, None);
        let (kept_in, on_file) = (None, None);
        Session { game, engines, setup, live, board, thought: None, looked_at, pace, kept_in, on_file }
    }

    /// Sets the file that the game is saved to, when it is left and before a [new one](Session::again).
    pub fn keep_in(&mut self, place: PathBuf) {
        self.kept_in = Some([place.clone(), place]);
    }

    /// Notes what the file already holds: it is not written again unless the game differs from that.
    pub fn is_on_file(&mut self, record: Record) {
        self.on_file = Some(record);
    }

    /// Writes the game to the file it is [kept in](Session::keep_in), if there is one. A game without moves replaces
    /// nothing, and what [the file holds already](Session::is_on_file) is not written again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self) -> io::Result<()> {
        match &self.kept_in {
            Some([place, _]) if place.exists() && self.on_file == Some(self.record()) => Ok(()),
            Some([place, _]) if !self.table().history().is_empty() || !place.exists() => self.save(place),
            _ => Ok(()),
        }
    }

    /// Returns the match.
    #[must_use]
    pub fn table(&self) -> &Match<'g, AnyGame> {
        self.live.table()
    }

    /// Returns whether it is a puzzle, which a person plays alone.
    #[must_use]
    pub fn is_puzzle(&self) -> bool {
        self.game.is_puzzle()
    }

    /// How it ended, in words; nothing while it goes on.
    pub(crate) fn ending_text(&self) -> Option<String> {
        let ending = self.table().ending()?;
        let solved = self.is_puzzle() && ending.reason == Reason::Rules;
        Some(match solved {
            true => format!("solved in {}", moves_text(self.table().history().len())),
            false => ending_text(ending),
        })
    }

    /// Returns the set-up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the drawing of the position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns how long a side may think now, if that is limited.
    #[must_use]
    pub fn left(&self, side: Side) -> Option<Duration> {
        self.live.left(side)
    }

    /// Returns whether it is a person's turn, in the position that is shown.
    #[must_use]
    pub fn waits_for_a_person(&self) -> bool {
        self.table().ending().is_none() && !self.looks_back() && self.is_person(self.table().turn())
    }

    /// Returns whether a person plays this side.
    #[must_use]
    pub fn is_person(&self, side: Side) -> bool {
        self.setup.who[side.index()] == Who::Human
    }

    /// Returns the text of a move in the position that is shown.
    #[must_use]
    pub fn text(&self, mv: AnyMove) -> String {
        self.game.action_text(self.shown_state(), mv)
    }

    /// Returns the texts of moves made one after the other from the position that is shown.
    #[must_use]
    pub fn line_text(&self, line: &[AnyMove]) -> Vec<String> {
        let mut state = self.shown_state().clone();
        let text = |&mv: &AnyMove| {
            let text = self.game.action_text(&state, mv);
            self.game.play(&mut state, mv);
            text
        };
        line.iter().map(text).collect()
    }

    /// Returns the legal moves; none if the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<AnyMove> {
        let (table, state) = (self.table(), self.table().state());
        if table.ending().is_some() { Vec::new() } else { self.game.moves(state).collect() }
    }

    /// Returns the texts of the moves so far.
    #[must_use]
    pub fn history(&self) -> Vec<String> {
        let moves = self.table().history().iter().zip(self.table().states());
        moves.map(|(&mv, state)| self.game.action_text(state, mv)).collect()
    }

    /// Lets the game go on for at most `wait`. Returns what has happened.
    pub fn poll(&mut self, wait: Duration) -> Vec<Event<AnyMove>> {
        if self.is_held() {
            return Vec::new();
        }
        let events = self.live.poll(wait);
        if !events.is_empty() {
            self.keep_pace(&events);
            self.refresh();
        }
        events
    }

    /// Makes a move of the person to move.
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

    /// Makes a move of the person to move, given as text.
    ///
    /// # Errors
    /// If it is not a person's turn, or there is no such move; with the reason, and moves that there are.
    pub fn play_text(&mut self, text: &str) -> Result<(), String> {
        let mv = self.game.parse_action(self.table().state(), text).map_err(|error| error.to_string())?;
        self.play(mv)
    }

    /// Undoes moves until a person is to move again; or only the end, if it was a resignation, a lost clock or the
    /// like. Returns whether there was anything to undo.
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

    /// Makes undone moves again until a person is to move. Returns whether there were any.
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

    /// Resigns for the person to move or, if an engine is to move, for the other.
    ///
    /// # Errors
    /// If the game is over, or no person plays.
    pub fn resign(&mut self) -> Result<(), String> {
        self.refuse_alone()?;
        let turn = self.table().turn();
        let side = [turn, turn.other()].into_iter().find(|side| self.is_person(*side));
        let side = side.ok_or("no person plays in this game")?;
        self.live.act(side, Action::Resign).map_err(|objection| objection.to_string())?;
        self.refresh();
        Ok(())
    }

    /// What only opponents can do.
    fn refuse_alone(&self) -> Result<(), String> {
        if self.is_puzzle() { Err("a puzzle has no opponent".to_string()) } else { Ok(()) }
    }

    /// Proposes a draw for the person to move: to an engine, which will answer, or to [another
    /// person](Session::answer_draw).
    ///
    /// # Errors
    /// If it is not a person's turn, or that was asked already.
    pub fn propose_draw(&mut self) -> Result<(), String> {
        self.refuse_alone()?;
        let turn = self.table().turn();
        if self.table().ending().is_some() {
            return Err("the game is over".to_string());
        }
        if !self.waits_for_a_person() {
            return Err("it is not your turn".to_string());
        }
        self.live.act(turn, Action::Propose(Proposal::Draw)).map_err(|objection| objection.to_string())
    }

    /// Returns the person who has to answer the proposal of a draw, if there is one.
    #[must_use]
    pub fn asked_for_a_draw(&self) -> Option<Side> {
        let (by, _) = self.table().pending()?;
        self.is_person(by.other()).then_some(by.other())
    }

    /// Accepts or refuses the proposal of a draw.
    ///
    /// # Errors
    /// If no draw was proposed.
    pub fn answer_draw(&mut self, welcome: bool) -> Result<(), String> {
        let side = self.asked_for_a_draw().ok_or("no draw was proposed")?;
        self.live.act(side, Action::Answer(welcome)).map_err(|objection| objection.to_string())?;
        self.refresh();
        Ok(())
    }

    /// Begins a new game between the same players, from where this one began. If games are [kept](Session::keep_in),
    /// this one is kept first, and the new one will be in another file beside it: `game-2.txt` after `game.txt`.
    ///
    /// # Errors
    /// If this game cannot be kept; then it goes on.
    pub fn again(&mut self) -> io::Result<()> {
        self.again_from(self.table().states()[0].clone())
    }

    /// Begins a new game from another position, as [`again`](Session::again) does.
    ///
    /// # Errors
    /// If this game cannot be kept; then it goes on.
    pub fn again_from(&mut self, start: AnyState) -> io::Result<()> {
        self.keep()?;
        let empty = self.table().history().is_empty();
        let next = self.kept_in.clone().map(|[place, first]| match empty {
            true => [place, first],
            false => [free_beside(&first), first],
        });
        let mut setup = Setup { headers: Vec::new(), ..self.setup.clone() };
        setup.seed = setup.seed.wrapping_add(2);
        let pace = self.pace.take().map(|_| Pace::default());
        *self = Session::from_position(self.game, self.engines.clone(), setup, start);
        (self.kept_in, self.pace) = (next, pace);
        Ok(())
    }

    /// Puts another player on this side.
    pub fn seat(&mut self, side: Side, who: Who) {
        self.setup.who[side.index()] = who.clone();
        self.setup.names[side.index()] = None;
        let seed = self.setup.seed.wrapping_add(side.index() as u64);
        self.live.seat(side, seat(&self.engines, who, seed));
    }

    /// Stops the clock, until the next [`poll`](Session::poll).
    pub fn pause(&mut self) {
        self.live.pause();
    }

    /// Returns what an engine thinks of the position by now and, with `in_full`, of every move. The engine begins to
    /// think at the first call.
    pub fn advice(&mut self, in_full: bool) -> Advice {
        self.think(in_full).latest().clone()
    }

    /// Returns what an engine thinks of every move when it has finished; `None` if that takes longer than `time`.
    pub fn advice_within(&mut self, time: Duration) -> Option<Advice> {
        self.think(true).wait(time).cloned()
    }

    /// Returns whether an engine is still thinking about the position.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thought.as_ref().is_some_and(|thought| !thought.finished)
    }

    fn think(&mut self, in_full: bool) -> &mut Thought {
        let mut thought = self.thought.take();
        let known = thought.as_mut().map_or_else(Advice::default, |thought| thought.latest().clone());
        // A thought that goes deep enough is kept; any other begins anew.
        let kept = thought.filter(|thought| thought.in_full || !in_full);
        let begin = || Thought::begin(self.game, &self.engines, self.shown_state(), in_full, known);
        self.thought.insert(kept.unwrap_or_else(begin))
    }

    /// Returns the record of the game so far.
    #[must_use]
    pub fn record(&self) -> Record {
        let Setup { name, who, names, headers, .. } = &self.setup;
        // Who has no name is called what he is.
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

    /// After anything has changed: shows the last position.
    fn refresh(&mut self) {
        self.looked_at = None;
        self.redraw();
    }

    /// After another position is to be shown.
    pub(crate) fn redraw(&mut self) {
        self.thought = None;
        self.board = drawn(self.live.table(), self.shown_ply());
    }
}

/// The first name like this one that no file has: with a number behind it.
fn free_beside(place: &Path) -> PathBuf {
    let stem = place.file_stem().expect("a file that was written has a name").to_string_lossy();
    let ending = place.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    let named = |number: u64| place.with_file_name(format!("{stem}-{number}{ending}"));
    (2..).map(named).find(|place| !place.exists()).expect("there are more numbers than files")
}

/// The drawing of the position after `ply` moves.
fn drawn(table: &Match<'_, AnyGame>, ply: usize) -> Board {
    let states = table.states();
    let before = ply.checked_sub(1).map(|before| &states[before]);
    Board::new(table.game(), &states[ply], before, &states[0])
}

fn seat(engines: &Engines, who: Who, seed: u64) -> Seat<AnyGame> {
    engines.player(who, seed).map_or(Seat::Here, Seat::Player)
}
