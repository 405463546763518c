//! The arguments.

use std::net::IpAddr;
use std::time::Duration;

use catalogue::numbers::{parse_bytes, parse_time};
use clap::{Args, Parser, Subcommand};

/// Whole state spaces by many workers
#[derive(Debug, Parser)]
#[command(name = "morpion-cluster", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// End with the process that has started this one
    #[arg(long, global = true, hide = true)]
    pub(crate) with_parent: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count all positions, ply by ply
    Count(Work),
    /// Count all positions, with branching and depth
    Explore(Work),
    /// Find the value of every position: `morpion lookup DIR` answers from them
    Solve(Work),
    /// Start a scheduler and workers on this machine, have the work done, and stop them
    Local(Local),
    /// Hand out work to workers
    Scheduler(Scheduler),
    /// Ask a scheduler for work, and do it
    Worker(Worker),
}

#[derive(Debug, Args)]
pub(crate) struct Work {
    /// The game: a name with parameters, as in mnk:4,4,4, or a file
    pub(crate) game: String,
    /// Where the state space is kept: a folder that all workers see, or s3://bucket/folder
    #[arg(long, value_name = "URL")]
    pub(crate) store: String,
    /// The scheduler of the cluster, as in 127.0.0.1:50050; without one, this process does all work
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) scheduler: Option<String>,
    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct How {
    /// Threads that work in this process
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// How many pieces are done at the same time by all workers of a cluster, about; each ply is divided accordingly
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) width: u16,
    /// Memory for the lists of each piece that is being done
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(crate) memory: Option<usize>,
    /// Use at most this much space
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(crate) disk: Option<usize>,
    /// Stop after this time; the same command goes on later
    #[arg(long, value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Take symmetric positions as one
    #[arg(long)]
    pub(crate) symmetry: bool,
    /// At most so many moves from the start
    #[arg(long)]
    pub(crate) depth: Option<u32>,
    /// Remove what is there, and begin anew
    #[arg(long)]
    pub(crate) fresh: bool,
    /// After so long without any sign of life, work is given out again
    #[arg(long, value_parser = parse_time, default_value = "60s")]
    pub(crate) patience: Duration,
    /// Print one line of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Local {
    /// The game: a name with parameters, as in mnk:4,4,4, or a file
    pub(crate) game: String,
    /// Where the state space is kept
    #[arg(long, value_name = "URL")]
    pub(crate) store: String,
    /// The number of worker processes
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) workers: u16,
    /// Find values, too
    #[arg(long)]
    pub(crate) solve: bool,
    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(Debug, Args)]
pub(crate) struct Scheduler {
    /// The address at which it listens
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// The port at which it listens
    #[arg(long, default_value_t = 50050)]
    pub(crate) port: u16,
    /// Workers that are silent for so many seconds are taken for lost; busy ones are heard every 5 seconds
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(11..))]
    pub(crate) silence: u64,
    /// Pretend to be another version
    #[arg(long, hide = true)]
    pub(crate) pretend: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Worker {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: String,
    /// How many pieces are done at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Start so many processes, and start again whichever ends
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) copies: Option<u16>,
    /// Pretend to be another version
    #[arg(long, hide = true)]
    pub(crate) pretend: Option<String>,
}
