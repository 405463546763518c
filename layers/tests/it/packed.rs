//! States without an index, packed into one word or several.

use explore::{Ends, Explorer};
use game::{Limits, Packed, Playable};
use games::mnk::{Mnk, Rule, Wild, WildRule};
use layers::{Asked, ByWords, Keeping, Store, state_of, words_of};

use crate::{Temporary, asked};

/// Counts to a depth in a folder and in memory. Returns the bytes for each state.
fn agrees<G>(name: &str, game: &G, depth: Option<u32>, width: usize) -> f64
where
    G: Playable + Packed<Configuration = G::State, Action = G::Move>,
{
    let folder = Temporary::new(name);
    let (canonical, starts, measures) = (None, None, Vec::new());
    let turn = Some(G::turn as fn(&G, &G::State) -> game::Player);
    let space = ByWords { system: game, packed: game, canonical, starts, depth, turn, measures };
    assert!(space.fits());
    let limits = Limits::default().memory(1 << 12).threads(2);
    let asked = Asked { width, depth, ..asked(name) };
    let mut store = Store::open((&folder.0, &Keeping::default()), asked, &space, &limits, &|_| ()).unwrap();
    store.explore().unwrap();
    let explorer = depth.into_iter().fold(Explorer::new(game), Explorer::depth);
    let mut ends = Ends::of(game);
    let report = explorer.count(&mut ends);
    let (counted, tally) = store.counted(None);
    assert_eq!((counted.counts, counted.complete), (report.counts, report.complete));
    assert_eq!(tally.ends, [ends.first_wins, ends.second_wins, ends.draws]);
    if depth.is_none() {
        store.solve().unwrap();
        let start = words_of(game, &game.initial());
        assert_eq!(state_of(game, &start), game.initial());
        let solution = explore::solve(&Explorer::new(game));
        for (state, value) in solution.iter() {
            let found = store.folder.value(&words_of(game, &state)).unwrap();
            assert_eq!(found, Some((game.turn(&state), value)), "{state:?}");
        }
    }
    let manifest = &store.folder.manifest;
    let parts = manifest.plies.iter().flat_map(|ply| &ply.parts);
    parts.map(|part| part.sealed.bytes).sum::<u64>() as f64 / manifest.states() as f64
}

#[test]
fn packed_states_are_found_and_valued_as_in_memory() {
    let wild: Wild<u64> = Wild::new(3, 3, 3, WildRule::Normal);
    let each = agrees("packed-wild", &wild, None, 1);
    // Eighteen bits, of which neighbours share many.
    assert!(each < 5.0, "{each} bytes for each state");
    let wide: Mnk<u128> = Mnk::new(10, 10, 5, Rule::Normal);
    agrees("packed-wide", &wide, Some(2), 4);
}
