//! What people read about a game, and what its parameters may be.

use std::ops::RangeInclusive;

/// What people read about a game, and what its parameters may be: a constant of its folder.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name before the colon, in lower case.
    pub name: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
    /// How name and parameters are written.
    pub syntax: &'static str,
    /// What the parameters mean, in words.
    pub parameters: &'static str,
    /// What the parameters may be, in the order in which they are written.
    pub fields: &'static [Field],
    /// What the name alone stands for.
    pub default: &'static str,
    /// Some texts that work, the plainest first.
    pub examples: &'static [&'static str],
    /// The rules.
    pub rules: &'static str,
    /// How moves are typed.
    pub moves: &'static str,
    /// Short names for the game with certain parameters.
    pub aliases: &'static [Alias],
    /// How the paths end that mean a game of this entry without its name, such as `.rbg`: `board.rbg` is
    /// `rbg:board.rbg`.
    pub suffix: Option<&'static str>,
    /// The version of the rules: raised when they change, so that files written before are not taken for current.
    pub version: u32,
}

impl About {
    /// Creates the description of a game without parameters, with nothing else filled in.
    #[must_use]
    pub const fn new(name: &'static str) -> About {
        About {
            name,
            title: name,
            syntax: name,
            parameters: "none",
            fields: &[],
            default: name,
            examples: &[],
            rules: "",
            moves: "",
            aliases: &[],
            suffix: None,
            version: 1,
        }
    }

    /// Returns an example that works: the first, or else what the name alone stands for.
    #[must_use]
    pub fn example(&self) -> &'static str {
        // The tests open the default of each entry, too.
        self.examples.first().unwrap_or(&self.default)
    }
}

/// A short name for a game with parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The short name.
    pub name: &'static str,
    /// What it stands for.
    pub means: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
}

/// What values a parameter accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Accepts {
    /// Whole numbers in this range.
    Number(RangeInclusive<u32>),
    /// One of these words. Case does not matter, nor whether parts are joined by `-`, `_` or a space, nor `è` for `e`.
    Word(&'static [&'static str]),
    /// Any text without a comma, which the game reads itself. Case does not matter.
    Text,
    /// The path of a file, commas and all: it is the last parameter. Whoever answers strangers opens no such game.
    File,
}

/// One parameter of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name, in capitals: `W`.
    pub name: &'static str,
    /// What it means, in a few words: `the number of columns`.
    pub meaning: &'static str,
    /// What it may be.
    pub accepts: Accepts,
    /// What it is when left out; none if it must be there. The empty text stands for nothing at all.
    pub default: Option<&'static str>,
    /// The most values there may be, one after the other; 1 for most parameters.
    pub most: usize,
    /// What to say of a number that is too large, in place of the range.
    pub limit: Option<&'static str>,
}

impl Field {
    /// Creates a parameter that is a whole number.
    #[must_use]
    pub const fn number(name: &'static str, meaning: &'static str, least: u32, most: u32) -> Field {
        let accepts = Accepts::Number(RangeInclusive::new(least, most));
        Field { name, meaning, accepts, default: None, most: 1, limit: None }
    }

    /// Creates a parameter that is one of several words; `meaning` is a noun: `variant`.
    #[must_use]
    pub const fn word(name: &'static str, meaning: &'static str, words: &'static [&'static str]) -> Field {
        Field { name, meaning, accepts: Accepts::Word(words), default: None, most: 1, limit: None }
    }

    /// Creates a parameter that is any text without a comma, which the game reads itself.
    #[must_use]
    pub const fn text(name: &'static str, meaning: &'static str) -> Field {
        Field { name, meaning, accepts: Accepts::Text, default: None, most: 1, limit: None }
    }

    /// Creates a parameter that is the path of a file; no other may follow it.
    #[must_use]
    pub const fn file(name: &'static str, meaning: &'static str) -> Field {
        Field { name, meaning, accepts: Accepts::File, default: None, most: 1, limit: None }
    }

    /// Sets the value that the parameter has if it is left out.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Field {
        Field { default: Some(default), ..self }
    }

    /// Allows up to `most` values. Nothing but one word may follow it.
    #[must_use]
    pub const fn up_to(self, most: usize) -> Field {
        Field { most, ..self }
    }

    /// What to say of a number that is too large, in place of the range.
    #[must_use]
    pub const fn limit(self, limit: &'static str) -> Field {
        Field { limit: Some(limit), ..self }
    }
}
