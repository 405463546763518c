//! Positional games by name.

use game::{Evaluate, FilledBy, ParseError, SyntaxError};
use registry::{About, Capabilities, Family, Field, Parameters, Visitor, declare};

use super::{Drawing, MOST_SQUARES, Plan, Positional, Shape, file, wrapped};
use crate::bits::{BitSet, Bits};

/// What to say of boards that are too large.
const LIMIT: &str = "W·H may be at most 512, so 22x22 at most for a square board";
const _: () = assert!(MOST_SQUARES == 512);

const COLUMNS: Field = Field::number("W", "the number of columns", 1, MOST_SQUARES).limit(LIMIT);
const ROWS: Field = Field::number("H", "the number of rows", 1, MOST_SQUARES).limit(LIMIT);
/// Who wins by a line.
pub(crate) const VARIANT: Field = Field::word("VARIANT", "variant", &["normal", "weak"]).or("normal");

/// Returns who wins by a line.
pub(crate) fn filled_by(given: &Parameters) -> Result<FilledBy, SyntaxError> {
    Ok(if given.word("VARIANT")? == "weak" { FilledBy::First } else { FilledBy::Either })
}

/// Returns an empty board.
fn board(given: &Parameters) -> Result<Drawing, SyntaxError> {
    let (w, h) = (given.number("W")?, given.number("H")?);
    if w * h > MOST_SQUARES {
        return Err(given.mistake("W", "H", format!("a {w}x{h} board is too large"), LIMIT));
    }
    Ok(Drawing::rectangle(w, h))
}

/// Hands the game of a plan to the visitor.
pub(crate) fn visit<V: Visitor>(plan: Plan, visitor: V) -> V::Output {
    match plan.drawing().squares() {
        0..=64 => visitor.game(Positional::<u64>::new(plan)),
        _ => visitor.wide_game(Positional::<BitSet<8>>::new(plan)),
    }
}

/// Shapes of squares to be filled: the family `animal`.
#[derive(Clone, Copy, Debug)]
pub struct Animals;

impl Family for Animals {
    const ABOUT: &'static About = &About {
        title: "Harary's game: fill a shape of squares, turned or reflected in any way",
        syntax: "animal:SHAPE,W,H[,VARIANT]",
        parameters: "SHAPE is a name or rows such as xx/x., several with + between; W columns, H rows; VARIANT is \
                     normal or weak",
        fields: &[
            Field::text("SHAPE", "the shape to fill: a name, or rows such as xx/x."),
            COLUMNS,
            ROWS,
            VARIANT,
        ],
        default: "animal:tippy,4,4",
        examples: &["animal:tippy,4,4", "animal:el,3,3,weak", "animal:xx/xx+xxxx,5,5"],
        rules: "Players take turns to mark a free square. Whoever holds all squares of a SHAPE wins, wherever it is on \
                the board and however it is turned or reflected; a full board is a draw.\n\
                Shapes have names: monomino, domino, tic (three in a row), el (a corner), skinny (four in a row), \
                elly (an L), knobby (a T), tippy (an S), fatty (a square), snaky; or letters with the number of \
                squares: i3 v3, i4 l4 o4 s4 t4, f5 i5 l5 n5 p5 t5 u5 v5 w5 x5 y5 z5.\n\
                weak: only the first player can win (maker and breaker).",
        moves: "a square: b2, or column and row counted from zero: 1 1",
        ..About::new("animal")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let (board, text) = (board(given)?, given.text("SHAPE")?);
        let wrong = |ParseError { problem, help, .. }| given.mistake("SHAPE", "SHAPE", problem, &help);
        let mut lines = Vec::new();
        for (shape, typed) in Shape::read_all(text).map_err(wrong)?.iter().zip(text.split('+')) {
            let placements = shape.placements(&board);
            if placements.is_empty() {
                let ((w, h), (columns, rows)) = (board.size(), shape.size());
                let problem = format!("`{}` does not fit a {w}x{h} board", game::shortened(typed.trim()));
                let help = format!("it takes {columns}x{rows} squares, or {rows}x{columns}");
                return Err(given.mistake("SHAPE", "H", problem, &help));
            }
            lines.extend(placements);
        }
        Ok(visit(Plan::new(board, lines, filled_by(given)?).map_err(wrong)?, visitor))
    }
}

