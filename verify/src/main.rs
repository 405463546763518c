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
    // A reader who has seen enough closes the pipe; the exit code still counts.
    if files.is_empty() || files[0].starts_with('-') {
        let asked = files.iter().any(|file| file == "--help" || file == "-h");
        let _ = if asked { out.write_all(USAGE.as_bytes()) } else { err.write_all(USAGE.as_bytes()) };
        return ExitCode::from(if asked { 0 } else { 2 });
    }
    for file in files {
        let start = Instant::now();
        let (code, text) = match File::open(&file).map_err(Fault::from).and_then(check) {
            Ok((game, value, nodes)) => (0, format!("valid: {game} is a {value}; {nodes} nodes")),
            Err(Fault::False(what)) => (1, format!("false: {what}")),
            Err(Fault::Damaged(what)) => (2, format!("not a certificate that can be read: {what}")),
        };
        // The exit code says it, too, if nobody reads this.
        let seconds = start.elapsed().as_secs_f64();
        let _ = if code == 0 {
            writeln!(out, "{file}: {text}, {seconds:.2} s")
        } else {
            writeln!(err, "{file}: {text}")
        };
        worst = worst.max(code);
    }
    ExitCode::from(worst)
}
