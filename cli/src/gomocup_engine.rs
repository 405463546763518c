//! `morpion gomocup`: an engine for managers of other people.

use std::io::{BufReader, ErrorKind, stdin, stdout};
use std::process::ExitCode;

use arena::error_text;
use catalogue::Catalogue;
use gomocup::Brain;

use crate::answer::Failure;

/// Obeys a manager until it says that it is over.
pub fn run(games: &Catalogue) -> Result<ExitCode, Failure> {
    // A manager is no reader of files.
    let brain = Brain::new(games.clone().without_files());
    match brain.run_detached(BufReader::new(stdin()), &mut stdout().lock()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        // A manager that has closed the pipe wants no more answers.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => {
            Err(Failure::new(format!("cannot write to the standard output: {}", error_text(&error))))
        }
    }
}
