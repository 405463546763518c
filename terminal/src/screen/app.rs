//! What is shown, and what it means to do something.

use std::path::Path;
use std::time::Duration;

use arena::{AnyMove, Event, Level, Who, error_text};
use game::{Notation, Pick, Player as Side};
use ratatui::layout::Rect;

use super::edit::Editor;
use super::prompt::Prompt;
use crate::words::{ending_text, mark, moves_text};
use crate::{Advice, Session};

/// What the keys are for at the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// To play.
    Board,
    /// To type a move.
    Typing(Prompt),
    /// To type the name of a file.
    Saving(Prompt),
    /// To set up a position.
    Editing(Editor),
    /// To say whether this file, which is there already, is to be replaced.
    Replacing(String),
    /// To choose among what is nowhere on the board; the number of the one that is marked.
    Choosing(Vec<Pick>, usize),
    /// To read the help.
    Help,
    /// To say whether an unfinished game is to end so.
    Asking(Question),
}

/// What is asked before it is done to an unfinished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Leave,
    BeginAgain,
    Resign,
    /// Whether this side agrees to a draw.
    Draw(Side),
}

/// A game on the screen.
#[derive(Debug)]
pub struct App<'g> {
    pub(super) session: Session<'g>,
    pub(super) mode: Mode,
    /// What was picked of a move so far.
    pub(super) picked: Vec<Pick>,
    /// The spot of the board that the cursor is on.
    pub(super) cursor: usize,
    /// The move of the list that the cursor is on.
    pub(super) list_cursor: usize,
    /// Whether the list was chosen to choose from, where there are spots, too.
    pub(super) in_list: bool,
    /// Whether hints are shown.
    pub(super) hints: bool,
    pub(super) advice: Advice,
    /// What the position seemed worth to the first player when that was last known.
    pub(super) balance: Option<f64>,
    pub(super) message: String,
    /// Whether it is to be left.
    done: bool,
    /// Where this game was saved: to be replaced without asking.
    saved: Option<String>,
    /// Where the areas of the board were last drawn, for the mouse.
    pub(super) areas: Vec<Rect>,
    /// Where the moves of the list were last drawn, for the mouse.
    pub(super) rows: Vec<Rect>,
    /// Where what is to be chosen from was last drawn, for the mouse.
    pub(super) choices: Vec<Rect>,
    /// The first move of the list that is shown.
    pub(super) list_from: usize,
}

impl<'g> App<'g> {
    /// Shows a game.
    #[must_use]
    pub fn new(mut session: Session<'g>) -> App<'g> {
        session.at_a_pace();
        let mut app = App {
            session,
            mode: Mode::Board,
            picked: Vec::new(),
            cursor: 0,
            list_cursor: 0,
            in_list: false,
            hints: false,
            advice: Advice::default(),
            balance: None,
            message: "press ? for help".to_string(),
            done: false,
            saved: None,
            areas: Vec::new(),
            rows: Vec::new(),
            choices: Vec::new(),
            list_from: 0,
        };
        app.centre();
        app
    }

    /// Returns whether the person has left the game.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Returns the session, to continue it elsewhere.
    #[must_use]
    pub fn into_session(self) -> Session<'g> {
        self.session
    }

    /// Lets the game go on for a moment.
    pub fn tick(&mut self, wait: Duration) {
        for event in self.session.poll(wait) {
            self.note(&event);
        }
        // While an engine thinks for a move of its own, what was last known is shown.
        let is_open = self.session.table().ending().is_none() || self.session.looks_back();
        if self.session.waits_for_a_person() || self.session.is_looked_through() && is_open {
            self.advice = self.session.advice(self.hints);
            self.balance = self.advice.balance.map(|balance| self.for_first(balance)).or(self.balance);
        } else {
            self.advice = Advice::default();
        }
    }

    /// Turns a balance for the player to move into one for the first player.
    fn for_first(&self, balance: f64) -> f64 {
        if self.session.shown_turn() == Side::First { balance } else { -balance }
    }

    /// Whether an engine still thinks about the hints.
    pub(super) fn is_thinking(&self) -> bool {
        self.session.is_thinking()
    }