/// k in a row on a torus: the family `torus`.
#[derive(Clone, Copy, Debug)]
pub struct Tori;

impl Family for Tori {
    const ABOUT: &'static About = &About {
        title: "k in a row on a torus, whose opposite sides are joined",
        syntax: "torus:W,H,K[,VARIANT]",
        parameters: "W columns, H rows, K in a row; VARIANT is normal or weak",
        fields: &[COLUMNS, ROWS, Field::number("K", "how many in a row count", 1, MOST_SQUARES), VARIANT],
        default: "torus:4,4,4",
        examples: &["torus:4,4,4", "torus:5,4,4,weak"],
        rules: "Players take turns to mark a free square. Whoever has K marks in a row, across, up or diagonally, wins; \
                a row that leaves the board on one side goes on at the other, but holds no square twice. A full board \
                is a draw.\n\
                weak: only the first player can win (maker and breaker).",
        moves: "a square: b2, or column and row counted from zero: 1 1",
        ..About::new("torus")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let (board, k) = (board(given)?, given.number("K")?);
        let (w, h) = board.size();
        let lines = wrapped(&board, k);
        if lines.is_empty() {
            let problem = format!("no {k} squares of a {w}x{h} torus are in a row");
            return Err(given.mistake("W", "K", problem, "no row may hold a square twice"));
        }
        let maps = super::group::of_torus(&board);
        let wrong = |ParseError { problem, help, .. }| given.mistake("W", "K", problem, &help);
        let plan = Plan::new(board, lines, filled_by(given)?).map_err(wrong)?;
        Ok(visit(plan.with_symmetries(maps), visitor))
    }
}

/// Whatever a file says: the family `lines`.
#[derive(Clone, Copy, Debug)]
pub struct Files;

/// The game that is played where no file is named.
const EXAMPLE: &str = include_str!("../../examples/fano.lines");

impl Family for Files {
    const ABOUT: &'static About = &About {
        title: "squares and lines of your own, from a file",
        syntax: "lines:FILE",
        parameters: "FILE is a text that lists squares and lines; without it, the Fano plane is played",
        fields: &[Field::file("FILE", "the path of a file with squares and lines").or("")],
        default: "lines",
        examples: &["lines"],
        rules: "Players take turns to take a free square. Whoever holds all squares of a line wins, or only the first \
                player if the file says so; a full board is a draw. Squares and lines stand in a file; the example is \
                the Fano plane: seven squares, and seven lines of three, any two of which meet.\n\
                The name of the game ends in a fingerprint of the file, `#` and eight digits, so that what was saved \
                is not taken for another game when the file has changed. It need not be typed.",
        moves: "a square, by its name",
        ..About::new("lines")
    };

    fn settled(given: Parameters) -> Result<Parameters, SyntaxError> {
        file::FILE.settled(given)
    }

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let is_example = file::FILE.path(given)?.is_empty();
        let text = if is_example { EXAMPLE.to_string() } else { file::FILE.load(given)? };
        let wrong = |ParseError { problem, help, .. }| given.mistake("FILE", "FILE", problem, &help);
        Ok(visit(file::parse(&text).map_err(wrong)?, visitor))
    }
}

impl<B: Bits> Capabilities for Positional<B> {
    const SEARCHED: bool = B::WIDTH <= 64;

    declare!(symmetry, observe, lines, indexed, packed, symbolic);

    fn evaluation(&self) -> impl Evaluate<Self> {
        self.open_lines()
    }

    fn knowledge(&self) -> Option<&'static str> {
        Some("open lines, and how full they are")
    }
}
