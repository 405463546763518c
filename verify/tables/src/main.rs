//! `morpion-verify-tables FILE…`: checks tables of the values of all positions of a game.

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use tables::{Fault, Table, sets, states};

const USAGE: &str = "usage: morpion-verify-tables [--states] FILE…

Checks tables of diagrams that `morpion solve GAME --strong --save FILE` writes:
by operations on sets of positions, or, with --states, position by position.
Exit code: 0 if all are right, 1 if one is false, 2 if one cannot be read.
";

fn main() -> ExitCode {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let (mut out, mut err, mut worst) = (std::io::stdout(), std::io::stderr(), 0);
    let by_states = files.first().is_some_and(|first| first == "--states");
    files.drain(..usize::from(by_states));
    if files.is_empty() || files[0].starts_with('-') {
        let asked = files.iter().any(|file| file == "--help" || file == "-h");
        // A reader who has seen enough closes the pipe; the exit code still counts.
        let _ = if asked { out.write_all(USAGE.as_bytes()) } else { err.write_all(USAGE.as_bytes()) };
        return ExitCode::from(if asked { 0 } else { 2 });
    }
    for file in files {
        let begin = Instant::now();
        let table =
            File::open(&file).map_err(|error| Fault::Damaged(error.to_string())).and_then(Table::read);
        let checked = table.and_then(|table| {
            let count = if by_states { states::check(&table) } else { sets::check(&table) };
            count.map(|count| (table.game, count))
        });
        let (code, text) = match checked {
            Ok((game, count)) => {
                let seconds = begin.elapsed().as_secs_f64();
                (0, format!("right: {game}, all {count} positions; {seconds:.2} s"))
            }
            Err(Fault::False(what)) => (1, format!("false: {what}")),
            Err(Fault::Damaged(what)) => (2, format!("not a table that can be read: {what}")),
        };
        // The exit code says it, too, if nobody reads this.
        let _ = if code == 0 { writeln!(out, "{file}: {text}") } else { writeln!(err, "{file}: {text}") };
        worst = worst.max(code);
    }
    ExitCode::from(worst)
}
