//! Two kinds of diagrams and a search that lists every state, against one another.

mod agreement;
mod derived;
mod directions;
mod endless;
mod growth;
mod kept;
mod limits;
mod random_relations;
mod switches;
#[path = "../../../levels/tests/it/words.rs"]
mod words;

use dd::Strategy;
use game::Limits;
use games::coins::Coins;
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use games::positional::Positional;
use games::ultimate::Ultimate;
use symbolic::homs::{Options, Reached};
use symbolic::{Symbolic, reach_by_homs};

pub(crate) const STRATEGIES: [Strategy; 4] =
    [Strategy::Automatic, Strategy::Plain, Strategy::Frontier, Strategy::Layers];

/// What is done with a system that has a symbolic form.
pub(crate) trait Task {
    fn run<S: Symbolic>(&self, name: &str, system: &S);
}

/// Does it with the game of this name. Boards have one word each, lest everything be compiled for every width.
pub(crate) fn with(name: &str, task: &impl Task) {
    let given = games::read(name).unwrap_or_else(|mistake| panic!("{mistake}"));
    let number = |field| given.number(field).unwrap();
    let board = || (number("W"), number("H"), number("K"));
    match given.about().name {
        "mnk" => on_table(name, board(), given.word("VARIANT").unwrap(), task),
        "connect" => {
            let (w, h, k) = board();
            let rule = own_rule(given.word("VARIANT").unwrap()).expect("a rule");
            task.run(name, &Mnk::<u64, _>::with_gravity(w, h, k, rule));
        }
        "nim" => {
            let heaps: Vec<u8> = given.numbers("HEAP").unwrap().iter().map(|&size| size as u8).collect();
            task.run(name, &Nim::new(&heaps, given.word("VARIANT") == Ok("misere")));
        }
        "cube" => task.run(name, &Positional::<u64>::cube(number("N"), number("D"))),
        "ultimate" => task.run(name, &Ultimate::new()),
        "coins" => task.run(name, &Coins::new(number("TARGET"), &given.numbers("COIN").unwrap())),
        "hanoi" => task.run(name, &Hanoi::new(number("RINGS"), number("PEGS"))),
        _ => panic!("{name} has no symbolic form"),
    }
}

fn own_rule(variant: &str) -> Option<Rule> {
    match variant {
        "normal" => Some(Rule::Normal),
        "misere" => Some(Rule::Misere),
        "weak" => Some(Rule::Weak),
        _ => None,
    }
}

fn on_table(name: &str, (w, h, k): (u32, u32, u32), variant: &str, task: &impl Task) {
    let either = match variant {
        "wild" => WildRule::Normal,
        "wild-misere" => WildRule::Misere,
        "order" => WildRule::Order,
        "notakto" => return task.run(name, &Notakto::<u64>::new(w, h, k)),
        _ => return task.run(name, &Mnk::<u64>::new(w, h, k, own_rule(variant).expect("a rule"))),
    };
    task.run(name, &Wild::<u64>::new(w, h, k, either));
}

/// All states of a system, by homomorphisms.
pub(crate) fn by_homs<S: Symbolic>(system: &S, strategy: Strategy) -> Reached {
    let options = Options { strategy, endings: true, ..Options::default() };
    reach_by_homs(system, options, &Limits::default(), &mut |_| ()).unwrap()
}
