//! Petri nets: counts that others published, two engines against each other, and texts that are wrong.

#[allow(dead_code, reason = "an example has a main function too")]
#[path = "../../examples/nets.rs"]
mod families;

mod broken;
mod counts;
mod reading;
mod two_ways;

use game::Limits;
use rules::net::{Net, Space, order, space};

/// A net of a family.
fn net(family: &str, size: u32) -> Net {
    let (_, make, _) = families::FAMILIES.iter().find(|(name, ..)| *name == family).expect("a known family");
    make(size)
}

/// All markings by diagrams.
fn symbolic(net: &Net) -> Space {
    space(net, &order::choose(net), &Limits::default(), &mut |_| ())
}
