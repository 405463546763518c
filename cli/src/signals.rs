//! Ctrl-C, and the other ways of asking a program to stop.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use game::Stop;

/// The flag that Ctrl-C sets, and on Unix the signals that ask a program to end. A second Ctrl-C, a moment later, ends the
/// program at once: signals that come together are one.
pub fn interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Stop::new();
        let mut handler = Handler { stop: stop.clone(), first: None };
        #[cfg(unix)]
        handle_termination(handler.clone());
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || handler.interrupt());
        stop
    })
    .clone()
}

#[derive(Clone)]
struct Handler {
    stop: Stop,
    first: Option<Instant>,
}

impl Handler {
    fn interrupt(&mut self) {
        let since = *self.first.get_or_insert_with(Instant::now);
        if self.stop.is_stopped() && since.elapsed() > Duration::from_secs(1) {
            terminal::screen::give_back();
            std::process::exit(130);
        }
        self.stop.stop();
    }
}

/// Stops at SIGTERM, and at SIGHUP unless whoever started the program has it ignored, as `nohup` does.
#[cfg(unix)]
fn handle_termination(mut handler: Handler) {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    let all = [SIGTERM, SIGHUP];
    let wanted = if ignores_hangup() { &all[..1] } else { &all[..] };
    // Without a handler the signals still end the program.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) else { return };
    std::thread::spawn(move || signals.forever().for_each(|_| handler.interrupt()));
}

/// Whether SIGHUP is ignored. Where the system does not say, it is taken to be if no terminal is attached, since `nohup`
/// sees to that.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    use std::io::IsTerminal;
    let status = std::fs::read_to_string("/proc/self/status").ok();
    let ignored = status.as_deref().and_then(ignored_signals);
    ignored.map_or_else(
        || {
            !(std::io::stdin().is_terminal()
                || std::io::stdout().is_terminal()
                || std::io::stderr().is_terminal())
        },
        |ignored| ignored & (1 << (signal_hook::consts::SIGHUP - 1)) != 0,
    )
}

/// The signals that are ignored, a bit for each, as Linux writes them.
#[cfg(unix)]
fn ignored_signals(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(line.trim(), 16).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_as_linux_writes_them() {
        assert_eq!(ignored_signals("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t0"), Some(0x1001));
        assert_eq!(ignored_signals("Name:\tx\n"), None);
    }
}
