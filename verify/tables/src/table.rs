//! Tables in files. The book describes the format.

use std::io::Read;

use verify::rules::Rules;

use crate::Fault;

const MAGIC: &[u8] = b"MORPTAB3";
const MOST_BYTES: u64 = 1 << 32;
/// The highest value without distances: loss, draw, win.
const MOST_VALUES: usize = 3;

/// A table of diagrams: for each ply, or for each player to move, a function from words to values.
#[derive(Debug)]
pub struct Table {
    /// The game, as its name is typed.
    pub game: String,
    pub(crate) rules: Rules,
    pub(crate) start: verify::rules::State,
    pub(crate) shape: Shape,
    pub(crate) distances: bool,
    /// Whether there is a diagram for each player to move, not for each ply.
    pub(crate) by_turn: bool,
    pub(crate) slices: Vec<Diagram>,
}

/// How positions are words: letters, one for each level, that are read one after the other.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The cell or heap of each level.
    pub(crate) cells: Vec<usize>,
    /// The number of letters.
    pub(crate) letters: usize,
    /// The cells of a column, if nothing can be above an empty one: then no letters are written for those.
    height: Option<usize>,
}

/// The children of the nodes of each level, a letter after the other. 0 is no child; from 1 on it is a node of the level
/// that the letter leads to or, behind the last level, a value.
#[derive(PartialEq, Debug)]
pub(crate) struct Diagram {
    pub(crate) levels: Vec<Vec<u32>>,
    pub(crate) root: u32,
}

impl Shape {
    fn of(rules: &Rules) -> Shape {
        let [w, h, k] = rules.size;
        if rules.family == "nim" {
            // Without a move all heaps are empty.
            let most = rules.moves.iter().map(|mv| usize::from(mv.2)).max().unwrap_or(0);
            return Shape { cells: (0..w).collect(), letters: most + 1, height: None };
        }
        // Along the shorter side; the lines in the middle come first if every row that counts crosses them.
        let falls = rules.family == "connect";
        let by_column = falls || h <= w;
        let (across, along) = if by_column { (w, h) } else { (h, w) };
        let mut lines: Vec<usize> = (0..across).collect();
        if across + 2 <= 2 * k {
            lines.sort_by_key(|line| (2 * line + 1).abs_diff(across));
        }
        let cell = |line: usize, at: usize| if by_column { line * h + at } else { at * h + line };
        let cells = lines.iter().flat_map(|&line| (0..along).map(move |at| cell(line, at))).collect();
        let letters =
            1 + rules.marks(0).iter().chain(rules.marks(1)).max().map_or(0, |&mark| usize::from(mark));
        Shape { cells, letters, height: falls.then_some(h) }
    }

    /// Returns the level that a letter leads to.
    pub(crate) fn next(&self, level: usize, letter: usize) -> usize {
        match self.height {
            Some(height) if letter == 0 => (level / height + 1) * height,
            _ => level + 1,
        }
    }
}

impl Diagram {
    /// Returns the value of a position; 0 if it has none.
    pub(crate) fn value(&self, shape: &Shape, cells: &[u16]) -> u32 {
        let (mut level, mut node) = (0, self.root);
        while node > 0 && level < self.levels.len() {
            let letter = usize::from(cells[shape.cells[level]]);
            node = self.levels[level][(node as usize - 1) * shape.letters + letter];
            level = shape.next(level, letter);
        }
        node
    }

    /// Returns the number of positions that have a value.
    pub(crate) fn count(&self, shape: &Shape) -> Result<u128, Fault> {
        let mut counts: Vec<Vec<u128>> = vec![Vec::new(); self.levels.len()];
        let of = |counts: &[Vec<u128>], level: usize, node: u32| match (node, counts.get(level)) {
            (0, _) => 0,
            (_, None) => 1,
            (_, Some(counts)) => counts[node as usize - 1],
        };
        for level in (0..self.levels.len()).rev() {
            let count = |node: &[u32]| {
                let below = |(letter, child)| of(&counts, shape.next(level, letter), child);
                node.iter().copied().enumerate().map(below).try_fold(0, u128::checked_add)
            };
            let nodes = self.levels[level].chunks(shape.letters).map(count).collect::<Option<_>>();
            counts[level] = nodes.ok_or_else(too_many)?;
        }
        Ok(of(&counts, 0, self.root))
    }
}

