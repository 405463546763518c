//! The arguments of `play`, `match` and `tournament`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use arena::{Level, TimeControl, Who};
use game::SyntaxError;

use crate::files::parse_output;
use crate::programs::ProgramArgs;
use crate::units;

/// The arguments of `play`.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// The game: name or name:parameters [default: the game of the saved file, or else the first game listed]
    pub game: Option<String>,
    /// Who plays first, x: human, perfect (as far as it can solve positions), random, level:N, an engine such as
    /// engine:500ms, or program:COMMAND [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = read::<Who>)]
    pub first: Option<Who>,
    /// Who plays second, o [default: perfect, or engine:2s where the start cannot be solved at once]
    #[arg(long, value_name = "PLAYER", value_parser = read::<Who>)]
    pub second: Option<Who>,
    /// How strong the engine plays, unless --second names a player: from 1, a beginner, to 10, the best
    #[arg(long, value_name = "N", value_parser = read::<Level>)]
    pub level: Option<Level>,
    #[command(flatten)]
    pub clock: ClockArgs,
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Play line by line, for screen readers and scripts; the default when output is not a terminal
    #[arg(long)]
    pub plain: bool,
    /// Resume the game saved in FILE, if it exists, and save to it on leaving
    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    pub record: Option<PathBuf>,
    /// Resume the game saved in FILE, and save to it on leaving; from a file with several games one is chosen, and
    /// nothing is saved
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    pub resume: Option<PathBuf>,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", value_parser = pick)]
    pub pick: Option<u32>,
    /// Begin after these moves, separated by commas or spaces, for example a1,b2; or run together where all have the
    /// same length: 4455. They can be taken back
    #[arg(long, value_name = "MOVES", conflicts_with = "resume")]
    pub moves: Option<String>,
    /// Start from the position in FILE (or -, the standard input), drawn as the program draws it; --moves are played
    /// from there
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub board: Option<PathBuf>,
}

/// How long players may think.
#[derive(clap::Args)]
pub struct ClockArgs {
    /// Time for the game, with an optional increment after each move: 5m, 5m+3s
    #[arg(long, value_name = "TIME", value_parser = read::<TimeControl>, allow_hyphen_values = true)]
    pub time: Option<TimeControl>,
    /// Time for each move: 2s, 100ms
    #[arg(long, value_name = "TIME", value_parser = move_time)]
    pub move_time: Option<Duration>,
}

impl ClockArgs {
    /// Returns both together.
    pub fn control(&self) -> TimeControl {
        // By default there is no limit.
        let time = self.time.unwrap_or_default();
        TimeControl { per_move: self.move_time.or(time.per_move), ..time }
    }
}

/// What matches and tournaments have in common.
#[derive(clap::Args)]
pub struct ContestArgs {
    #[command(flatten)]
    pub clock: ClockArgs,
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Begin each game after this many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    pub openings: usize,
    /// Random seed, for openings and players
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Play N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub at_once: u16,
    /// Write the games to this file; a file that exists is only replaced with --replace
    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    pub records: Option<PathBuf>,
    /// Let --records replace a file that exists
    #[arg(long, requires = "records")]
    pub replace: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `match`.
#[derive(clap::Args)]
pub struct MatchArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// Who plays first, x: perfect (as far as it can solve positions), random, level:N, an engine such as engine:500ms,
    /// or program:COMMAND, an engine of somebody else that speaks the Gomocup protocol
    #[arg(long, value_name = "PLAYER", value_parser = read::<Who>)]
    pub first: Who,
    /// Who plays second, o
    #[arg(long, value_name = "PLAYER", value_parser = read::<Who>)]
    pub second: Who,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// The arguments of `tournament`.
#[derive(clap::Args)]
pub struct TournamentArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// The players: perfect (as far as it can solve positions), random, level:N, an engine such as engine:500ms, or
    /// program:COMMAND
    #[arg(required = true, num_args = 2.., value_name = "PLAYER", value_parser = read::<Who>)]
    pub players: Vec<Who>,
    /// How often each pair meets; both sides of an opening are played each time
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rounds: u32,
    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    pub gauntlet: bool,
    /// Stop when it is clear whether the first player is stronger by ELO0 or by ELO1 points
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elos, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// Keep the results in this file, and continue from those in it; with --records, from the records as well
    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    pub results: Option<PathBuf>,
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// What a word says, or what is wrong with it and what would be right.
fn read<T: FromStr<Err = SyntaxError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|mistake: SyntaxError| format!("{}; {}", mistake.problem, mistake.help))
}

fn pick(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(0) => Err("the games of a file are counted from 1".to_string()),
        Ok(number) => Ok(number),
        Err(_) => Err("a number is wanted: 1 for the first game of the file".to_string()),
    }
}

fn move_time(text: &str) -> Result<Duration, String> {
    match units::parse_time(text)? {
        Duration::ZERO => Err("a time above zero is wanted, for example 2s or 100ms".to_string()),
        time => Ok(time),
    }
}

fn elos(text: &str) -> Result<(f64, f64), String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[less, more]) if less < more && less.is_finite() && more.is_finite() => Ok((less, more)),
        _ => Err("two numbers are wanted, the smaller first, for example 0,10".to_string()),
    }
}
