//! More plies and greater numbers than are looked up at first.

use game::{Limits, Player, System};
use symbolic::homs::Lead;
use symbolic::levels::{Judge, Relation, Shape, Way};
use symbolic::{Ending, Never, Reach, Symbolic, reach};

use crate::{STRATEGIES, by_homs};

/// Counts from 0; the last number is the end. Its judge gives numbers that are far apart.
struct Counter {
    last: u32,
    tells_ply: bool,
    /// Does the relation that reads a step forwards say something else than the one that reads it backwards?
    is_wrong: bool,
}

impl System for Counter {
    type Configuration = u32;
    type Action = ();
    fn starts(&self) -> impl Iterator<Item = u32> {
        std::iter::once(0)
    }
    fn actions(&self, _: &u32) -> impl Iterator<Item = ()> {
        std::iter::once(())
    }
    fn apply(&self, state: &mut u32, (): ()) {
        *state += 1;
    }
    fn is_final(&self, state: &u32) -> bool {
        *state == self.last
    }
    fn depth(&self, state: &u32) -> Option<u32> {
        self.tells_ply.then_some(*state)
    }
}

/// One more in the source, or one less.
struct Count {
    back: bool,
    last: u32,
}

impl Relation for Count {
    type State = ();
    fn states(&self) -> u32 {
        1
    }
    fn start(&self) {}
    fn ways(&self, _: usize, (): &(), value: u32) -> Vec<Way<()>> {
        let source =
            if self.back { Some(value + 1).filter(|&next| next <= self.last) } else { value.checked_sub(1) };
        source.map(|source| Way::letter(source, ())).into_iter().collect()
    }
    fn accepts(&self, (): &()) -> bool {
        true
    }
}

struct AtLast(u32);

impl Judge for AtLast {
    type State = bool;
    fn start(&self) -> bool {
        false
    }
    fn read(&self, _: usize, _: &bool, value: u32) -> Option<bool> {
        Some(value == self.0)
    }
    fn end(&self, &last: &bool) -> u32 {
        if last { 90 } else { 17 }
    }
}

impl Symbolic for Counter {
    type Step = Count;
    type Back = Count;
    type Judge = AtLast;
    type Unfinished = Never;
    fn shape(&self) -> Shape {
        Shape::uniform(1, self.last as usize + 1)
    }
    fn encode(&self, state: &u32) -> Vec<u32> {
        vec![*state]
    }
    fn decode(&self, word: &[u32], _: Player) -> Option<u32> {
        word.first().copied()
    }
    fn step(&self, _: Player) -> Count {
        Count { back: false, last: self.last }
    }
    fn step_back(&self, _: Player) -> Count {
        Count { back: true, last: self.last - u32::from(self.is_wrong) }
    }
    fn judge(&self, _: Player) -> AtLast {
        AtLast(self.last)
    }
    fn meaning(&self, judged: u32, _: u32) -> Ending {
        if judged == 90 { Ending::Final } else { Ending::Open }
    }
    fn has_turns(&self) -> bool {
        false
    }
}

fn swept(counter: &Counter) -> Reach {
    reach(counter, symbolic::Options::default(), &Limits::default(), &mut |_| ())
}

/// The two engines read a step in two directions, so they differ where a game contradicts itself.
#[test]
fn a_wrong_inverse_is_noticed() {
    let counter = Counter { last: 5, tells_ply: true, is_wrong: true };
    assert_eq!(swept(&counter).positions(), 6u32.into());
    assert_eq!(by_homs(&counter, dd::Strategy::Automatic).states, 5u32.into());
}

#[test]
fn many_plies_and_great_numbers() {
    for (last, tells_ply) in [(0, true), (3, false), (300, true), (1500, true), (300, false)] {
        let counter = Counter { last, tells_ply, is_wrong: false };
        let swept = reach(&counter, symbolic::Options::default(), &Limits::default(), &mut |_| ());
        for strategy in STRATEGIES {
            let found = by_homs(&counter, strategy);
            assert_eq!(found.lead, if tells_ply { Lead::Ply } else { Lead::Nothing });
            assert_eq!(found.by_ply, swept.by_ply(), "{last} by {strategy:?}");
            assert_eq!(found.states, (last + 1).into());
            assert_eq!(found.count(Ending::Final), Some(1u32.into()));
        }
    }
}
