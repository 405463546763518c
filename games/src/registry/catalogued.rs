//! What every built-in game has, and what some have.

use game::{Absent, Indexed, Notation, Symmetry, System};

use crate::amazons::Amazons;
use crate::bits::Bits;
use crate::coins::Coins;
use crate::cube::Cube;
use crate::hanoi::Hanoi;
use crate::mnk::{Form, Mnk, Notakto, Wild};
use crate::nim::Nim;
use crate::ultimate::Ultimate;

/// A built-in game or system: it can be written, its symmetries are known, and it says which of the other capabilities
/// it has.
pub trait Catalogued: Notation + Symmetry {
    /// The same system as one with a perfect index, if it has one.
    fn as_indexed(
        &self,
    ) -> Option<&impl Indexed<Configuration = Self::Configuration, Action = <Self as System>::Action>>
    where
        Self: Sized,
    {
        None::<&Absent<Self>>
    }
}

/// Those whose index is declared.
macro_rules! indexed {
    () => {
        fn as_indexed(
            &self,
        ) -> Option<&impl Indexed<Configuration = Self::Configuration, Action = <Self as System>::Action>> {
            Some(self)
        }
    };
}

impl<B: Bits, F: Form<B>> Catalogued for Mnk<B, F> {
    indexed!();
}

impl<B: Bits> Catalogued for Cube<B> {
    indexed!();
}

impl Catalogued for Nim {
    indexed!();
}

impl Catalogued for Hanoi {
    indexed!();
}

impl<B: Bits> Catalogued for Wild<B> {}
impl<B: Bits> Catalogued for Notakto<B> {}
impl Catalogued for Amazons {}
impl Catalogued for Ultimate {}
impl Catalogued for Coins {}
