//! The whole screen in a terminal that `script` emulates: whatever stops or ends the program, the terminal is given
//! back.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::program::heeding_signals;

const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";
const MOUSE_OFF: &str = "\x1b[?1000l";

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A game in a terminal.
struct Terminal {
    script: Child,
    keys: ChildStdin,
    written: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    fn play(arguments: &str) -> Terminal {
        Terminal::play_after("", arguments)
    }

    /// Plays after a command of the shell.
    fn play_after(before: &str, arguments: &str) -> Terminal {
        let mut terminal = Terminal::open(before, arguments);
        // Of a line only what is no space is sure to be written.
        terminal.expect("press");
        terminal
    }

    /// The same, before anything is drawn.
    fn open(before: &str, arguments: &str) -> Terminal {
        // A terminal of no size would show nothing.
        let program = env!("CARGO_BIN_EXE_morpion");
        let command = format!("{before} stty rows 24 cols 80; exec {program} play {arguments}");
        let mut script = heeding_signals("script")
            .args(["-qfec", &command, "/dev/null"])
            .env("TERM", "xterm")
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script`, of util-linux, is installed");
        let (keys, mut output) = (script.stdin.take().unwrap(), script.stdout.take().unwrap());
        let (outbox, written) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if outbox.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut terminal = Terminal { script, keys, written, shown: String::new() };
        terminal.expect(TAKEN);
        terminal
    }

    /// Waits until this was written since the last time.
    #[track_caller]
    fn expect(&mut self, text: &str) {
        assert!(self.comes(text, LONG), "{text:?} is not in {:?}", self.shown);
    }

    /// Whether this is written in time; what comes before it is forgotten.
    fn comes(&mut self, text: &str, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            if let Some(place) = self.shown.find(text) {
                self.shown.drain(..place + text.len());
                return true;
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.written.recv_timeout(left.min(Duration::from_millis(100))) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes),
                // A game that is stopped is silent until it goes on, and so is `script`, which stops with it.
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => self.go_on(),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// The process of the game: the only child of `script`, unless it has ended.
    fn game(&self) -> Option<u32> {
        let script = self.script.id();
        let children = std::fs::read_to_string(format!("/proc/{script}/task/{script}/children")).unwrap();
        children.split_whitespace().next().map(|child| child.parse().unwrap())
    }

    fn kill(&self, signal: &str) {
        assert!(send(signal, self.game().unwrap()));
    }

    fn go_on(&self) {
        send("-CONT", self.script.id());
        if let Some(game) = self.game() {
            // It may have ended meanwhile.
            send("-CONT", game);
        }
    }

    /// The exit code: that of the game.
    fn code(&mut self) -> Option<i32> {
        self.script.wait().unwrap().code()
    }
}

/// No game outlives its test.
impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless the test has failed.
        let _ = self.script.kill();
    }
}

/// Sends a signal; whether there is such a process.
fn send(signal: &str, process: u32) -> bool {
    let output = Command::new("kill").args([signal, &process.to_string()]).output().unwrap();
    output.status.success()
}

#[test]
fn a_suspended_game_gives_the_terminal_back_and_takes_it_again() {
    for by_key in [true, false] {
        let mut terminal = Terminal::play("ttt");
        match by_key {
            true => terminal.keys.write_all(b"\x1a").unwrap(),
            false => terminal.kill("-TSTP"),
        }
        terminal.expect(MOUSE_OFF);
        terminal.expect(GIVEN_BACK);
        terminal.expect(TAKEN);
        terminal.expect("mnk:3,3,3");
        terminal.keys.write_all(b"q").unwrap();
        terminal.expect(GIVEN_BACK);
        assert_eq!(terminal.code(), Some(0));
    }
}

#[test]
fn signals_that_are_ignored_stay_ignored() {
    let mut terminal = Terminal::play_after("trap '' TSTP QUIT;", "ttt");
    let status = std::fs::read_to_string(format!("/proc/{}/status", terminal.game().unwrap())).unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    for signal in [3, 20] {
        assert_ne!(ignored & 1 << (signal - 1), 0, "signal {signal}");
    }
    // Neither the key nor the signals do anything, and the game goes on.
    terminal.keys.write_all(b"\x1a").unwrap();
    terminal.kill("-TSTP");
    terminal.kill("-QUIT");
    terminal.keys.write_all(b"?").unwrap();
    terminal.expect("Keys");
    assert!(!terminal.shown.contains(GIVEN_BACK));
    terminal.keys.write_all(b"xq").unwrap();
    terminal.expect(GIVEN_BACK);
    assert_eq!(terminal.code(), Some(0));
}

#[test]
fn a_player_is_called_perfect_only_where_it_is() {
    for players in ["--second perfect", "--first perfect"] {
        let mut terminal = Terminal::open("", &format!("gomoku {players}"));
        // Between words there may be a movement of the cursor instead of a space.
        terminal.expect("perfect");
        terminal.expect("where");
        terminal.expect("solved");
        terminal.keys.write_all(b"qy").unwrap();
        terminal.expect(GIVEN_BACK);
    }
}

#[test]
fn a_game_that_is_quit_by_a_signal_gives_the_terminal_back() {
    let mut terminal = Terminal::play("ttt");
    terminal.kill("-QUIT");
    terminal.expect(MOUSE_OFF);
    terminal.expect(GIVEN_BACK);
    assert_eq!(terminal.code(), Some(128 + 3));
}

#[test]
fn control_c_ends_a_game_like_the_signal() {
    for by_key in [true, false] {
        let mut terminal = Terminal::play("ttt");
        match by_key {
            true => terminal.keys.write_all(b"\x03").unwrap(),
            false => terminal.kill("-INT"),
        }
        terminal.expect(GIVEN_BACK);
        assert_eq!(terminal.code(), Some(1), "by key: {by_key}");
    }
}

#[test]
fn a_dumb_terminal_is_written_to_line_by_line() {
    let command = format!("exec {} play ttt", env!("CARGO_BIN_EXE_morpion"));
    let output = Command::new("script")
        .args(["-qfec", &command, "/dev/null"])
        .env("TERM", "dumb")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("[ Turn 0 ] x to move:") && !text.contains('\x1b'), "{text:?}");
}
