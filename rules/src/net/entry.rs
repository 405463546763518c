//! Nets by the name of the file.

use game::SyntaxError;
use registry::{About, Family, Field, FileField, Parameters, Visitor};

use super::TokenGame;
use crate::pnml;

/// Petri nets in PNML: the family `net`.
#[derive(Clone, Copy, Debug)]
pub struct Nets;

const FILE: FileField =
    FileField { field: "FILE", plain: |text| text.to_string(), most: pnml::MOST_BYTES as u64 };

impl Family for Nets {
    const ABOUT: &'static About = &About {
        title: "a Petri net, from a text in PNML",
        syntax: "net:FILE",
        parameters: "FILE is a place/transition net in PNML, and a path that ends in .pnml needs no `net:`; without it, a \
                     small shop is opened",
        fields: &[Field::file("FILE", "the path of a net in PNML").or("")],
        default: "net",
        examples: &["net"],
        rules: "Places hold tokens. A transition can fire if every place that an arc leads from to it holds as many tokens \
                as the arc takes: it takes them, and puts tokens on the places to which its own arcs lead. A marking in \
                which nothing can fire is a deadlock.\n\
                The name ends in a fingerprint of the text, `#` and eight digits, so that what was saved is not taken for \
                another net when the text has changed. It need not be typed.",
        moves: "the name of a transition",
        suffix: Some(".pnml"),
        ..About::new("net")
    };

    fn settled(given: Parameters) -> Result<Parameters, SyntaxError> {
        FILE.settled(given)
    }

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let path = FILE.path(given)?;
        let text = if path.is_empty() { pnml::EXAMPLE.to_string() } else { FILE.load(given)? };
        let in_file = |mistake: SyntaxError| {
            let problem =
                if path.is_empty() { mistake.problem } else { format!("{path}: {}", mistake.problem) };
            SyntaxError { problem, ..mistake }
        };
        Ok(visitor.system(TokenGame::new(pnml::read(&text).map_err(in_file)?)))
    }
}
