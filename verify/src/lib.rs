//! Checks certificates: files that prove the value of a game.
//!
//! It shares no line with the engines that write them. A certificate tells the game, what is claimed of it, and a
//! proof; the checker goes through the proof once and recomputes all that the proof takes for granted. The book
//! describes the format (`header`, `body`), and why the checks (`lines`, `strategy`) imply the value.

/// Returns that a certificate is `Damaged` or `False`.
macro_rules! fail {
    ($kind:ident, $($why:tt)+) => { return Err($crate::Fault::$kind(format!($($why)+))) };
}
/// The same, unless a condition holds.
macro_rules! need {
    ($holds:expr, $kind:ident, $($why:tt)+) => { if !$holds { fail!($kind, $($why)+) } };
}

mod board;
mod body;
mod header;
mod lines;
mod position;
pub mod rules;
mod set;
mod strategy;

use std::io::{self, Read, Seek};
use std::num::NonZeroU32;
use std::thread;

use board::Board;
use body::Body;
use header::{Header, number};
use rules::Rules;

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

/// One fact that a value follows from: a player wins, or fails to, within a number of plies or at all.
#[derive(Clone, Copy)]
struct Fact {
    player: usize,
    wins: bool,
    plies: Option<u32>,
}

/// What a certificate is about.
trait Subject {
    /// Returns the player to move.
    fn turn(&self) -> usize;

    /// Returns whether a reason shows a fact; if it is a proof, checks that.
    fn shows(&self, fact: Fact, reason: &str, body: &mut Body) -> Checked<bool>;
}

/// A position in words, and what it is.
type Described = (String, Box<dyn Subject>);

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
    let mut from = header::unsealed(file)?;
    let text = header::read(&mut from)?;
    let mut header = Header(text.trim_end().lines().peekable());
    let words = ["morpion", "game", "value", "reasons", "nodes"].map(|word| header.one(word));
    let [_, name, value, reasons, nodes] = words;
    let (name, value, reasons, nodes) = (name?, value?, reasons?, number::<u64>(nodes?)?);
    let (position, subject) = match header.maybe("squares").map(number).transpose()? {
        None => Rules::read(&mut header, name)?,
        Some(squares @ 0..=64) => Board::<1>::read(&mut header, name, squares)?,
        Some(squares @ 65..=128) => Board::<2>::read(&mut header, name, squares)?,
        Some(squares @ 129..=512) => Board::<8>::read(&mut header, name, squares)?,
        Some(squares @ 513..=MOST_SQUARES) => Board::<16>::read(&mut header, name, squares)?,
        _ => fail!(Damaged, "this checker reads up to {MOST_SQUARES} squares"),
    };
    if let Some(line) = header.0.next() {
        fail!(Damaged, "`{line}` has no meaning in this header");
    }
    let (facts, words) = claim(value, subject.turn())?;
    let reasons: Vec<&str> = reasons.split_whitespace().collect();
    need!(reasons.len() == facts.len(), False, "a {value} takes {} reasons", facts.len());
    let mut body = Body::new(from);
    for (fact, reason) in facts.into_iter().zip(reasons) {
        let is_shown = subject.shows(fact, reason, &mut body).map_err(|fault| match fault {
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
    let fact = |player, wins, plies| Fact { player, wins, plies };
    // A verdict may stand alone: then it says nothing of plies.
    let (word, plies) = value.split_once(' ').unwrap_or((value, ""));
    let winner = match (word, plies) {
        ("draw", "") => return Ok((vec![fact(0, false, None), fact(1, false, None)], "draw".to_string())),
        ("win", _) => turn,
        ("loss", _) => 1 - turn,
        _ => fail!(Damaged, "`{value}` is not win, draw or loss, with a number of plies or without"),
    };
    let plies = if plies.is_empty() { None } else { Some(number::<NonZeroU32>(plies)?.get()) };
    let mut facts = vec![fact(winner, true, plies)];
    facts.extend(plies.map(|plies| fact(winner, false, Some(plies - 1))));
    let within = plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
    Ok((facts, format!("win for the {} player{within}", PLAYERS[winner])))
}
