//! The engine of this house, for managers of other people.

mod clock;
mod input;
mod order;
mod stones;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;

use arena::{Action, AnyGame, AnyMove, AnyState, Engines, Match, Rules, Strength, Who, balance};
use catalogue::Catalogue;
use game::look::Pick;
use game::{Game, Notation, Stop};

use clock::Times;
use input::{Heard, read};
use order::{Order, Setting};
use stones::{Stone, Stones};

use crate::board::{Board, SHORTEST};

/// An engine that answers a manager: five in a row on any board that the games of a catalogue have, with any number
/// from five on or exactly five to win.
///
/// It answers a little before the time for a move is over, and uses no more memory than it is told to. Whatever it
/// cannot do it answers with `ERROR` or `UNKNOWN` and the reason.
///
/// ```
/// use gomocup::Brain;
///
/// let mut answers = Vec::new();
/// let orders = "START 15\r\nINFO timeout_turn 100\r\nBEGIN\r\n".as_bytes();
/// Brain::new(builtin::catalogue("morpion")).run(orders, &mut answers).unwrap();
/// assert_eq!(String::from_utf8(answers).unwrap(), "OK\n7,7\n");
/// ```
#[derive(Debug)]
pub struct Brain {
    games: Catalogue,
    /// Columns and rows; none before the start.
    size: Option<(u32, u32)>,
    /// What the manager says about the rules: a number for each, added up.
    rule: u32,
    times: Times,
    memory: usize,
    stones: Stones,
    /// The stones of a `BOARD` that is being read, or what is wrong with them.
    reading: Option<Result<Stones, String>>,
    table: Option<Table>,
}

/// A game that was opened.
#[derive(Debug)]
struct Table {
    board: Board,
    game: AnyGame,
    engines: Engines,
}

/// What to do after an order.
enum Next {
    /// Nothing is to be said.
    Quiet,
    Say(String),
    /// A move is to be found: to be played, or to be suggested only.
    Think {
        plays: bool,
    },
    Quit,
}

/// A move that is being thought about.
struct Thought {
    /// Set to have the answer now.
    stop: Stop,
    since: Instant,
    plays: bool,
}

/// The rules as the manager numbers them.
const EXACTLY_FIVE: u32 = 1;
/// What is kept free of the memory that is allowed, for the program itself.
const RESERVED: usize = 32 << 20;
/// The most memory for thinking, unless the manager allows less.
const MEMORY: usize = 256 << 20;
/// The least that it is any use to think with.
const LEAST_MEMORY: usize = 1 << 20;
/// The orders that wait while a move is being thought about.
const WAITING: usize = 4096;

impl Brain {
    /// Creates an engine that plays the games of a catalogue.
    #[must_use]
    pub fn new(games: Catalogue) -> Brain {
        Brain {
            games,
            size: None,
            rule: 0,
            times: Times::default(),
            memory: MEMORY,
            stones: Stones::default(),
            reading: None,
            table: None,
        }
    }

    /// Obeys orders until one says `END` or there are no more. A move that is being thought about when the input ends
    /// is answered at once; after `END` there are no more answers.
    ///
    /// # Errors
    /// If an answer cannot be written.
    pub fn run(mut self, input: impl BufRead + Send, output: &mut impl Write) -> io::Result<()> {
        let (sender, heard) = sync_channel(WAITING);
        std::thread::scope(|scope| {
            let reader = sender.clone();
            scope.spawn(move || read(input, &reader));
            self.obey(&heard, &sender, output)
        })
    }

    /// Obeys orders, and does not wait for their reader in the end: for a program that ends then.
    ///
    /// # Errors
    /// If an answer cannot be written.
    pub fn run_detached(
        mut self,
        input: impl BufRead + Send + 'static,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let (sender, heard) = sync_channel(WAITING);
        let reader = sender.clone();
        std::thread::spawn(move || read(input, &reader));
        self.obey(&heard, &sender, output)
    }

