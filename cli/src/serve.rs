//! `morpion serve`: the page in a browser.

use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use arena::error_text;
use catalogue::Catalogue;
use serve::Options;

use crate::answer::Failure;
use crate::signals::interrupt;
use crate::units;

/// Arguments of `serve`.
#[derive(clap::Args)]
pub struct ServeArgs {
    /// Listen on this address; 0.0.0.0 lets everybody in who can reach this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// Listen on this port; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub port: u16,
    /// Also answer to this name, if the page is not opened by an address of numbers; may be given several times
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Show the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Refuse long computations: visitors play, and that is all
    #[arg(long)]
    pub read_only: bool,
    /// Use at most N threads for long computations [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Use at most this much memory for computations, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = units::parse_bytes)]
    pub memory: usize,
    /// Stop every computation after this time, for example 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::parse_time)]
    pub time: Duration,
}

impl ServeArgs {
    fn options(&self) -> Options {
        let defaults = Options::default();
        Options {
            bind: self.bind,
            port: self.port,
            hosts: self.host.clone(),
            open: self.open,
            read_only: self.read_only,
            threads: self.threads.map_or(defaults.threads, usize::from),
            memory: self.memory,
            time: self.time,
            ..defaults
        }
    }
}

/// Serves the page until it is interrupted.
pub fn run(args: &ServeArgs, games: &Catalogue) -> Result<ExitCode, Failure> {
    let ran = serve::run(games.clone(), &args.options(), &interrupt(), &mut std::io::stdout().lock());
    match ran {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            let address = SocketAddr::new(args.bind, args.port);
            let help = "--port 0 takes any port that is free";
            Err(Failure::new(format!("cannot serve on {address}: {}; {help}", error_text(&error))))
        }
    }
}
