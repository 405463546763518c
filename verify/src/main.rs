//! `morpion-verify FILE…`: checks certificates of the values of games.

use std::fs::File;
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Instant;

use verify::{Fault, check};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() || files[0].starts_with('-') {
        let asked = files.iter().any(|file| file == "--help" || file == "-h");
        return ExitCode::from(say(if asked { 0 } else { 2 }, include_str!("usage.txt")));
    }
    let codes = files.into_iter().map(|file| {
        let start = Instant::now();
        match File::open(&file).map_err(Fault::from).and_then(check) {
            Ok((game, value, nodes)) => {
                let seconds = start.elapsed().as_secs_f64();
                say(0, &format!("{file}: valid: {game} is a {value}; {nodes} nodes, {seconds:.2} s\n"))
            }
            Err(Fault::False(what)) => say(1, &format!("{file}: false: {what}\n")),
            Err(Fault::Damaged(what)) => {
                say(2, &format!("{file}: not a certificate that can be read: {what}\n"))
            }
        }
    });
    ExitCode::from(codes.max().unwrap_or(0))
}

/// Prints a text, errors apart. Returns the exit code, which says it, too, if nobody reads this.
fn say(code: u8, text: &str) -> u8 {
    let _ = if code == 0 { write!(stdout(), "{text}") } else { write!(stderr(), "{text}") };
    code
}
