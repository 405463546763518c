//! Programs of other people as players.

use std::time::Duration;

use arena::{Engines, Who};
use catalogue::Opened;
use gomocup::{Board, Command, Program, Setting, wait_for_programs};

use crate::answer::Failure;
use crate::signals::interrupt;
use crate::units;

/// What programs may use.
#[derive(clap::Args)]
pub struct ProgramArgs {
    /// Limit the memory of each program: player to this, where the operating system allows it
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = units::parse_bytes)]
    pub program_memory: usize,
}

/// Returns engines that can start those of the players that are programs.
pub fn with_programs<'a>(
    engines: Engines,
    opened: &Opened,
    players: impl IntoIterator<Item = &'a Who>,
    args: &ProgramArgs,
) -> Result<Engines, Failure> {
    let commands = players.into_iter().filter_map(|who| match who {
        Who::Program(command) => Some(command),
        _ => None,
    });
    let mut commands = commands.peekable();
    if commands.peek().is_none() {
        return Ok(engines);
    }
    for text in commands {
        let wrong = |why: String| Failure::new(format!("program:{text}: {why}"));
        text.parse::<Command>().and_then(|command| command.check()).map_err(wrong)?;
    }
    let board = Board::of(opened).map_err(|why| Failure::new(why.to_string()))?;
    let setting = Setting { board, memory: args.program_memory, stop: interrupt() };
    Ok(engines.with_programs(move |command| {
        let command = command.parse().expect("commands are read before the first game");
        Box::new(Program::start(command, setting.clone()))
    }))
}

/// Lets programs end before this one does.
pub fn finish() {
    const TIME: Duration = Duration::from_secs(3);
    wait_for_programs(TIME);
}
