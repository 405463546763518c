//! Checks certificates: files that prove the value of a game.
//!
//! It shares no line with the engines that write them. A certificate tells the game, what is claimed of it, and a
//! proof; the checker goes through the proof once and recomputes all that the proof takes for granted. The book
//! describes the format (`header`, `body`), and why the checks (`lines`, `rules`) imply the value.

mod body;
mod header;
mod lines;
mod position;
mod rules;
mod set;

use std::io::{BufReader, Read};

use header::{Game, number};

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It cannot be read: it is no certificate, of another version, cut, or changed by accident.
    Damaged(String),
    /// It does not prove what it claims: at this node of the proof, or in the claim if that is 0, this is wrong.
    #[expect(missing_docs, reason = "they are described together")]
    False { node: u64, what: String },
}

impl Fault {
    fn claim(what: impl Into<String>) -> Fault {
        Fault::False { node: 0, what: what.into() }
    }
}

/// Whatever cannot be read is damaged.
impl<T: ToString> From<T> for Fault {
    fn from(what: T) -> Fault {
        Fault::Damaged(what.to_string())
    }
}

/// Checks a certificate. Returns the game, its value in words, and the number of nodes of the proof.
///
/// # Errors
/// If it cannot be read, or does not prove what it claims.
pub fn check(from: impl Read) -> Result<(String, String, u64), Fault> {
    let mut from = BufReader::new(from);
    let header = header::Header::read(&mut from)?;
    let ((game, turn), facts, words) = (header.game()?, header.facts()?, header.words());
    let (value, name, nodes) =
        (header.claim(&game, turn, &facts)?, header.one("game")?, header.one("nodes")?);
    let (length, sum) = header.one("body")?.split_once(' ').ok_or("`body` has no checksum")?;
    let (length, sum, nodes) = (number(length)?, u32::from_str_radix(sum, 16)?, number(nodes)?);
    let name = name.to_string();
    let mut body = body::Body::new(&mut from, header.1);
    for fact in facts.iter().filter(|fact| !fact.stealing) {
        match &game {
            Game::Lines(board) => lines::check(board, fact, &mut body)?,
            Game::Rules(start) => rules::check(start, &words, fact, &mut body)?,
        }
    }
    body.finish(nodes, length, sum)?;
    Ok((name, value, nodes))
}
