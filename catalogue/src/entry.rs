//! Entries, and the catalogue that they make up.

use std::fmt;

use registry::{About, Family, Parameters, SyntaxError, find, problems};

use crate::Variant;
use crate::variant::{Ready, fixed_order};

/// A game in the catalogue: what people read about it, and how parameters become the game. A constant.
///
/// ```
/// use catalogue::{Catalogue, Entry};
/// use games::nim::Nim;
///
/// const NIM: Entry = Entry::of::<Nim>();
/// let opened = Catalogue::new("program", vec![NIM]).open("nim:1,2,3").unwrap();
/// assert_eq!(opened.to_string(), "nim:1,2,3");
/// ```
#[derive(Clone, Copy)]
pub struct Entry {
    /// What people read about it.
    pub about: &'static About,
    open: Open,
    settled: fn(Parameters) -> Result<Parameters, SyntaxError>,
}

/// How a game is made.
#[derive(Clone, Copy)]
enum Open {
    /// By a function.
    Plain(fn(&Parameters) -> Result<Variant, SyntaxError>),
    /// With the variables of its diagrams in an order that is given by names, if it is.
    Ordered(fn(&Parameters, Option<&str>) -> Result<Variant, SyntaxError>),
}

impl Entry {
    /// Creates an entry that makes games by the function `open`.
    #[must_use]
    pub const fn new(about: &'static About, open: fn(&Parameters) -> Result<Variant, SyntaxError>) -> Entry {
        Entry { about, open: Open::Plain(open), settled: Ok }
    }

    /// Returns the entry of a family, which knows no engine.
    #[must_use]
    pub const fn of<F: Family>() -> Entry {
        let open = Open::Ordered(|given, order| F::open(given, Ready(order)).and_then(|variant| variant));
        Entry { about: F::ABOUT, open, settled: F::settled }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.about.name).finish()
    }
}

/// The games that a program knows, by name.
#[derive(Clone, Debug)]
pub struct Catalogue {
    program: String,
    entries: Vec<Entry>,
    /// Whether games may be read from files.
    files: bool,
}

/// A game that was opened by name.
#[derive(Clone)]
pub struct Opened {
    /// The game.
    pub variant: Variant,
    given: Parameters,
}

impl Opened {
    /// Returns what people read about it.
    #[must_use]
    pub fn about(&self) -> &'static About {
        self.given.about()
    }
}

/// The name as it is typed: opening it gives the same game.
impl fmt::Display for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.given.fmt(f)
    }
}

impl Catalogue {
    /// Creates the catalogue of a program. Messages name the program.
    #[must_use]
    pub fn new(program: impl Into<String>, entries: Vec<Entry>) -> Catalogue {
        Catalogue { program: program.into(), entries, files: true }
    }

    /// Adds an entry at a place, those behind it moving on.
    ///
    /// # Panics
    /// If there are fewer entries than `place`.
    pub fn insert(&mut self, place: usize, entry: Entry) {
        self.entries.insert(place, entry);
    }

    /// Returns the same catalogue, which reads no files: for a program that opens games for strangers. A game that is
    /// given by a file is refused before anything is read.
    ///
    /// ```
    /// use catalogue::{Catalogue, Entry};
    /// use games::positional::Files;
    ///
    /// let catalogue = Catalogue::new("program", vec![Entry::of::<Files>()]).without_files();
    /// let mistake = catalogue.open("lines:/etc/passwd").err().unwrap();
    /// assert_eq!(mistake.problem, "`lines` reads a file, and no files are read here");
    /// ```
    #[must_use]
    pub fn without_files(self) -> Catalogue {
        Catalogue { files: false, ..self }
    }

    /// Returns the program's name.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Returns the entries, in their order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn abouts(&self) -> Vec<&'static About> {
        self.entries.iter().map(|entry| entry.about).collect()
    }

    /// Opens a game by name: `mnk:4,4,4`.
    ///
    /// # Errors
    /// If there is no such game, or a parameter is missing or wrong; the message says where, and what would work.
    pub fn open(&self, text: &str) -> Result<Opened, SyntaxError> {
        self.open_ordered(text, None)
    }

    /// Opens a game as [`open`](Catalogue::open) does, with the variables of its diagrams in an order that is given by
    /// names; those that are not named follow. The order decides how large diagrams are, and nothing else.
    ///
    /// # Errors
    /// If there is no such game, or its variables have other names, or an order that cannot be changed.
    pub fn open_ordered(&self, text: &str, order: Option<&str>) -> Result<Opened, SyntaxError> {
        let (number, given) = find(&self.abouts(), text, &self.program)?;
        self.make(number, given, order)
    }

    /// Opens a game that is read from a file by what the file says. Nothing is read, so this is allowed to everybody; the
    /// file's name is only a name.
    ///
    /// ```
    /// use catalogue::{Catalogue, Entry};
    /// use games::positional::Files;
    ///
    /// let catalogue = Catalogue::new("program", vec![Entry::of::<Files>()]).without_files();
    /// let opened = catalogue.open_source("lines:mine.lines", "row a b c\nline a b c\n").unwrap();
    /// assert!(opened.to_string().starts_with("lines:mine.lines#"));
    /// ```
    ///
    /// # Errors
    /// As [`open`](Catalogue::open), or if the name is that of a game without a file.
    pub fn open_source(&self, text: &str, source: &str) -> Result<Opened, SyntaxError> {
        let (number, given) = find(&self.abouts(), text, &self.program)?;
        self.make(number, given.with_source(source)?, None)
    }

    fn make(&self, number: usize, given: Parameters, order: Option<&str>) -> Result<Opened, SyntaxError> {
        if !self.files {
            given.without_files()?;
        }
        let entry = &self.entries[number];
        let given = (entry.settled)(given)?;
        let variant = match (entry.open, order) {
            (Open::Ordered(open), order) => open(&given, order)?,
            (Open::Plain(open), None) => open(&given)?,
            (Open::Plain(_), Some(order)) => return Err(fixed_order(order)),
        };
        Ok(Opened { variant, given })
    }

    /// Returns what is wrong with the entries, in words: two with one name, an example that does not parse or cannot be
    /// opened, a default outside its own range.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        self.problems_opening(self.entries.len())
    }

    /// Returns the [`problems`](Catalogue::problems), opening the examples of the first `count` entries only: for the
    /// start of a program, where there is no time to make every game.
    #[must_use]
    pub fn problems_opening(&self, count: usize) -> Vec<String> {
        let mut found = problems(&self.abouts());
        if !found.is_empty() {
            return found;
        }
        for about in self.abouts().into_iter().take(count) {
            let aliases = about.aliases.iter().map(|alias| alias.means);
            for text in about.examples.iter().copied().chain([about.default]).chain(aliases) {
                if let Err(mistake) = self.open(text) {
                    found.push(format!("the entry of `{}` promises `{text}`: {mistake}", about.name));
                }
            }
        }
        found
    }
}
