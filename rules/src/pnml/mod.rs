//! PNML, the standard text for Petri nets (ISO/IEC 15909-2): texts into nets.
//!
//! Place/transition nets are read, with weights and first markings, on any number of pages and with references between
//! them; and the units of nested-unit nets (NUPN), which the models of the Model Checking Contest have as a tool-specific
//! part. How a net is drawn, and what other tools keep in it, is passed over.

mod draft;
mod write;
mod xml;

use std::ops::Range;

use game::{SyntaxError, shortened};

use crate::net::Net;
use draft::{Draft, DraftUnit, Kind};
pub use write::write;
use xml::{Event, Tag, Xml};

/// A small net: a customer orders, and a shop delivers as long as there is something in stock.
pub const EXAMPLE: &str = include_str!("../../examples/shop.pnml");

/// The longest text that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 28;

/// Reads a net.
///
/// ```
/// let net = rules::pnml::read(rules::pnml::EXAMPLE).unwrap();
/// assert_eq!(net.to_string(), "4 places, 3 transitions, 8 arcs");
/// let mistake = rules::pnml::read("<pnml>\n  <net id='n' type='ptnet'>\n    <place/>").unwrap_err();
/// assert_eq!(mistake.problem, "line 3, column 5: this place has no identifier");
/// ```
///
/// # Errors
/// If the text is no net, or one of a kind that is not supported, or too large: what is wrong, in which line and column,
/// and what would be right.
pub fn read(text: &str) -> Result<Net, SyntaxError> {
    let mut reader = Reader { xml: Xml::new(text), draft: Draft::default() };
    if text.len() > MOST_BYTES {
        let problem = format!("the text has {} bytes", text.len());
        return Err(reader.xml.mistake(0..0, problem, format!("at most {MOST_BYTES} are read")));
    }
    const HELP: &str = "a net in PNML begins with <pnml> and holds one <net>";
    match reader.xml.next()? {
        Event::Open(tag) if tag.name == "pnml" => reader.document(&tag)?,
        Event::Open(tag) => {
            let problem = format!("`{}` is not a net in PNML", shortened(tag.name));
            return Err(reader.wrong(&tag, problem, HELP));
        }
        _ => return Err(reader.xml.mistake(0..0, "there is no net here", HELP)),
    }
    while reader.xml.next()? != Event::End {}
    let Reader { xml, draft } = reader;
    draft.net(&xml)
}

/// Reads element by element. Each method is called when its element has begun, and returns when it has ended.
struct Reader<'a> {
    xml: Xml<'a>,
    draft: Draft<'a>,
}

impl<'a> Reader<'a> {
    fn wrong(&self, tag: &Tag<'_>, problem: impl Into<String>, help: impl Into<String>) -> SyntaxError {
        self.xml.mistake(tag.place.clone(), problem, help)
    }

