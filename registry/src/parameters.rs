//! The parameters of a game, read and checked.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use game::{SyntaxError, shortened};

use crate::find::nearest;
use crate::{About, Accepts, Field};

/// The parameters of a game: one or more values for each field of its entry, every one within its range.
///
/// Its text, by `Display`, is the game as it is typed: name, colon and values. Words at the end that are the default
/// are left out.
#[derive(Clone, Debug)]
pub struct Parameters {
    about: &'static About,
    /// What was typed, for messages.
    text: String,
    given: Vec<Vec<Given>>,
    /// What the file says that is named, where it is not to be read from a disk.
    source: Option<Arc<str>>,
}

/// A value, and where it was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Given {
    value: Value,
    place: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Number(u32),
    Word(&'static str),
    /// A text or the path of a file.
    Text(String),
}

impl Value {
    /// Whether a field has this value if it is left out; numbers are always written.
    fn is_default_of(&self, field: &Field) -> bool {
        matches!(self, Value::Word(word) if field.default == Some(word))
    }
}

/// What stands behind the colon, part by part, with its place in the text.
struct Typed<'t> {
    about: &'static About,
    text: &'t str,
    parts: Vec<Range<usize>>,
}

impl Parameters {
    /// Reads the parameters that begin at a byte of the text.
    pub(crate) fn read(about: &'static About, text: &str, start: usize) -> Result<Parameters, SyntaxError> {
        let typed = Typed::new(about, text, start);
        let (mut at, mut given) = (0, Vec::new());
        for (number, field) in about.fields.iter().enumerate() {
            let end =
                if field.most > 1 { typed.end_of_many(at, &about.fields[number + 1..]) } else { at + 1 };
            given.push(typed.values(field, at..end)?);
            at = end.min(typed.parts.len()).max(at);
        }
        match typed.too_much(at, start) {
            Some(mistake) => Err(mistake),
            None => Ok(Parameters { about, text: text.to_string(), given, source: None }),
        }
    }

    /// Checks a text as the value of a field of this entry.
    pub(crate) fn check_value(about: &'static About, field: &Field, text: &str) -> Result<(), SyntaxError> {
        let typed = Typed { about, text, parts: Vec::new() };
        typed.value(field, text, &(0..text.len())).map(|_| ())
    }

    /// Returns the parameters that the name alone stands for.
    pub(crate) fn default_of(about: &'static About) -> Result<Parameters, SyntaxError> {
        match about.default.find(':') {
            Some(colon) => Parameters::read(about, about.default, colon + 1),
            None => {
                let typed = Typed { about, text: about.default, parts: Vec::new() };
                let given = about.fields.iter().map(|field| typed.values(field, 0..1));
                let given = given.collect::<Result<_, SyntaxError>>()?;
                Ok(Parameters { about, text: about.default.to_string(), given, source: None })
            }
        }
    }

