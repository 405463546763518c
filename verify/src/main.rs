//! `morpion-verify FILE…`: checks certificates of the values of games.

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use verify::{Fault, check};

const USAGE: &str = "usage: morpion-verify FILE…

Checks certificates that `morpion solve GAME --certify FILE` writes.
Exit code: 0 if all are valid, 1 if one is false, 2 if one cannot be read.
";

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let (mut out, mut err, mut worst) = (std::io::stdout(), std::io::stderr(), 0);
    if files.is_empty() || files.iter().any(|file| file.starts_with('-')) {
        let asked = files.iter().any(|file| file == "--help" || file == "-h");
        let _ = if asked { out.write_all(USAGE.as_bytes()) } else { err.write_all(USAGE.as_bytes()) };
        return ExitCode::from(if asked { 0 } else { 2 });
    }
    for file in files {
        let start = Instant::now();
        let checked = File::open(&file).map_err(Fault::from).and_then(check);
        let seconds = start.elapsed().as_secs_f64();
        // A reader who has seen enough closes the pipe; the exit code still counts.
        let _ = match checked {
            Ok((game, value, nodes)) => {
                writeln!(out, "{file}: valid: {game} is a {value}; {nodes} nodes, {seconds:.2} s")
            }
            Err(Fault::Damaged(what)) => {
                worst = 2;
                writeln!(err, "{file}: not a certificate that can be read: {what}")
            }
            Err(Fault::False { node, what }) => {
                worst = worst.max(1);
                writeln!(err, "{file}: false at node {node}: {what}")
            }
        };
    }
    ExitCode::from(worst)
}
