//! Cubes by name.

use game::SyntaxError;
use registry::{About, Alias, Family, Field, Parameters, Visitor};

use super::{MOST_CELLS, MOST_DIMENSIONS, cells, plan};
use crate::positional::{VARIANT, filled_by, visit};

/// Cubes of all sizes: the family `cube`.
#[derive(Clone, Copy, Debug)]
pub struct Cubes;

impl Family for Cubes {
    const ABOUT: &'static About = &About {
        title: "tic-tac-toe in n^d cells: cubes and beyond",
        syntax: "cube:N,D[,VARIANT]",
        parameters: "N cells along each of D axes; N in a row win; VARIANT is normal or weak",
        fields: &[
            Field::number("N", "the number of cells along an axis", 1, MOST_CELLS),
            Field::number("D", "the number of axes", 1, MOST_DIMENSIONS),
            VARIANT,
        ],
        default: "cube:3,3",
        examples: &["cube:4,3", "cube:3,3", "cube:3,4"],
        rules: "Players take turns to mark a free cell of a cube of D dimensions. Whoever has N marks in a row, along \
                any axis or diagonal, wins; a full cube is a draw.\n\
                weak: only the first player can win (maker and breaker).",
        moves: "a letter and a number for each axis in turn: b2c; or coordinates counted from zero: 1 1 2",
        aliases: &[Alias { name: "qubic", means: "cube:4,3", title: "four in a row in a cube" }],
        ..About::new("cube")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let (n, d, filled_by) = (given.number("N")?, given.number("D")?, filled_by(given)?);
        if cells(n, d).is_none() {
            let help = format!("there may be at most {MOST_CELLS} cells");
            return Err(given.mistake("N", "D", format!("a cube of {n}^{d} cells is too large"), &help));
        }
        Ok(visit(plan(n, d).won_by(filled_by), visitor))
    }
}
