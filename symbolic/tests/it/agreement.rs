//! Every engine finds the same states.

use std::ops::ControlFlow;

use explore::{Explorer, Seen};
use game::{Limits, Stop};
use games::diagram::{Order, Ordered};
use games::mnk::{Mnk, Rule};
use games::positional::Positional;
use games::ultimate::Ultimate;
use num_bigint::BigUint;
use proptest::prelude::*;
use symbolic::homs::{Lead, Options, Reached};
use symbolic::{Ending, Reach, Symbolic, reach, reach_by_homs};

use crate::{STRATEGIES, Task, by_homs, with};

/// Both kinds of diagrams count the same, however the fixpoint is found.
struct Diagrams;

impl Task for Diagrams {
    fn run<S: Symbolic>(&self, name: &str, system: &S) {
        let swept = reach(system, symbolic::Options::default(), &Limits::default(), &mut |_| ());
        assert!(swept.is_complete(), "{name}: {:?}", swept.problem);
        for strategy in STRATEGIES {
            same(&format!("{name} by {strategy:?}"), &by_homs(system, strategy), &swept);
        }
    }
}

fn same(name: &str, found: &Reached, swept: &Reach) {
    assert!(found.is_complete(), "{name}");
    assert_eq!(found.states, swept.positions(), "{name}");
    assert_eq!(found.by_ply, swept.by_ply(), "{name}");
    for ending in Ending::ALL {
        assert_eq!(found.count(ending), Some(swept.count(ending)), "{name}: {ending:?}");
    }
    let set = found.set.as_ref().expect("it is complete");
    assert_eq!((set.count(), set.nodes().ok()), (Ok(found.states.clone()), found.nodes), "{name}");
}

/// Words of the states of a search, and their depths.
struct Words<'a, S> {
    system: &'a S,
    words: Vec<(Vec<u32>, u32)>,
}

impl<S: Symbolic> explore::Visitor<S> for Words<'_, S> {
    type Tally = Vec<(Vec<u32>, u32)>;

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        tally.push((self.system.encode(seen.state), seen.depth));
    }

    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()> {
        self.words.extend(tally);
        ControlFlow::Continue(())
    }
}

/// There are as many states as a search lists, and each of these is among them: so they are the same.
struct Listed;

impl Task for Listed {
    fn run<S: Symbolic>(&self, name: &str, system: &S) {
        listed(name, system, &by_homs(system, dd::Strategy::Automatic));
    }
}

fn listed<S: Symbolic>(name: &str, system: &S, found: &Reached) {
    let mut seen = Words { system, words: Vec::new() };
    let explored = Explorer::new(system).depth(found.by_ply.len() as u32 - 1).run(&mut seen).report;
    let by_depth: Vec<BigUint> = explored.counts.by_depth.iter().map(|&states| states.into()).collect();
    assert_eq!(found.by_ply, by_depth, "{name}");
    for (word, depth) in seen.words {
        assert_eq!(found.contains(&word, depth), Ok(true), "{name}: {word:?} at {depth}");
    }
}

const SMALL: [&str; 25] = [
    "mnk:3,3,3",
    "mnk:3,3,3,misere",
    "mnk:3,3,3,weak",
    "mnk:3,3,3,wild",
    "mnk:3,3,3,wild-misere",
    "mnk:3,3,3,notakto",
    "mnk:3,3,3,order",
    "mnk:4,3,3",
    "mnk:1,1,1",
    "mnk:2,2,5",
    "connect:4,3,3",
    "connect:3,4,3,misere",
    "connect:3,3,3,weak",
    "connect:1,4,2",
    "nim:3,4,5",
    "nim:3,4,5,misere",
    "nim:1",
    "cube:3,2",
    "cube:2,3",
    "cube:1,1",
    "hanoi:3,3",
    "hanoi:4,3",
    "hanoi:4,4",
    "coins:20,1,5,10",
    "coins:7,2,3",
];

#[test]
fn small_games_are_the_same_state_by_state() {
    for name in SMALL {
        with(name, &Diagrams);
        with(name, &Listed);
    }
}