    fn obey(
        &mut self,
        heard: &Receiver<Heard>,
        sender: &SyncSender<Heard>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let mut waiting = std::collections::VecDeque::new();
        let (mut thought, mut is_over) = (None::<Thought>, false);
        loop {
            let ready = if thought.is_none() { waiting.pop_front() } else { None };
            let next = match ready {
                Some(line) => Heard::Line(line),
                None if is_over && thought.is_none() => return Ok(()),
                None => heard.recv().expect("this has a sender itself"),
            };
            match (next, thought.take()) {
                (Heard::Move(answer), Some(Thought { since, plays, .. })) => {
                    let line = self.moved(answer, plays, since);
                    say(output, &line)?;
                }
                (Heard::Move(_), None) => {}
                (Heard::End, thinking) => {
                    is_over = true;
                    thinking.iter().for_each(|thinking| thinking.stop.stop());
                    thought = thinking;
                }
                (Heard::Line(line), Some(thinking)) => {
                    match Order::read(&line) {
                        Order::End => {
                            thinking.stop.stop();
                            return Ok(());
                        }
                        Order::Start(_) | Order::RectStart(..) | Order::Restart => thinking.stop.stop(),
                        _ => {}
                    }
                    waiting.push_back(line);
                    thought = Some(thinking);
                }
                (Heard::Line(line), None) => match self.order(&line) {
                    Next::Quiet => {}
                    Next::Say(line) => say(output, &line)?,
                    Next::Quit => return Ok(()),
                    Next::Think { plays } => match self.think(sender, is_over, plays) {
                        Ok(thinking) => thought = Some(thinking),
                        Err(why) => say(output, &format!("ERROR {why}"))?,
                    },
                },
            }
        }
    }

    /// Does what a line says.
    fn order(&mut self, line: &str) -> Next {
        // Between a carriage return and a line feed there is nothing.
        if line.is_empty() {
            return Next::Quiet;
        }
        let order = Order::read(line);
        // A manager that begins anew or ends in the middle of a board does not want the rest of it.
        let is_broken_off =
            matches!(order, Order::Start(_) | Order::RectStart(_) | Order::Restart | Order::End);
        if let Some(reading) = self.reading.take()
            && !is_broken_off
        {
            return self.read_board(line, reading);
        }
        match order {
            Order::Nothing => Next::Quiet,
            Order::Start(size) => self.start(size.map(|size| (size, size))),
            Order::RectStart(size) => self.start(size),
            Order::Restart => match self.size {
                None => not_started(),
                size => self.start(size),
            },
            Order::Begin | Order::Suggest if self.size.is_none() => not_started(),
            Order::Begin => Next::Think { plays: true },
            Order::Suggest => Next::Think { plays: false },
            Order::Turn(place) => self.place(place, false, Next::Think { plays: true }),
            Order::Play(place) => {
                let answer = place.map_or_else(String::new, |(x, y)| format!("{x},{y}"));
                self.place(place, true, Next::Say(answer))
            }
            Order::TakeBack(place) => self.take_back(place),
            Order::Board if self.size.is_none() => not_started(),
            Order::Board => {
                self.reading = Some(Ok(Stones::default()));
                Next::Quiet
            }
            Order::Info(setting) => self.set(setting),
            Order::About => Next::Say(format!(
                "name=\"{}\", version=\"{}\", author=\"the authors of {0}\", country=\"\"",
                self.games.program(),
                env!("CARGO_PKG_VERSION")
            )),
            Order::End => Next::Quit,
            Order::Unknown(word) => Next::Say(format!("UNKNOWN order `{word}`")),
        }
    }

    /// Begins a game on an empty board.
    fn start(&mut self, size: Option<(u32, u32)>) -> Next {
        let Some((columns, rows)) = size else {
            return error("the size of the board is missing, for example START 15 or RECTSTART 20,15");
        };
        if columns.min(rows) < SHORTEST {
            return error(&format!("five in a row do not fit; {SHORTEST} columns and rows are the least"));
        }
        let board = Board { columns, rows, exact: false };
        if let Err(mistake) = self.games.open(&board.to_string()) {
            return error(&format!("{}; {}", mistake.problem, mistake.help));
        }
        self.size = Some((columns, rows));
        self.stones = Stones::default();
        self.times.begin();
        Next::Say("OK".to_string())
    }

