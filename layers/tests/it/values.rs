//! Values, held against those in memory.

use std::collections::BTreeMap;

use explore::{Explorer, solve};
use game::{Indexed, Limits, Playable};
use games::mnk::{Mnk, Rule};
use layers::Folder;

use crate::{Temporary, whole, with};

fn agrees<G: Playable + Indexed<Configuration = G::State, Action = G::Move>>(
    name: &str,
    game: &G,
    memory: usize,
) {
    let folder = Temporary::new(name);
    let limits = Limits::default().memory(memory);
    with(&folder.0, name, &whole(game), &limits, |store| store.solve().unwrap()).unwrap();
    let kept = Folder::existing(&folder.0).unwrap();
    assert!(kept.manifest.is_solved());
    let solution = solve(&Explorer::new(game));
    let mut values = BTreeMap::new();
    kept.each_value(&mut |words, turn, value| assert!(values.insert(words[0], (turn, value)).is_none()))
        .unwrap();
    let (mut seen, mut totals) = (0, [0; 3]);
    for (number, (state, value)) in solution.iter().enumerate() {
        assert_eq!(values.remove(&game.index(&state)), Some((game.turn(&state), value)), "{state:?}");
        totals[2 - value.verdict as usize] += 1;
        seen += 1;
        // Looking up is not what is tested most.
        if number % 37 == 0 || seen < 50 {
            assert_eq!(
                kept.value(&[game.index(&state)]).unwrap(),
                Some((game.turn(&state), value)),
                "{state:?}"
            );
        }
    }
    assert!(values.is_empty(), "nothing else has a value");
    let plies = &kept.manifest.plies;
    assert_eq!(plies.iter().map(layers::Ply::states).sum::<u64>(), seen);
    let values = plies.iter().flat_map(|ply| &ply.values);
    let kept_totals = values.fold([0; 3], |sum, valued| [0, 1, 2].map(|at| sum[at] + valued.totals[at]));
    assert_eq!(kept_totals, totals);
    assert_eq!(kept.value(&[u64::MAX]).unwrap(), None);
}

#[test]
fn every_value_is_that_of_the_solution_in_memory() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    agrees("values-3-3-3", &game, 1 << 12);
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Misere);
    agrees("values-misere", &game, 1 << 28);
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    agrees("values-4-3-3", &game, 1 << 23);
    let game: Mnk<u64, _> = Mnk::with_gravity(4, 4, 4, Rule::Normal);
    agrees("values-connect", &game, 1 << 23);
}
