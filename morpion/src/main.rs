//! The command line.
#![allow(unreachable_pub, reason = "a program, not a library")]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