    /// Returns the entry they belong to.
    #[must_use]
    pub fn about(&self) -> &'static About {
        self.about
    }

    fn field(&self, name: &str) -> Result<usize, SyntaxError> {
        self.about.fields.iter().position(|field| field.name == name).ok_or_else(|| {
            let problem = format!("the entry of `{}` has no parameter {name}", self.about.name);
            SyntaxError::new(
                self.text.clone(),
                0..self.text.len(),
                problem,
                "this is a mistake in the program",
            )
        })
    }

    /// Returns the number given for a field.
    ///
    /// # Errors
    /// If the entry has no such field of numbers: a mistake in the program.
    pub fn number(&self, name: &str) -> Result<u32, SyntaxError> {
        self.numbers(name)?.first().copied().ok_or_else(|| self.mistake(name, name, "it is not a number", ""))
    }

    /// Returns all numbers given for a field.
    ///
    /// # Errors
    /// If the entry has no such field: a mistake in the program.
    pub fn numbers(&self, name: &str) -> Result<Vec<u32>, SyntaxError> {
        let number = |given: &Given| match given.value {
            Value::Number(number) => Some(number),
            Value::Word(_) | Value::Text(_) => None,
        };
        Ok(self.given[self.field(name)?].iter().filter_map(number).collect())
    }

    /// Returns the word given for a field, as the entry writes it; the empty word if there is none.
    ///
    /// # Errors
    /// If the entry has no such field: a mistake in the program.
    pub fn word(&self, name: &str) -> Result<&'static str, SyntaxError> {
        let word = |given: &Given| match given.value {
            Value::Word(word) => Some(word),
            Value::Number(_) | Value::Text(_) => None,
        };
        // A choice that may be left out, and is, is the empty word.
        Ok(self.given[self.field(name)?].iter().find_map(word).unwrap_or(""))
    }

    /// Returns the text or the path given for a field; the empty text if there is none.
    ///
    /// # Errors
    /// If the entry has no such field: a mistake in the program.
    pub fn text(&self, name: &str) -> Result<&str, SyntaxError> {
        Ok(match self.given[self.field(name)?].first().map(|given| &given.value) {
            Some(Value::Text(text)) => text,
            _ => "",
        })
    }

    /// Returns the same parameters with another text for a field, if one was given.
    ///
    /// # Errors
    /// If the entry has no such field: a mistake in the program.
    pub fn with_text(mut self, name: &str, text: String) -> Result<Parameters, SyntaxError> {
        let field = self.field(name)?;
        if let Some(given) = self.given[field].first_mut() {
            given.value = Value::Text(text);
        }
        Ok(self)
    }

    /// Returns the same parameters with what the file says that they name: no file is read then.
    ///
    /// # Errors
    /// If they name no file.
    pub fn with_source(self, source: &str) -> Result<Parameters, SyntaxError> {
        if self.file().is_none() {
            let problem = format!("`{}` names no file that a text could stand for", shortened(&self.text));
            return Err(SyntaxError::new(
                self.text.clone(),
                0..self.text.len(),
                problem,
                "a game that is read from a file is named by the file, for example breakthrough.rbg",
            ));
        }
        Ok(Parameters { source: Some(source.into()), ..self })
    }

    /// Returns what the file says that they name, if that is known without reading it: whoever sent it may be a
    /// stranger.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The path of a file among the values.
    fn file(&self) -> Option<&Given> {
        let mut fields = self.about.fields.iter().zip(&self.given);
        fields.find_map(|(field, given)| given.first().filter(|_| field.accepts == Accepts::File))
    }

    /// Returns a mistake if a file has to be read for this game.
    ///
    /// # Errors
    /// If a parameter is the path of a file, and what it says is not known.
    pub fn without_files(&self) -> Result<(), SyntaxError> {
        match self.file() {
            Some(given) if self.source.is_none() => {
                let problem = format!("`{}` reads a file, and no files are read here", self.about.name);
                let help = "open it on the command line, or send its text along";
                Err(SyntaxError::new(self.text.clone(), given.place.clone(), problem, help))
            }
            _ => Ok(()),
        }
    }

    /// Returns a mistake in the parameters from one field to another, both included: they do not fit together.
    #[must_use]
    pub fn mistake(&self, from: &str, to: &str, problem: impl Into<String>, help: &str) -> SyntaxError {
        let places = |name: &str| self.field(name).map_or(&[][..], |field| &self.given[field]);
        let start = places(from).first().map_or(0, |given| given.place.start);
        let end = places(to).last().map_or(self.text.len(), |given| given.place.end);
        self.mistake_at(start..end, problem, help)
    }

    /// Returns a mistake in one of the values of a field.
    #[must_use]
    pub fn mistake_in(
        &self,
        name: &str,
        number: usize,
        problem: impl Into<String>,
        help: &str,
    ) -> SyntaxError {
        // An entry without this field has a mistake of its own; then the whole text is marked.
        let given = self.field(name).ok().and_then(|field| self.given[field].get(number));
        let place = given.map_or(0..self.text.len(), |given| given.place.clone());
        self.mistake_at(place, problem, help)
    }

    fn mistake_at(&self, place: Range<usize>, problem: impl Into<String>, help: &str) -> SyntaxError {
        Typed { about: self.about, text: &self.text, parts: Vec::new() }.mistake(place, problem.into(), help)
    }
}

