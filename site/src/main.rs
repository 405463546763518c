//! `cargo run --release -p site -- FOLDER` writes the page and its engines into a folder of static files.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program for the command line")]

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo run --release -p site -- FOLDER
Writes the page of morpion, with its engines compiled to WebAssembly, into a folder that any web space can carry.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    if folder.starts_with('-') {
        println!("{USAGE}");
        return if folder == "--help" || folder == "-h" { ExitCode::SUCCESS } else { ExitCode::from(2) };
    }
    match site::build(Path::new(folder)) {
        Ok(written) => {
            written.iter().for_each(|(name, bytes)| println!("{bytes:>10}  {name}"));
            let all: u64 = written.iter().map(|(_, bytes)| bytes).sum();
            println!("{all:>10}  bytes in {folder}");
            println!("To look at it: python3 -m http.server --bind 127.0.0.1 --directory {folder}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
