//! Completions and manual pages, made from the definitions of the arguments.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::Value;

use super::answer::{Answer, Failure};
use super::args::Args;

pub fn completions(shell: Shell) -> Answer {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "morpion", &mut script);
    Answer::complete(String::from_utf8_lossy(&script).into_owned(), Value::Null)
}

/// The page of the program on the standard output, or one file per command.
pub fn manual(dir: Option<&Path>) -> Result<Answer, Failure> {
    let text = match dir {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Args::command())
                .render(&mut page)
                .map_err(|error| Failure::new(format!("cannot make the page: {error}")))?;
            String::from_utf8_lossy(&page).into_owned()
        }
        Some(dir) => {
            clap_mangen::generate_to(Args::command(), dir).map_err(|error| {
                Failure::new(format!("cannot write to {}: {error}; name a folder that exists", dir.display()))
            })?;
            format!("manual pages written to {}\n", dir.display())
        }
    };
    Ok(Answer::complete(text, Value::Null))
}