#[test]
fn larger_games_have_the_same_counts() {
    for name in
        ["mnk:4,4,4", "mnk:4,4,3,notakto", "connect:5,4,4", "hanoi:8,3", "nim:7,7,7,7", "coins:100,1,5,10"]
    {
        with(name, &Diagrams);
    }
}

/// In some orders of the squares a step also makes words that are no positions, and the judge throws them out.
#[test]
fn squares_in_any_order() {
    let fallen: Mnk<u64, _> = Mnk::with_gravity(4, 3, 3, Rule::Normal);
    let cube: Positional<u64> = Positional::cube(2, 3);
    for order in Order::ALL {
        let name = format!("gravity, {order:?}");
        Diagrams.run(&name, &Ordered::new(&fallen, order));
        Listed.run(&name, &Ordered::new(&fallen, order));
        Diagrams.run(&format!("cube, {order:?}"), &Ordered::new(&cube, order));
    }
}

/// The words of one position of each kind of lead, as they are drawn.
struct Drawn(Lead, &'static str);

impl Task for Drawn {
    fn run<S: Symbolic>(&self, name: &str, system: &S) {
        let found = by_homs(system, dd::Strategy::Automatic);
        let set = found.set.expect("it is complete");
        assert_eq!(found.lead, self.0, "{name}");
        assert!(set.to_dot().unwrap().contains(self.1), "{name}");
        assert!(set.to_svg().unwrap().starts_with("<svg"), "{name}");
        assert_eq!(set.least_word().unwrap().map(|word| word[0].0), Some(u32::from(self.0 == Lead::Nothing)));
    }
}

#[test]
fn sets_are_drawn_with_what_leads_them() {
    with("mnk:2,2,2", &Drawn(Lead::Ply, "ply"));
    with("nim:1,2", &Drawn(Lead::Turn, "turn"));
    with("hanoi:2,3", &Drawn(Lead::Nothing, "1"));
}

/// There are far too many positions, so only the first plies are looked at.
#[test]
fn the_first_plies_of_ultimate_tic_tac_toe() {
    let game = Ultimate::new();
    let stop = Stop::new();
    let limits = Limits::default().stop(stop.clone());
    let mut until = |progress: &symbolic::homs::Progress<'_>| {
        if progress.round >= 3 {
            stop.stop();
        }
    };
    let found = reach_by_homs(&game, Options::default(), &limits, &mut until).unwrap();
    assert_eq!(found.stopped, Some(game::Stopped::Asked));
    assert!(found.by_ply.len() > 3);
    listed("ultimate", &game, &found);
}

fn any_name() -> impl Strategy<Value = String> {
    let size = (1..=4u32, 1..=3u32, 1..=4u32);
    let variants = ["normal", "misere", "weak", "wild", "wild-misere", "notakto", "order"];
    let board = (size.clone(), prop::sample::select(variants.to_vec()))
        .prop_filter("wild boards are small", |((w, h, _), variant)| {
            w * h <= 9 || ["normal", "misere", "weak"].contains(variant)
        })
        .prop_map(|((w, h, k), variant)| format!("mnk:{w},{h},{k},{variant}"));
    let fallen = (size, prop::sample::select(vec!["normal", "misere", "weak"]))
        .prop_map(|((w, h, k), variant)| format!("connect:{w},{h},{k},{variant}"));
    let nim = (prop::collection::vec(1..=5u32, 1..=4), any::<bool>()).prop_map(|(heaps, misere)| {
        let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        format!("nim:{}{}", heaps.join(","), if misere { ",misere" } else { "" })
    });
    let hanoi = (1..=5u32, 3..=4u32).prop_map(|(rings, pegs)| format!("hanoi:{rings},{pegs}"));
    let coins =
        (1..=12u32, 1..=3u32, 1..=5u32).prop_map(|(target, a, b)| format!("coins:{target},{a},{}", a + b));
    prop_oneof![board, fallen, nim, hanoi, coins]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_game_is_the_same_by_both(name in any_name()) {
        with(&name, &Diagrams);
        with(&name, &Listed);
    }
}
