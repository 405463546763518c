//! Line by line: for screen readers, scripts, and whatever is no terminal.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use arena::{AnyMove, Event, Level, Who, error_text};
use game::{Notation, Player as Side, Stop, shortened};

use crate::words::{UNKNOWN, chances_text, clock_text, ending_text, hint_text, mark, moves_text};
use crate::{Advice, Session};

/// What may be typed: the commands, what they do, and whether only games with an opponent have them.
const COMMANDS: [(&str, &str, bool); 10] = [
    ("moves", "as the game writes them; `moves` lists the legal ones", false),
    ("undo, redo", "take moves back, and make them again", false),
    ("hint", "what is known of each move", false),
    ("level N", "how strong the engine plays, from 1 to 10", true),
    ("resign", "give up", true),
    ("draw", "propose a draw", true),
    ("save FILE", "save the game; as JSON if the name ends in .json; `save! FILE` replaces a file", false),
    ("new", "begin again", false),
    ("board", "draw the board", false),
    ("quit", "leave", false),
];

/// How the game was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It came to its end.
    Over,
    /// The person asked to quit, or there was no more to read.
    Quit,
    /// The stop flag was set.
    Stopped,
}

/// A line that was read; nothing at the end.
type Lines = Receiver<Option<String>>;

/// Now and then it is seen whether something has happened.
const LOOK: Duration = Duration::from_millis(20);

/// Longer lines are cut off: nothing that long means anything.
const LONGEST: usize = 1 << 12;

/// Plays a game line by line, until it is over, there is no more to read, or `stop` is set; then it is
/// [saved](Session::keep) if it has a file.
///
/// # Errors
/// If nothing can be written to the output; or, with an error of the kind [`Other`](io::ErrorKind::Other), if the game
/// cannot be saved.
pub fn run(
    session: Session<'_>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    stop: &Stop,
) -> io::Result<Left> {
    let (outbox, lines) = channel();
    std::thread::spawn(move || read(input, |line| outbox.send(line).is_ok()));
    let mut table = Plain { session, output, asked: false, saved: None };
    let left = table.play(&lines, stop);
    // Kept in any case, also if the output is closed.
    let kept = table.session.keep();
    kept.map_err(|error| io::Error::other(error_text(&error)))?;
    left
}

/// Reads lines, in any encoding, and hands them on until they are not wanted any more.
fn read(mut input: impl BufRead, mut hand_on: impl FnMut(Option<String>) -> bool) {
    loop {
        match read_line(&mut input) {
            Some(line) if hand_on(Some(String::from_utf8_lossy(&line).trim().to_string())) => {}
            Some(_) => return,
            None => {
                hand_on(None);
                return;
            }
        }
    }
}

/// The beginning of a line, as far as it may mean anything.
fn read_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if buffer.is_empty() {
            return any.then_some(line);
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        // A line that goes on after the buffer has all of it.
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = LONGEST.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Some(line);
        }
    }
}

struct Plain<'g, 'w> {
    session: Session<'g>,
    output: &'w mut dyn Write,
    /// Whether the question stands already.
    asked: bool,
    /// Where this game was saved: to be replaced without asking.
    saved: Option<String>,
}

