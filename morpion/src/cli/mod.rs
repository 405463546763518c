//! The command line: what was typed becomes what is meant, a command answers, and the answer is printed once, as text
//! or as JSON.
//!
//! Exit codes: 0 if all is well, 1 if a limit was reached before the answer was complete, 2 if the question makes no
//! sense.

mod analyze;
mod answer;
mod args;
mod bench;
mod bitmap;
mod check;
mod check_report;
mod compare;
mod count;
mod count_symbolic;
mod draft;
mod draw;
mod engines;
mod explore;
mod games;
mod info;
mod pages;
mod perft;
mod play;
mod play_args;
mod progress;
mod reach;
mod simulate;
mod solve;
mod start;
mod strong;
mod survey;
mod tournament;
mod tree;
mod tree_report;
mod units;
mod versus;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use answer::{Answer, Failure};
use args::{Args, Command};
use clap::Parser;

/// Runs the program.
pub fn run() -> ExitCode {
    let args = Args::parse();
    let Some(command) = args.command else {
        return print(WELCOME, ExitCode::SUCCESS);
    };
    if let Command::Play(args) = command {
        return play::run(&args).unwrap_or_else(|failure| fail(&failure));
    }
    match answer(command) {
        Ok((answer, json)) => {
            let code = if answer.complete { ExitCode::SUCCESS } else { ExitCode::from(1) };
            let text = if json { answer.json_line() } else { answer.text };
            print(&text, code)
        }
        Err(failure) => fail(&failure),
    }
}

fn answer(command: Command) -> Result<(Answer, bool), Failure> {
    Ok(match command {
        Command::Games { json } => (games::answer(), json),
        Command::Info(args) => (info::answer(&args)?, args.json),
        Command::Tree(args) => (tree::answer(&args)?, args.json),
        Command::Perft(args) => (perft::answer(&args)?, args.json),
        Command::Count(args) => (count::answer(&args)?, args.json),
        Command::Solve(args) if args.strong => (strong::answer(&args)?, args.search.json),
        Command::Solve(args) => (solve::answer(&args)?, args.search.json && args.batch.is_none()),
        Command::Analyze(args) => (analyze::answer(&args)?, args.search.json),
        Command::Bench { json } => (bench::answer()?, json),
        Command::Check(args) => (check::answer(&args)?, args.json),
        Command::Explore(args) => (explore::answer(&args)?, args.json),
        Command::Simulate(args) => (simulate::answer(&args)?, args.json),
        Command::Reach(args) => (reach::answer(&args)?, args.json),
        Command::Lookup(args) => (strong::lookup(&args)?, args.json),
        // Played before this is asked: its output is the screen.
        Command::Play(_) => (Answer::complete(String::new(), serde_json::Value::Null), false),
        Command::Match(args) => (versus::answer(&args)?, args.contest.json),
        Command::Tournament(args) => (tournament::answer(&args)?, args.contest.json),
        Command::Bitmap(args) => (bitmap::answer(&args)?, args.json),
        Command::Completions { shell } => (pages::completions(shell), false),
        Command::Man { dir } => (pages::manual(dir.as_deref())?, false),
    })
}

const WELCOME: &str = "\
morpion: define a game once; then play it, solve it, explore it, check it, and count it.

Try one of these:
  morpion games               what there is to play with
  morpion play                tic-tac-toe, against a player that makes no mistake
  morpion info connect4       rules, parameters and the start of a game
  morpion tree ttt            the whole game tree of tic-tac-toe, counted and evaluated
  morpion perft connect4 --depth 8
                              how many ways there are to play eight moves

morpion --help lists all commands, morpion COMMAND --help explains one.
";

/// Prints to the standard output. A reader who has seen enough and closed the pipe is no error.
fn print(text: &str, code: ExitCode) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    match write!(out, "{text}{end}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            fail(&Failure::new(format!("cannot write the answer: {error}")))
        }
        _ => code,
    }
}

fn fail(failure: &Failure) -> ExitCode {
    // If even this cannot be written there is nobody left to tell.
    let _ = writeln!(std::io::stderr().lock(), "error: {failure}");
    ExitCode::from(2)
}