    fn note(&mut self, event: &Event<AnyMove>) {
        if let (Event::Ended(_), Mode::Asking(Question::Draw(_))) = (event, &self.mode) {
            self.mode = Mode::Board;
        }
        let history = self.session.history();
        self.message = match event {
            Event::Moved { side, ply, .. } => {
                let text = &history[ply - 1];
                match self.session.is_puzzle() {
                    true => format!("move {ply}: {text}"),
                    false => format!("{} plays {text}", mark(*side)),
                }
            }
            Event::Refused { reason, .. } => reason.clone(),
            Event::Proposed { side, .. } => format!("{} proposes a draw", mark(*side)),
            Event::Answered { side, granted, .. } => {
                format!("{} {} the draw", mark(*side), if *granted { "accepts" } else { "refuses" })
            }
            Event::Undone(0) => "the game goes on".to_string(),
            Event::Undone(moves) => format!("{} undone; r redoes", moves_text(*moves)),
            Event::Redone(moves) => format!("{} redone", moves_text(*moves)),
            Event::Ended(ending) => {
                // If it goes on again by now, it is still worth saying how it had ended.
                let how = self.session.ending_text().unwrap_or_else(|| ending_text(*ending));
                format!("{how}; n starts {}", if self.session.is_puzzle() { "again" } else { "a new game" })
            }
        };
        // What was picked since a move was made is for the next one.
        if !matches!(event, Event::Moved { .. }) {
            self.drop_picks();
        }
        self.keep_cursors();
    }

    /// Plays a move that was typed.
    pub(super) fn play_text(&mut self, text: &str) {
        self.mode = Mode::Board;
        if !self.session.waits_for_a_person() {
            self.refuse();
        } else if let Err(why) = self.session.play_text(text.trim()) {
            self.message = why.replace('\n', "; ");
        } else {
            self.drop_picks();
        }
    }

    pub(super) fn refuse(&mut self) {
        let over = self.session.table().ending().is_some();
        self.message =
            if over { "the game is over; n starts a new one" } else { "it is not your turn" }.to_string();
    }

    /// Looks at the position `by` moves on, or back. After the last position of a watched game another move is made.
    pub(super) fn browse(&mut self, by: isize) {
        let (shown, last) = (self.session.shown_ply(), self.session.table().history().len());
        if by > 0 && shown == last && self.session.table().ending().is_none() {
            self.session.step();
            self.message = "one move more".to_string();
            return;
        }
        self.session.look_at(shown.saturating_add_signed(by).min(last));
        self.balance = None;
        self.message = match (self.session.shown_ply(), by) {
            (0, _) => "the start".to_string(),
            (ply, _) if ply == last => "the last position".to_string(),
            (ply, _) => format!("after move {ply} of {last}"),
        };
        self.drop_picks();
    }

    /// Pauses a watched game, or lets it go on.
    pub(super) fn toggle_pause(&mut self) {
        let paused = !self.session.is_paused();
        self.session.set_pause(paused);
        self.message = if paused { "paused; Space goes on, → makes one move" } else { "goes on" }.to_string();
    }

    /// Makes a watched game faster or slower.
    pub(super) fn change_speed(&mut self, by: isize) {
        if let Some(time) = self.session.change_speed(by) {
            self.message = format!("each move is shown for {} s", time.as_secs_f64());
        }
    }

    pub(super) fn undo(&mut self) {
        if !self.session.undo() {
            self.message = "nothing to undo".to_string();
        }
        self.drop_picks();
    }

    pub(super) fn redo(&mut self) {
        if !self.session.redo() {
            self.message = "nothing to redo".to_string();
        }
        self.drop_picks();
    }

    /// Asks first, if a game is going on that this would end.
    pub(super) fn unless_idle(&mut self, question: Question) {
        let idle = self.session.table().ending().is_some() || self.session.table().history().is_empty();
        match idle && question != Question::Resign {
            true => self.confirmed(question),
            false => self.mode = Mode::Asking(question),
        }
    }

