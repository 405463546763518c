//! The towers of Hanoi by name.

use game::SyntaxError;
use registry::{About, Capabilities, Family, Field, Parameters, Visitor, declare};

use super::{FEWEST_PEGS, Hanoi, MOST_PEGS, most_rings};

impl Family for Hanoi {
    const ABOUT: &'static About = &About {
        title: "the towers of Hanoi (a system, not a game)",
        syntax: "hanoi:RINGS[,PEGS]",
        parameters: "the number of rings, and of pegs if not 3",
        fields: &[
            Field::number("RINGS", "the number of rings", 1, 64),
            Field::number("PEGS", "the number of pegs", FEWEST_PEGS, MOST_PEGS).or("3"),
        ],
        default: "hanoi:3,3",
        examples: &["hanoi:12,3", "hanoi:5", "hanoi:6,4"],
        rules: "Rings of different sizes lie on the first peg, the largest at the bottom. Move one ring at a time, \
                never a larger one onto a smaller, until all are on the last peg.",
        moves: "from peg to peg: a-c, or counted from zero: 0 2",
        ..About::new("hanoi")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let (rings, pegs) = (given.number("RINGS")?, given.number("PEGS")?);
        let most = most_rings(pegs);
        if rings > most {
            let help = format!("with {pegs} pegs RINGS is 1 to {most}");
            return Err(given.mistake("RINGS", "RINGS", format!("{rings} is too large"), &help));
        }
        Ok(visitor.system(Hanoi::new(rings, pegs)))
    }
}

impl Capabilities for Hanoi {
    declare!(symmetry, observe, indexed, symbolic);
}
