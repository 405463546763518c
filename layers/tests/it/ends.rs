//! Plies whose states have nothing behind them.

use game::{Limits, Outcome, Player};
use layers::{Found, Space, Tally};

use crate::{Temporary, with};

/// A start, so many states behind it, and so many ends behind each of those.
struct Fan(u64);

impl Fan {
    /// The ply of a state.
    fn ply(&self, state: u64) -> u64 {
        match state {
            0 => 0,
            state if state <= self.0 => 1,
            _ => 2,
        }
    }
}

impl Space for Fan {
    fn is_graded(&self) -> bool {
        true
    }

    fn starts(&self) -> Vec<u64> {
        vec![0]
    }

    fn expand(&self, states: &[u64], _: u32, found: &mut Found) -> Tally {
        let mut tally = Tally::default();
        for &state in states {
            let next = match self.ply(state) {
                0 => 1..self.0 + 1,
                1 => state * self.0 + 1..(state + 1) * self.0 + 1,
                _ => 0..0,
            };
            tally.states += 1;
            tally.widest = tally.widest.max(next.end - next.start);
            found.words.extend(next);
            found.ends.push(found.words.len());
        }
        tally
    }

    fn judge(&self, states: &[u64], judged: &mut Vec<(Player, Option<Outcome>)>) {
        judged.extend(states.iter().map(|&state| {
            let ply = self.ply(state);
            (Player::BOTH[(ply % 2) as usize], (ply == 2).then_some(Outcome::Draw))
        }));
    }
}

#[test]
fn ends_are_valued_within_the_memory_too() {
    let folder = Temporary::new("fan");
    let (fan, memory) = (Fan(700), 1 << 23);
    with(&folder.0, "fan", &fan, &Limits::default().memory(memory), |store| {
        store.solve().unwrap();
        let ends = &store.folder.manifest.plies[2];
        assert_eq!((ends.states(), ends.totals()), (490_000, [0, 490_000, 0]));
        // A state, its end and its value take more than 32 bytes.
        for valued in &ends.values {
            assert!(32 * valued.part.sealed.rows < memory as u64, "{} at a time", valued.part.sealed.rows);
        }
    })
    .unwrap();
}
