//! A site, and requests to it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Number, Value, json};

/// Returns the folder of the site, which is built for the first test that asks.
pub(crate) fn site() -> &'static Path {
    static SITE: OnceLock<PathBuf> = OnceLock::new();
    SITE.get_or_init(|| {
        let above = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Node takes scripts for modules if this says so; browsers are told by the page.
        std::fs::write(above.join("package.json"), r#"{ "type": "module" }"#).expect("the folder is ours");
        let folder = above.join("site");
        site::build(&folder).unwrap_or_else(|error| panic!("{error}"));
        folder
    })
}

pub(crate) fn request(name: &str, body: Value) -> Value {
    let mut request = json!({ "name": name });
    request["body"] = body;
    request
}

/// Returns what a script beside these tests writes about the site, a line for each value, when it reads these lines.
pub(crate) fn node(script: &str, input: &[Value]) -> Vec<Value> {
    let mut node = Command::new("node");
    node.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script)).arg(site());
    let started = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut node = started.unwrap_or_else(|error| panic!("these tests need Node, but `node` fails: {error}"));
    let text: String = input.iter().map(|value| format!("{value}\n")).collect();
    // Nothing is written before all is read, so neither side waits for the other.
    node.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("node reads");
    let output = node.wait_with_output().expect("node runs");
    assert!(output.status.success(), "node fails: {}", output.status);
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the last event of each request, answered by WebAssembly.
pub(crate) fn by_wasm(requests: &[Value]) -> Vec<Value> {
    let answers = node("answer.mjs", requests);
    assert_eq!(answers.len(), requests.len());
    answers
        .iter()
        .map(|events| events.as_array().and_then(|all| all.last()).expect("a last event").clone())
        .collect()
}

/// Returns the last event of a request, answered by this machine.
pub(crate) fn natively(request: &Value) -> Value {
    let mut events = Vec::new();
    site_worker::answer(&request.to_string(), &mut events).expect("a vector takes everything");
    let text = String::from_utf8(events).expect("JSON is text");
    serde_json::from_str(text.lines().last().expect("a last event")).expect("an event")
}

/// Returns the answer without times and bytes, which differ from run to run and from machine to machine. Numbers are
/// those of JavaScript, which writes 5.0 as 5.
pub(crate) fn timeless(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(name.as_str(), "seconds" | "bytes" | "per_second"));
            fields.values_mut().for_each(|field| *field = timeless(field.take()));
        }
        Value::Number(number) => *number = Number::from_f64(number.as_f64().expect("JSON")).expect("finite"),
        Value::Array(parts) => parts.iter_mut().for_each(|part| *part = timeless(part.take())),
        _ => {}
    }
    answer
}
