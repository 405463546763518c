//! The two families of k in a row, by name.

use game::{Evaluate, SyntaxError, System};
use registry::{About, Alias, Capabilities, Family, Field, Parameters, Visitor, declare};
use symbolic::Symbolic;

use super::{FixedSize, Mnk, Notakto, Placement, Rule, Wild, WildRule, bitmap};
use crate::bits::{BitSet, Bits, WIDEST};
use crate::with_bits;

/// The most columns of a board that is one square high.
const LONGEST: u32 = WIDEST / 2 - 1;
/// What to say of boards that are too large.
const LIMIT: &str = "(W+1)·(H+1) may be at most 512, so 21x21 at most for a square board";
const _: () = assert!(WIDEST == 512 && bitmap::size(21, 21) <= WIDEST && bitmap::size(22, 22) > WIDEST);

const COLUMNS: Field = Field::number("W", "the number of columns", 1, LONGEST).limit(LIMIT);
const ROWS: Field = Field::number("H", "the number of rows", 1, LONGEST).limit(LIMIT);
const LENGTH: Field = Field::number("K", "how many in a row count", 1, LONGEST);

const OWN: [(&str, Rule); 4] =
    [("normal", Rule::Normal), ("misere", Rule::Misere), ("weak", Rule::Weak), ("exact", Rule::Exact)];
const EITHER: [(&str, WildRule); 3] =
    [("wild", WildRule::Normal), ("wild-misere", WildRule::Misere), ("order", WildRule::Order)];

/// k in a row on a table, in all its variants: the family `mnk`.
#[derive(Clone, Copy, Debug)]
pub struct OnTable;

impl Family for OnTable {
    const ABOUT: &'static About = &About {
        title: "k in a row on a board of w columns and h rows, and its variants",
        syntax: "mnk:W,H,K[,VARIANT]",
        parameters: "W columns, H rows, K in a row; VARIANT is normal, misere, weak, exact, wild, wild-misere, notakto or \
                     order",
        fields: &[
            COLUMNS,
            ROWS,
            LENGTH,
            Field::word(
                "VARIANT",
                "variant",
                &["normal", "misere", "weak", "exact", "wild", "wild-misere", "notakto", "order"],
            )
            .or("normal"),
        ],
        default: "mnk:3,3,3",
        examples: &["mnk:4,4,4", "mnk:3,3,3,misere", "mnk:6,6,5,order"],
        rules: "Players take turns to mark a free square; the game ends when K marks are in a row, across, up or \
                diagonally, or when the board is full.\n\
                normal: own marks; K in a row win; a full board is a draw.\n\
                misere: own marks; K in a row lose; a full board is a draw.\n\
                weak: own marks; K in a row win, but only for the first player; a full board is a draw (maker and \
                breaker).\n\
                exact: own marks; K in a row win, and a longer row counts for nothing; a full board is a draw.\n\
                wild: either mark may be placed; the player who completes K equal marks wins; a full board is a draw.\n\
                wild-misere: either mark may be placed; the player who completes K equal marks loses; a full board is \
                a draw.\n\
                notakto: both place x; the player who completes K loses; a full board is a draw.\n\
                order: either mark may be placed; the first player, Order, wins with K equal marks, whoever completes \
                them; the second, Chaos, wins with a full board.",
        moves: "a square: b2, or column and row counted from zero: 1 1; where either mark may be placed, the mark and \
                the square: xb2",
        aliases: &[
            Alias { name: "ttt", means: "mnk:3,3,3", title: "tic-tac-toe" },
            Alias { name: "tic-tac-toe", means: "mnk:3,3,3", title: "tic-tac-toe" },
            Alias { name: "noughts-and-crosses", means: "mnk:3,3,3", title: "tic-tac-toe" },
            Alias { name: "gomoku", means: "mnk:15,15,5", title: "five in a row on a large board" },
            Alias { name: "five-in-a-row", means: "mnk:15,15,5", title: "five in a row on a large board" },
            Alias { name: "notakto", means: "mnk:3,3,3,notakto", title: "both place x, three in a row lose" },
            Alias {
                name: "order-and-chaos",
                means: "mnk:6,6,5,order",
                title: "one wants order, the other none",
            },
        ],
        ..About::new("mnk")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let (w, h, k) = board(given)?;
        let (variant, bits) = (given.word("VARIANT")?, bitmap::size(w, h));
        if let Some(&(_, rule)) = EITHER.iter().find(|(name, _)| *name == variant) {
            return Ok(match bits {
                0..=64 => visitor.game(Wild::<u64>::new(w, h, k, rule)),
                _ => visitor.wide_game(Wild::<BitSet<8>>::new(w, h, k, rule)),
            });
        }
        if variant == "notakto" {
            return Ok(match bits {
                0..=64 => visitor.game(Notakto::<u64>::new(w, h, k)),
                _ => visitor.wide_game(Notakto::<BitSet<8>>::new(w, h, k)),
            });
        }
        let rule = own_rule(given)?;
        Ok(match (w, h, k) {
            (4, 4, 4) => visitor.fixed_game(
                Mnk::<u64>::new(w, h, k, rule),
                Mnk::<u64, FixedSize<4, 4, 4, false>>::fixed(rule),
            ),
            _ if bits <= 64 => visitor.game(Mnk::<u64>::new(w, h, k, rule)),
            _ => with_bits!(wide: bits, B => visitor.wide_game(Mnk::<B>::new(w, h, k, rule))),
        })
    }
}

