//! Strong solutions state by state beside those that are diagrams.

use explore::{Explorer, solve};
use game::{Limits, Playable, Value, Verdict};
use games::mnk::{Mnk, Notakto, Rule};
use games::nim::Nim;
use symbolic::Symbolic;

/// Both have as many positions of each value, and the same value and distance for one position in so many.
fn agree<G>(name: &str, game: &G, every: usize)
where
    G: Playable + Symbolic<Configuration = <G as game::Game>::State>,
{
    let listed = solve(&Explorer::new(game));
    let drawn = symbolic::solve(game, true, &Limits::default(), &mut |_| ()).unwrap();
    let counts = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(|verdict| listed.count(verdict).into());
    assert_eq!(drawn.table.totals(), counts, "{name}");
    let values = listed.iter().step_by(every);
    let mut compared = 0;
    for (state, value) in values {
        let found: Option<Value> = drawn.table.value(game, game, &state);
        assert_eq!(found, Some(value), "{name}: {state:?}");
        compared += 1;
    }
    assert!(compared > 10, "{name}");
}

#[test]
fn boards_with_gravity() {
    agree("connect 4,4,4", &Mnk::<u64, _>::with_gravity(4, 4, 4, Rule::Normal), 11);
    agree("connect 5,4,4", &Mnk::<u64, _>::with_gravity(5, 4, 4, Rule::Normal), 997);
    agree("connect 4,4,3, misère", &Mnk::<u64, _>::with_gravity(4, 4, 3, Rule::Misere), 11);
}

#[test]
fn other_boards() {
    agree("4,3,3", &Mnk::<u64>::new(4, 3, 3, Rule::Normal), 11);
    agree("3,4,3, weak", &Mnk::<u64>::new(3, 4, 3, Rule::Weak), 11);
    agree("notakto 4,4,3", &Notakto::<u64>::new(4, 4, 3), 11);
    agree("nim", &Nim::new(&[5, 6, 7], true), 1);
}
