//! Signals that stop or end a program while it has the terminal.
//!
//! SIGTSTP (also sent by `kill -TSTP`) and SIGQUIT are only noted while the terminal is taken, so that it can be given
//! back first; at other times they do what they always do. A signal that was ignored when the program started stays
//! ignored. SIGINT, SIGTERM and SIGHUP are for the program to handle: they set its stop flag.

#[cfg(unix)]
pub use unix::is_ignored;
#[cfg(unix)]
pub(super) use unix::{asks_to_quit, asks_to_suspend, on_screen, quit, suspend, suspend_soon, watch};

#[cfg(not(unix))]
pub(super) use other::{asks_to_quit, asks_to_suspend, on_screen, quit, suspend, suspend_soon, watch};

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};

    use signal_hook::consts::{SIGQUIT, SIGTSTP};
    use signal_hook::flag::{register, register_conditional_default};
    use signal_hook::low_level::emulate_default_handler;

    /// What the handlers read and write.
    #[derive(Default)]
    struct Flags {
        /// Whether the terminal is not taken: then signals do what they always do.
        away: Arc<AtomicBool>,
        suspend: Arc<AtomicBool>,
        quit: Arc<AtomicBool>,
    }

    fn flags() -> &'static Flags {
        static FLAGS: OnceLock<Flags> = OnceLock::new();
        FLAGS.get_or_init(Flags::default)
    }

    /// Returns whether the process ignores a signal, as `nohup` makes it ignore SIGHUP; `None` where the system does
    /// not say.
    #[must_use]
    pub fn is_ignored(signal: i32) -> Option<bool> {
        ignored_in(&std::fs::read_to_string("/proc/self/status").ok()?, signal)
    }

    /// Reads whether a signal is ignored, as Linux writes it: a bit for each signal.
    fn ignored_in(status: &str, signal: i32) -> Option<bool> {
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        // What is not written so was not said.
        let ignored = u64::from_str_radix(line.trim(), 16).ok()?;
        Some(ignored & (1 << (signal - 1)) != 0)
    }

    /// Whether SIGTSTP was ignored before it was handled: then nothing suspends the program.
    fn never_suspends() -> bool {
        static IGNORED: OnceLock<bool> = OnceLock::new();
        *IGNORED.get_or_init(|| is_ignored(SIGTSTP) == Some(true))
    }

    /// Begins to note signals. Without handlers the program still stops and ends, only with the screen as it is.
    pub(in crate::screen) fn watch() {
        static WATCHED: OnceLock<()> = OnceLock::new();
        WATCHED.get_or_init(|| {
            never_suspends();
            for (signal, flag) in [(SIGTSTP, &flags().suspend), (SIGQUIT, &flags().quit)] {
                if is_ignored(signal) == Some(true) {
                    continue;
                }
                // Where a signal cannot be caught, it does what it does by itself.
                let _ = register_conditional_default(signal, Arc::clone(&flags().away));
                let _ = register(signal, Arc::clone(flag));
            }
        });
    }

    /// The terminal is taken, or given back.
    pub(in crate::screen) fn on_screen(taken: bool) {
        flags().away.store(!taken, Ordering::SeqCst);
    }

    /// Whether the program was asked to stop for a while since this was last asked.
    pub(in crate::screen) fn asks_to_suspend() -> bool {
        flags().suspend.swap(false, Ordering::SeqCst)
    }

    /// Whether the program was asked to end at once.
    pub(in crate::screen) fn asks_to_quit() -> bool {
        flags().quit.load(Ordering::SeqCst)
    }

    /// Asks the program to stop for a while, unless the signal for that is ignored.
    pub(in crate::screen) fn suspend_soon() {
        flags().suspend.store(!never_suspends(), Ordering::SeqCst);
    }

    /// Stops the program until it is continued. The terminal must have been given back.
    pub(in crate::screen) fn suspend() {
        // If it cannot be stopped it goes on.
        let _ = emulate_default_handler(SIGTSTP);
    }

    /// Ends the program as the signal would have. The terminal must have been given back.
    pub(in crate::screen) fn quit() {
        // It does not return, unless the system refuses.
        let _ = emulate_default_handler(SIGQUIT);
        std::process::exit(128 + SIGQUIT);
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn ignored_signals_are_read_as_linux_writes_them() {
            let status = "Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t0";
            assert_eq!([1, 2, 13].map(|signal| ignored_in(status, signal)), [true, false, true].map(Some));
            assert_eq!(ignored_in("Name:\tx\n", 1), None);
        }
    }
}

#[cfg(not(unix))]
mod other {
    pub(in crate::screen) fn watch() {}

    pub(in crate::screen) fn on_screen(_taken: bool) {}

    pub(in crate::screen) fn asks_to_suspend() -> bool {
        false
    }

    pub(in crate::screen) fn asks_to_quit() -> bool {
        false
    }

    pub(in crate::screen) fn suspend_soon() {}

    pub(in crate::screen) fn suspend() {}

    pub(in crate::screen) fn quit() {}
}
