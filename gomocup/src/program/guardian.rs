//! Sees to it that nothing is left of a program.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};

/// The variable of the environment that marks a program and whatever it starts.
pub(super) const MARK: &str = "MORPION_PROGRAM";

/// Waits until its input is closed: then this program has told it to, or has ended, however that came about. Then it
/// kills the process group it was told of and, where the system lists processes, all that carry the mark: a process
/// that has left its group is among them.
const SCRIPT: &str = r#"
trap '' HUP INT TERM QUIT PIPE
read -r group
read -r rest
[ -n "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
for round in 1 2 3 4 5 6 7 8; do
    found=$(grep -ls "$1" /proc/[0-9]*/environ 2>/dev/null)
    [ -n "$found" ] || break
    for place in $found; do
        place=${place#/proc/}
        kill -s KILL "${place%/environ}" 2>/dev/null
    done
done
"#;

/// A process that outlives this one, and kills what it was told to.
#[derive(Debug)]
pub(super) struct Guardian {
    process: Child,
    /// Held open as long as the program is to live.
    hold: Option<ChildStdin>,
}

impl Guardian {
    /// Starts a guardian of everything with this mark.
    pub(super) fn new(mark: &str) -> std::io::Result<Guardian> {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "sh", mark]).env_remove(MARK).process_group(0).stdin(Stdio::piped());
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let hold = process.stdin.take();
        Ok(Guardian { process, hold })
    }

    /// Tells it which process leads the group.
    pub(super) fn guard(&mut self, leader: &Child) -> std::io::Result<()> {
        let hold = self.hold.as_mut().expect("it is held until the end");
        writeln!(hold, "{}", leader.id())
    }
}

/// Returns when all is killed.
impl Drop for Guardian {
    fn drop(&mut self) {
        self.hold = None;
        // A guardian that cannot be waited for has ended already.
        let _ = self.process.wait();
    }
}
