//! Tablebases in files.
//!
//! All numbers are little-endian.
//!
//! ```text
//!   "MORPTAB3"          magic and version of the format
//!   u64 n, n bytes      the game, as its name is typed
//!   u64                 the version of its rules
//!   u64                 1 for diagrams, 2 for an index, 3 for a list
//!   u64                 1 if distances are known, else 0
//!   u64                 a checksum of all bytes before it, so that what is said up to here can be relied on
//!   the body            see symbolic::Table, explore::Table and Listed
//!   u64                 a checksum of all bytes before it
//! ```

use game::Playable;
use levels::Error;
use levels::{Input, Output};
use std::fmt;
use std::io::{self, BufReader, BufWriter, Read, Write};

use crate::access::Access;
use crate::listed::Listed;
use crate::table::{Body, Tablebase};

const MAGIC: [u8; 8] = *b"MORPTAB3";
/// How tables by index began before they shared this format.
const OLD_INDEX: [u8; 16] = *b"morpion-table-1\n";
const LONGEST_NAME: u64 = 1 << 16;

/// The beginning of a file: what it holds, and of which game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game, as its name is typed.
    pub game: String,
    /// The version of its rules. A change of the rules counts it up, and tables of older versions are refused.
    pub rules: u32,
    /// What the values are kept in.
    pub body: Body,
    /// Whether it is known how far the end is.
    pub distances: bool,
}

/// Why a tablebase cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// The file cannot be read.
    Io(String),
    /// It is not a tablebase.
    NotATablebase,
    /// It was written by an older version of this library.
    Older,
    /// It is of a format that this version does not know.
    Unknown,
    /// It was solved by other rules of the game.
    OtherRules {
        /// The game, as its name is typed.
        game: String,
        /// The version of the rules that it was solved by.
        solved: u32,
        /// The version that is wanted.
        wanted: u32,
    },
    /// The game has no access to the body that the values are kept in.
    NoAccess(Body),
    /// It is damaged; the text says how.
    Damaged(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Io(error) => write!(f, "it cannot be read: {error}"),
            Unreadable::NotATablebase => f.write_str("this is not a tablebase"),
            Unreadable::Older => f.write_str("it was written by an older version: solve the game again"),
            Unreadable::Unknown => f.write_str("it is of a format that this version does not know"),
            Unreadable::OtherRules { game, solved, wanted } => write!(
                f,
                "it was solved by version {solved} of the rules of {game}, and this is version {wanted}: solve the game \
                 again"
            ),
            Unreadable::NoAccess(Body::Diagrams) => {
                f.write_str("it is made of diagrams, and this game has no symbolic form here")
            }
            Unreadable::NoAccess(body) => write!(f, "it is kept by {body}, and this game has none here"),
            Unreadable::Damaged(reason) => write!(f, "it is damaged: {reason}"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Unreadable {
        match error {
            Error::Corrupt { reason } => Unreadable::Damaged(reason),
            Error::Io(message) => Unreadable::Io(message),
            other => Unreadable::Damaged(other.to_string()),
        }
    }
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Unreadable {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged("it ends too early"),
            io::ErrorKind::InvalidData => damaged("it has more positions than can be"),
            _ => Unreadable::Io(error.to_string()),
        }
    }
}

fn damaged(reason: &str) -> Unreadable {
    Unreadable::Damaged(reason.to_string())
}

impl Header {
    /// Reads the beginning of a file, which has a checksum of its own: a name that no game has is that of a game that
    /// is not known here, and not a damaged one.
    ///
    /// # Errors
    /// If it is not a tablebase, or its beginning is damaged.
    pub fn read(mut from: impl Read) -> Result<Header, Unreadable> {
        let from: &mut dyn Read = &mut from;
        Header::begin(&mut Input::new(from))
    }

    fn begin<R: Read>(input: &mut Input<R>) -> Result<Header, Unreadable> {
        check_magic(input)?;
        let len = input.number()?;
        if len > LONGEST_NAME {
            return Err(damaged("the name of the game is too long"));
        }
        let game = input.take(len)?;
        let (rules, body, distances) = (input.number()?, input.number()?, input.number()?);
        input.seal()?;
        let game = String::from_utf8(game).map_err(|_| damaged("the name of the game is not text"))?;
        let rules = u32::try_from(rules).map_err(|_| Unreadable::Unknown)?;
        let body = match body {
            1 => Body::Diagrams,
            2 => Body::Indexed,
            3 => Body::Listed,
            _ => return Err(Unreadable::Unknown),
        };
        let distances = match distances {
            0 => false,
            1 => true,
            _ => return Err(Unreadable::Unknown),
        };
        Ok(Header { game, rules, body, distances })
    }

