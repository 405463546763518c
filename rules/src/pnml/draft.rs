//! What was read, and the net that it makes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use game::{SyntaxError, shortened};

use super::xml::Xml;
use crate::net::{Flow, MOST_TOKENS, Net, Place, Transition, Unit, Units};

/// The most places, transitions and references, and the most arcs.
const MOST_NODES: usize = 1 << 24;
const MOST_ARCS: usize = 1 << 26;

/// What something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Place,
    Transition,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Place => "place",
            Kind::Transition => "transition",
        }
    }
}

/// What an identifier stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Node {
    Place(u32),
    Transition(u32),
    /// The number of a reference.
    Reference(u32),
}

/// A place of the text, in four bytes a number: there may be millions.
#[derive(Clone, Copy)]
struct At(u32, u32);

impl From<Range<usize>> for At {
    fn from(place: Range<usize>) -> At {
        let small = |at: usize| u32::try_from(at).expect("the text is shorter than 2^28 bytes");
        At(small(place.start), small(place.end))
    }
}

impl From<At> for Range<usize> {
    fn from(At(start, end): At) -> Range<usize> {
        start as usize..end as usize
    }
}

struct Arc {
    source: At,
    target: At,
    weight: u32,
}

struct Reference {
    to: At,
    kind: Kind,
}

/// Units as they were read.
struct Nest {
    root: Range<usize>,
    safe: bool,
    units: Vec<DraftUnit>,
}

/// A unit as it was read: where its identifier and those of its places and units stand.
pub(super) struct DraftUnit {
    pub(super) id: Range<usize>,
    pub(super) places: Vec<Range<usize>>,
    pub(super) units: Vec<Range<usize>>,
}

/// What was read so far. Identifiers may be used before they are given, so arcs, references and units are put together
/// at the end.
#[derive(Default)]
pub(super) struct Draft<'a> {
    pub(super) name: Option<String>,
    nodes: HashMap<Cow<'a, str>, Node>,
    places: Vec<Place>,
    /// The tokens of all places.
    held: u64,
    transitions: Vec<Transition>,
    /// The tokens that each transition takes and puts in all.
    moved: Vec<[u64; 2]>,
    references: Vec<Reference>,
    arcs: Vec<Arc>,
    nest: Option<Nest>,
}

type Result<T> = std::result::Result<T, SyntaxError>;

impl<'a> Draft<'a> {
    /// Notes what an identifier stands for.
    fn node(&mut self, xml: &Xml<'a>, place: Range<usize>, node: Node) -> Result<Box<str>> {
        let id = xml.value(place.clone(), false)?;
        if self.nodes.len() == MOST_NODES {
            return Err(xml.mistake(
                place,
                "the net is too large",
                format!("it may have {MOST_NODES} nodes"),
            ));
        }
        let text: Box<str> = id.as_ref().into();
        if self.nodes.insert(id, node).is_some() {
            let problem = format!("`{}` is the identifier of something else already", shortened(&text));
            return Err(xml.mistake(place, problem, "each identifier is given once"));
        }
        Ok(text)
    }

    pub(super) fn place(&mut self, xml: &Xml<'a>, id: Range<usize>, name: String, tokens: u32) -> Result<()> {
        self.held += u64::from(tokens);
        if self.held > MOST_TOKENS.into() {
            let problem = format!("up to this place there are {} tokens", self.held);
            return Err(xml.mistake(id, problem, format!("all places together may hold {MOST_TOKENS}")));
        }
        let id = self.node(xml, id, Node::Place(number(self.places.len())))?;
        self.places.push(Place { id, name: name.into(), tokens });
        Ok(())
    }

    pub(super) fn transition(&mut self, xml: &Xml<'a>, id: Range<usize>, name: String) -> Result<()> {
        let id = self.node(xml, id, Node::Transition(number(self.transitions.len())))?;
        self.transitions.push(Transition { id, name: name.into(), ..Transition::default() });
        Ok(())
    }

