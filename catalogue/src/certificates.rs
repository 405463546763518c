//! Certificates as files: the header in plain text, the proof packed behind it.

use std::fmt::Write;
use std::io::Write as _;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use game::{FilledBy, Notation, Player};
use search::certificate::Certificate;

use crate::{Failure, Opened};

/// The value of a position with its proof, as a file that `morpion-verify` checks.
#[derive(Clone, Debug)]
pub struct CertificateFile {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The number of nodes of the proof.
    pub nodes: u64,
}

impl CertificateFile {
    /// Returns the file of a certificate for a position of a game: the one after these moves.
    ///
    /// # Errors
    /// If a move is not legal where it is played.
    pub fn new(opened: &Opened, moves: Option<&str>, certificate: &Certificate) -> Result<Self, Failure> {
        let system = opened.variant.system();
        // No moves lead from the start to the start.
        let (moves, states) = system.parse_line(moves.unwrap_or(""))?;
        let moves: Vec<String> =
            moves.iter().zip(&states).map(|(&mv, state)| system.action_text(state, mv)).collect();
        let header = header(&opened.to_string(), &moves, certificate);
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = packed.write_all(&certificate.body).and_then(|()| packed.finish());
        let packed = packed.expect("memory can be written");
        let mut bytes = [header.as_bytes(), b"\n", &packed].concat();
        let mut sum = Crc::new();
        sum.update(&bytes);
        bytes.extend(sum.sum().to_le_bytes());
        Ok(CertificateFile { bytes, nodes: certificate.nodes })
    }
}

/// Returns the lines of a header.
fn header(name: &str, moves: &[String], certificate: &Certificate) -> String {
    let mut text = format!("morpion certificate 3\ngame {name}\n");
    let mut line = |key: &str, rest: &str| writeln!(text, "{key} {rest}").expect("text can be written");
    let plies = certificate.plies.map_or(String::new(), |plies| format!(" {plies}"));
    let reasons: Vec<&str> = certificate.facts.iter().map(|fact| fact.reason.word()).collect();
    line("value", &format!("{}{plies}", certificate.verdict));
    line("reasons", &reasons.join(" "));
    line("nodes", &certificate.nodes.to_string());
    match &certificate.on_lines {
        None => line("moves", &moves.join(" ")),
        Some((board, held)) => {
            line("squares", &board.squares.to_string());
            line("filled-by", if board.filled_by == FilledBy::Either { "either" } else { "first" });
            line("turn", if certificate.turn == Player::First { "first" } else { "second" });
            line("first", &numbers(&held[0]));
            line("second", &numbers(&held[1]));
            board.lines.iter().for_each(|squares| line("line", &numbers(squares)));
            // The first is the identity, which has the number 0 in proofs.
            board.symmetries.iter().skip(1).for_each(|map| line("relabelling", &numbers(map)));
        }
    }
    text
}

fn numbers(list: &[usize]) -> String {
    list.iter().map(usize::to_string).collect::<Vec<String>>().join(" ")
}
