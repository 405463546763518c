//! A brain of somebody else, as a player.

use std::time::{Duration, Instant};

use arena::{Action, AnyGame, AnyMove, Player, Reason, Request};
use game::look::{Grid, Role};
use game::{Game, Notation, Stop};

use super::answer::Answer;
use super::command::Command;
use super::process::{Heard, Process};
use crate::board::Board;

/// What a program is told, and may use.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What it plays on.
    pub board: Board,
    /// The most bytes of addresses it may use; it is told of a quarter of them, to fill with tables.
    pub memory: usize,
    /// Set when no program is wanted any more.
    pub stop: Stop,
}

/// A program that plays by the Gomocup protocol, as a [`Player`].
///
/// It loses if it ends, says what is no move or no legal one, or does not answer in time, which is five seconds for a
/// move where there are no clocks; [`Player::explanation`] says what it did. It is started, told how much memory it may
/// use, and may take ten seconds to get ready, before any clock runs.
///
/// ```
/// use arena::{AnyGame, Match, Reason, RandomPlayer};
/// use game::Stop;
/// use gomocup::{Board, Program, Setting};
///
/// let opened = builtin::catalogue("morpion").open("gomoku").unwrap();
/// let setting = Setting { board: Board::of(&opened).unwrap(), memory: 1 << 30, stop: Stop::new() };
/// let (game, _) = opened.variant.players().unwrap();
/// // A program that knows no chess, no five in a row, and nothing else.
/// let mut silent = Program::start("true".parse().unwrap(), setting);
/// let mut table = Match::new(&game);
/// let ending = table.run([&mut silent, &mut RandomPlayer::new(1)], &mut |_| {});
/// assert_eq!(ending.reason, Reason::Crash);
/// assert_eq!(table.explanation(), Some("it ended, or closed its output, before it was ready"));
/// ```
#[derive(Debug)]
pub struct Program {
    command: Command,
    setting: Setting,
    process: Option<Process>,
    /// The cells that it knows of, and whether the mark there is its own; none before it has been shown a position.
    shown: Option<Vec<(usize, bool)>>,
    /// Whether it was asked for a move and has not answered.
    owes: bool,
    /// What went wrong at the start, to be reported when it is to move.
    unready: Option<Fault>,
    /// What went wrong at last.
    fault: Option<Fault>,
}

/// Why a program has lost, and that in words.
type Fault = (Reason, String);

/// How long it may take to get ready.
const START: Duration = Duration::from_secs(10);
/// How long it may think about a move where there are no clocks.
const UNTIMED: Duration = Duration::from_secs(5);
/// What may be late on the way here. Where there are clocks they decide, and not this.
const LATE: Duration = Duration::from_millis(100);
/// How often to look whether an answer is still needed.
const LOOK: Duration = Duration::from_millis(10);

impl Program {
    /// Starts a program, and waits until it is ready. If it fails, it loses when it is to move.
    #[must_use]
    pub fn start(command: Command, setting: Setting) -> Program {
        let (process, shown, owes) = (None, None, false);
        let mut program = Program { command, setting, process, shown, owes, unready: None, fault: None };
        program.unready = program.begin().err();
        program
    }

    /// Starts the process, and agrees on the board.
    fn begin(&mut self) -> Result<(), Fault> {
        (self.process, self.shown, self.owes) = (None, None, false);
        let process = Process::start(&self.command, self.setting.memory)
            .map_err(|error| (Reason::Crash, format!("it cannot be started: {error}")))?;
        self.process = Some(process);
        // Programs fill what they are told with tables. They need addresses for more than that, and the protocol has
        // room for a limited number. That can take seconds, so it is told first: what is read before the order to start
        // is done before the answer to it, and takes nothing from the first move.
        self.inform("max_memory", (self.setting.memory / 4).min(i32::MAX as usize) as i64);
        let Board { columns, rows, exact } = self.setting.board;
        if columns == rows {
            self.say(&format!("START {columns}"));
        } else {
            self.say(&format!("RECTSTART {columns},{rows}"));
        }
        self.ready(Instant::now() + START, &self.setting.stop)?;
        for (key, value) in [("rule", i64::from(exact)), ("game_type", 1)] {
            self.inform(key, value);
        }
        Ok(())
    }

    fn say(&self, line: &str) {
        self.process.as_ref().expect("it was started").say(line);
    }

    fn inform(&self, key: &str, value: i64) {
        self.say(&format!("INFO {key} {value}"));
    }

