//! Processes of our own that are started again when they end.

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// With this code a process says that it is no use to start it again.
pub(crate) const REFUSED: i32 = 2;

/// How often it is looked after the processes.
const LOOK: Duration = Duration::from_millis(200);

/// Some processes that are looked after: whichever ends is started again. All end with this.
pub(crate) struct Processes {
    over: Arc<AtomicBool>,
    children: Arc<Mutex<Vec<Child>>>,
    keeper: Option<std::thread::JoinHandle<Result<(), String>>>,
}

/// Starts a process of this program. It ends when its standard input does, however we end.
fn start(arguments: &[String]) -> Result<Child, String> {
    let program =
        std::env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    let mut command = Command::new(program);
    command.args(arguments).arg("--with-parent").stdin(Stdio::piped()).stdout(Stdio::null());
    command.spawn().map_err(|error| format!("a process cannot be started: {error}"))
}

impl Processes {
    /// Starts a process with each of these arguments.
    ///
    /// # Errors
    /// If one cannot be started.
    pub(crate) fn start(all: Vec<Vec<String>>) -> Result<Processes, String> {
        let children: Result<Vec<Child>, String> = all.iter().map(|arguments| start(arguments)).collect();
        let children = Arc::new(Mutex::new(children?));
        let over = Arc::new(AtomicBool::new(false));
        let (seen, stop) = (children.clone(), over.clone());
        let keeper = std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(LOOK);
                let mut children = seen.lock().unwrap_or_else(PoisonError::into_inner);
                for (child, arguments) in children.iter_mut().zip(&all) {
                    let ended = child.try_wait().map_err(|error| error.to_string())?;
                    let Some(status) = ended else { continue };
                    if status.code() == Some(REFUSED) {
                        return Err(format!("`{}` was refused", arguments.join(" ")));
                    }
                    *child = start(arguments)?;
                }
            }
            Ok(())
        });
        Ok(Processes { over, children, keeper: Some(keeper) })
    }

    /// Waits as long as the processes are looked after: for ever, unless one is refused.
    ///
    /// # Errors
    /// Why they are no longer looked after.
    pub(crate) fn wait(mut self) -> Result<(), String> {
        let keeper = self.keeper.take().expect("it is there until it is waited for");
        keeper.join().unwrap_or_else(|_| Err("what looks after the processes broke down".to_string()))
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for child in self.children.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
            // Whoever has ended need not be killed.
            let _ = child.kill();
            let _ = child.wait();
        }
        if let Some(keeper) = self.keeper.take() {
            let _ = keeper.join();
        }
        // The keeper may have started one more just before.
        for child in self.children.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Ends this process when its standard input does: then whoever started it is gone.
pub(crate) fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(0);
    });
}