impl Plain<'_, '_> {
    /// Plays until it is left.
    fn play(&mut self, lines: &Lines, stop: &Stop) -> io::Result<Left> {
        self.write_board()?;
        if let Some(ending) = self.session.ending_text() {
            // A game that was over before is there to be read.
            self.say(&self.session.history().join(" "))?;
            self.say(&ending)?;
        }
        loop {
            if stop.is_stopped() {
                self.farewell("stopped")?;
                return Ok(Left::Stopped);
            }
            // A person is waited for below.
            let wait = if self.session.waits_for_a_person() { Duration::ZERO } else { LOOK };
            for event in self.session.poll(wait) {
                self.tell(&event)?;
            }
            if self.session.table().ending().is_some() {
                return Ok(Left::Over);
            }
            let answers = self.session.asked_for_a_draw().is_some();
            let moves = self.session.waits_for_a_person() && self.session.table().pending().is_none();
            if (answers || moves)
                && let Some(left) = self.ask(lines, stop)?
            {
                return Ok(left);
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn write_board(&mut self) -> io::Result<()> {
        let table = self.session.table();
        let board = table.game().board_text(table.state());
        self.say(board.trim_end())?;
        for side in Side::BOTH {
            if let Some(left) = self.session.left(side) {
                writeln!(self.output, "{} has {}", mark(side), clock_text(left))?;
            }
        }
        self.say("")
    }

    /// Asks for a line, and does what it says. How the game was left, if that is so.
    fn ask(&mut self, lines: &Lines, stop: &Stop) -> io::Result<Option<Left>> {
        if !self.asked {
            let table = self.session.table();
            let (turns, turn) = (table.history().len(), mark(table.turn()));
            match self.session.asked_for_a_draw() {
                Some(side) => write!(self.output, "{}, do you agree to a draw? yes or no: ", mark(side))?,
                None if self.session.is_puzzle() => write!(self.output, "[ Move {} ] ", turns + 1)?,
                None => write!(self.output, "[ Turn {turns} ] {turn} to move: ")?,
            }
            self.output.flush()?;
            self.asked = true;
        }
        match lines.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(Some(line)) => {
                self.asked = false;
                match self.session.asked_for_a_draw() {
                    Some(_) => self.agree(&line),
                    None => self.obey(&line, stop),
                }
            }
            Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                self.farewell("end of input")?;
                Ok(Some(Left::Quit))
            }
        }
    }

    /// Says how it stands when the game is left.
    fn farewell(&mut self, why: &str) -> io::Result<()> {
        let moves = self.session.history().join(" ");
        let so_far = if moves.is_empty() { String::new() } else { format!(" The moves so far: {moves}") };
        write!(self.output, "\n{why}: the game is left unfinished.{so_far}\n")
    }

    /// What a person says to the proposal of a draw.
    fn agree(&mut self, line: &str) -> io::Result<Option<Left>> {
        match &*line.to_lowercase() {
            "quit" | "exit" | "q" => {
                self.farewell("bye")?;
                return Ok(Some(Left::Quit));
            }
            answer @ ("yes" | "y" | "no" | "n") => {
                let done = self.session.answer_draw(answer.starts_with('y'));
                self.tried(done)?;
            }
            _ => self.say("type `yes` or `no`")?,
        }
        Ok(None)
    }

    fn obey(&mut self, line: &str, stop: &Stop) -> io::Result<Option<Left>> {
        let (word, rest) =
            line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match &*word.to_lowercase() {
            "" => self.say("type a move, or `help`")?,
            "quit" | "exit" | "q" => {
                self.farewell("bye")?;
                return Ok(Some(Left::Quit));
            }
            "help" | "?" => self.help()?,
            "undo" => {
                let undone = self.session.undo();
                self.say_unless(undone, "nothing to undo")?;
            }
            "redo" => {
                let redone = self.session.redo();
                self.say_unless(redone, "nothing to redo")?;
            }
            "hint" => self.hint(stop)?,
            "level" => self.level(rest)?,
            "resign" => {
                let done = self.session.resign();
                self.tried(done)?;
            }
            "draw" => {
                let done = self.session.propose_draw();
                self.tried(done)?;
            }
            "save" => self.save(rest, false)?,
            "save!" => self.save(rest, true)?,
            "new" => match self.session.again() {
                Ok(()) => {
                    self.saved = None;
                    self.write_board()?;
                }
                Err(error) => self.say(&format!("this game cannot be saved: {}", error_text(&error)))?,
            },
            "board" => self.write_board()?,
            "moves" => self.legal()?,
            _ => {
                if let Err(why) = self.session.play_text(line) {
                    self.say(&why)?;
                }
            }
        }
        Ok(None)
    }

    fn help(&mut self) -> io::Result<()> {
        let is_puzzle = self.session.is_puzzle();
        for (command, what, _) in COMMANDS.into_iter().filter(|(.., opponent)| !(is_puzzle && *opponent)) {
            writeln!(self.output, "{command:<10}  {what}")?;
        }
        Ok(())
    }

    fn tried(&mut self, done: Result<(), String>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(why) => self.say(&why),
        }
    }

    /// Says it if nothing was done; of what was done there is an event.
    fn say_unless(&mut self, done: bool, otherwise: &str) -> io::Result<()> {
        if done { Ok(()) } else { self.say(otherwise) }
    }

    fn hint(&mut self, stop: &Stop) -> io::Result<()> {
        const PATIENCE: Duration = Duration::from_secs(6);
        const SLICE: Duration = Duration::from_millis(50);
        let since = Instant::now();
        // The clock stands still while the program thinks for the person.
        self.session.pause();
        let advice = loop {
            match self.session.advice_within(SLICE) {
                Some(advice) => break advice,
                // What is known by then is worth more than nothing.
                None if stop.is_stopped() || since.elapsed() > PATIENCE => break self.session.advice(true),
                None => {}
            }
        };
        for line in self.hint_lines(&advice) {
            self.say(&line)?;
        }
        let names = |moves: &[AnyMove]| {
            moves.iter().map(|mv| self.session.text(*mv)).collect::<Vec<String>>().join(" ")
        };
        let last = match (advice.estimate(), &advice.best()[..]) {
            (Some(favourite), _) => {
                let (mv, line) = (names(&[favourite.mv]), self.session.line_text(&favourite.line).join(" "));
                let chances = chances_text(favourite.balance);
                format!("the engine's favourite, an estimate: {mv}, chances about {chances}, line {line}")
            }
            (None, []) => "nothing is known of any move yet".to_string(),
            (None, best) => format!("best: {}", names(best)),
        };
        self.say(&last)
    }

