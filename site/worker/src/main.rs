//! Answers the one request on the standard input; see the library.

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut request = String::new();
    io::stdin().read_to_string(&mut request)?;
    site_worker::answer(&request, io::stdout())
}
