//! The regression check: what has become slower from one run to another, beyond noise.

use std::process::ExitCode;

use serde_json::Value;

/// Instructions hardly vary.
const INSTRUCTIONS: f64 = 1.02;
/// What processor time varies by between two runs, beside the spread within each.
const TIME: f64 = 0.05;

/// Compares two files that `bench peers` has written; fails if something has become slower, and names it.
pub(crate) fn compare(old: &str, new: &str) -> ExitCode {
    let slower = read(old).and_then(|old| Ok(slower(&old, &read(new)?)));
    match slower {
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
        Ok(slower) if slower.is_empty() => {
            println!("nothing has become slower beyond noise");
            ExitCode::SUCCESS
        }
        Ok(slower) => {
            slower.iter().for_each(|line| println!("{line}"));
            ExitCode::FAILURE
        }
    }
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

/// Returns a line for each workload of both runs that has become slower. Seconds of different machines are not compared;
/// the ratios to peers are.
fn slower(old: &Value, new: &Value) -> Vec<String> {
    let same_machine = old["machine"] == new["machine"];
    let rows = |run: &Value| run["rows"].as_array().cloned().unwrap_or_default();
    let before = rows(old);
    let pairs = rows(new).into_iter().filter_map(|row| {
        let was = before.iter().find(|was| was["title"] == row["title"])?;
        Some((was.clone(), row))
    });
    pairs.filter_map(|(was, is)| worse(&was, &is, same_machine)).collect()
}

fn worse(was: &Value, is: &Value, same_machine: bool) -> Option<String> {
    let of = |row: &Value, path: &str| row.pointer(path).and_then(Value::as_f64);
    let both = |path: &str| of(was, path).zip(of(is, path));
    let spread = ["/ours/spread", "/theirs/spread"].iter().flat_map(|path| [of(was, path), of(is, path)]);
    let noise = 1.0 + TIME + spread.flatten().sum::<f64>() / 2.0;
    let (what, (before, now), allowed) = if let Some(pair) = both("/ours/instructions") {
        ("instructions", pair, INSTRUCTIONS)
    } else if same_machine {
        ("seconds", both("/ours/seconds")?, noise)
    } else {
        ("times the peer", both("/ratio")?, noise)
    };
    let factor = now / before;
    (factor > allowed).then(|| {
        let title = is["title"].as_str().unwrap_or("a row without a title");
        format!("{title}: {factor:.3} times: {before} {what} before, {now} now (up to {allowed:.3} is noise)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(processor: &str, instructions: Option<u64>, seconds: f64, ratio: f64) -> Value {
        let ours = json!({ "seconds": seconds, "spread": 0.02, "instructions": instructions });
        let row = json!({ "title": "a loop", "ours": ours, "theirs": { "spread": 0.02 }, "ratio": ratio });
        json!({ "format": 1, "machine": { "processor": processor }, "rows": [row] })
    }

    #[test]
    fn a_tenth_more_instructions_is_named() {
        let old = run("a", Some(1000), 1.0, 1.0);
        assert!(slower(&old, &run("b", Some(1019), 9.0, 9.0)).is_empty());
        assert!(slower(&old, &run("a", Some(1100), 1.0, 1.0))[0].starts_with("a loop: 1.100 times"));
    }

    #[test]
    fn seconds_count_on_one_machine_and_ratios_on_two() {
        let old = run("a", None, 1.0, 1.0);
        assert!(slower(&old, &run("a", None, 1.05, 2.0)).is_empty());
        assert_eq!(slower(&old, &run("a", None, 1.2, 1.0)).len(), 1);
        assert!(slower(&old, &run("b", None, 5.0, 1.0)).is_empty());
        assert_eq!(slower(&old, &run("b", None, 1.0, 1.2)).len(), 1);
    }
}