    pub(super) fn reference(
        &mut self,
        xml: &Xml<'a>,
        id: Range<usize>,
        to: Range<usize>,
        kind: Kind,
    ) -> Result<()> {
        self.node(xml, id, Node::Reference(number(self.references.len())))?;
        self.references.push(Reference { to: to.into(), kind });
        Ok(())
    }

    pub(super) fn arc(
        &mut self,
        xml: &Xml<'a>,
        source: Range<usize>,
        target: Range<usize>,
        weight: u32,
    ) -> Result<()> {
        if self.arcs.len() == MOST_ARCS {
            return Err(xml.mistake(source, "the net is too large", format!("it may have {MOST_ARCS} arcs")));
        }
        self.arcs.push(Arc { source: source.into(), target: target.into(), weight });
        Ok(())
    }

    pub(super) fn structure(&mut self, xml: &Xml<'a>, root: Range<usize>, safe: bool) -> Result<()> {
        if self.nest.is_some() {
            return Err(xml.mistake(root, "units are given twice", "a net has one structure of units"));
        }
        self.nest = Some(Nest { root, safe, units: Vec::new() });
        Ok(())
    }

    pub(super) fn unit(&mut self, unit: DraftUnit) {
        self.nest.as_mut().expect("units are read in a structure").units.push(unit);
    }

    /// Returns the net.
    pub(super) fn net(mut self, xml: &Xml<'a>) -> Result<Net> {
        self.moved = vec![[0; 2]; self.transitions.len()];
        for arc in std::mem::take(&mut self.arcs) {
            self.connect(xml, &arc)?;
        }
        for transition in &mut self.transitions {
            merge(&mut transition.takes);
            merge(&mut transition.puts);
        }
        let units = self.nest.take().map(|nest| self.units(xml, &nest)).transpose()?;
        let Draft { name, places, transitions, .. } = self;
        // A net need not have a name.
        Ok(Net { name: name.unwrap_or_default(), places, transitions, units })
    }

    /// What an identifier stands for at last, through references.
    fn find(&self, xml: &Xml<'a>, at: At) -> Result<Node> {
        let mut next = at;
        for _ in 0..=self.references.len() {
            let id = xml.value(next.into(), false)?;
            match self.nodes.get(&id) {
                None => {
                    let problem = format!("nothing has the identifier `{}`", shortened(&id));
                    return Err(xml.mistake(
                        next.into(),
                        problem,
                        "places and transitions are meant by their id",
                    ));
                }
                Some(Node::Reference(number)) => next = self.references[*number as usize].to,
                Some(&node) => return self.of_kind(xml, at, next, node),
            }
        }
        Err(xml.mistake(
            at.into(),
            "these references lead to each other",
            "one must lead to a place or a transition",
        ))
    }

    /// A reference to a place leads to a place.
    fn of_kind(&self, xml: &Xml<'a>, at: At, last: At, node: Node) -> Result<Node> {
        let id = xml.value(at.into(), false)?;
        let Some(Node::Reference(first)) = self.nodes.get(&id) else { return Ok(node) };
        let kind = if matches!(node, Node::Place(_)) { Kind::Place } else { Kind::Transition };
        let wanted = self.references[*first as usize].kind;
        if kind != wanted {
            let problem = format!("this is a {}", kind.name());
            return Err(xml.mistake(
                last.into(),
                problem,
                format!("the reference is to a {}", wanted.name()),
            ));
        }
        Ok(node)
    }

