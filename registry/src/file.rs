//! Games that are read from files.

use std::fs::{self, File};
use std::io::Read;

use game::{ParseError, SyntaxError, shortened};

use crate::Parameters;
use crate::encoding::decoded;

/// A field that holds the path of a file, perhaps followed by a fingerprint of what it says: `board.lines#1a2b3c4d`.
#[derive(Clone, Copy, Debug)]
pub struct FileField {
    /// The name of the field.
    pub field: &'static str,
    /// What a text says without comments and the like: the fingerprint is made of it.
    pub plain: fn(&str) -> String,
    /// The most bytes of a file.
    pub most: u64,
}

impl FileField {
    /// Returns the path, without the fingerprint.
    ///
    /// # Errors
    /// If the entry has no such field: a mistake in the program.
    pub fn path(self, given: &Parameters) -> Result<&str, SyntaxError> {
        Ok(split(given.text(self.field)?).0)
    }

    /// Returns the same parameters with the fingerprint of what the file says; unchanged where no file is named.
    ///
    /// # Errors
    /// If the file cannot be read, or has another fingerprint than the parameters say.
    pub fn settled(self, given: Parameters) -> Result<Parameters, SyntaxError> {
        let path = self.path(&given)?.to_string();
        if path.is_empty() {
            return Ok(given);
        }
        let fingerprint = self.fingerprint(&self.load(&given)?);
        given.with_text(self.field, format!("{path}#{fingerprint:08x}"))
    }

    /// Reads the file, unless what it says is given, and checks its fingerprint if there is one.
    ///
    /// # Errors
    /// If the file cannot be read, or has another fingerprint than the parameters say.
    pub fn load(self, given: &Parameters) -> Result<String, SyntaxError> {
        let (path, expected) = split(given.text(self.field)?);
        let mistake = |problem, help: &str| given.mistake(self.field, self.field, problem, help);
        let text = match given.source() {
            Some(source) => fitting(path, source.len(), self.most).map(|()| source.to_string()),
            None => load(path, self.most),
        };
        let text = text.map_err(|ParseError { problem, help, .. }| mistake(problem, &help))?;
        let found = self.fingerprint(&text);
        match expected {
            Some(expected) if expected != found => {
                let path = shortened(path);
                let problem = format!("`{path}` is not what it was: its fingerprint is {found:08x}");
                let help = format!("`{}:{path}` is the game that it describes now", given.about().name);
                Err(mistake(problem, &help))
            }
            _ => Ok(text),
        }
    }

    /// Returns a fingerprint of what a text says.
    #[must_use]
    pub fn fingerprint(self, text: &str) -> u32 {
        // FNV-1a.
        let hash = (self.plain)(text).bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (hash ^ hash >> 32) as u32
    }
}

/// Reads a file, if it is one and is not too large.
fn load(path: &str, most: u64) -> Result<String, ParseError> {
    let shown = shortened(path);
    let failed = |error: std::io::Error| ParseError::new(format!("`{shown}` cannot be read: {error}"), "");
    // Opening what is not a file, such as a pipe, could take forever.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(ParseError::new(format!("`{shown}` is not a file"), ""));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    fitting(path, bytes.len(), most)?;
    decoded(bytes).ok_or_else(|| {
        let help = "texts may also be in UTF-16, and those that say so in XML in ISO-8859-1";
        ParseError::new(format!("`{shown}` is not a text in UTF-8"), help)
    })
}

/// Refuses what is too large.
fn fitting(path: &str, bytes: usize, most: u64) -> Result<(), ParseError> {
    if bytes as u64 <= most {
        return Ok(());
    }
    let help = format!("it may have at most {most} bytes");
    Err(ParseError::new(format!("`{}` is too large", shortened(path)), help))
}

/// Splits a path from the fingerprint behind it, if there is one.
pub(crate) fn split(text: &str) -> (&str, Option<u32>) {
    let fingerprint = |digits: &str| {
        let are_hex = digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        are_hex.then(|| u32::from_str_radix(digits, 16).expect("eight digits of 16 are 32 bits"))
    };
    match text.rsplit_once('#').map(|(path, digits)| (path, fingerprint(digits))) {
        Some((path, Some(fingerprint))) => (path, Some(fingerprint)),
        _ => (text, None),
    }
}
