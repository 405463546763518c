//! Formulas that read like mathematics: operators on references, and functions for the most common homomorphisms.

use crate::Hom;
use std::ops::{Add, BitAnd, Not};

/// Returns the identity; the same as [`Hom::id`].
///
/// ```
/// use dd::{Hom, Manager, id, sum};
/// let manager = Manager::new();
/// let start = manager.word(&[(0, 0), (1, 0), (2, 0)])?;
/// let trans = sum((0..3).map(|var| Hom::assign(var, 1)));
/// let reach = (&trans + id()).fixpoint().apply(&start)?;
/// assert_eq!(reach.count()?, 8u32.into());
/// # dd::Result::Ok(())
/// ```
pub fn id() -> Hom {
    Hom::id()
}

/// Returns the union of many homomorphisms; the same as [`Hom::sum`].
pub fn sum(parts: impl IntoIterator<Item = Hom>) -> Hom {
    Hom::sum(parts)
}

/// The operators for references as well, so that formulas need no `clone`.
macro_rules! by_reference {
    ($operator:ident, $function:ident) => {
        impl $operator<&Hom> for Hom {
            type Output = Hom;
            fn $function(self, other: &Hom) -> Hom {
                $operator::$function(self, other.clone())
            }
        }
        impl $operator<Hom> for &Hom {
            type Output = Hom;
            fn $function(self, other: Hom) -> Hom {
                $operator::$function(self.clone(), other)
            }
        }
        impl $operator<&Hom> for &Hom {
            type Output = Hom;
            fn $function(self, other: &Hom) -> Hom {
                $operator::$function(self.clone(), other.clone())
            }
        }
    };
}

by_reference!(Add, add);
by_reference!(BitAnd, bitand);

impl Not for &Hom {
    type Output = Hom;
    fn not(self) -> Hom {
        !self.clone()
    }
}