    /// Puts a stone on the board.
    fn place(&mut self, place: Option<(u32, u32)>, is_own: bool, next: Next) -> Next {
        if self.size.is_none() {
            return not_started();
        }
        let Some(place) = place else { return error("a column and a row are missing, as in 7,7") };
        match self.inside(place).and_then(|cell| self.stones.put(Stone { cell, is_own })) {
            Ok(()) => next,
            Err(why) => error(&why),
        }
    }

    fn take_back(&mut self, place: Option<(u32, u32)>) -> Next {
        let Some(place) = place else { return error("a column and a row are missing, as in 7,7") };
        match self.inside(place).and_then(|cell| self.stones.take(cell)) {
            Ok(()) => Next::Say("OK".to_string()),
            Err(why) => error(&why),
        }
    }

    /// Returns the cell of a place on the board.
    fn inside(&self, (x, y): (u32, u32)) -> Result<usize, String> {
        let (columns, rows) = self.size.ok_or("there is no board before START")?;
        let cell = Board { columns, rows, exact: false }.cell((x, y));
        cell.ok_or_else(|| format!("{x},{y} is outside the board of {columns} columns and {rows} rows"))
    }

    /// Reads a line of a `BOARD`.
    fn read_board(&mut self, line: &str, reading: Result<Stones, String>) -> Next {
        if line.eq_ignore_ascii_case("done") {
            return match reading {
                Ok(stones) => {
                    self.stones = stones;
                    Next::Think { plays: true }
                }
                Err(why) => error(&why),
            };
        }
        // The first mistake is the one to report, after the last line.
        self.reading = Some(reading.and_then(|mut stones| {
            let (place, is_own) = stones::read(line)?;
            stones.put(Stone { cell: self.inside(place)?, is_own })?;
            Ok(stones)
        }));
        Next::Quiet
    }

    /// Takes note of something that the manager says.
    fn set(&mut self, setting: Setting) -> Next {
        match setting {
            Setting::Time(key, milliseconds) => self.times.set(key, milliseconds),
            Setting::Memory(0) => self.memory = MEMORY,
            Setting::Memory(bytes) => {
                let left = (bytes as usize).saturating_sub(RESERVED) / 4 * 3;
                self.memory = left.clamp(LEAST_MEMORY, MEMORY);
            }
            Setting::Rule(rule) => {
                self.rule = rule;
                return self.exact().map_or_else(|why| error(&why), |_| Next::Quiet);
            }
            Setting::Evaluate(place) => return self.evaluate(place),
            Setting::Other => {}
        }
        Next::Quiet
    }

    /// Whether exactly five win; an error if the rules are others.
    fn exact(&self) -> Result<bool, String> {
        match self.rule {
            0 => Ok(false),
            EXACTLY_FIVE => Ok(true),
            rule => Err(format!(
                "rule {rule} is not played here: {}; 0 is five or more in a row, and 1 exactly five",
                if rule & 4 != 0 { "it is renju" } else { "it is continuous, or another game" }
            )),
        }
    }

    /// Opens the game, unless that was done.
    fn table(&mut self) -> Result<&Table, String> {
        let ((columns, rows), exact) = (self.size.ok_or("there is no board before START")?, self.exact()?);
        let board = Board { columns, rows, exact };
        if self.table.as_ref().is_none_or(|table| table.board != board) {
            let opened = self.games.open(&board.to_string());
            let opened = opened.map_err(|mistake| format!("{}; {}", mistake.problem, mistake.help))?;
            let (game, engines) = opened.variant.players().ok_or("the board is no game of two players")?;
            self.table = Some(Table { board, game, engines });
        }
        Ok(self.table.as_ref().expect("it was opened"))
    }