    fn connect(&mut self, xml: &Xml<'a>, arc: &Arc) -> Result<()> {
        let (number, place, takes) = match (self.find(xml, arc.source)?, self.find(xml, arc.target)?) {
            (Node::Place(place), Node::Transition(transition)) => (transition as usize, place, true),
            (Node::Transition(transition), Node::Place(place)) => (transition as usize, place, false),
            (source, _) => {
                let what = if matches!(source, Node::Place(_)) { "two places" } else { "two transitions" };
                let problem = format!("this arc joins {what}");
                let help = "an arc leads from a place to a transition, or from a transition to a place";
                return Err(xml.mistake(arc.target.into(), problem, help));
            }
        };
        let moved = &mut self.moved[number][usize::from(takes)];
        *moved += u64::from(arc.weight);
        if *moved > MOST_TOKENS.into() {
            let problem = format!("with this arc the transition moves {moved} tokens at a time");
            return Err(xml.mistake(arc.source.into(), problem, format!("it may move {MOST_TOKENS}")));
        }
        let Transition { takes: taken, puts, .. } = &mut self.transitions[number];
        let flows = if takes { taken } else { puts };
        flows.push(Flow { place, tokens: arc.weight });
        Ok(())
    }

    /// Puts the units together: each place is in one of them, and each unit but the root in one other.
    fn units(&self, xml: &Xml<'a>, nest: &Nest) -> Result<Units> {
        let mut numbers = HashMap::new();
        for (number, unit) in nest.units.iter().enumerate() {
            if numbers.insert(&xml.text[unit.id.clone()], number).is_some() {
                return Err(xml.mistake(
                    unit.id.clone(),
                    "this unit is given twice",
                    "each unit is given once",
                ));
            }
        }
        let find = |at: &Range<usize>| {
            let problem = || format!("there is no unit `{}`", shortened(&xml.text[at.clone()]));
            let help = "units are given as <unit id=\"u1\">";
            numbers
                .get(&xml.text[at.clone()])
                .copied()
                .ok_or_else(|| xml.mistake(at.clone(), problem(), help))
        };
        let root = find(&nest.root)?;
        let (mut placed, mut nested) = (vec![false; self.places.len()], vec![false; nest.units.len()]);
        nested[root] = true;
        let mut units = Vec::with_capacity(nest.units.len());
        for DraftUnit { id, places, units: inner } in &nest.units {
            let mut unit = Unit { id: xml.text[id.clone()].into(), ..Unit::default() };
            for at in places {
                let Node::Place(place) = self.find(xml, at.clone().into())? else {
                    return Err(xml.mistake(at.clone(), "this is a transition", "units hold places"));
                };
                once(xml, at, &mut placed[place as usize])?;
                unit.places.push(place);
            }
            for at in inner {
                let number = find(at)?;
                once(xml, at, &mut nested[number])?;
                unit.units.push(number);
            }
            units.push(unit);
        }
        if let Some(place) = placed.iter().position(|&placed| !placed) {
            let problem = format!("the place `{}` is in no unit", shortened(&self.places[place].id));
            return Err(xml.mistake(nest.root.clone(), problem, "each place is in one unit"));
        }
        let units = Units { units, root, safe: nest.safe };
        if units.from_root().len() < units.units.len() {
            return Err(xml.mistake(
                nest.root.clone(),
                "some units are not within the root",
                "all others are",
            ));
        }
        Ok(units)
    }
}

/// Notes that something is in a unit, which it may be once.
fn once(xml: &Xml<'_>, at: &Range<usize>, seen: &mut bool) -> Result<()> {
    if std::mem::replace(seen, true) {
        let problem = format!("`{}` is in two units, or is the root", shortened(&xml.text[at.clone()]));
        return Err(xml.mistake(at.clone(), problem, "units are nested: each place and each unit is in one"));
    }
    Ok(())
}

/// Several arcs between the same two nodes are one that moves as many tokens as all of them.
fn merge(flows: &mut Vec<Flow>) {
    flows.sort_unstable();
    flows.dedup_by(|next, kept| {
        let same = next.place == kept.place;
        if same {
            kept.tokens += next.tokens;
        }
        same
    });
}

/// A number of something of which there are at most [`MOST_NODES`].
fn number(length: usize) -> u32 {
    u32::try_from(length).expect("there are fewer than 2^24 nodes")
}
