//! The chapters of the book and the README, so that their programs are compiled and run by `cargo test`.

/// The README.
#[doc = include_str!("../README.md")]
pub mod readme {}

/// Five minutes.
#[doc = include_str!("src/five-minutes.md")]
pub mod five_minutes {}

/// A game of your own.
#[doc = include_str!("src/your-game.md")]
pub mod your_game {}

/// Your game in fifteen lines of text.
#[doc = include_str!("src/text-games.md")]
pub mod text_games {}

/// Squares and lines of your own.
#[doc = include_str!("src/positional.md")]
pub mod positional {}

/// Game trees.
#[doc = include_str!("src/trees.md")]
pub mod trees {}

/// Bitmaps.
#[doc = include_str!("src/bitmaps.md")]
pub mod bitmaps {}

/// Decision diagrams.
#[doc = include_str!("src/diagrams.md")]
pub mod diagrams {}

/// Counting.
#[doc = include_str!("src/counting.md")]
pub mod counting {}

/// Solving.
#[doc = include_str!("src/solving.md")]
pub mod solving {}

/// Beyond what memory can list.
#[doc = include_str!("src/symbolic.md")]
pub mod symbolic {}

/// From a text to a diagram.
#[doc = include_str!("src/text-symbolic.md")]
pub mod text_symbolic {}

/// Checking.
#[doc = include_str!("src/checking.md")]
pub mod checking {}

/// Exploring.
#[doc = include_str!("src/exploring.md")]
pub mod exploring {}

/// Playing.
#[doc = include_str!("src/playing.md")]
pub mod playing {}

/// The page.
#[doc = include_str!("src/page.md")]
pub mod page {}

/// Petri nets.
#[doc = include_str!("src/nets.md")]
pub mod nets {}

/// Glossary.
#[doc = include_str!("src/glossary.md")]
pub mod glossary {}

/// Diagrams for beginners.
#[doc = include_str!("src/diagrams-first.md")]
pub mod diagrams_first {}

/// How a draw is proved.
#[doc = include_str!("src/draws.md")]
pub mod draws {}

/// A planted bug, found.
#[doc = include_str!("src/planted-bug.md")]
pub mod planted_bug {}

/// Saturation.
#[doc = include_str!("src/saturation.md")]
pub mod saturation {}

/// Strong solutions.
#[doc = include_str!("src/strong.md")]
pub mod strong {}

/// The protocol.
#[doc = include_str!("src/protocol.md")]
pub mod protocol {}
