//! What was measured, as lines, Markdown and JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use super::others::Other;
use super::plots::{Bar, Growth, Point};
use super::{By, Figure, Row};
use crate::connect_four;

/// The machine: processor, number of them, memory.
pub(crate) struct Machine {
    pub(crate) processor: String,
    pub(crate) processors: usize,
    pub(crate) memory: String,
}

/// Returns what the system says of this machine.
pub(crate) fn machine() -> Machine {
    let read = |path: &str, key: &str| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(key)).map(str::to_string);
        line.and_then(|line| Some(line.split_once(':')?.1.trim().to_string()))
            .unwrap_or_else(|| "unknown".to_string())
    };
    Machine {
        processor: read("/proc/cpuinfo", "model name"),
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        memory: read("/proc/meminfo", "MemTotal"),
    }
}

fn cost(figure: &Figure) -> String {
    match figure.instructions {
        Some(instructions) => format!("{:.1} M instr.", instructions as f64 / 1e6),
        None => format!(
            "{:.3} s ±{:.0} %, {:.0} MB",
            figure.seconds,
            figure.spread * 50.0,
            figure.kilobytes as f64 / 1024.0
        ),
    }
}

/// A row for people who wait.
pub(crate) fn line(row: &Row) -> String {
    let theirs =
        row.theirs.as_ref().map_or(String::new(), |(peer, figure)| format!("{} ({peer})", cost(figure)));
    let ratio = row.ratio().map_or(String::new(), |ratio| format!("{ratio:.2}"));
    format!("{:<44} {:>26}  {ratio:>6}  {theirs}", row.title, cost(&row.ours))
}

/// All that was measured.
pub(crate) struct Found<'a> {
    pub(crate) rows: &'a [Row],
    pub(crate) others: &'a [Other],
    pub(crate) growth: &'a Growth,
    /// Solvers of Connect Four on the public sets; none if these are not at hand.
    pub(crate) solvers: &'a [connect_four::Entry],
}

/// Everything, as a document.
pub(crate) fn markdown(found: &Found<'_>, machine: &Machine, quick: bool) -> String {
    let Found { rows, others, growth, solvers } = found;
    let mut text = String::from("# Beside other programs\n\n");
    let Machine { processor, processors, memory } = machine;
    let how = if quick { "A quick run, two rounds" } else { "Five rounds" };
    let mut say = |line: &str| writeln!(text, "{line}").expect("text can be written");
    say("Written by `cargo run --release -p bench -- peers --write bench`: do not edit.\n");
    say(&format!(
        "Machine: {processor}, {processors} processors, {memory}. {how}, ours and theirs in turn. Seconds"
    ));
    say(
        "are of processor time, the median; ± is half of what the rounds lie apart. Below 1, we are faster.\n",
    );
    say("| | ours | theirs | peer | ratio |\n|---|---:|---:|---|---:|");
    for row in *rows {
        let (peer, theirs) =
            row.theirs.as_ref().map_or(("", String::new()), |(peer, figure)| (*peer, cost(figure)));
        let ratio = row.ratio().map_or(String::new(), |ratio| format!("{ratio:.2}"));
        say(&format!("| {} | {} | {theirs} | {peer} | {ratio} |", row.title, cost(&row.ours)));
    }
    say(
        "\n## Programs that are no dependencies\n\nThey are run if they are on the path under the name given.\n",
    );
    say("| | ours, s | theirs, s | where theirs is from |\n|---|---:|---:|---|");
    for other in *others {
        let shown = |seconds: Option<f64>| seconds.map_or(String::new(), |seconds| format!("{seconds:.3}"));
        say(&format!(
            "| {} | {} | {} | {} |",
            other.what,
            shown(other.ours),
            shown(other.theirs),
            other.source
        ));
    }
    if !solvers.is_empty() {
        say("\n## Connect Four, public sets\n");
        say("Seconds of processor time of one process for a set, one thread, no book.\n");
        say(&connect_four::markdown(solvers));
    }
    say("\n## Growth\n\n| | size | seconds | MB | result |\n|---|---:|---:|---:|---|");
    for point in growth.points.iter().chain(&growth.proofs) {
        say(&format!(
            "| {} | {} | {:.3} | {:.0} | {} |",
            point.series, point.size, point.seconds, point.megabytes, point.result
        ));
    }
    say("\n![states against seconds](growth-time.svg)\n![states against memory](growth-memory.svg)");
    say("![squares against nodes of the prover](growth-proofs.svg)");
    bars_of(&mut text, "Bytes for each position of (4,4,4)", "bytes.svg", &growth.bytes);
    bars_of(&mut text, "Two threads are so many times as fast as one", "speed-up.svg", &growth.speed_up);
    text
}

fn bars_of(text: &mut String, title: &str, picture: &str, bars: &[Bar]) {
    writeln!(text, "\n### {title}\n\n| | |\n|---|---:|").expect("text can be written");
    for Bar { name, value } in bars {
        writeln!(text, "| {name} | {value:.2} |").expect("text can be written");
    }
    writeln!(text, "\n![{title}]({picture})").expect("text can be written");
}

fn figure_json(figure: &Figure) -> Value {
    json!({
        "seconds": figure.seconds,
        "spread": figure.spread,
        "kilobytes": figure.kilobytes,
        "instructions": figure.instructions,
        "result": figure.result,
    })
}

/// Everything, for programs: what [`compare`](mod@super::compare) reads.
pub(crate) fn json(found: &Found<'_>, machine: &Machine, quick: bool) -> String {
    let rows: Vec<Value> = found
        .rows
        .iter()
        .map(|row| {
            let theirs = row.theirs.as_ref();
            json!({
                "title": row.title,
                "by": if row.by == By::Instructions { "instructions" } else { "time" },
                "ours": figure_json(&row.ours),
                "peer": theirs.map(|(peer, _)| peer),
                "theirs": theirs.map(|(_, figure)| figure_json(figure)),
                "ratio": row.ratio(),
            })
        })
        .collect();
    let growth: Vec<Value> =
        found.growth.points.iter().chain(&found.growth.proofs).map(Point::json).collect();
    let bars = |bars: &[Bar]| bars.iter().map(Bar::json).collect::<Vec<Value>>();
    let machine = json!({
        "processor": machine.processor,
        "processors": machine.processors,
        "memory": machine.memory,
    });
    let all = json!({
        "format": 1,
        "machine": machine,
        "quick": quick,
        "rows": rows,
        "connect_four": connect_four::json(found.solvers),
        "growth": growth,
        "bytes": bars(&found.growth.bytes),
        "speed_up": bars(&found.growth.speed_up),
    });
    serde_json::to_string_pretty(&all).expect("numbers and texts can be written") + "\n"
}
