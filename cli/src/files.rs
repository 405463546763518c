//! Files that are named on the command line: those to be written are checked before the work begins, those to be read
//! are read within bounds.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use arena::{check_writable, error_text, write_atomically, write_atomically_with};
use catalogue::numbers::about;

use crate::answer::Failure;
use crate::args::Command;

/// The path that stands for the standard input or output.
const STANDARD: &str = "-";

/// Returns whether a path stands for the standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// Reads the name of a file to be written. The standard output is taken: it has the answer.
pub fn parse_output(text: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err("a file has a name, for example answer.txt".to_string()),
        STANDARD => Err("the standard output has the answer; name a file (`./-` is one)".to_string()),
        name => Ok(name.into()),
    }
}

/// Checks that every file which a command is to write can be written.
pub fn check(command: &Command) -> Result<(), Failure> {
    let outputs = outputs(command);
    for (number, (option, place)) in outputs.iter().enumerate() {
        if let Some((other, _)) = outputs[..number].iter().find(|(_, before)| before == place) {
            let place = place.display();
            return Err(Failure::new(format!("{other} and {option} are the same file, {place}; name two")));
        }
        check_writable(place).map_err(|error| unwritable(option, place, &error))?;
    }
    Ok(())
}

/// The files that a command is to write, each with its option.
fn outputs(command: &Command) -> Vec<(&'static str, &Path)> {
    let options = match command {
        Command::Solve(args) => {
            vec![("--save", &args.save), ("--certify", &args.certify), ("--checkpoint", &args.checkpoint)]
        }
        Command::Explore(args) => vec![("--export", &args.export)],
        Command::Reach(args) => vec![("--dot", &args.dot), ("--svg", &args.svg)],
        Command::Play(args) => vec![("--record", &args.record)],
        Command::Match(args) => vec![("--records", &args.contest.records)],
        Command::Tournament(args) => {
            vec![("--results", &args.results), ("--records", &args.contest.records)]
        }
        _ => Vec::new(),
    };
    let named = options.into_iter().filter_map(|(option, place)| Some((option, place.as_deref()?)));
    named.filter(|(_, place)| !is_standard(place)).collect()
}

/// Writes something as it is made: a file whole or not at all, or the standard output, whose reader may have seen
/// enough.
pub fn write_shown(option: &str, place: &Path, shown: &dyn Display) -> Result<(), Failure> {
    let write = |to: &mut dyn Write| {
        let mut to = BufWriter::new(to);
        write!(to, "{shown}").and_then(|()| to.flush())
    };
    let written = if is_standard(place) {
        write(&mut io::stdout().lock())
    } else {
        write_atomically_with(place, |file| write(file))
    };
    match written {
        Err(error) if !is_standard(place) || error.kind() != ErrorKind::BrokenPipe => {
            Err(unwritable(option, place, &error))
        }
        _ => Ok(()),
    }
}

/// Writes a file whole or not at all.
pub fn write(option: &str, place: &Path, text: &str) -> Result<(), Failure> {
    write_atomically(place, text).map_err(|error| unwritable(option, place, &error))
}

/// Returns what is wrong with a file: every message names the option and the file first.
pub fn wrong(option: &str, place: &Path, why: impl Display) -> Failure {
    Failure::new(format!("{option} {}: {why}", place.display()))
}

/// Returns why a file cannot be written.
pub fn unwritable(option: &str, place: &Path, error: &io::Error) -> Failure {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let why = match folder {
        Some(folder) => format!("there is no folder {}", folder.display()),
        None => error_text(error),
    };
    wrong(option, place, format_args!("cannot be written: {why}"))
}

/// Returns why a file cannot be read.
pub fn unreadable(option: &str, place: &Path, error: &io::Error) -> Failure {
    wrong(option, place, format_args!("cannot be read: {}", error_text(error)))
}

/// Reads a text from a file or, if it is `-`, from the standard input; an error if it is longer than `most` bytes.
pub fn read(option: &str, path: &Path, most: usize) -> Result<String, Failure> {
    let wrong = |why: String| wrong(option, path, why);
    let mut text = Vec::new();
    let limit = (most as u64).saturating_add(1);
    let read = if is_standard(path) {
        io::stdin().lock().take(limit).read_to_end(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut text))
    };
    read.map_err(|error| unreadable(option, path, &error))?;
    if text.len() > most {
        return Err(wrong(format!("longer than {}, which is too much", about(most))));
    }
    String::from_utf8(text).map_err(|error| {
        let line =
            1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        wrong(format!("line {line} is not text"))
    })
}
