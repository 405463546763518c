//! Amazons by name.

use game::{Evaluate, SyntaxError};
use registry::{About, Capabilities, Family, Field, Parameters, Visitor, declare};

use super::{Amazons, LONGEST_SIDE, MOST_SQUARES, Mobility, SHORTEST_SIDE};

impl Family for Amazons {
    const ABOUT: &'static About = &About {
        title: "queens that move and shoot",
        syntax: "amazons[:W,H]",
        parameters: "W columns, H rows",
        fields: &[
            Field::number("W", "the number of columns", SHORTEST_SIDE, LONGEST_SIDE),
            Field::number("H", "the number of rows", SHORTEST_SIDE, LONGEST_SIDE),
        ],
        default: "amazons:10,10",
        examples: &["amazons:6,6", "amazons:10,10"],
        rules: "Each side has four queens. A move takes one of them like a chess queen over free squares, and from \
                where it lands it shoots an arrow, again like a queen; the square the arrow reaches is blocked for good. \
                Whoever cannot move loses; there are no draws.\n\
                At the start white's queens are on the first and the last column, a third of the way up, and on the \
                bottom row, a third of the way in from each side (10x10: a4, d1, g1, j4); black's mirror them at the \
                top.",
        moves: "from, to and the arrow: d1-d7/g7, or d1 d7 g7",
        ..About::new("amazons")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let (w, h) = (given.number("W")?, given.number("H")?);
        if w * h > MOST_SQUARES {
            let help = format!("there may be at most {MOST_SQUARES} squares");
            return Err(given.mistake("W", "H", format!("a {w}x{h} board is too large"), &help));
        }
        Ok(visitor.game(Amazons::new(w, h)))
    }
}

impl Capabilities for Amazons {
    declare!(symmetry, observe, packed);

    fn evaluation(&self) -> impl Evaluate<Self> {
        Mobility
    }

    fn knowledge(&self) -> Option<&'static str> {
        Some("how many moves each side has")
    }
}
