//! Ultimate tic-tac-toe by name.

use game::{Evaluate, SyntaxError};
use registry::{About, Capabilities, Family, Parameters, Visitor, declare};

use super::{SmallBoards, Ultimate};

impl Family for Ultimate {
    const ABOUT: &'static About = &About {
        title: "ultimate tic-tac-toe: nine boards in one",
        examples: &["ultimate"],
        rules: "Nine boards of tic-tac-toe make a large one. Where you mark a square of a small board, there your \
                opponent must play: in the small board at the same place of the large one; if that is decided or full, \
                anywhere. Whoever wins three small boards in a row wins; if all are decided or full without, it is a \
                draw.",
        moves: "a square of the whole 9x9 board: e5, or column and row counted from zero: 4 4",
        ..About::new("ultimate")
    };

    fn open<V: Visitor>(_: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        Ok(visitor.game(Ultimate::new()))
    }
}

impl Capabilities for Ultimate {
    declare!(symmetry, observe, packed, symbolic);

    fn evaluation(&self) -> impl Evaluate<Self> {
        SmallBoards
    }

    fn knowledge(&self) -> Option<&'static str> {
        Some("small boards won, and their places")
    }
}
