//! Checks certificates: files that prove the value of a game.
//!
//! It shares no line with the engines that write them. A certificate tells the game, what is claimed of it, and a
//! proof; the checker goes through the proof once and recomputes all that the proof takes for granted. The book
//! describes the format (`file`), and why the checks (`lines`, `strategy`) imply the value.

/// Returns that a certificate is `Damaged` or `False`, unless a condition holds.
macro_rules! need {
    ($holds:expr, $kind:ident, $($why:tt)+) => { if !$holds { return Err($crate::Fault::$kind(format!($($why)+))) } };
}

mod board;
mod file;
mod lines;
mod position;
pub mod rules;
mod set;
mod strategy;

use std::io::{self, Read, Seek};
use std::num::NonZeroU32;
use std::thread;

use file::{Body, Header, number};

const VERSION: &str = "certificate 3";
const PLAYERS: [&str; 2] = ["first", "second"];
const MOST_SQUARES: usize = 1024;
/// The bytes of a stack on which the longest game can be walked.
const STACK: usize = 1 << 28;

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It cannot be read: it is no certificate, of another version, cut, or changed by accident.
    Damaged(String),
    /// It does not prove what it claims; the text says where.
    False(String),
}

/// What is checked, if it is right.
pub type Checked<T> = Result<T, Fault>;

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Damaged(error.to_string())
    }
}

/// Returns the fault of a proof.
fn wrong(why: &str) -> Fault {
    Fault::False(why.to_string())
}

/// One fact that a value follows from: a player, whether that one wins or fails to, and within how many plies, if not
/// at all.
type Fact = (usize, bool, Option<u32>);

/// A position in words, the player to move, and what returns whether a reason shows a fact; if that is a proof, after
/// checking it.
type Subject = (String, usize, Box<dyn Fn(Fact, &str, &mut Body) -> Checked<bool>>);

/// Checks a certificate. Returns the position that it is about and its value, both in words, and the number of nodes of
/// the proof.
///
/// # Errors
/// If it cannot be read, or does not prove what it claims.
pub fn check(file: impl Read + Seek + Send + 'static) -> Checked<(String, String, u64)> {
    let walk = thread::Builder::new().stack_size(STACK).spawn(|| read(file))?;
    walk.join().expect("the checker does not panic")
}

fn read(file: impl Read + Seek + 'static) -> Checked<(String, String, u64)> {
    let mut from = file::unsealed(file)?;
    let text = file::header(&mut from)?;
    let mut header = Header(text.trim_end().lines().peekable());
    let version = header.one("morpion")?;
    need!(version == VERSION, Damaged, "it is a morpion {version}, not a morpion {VERSION}");
    let [name, value, reasons, nodes] = ["game", "value", "reasons", "nodes"].map(|word| header.one(word));
    let (name, value, nodes) = (name?, value?, number::<u64>(nodes?)?);
    let reasons: Vec<&str> = reasons?.split_whitespace().collect();
    let squares = header.maybe("squares").map(number::<usize>).transpose()?;
    need!(squares <= Some(MOST_SQUARES), Damaged, "this checker reads up to {MOST_SQUARES} squares");
    let (position, turn, shows) = match squares {
        None => strategy::read(&mut header, name)?,
        Some(squares @ 0..=64) => board::read::<1>(&mut header, name, squares)?,
        Some(squares @ 65..=128) => board::read::<2>(&mut header, name, squares)?,
        Some(squares @ 129..=512) => board::read::<8>(&mut header, name, squares)?,
        Some(squares) => board::read::<16>(&mut header, name, squares)?,
    };
    let rest = header.0.next();
    need!(rest.is_none(), Damaged, "`{}` has no meaning in this header", rest.unwrap_or_default());
    let (facts, words) = claim(value, turn)?;
    need!(reasons.len() == facts.len(), False, "a {value} takes {} reasons", facts.len());
    let mut body = Body::new(from);
    for (fact, reason) in facts.into_iter().zip(reasons) {
        let is_shown = shows(fact, reason, &mut body).map_err(|fault| match fault {
            Fault::False(why) => Fault::False(format!("node {}: {why}", body.nodes)),
            damaged => damaged,
        });
        need!(is_shown?, False, "`{reason}` does not show that it is a {value}");
    }
    need!(body.is_at_end(), False, "node {}: the proof goes on after its end", body.nodes);
    need!(body.nodes == nodes, False, "the proof has {} nodes, and the header names {nodes}", body.nodes);
    Ok((position, words, nodes))
}

/// Returns the facts that a value for the player to move follows from, and the value in words.
fn claim(value: &str, turn: usize) -> Checked<(Vec<Fact>, String)> {
    // A verdict may stand alone: then it says nothing of plies.
    let (word, plies) = value.split_once(' ').unwrap_or((value, ""));
    need!(value == "draw" || word == "win" || word == "loss", Damaged, "`{value}` is not win, draw or loss");
    let winner = if word == "win" { turn } else { 1 - turn };
    let words = format!("win for the {} player", PLAYERS[winner]);
    Ok(match plies {
        _ if value == "draw" => (vec![(0, false, None), (1, false, None)], value.to_string()),
        "" => (vec![(winner, true, None)], words),
        plies => {
            let most = number::<NonZeroU32>(plies)?.get();
            let facts = vec![(winner, true, Some(most)), (winner, false, Some(most - 1))];
            (facts, format!("{words} in {most} plies"))
        }
    })
}
