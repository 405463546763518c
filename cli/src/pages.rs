//! Completions and manual pages, made from the definitions of the arguments and the names of the games.

use std::path::Path;

use arena::error_text;
use catalogue::Catalogue;
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use serde_json::Value;

use crate::answer::{Answer, Failure};
use crate::files;

/// Returns the script for a shell: it completes commands, options and the names of games.
pub fn completions(shell: Shell, command: Command, games: &Catalogue) -> Answer {
    let abouts = games.entries().iter().map(|entry| entry.about);
    let names: Vec<&str> = abouts
        .flat_map(|about| {
            let aliases = about.aliases.iter().map(|alias| alias.name);
            aliases.chain([about.name]).chain(about.examples.iter().copied())
        })
        .collect();
    let mut command = command.mut_subcommands(|of| {
        let is_game = |argument: &&clap::Arg| ["game", "target"].contains(&argument.get_id().as_str());
        let Some(id) = of.get_arguments().find(is_game).map(|argument| argument.get_id().clone()) else {
            return of;
        };
        of.mut_arg(id, |game| game.value_parser(PossibleValuesParser::new(names.clone())))
    });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, games.program(), &mut script);
    Answer::complete(String::from_utf8_lossy(&script).into_owned(), Value::Null)
}

/// Returns the page of the program on the standard output, or one file per command.
pub fn manual(dir: Option<&Path>, command: Command) -> Result<Answer, Failure> {
    let text = match dir {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command)
                .render(&mut page)
                .map_err(|error| Failure::new(format!("cannot make the page: {}", error_text(&error))))?;
            String::from_utf8_lossy(&page).into_owned()
        }
        Some(dir) => {
            clap_mangen::generate_to(command, dir).map_err(|error| {
                let why = format!("cannot be written: {}; name a folder that exists", error_text(&error));
                files::wrong("--dir", dir, why)
            })?;
            format!("manual pages written to {}\n", dir.display())
        }
    };
    Ok(Answer::complete(text, Value::Null))
}
