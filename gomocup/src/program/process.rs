//! A program in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command as System, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::command::Command;
#[cfg(unix)]
use super::guardian::{Guardian, MARK};

/// The most bytes of a line.
const LONGEST_LINE: usize = 1 << 14;
/// The most lines that wait to be read: a program that prints more is held up.
const MOST_LINES: usize = 256;
/// How long a program may take to end when it is told to.
const GRACE: Duration = Duration::from_millis(100);

/// What was heard of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// A line that did not end in time.
    TooLong,
    /// Nothing in the time there was.
    Nothing,
    /// It has closed its output, or ended.
    End,
}

/// A program at work. When it is dropped, it is told to end, and then killed with all that it started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// What is still to be written: a program that does not read holds up nobody.
    input: Option<Sender<String>>,
    lines: Receiver<Heard>,
    #[cfg(unix)]
    guardian: Option<Guardian>,
}

impl Process {
    /// Starts a program that may use `memory` bytes of addresses, where the system can see to that.
    pub(super) fn start(command: &Command, memory: usize) -> std::io::Result<Process> {
        #[cfg(unix)]
        let (mark, mut guardian) = {
            let mark = new_mark();
            let guardian = Guardian::new(&mark)?;
            (mark, guardian)
        };
        let mut system = limited(command, memory);
        #[cfg(unix)]
        system.env(MARK, mark);
        system.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = system.spawn()?;
        let output = child.stdout.take().expect("its output is a pipe");
        let stdin = child.stdin.take().expect("its input is a pipe");
        let (input, orders) = channel();
        let (heard, lines) = sync_channel(MOST_LINES);
        std::thread::spawn(move || read(output, &heard));
        std::thread::spawn(move || write(stdin, &orders));
        count(1);
        #[cfg(unix)]
        let told = guardian.guard(&child);
        let process = Process {
            child,
            input: Some(input),
            lines,
            #[cfg(unix)]
            guardian: Some(guardian),
        };
        #[cfg(unix)]
        told?;
        Ok(process)
    }

    /// Sends a line.
    pub(super) fn say(&self, line: &str) {
        // A writer that has ended has found the pipe closed, which the reader finds as well.
        let _ = self.input.as_ref().map(|input| input.send(format!("{line}\r\n")));
    }

    /// Waits for a line.
    pub(super) fn hear(&self, time: Duration) -> Heard {
        match self.lines.recv_timeout(time) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("END");
        self.input = None;
        let until = Instant::now() + GRACE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.hear(left) == Heard::End {
                break;
            }
        }
        // The group is killed before its leader is buried, so that its number belongs to nobody else.
        #[cfg(unix)]
        drop(self.guardian.take());
        // A process that has ended cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
        count(-1);
    }
}

/// The command of the system that starts a program within limits.
#[cfg(unix)]
fn limited(command: &Command, memory: usize) -> System {
    use std::os::unix::process::CommandExt;
    const SCRIPT: &str = r#"ulimit -c 0; ulimit -v "$1"; shift; exec "$@""#;
    let mut system = System::new("/bin/sh");
    let kilobytes = (memory >> 10).max(1).to_string();
    system.args(["-c", SCRIPT, "sh", &kilobytes]).args(command.words()).process_group(0);
    system
}

#[cfg(not(unix))]
fn limited(command: &Command, _: usize) -> System {
    let mut system = System::new(&command.words()[0]);
    system.args(&command.words()[1..]);
    system
}

/// A word that no other program is marked with.
#[cfg(unix)]
fn new_mark() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let moment = since.map_or(0, |since| since.as_nanos());
    format!("{}-{}-{moment}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Reads lines until the output ends, or nobody wants them any more.
fn read(output: ChildStdout, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let found = match read_line(&mut output, &mut line) {
            Ok(true) => Heard::Line(String::from_utf8_lossy(&line).trim().to_string()),
            Ok(false) if line.is_empty() => Heard::End,
            Ok(false) if line.len() < LONGEST_LINE => Heard::Line(String::from_utf8_lossy(&line).to_string()),
            Ok(false) => Heard::TooLong,
            Err(_) => Heard::End,
        };
        let is_last = matches!(found, Heard::End | Heard::TooLong);
        if heard.send(found).is_err() || is_last {
            return;
        }
    }
}

/// Reads up to the end of a line: a line feed, or a carriage return alone. Returns whether it was found before the end
/// of the output or the longest line.
fn read_line(output: &mut BufReader<ChildStdout>, line: &mut Vec<u8>) -> std::io::Result<bool> {
    loop {
        let buffer = output.fill_buf()?;
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        // The line goes on behind what has been read.
        let length = end.unwrap_or(buffer.len());
        line.extend_from_slice(&buffer[..length.min(LONGEST_LINE - line.len())]);
        let (is_over, read) = (buffer.is_empty(), length + usize::from(end.is_some()));
        output.consume(read);
        if end.is_some() || is_over || line.len() >= LONGEST_LINE {
            return Ok(end.is_some());
        }
    }
}

/// Writes lines until the pipe is closed at either end.
fn write(mut input: ChildStdin, orders: &Receiver<String>) {
    for order in orders {
        if input.write_all(order.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// The number of programs at work, and a sign that it has changed.
static PROGRAMS: (Mutex<isize>, Condvar) = (Mutex::new(0), Condvar::new());

fn count(change: isize) {
    // A number is whole even if a thread has panicked.
    *PROGRAMS.0.lock().unwrap_or_else(PoisonError::into_inner) += change;
    PROGRAMS.1.notify_all();
}

/// Waits until every program that was started has ended, or this time has passed. Players are dropped in threads of
/// their own, so a match may be over a moment before its programs are. What has not ended then is killed when this
/// process ends.
pub fn wait_for_programs(time: Duration) {
    // As in `count`.
    let programs = PROGRAMS.0.lock().unwrap_or_else(PoisonError::into_inner);
    let left = PROGRAMS.1.wait_timeout_while(programs, time, |programs| *programs > 0);
    drop(left);
}
