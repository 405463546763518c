//! The regression check: what has become slower from one run to another, beyond noise.

use std::process::ExitCode;

use serde_json::Value;

/// Instructions hardly vary.
const INSTRUCTIONS: f64 = 1.02;
/// What processor time varies by between two runs, beside the spread within each.
const TIME: f64 = 0.05;

/// Compares two files that `bench peers` has written; fails if something has become slower, and names it.
pub(crate) fn compare(old: &str, new: &str) -> ExitCode {
    let (old, new) = match read(old).and_then(|old| Ok((old, read(new)?))) {
        Ok(runs) => runs,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let compared = compared(&old, &new);
    compared.missing.iter().for_each(|title| println!("{title}: in the first run only"));
    compared.worse.iter().for_each(|line| println!("{line}"));
    match (compared.pairs, compared.worse.is_empty()) {
        (0, _) => {
            eprintln!("the two runs have no row in common");
            ExitCode::from(2)
        }
        (pairs, true) => {
            println!("nothing in {pairs} rows has become slower beyond noise");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

/// What is to be said of two runs.
struct Compared {
    /// The number of workloads of both runs.
    pairs: usize,
    /// A line for each of them that has become slower, or finds something else.
    worse: Vec<String>,
    /// The titles of those that the second run has not measured.
    missing: Vec<String>,
}

fn read(path: &str) -> Result<Value, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?;
    if value["format"] == 1 && value["rows"].is_array() {
        Ok(value)
    } else {
        Err(format!("{path}: no file that `bench peers --write FOLDER` has written; run it again"))
    }
}

/// Compares the workloads of both runs. Seconds of different machines are not compared; the ratios to peers are.
fn compared(old: &Value, new: &Value) -> Compared {
    let same_machine = old["machine"] == new["machine"];
    // Both were found to be lists when they were read.
    let rows = |run: &Value| run["rows"].as_array().cloned().unwrap_or_default();
    let (before, after) = (rows(old), rows(new));
    let mut compared = Compared { pairs: 0, worse: Vec::new(), missing: Vec::new() };
    for was in &before {
        match after.iter().find(|is| is["title"] == was["title"]) {
            Some(is) => {
                compared.pairs += 1;
                compared.worse.extend(worse(was, is, same_machine));
            }
            None => compared.missing.push(title(was)),
        }
    }
    compared
}

fn title(row: &Value) -> String {
    row["title"].as_str().unwrap_or("a row without a title").to_string()
}

fn worse(was: &Value, is: &Value, same_machine: bool) -> Option<String> {
    let title = title(is);
    let (found, finds) = (&was["ours"]["result"], &is["ours"]["result"]);
    if found != finds {
        return Some(format!("{title}: it found {found} before, and finds {finds} now"));
    }
    let of = |row: &Value, path: &str| row.pointer(path).and_then(Value::as_f64);
    let both = |path: &str| of(was, path).zip(of(is, path));
    let noise = |paths: &[&str]| {
        let spreads = paths.iter().flat_map(|path| [of(was, path), of(is, path)]);
        1.0 + TIME + spreads.flatten().sum::<f64>() / 2.0
    };
    let (what, (before, now), allowed) = if let Some(pair) = both("/ours/instructions") {
        ("instructions", pair, INSTRUCTIONS)
    } else if same_machine {
        ("seconds", both("/ours/seconds")?, noise(&["/ours/spread"]))
    } else {
        ("times the peer", both("/ratio")?, noise(&["/ours/spread", "/theirs/spread"]))
    };
    let factor = now / before;
    (factor > allowed).then(|| {
        format!("{title}: {factor:.3} times: {before} {what} before, {now} now (up to {allowed:.3} is noise)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(processor: &str, instructions: Option<u64>, seconds: f64, ratio: f64) -> Value {
        let ours = json!({ "seconds": seconds, "spread": 0.02, "instructions": instructions, "result": "7" });
        let row = json!({ "title": "a loop", "ours": ours, "theirs": { "spread": 0.02 }, "ratio": ratio });
        json!({ "format": 1, "machine": { "processor": processor }, "rows": [row] })
    }

    #[test]
    fn a_tenth_more_instructions_is_named() {
        let old = run("a", Some(1000), 1.0, 1.0);
        assert!(compared(&old, &run("b", Some(1019), 9.0, 9.0)).worse.is_empty());
        assert!(compared(&old, &run("a", Some(1100), 1.0, 1.0)).worse[0].starts_with("a loop: 1.100 times"));
    }

    #[test]
    fn a_tenth_more_seconds_is_named_whatever_the_peer_does() {
        let (old, mut new) = (run("a", None, 1.0, 1.0), run("a", None, 1.1, 1.0));
        new["rows"][0]["theirs"]["spread"] = json!(0.9);
        assert!(compared(&old, &new).worse[0].starts_with("a loop: 1.100 times: 1 seconds before"));
    }

    #[test]
    fn another_result_and_a_row_that_is_gone_are_named() {
        let (old, mut new) = (run("a", None, 1.0, 1.0), run("a", None, 1.0, 1.0));
        new["rows"][0]["ours"]["result"] = json!("8");
        assert_eq!(compared(&old, &new).worse, ["a loop: it found \"7\" before, and finds \"8\" now"]);
        new["rows"] = json!([]);
        let compared = compared(&old, &new);
        assert_eq!((compared.pairs, compared.missing), (0, vec!["a loop".to_string()]));
    }

    #[test]
    fn seconds_count_on_one_machine_and_ratios_on_two() {
        let old = run("a", None, 1.0, 1.0);
        assert!(compared(&old, &run("a", None, 1.05, 2.0)).worse.is_empty());
        assert_eq!(compared(&old, &run("a", None, 1.2, 1.0)).worse.len(), 1);
        assert!(compared(&old, &run("b", None, 5.0, 1.0)).worse.is_empty());
        assert_eq!(compared(&old, &run("b", None, 1.0, 1.2)).worse.len(), 1);
    }
}