    /// Does what was asked.
    pub(super) fn confirmed(&mut self, question: Question) {
        match question {
            Question::Leave => self.done = true,
            Question::BeginAgain => self.begin_again(),
            Question::Resign => self.resign(),
            Question::Draw(_) => self.answer_draw(true),
        }
    }

    /// Does not do it.
    pub(super) fn denied(&mut self, question: Question) {
        match question {
            Question::Draw(_) => self.answer_draw(false),
            _ => self.message = "the game goes on".to_string(),
        }
    }

    fn begin_again(&mut self) {
        if let Err(error) = self.session.again() {
            self.message = format!("this game cannot be saved: {}", error_text(&error));
            return;
        }
        self.begun("a new game");
    }

    /// Begins to set up a position, from the one that is shown.
    pub(super) fn edit(&mut self) {
        let (game, state) = (self.session.table().game(), self.session.shown_state());
        self.mode = Mode::Editing(Editor::new(game, &game.board_text(state), self.session.board()));
    }

    /// Plays from the position that was set up; goes on setting it up if it makes no sense.
    pub(super) fn set_up(&mut self, mut editor: Editor) {
        match self.session.table().game().parse_board(&editor.text()) {
            Ok(start) => match self.session.again_from(start) {
                Ok(()) => self.begun("a new game from this position"),
                Err(error) => self.message = format!("this game cannot be saved: {}", error_text(&error)),
            },
            Err(error) => {
                editor.message = error.to_string().replace('\n', "; ");
                self.mode = Mode::Editing(editor);
            }
        }
    }

    /// After a new game has begun.
    fn begun(&mut self, message: &str) {
        (self.saved, self.balance) = (None, None);
        self.message = message.to_string();
        self.drop_picks();
        self.centre();
    }

    pub(super) fn resign(&mut self) {
        if let Err(why) = self.session.resign() {
            self.message = why;
        }
    }

    pub(super) fn propose_draw(&mut self) {
        if !self.session.waits_for_a_person() {
            self.refuse();
        } else if let Err(why) = self.session.propose_draw() {
            self.message = why;
        } else if let Some(side) = self.session.asked_for_a_draw() {
            self.mode = Mode::Asking(Question::Draw(side));
        }
    }

    fn answer_draw(&mut self, welcome: bool) {
        if let Err(why) = self.session.answer_draw(welcome) {
            self.message = why;
        }
    }

    /// Makes engines stronger or weaker.
    pub(super) fn change_level(&mut self, by: i8) {
        let engines: Vec<Side> =
            Side::BOTH.into_iter().filter(|side| !self.session.is_person(*side)).collect();
        if engines.is_empty() {
            self.message = "no engine plays in this game".to_string();
        }
        for side in engines {
            let now = match &self.session.setup().who[side.index()] {
                Who::Level(level) => level.number(),
                Who::Random => 0,
                Who::Program(_) => {
                    self.message = format!("{} is a program of its own, without levels", mark(side));
                    continue;
                }
                Who::Perfect | Who::Engine(_) | Who::Human if by > 0 => {
                    self.message = format!("{} plays as well as it can", mark(side));
                    continue;
                }
                Who::Perfect | Who::Engine(_) | Who::Human => 11,
            };
            let next = now.saturating_add_signed(by).clamp(1, 10);
            if let Some(level) = Level::new(next) {
                self.session.seat(side, Who::Level(level));
                self.message = format!("{} plays at level {level}", mark(side));
            }
        }
    }

    /// Saves the game; asks, if there is such a file.
    pub(super) fn save(&mut self, place: &str) {
        match self.saved.as_deref() != Some(place) && Path::new(place).exists() {
            true => self.mode = Mode::Replacing(place.to_string()),
            false => self.save_now(place),
        }
    }

    pub(super) fn save_now(&mut self, place: &str) {
        self.mode = Mode::Board;
        self.message = match self.session.save(Path::new(place)) {
            Ok(()) => {
                self.saved = Some(place.to_string());
                format!("saved to {place}")
            }
            Err(error) => format!("cannot save to {place}: {}", error_text(&error)),
        };
    }
}
