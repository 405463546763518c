//! The engines of the static site: one request in, its events out.
//!
//! The program reads `{"name": …, "body": …}` from its standard input, and writes events, one JSON object a line. The
//! last one is `{"done": …}` or `{"error": …}`, as the protocol says. The first one may be `{"at_home": …}`: the command
//! line that does the same without a browser. A browser keeps it, to show it if the program breaks.

mod at_home;

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use game::Stop;
use protocol::{Ceilings, Event, Home, Service};
use serde_json::{Value, json};

/// The name of the program for home.
const PROGRAM: &str = "morpion";

/// What one request may spend in a browser, which has nobody else to wait for it. The program is linked for twice this
/// memory: tables leave holes as they grow, and engines pass their limit by a little.
pub const CEILINGS: Ceilings = Ceilings {
    time: Duration::from_secs(300),
    quick_time: Duration::from_secs(5),
    memory: 512 << 20,
    quick_memory: 64 << 20,
    threads: 1,
    read_only: false,
};

/// Answers one request, written as JSON, and writes the events.
///
/// # Errors
/// If they cannot be written.
pub fn answer(request: &str, output: impl Write + Send) -> io::Result<()> {
    let output = Lines(Mutex::new((output, Ok(()))));
    let last = match parse(request) {
        Ok((name, body)) => answer_to(&name, &body, &output),
        Err(error) => json!({ "error": error }),
    };
    output.put(&last);
    // The output and its first failure are whole even if a thread has panicked.
    output.0.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

fn parse(request: &str) -> Result<(String, Value), String> {
    let mut request: Value =
        serde_json::from_str(request).map_err(|error| format!("the request is not JSON: {error}"))?;
    let name = request["name"].as_str().ok_or("the request has no `name`")?.to_string();
    Ok((name, request["body"].take()))
}

/// Returns the last event.
fn answer_to(name: &str, body: &Value, output: &Lines<impl Write + Send>) -> Value {
    let games = builtin::catalogue(PROGRAM).without_files();
    let at_home = at_home::command(&games, name, body);
    if let Some(command) = &at_home {
        output.put(&json!({ "at_home": command }));
    }
    let service = Service::new(games, Home::Static, CEILINGS);
    let emit = |event: Event| output.put(&event.to_json());
    match service.answer(name, body, &Stop::new(), &emit) {
        Ok(mut answer) => {
            if let Some(command) = at_home.filter(|_| answer["stopped"].is_string()) {
                answer["at_home"] = command.into();
            }
            json!({ "done": answer })
        }
        Err(refusal) => refusal.to_json(),
    }
}

/// Where events go: one a line, each written at once. The first failure is kept.
struct Lines<W>(Mutex<(W, io::Result<()>)>);

impl<W: Write> Lines<W> {
    fn put(&self, event: &Value) {
        // As in `answer`.
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (output, so_far) = &mut *guard;
        if so_far.is_ok() {
            *so_far = writeln!(output, "{event}").and_then(|()| output.flush());
        }
    }
}
