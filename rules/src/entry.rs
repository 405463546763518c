//! Games that are written in texts, by the name of the file.

use game::SyntaxError;
use registry::{About, Family, Field, FileField, Parameters, Visitor};

use crate::explicit::Machine;
use crate::{Model, TextGame, TextSystem, rbg};

/// Games in the language Regular Boardgames: the family `rbg`.
#[derive(Clone, Copy, Debug)]
pub struct Texts;

/// The game that is played where no file is named.
const EXAMPLE: &str = include_str!("../games/tic-tac-toe.rbg");

const FILE: FileField = FileField { field: "FILE", plain: rbg::plain, most: 1 << 20 };

impl Family for Texts {
    const ABOUT: &'static About = &About {
        title: "a game of your own, from a text in the language Regular Boardgames",
        syntax: "rbg:FILE",
        parameters: "FILE is a text of rules, and a path that ends in .rbg needs no `rbg:`; without it, tic-tac-toe is \
                     played",
        fields: &[Field::file("FILE", "the path of a text of rules").or("")],
        default: "rbg",
        examples: &["rbg"],
        rules: "Whatever the text says. It declares players, pieces, variables and a board, and gives the rules as a \
                regular expression of steps over the board: the book explains the language from the first line on.\n\
                The name of the game ends in a fingerprint of the text, `#` and eight digits, so that what was saved \
                is not taken for another game when the text has changed. It need not be typed.",
        moves: "the squares of a move, one after the other: e2e4",
        suffix: Some(".rbg"),
        // 2: the bits of the cells lie side by side in a position.
        version: 2,
        ..About::new("rbg")
    };

    fn settled(given: Parameters) -> Result<Parameters, SyntaxError> {
        FILE.settled(given)
    }

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let path = FILE.path(given)?;
        let text = if path.is_empty() { EXAMPLE.to_string() } else { FILE.load(given)? };
        let in_file = |mistake: SyntaxError| {
            let problem =
                if path.is_empty() { mistake.problem } else { format!("{path}: {}", mistake.problem) };
            SyntaxError { problem, ..mistake }
        };
        let model = match given.source() {
            Some(_) => rbg::read_within(path, &text, rbg::FEW_EDGES),
            None => rbg::read(path, &text),
        };
        model.and_then(|model| visit(model, visitor)).map_err(in_file)
    }
}

/// Hands a model to the visitor: as a game if two players have scores, otherwise as a system.
fn visit<V: Visitor>(model: Model, visitor: V) -> Result<V::Output, SyntaxError> {
    let words = Machine::words_of(&model);
    Ok(match words {
        _ if !model.has_two_scores() => visitor.system(TextSystem::<Box<[u64]>>::new(model)?),
        0..=3 => visitor.game(TextGame::<[u64; 3]>::new(model)?),
        4..=8 => visitor.wide_game(TextGame::<[u64; 8]>::new(model)?),
        _ => visitor.wide_game(TextGame::<Box<[u64]>>::new(model)?),
    })
}