/// k in a row with gravity: the family `connect`.
#[derive(Clone, Copy, Debug)]
pub struct Upright;

impl Family for Upright {
    const ABOUT: &'static About = &About {
        title: "k in a row with gravity: the Connect Four family",
        syntax: "connect:W,H,K[,VARIANT]",
        parameters: "W columns, H rows, K in a row; VARIANT is normal, misere or weak",
        fields: &[
            COLUMNS,
            ROWS,
            LENGTH,
            Field::word("VARIANT", "variant", &["normal", "misere", "weak"]).or("normal"),
        ],
        default: "connect:7,6,4",
        examples: &["connect:7,6,4", "connect:5,4,4", "connect:4,4,3,misere"],
        rules: "Players take turns to throw a mark of their own into a column, where it falls to the lowest free \
                square. Whoever has K in a row, across, up or diagonally, wins; a full board is a draw.\n\
                misere: K in a row lose; a full board is a draw.\n\
                weak: K in a row win, but only for the first player; a full board is a draw.",
        moves: "a column, counted from one: 4",
        aliases: &[
            Alias { name: "connect4", means: "connect:7,6,4", title: "Connect Four" },
            Alias { name: "connect-four", means: "connect:7,6,4", title: "Connect Four" },
            Alias { name: "c4", means: "connect:7,6,4", title: "Connect Four" },
            Alias { name: "four-in-a-row", means: "connect:7,6,4", title: "Connect Four" },
        ],
        ..About::new("connect")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let ((w, h, k), rule) = (board(given)?, own_rule(given)?);
        let bits = bitmap::size(w, h);
        Ok(match (w, h, k) {
            (7, 6, 4) => visitor.fixed_game(
                Mnk::<u64, _>::with_gravity(w, h, k, rule),
                Mnk::<u64, FixedSize<7, 6, 4, true>>::fixed(rule),
            ),
            _ if bits <= 64 => visitor.game(Mnk::<u64, _>::with_gravity(w, h, k, rule)),
            _ => with_bits!(wide: bits, B => visitor.wide_game(Mnk::<B, _>::with_gravity(w, h, k, rule))),
        })
    }
}

/// Returns columns, rows and length.
fn board(given: &Parameters) -> Result<(u32, u32, u32), SyntaxError> {
    let (w, h) = (given.number("W")?, given.number("H")?);
    if bitmap::size(w, h) > WIDEST {
        return Err(given.mistake("W", "H", format!("a {w}x{h} board is too large"), LIMIT));
    }
    Ok((w, h, given.number("K")?))
}

/// Returns the rule of a game with marks of one's own.
fn own_rule(given: &Parameters) -> Result<Rule, SyntaxError> {
    let variant = given.word("VARIANT")?;
    let rule = OWN.iter().find(|(name, _)| *name == variant).map(|(_, rule)| *rule);
    rule.ok_or_else(|| given.mistake("VARIANT", "VARIANT", format!("`{variant}` is not a variant"), ""))
}

impl<B: Bits, F: Placement<B>> Capabilities for Mnk<B, F> {
    const SEARCHED: bool = B::WIDTH <= 128;

    declare!(symmetry, observe, threats, lines, indexed, packed);

    /// A diagram sees a row of K, and not what stands beside it.
    fn as_symbolic(
        &self,
    ) -> Option<&impl Symbolic<Configuration = Self::Configuration, Action = <Self as System>::Action>> {
        (self.rule() != Rule::Exact).then_some(self)
    }

    fn evaluation(&self) -> impl Evaluate<Self> {
        self.open_lines()
    }

    fn knowledge(&self) -> Option<&'static str> {
        Some("open lines, and how full they are")
    }
}

impl<B: Bits> Capabilities for Wild<B> {
    const SEARCHED: bool = B::WIDTH <= 64;

    declare!(symmetry, observe, packed, symbolic);
}

impl<B: Bits> Capabilities for Notakto<B> {
    const SEARCHED: bool = B::WIDTH <= 64;

    declare!(symmetry, observe, packed, symbolic);
}
