//! Handing the game itself, with its type, to whoever asked for it by name.

use game::Playable;

use super::catalogued::Catalogued;
use super::spec::{Spec, Variant};
use crate::amazons::Amazons;
use crate::coins::Coins;
use crate::cube::Cube;
use crate::hanoi::Hanoi;
use crate::mnk::{Known, Mnk, Notakto, Rule, Wild, bitmap};
use crate::nim::Nim;
use crate::ultimate::Ultimate;
use crate::with_bits;

/// Something to be done with a game of whatever type.
pub trait Visitor: Sized {
    /// What comes of it.
    type Output;

    /// Done with a game. It can be copied, to be shared with threads that outlive the visit.
    fn game<G: Playable + Catalogued + Clone + 'static>(self, game: &G) -> Self::Output;

    /// Done with a system that is not a game.
    fn system<S: Catalogued>(self, system: &S) -> Self::Output;
}

impl Spec {
    /// Makes the game and hands it over. Boards are as wide as they need to be; the ones played most are compiled in.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            Spec::Mnk(w, h, k, Variant::Own(rule)) => mnk((*w, *h, *k), *rule, visitor),
            &Spec::Mnk(w, h, k, Variant::Either(rule)) => {
                with_bits!(few: bitmap::size(w, h), B => visitor.game(&Wild::<B>::new(w, h, k, rule)))
            }
            &Spec::Mnk(w, h, k, Variant::Notakto) => {
                with_bits!(few: bitmap::size(w, h), B => visitor.game(&Notakto::<B>::new(w, h, k)))
            }
            Spec::Connect(w, h, k, rule) => connect((*w, *h, *k), *rule, visitor),
            Spec::Nim(heaps, misere) => visitor.game(&Nim::new(heaps, *misere)),
            Spec::Amazons(w, h) => visitor.game(&Amazons::new(*w, *h)),
            &Spec::Cube(n, d) => with_bits!(few: n.pow(d), B => visitor.game(&Cube::<B>::new(n, d))),
            Spec::Ultimate => visitor.game(&Ultimate::new()),
            Spec::Coins(target, coins) => visitor.system(&Coins::new(*target, coins)),
            Spec::Hanoi(rings, pegs) => visitor.system(&Hanoi::new(*rings, *pegs)),
        }
    }
}

fn mnk<V: Visitor>(size: (u32, u32, u32), rule: Rule, visitor: V) -> V::Output {
    match size {
        (3, 3, 3) => visitor.game(&Mnk::<u64, Known<3, 3, 3, false>>::known(rule)),
        (4, 4, 4) => visitor.game(&Mnk::<u64, Known<4, 4, 4, false>>::known(rule)),
        (w, h, k) => with_bits!(bitmap::size(w, h), B => visitor.game(&Mnk::<B>::new(w, h, k, rule))),
    }
}

fn connect<V: Visitor>(size: (u32, u32, u32), rule: Rule, visitor: V) -> V::Output {
    match size {
        (7, 6, 4) => visitor.game(&Mnk::<u64, Known<7, 6, 4, true>>::known(rule)),
        (w, h, k) => {
            with_bits!(bitmap::size(w, h), B => visitor.game(&Mnk::<B, _>::with_gravity(w, h, k, rule)))
        }
    }
}
