//! As much of XML as nets are written in, event by event.
//!
//! There are libraries for XML; none of those in use is as small as this file. A tree of a net with a million places
//! takes a gigabyte, and nothing here needs one: the reader holds the names of the open elements and no more. Elements,
//! attributes, text, CDATA, comments, processing instructions, the five entities of XML and characters by number are
//! read. A document type with declarations is refused, since those define entities, of which a short text can make a
//! very long one.

use std::borrow::Cow;
use std::ops::Range;

use game::{SyntaxError, shortened};

/// How deep elements may be nested.
const DEEPEST: usize = 64;
/// How many attributes an element may have.
const MOST_ATTRIBUTES: usize = 64;
/// How many bytes of a line are shown on either side of a mistake.
const SHOWN: usize = 200;

/// Something in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event<'a> {
    /// An element begins. An element without content ends in the next event.
    Open(Tag<'a>),
    /// The element that began last ends.
    Close,
    /// Text within an element, at these bytes; as it stands if it is CDATA.
    Text(Range<usize>, bool),
    /// The text is at its end.
    End,
}

/// The beginning of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag<'a> {
    /// Its name, without a prefix.
    pub(super) name: &'a str,
    /// Where it stands.
    pub(super) place: Range<usize>,
    /// The names of the attributes, and where their values stand.
    attributes: Vec<(&'a str, Range<usize>)>,
}

impl Tag<'_> {
    /// Returns where the value of an attribute stands.
    pub(super) fn attribute(&self, name: &str) -> Option<Range<usize>> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, place)| place.clone())
    }
}

/// A text, read from the beginning.
pub(super) struct Xml<'a> {
    pub(super) text: &'a str,
    at: usize,
    /// Where the names of the elements stand that have not ended.
    open: Vec<Range<usize>>,
    /// Whether the element that began last has no content.
    is_empty: bool,
    /// Whether there was an element.
    begun: bool,
}

/// The part of a name behind the prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || "_-.:".contains(c)
}

impl<'a> Xml<'a> {
    /// Returns a reader of the text.
    pub(super) fn new(text: &'a str) -> Xml<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Xml { text, at, open: Vec::new(), is_empty: false, begun: false }
    }

    /// Returns a mistake at these bytes, with the line and the column, and the surroundings marked.
    pub(super) fn mistake(
        &self,
        place: Range<usize>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> SyntaxError {
        let before = &self.text[..place.start];
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let (number, column) = (before.matches('\n').count() + 1, before[line..].chars().count() + 1);
        let (from, end) = (line.max(place.start.saturating_sub(SHOWN)), place.start + SHOWN);
        let from = (from..).find(|&at| self.text.is_char_boundary(at)).expect("a place is at a character");
        let end = (0..=end.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at));
        let shown = &self.text[from..end.expect("the first byte begins a character")];
        let shown = &shown
            [..shown[place.start - from..].find('\n').map_or(shown.len(), |at| place.start - from + at)];
        let start = place.start - from;
        let end = (place.end - from).min(shown.len()).max(start);
        SyntaxError::new(shown, start..end, problem, help).in_line(number, column)
    }

