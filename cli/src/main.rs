//! The program: the command line with the built-in games.

fn main() -> std::process::ExitCode {
    cli::App::new("morpion").run()
}
