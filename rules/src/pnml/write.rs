//! Nets into texts.

use std::fmt::{self, Display, Write};

use crate::net::Net;

/// Returns a net as text, on one page. What [`read`](super::read) makes of it is the same net.
///
/// ```
/// let net = rules::pnml::read(rules::pnml::EXAMPLE).unwrap();
/// assert_eq!(rules::pnml::read(&rules::pnml::write(&net)).unwrap(), net);
/// ```
#[must_use]
pub fn write(net: &Net) -> String {
    let mut text = String::new();
    written(net, &mut text).expect("a text takes whatever is written to it");
    text
}

fn written(net: &Net, out: &mut String) -> fmt::Result {
    const GRAMMAR: &str = "http://www.pnml.org/version-2009/grammar";
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pnml xmlns=\"{GRAMMAR}/pnml\">")?;
    writeln!(out, "<net id=\"net\" type=\"{GRAMMAR}/ptnet\">\n{}<page id=\"page\">", named(&net.name))?;
    for place in &net.places {
        write!(out, "<place id=\"{}\">{}", Escaped(&place.id), named(&place.name))?;
        if place.tokens > 0 {
            write!(out, "<initialMarking><text>{}</text></initialMarking>", place.tokens)?;
        }
        out.push_str("</place>\n");
    }
    for transition in &net.transitions {
        writeln!(
            out,
            "<transition id=\"{}\">{}</transition>",
            Escaped(&transition.id),
            named(&transition.name)
        )?;
    }
    let mut number = 0;
    for transition in &net.transitions {
        let takes = transition.takes.iter().map(|flow| (flow, true));
        for (flow, takes) in takes.chain(transition.puts.iter().map(|flow| (flow, false))) {
            let place = &net.places[flow.place as usize].id;
            let (source, target) = if takes { (place, &transition.id) } else { (&transition.id, place) };
            number += 1;
            write!(
                out,
                "<arc id=\"arc{number}\" source=\"{}\" target=\"{}\">",
                Escaped(source),
                Escaped(target)
            )?;
            if flow.tokens != 1 {
                write!(out, "<inscription><text>{}</text></inscription>", flow.tokens)?;
            }
            out.push_str("</arc>\n");
        }
    }
    units(net, out)?;
    out.push_str("</page>\n</net>\n</pnml>\n");
    Ok(())
}

fn units(net: &Net, out: &mut String) -> fmt::Result {
    let Some(units) = &net.units else { return Ok(()) };
    let (places, transitions, arcs) = (net.places.len(), net.transitions.len(), net.arcs());
    let root = Escaped(&units.units[units.root].id);
    writeln!(
        out,
        "<toolspecific tool=\"nupn\" version=\"1.1\">\n\
         <size places=\"{places}\" transitions=\"{transitions}\" arcs=\"{arcs}\"/>\n\
         <structure units=\"{}\" root=\"{root}\" safe=\"{}\">",
        units.units.len(),
        units.safe
    )?;
    for unit in &units.units {
        let places: Vec<&str> = unit.places.iter().map(|&place| &*net.places[place as usize].id).collect();
        let inner: Vec<&str> = unit.units.iter().map(|&unit| &*units.units[unit].id).collect();
        writeln!(
            out,
            "<unit id=\"{}\"><places>{}</places><subunits>{}</subunits></unit>",
            Escaped(&unit.id),
            Escaped(&places.join(" ")),
            Escaped(&inner.join(" "))
        )?;
    }
    out.push_str("</structure>\n</toolspecific>\n");
    Ok(())
}

/// A name as an element; nothing if there is none.
fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("<name><text>{}</text></name>", Escaped(name)) }
}

/// A text with entities for what has a meaning in XML.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            _ => f.write_char(c),
        })
    }
}