    /// Waits for an answer, but no longer than until `deadline` or `stop`; then there is none.
    fn hear(&self, deadline: Instant, stop: &Stop) -> Result<Option<Answer>, Fault> {
        let process = self.process.as_ref().expect("it was started");
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.is_stopped() {
                return Ok(None);
            }
            match process.hear(left.min(LOOK)) {
                Heard::Nothing => {}
                Heard::TooLong => {
                    return Err((Reason::Illegal, "it printed a line without end".to_string()));
                }
                Heard::End => return Err((Reason::Crash, "it ended, or closed its output".to_string())),
                Heard::Line(line) => match Answer::read(&line) {
                    Answer::Remark => {}
                    answer => return Ok(Some(answer)),
                },
            }
        }
    }

    /// Waits until it says that it is ready.
    fn ready(&self, deadline: Instant, stop: &Stop) -> Result<(), Fault> {
        let heard = self.hear(deadline, stop);
        match heard.map_err(|(reason, why)| (reason, format!("{why}, before it was ready")))? {
            Some(Answer::Ok) => Ok(()),
            Some(Answer::Error(line)) => {
                Err((Reason::Crash, format!("it does not play on this board: `{line}`")))
            }
            Some(answer) => Err((Reason::Illegal, format!("it was to say OK, and said {}", said(&answer)))),
            None => Err((Reason::Time, "it was not ready in time".to_string())),
        }
    }

    /// Tells it how long it may think.
    fn tell_time(&self, request: &Request<'_, AnyGame>, allowed: Duration) {
        // What is longer than the protocol can say is unlimited.
        let milliseconds =
            |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX).min(UNLIMITED);
        // What it needs to print the move, and to be heard, is not for thinking.
        let margin = (allowed / 10).min(Duration::from_millis(200));
        self.inform("timeout_turn", milliseconds(allowed - margin).max(1));
        let (side, clock) = (request.game.turn(request.state), request.clock);
        let left = clock.left(side);
        self.inform("timeout_match", clock.control(side).game.map_or(0, milliseconds));
        self.inform("time_left", left.map_or(UNLIMITED, milliseconds));
    }

    /// Shows it the position, and asks it to move.
    fn ask(&mut self, request: &Request<'_, AnyGame>, allowed: Duration) -> Result<(), Fault> {
        let marks = self.marks(request);
        let known = self.shown.take();
        let news = match &known {
            Some(known) if known.iter().all(|mark| marks.contains(mark)) => {
                Some(marks.iter().filter(|mark| !known.contains(mark)).copied().collect::<Vec<_>>())
            }
            _ => None,
        };
        match (news.as_deref(), &marks[..]) {
            (Some(&[(cell, false)]), _) => {
                let (x, y) = self.setting.board.place(cell);
                self.tell_time(request, allowed);
                self.say(&format!("TURN {x},{y}"));
            }
            (_, []) if known.is_none() => {
                self.tell_time(request, allowed);
                self.say("BEGIN");
            }
            (_, [(cell, false)]) if known.is_none() => {
                let (x, y) = self.setting.board.place(*cell);
                self.tell_time(request, allowed);
                self.say(&format!("TURN {x},{y}"));
            }
            _ => self.show(&marks, known.is_some(), request, allowed)?,
        }
        (self.shown, self.owes) = (Some(marks), true);
        Ok(())
    }

    /// Shows it all marks.
    fn show(
        &self,
        marks: &[(usize, bool)],
        anew: bool,
        request: &Request<'_, AnyGame>,
        allowed: Duration,
    ) -> Result<(), Fault> {
        if anew {
            self.say("RESTART");
            self.ready(Instant::now() + allowed, request.stop)?;
        }
        self.tell_time(request, allowed);
        self.say("BOARD");
        for &(cell, is_own) in marks {
            let (x, y) = self.setting.board.place(cell);
            self.say(&format!("{x},{y},{}", if is_own { 1 } else { 2 }));
        }
        self.say("DONE");
        Ok(())
    }

    /// The marks of a position, in turn those of either player, as far as they come in turn.
    fn marks(&self, request: &Request<'_, AnyGame>) -> Vec<(usize, bool)> {
        let grid = grid(request);
        let of = |role: Role| {
            let cells = grid.cells.iter().enumerate();
            cells.filter(move |(_, cell)| cell.mark.as_ref().is_some_and(|mark| mark.role == role))
        };
        let is_first = request.game.turn(request.state) == game::Player::First;
        let mut second = of(Role::Second);
        let mut marks = Vec::new();
        for (cell, _) in of(Role::First) {
            marks.push((cell, is_first));
            marks.extend(second.next().map(|(cell, _)| (cell, !is_first)));
        }
        marks.extend(second.map(|(cell, _)| (cell, !is_first)));
        marks
    }

    /// Waits for a move.
    fn listen(&mut self, request: &Request<'_, AnyGame>, deadline: Instant) -> Result<AnyMove, Fault> {
        loop {
            match self.hear(deadline, request.stop)? {
                None => return Err((Reason::Time, "it did not answer in time".to_string())),
                Some(Answer::Suggests((x, y))) => self.say(&format!("PLAY {x},{y}")),
                Some(Answer::Move(place)) => {
                    self.owes = false;
                    let (cell, mv) = self.legal(request, place)?;
                    self.shown.as_mut().expect("it was shown a position").push((cell, true));
                    return Ok(mv);
                }
                // It was asked for that before.
                Some(Answer::Ok) => {}
                Some(Answer::Error(line)) => {
                    return Err((Reason::Crash, format!("it gave up with `{line}`")));
                }
                Some(answer) => {
                    return Err((Reason::Illegal, format!("it was to move, and said {}", said(&answer))));
                }
            }
        }
    }

    /// The move to a cell, if that is legal.
    fn legal(&self, request: &Request<'_, AnyGame>, place: (u32, u32)) -> Result<(usize, AnyMove), Fault> {
        let illegal = |why: &str| (Reason::Illegal, format!("it played {},{}, {why}", place.0, place.1));
        let cell = self.setting.board.cell(place).ok_or_else(|| illegal("outside the board"))?;
        let name = &grid(request).cells[cell].name;
        let mv = request.game.parse_action(request.state, name);
        Ok((cell, mv.map_err(|_| illegal("a square that is taken"))?))
    }

    fn play(&mut self, request: &Request<'_, AnyGame>) -> Result<AnyMove, Fault> {
        if let Some(fault) = self.unready.take() {
            return Err(fault);
        }
        // If it still thinks about another position, what it says next would be about that.
        if self.owes || self.fault.take().is_some() {
            self.begin()?;
        }
        // Without a clock it is this that ends its turn.
        let allowed = request.allowed().unwrap_or(UNTIMED);
        let deadline = Instant::now() + allowed + LATE;
        self.ask(request, allowed)?;
        self.listen(request, deadline)
    }
}

