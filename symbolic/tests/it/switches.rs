//! A game of a few lines, made by hand: limits, errors and values without any built-in game.

use game::{Limits, Player, Stop, Stopped, System, Value};
use levels::{Judge, Relation, Shape, Way};
use std::time::Duration;
use symbolic::{Direct, Ending, Never, Options, Reach, Symbolic, direct, reach, solve};

/// Players switch lights on, one at a time; who switches on the last one wins.
struct Switches {
    lights: usize,
    /// Is the start written with a letter too few?
    cut: bool,
    /// Does the judge refuse the start?
    refused: bool,
}

impl Switches {
    fn new(lights: usize) -> Switches {
        Switches { lights, cut: false, refused: false }
    }
}

impl System for Switches {
    type Configuration = Vec<bool>;
    type Action = usize;
    fn starts(&self) -> impl Iterator<Item = Vec<bool>> {
        std::iter::once(vec![false; self.lights])
    }
    fn actions(&self, on: &Vec<bool>) -> impl Iterator<Item = usize> {
        let off: Vec<usize> = (0..self.lights).filter(|&light| !on[light]).collect();
        off.into_iter()
    }
    fn apply(&self, on: &mut Vec<bool>, light: usize) {
        on[light] = true;
    }
    fn is_final(&self, on: &Vec<bool>) -> bool {
        on.iter().all(|&on| on)
    }
}

/// One letter of the word that is read is this one, and the other one in the other word.
struct Switch(u32);

impl Relation for Switch {
    type State = bool; // done?
    fn states(&self) -> u32 {
        2
    }
    fn start(&self) -> bool {
        false
    }
    fn ways(&self, _: usize, &done: &bool, value: u32) -> Vec<Way<bool>> {
        let here = (!done && value == self.0).then(|| Way::letter(1 - value, true));
        here.into_iter().chain([Way::letter(value, done)]).collect()
    }
    fn accepts(&self, &done: &bool) -> bool {
        done
    }
}

/// Gives 1, or 2 if all lights are on; nothing to words that begin with a 0 if `refused`.
struct AllOn {
    refused: bool,
}

impl Judge for AllOn {
    type State = bool;
    fn start(&self) -> bool {
        true
    }
    fn read(&self, level: usize, &all: &bool, value: u32) -> Option<bool> {
        (!self.refused || level > 0 || value == 1).then_some(all && value == 1)
    }
    fn end(&self, &all: &bool) -> u32 {
        1 + u32::from(all)
    }
}

impl Symbolic for Switches {
    type Step = Switch;
    type Back = Switch;
    type Judge = AllOn;
    type Unfinished = Never;
    fn shape(&self) -> Shape {
        Shape::uniform(self.lights, 2)
    }
    fn encode(&self, on: &Vec<bool>) -> Vec<u32> {
        on.iter().skip(usize::from(self.cut)).map(|&on| on.into()).collect()
    }
    fn decode(&self, word: &[u32], _: Player) -> Option<Vec<bool>> {
        Some(word.iter().map(|&letter| letter == 1).collect())
    }
    fn step(&self, _: Player) -> Switch {
        Switch(1)
    }
    fn step_back(&self, _: Player) -> Switch {
        Switch(0)
    }
    fn judge(&self, _: Player) -> AllOn {
        AllOn { refused: self.refused }
    }
    fn meaning(&self, judged: u32, ply: u32) -> Ending {
        if judged == 2 { Ending::Won(Player::at_ply(ply + 1)) } else { Ending::Open }
    }
    fn direct(&self) -> Option<Direct<Never>> {
        None
    }
}

fn count(system: &Switches, limits: &Limits) -> Reach {
    reach(system, Options::default(), limits, &mut |_| ())
}

#[test]
fn every_set_of_lights_is_reached() {
    let found = count(&Switches::new(6), &Limits::default());
    assert!(found.is_complete());
    assert_eq!(found.by_ply(), [1u32, 6, 15, 20, 15, 6, 1].map(Into::into));
    assert_eq!(found.won_by(Player::Second), 1u32.into());
    assert!(direct(&Switches::new(6), &Limits::default(), &mut |_| ()).is_none());
}

#[test]
fn the_winner_depends_on_how_many_lights_there_are() {
    for lights in 1..7 {
        let solved = solve(&Switches::new(lights), true, &Limits::default(), &mut |_| ()).ok().unwrap();
        let plies = lights as u32;
        assert_eq!(solved.value, if lights % 2 == 1 { Value::win(plies) } else { Value::loss(plies) });
        let positions: num_bigint::BigUint = solved.table.totals().into_iter().sum();
        assert_eq!(positions, (1u32 << lights).into());
    }
}

#[test]
fn a_start_that_is_no_word_of_the_shape_is_an_error() {
    for system in [Switches { cut: true, ..Switches::new(4) }, Switches { refused: true, ..Switches::new(4) }]
    {
        let found = count(&system, &Limits::default());
        assert!(found.problem.as_ref().is_some_and(|why| why.contains("start")), "{:?}", found.problem);
        assert!(found.layers.is_empty() && !found.is_complete());
        let unsolved = solve(&system, true, &Limits::default(), &mut |_| ()).err().unwrap();
        assert!(unsolved.reason.contains("start") && unsolved.stopped.is_none(), "{}", unsolved.reason);
    }
}

#[test]
fn limits_end_the_work_and_what_is_known_stays() {
    let asked = Stop::new();
    asked.stop();
    let limits: [(Limits, Stopped); 3] = [
        (Limits::default().memory(1000), Stopped::Memory),
        (Limits::default().time(Duration::ZERO), Stopped::Time),
        (Limits::default().stop(asked), Stopped::Asked),
    ];
    for (limits, why) in limits {
        let found = count(&Switches::new(12), &limits);
        assert_eq!((found.stopped, found.layers.len()), (Some(why), 1));
        let unsolved = solve(&Switches::new(12), false, &limits, &mut |_| ()).err().unwrap();
        assert_eq!((unsolved.stopped, unsolved.plies), (Some(why), (1, 0)));
        assert_eq!(unsolved.positions, 1u32.into());
    }
}

#[test]
fn what_was_agreed_to_is_never_more_than_the_limit() {
    let needed = count(&Switches::new(40), &Limits::default()).bytes;
    for limit in [needed / 4, needed / 2, needed / 4 * 3] {
        let (limits, mut most) = (Limits::default().memory(limit), 0);
        let mut tell = |so_far: &symbolic::Progress| {
            if so_far.bytes <= limit {
                most = most.max(so_far.bytes);
            }
        };
        let found = reach(&Switches::new(40), Options::default(), &limits, &mut tell);
        assert_eq!(found.stopped, Some(Stopped::Memory));
        assert!(found.bytes <= limit && most <= limit, "{} of {limit}", found.bytes);
    }
}
