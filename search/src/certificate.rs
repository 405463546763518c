//! Certificates: the value of a position with its proof, as data that a small program can check.
//!
//! What the numbers mean is described in the book, in the chapter on certificates; the program that checks them shares
//! no line with this crate.

use game::{LineBoard, Player, Verdict};

/// The value of a position and the proof of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The value for the player to move.
    pub verdict: Verdict,
    /// In how many plies the game is won or lost, if that is proved, too.
    pub plies: Option<u32>,
    /// The player to move.
    pub turn: Player,
    /// The board and who holds which squares, in a game of lines.
    pub on_lines: Option<(LineBoard, [Vec<usize>; 2])>,
    /// The facts that the value follows from, in the order of their proofs.
    pub facts: Vec<Fact>,
    /// The number of nodes in all proofs.
    pub nodes: u64,
    /// The proofs: numbers, seven bits a byte, the lowest first.
    pub body: Vec<u8>,
}

/// A fact that a proof is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The player in question.
    pub player: Player,
    /// Whether that player wins, or fails to.
    pub wins: bool,
    /// Within how many plies; at all if there is no number.
    pub plies: Option<u32>,
    /// Why it is so.
    pub reason: Reason,
}

/// Why a fact is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The proof in the body shows it.
    Proof,
    /// The proof in the body shows it, and the opponent needs no lines for it.
    WeakProof,
    /// The opponent could steal the strategy.
    Stealing,
    /// By the rules the player cannot win.
    Rules,
}

impl Reason {
    /// Returns the word for it in certificates.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Reason::Proof => "proof",
            Reason::WeakProof => "weak",
            Reason::Stealing => "stealing",
            Reason::Rules => "rules",
        }
    }
}

/// What a number at the beginning of a node means; from `MOVE` on, it is a move.
pub(crate) const POTENTIAL: u32 = 3;
pub(crate) const PAIRS: u32 = 4;
pub(crate) const TWINS: u32 = 5;
pub(crate) const MOVE: u32 = 6;
const KEEP: u32 = 0;
const KNOWN: u32 = 1;
const KNOWN_LAST: u32 = 2;

/// The proof of one fact while it is written. Every position that may be referred to gets a number; which of them are,
/// and when for the last time, is known at the end.
#[derive(Default)]
pub(crate) struct Script {
    words: Vec<u32>,
    /// How often each numbered position is referred to.
    uses: Vec<u32>,
    pub(crate) nodes: u64,
}

/// Marks of words: a position gets a number; a position is referred to by its number.
const KEPT: u32 = 1 << 31;
const USED: u32 = 1 << 30;

impl Script {
    /// Writes a number.
    pub(crate) fn number(&mut self, number: usize) {
        self.words.push(u32::try_from(number).ok().filter(|&word| word < USED).expect("numbers are small"));
    }

    /// Writes a move.
    pub(crate) fn play(&mut self, mv: usize) {
        self.number(mv + MOVE as usize);
    }

    /// Begins a position that may be referred to. Returns its number.
    pub(crate) fn keep(&mut self) -> u32 {
        let number = u32::try_from(self.uses.len()).expect("fewer than 2³⁰ positions are proved");
        assert!(number < USED, "fewer than 2³⁰ positions are proved");
        self.uses.push(0);
        self.words.push(KEPT | number);
        number
    }

    /// Refers to a position.
    pub(crate) fn refer(&mut self, number: u32) {
        self.uses[number as usize] += 1;
        self.words.push(USED | number);
    }

    /// Returns the bytes that the script takes.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.words.capacity() + self.uses.capacity())
    }

    /// Adds the numbers to a body. Only positions that are referred to are kept; a reference tells how many were kept
    /// since.
    pub(crate) fn finish(mut self, body: &mut Vec<u8>) {
        let mut places = vec![0; self.uses.len()];
        let mut kept: u32 = 0;
        for &word in &self.words {
            let number = (word & !(KEPT | USED)) as usize;
            if word & KEPT != 0 {
                if self.uses[number] > 0 {
                    kept += 1;
                    places[number] = kept;
                    write(body, &[KEEP]);
                }
            } else if word & USED != 0 {
                self.uses[number] -= 1;
                let last = self.uses[number] == 0;
                write(body, &[if last { KNOWN_LAST } else { KNOWN }, kept - places[number]]);
            } else {
                write(body, &[word]);
            }
        }
    }
}

fn write(body: &mut Vec<u8>, numbers: &[u32]) {
    for &number in numbers {
        let mut rest = number;
        while rest >= 128 {
            body.push((rest & 127) as u8 | 128);
            rest >>= 7;
        }
        body.push(rest as u8);
    }
}
