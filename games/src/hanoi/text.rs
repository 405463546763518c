//! Pegs and rings, drawn and read.

use game::look::{Heap, Pieces};
use game::{Look, Notation, ParseError, Pick, System};

use super::{Carry, Hanoi, Rings};

/// Returns `a` for the first peg, `b` for the second, ….
fn name(peg: u8) -> char {
    char::from(b'a' + peg)
}

/// `a-c` takes the topmost ring of peg a to peg c; pegs may also be counted from 0, as in `0 2`. A line for each peg
/// names its rings from the bottom up, 1 for the smallest.
impl Notation for Hanoi {
    fn action_text(&self, _: &Rings, action: Carry) -> String {
        format!("{}-{}", name(action.from), name(action.to))
    }

    fn spellings(&self, _: &Rings, action: Carry) -> Vec<String> {
        // Punctuation does not matter, so `a c` is understood already.
        vec![format!("{} {}", action.from, action.to)]
    }

    fn board_text(&self, state: &Rings) -> String {
        let peg = |peg: u8| {
            let rings: String = self.rings_on(state, peg).map(|ring| format!(" {ring}")).collect();
            format!("{}:{rings}", name(peg))
        };
        (0..self.pegs as u8).map(peg).collect::<Vec<String>>().join("\n")
    }

    fn look(&self, state: &Rings) -> Look {
        let heap = |peg: u8| {
            let rings = self.rings_on(state, peg).map(|ring| ring.to_string());
            Heap { name: name(peg).to_string(), pieces: Pieces::Named(rings.collect()) }
        };
        Look::Heaps((0..self.pegs as u8).map(heap).collect())
    }

    /// Returns the peg that the ring is taken from, and the peg that it is put on.
    fn picks(&self, _: &Rings, action: Carry) -> Vec<Pick> {
        vec![Pick::Heap(action.from.into()), Pick::Heap(action.to.into())]
    }

    fn parse_board(&self, text: &str) -> Result<Rings, ParseError> {
        let wrong = |problem: String| {
            let start: Vec<String> = self.starts().map(|start| self.board_text(&start)).collect();
            ParseError::new(problem, format!("the start is drawn\n{}", start.join("\n")))
        };
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut pegs: Vec<Option<u8>> = vec![None; self.rings as usize];
        for peg in 0..self.pegs as u8 {
            let line = lines.next().ok_or_else(|| wrong(format!("peg {} is missing", name(peg))))?;
            let rings = line.trim().strip_prefix(&format!("{}:", name(peg)));
            let rings = rings.ok_or_else(|| wrong(format!("`{line}` is not peg {}", name(peg))))?;
            self.read_peg(rings, peg, &mut pegs).map_err(wrong)?;
        }
        if let Some(line) = lines.next() {
            return Err(wrong(format!("`{line}` is one line too many")));
        }
        let on =
            |(ring, peg): (usize, &Option<u8>)| peg.ok_or_else(|| wrong(format!("ring {ring} is missing")));
        let pegs = (1..).zip(&pegs).map(on).collect::<Result<Vec<u8>, _>>()?;
        Ok(self.place(|ring| pegs[ring as usize]))
    }
}

impl Hanoi {
    /// Returns the rings of a peg from the bottom up, 1 for the smallest.
    fn rings_on(&self, state: &Rings, peg: u8) -> impl Iterator<Item = u32> {
        let rings = (0..self.rings).rev().filter(move |&ring| self.peg(state, ring) == peg);
        rings.map(|ring| ring + 1)
    }

    /// Notes the rings of one peg, or returns what is wrong with them.
    fn read_peg(&self, text: &str, peg: u8, pegs: &mut [Option<u8>]) -> Result<(), String> {
        let mut below = self.rings as usize + 1;
        for word in text.split_whitespace() {
            // What is no number is no ring either.
            let ring = word.parse().ok().filter(|ring| (1..=pegs.len()).contains(ring));
            let ring = ring.ok_or_else(|| format!("`{word}` is not a ring"))?;
            if ring >= below {
                return Err(format!("ring {ring} is on ring {below}"));
            }
            if pegs[ring - 1].replace(peg).is_some() {
                return Err(format!("ring {ring} is on two pegs"));
            }
            below = ring;
        }
        Ok(())
    }
}