    /// Calls the function with every element within this one.
    fn each(
        &mut self,
        mut read: impl FnMut(&mut Self, &Tag<'a>) -> Result<(), SyntaxError>,
    ) -> Result<(), SyntaxError> {
        loop {
            match self.xml.next()? {
                Event::Open(tag) => read(self, &tag)?,
                Event::Text(..) => {}
                Event::Close | Event::End => return Ok(()),
            }
        }
    }

    /// Passes over an element.
    fn skip(&mut self) -> Result<(), SyntaxError> {
        let mut depth = 1;
        while depth > 0 {
            match self.xml.next()? {
                Event::Open(_) => depth += 1,
                Event::Close => depth -= 1,
                Event::Text(..) => {}
                Event::End => break,
            }
        }
        Ok(())
    }

    fn document(&mut self, pnml: &Tag<'a>) -> Result<(), SyntaxError> {
        let mut nets = 0;
        self.each(|reader, tag| match tag.name {
            "net" if nets > 0 => {
                let help = "put each net into a file of its own";
                Err(reader.wrong(tag, "this is the second net of the text", help))
            }
            "net" => {
                nets += 1;
                reader.check_type(tag)?;
                reader.page()
            }
            _ => reader.skip(),
        })?;
        if nets == 0 {
            return Err(self.wrong(
                pnml,
                "there is no net in it",
                "a net begins with <net id=\"n\" type=\"…/ptnet\">",
            ));
        }
        Ok(())
    }

    /// Only place/transition nets are read.
    fn check_type(&self, net: &Tag<'a>) -> Result<(), SyntaxError> {
        const KNOWN: [&str; 4] = ["ptnet", "ptnetb", "pnmlcoremodel", "p/t net"];
        const HELP: &str = "place/transition nets can be read: \
                            type=\"http://www.pnml.org/version-2009/grammar/ptnet\"";
        let Some(place) = net.attribute("type") else {
            return Err(self.wrong(net, "the net does not say of what type it is", HELP));
        };
        let kind = self.xml.value(place.clone(), false)?;
        let lower = kind.to_ascii_lowercase();
        if KNOWN.iter().any(|known| lower.ends_with(known)) {
            return Ok(());
        }
        if ["symmetricnet", "highlevelnet", "hlpng", "hlnet"].iter().any(|colours| lower.contains(colours)) {
            let help =
                format!("unfold it to a net without colours, as the contest does with its models; {HELP}");
            return Err(self.xml.mistake(place, "nets with colours are not supported", help));
        }
        let problem = format!("nets of type `{}` are not supported", shortened(&kind));
        Err(self.xml.mistake(place, problem, HELP))
    }

    /// Reads the net itself, or a page of it.
    fn page(&mut self) -> Result<(), SyntaxError> {
        self.each(|reader, tag| match tag.name {
            "page" => reader.page(),
            "place" => reader.place(tag),
            "transition" => reader.transition(tag),
            "arc" => reader.arc(tag),
            "referencePlace" => reader.reference(tag, Kind::Place),
            "referenceTransition" => reader.reference(tag, Kind::Transition),
            "toolspecific" => reader.tool(tag),
            "name" => {
                if let Some((name, _)) = reader.label()? {
                    reader.draft.name.get_or_insert(name);
                }
                Ok(())
            }
            "declaration" | "declarations" => Err(reader.wrong(
                tag,
                "declarations are of nets with colours, which are not supported",
                COLOURS,
            )),
            _ => reader.skip(),
        })
    }

    /// Reads a label, such as `<name><text>free</text></name>`: its text and where that stands.
    fn label(&mut self) -> Result<Option<(String, Range<usize>)>, SyntaxError> {
        Ok(self.labels()?.pop())
    }

    /// Reads all texts of a label, of which there should be one.
    fn labels(&mut self) -> Result<Vec<(String, Range<usize>)>, SyntaxError> {
        let mut found = Vec::new();
        self.each(|reader, tag| {
            if tag.name != "text" && tag.name != "value" {
                return reader.skip();
            }
            found.push(reader.text(tag)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Reads the text of an element, and where it stands.
    fn text(&mut self, tag: &Tag<'a>) -> Result<(String, Range<usize>), SyntaxError> {
        let (mut text, mut place) = (String::new(), tag.place.clone());
        loop {
            match self.xml.next()? {
                Event::Open(_) => self.skip()?,
                Event::Text(at, raw) => {
                    let part = self.xml.part(at.clone(), raw)?;
                    if text.trim().is_empty() && !part.trim().is_empty() {
                        place = trimmed(self.xml.text, at);
                    }
                    text += &part;
                }
                Event::Close | Event::End => return Ok((text.trim().to_string(), place)),
            }
        }
    }

    /// Reads a label that is a number of tokens, and may be given once.
    fn once(&mut self, number: &mut Option<u32>, tag: &Tag<'a>, least: u32) -> Result<(), SyntaxError> {
        if number.is_some() {
            let problem = format!("this is the second `{}` here", tag.name);
            return Err(self.wrong(tag, problem, "it may be given once"));
        }
        *number = Some(self.number(tag, least)?);
        Ok(())
    }

    /// Reads a label that is a number of tokens.
    fn number(&mut self, tag: &Tag<'a>, least: u32) -> Result<u32, SyntaxError> {
        let example = format!("for example <{0}><text>1</text></{0}>", tag.name);
        let mut labels = self.labels()?;
        let Some((text, place)) = labels.pop() else {
            return Err(self.wrong(tag, "there is no number in it", example));
        };
        if !labels.is_empty() {
            return Err(self.xml.mistake(place, "this is the second number in it", example));
        }
        let most = crate::net::MOST_TOKENS;
        // The editor PIPE names the kind of the tokens.
        let text = text.strip_prefix("Default,").unwrap_or(&text).trim();
        match text.parse::<u32>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ if !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()) => {
                let problem = format!("`{}` is out of range", shortened(text));
                Err(self.xml.mistake(place, problem, format!("it may be {least} to {most}")))
            }
            _ => {
                let problem = format!("`{}` is not a number of tokens", shortened(text));
                Err(self.xml.mistake(place, problem, example))
            }
        }
    }

    /// Returns the identifier of an element, which no other may have.
    fn id(&self, tag: &Tag<'a>, what: &str) -> Result<Range<usize>, SyntaxError> {
        let id = tag.attribute("id").filter(|id| !self.xml.text[id.clone()].trim().is_empty());
        id.ok_or_else(|| {
            let problem = format!("this {what} has no identifier");
            self.wrong(tag, problem, format!("for example <{} id=\"n1\">", tag.name))
        })
    }

    fn place(&mut self, tag: &Tag<'a>) -> Result<(), SyntaxError> {
        let id = self.id(tag, "place")?;
        let (mut name, mut tokens) = (String::new(), None);
        self.each(|reader, tag| match tag.name {
            "name" => {
                name = reader.label()?.map_or_else(String::new, |label| label.0);
                Ok(())
            }
            "initialMarking" => reader.once(&mut tokens, tag, 0),
            "capacity" => match reader.label()? {
                Some((text, place)) if text != "0" => {
                    let help = "add a place that holds the free room";
                    Err(reader.xml.mistake(place, "places of limited capacity are not supported", help))
                }
                _ => Ok(()),
            },
            "hlinitialMarking" | "type" => {
                Err(reader.wrong(tag, "this place has colours, which are not supported", COLOURS))
            }
            _ => reader.skip(),
        })?;
        // A place that does not say how many tokens it holds is empty.
        self.draft.place(&self.xml, id, name, tokens.unwrap_or(0))
    }

    fn transition(&mut self, tag: &Tag<'a>) -> Result<(), SyntaxError> {
        let id = self.id(tag, "transition")?;
        let mut name = String::new();
        self.each(|reader, tag| match tag.name {
            "name" => {
                name = reader.label()?.map_or_else(String::new, |label| label.0);
                Ok(())
            }
            "condition" => {
                Err(reader.wrong(tag, "this transition has a condition, which is not supported", COLOURS))
            }
            _ => reader.skip(),
        })?;
        self.draft.transition(&self.xml, id, name)
    }

    fn reference(&mut self, tag: &Tag<'a>, kind: Kind) -> Result<(), SyntaxError> {
        let id = self.id(tag, "reference")?;
        let Some(to) = tag.attribute("ref") else {
            let help = format!("for example <{} id=\"r1\" ref=\"n1\">", tag.name);
            return Err(self.wrong(tag, "this reference leads nowhere", help));
        };
        self.skip()?;
        self.draft.reference(&self.xml, id, to, kind)
    }

    fn arc(&mut self, tag: &Tag<'a>) -> Result<(), SyntaxError> {
        const HELP: &str = "for example <arc id=\"a1\" source=\"p1\" target=\"t1\">";
        let (Some(source), Some(target)) = (tag.attribute("source"), tag.attribute("target")) else {
            return Err(self.wrong(tag, "this arc lacks a source or a target", HELP));
        };
        self.normal(tag, "type")?;
        let mut weight = None;
        self.each(|reader, tag| match tag.name {
            "inscription" => reader.once(&mut weight, tag, 1),
            "type" | "arctype" => {
                reader.normal(tag, "value")?;
                let text = reader.label()?.map(|(text, _)| text);
                reader.is_normal(tag, text)
            }
            "hlinscription" => {
                Err(reader.wrong(tag, "this arc has colours, which are not supported", COLOURS))
            }
            _ => reader.skip(),
        })?;
        // An arc that does not say how many tokens it moves moves one.
        self.draft.arc(&self.xml, source, target, weight.unwrap_or(1))
    }

    /// Checks that an attribute, if it is there, does not make an arc another kind of arc.
    fn normal(&mut self, tag: &Tag<'a>, attribute: &str) -> Result<(), SyntaxError> {
        let kind = tag.attribute(attribute).map(|place| self.xml.value(place, false)).transpose()?;
        self.is_normal(tag, kind.map(|kind| kind.to_string()))
    }

    fn is_normal(&self, tag: &Tag<'a>, kind: Option<String>) -> Result<(), SyntaxError> {
        match kind.filter(|kind| kind != "normal") {
            Some(kind) => {
                let problem = format!("arcs of type `{}` are not supported", shortened(&kind));
                Err(self.wrong(tag, problem, "arcs can only take tokens and put them"))
            }
            None => Ok(()),
        }
    }

    /// Reads what a tool has put there: units, if it is NUPN.
    fn tool(&mut self, tag: &Tag<'a>) -> Result<(), SyntaxError> {
        let tool = tag.attribute("tool").map(|place| self.xml.value(place, false)).transpose()?;
        if tool.as_deref() != Some("nupn") {
            return self.skip();
        }
        self.each(|reader, tag| match tag.name {
            "structure" => reader.structure(tag),
            _ => reader.skip(),
        })
    }

    fn structure(&mut self, tag: &Tag<'a>) -> Result<(), SyntaxError> {
        const HELP: &str = "for example <structure units=\"1\" root=\"u0\" safe=\"true\">";
        let Some(root) = tag.attribute("root") else {
            return Err(self.wrong(tag, "the units do not say which is the root", HELP));
        };
        let safe = tag.attribute("safe").map(|place| self.xml.value(place, false)).transpose()?;
        self.draft.structure(&self.xml, root, safe.as_deref() == Some("true"))?;
        self.each(|reader, tag| if tag.name == "unit" { reader.unit(tag) } else { reader.skip() })
    }

    fn unit(&mut self, tag: &Tag<'a>) -> Result<(), SyntaxError> {
        let id = self.id(tag, "unit")?;
        let (mut places, mut units) = (Vec::new(), Vec::new());
        self.each(|reader, tag| match tag.name {
            "places" => {
                places.extend(reader.list()?);
                Ok(())
            }
            "subunits" => {
                units.extend(reader.list()?);
                Ok(())
            }
            _ => reader.skip(),
        })?;
        self.draft.unit(DraftUnit { id, places, units });
        Ok(())
    }

    /// Reads a list of identifiers: where they stand.
    fn list(&mut self) -> Result<Vec<Range<usize>>, SyntaxError> {
        let mut found = Vec::new();
        loop {
            match self.xml.next()? {
                Event::Open(_) => self.skip()?,
                Event::Text(place, _) => {
                    let mut at = place.start;
                    for word in self.xml.text[place].split(|c: char| c.is_ascii_whitespace()) {
                        if !word.is_empty() {
                            found.push(at..at + word.len());
                        }
                        at += word.len() + 1;
                    }
                }
                Event::Close | Event::End => return Ok(found),
            }
        }
    }
}

/// What to do with a net that has colours.
const COLOURS: &str = "unfold it to a net without colours, as the contest does with its models";

/// The place of a text without the white space around it.
fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let part = &text[place.clone()];
    let start = place.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}
