//! The built-in games of morpion, one folder each.

pub mod amazons;
pub mod bits;
pub mod coins;
pub mod cube;
pub mod diagram;
pub mod grid;
pub mod hanoi;
pub mod images;
pub mod lines;
mod marks;
pub mod mnk;
pub mod nim;
pub mod observed;
mod permutations;
pub mod positional;
mod rank;
pub mod ultimate;

use registry::{About, Family, Parameters, SyntaxError, Visitor, find};

/// Calls a macro with the list of all built-in families: the one place where they are listed.
#[macro_export]
macro_rules! with_families {
    ($callback:ident) => {
        $callback! {
            $crate::mnk::OnTable,
            $crate::mnk::Upright,
            $crate::nim::Nim,
            $crate::amazons::Amazons,
            $crate::cube::Cubes,
            $crate::positional::Animals,
            $crate::positional::Tori,
            $crate::positional::Files,
            $crate::ultimate::Ultimate,
            $crate::coins::Coins,
            $crate::hanoi::Hanoi,
        }
    };
}

macro_rules! abouts {
    ($($family:ty),+ $(,)?) => { &[$(<$family as Family>::ABOUT),+] };
}

/// The descriptions of all built-in families.
pub const ABOUTS: &[&About] = with_families!(abouts);

/// Reads the name of a built-in game, such as `mnk:4,4,4`.
///
/// # Errors
/// If there is no such game, or a parameter is missing or wrong.
pub fn read(text: &str) -> Result<Parameters, SyntaxError> {
    find(ABOUTS, text, "morpion").map(|(_, given)| given)
}

/// Makes the built-in game of this name, and hands it, with its type, to a visitor.
///
/// ```
/// use game::{Notation, Playable};
/// use registry::{Capabilities, Visitor};
///
/// struct Draw;
///
/// impl Visitor for Draw {
///     type Output = String;
///     fn game<G: Playable + Notation + Capabilities>(self, game: G) -> String {
///         game.board_text(&game.initial())
///     }
///     fn system<S: Notation + Capabilities>(self, system: S) -> String {
///         system.starts().map(|start| system.board_text(&start)).collect()
///     }
/// }
///
/// assert_eq!(games::visit("mnk:2,2,2", Draw).unwrap(), "2 . .\n1 . .\n  a b");
/// let mistake = games::visit("mnk:2,q,2", Draw).unwrap_err();
/// assert_eq!(mistake.problem, "`q` is not a number");
/// ```
///
/// # Errors
/// If there is no such game, or its parameters are wrong.
pub fn visit<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, SyntaxError> {
    let given = read(text)?;
    macro_rules! open {
        ($($family:ty),+ $(,)?) => {
            $(if given.about().name == <$family as Family>::ABOUT.name {
                return <$family as Family>::open(&given, visitor);
            })+
        };
    }
    with_families!(open);
    unreachable!("`read` gives the parameters of a family in the list")
}