/// Two games are the same if their values are, however they were typed.
impl PartialEq for Parameters {
    fn eq(&self, other: &Parameters) -> bool {
        self.about.name == other.about.name && self.to_string() == other.to_string()
    }
}

impl Eq for Parameters {}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.about.fields.iter().zip(&self.given);
        let values: Vec<(&Field, &Value)> =
            fields.flat_map(|(field, given)| given.iter().map(move |given| (field, &given.value))).collect();
        // Only at the end: what stands before another value has to be there.
        let left_out = values.iter().rev().take_while(|(field, value)| value.is_default_of(field)).count();
        f.write_str(self.about.name)?;
        for (number, (_, value)) in values[..values.len() - left_out].iter().enumerate() {
            f.write_str(if number == 0 { ":" } else { "," })?;
            match value {
                Value::Number(number) => write!(f, "{number}")?,
                Value::Word(word) => f.write_str(word)?,
                Value::Text(text) => f.write_str(text)?,
            }
        }
        Ok(())
    }
}

impl<'t> Typed<'t> {
    fn new(about: &'static About, text: &'t str, start: usize) -> Typed<'t> {
        let (mut parts, mut from) = (Vec::new(), start);
        // The path of a file may have commas.
        let ends_in_file = about.fields.last().is_some_and(|field| field.accepts == Accepts::File);
        let most = if ends_in_file { about.fields.len() } else { usize::MAX };
        for part in text[start..].splitn(most, ',') {
            let begin = from + (part.len() - part.trim_start().len());
            parts.push(begin..begin + part.trim().len());
            from += part.len() + 1;
        }
        Typed { about, text, parts }
    }

    fn word(&self, index: usize) -> Option<&'t str> {
        self.parts.get(index).map(|place| &self.text[place.clone()])
    }

    /// Returns where a part stands; behind the last if there are fewer parts.
    fn place(&self, index: usize) -> Range<usize> {
        let end = self.text.len();
        // What is missing is missing at the end.
        self.parts.get(index).cloned().unwrap_or(end..end)
    }

    /// What is wrong if there are more parts than these: nothing reads the others. `start` is where all parts begin.
    fn too_much(&self, at: usize, start: usize) -> Option<SyntaxError> {
        let word = self.word(at)?;
        let unexpected = |word| format!("unexpected parameter `{}`", shortened(word));
        if self.about.fields.is_empty() {
            let rest = self.text[start..].trim();
            let problem =
                if rest.is_empty() { "there is nothing behind the colon".into() } else { unexpected(rest) };
            return Some(self.mistake(
                self.place(at).start..self.text.len(),
                problem,
                "it has no parameters",
            ));
        }
        Some(if word.is_empty() {
            self.mistake(self.place(at), "there is nothing behind the comma".into(), "leave it out")
        } else {
            self.mistake(self.place(at), unexpected(word), "")
        })
    }

    /// Where a field of many values ends: before a last word that the next field accepts.
    fn end_of_many(&self, at: usize, rest: &[Field]) -> usize {
        let last = self.parts.len().saturating_sub(1);
        let taken = match (rest.first().map(|field| &field.accepts), self.word(last)) {
            (Some(Accepts::Word(words)), Some(word)) if last > at => words.contains(&plain(word).as_str()),
            _ => false,
        };
        self.parts.len() - usize::from(taken)
    }

    /// The values of a field, among these parts.
    fn values(&self, field: &'static Field, parts: Range<usize>) -> Result<Vec<Given>, SyntaxError> {
        if parts.len() > field.most {
            let (count, name) = (parts.len(), field.name.to_lowercase());
            let (place, help) =
                (self.place(parts.start + field.most), format!("there may be {}", field.most));
            return Err(self.mistake(place, format!("{count} {name}s are too many"), &help));
        }
        if self.word(parts.start).is_none()
            && let Some(default) = field.default
        {
            let place = self.text.len()..self.text.len();
            let value = |text| self.value(field, text, &place);
            let default = Some(default).filter(|default| !default.is_empty()).map(value).transpose()?;
            return Ok(default.into_iter().map(|value| Given { value, place: place.clone() }).collect());
        }
        let given = |index: usize| {
            let place = self.place(index);
            // What is not there is read as empty, and then said to be missing.
            let value = self.value(field, self.word(index).unwrap_or(""), &place)?;
            Ok(Given { value, place })
        };
        (parts.start..parts.end.max(parts.start + 1)).map(given).collect()
    }

    fn value(&self, field: &Field, text: &str, place: &Range<usize>) -> Result<Value, SyntaxError> {
        match &field.accepts {
            Accepts::Number(range) => self.number(field, range, text, place).map(Value::Number),
            Accepts::Word(words) => self.choice(field, words, text, place).map(Value::Word),
            Accepts::Text | Accepts::File if text.is_empty() => {
                let help = format!("{} is {}", field.name, field.meaning);
                Err(self.mistake(place.clone(), format!("{} is missing", field.name), &help))
            }
            Accepts::Text => Ok(Value::Text(text.to_lowercase())),
            Accepts::File => Ok(Value::Text(text.to_string())),
        }
    }

    fn number(
        &self,
        field: &Field,
        range: &RangeInclusive<u32>,
        text: &str,
        place: &Range<usize>,
    ) -> Result<u32, SyntaxError> {
        let Field { name, meaning, limit, .. } = field;
        let (least, most) = (range.start(), range.end());
        let help = format!("{name} is {meaning}, {least} to {most}");
        let wrong = |problem: String, help: &str| Err(self.mistake(place.clone(), problem, help));
        if text.is_empty() {
            return wrong(format!("{name} is missing"), &help);
        }
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            return wrong(format!("`{}` is not a number", shortened(text)), &help);
        }
        match text.parse::<u32>() {
            Ok(number) if range.contains(&number) => Ok(number),
            Ok(number) if number < *least => wrong(format!("{number} is too small"), &help),
            _ => wrong(format!("{} is too large", shortened(text)), limit.unwrap_or(&help)), // A field may have help of its own.
        }
    }

    fn choice(
        &self,
        field: &Field,
        words: &'static [&'static str],
        text: &str,
        place: &Range<usize>,
    ) -> Result<&'static str, SyntaxError> {
        let (name, noun) = (field.name, field.meaning);
        let all = words.join(", ");
        if text.is_empty() {
            let help = format!("leave out the comma, or name one of {all}");
            return Err(self.mistake(place.clone(), format!("{name} is missing"), &help));
        }
        let typed = plain(text);
        words.iter().find(|word| **word == typed).copied().ok_or_else(|| {
            let guess = nearest(&typed, words.iter().copied());
            let guess = guess.map_or(String::new(), |word| format!("the nearest is `{word}`; "));
            let help = format!("{guess}there are {all}");
            self.mistake(place.clone(), format!("there is no {noun} `{}`", shortened(text)), &help)
        })
    }

    fn mistake(&self, place: Range<usize>, problem: String, help: &str) -> SyntaxError {
        let comma = if help.is_empty() { "" } else { "; " };
        let (syntax, example) = (self.about.syntax, self.about.example());
        let help = format!("{help}{comma}the syntax is {syntax}, for example {example}");
        SyntaxError::new(self.text, place, problem, help)
    }
}

/// Returns a word in lower case, with `e` for `è` and its parts joined by `-`.
pub(crate) fn plain(word: &str) -> String {
    word.to_lowercase().replace('è', "e").replace([' ', '_'], "-")
}