    /// Returns the position on the board, where it is this engine's turn.
    fn position(&mut self) -> Result<AnyState, String> {
        self.table()?;
        let Table { board, game, .. } = self.table.as_ref().expect("it was opened");
        let drawing = self.stones.drawing(*board)?;
        let state = game.parse_board(&drawing).map_err(|error| error.to_string())?;
        match game.outcome(&state) {
            Some(_) => Err("the game is over".to_string()),
            None => Ok(state),
        }
    }

    /// Begins to think, in a thread that sends the move when it is found.
    fn think(&mut self, sender: &SyncSender<Heard>, at_once: bool, plays: bool) -> Result<Thought, String> {
        let since = Instant::now();
        let state = self.position()?;
        let Table { board, game, engines } = self.table.as_ref().expect("the position is one of it");
        let (board, game, engines) = (*board, game.clone(), engines.clone());
        let (time, memory, sender) = (self.times.control(), self.memory, sender.clone());
        let stop = Stop::new();
        let thought = Thought { stop: stop.clone(), since, plays };
        if at_once {
            stop.stop();
        }
        std::thread::spawn(move || {
            let who = Who::Engine(Strength { nodes: None, depth: None, time: None, blunders: 0 });
            let mut player =
                engines.watched_player(who, 0, memory, |_| ()).expect("there is an engine for every game");
            let table =
                Match::from_position(&game, state).rules(Rules { time: [time; 2], ..Rules::default() });
            let answer = match player.act(&table.request(&stop)) {
                Action::Move(mv) => place_of(board, &game, table.state(), mv),
                _ => None,
            };
            // If nobody waits for it, the orders have come to their end.
            let _ = sender.send(Heard::Move(answer));
        });
        Ok(thought)
    }

    /// Plays a move that was found, or suggests it.
    fn moved(&mut self, answer: Option<(u32, u32)>, plays: bool, since: Instant) -> String {
        self.times.spend(since.elapsed());
        let Some((x, y)) = answer else { return "ERROR no move was found".to_string() };
        if !plays {
            return format!("SUGGEST {x},{y}");
        }
        let put = self.inside((x, y)).and_then(|cell| self.stones.put(Stone { cell, is_own: true }));
        put.map_or_else(|why| format!("ERROR {why}"), |()| format!("{x},{y}"))
    }

    /// Says how good a move would be.
    fn evaluate(&mut self, place: Option<(u32, u32)>) -> Next {
        const TIME: std::time::Duration = std::time::Duration::from_millis(50);
        let Some(place) = place else { return error("a column and a row are missing, as in 7,7") };
        let found = self.inside(place).and_then(|cell| {
            let state = self.position()?;
            let Table { game, engines, .. } = self.table.as_ref().expect("the position is one of it");
            let look = game.look(&state);
            let name = &look.grids().first().ok_or("the board is no grid")?.cells[cell].name;
            let mv = game.parse_action(&state, name).map_err(|error| error.to_string())?;
            let next = game.next(&state, mv);
            let limits = game::Limits::default().time(TIME).memory(self.memory);
            Ok(1.0 - (balance(engines.choose(&next, &limits).worth) + 1.0) / 2.0)
        });
        let (x, y) = place;
        match found {
            Ok(estimate) => Next::Say(format!("MESSAGE {x},{y}: {:.0} % for me", 100.0 * estimate)),
            Err(why) => Next::Say(format!("MESSAGE {x},{y}: {why}")),
        }
    }
}

fn not_started() -> Next {
    error("there is no board before START")
}

fn error(why: &str) -> Next {
    Next::Say(format!("ERROR {why}"))
}

/// Writes an answer, so that it is read at once.
fn say(output: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(output, "{line}")?;
    output.flush()
}

/// The column and row of a move.
fn place_of(board: Board, game: &AnyGame, state: &AnyState, mv: AnyMove) -> Option<(u32, u32)> {
    match game.picks(state, mv).first()? {
        Pick::Cell { cell, .. } if *cell < board.cells() => Some(board.place(*cell)),
        _ => None,
    }
}
