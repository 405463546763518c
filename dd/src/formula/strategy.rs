//! How a fixpoint is computed.

/// The way a fixpoint is reached. The result is the same for all of them; the time is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Saturation where members of the union skip the variable at hand, a frontier where none does.
    #[default]
    Automatic,
    /// The whole set is expanded again until nothing changes.
    Plain,
    /// Only what is new is expanded.
    Frontier,
    /// Like [`Strategy::Frontier`], for models whose layers never meet (each step adds a piece, say): what is new
    /// is not compared with what was known. Wrong claims cost time and nothing else.
    Layers,
}
