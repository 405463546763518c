//! Writes a net of one of the classical families, as PNML.
//!
//! `cargo run --release -p morpion-rules --example nets -- kanban 5 > kanban-5.pnml`
#![allow(clippy::print_stdout, clippy::print_stderr)] // An example shows its results.

use std::collections::HashMap;
use std::process::ExitCode;

use rules::net::{Flow, Net, Place, Transition, Unit, Units};

/// The name of a family, what makes a net of it, and what N is.
type Family = (&'static str, fn(u32) -> Net, &'static str);

/// The families.
pub(crate) const FAMILIES: [Family; 5] = [
    ("kanban", kanban, "cards in each of the four cells"),
    ("fms", fms, "parts of each of the three kinds"),
    ("philosophers", philosophers, "philosophers, and as many forks"),
    ("ring", ring, "nodes of a slotted ring"),
    ("mutex", mutex, "processes that get a resource in turn"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let net = match &arguments[..] {
        [family, size] => FAMILIES.iter().find(|(name, ..)| name == family).zip(size.parse().ok()),
        _ => None,
    };
    match net {
        Some(((_, make, _), size @ 1..=1_000_000)) => {
            print!("{}", rules::pnml::write(&make(size)));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: nets FAMILY N, where N is 1 to 1000000 and FAMILY is one of");
            FAMILIES.iter().for_each(|(name, _, size)| eprintln!("  {name:<13} N {size}"));
            ExitCode::from(2)
        }
    }
}

/// A net that is made place by place.
#[derive(Default)]
struct Maker {
    net: Net,
    numbers: HashMap<String, u32>,
}

impl Maker {
    fn new(name: &str, size: u32) -> Maker {
        Maker { net: Net { name: format!("{name} {size}"), ..Net::default() }, ..Maker::default() }
    }

    fn place(&mut self, id: String, tokens: u32) -> u32 {
        let number = self.net.places.len() as u32;
        self.net.places.push(Place { id: id.as_str().into(), tokens, ..Place::default() });
        self.numbers.insert(id, number);
        number
    }

    /// Adds a transition that takes a token from some places and puts one on others.
    fn transition(&mut self, id: String, takes: &[String], puts: &[String]) {
        let flows = |places: &[String]| {
            let flow = |place: &String| Flow { place: self.numbers[place], tokens: 1 };
            let mut flows: Vec<Flow> = places.iter().map(flow).collect();
            flows.sort_unstable();
            flows
        };
        let (takes, puts) = (flows(takes), flows(puts));
        self.net.transitions.push(Transition { id: id.into(), takes, puts, ..Transition::default() });
    }

    /// Puts the places into units, one below the other, of which each marks one place at a time.
    fn units(mut self, parts: Vec<Vec<u32>>) -> Net {
        let root = Unit { id: "u0".into(), units: (1..=parts.len()).collect(), ..Unit::default() };
        let unit = |(number, places)| Unit { id: format!("u{number}").into(), places, ..Unit::default() };
        let units = std::iter::once(root).chain((1..).zip(parts).map(unit)).collect();
        self.net.units = Some(Units { units, root: 0, safe: true });
        self.net
    }

    /// Adds transitions that are written as words: `takes > puts`.
    fn transitions(&mut self, texts: &[(&str, &str)]) {
        for (id, text) in texts {
            let (takes, puts) = text.split_once('>').expect("takes > puts");
            let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
            self.transition((*id).to_string(), &words(takes), &words(puts));
        }
    }
}

/// A production line of four cells with N cards each (G. Ciardo, M. Tilgner). In a cell a card is free (`cards`), on a
/// part at work (`work`) or sent back (`back`), or on one that is done (`done`).
fn kanban(size: u32) -> Net {
    let mut maker = Maker::new("Kanban", size);
    for cell in 1..=4 {
        for (place, tokens) in [("work", 0), ("back", 0), ("cards", size), ("done", 0)] {
            maker.place(format!("{place}{cell}"), tokens);
        }
    }
    for cell in 1..=4 {
        let [work, back, done] = ["work", "back", "done"].map(|place| [format!("{place}{cell}")]);
        maker.transition(format!("fail{cell}"), &work, &back);
        maker.transition(format!("repair{cell}"), &back, &work);
        maker.transition(format!("succeed{cell}"), &work, &done);
    }
    maker.transitions(&[
        ("enter", "cards1 > work1"),
        ("split", "done1 cards2 cards3 > cards1 work2 work3"),
        ("join", "done2 done3 cards4 > cards2 cards3 work4"),
        ("leave", "done4 > cards4"),
    ]);
    maker.net
}

/// A flexible manufacturing system (G. Ciardo, K. Trivedi): N parts of each of three kinds, and three sorts of machines.
/// Parts of the first two kinds are shipped, or joined.
fn fms(size: u32) -> Net {
    let mut maker = Maker::new("FMS", size);
    let machines = [("M1", 3), ("M2", 1), ("M3", 2)];
    for place in ["P1", "P1wM1", "P1M1", "M1", "P1d", "P1s", "P1wP2", "P12", "P12wM3", "P12M3", "M3", "P12s"]
        .into_iter()
        .chain(["P2wP1", "P2", "P2wM2", "P2M2", "M2", "P2d", "P2s", "P3M2", "P3", "P3s"])
    {
        let machine = machines.iter().find(|(machine, _)| *machine == place).map(|(_, count)| *count);
        let part = if ["P1", "P2", "P3"].contains(&place) { size } else { 0 };
        maker.place(place.to_string(), machine.unwrap_or(part));
    }
    maker.transitions(&[
        ("tP1", "P1 > P1wM1"),
        ("tM1", "P1wM1 M1 > P1M1"),
        ("tP1M1", "P1M1 > P1d M1"),
        ("tP1e", "P1d > P1s"),
        ("tP1j", "P1d > P1wP2"),
        ("tP1s", "P1s > P1"),
        ("tP2", "P2 > P2wM2"),
        ("tM2", "P2wM2 M2 > P2M2"),
        ("tP2M2", "P2M2 > P2d M2"),
        ("tP2e", "P2d > P2s"),
        ("tP2j", "P2d > P2wP1"),
        ("tP2s", "P2s > P2"),
        ("tP3", "P3 > P3M2"),
        ("tP3M2", "P3M2 M2 > P3s M2"),
        ("tP3s", "P3s > P3"),
        ("tx", "P1wP2 P2wP1 > P12"),
        ("tP12", "P12 > P12wM3"),
        ("tM3", "P12wM3 M3 > P12M3"),
        ("tP12M3", "P12M3 > P12s M3"),
        ("tP12s", "P12s > P1 P2"),
    ]);
    maker.net
}

/// N dining philosophers as in the Model Checking Contest: each takes either fork first.
fn philosophers(size: u32) -> Net {
    let mut maker = Maker::new("philosophers", size);
    let mut units = Vec::new();
    for i in 1..=size {
        let states = [("think", 1), ("left", 0), ("right", 0), ("eat", 0)];
        units.push(states.map(|(state, tokens)| maker.place(format!("{state}{i}"), tokens)).to_vec());
        units.push(vec![maker.place(format!("fork{i}"), 1)]);
    }
    for i in 1..=size {
        let [think, left, right, eat] = ["think", "left", "right", "eat"].map(|state| format!("{state}{i}"));
        // A single philosopher has one fork, and needs it twice.
        let (one, other) = (format!("fork{i}"), format!("fork{}", i % size + 1));
        let both = |state: &String, fork: &String| [state.clone(), fork.clone()];
        maker.transition(format!("takeLeft{i}"), &both(&think, &one), std::slice::from_ref(&left));
        maker.transition(format!("takeRight{i}"), &both(&think, &other), std::slice::from_ref(&right));
        maker.transition(format!("thenRight{i}"), &both(&left, &other), std::slice::from_ref(&eat));
        maker.transition(format!("thenLeft{i}"), &both(&right, &one), std::slice::from_ref(&eat));
        if size > 1 {
            maker.transition(format!("stop{i}"), std::slice::from_ref(&eat), &[think, one, other]);
        }
    }
    maker.units(units)
}

/// A slotted ring of N nodes (E. Pastor, O. Roig, J. Cortadella, R. Badia). The slot at a node is filled (`A`, `B`), on
/// its way (`C`, `D`) or waits (`H`), while the node is in one of the states `E`, `F` and `G`.
fn ring(size: u32) -> Net {
    let mut maker = Maker::new("slotted ring", size);
    for i in 1..=size {
        for (place, tokens) in
            [("A", 0), ("B", 0), ("C", 1), ("D", 0), ("E", 1), ("F", 0), ("G", 0), ("H", 0)]
        {
            maker.place(format!("{place}{i}"), tokens);
        }
    }
    for i in 1..=size {
        let here = |places: &str| places.chars().map(|place| format!("{place}{i}")).collect::<Vec<_>>();
        // The neighbour to which a slot goes on.
        let next = if i == 1 { size } else { i - 1 };
        let with = |own: &str, place: char| [here(own), vec![format!("{place}{next}")]].concat();
        maker.transition(format!("other{i}"), &here("A"), &here("D"));
        maker.transition(format!("owner{i}"), &here("A"), &here("B"));
        maker.transition(format!("write{i}"), &here("B"), &here("D"));
        maker.transition(format!("go{i}"), &here("B"), &here("H"));
        maker.transition(format!("get{i}"), &here("FH"), &here("CE"));
        maker.transition(format!("put{i}"), &here("DF"), &here("CG"));
        maker.transition(format!("used{i}"), &with("G", 'C'), &with("F", 'A'));
        maker.transition(format!("free{i}"), &with("E", 'C'), &with("F", 'B'));
    }
    maker.net
}

/// A round-robin protocol for mutual exclusion: the turn goes round N processes, and whoever asks and has it may use the
/// resource.
fn mutex(size: u32) -> Net {
    let mut maker = Maker::new("round robin", size);
    for i in 1..=size {
        let turn = u32::from(i == 1);
        for (place, tokens) in [("rest", 1), ("ask", 0), ("use", 0), ("turn", turn), ("pass", 0)] {
            maker.place(format!("{place}{i}"), tokens);
        }
    }
    for i in 1..=size {
        let [rest, ask, using, turn, pass] =
            ["rest", "ask", "use", "turn", "pass"].map(|state| format!("{state}{i}"));
        let next = format!("turn{}", i % size + 1);
        maker.transition(format!("want{i}"), std::slice::from_ref(&rest), std::slice::from_ref(&ask));
        maker.transition(format!("begin{i}"), &[ask, turn.clone()], std::slice::from_ref(&using));
        maker.transition(format!("end{i}"), &[using], &[rest.clone(), pass.clone()]);
        maker.transition(format!("decline{i}"), &[rest.clone(), turn], &[rest, pass.clone()]);
        maker.transition(format!("hand{i}"), &[pass], &[next]);
    }
    maker.net
}
