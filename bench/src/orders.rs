//! The order of the squares: how large diagrams become, and how long it takes to make them.

use games::diagram::{Marked, Order, Ordered};
use games::mnk::{Mnk, Rule};
use symbolic::{Options, reach};

use crate::measure::processor_seconds;
use crate::symbolic::limits;

/// A row for each order, with the boards that orders are compared on.
pub(crate) fn all() -> String {
    let connect: Mnk<u64, _> = Mnk::with_gravity(5, 5, 4, Rule::Normal);
    let table: Mnk<u64> = Mnk::new(5, 5, 5, Rule::Normal);
    format!(
        "{:<16} {:<14} {:>14} {:>14} {:>14} {:>8} {:>8}\n{}{}",
        "squares read by",
        "",
        "positions",
        "nodes",
        "largest ply",
        "s",
        "MB",
        rows("connect:5,5,4", &connect),
        rows("mnk:5,5,5", &table)
    )
}

fn rows<G: Marked>(name: &str, game: &G) -> String {
    let row = |order: Order| {
        let begin = processor_seconds();
        let found = reach(&Ordered::new(game, order), Options::default(), &limits(), &mut |_| ());
        let (seconds, megabytes) = (processor_seconds() - begin, found.bytes >> 20);
        let (nodes, largest) = found.nodes();
        let order = format!("{order:?}");
        let positions = found.positions();
        format!(
            "{name:<16} {order:<14} {positions:>14} {nodes:>14} {largest:>14} {seconds:>8.2} {megabytes:>8}\n"
        )
    };
    Order::ALL.into_iter().map(row).collect()
}
