//! The program: whole state spaces by many workers.

fn main() -> std::process::ExitCode {
    cluster::main()
}