/// The longest time that the protocol has room for.
const UNLIMITED: i64 = i32::MAX as i64;

/// The grid of a position.
fn grid(request: &Request<'_, AnyGame>) -> Grid {
    request.game.look(request.state).grids().first().expect("a board is a grid").clone()
}

/// What an answer was, for an explanation.
fn said(answer: &Answer) -> String {
    match answer {
        Answer::Nonsense(line) | Answer::Error(line) => format!("`{line}`"),
        Answer::Move((x, y)) | Answer::Suggests((x, y)) => format!("`{x},{y}`"),
        Answer::Ok => "`OK`".to_string(),
        Answer::Remark => "nothing".to_string(),
    }
}

impl Player<AnyGame> for Program {
    fn act(&mut self, request: &Request<'_, AnyGame>) -> Action<AnyMove> {
        match self.play(request) {
            Ok(mv) => Action::Move(mv),
            Err(fault) => {
                let reason = fault.0;
                self.fault = Some(fault);
                Action::Fail(reason)
            }
        }
    }

    fn explanation(&self) -> Option<String> {
        self.fault.as_ref().map(|(_, why)| why.clone())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use arena::{Match, RandomPlayer};

    use super::*;

    /// A program that makes its tables when it is told how large they may be has made them before it is to move.
    #[test]
    fn memory_is_told_before_the_order_to_start() {
        let script = r#"while read -r line; do case "$line" in
            "INFO max_memory "*) told=yes ;;
            START*) [ "$told" ] || exit; echo OK ;;
            BEGIN*) echo 7,7 ;;
            TURN*) exit ;;
        esac; done"#;
        let opened = builtin::catalogue("morpion").open("gomoku").unwrap();
        let setting = Setting { board: Board::of(&opened).unwrap(), memory: 1 << 30, stop: Stop::new() };
        let (game, _) = opened.variant.players().unwrap();
        let mut program = Program::start(format!("sh -c '{script}'").parse().unwrap(), setting);
        let mut table = Match::new(&game);
        table.run([&mut program, &mut RandomPlayer::new(1)], &mut |_| {});
        assert_eq!(table.history().len(), 2, "{:?}", table.explanation());
        assert_eq!(table.explanation(), Some("it ended, or closed its output"));
    }
}
