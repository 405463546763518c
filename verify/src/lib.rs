//! Checks certificates: files that prove the value of a game.
//!
//! It shares no line with the engines that write them. A certificate tells the game, what is claimed of it, and a
//! proof; the checker goes through the proof once and recomputes all that the proof takes for granted. The book
//! describes the format (`header`, `body`), and why the checks (`lines`, `rules`) imply the value.

mod board;
mod body;
mod header;
mod lines;
mod position;
pub mod rules;

use std::io::{BufReader, Read};
use std::num::NonZeroU32;

use board::Board;
use body::Body;
use header::{Header, number};
use rules::{Rules, State};

pub(crate) const PLAYERS: [&str; 2] = ["first", "second"];

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It cannot be read: it is no certificate, of another version, cut, or changed by accident.
    Damaged(String),
    /// It does not prove what it claims; the text says where.
    False(String),
}

impl From<String> for Fault {
    fn from(what: String) -> Fault {
        Fault::Damaged(what)
    }
}

/// One fact that a value follows from: a player wins, or fails to, within a number of plies or at all.
struct Fact {
    player: usize,
    wins: bool,
    plies: Option<u32>,
}

/// What a proof is about.
enum Game {
    Lines(Board),
    Rules(Rules, State),
}

/// Checks a certificate. Returns the position that it is about and its value, both in words, and the number of nodes of
/// the proof.
///
/// # Errors
/// If it cannot be read, or does not prove what it claims.
pub fn check(from: impl Read) -> Result<(String, String, u64), Fault> {
    let mut from = flate2::CrcReader::new(BufReader::new(from));
    let text = header::read(&mut from)?;
    let mut header = Header(text.trim_end().lines().peekable());
    let [_, name, value, reasons, nodes] =
        ["morpion", "game", "value", "reasons", "nodes"].map(|word| header.one(word));
    let (name, value, reasons, nodes) = (name?, value?, reasons?, number(nodes?)?);
    // Nothing may look like a family that is known, and be none.
    let family = name.split_once(':').map_or(name, |(family, _)| family);
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if family.is_empty() || !family.chars().all(is_plain) {
        Err(format!("`{name}` is not the name of a game"))?;
    }
    let (game, turn, position) = match header.maybe("squares") {
        Some(squares) => {
            let board = Board::read(&mut header, number(squares)?)?;
            let (turn, position) = (board.turn, board.described(name)?);
            (Game::Lines(board), turn, position)
        }
        None => {
            let (rules, start, position) = Rules::read(&mut header, name)?;
            let turn = start.turn;
            (Game::Rules(rules, start), turn, position)
        }
    };
    if let Some(line) = header.0.next() {
        Err(format!("`{line}` has no meaning in this header"))?;
    }
    let (facts, words) = claim(value, turn)?;
    let reasons: Vec<&str> = reasons.split_whitespace().collect();
    if reasons.len() != facts.len() {
        Err(Fault::False(format!("a {value} takes {} reasons", facts.len())))?;
    }
    let mut body = Body::new(from);
    for (fact, reason) in facts.iter().zip(reasons) {
        match (&game, reason) {
            (Game::Rules(rules, start), "proof") => rules::check(rules, start, fact, &mut body)?,
            (Game::Lines(board), "proof") => lines::check(board, fact, false, &mut body)?,
            (Game::Lines(board), "weak") if !fact.wins => lines::check(board, fact, true, &mut body)?,
            (Game::Lines(board), "stealing") if !fact.wins && board.can_steal(fact.player) => {}
            (Game::Lines(board), "rules") if !fact.wins && !board.counts(fact.player) => {}
            _ => Err(Fault::False(format!("`{reason}` does not show that it is a {value}")))?,
        }
    }
    body.finish(nodes)?;
    Ok((position, words, nodes))
}

/// Returns the facts that a value for the player to move follows from, and the value in words.
fn claim(value: &str, turn: usize) -> Result<(Vec<Fact>, String), Fault> {
    let fact = |player, wins, plies| Fact { player, wins, plies };
    let (word, plies) = value.split_once(' ').unwrap_or((value, ""));
    let winner = match (word, plies) {
        ("draw", "") => return Ok((vec![fact(0, false, None), fact(1, false, None)], "draw".to_string())),
        ("win", _) => turn,
        ("loss", _) => 1 - turn,
        _ => Err(format!("`{value}` is not win, draw or loss, with a number of plies or without"))?,
    };
    let words = format!("win for the {} player", PLAYERS[winner]);
    if plies.is_empty() {
        return Ok((vec![fact(winner, true, None)], words));
    }
    let plies: NonZeroU32 = number(plies)?;
    let facts = [fact(winner, true, Some(plies.get())), fact(winner, false, Some(plies.get() - 1))];
    Ok((facts.into(), format!("{words} in {plies} plies")))
}