/// The bytes of a file that are still to be read, and the checksum of those that are.
struct Input<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take(&mut self, length: u64) -> Result<&'a [u8], Fault> {
        let rest = &self.all[self.at..];
        // What is longer than memory ends too early as well.
        let taken = usize::try_from(length).ok().and_then(|length| rest.get(..length));
        let taken = taken.ok_or_else(|| "it ends too early".to_string())?;
        self.at += taken.len();
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, Fault> {
        Ok(word(self.take(8)?))
    }

    /// Reads the checksum of all bytes so far.
    fn seal(&mut self) -> Result<(), Fault> {
        let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let (words, rest) = self.all[..self.at].as_chunks::<8>();
        let sum = words.iter().fold(0xcbf2_9ce4_8422_2325, |sum, eight| mix(sum, word(eight)));
        let sum = mix(mix(sum, word(rest)), rest.len() as u64 + 1);
        if self.number()? == sum { Ok(()) } else { Err("the checksum is wrong".to_string())? }
    }

    /// Reads a diagram, the last level first.
    fn diagram(&mut self, shape: &Shape, distances: bool) -> Result<Diagram, Fault> {
        let mut levels = vec![Vec::new(); shape.cells.len()];
        for level in (0..levels.len()).rev() {
            let (count, bits) = (self.number()?, self.number()?);
            if bits > 32 || bits == 0 && count > 0 || !count.is_multiple_of(shape.letters as u64) {
                Err(format!("level {level} is not a level of such a diagram"))?;
            }
            let length = count.checked_mul(bits).ok_or_else(|| "a level is too long".to_string())?;
            let bytes = self.take(length.div_ceil(8))?;
            let bit = |at: u64| u32::from(bytes[(at / 8) as usize] >> (at % 8) & 1);
            let number =
                |at: u64| (0..bits).fold(0, |number, place| number | bit(at * bits + place) << place);
            levels[level] = (0..count).map(number).collect::<Vec<u32>>();
            for (at, &child) in levels[level].iter().enumerate() {
                let below = levels.get(shape.next(level, at % shape.letters));
                let most = below.map_or(MOST_VALUES, |below| below.len() / shape.letters);
                let most = if below.is_none() && distances { usize::MAX } else { most };
                if child as usize > most {
                    Err(format!("a child of level {level} is no node, or no value"))?;
                }
            }
        }
        let root = u32::try_from(self.number()?).map_err(|_| "the root is no node".to_string())?;
        match levels.first() {
            Some(first) if root as usize > first.len() / shape.letters => {
                Err("the root is no node".to_string())?
            }
            _ => Ok(Diagram { levels, root }),
        }
    }
}

fn too_many() -> Fault {
    Fault::Damaged("it has more positions than this checker can count".to_string())
}

/// Returns up to eight bytes as a number, the lowest first.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// If it is no table of diagrams, is damaged, or is of a game that is not known here.
    pub fn read(from: impl Read) -> Result<Table, Fault> {
        let mut all = Vec::new();
        from.take(MOST_BYTES).read_to_end(&mut all).map_err(|error| error.to_string())?;
        let mut input = Input { all: &all, at: 0 };
        // What is shorter is no table either.
        if input.take(8).ok() != Some(MAGIC) {
            Err("it is no table: `morpion solve GAME --strong --save FILE` writes one".to_string())?;
        }
        let length = input.number()?;
        let game = String::from_utf8_lossy(input.take(length)?).to_string();
        let (_version, kind, distances) = (input.number()?, input.number()?, input.number()?);
        input.seal()?;
        if kind != 1 || distances > 1 {
            Err(format!("the table of {game:?} is not made of diagrams"))?;
        }
        let known = Rules::named(&game);
        let (rules, start) = known.ok_or_else(|| format!("the rules of {game:?} are not known here"))?;
        let (shape, distances, by_turn) = (Shape::of(&rules), distances == 1, rules.family == "nim");
        let (kind, count) = (input.number()?, input.number()?);
        let slices = (0..count).map(|_| input.diagram(&shape, distances)).collect::<Result<Vec<_>, _>>()?;
        input.seal()?;
        if input.at < all.len() || kind != 1 + u64::from(by_turn) || by_turn && count != 2 {
            Err("something follows the end, or the diagrams are not for each ply or player".to_string())?;
        }
        Ok(Table { game, rules, start, shape, distances, by_turn, slices })
    }

    /// Returns the number of positions that have a value.
    pub(crate) fn count(&self) -> Result<u128, Fault> {
        let counts = self.slices.iter().map(|slice| slice.count(&self.shape));
        // Without slices there are no positions.
        counts.reduce(|all, more| all?.checked_add(more?).ok_or_else(too_many)).unwrap_or(Ok(0))
    }

    /// Returns the number of the diagram that a position is in, after so many plies.
    pub(crate) fn slice(&self, ply: usize) -> usize {
        if self.by_turn { ply % 2 } else { ply }
    }

    /// Returns a position as text: the heaps, or the rows from the top, with `/` between them.
    pub(crate) fn drawn(&self, cells: &[u16]) -> String {
        let [w, h, _] = self.rules.size;
        if self.rules.family == "nim" {
            return format!("{cells:?}");
        }
        let row =
            |j: usize| (0..w).map(|i| ['.', 'x', 'o'][usize::from(cells[i * h + j])]).collect::<String>();
        (0..h).rev().map(row).collect::<Vec<String>>().join("/")
    }
}