    /// Returns the next event.
    pub(super) fn next(&mut self) -> Result<Event<'a>, SyntaxError> {
        if std::mem::take(&mut self.is_empty) {
            self.open.pop();
            return Ok(Event::Close);
        }
        loop {
            let (start, rest) = (self.at, &self.text[self.at..]);
            if rest.is_empty() {
                return self.end();
            } else if rest.starts_with("<!--") {
                self.behind("-->", "this comment")?;
            } else if rest.starts_with("<?") {
                self.behind("?>", "this instruction")?;
            } else if rest.starts_with("<![CDATA[") {
                self.behind("]]>", "this text")?;
                return self.written(start + 9..self.at - 3, true);
            } else if rest.starts_with("<!") {
                self.document_type()?;
            } else if rest.starts_with("</") {
                return self.close();
            } else if rest.starts_with('<') {
                return self.open_tag();
            } else {
                // The last text ends where the file does.
                self.at += rest.find('<').unwrap_or(rest.len());
                let place = start..self.at;
                if !self.open.is_empty() || !self.text[place.clone()].trim().is_empty() {
                    return self.written(place, false);
                }
            }
        }
    }

    /// Text, which stands in an element.
    fn written(&self, place: Range<usize>, raw: bool) -> Result<Event<'a>, SyntaxError> {
        if self.open.is_empty() {
            let help = "a net in PNML is one element: <pnml> … </pnml>";
            let found = self.text[place.clone()].trim_start();
            let start = place.end - found.len();
            return Err(self.mistake(start..place.end, "there is text outside of all elements", help));
        }
        Ok(Event::Text(place, raw))
    }

    fn end(&self) -> Result<Event<'a>, SyntaxError> {
        match self.open.last() {
            None => Ok(Event::End),
            Some(open) => {
                let problem = format!("`{}` never ends", shortened(&self.text[open.clone()]));
                let help = format!("it ends with </{}>", shortened(&self.text[open.clone()]));
                Err(self.mistake(open.clone(), problem, help))
            }
        }
    }

    /// Goes on behind what ends so.
    fn behind(&mut self, end: &str, what: &str) -> Result<(), SyntaxError> {
        match self.text[self.at..].find(end) {
            Some(length) => {
                self.at += length + end.len();
                Ok(())
            }
            None => {
                let start = self.text[self.at..].chars().take(2).map(char::len_utf8).sum::<usize>();
                Err(self.mistake(
                    self.at..self.at + start,
                    format!("{what} never ends"),
                    format!("it ends with {end}"),
                ))
            }
        }
    }

    fn document_type(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        self.behind(">", "this")?;
        if self.text[start..self.at].contains('[') {
            let help =
                "leave the declarations out; &lt; &gt; &amp; &quot; &apos; and &#65; can be used without any";
            return Err(self.mistake(start..start + 2, "declarations of a document type are not read", help));
        }
        Ok(())
    }

    /// The name that begins here.
    fn name(&mut self, what: &str) -> Result<Range<usize>, SyntaxError> {
        let rest = &self.text[self.at..];
        // A name may be the last of the file.
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if length == 0 {
            let next = rest.chars().next().map_or(0, char::len_utf8);
            let problem = format!("{what} is missing here");
            return Err(self.mistake(
                self.at..self.at + next,
                problem,
                "for example <place id=\"p1\">; `<` itself is &lt;",
            ));
        }
        self.at += length;
        Ok(self.at - length..self.at)
    }

    fn spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes these characters, which must come next.
    fn expect(&mut self, mark: &str, help: &str) -> Result<(), SyntaxError> {
        let rest = &self.text[self.at..];
        if !rest.starts_with(mark) {
            let next = rest.chars().next().map_or(0, char::len_utf8);
            return Err(self.mistake(self.at..self.at + next, format!("`{mark}` is missing here"), help));
        }
        self.at += mark.len();
        Ok(())
    }

    fn close(&mut self) -> Result<Event<'a>, SyntaxError> {
        let start = self.at;
        self.at += 2;
        let name = self.name("the name of an element")?;
        self.spaces();
        self.expect(">", "an element ends like </place>")?;
        let open = self.open.pop();
        match open.map(|open| &self.text[open]) {
            Some(open) if *open == self.text[name.clone()] => Ok(Event::Close),
            Some(open) => {
                let problem = format!("`{}` ends here", shortened(&self.text[name]));
                let help = format!("`{}` must end first: </{0}>", shortened(open));
                Err(self.mistake(start..self.at, problem, help))
            }
            None => Err(self.mistake(start..self.at, "nothing has begun that ends here", "leave it out")),
        }
    }

    fn open_tag(&mut self) -> Result<Event<'a>, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let name = self.name("the name of an element")?;
        if self.open.is_empty() && std::mem::replace(&mut self.begun, true) {
            return Err(self.mistake(
                start..self.at,
                "the text should have ended before this",
                "one element holds all",
            ));
        }
        if self.open.len() == DEEPEST {
            let problem = format!("elements are nested more than {DEEPEST} deep");
            return Err(self.mistake(start..self.at, problem, "pages may hold pages, but not that many"));
        }
        let attributes = self.attributes()?;
        self.is_empty = self.text[self.at..].starts_with('/');
        if self.is_empty {
            self.at += 1;
        }
        self.expect(">", "a tag ends with > or />")?;
        self.open.push(name.clone());
        Ok(Event::Open(Tag { name: local(&self.text[name]), place: start..self.at, attributes }))
    }

    fn attributes(&mut self) -> Result<Vec<(&'a str, Range<usize>)>, SyntaxError> {
        const HELP: &str = "an attribute is written name=\"value\"";
        let mut found: Vec<(&str, Range<usize>)> = Vec::new();
        loop {
            let before = self.at;
            self.spaces();
            if self.text[self.at..].starts_with(['>', '/']) {
                return Ok(found);
            }
            if before == self.at {
                self.expect(">", "a tag ends with > or />; attributes stand behind a space")?;
            }
            let name = self.name("the name of an attribute")?;
            self.spaces();
            self.expect("=", HELP)?;
            self.spaces();
            let quote = if self.text[self.at..].starts_with('\'') { "'" } else { "\"" };
            self.expect(quote, HELP)?;
            let start = self.at;
            self.behind(quote, "this value")?;
            let value = start..self.at - 1;
            if let Some(less) = self.text[value.clone()].find('<') {
                let place = start + less..start + less + 1;
                return Err(self.mistake(
                    place,
                    "`<` in a value",
                    "write &lt;, or is a quotation mark missing?",
                ));
            }
            let plain = &self.text[name.clone()];
            if found.len() == MOST_ATTRIBUTES || found.iter().any(|(known, _)| *known == plain) {
                return Err(self.mistake(
                    name,
                    "this attribute is one too many",
                    "each attribute may be given once",
                ));
            }
            found.push((plain, value));
        }
    }

    /// Returns the text at these bytes with what the entities stand for, without white space around it.
    pub(super) fn value(&self, place: Range<usize>, raw: bool) -> Result<Cow<'a, str>, SyntaxError> {
        Ok(match self.part(place, raw)? {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_string()),
        })
    }

    /// Returns the text at these bytes with what the entities stand for. CDATA and comments cut a text into parts.
    pub(super) fn part(&self, place: Range<usize>, raw: bool) -> Result<Cow<'a, str>, SyntaxError> {
        let text = &self.text[place.clone()];
        if raw || !text.contains('&') {
            return Ok(Cow::Borrowed(text));
        }
        let (mut plain, mut at) = (String::with_capacity(text.len()), 0);
        while let Some(next) = text[at..].find('&').map(|next| at + next) {
            plain += &text[at..next];
            let length = text[next..].find(';').filter(|length| *length <= 12);
            let character = length.and_then(|length| character(&text[next + 1..next + length]));
            let (Some(length), Some(character)) = (length, character) else {
                let place = place.start + next..place.start + next + 1;
                let help = "there are &lt; &gt; &amp; &quot; &apos; and characters by number: &#65;";
                return Err(self.mistake(place, "this entity is not known", help));
            };
            plain.push(character);
            at = next + length + 1;
        }
        plain += &text[at..];
        Ok(Cow::Owned(plain))
    }
}

