//! Nim by name.

use game::{Evaluate, SyntaxError};
use registry::{About, Capabilities, Family, Field, Parameters, Visitor, declare};

use super::{LARGEST_HEAP, MOST_HEAPS, Nim, NimSum};

impl Family for Nim {
    const ABOUT: &'static About = &About {
        title: "take any number from one heap",
        syntax: "nim:HEAP,HEAP,…[,misere]",
        parameters: "the size of each heap; with misere whoever takes the last object loses",
        fields: &[
            Field::number("HEAP", "the number of objects in a heap", 0, LARGEST_HEAP as u32)
                .up_to(MOST_HEAPS),
            Field::word("VARIANT", "variant", &["misere"]).or(""),
        ],
        default: "nim:3,4,5",
        examples: &["nim:3,4,5", "nim:1,2,3,misere"],
        rules: "Players take turns to take one or more objects from one heap. Whoever takes the last object wins, or, \
                with misere, loses.",
        moves: "heap and number: b2 takes two from the second heap; or the heap counted from zero and the number: 1 2",
        ..About::new("nim")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let heaps: Vec<u8> = given.numbers("HEAP")?.into_iter().map(|size| size as u8).collect();
        Ok(visitor.game(Nim::new(&heaps, given.word("VARIANT")? == "misere")))
    }
}

impl Capabilities for Nim {
    declare!(symmetry, observe, indexed, symbolic);

    fn evaluation(&self) -> impl Evaluate<Self> {
        NimSum
    }

    fn knowledge(&self) -> Option<&'static str> {
        Some("the nim-sum of the heaps")
    }
}
