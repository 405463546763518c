//! What `play`, `match` and `tournament` are told.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use arena::{Level, TimeControl, Who};
use game::Mistake;

use crate::units;

/// The arguments of `play`.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// The game: name or name:parameters [default: the first there is]
    pub game: Option<String>,
    /// Who plays first, x: human, perfect, random, level:N, or an engine such as engine:500ms
    /// [default: human]
    #[arg(long, value_name = "PLAYER", value_parser = read::<Who>)]
    pub first: Option<Who>,
    /// Who plays second, o [default: perfect]
    #[arg(long, value_name = "PLAYER", value_parser = read::<Who>)]
    pub second: Option<Who>,
    /// How strong the engine plays where no other is named, from 1, a beginner, to 10, the best
    #[arg(long, value_name = "N", value_parser = read::<Level>)]
    pub level: Option<Level>,
    #[command(flatten)]
    pub clock: ClockArgs,
    /// For those who play by chance
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Line by line, for screen readers and scripts; so it is too where the output is no terminal
    #[arg(long)]
    pub plain: bool,
    /// Go on with the game in this file, if there is one, and write the game to it at the end
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// How long players may think.
#[derive(clap::Args)]
pub struct ClockArgs {
    /// For the game, and more after each move: 5m, 5m+3s
    #[arg(long, value_name = "TIME", value_parser = read::<TimeControl>, allow_hyphen_values = true)]
    pub time: Option<TimeControl>,
    /// For each move: 2s, 100ms
    #[arg(long, value_name = "TIME", value_parser = move_time)]
    pub move_time: Option<Duration>,
}

impl ClockArgs {
    /// Both together.
    pub fn control(&self) -> TimeControl {
        let time = self.time.unwrap_or_default();
        TimeControl { per_move: self.move_time.or(time.per_move), ..time }
    }
}

/// What matches and tournaments have in common.
#[derive(clap::Args)]
pub struct ContestArgs {
    #[command(flatten)]
    pub clock: ClockArgs,
    /// Begin each game after so many moves at random
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    pub openings: usize,
    /// For openings, and for those who play by chance
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub at_once: u16,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `match`.
#[derive(clap::Args)]
pub struct MatchArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// Who plays first, x: perfect, random, level:N, or an engine such as engine:500ms
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
    /// Who takes part: perfect, random, level:N, or engines such as engine:500ms
    #[arg(required = true, num_args = 2.., value_name = "PLAYER", value_parser = read::<Who>)]
    pub players: Vec<Who>,
    /// How often each pair meets; both sides of an opening are played each time
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rounds: u32,
    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    pub gauntlet: bool,
    /// Stop when it is clear whether the first player is stronger by the first or by the second number of Elo points
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elos, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// Keep the results in this file, and go on with what is there
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    #[command(flatten)]
    pub contest: ContestArgs,
}

/// What a word says, or what is wrong with it and what would be right.
fn read<T: FromStr<Err = Mistake>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|mistake: Mistake| format!("{}; {}", mistake.problem, mistake.help))
}

fn move_time(text: &str) -> Result<Duration, String> {
    match units::parse_time(text)? {
        Duration::ZERO => Err("nobody can move in no time; for example 2s or 100ms".to_string()),
        time => Ok(time),
    }
}

fn elos(text: &str) -> Result<(f64, f64), String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match numbers[..] {
        [less, more] if less < more && less.is_finite() && more.is_finite() => Ok((less, more)),
        _ => Err("two numbers are wanted, the smaller first, for example 0,10".to_string()),
    }
}