/// The character that an entity stands for.
fn character(entity: &str) -> Option<char> {
    match entity {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                // What is no number is no character, and the reader says so.
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events as one line.
    fn shown(text: &str) -> Result<String, String> {
        let mut xml = Xml::new(text);
        let mut line = String::new();
        loop {
            match xml.next().map_err(|mistake| mistake.to_string())? {
                Event::End => return Ok(line),
                Event::Close => line += ")",
                Event::Text(place, raw) => {
                    line += &xml.value(place, raw).map_err(|mistake| mistake.to_string())?;
                }
                Event::Open(tag) => {
                    line += &format!("({} ", tag.name);
                    for (name, place) in &tag.attributes {
                        line += &format!(
                            "{name}={} ",
                            xml.value(place.clone(), false).map_err(|e| e.to_string())?
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_well_formed_is_read() {
        for (text, events) in [
            ("<a/>", "(a )"),
            (
                "\u{feff}<?xml version='1.0'?>\n<!DOCTYPE pnml><a b='1' c = \"&lt;2\"> x </a >\n",
                "(a b=1 c=<2 x)",
            ),
            ("<n:a><!-- <b> --><b><![CDATA[<&]]></b>&#65;&#x42;é</n:a>", "(a (b <&)ABé)"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(events));
        }
    }

    #[test]
    fn mistakes_have_places() {
        for (text, problem) in [
            ("<a>\n <b></a>", "line 2, column 5: `a` ends here"),
            ("<a><b>", "line 1, column 5: `b` never ends"),
            ("<a b=1/>", "line 1, column 6: `\"` is missing here"),
            ("<a b='<'/>", "line 1, column 7: `<` in a value"),
            ("<a b='1' b='2'/>", "line 1, column 10: this attribute is one too many"),
            ("<a/><b/>", "line 1, column 5: the text should have ended before this"),
            ("<a/>x", "line 1, column 5: there is text outside of all elements"),
            ("<a>&b;</a>", "line 1, column 4: this entity is not known"),
            ("<a>&#xD800;</a>", "line 1, column 4: this entity is not known"),
            ("<a><!-- </a>", "line 1, column 4: this comment never ends"),
            (
                "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
                "line 1, column 1: declarations of a document type are not read",
            ),
            ("</a>", "line 1, column 1: nothing has begun that ends here"),
            ("<", "line 1, column 2: the name of an element is missing here"),
        ] {
            let mistake = shown(text).unwrap_err();
            assert_eq!(mistake.lines().next(), Some(problem), "{text}");
        }
        assert!(shown(&"<a>".repeat(1000)).unwrap_err().contains("nested more than 64 deep"));
        let long = format!("<a b='{}' é c=1>", "é".repeat(5000));
        assert!(shown(&long).unwrap_err().len() < 500);
    }
}