    fn write<W: Write>(&self, output: &mut Output<W>) -> levels::Result<()> {
        output.put(&MAGIC)?;
        output.number(self.game.len() as u64)?;
        output.put(self.game.as_bytes())?;
        output.number(self.rules.into())?;
        output.number(match self.body {
            Body::Diagrams => 1,
            Body::Indexed => 2,
            Body::Listed => 3,
        })?;
        output.number(self.distances.into())?;
        output.seal()
    }
}

/// Reads the magic number, and says why a file is not a tablebase of this version.
fn check_magic<R: Read>(input: &mut Input<R>) -> Result<(), Unreadable> {
    let mut begin = Vec::new();
    Read::take(&mut *input, MAGIC.len() as u64).read_to_end(&mut begin)?;
    let (kind, version) = MAGIC.split_at(7);
    if begin == MAGIC {
        return Ok(());
    }
    if begin.len() == MAGIC.len() && begin.starts_with(kind) {
        return Err(if begin[7..] < *version { Unreadable::Older } else { Unreadable::Unknown });
    }
    if begin == OLD_INDEX[..8] {
        Read::take(&mut *input, 8).read_to_end(&mut begin)?;
        return Err(if begin == OLD_INDEX { Unreadable::Older } else { Unreadable::NotATablebase });
    }
    let is_cut = !begin.is_empty() && MAGIC.starts_with(&begin);
    Err(if is_cut { damaged("it ends too early") } else { Unreadable::NotATablebase })
}

impl Tablebase {
    /// Writes the table of a game under the name that is typed for it, by this version of its rules. Returns the number
    /// of bytes written.
    ///
    /// # Errors
    /// If it cannot be written, or the name is longer than 65,536 bytes.
    pub fn save(&self, name: &str, rules: u32, mut to: impl Write) -> io::Result<u64> {
        if name.len() as u64 > LONGEST_NAME {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the name of the game is too long"));
        }
        let to: &mut dyn Write = &mut to;
        let header =
            Header { game: name.to_string(), rules, body: self.body(), distances: self.has_distance() };
        let output = Output::new(BufWriter::with_capacity(1 << 16, to));
        self.write(&header, output).map_err(|error| io::Error::other(error.to_string()))
    }

    fn write<W: Write>(&self, header: &Header, mut output: Output<W>) -> levels::Result<u64> {
        header.write(&mut output)?;
        match self {
            Tablebase::Diagrams(table) => table.write(&mut output)?,
            Tablebase::Indexed(table) => table.write(&mut output)?,
            Tablebase::Listed(listed) => listed.write(&mut output)?,
        }
        output.finish()
    }

    /// Reads the table of this game, solved by this version of its rules. [`Header::read`] says beforehand which game a
    /// file is of.
    ///
    /// Damaged files are errors: a change of up to eight bytes that stand side by side is always noticed, any other but
    /// for one in 2⁶⁴. They take no more memory than they have bytes, but for a small factor.
    ///
    /// # Errors
    /// If it is not a tablebase, is damaged, is of other rules, or is kept in a form that the game does not have.
    pub fn load<G: Playable>(
        access: &Access<'_, G>,
        rules: u32,
        mut from: impl Read,
    ) -> Result<Tablebase, Unreadable> {
        let from: &mut dyn Read = &mut from;
        let shape = access.form.as_ref().map(|form| form.shape());
        let size = access.index.as_ref().and_then(|index| index.size());
        let mut input = Input::new(BufReader::with_capacity(1 << 16, from));
        let Header { game, rules: solved, body, distances } = Header::begin(&mut input)?;
        if solved != rules {
            return Err(Unreadable::OtherRules { game, solved, wanted: rules });
        }
        let table = match body {
            Body::Diagrams => {
                let shape = shape.ok_or(Unreadable::NoAccess(body))?;
                Tablebase::Diagrams(symbolic::Table::read(shape, distances, &mut input)?)
            }
            Body::Indexed => {
                let size = size.ok_or(Unreadable::NoAccess(body))?;
                let table = explore::Table::read(distances, &mut input)?;
                if table.span() != size.div_ceil(64) * 64 {
                    return Err(damaged("it is the table of another board"));
                }
                Tablebase::Indexed(table)
            }
            Body::Listed => Tablebase::Listed(Listed::read(distances, &mut input)?),
        };
        input.finish()?;
        Ok(table)
    }
}
