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
        let checked = File::open(&file).map_err(|error| Fault::Damaged(error.to_string())).and_then(check);
        let (code, text) = match checked {
            Ok((game, value, nodes)) => {
                let seconds = start.elapsed().as_secs_f64();
                (0, format!("valid: {game} is a {value}; {nodes} nodes, {seconds:.2} s"))
            }
            Err(Fault::False(what)) => (1, format!("false: {what}")),
            Err(Fault::Damaged(what)) => (2, format!("not a certificate that can be read: {what}")),
        };
        // The exit code says it, too, if nobody reads this.
        let _ = if code == 0 { writeln!(out, "{file}: {text}") } else { writeln!(err, "{file}: {text}") };
        worst = worst.max(code);
    }
    ExitCode::from(worst)
}