    /// The moves of each value, on a line.
    fn hint_lines(&self, advice: &Advice) -> Vec<String> {
        const MANY: usize = 13;
        let mut lines: Vec<(String, Vec<String>)> = Vec::new();
        let mut hints = advice.hints.clone();
        hints.sort_by_key(|hint| std::cmp::Reverse((hint.worth.least(), hint.worth.most())));
        for hint in &hints {
            let (worth, mv) = (hint_text(hint, self.session.is_puzzle()), self.session.text(hint.mv));
            match lines.last_mut() {
                Some((text, moves)) if *text == worth => moves.push(mv),
                _ => lines.push((worth, vec![mv])),
            }
        }
        let line = |(worth, moves): (String, Vec<String>)| match moves.len() {
            // Of many moves of which nothing is known it is enough to know how many they are.
            count @ MANY.. if worth == UNKNOWN => format!("{worth}: {count} moves"),
            _ => format!("{worth}: {}", moves.join(" ")),
        };
        lines.into_iter().map(line).collect()
    }

    fn level(&mut self, text: &str) -> io::Result<()> {
        match text.parse::<Level>() {
            Err(mistake) => self.say(&format!("{}; {}", mistake.problem, mistake.help)),
            Ok(level) => {
                let engines = Side::BOTH.into_iter().filter(|side| !self.session.is_person(*side));
                let engines: Vec<Side> = engines.collect();
                for side in &engines {
                    self.session.seat(*side, Who::Level(level));
                }
                let names: Vec<&str> = engines.into_iter().map(mark).collect();
                match names.is_empty() {
                    true => self.say("no engine plays in this game"),
                    false => self.say(&format!("{} plays at level {level}", names.join(" and "))),
                }
            }
        }
    }

    fn save(&mut self, place: &str, replacing: bool) -> io::Result<()> {
        if place.is_empty() {
            return self.say("save where? for example: save game.txt");
        }
        if !replacing && self.saved.as_deref() != Some(place) && Path::new(place).exists() {
            return self.say(&format!("{place} exists already; `save! {place}` replaces it"));
        }
        match self.session.save(Path::new(place)) {
            Ok(()) => {
                self.saved = Some(place.to_string());
                self.say(&format!("saved to {place}"))
            }
            Err(error) => self.say(&format!("cannot save to {}: {}", shortened(place), error_text(&error))),
        }
    }

    fn legal(&mut self) -> io::Result<()> {
        let moves: Vec<String> = self.session.legal().into_iter().map(|mv| self.session.text(mv)).collect();
        self.say(&moves.join(" "))
    }

    fn tell(&mut self, event: &Event<AnyMove>) -> io::Result<()> {
        if self.asked {
            self.asked = false;
            self.say("")?;
        }
        match event {
            Event::Moved { side, ply, .. } => {
                let text = &self.session.history()[ply - 1];
                match self.session.is_puzzle() {
                    true => writeln!(self.output, "move {ply}: {text}")?,
                    false => writeln!(self.output, "{} plays {text}", mark(*side))?,
                }
                self.write_board()
            }
            Event::Refused { side, reason } => {
                let line = format!("{} cannot do that: {reason}", mark(*side));
                self.say(&line)
            }
            Event::Proposed { side, .. } => self.say(&format!("{} proposes a draw", mark(*side))),
            Event::Answered { side, granted, .. } => {
                let answer = if *granted { "agrees" } else { "refuses" };
                self.say(&format!("{} {answer}", mark(*side)))
            }
            Event::Undone(0) => self.say("the game goes on"),
            Event::Undone(moves) | Event::Redone(moves) => {
                let what = if matches!(event, Event::Undone(_)) { "undone" } else { "redone" };
                self.say(&format!("{} {what}", moves_text(*moves)))?;
                self.write_board()
            }
            Event::Ended(ending) => {
                // If it goes on again by now, it is still worth saying how it had ended.
                let how = self.session.ending_text().unwrap_or_else(|| ending_text(*ending));
                self.say(&how)
            }
        }
    }
}
