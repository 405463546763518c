//! The relation that reads a step backwards and the one that reads it forwards are inverse to each other.

use dd::{Hom, Manager, Set, Word};
use game::{Player, Random};
use std::sync::Arc;
use symbolic::Symbolic;
use symbolic::homs::sources;
use symbolic::levels::{Shape, Steps};

use crate::{Task, with};

struct Directions;

/// A word as a set.
fn set(manager: &Manager, shape: &Shape, word: &[u32]) -> (Word, Set) {
    let levels = shape.levels_of(word).expect("the word of a state has the shape");
    let word: Word =
        levels.into_iter().zip(word).map(|(level, &value)| (level as u32, value as i32)).collect();
    let set = manager.word(&word).unwrap();
    (word, set)
}

impl Task for Directions {
    fn run<S: Symbolic>(&self, name: &str, system: &S) {
        let (manager, shape) = (Manager::new(), Arc::new(system.shape()));
        let homs = |mover| -> [Hom; 2] {
            [
                sources(Steps::new(system.step_back(mover), &shape), 0),
                sources(Steps::new(system.step(mover), &shape), 0),
            ]
        };
        let homs = Player::BOTH.map(homs);
        let mut random = Random::new(7);
        let mut state = random.choose(system.starts()).expect("there is a start");
        for ply in 0..30 {
            let Some((_, next)) = random.choose(system.steps(&state)) else { break };
            let [forwards, backwards] = &homs[Player::at_ply(ply).index()];
            let (before, one) = set(&manager, &shape, &system.encode(&state));
            let (after, _) = set(&manager, &shape, &system.encode(&next));
            let images = forwards.apply(&one).unwrap();
            assert_eq!(images.contains(&after), Ok(true), "{name}: {before:?} to {after:?}");
            for image in images.words().unwrap() {
                let sources = backwards.apply(&manager.word(&image).unwrap()).unwrap();
                assert_eq!(sources.contains(&before), Ok(true), "{name}: {image:?} to {before:?}");
            }
            state = next;
        }
    }
}

#[test]
fn they_lead_back() {
    for name in [
        "mnk:4,3,3",
        "mnk:3,3,3,order",
        "connect:4,4,4",
        "nim:3,4,5",
        "cube:2,3",
        "ultimate",
        "hanoi:4,3",
        "coins:20,1,5",
    ] {
        with(name, &Directions);
    }
}
