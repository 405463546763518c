//! Published and twice-computed counts and values, from `facts/`.

use std::cell::RefCell;

use explore::census::Census;
use explore::perft::{Short, paths};
use explore::{Ends, Explorer, Progress, Store, Table, census};
use game::{Limits, Playable, Symmetry, Verdict};
use games::mnk::{Mnk, Rule};
use serde_json::Value as Json;

fn rows(text: &str) -> Vec<Json> {
    let json: Json = serde_json::from_str(text).unwrap();
    json.get("rows").unwrap_or(&json).as_array().unwrap().clone()
}

fn number(row: &Json, key: &str) -> u64 {
    row[key].as_u64().unwrap_or_else(|| panic!("{key} in {row}"))
}

fn size(row: &Json) -> (u32, u32, u32) {
    let side = |key| number(row, key) as u32;
    (side("w"), side("h"), side("k"))
}

/// Distinct positions at each depth, as the layers have them, and the ends by outcome.
fn positions<G: Playable + Symmetry>(game: &G, canonical: bool) -> Vec<u64> {
    let by_depth = RefCell::new(Vec::new());
    let normal = |s| if canonical { game.canonical(&s) } else { s };
    let watch = |so_far: &Progress| {
        let mut by_depth = by_depth.borrow_mut();
        by_depth.resize(so_far.depth as usize + 1, 0);
        by_depth[so_far.depth as usize] = so_far.frontier();
    };
    let found = paths(&Explorer::new(game).normal(&normal).watch(&watch), Short::Stop);
    assert_eq!(found.stopped, None);
    by_depth.into_inner()
}

/// The tree of a game, each class of symmetric positions examined once.
fn census<G: Playable + Symmetry>(game: &G) -> Census {
    let canonical = |state| game.canonical(&state);
    census::of_game(&Explorer::new(game).normal(&canonical), game.initial()).unwrap()
}

#[test]
fn positions_of_k_in_a_row() {
    for row in rows(include_str!("../../../facts/mnk_counts.json")) {
        let (w, h, k) = size(&row);
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let by_depth: Vec<u64> =
            row["positions_by_depth"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        assert_eq!(positions(&game, false), by_depth, "{w},{h},{k}");
        assert_eq!(by_depth.iter().sum::<u64>(), number(&row, "positions"));
        let classes: u64 = positions(&game, true).iter().sum();
        assert_eq!(classes, number(&row, "positions_up_to_symmetry"), "{w},{h},{k}");
    }
}

#[test]
fn trees_of_k_in_a_row() {
    for row in rows(include_str!("../../../facts/mnk_counts.json")) {
        let (w, h, k) = size(&row);
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let census = census(&game);
        assert_eq!(census.shape.nodes, number(&row, "game_tree_size").into(), "{w},{h},{k}");
        assert_eq!(census.shape.games, number(&row, "games").into(), "{w},{h},{k}");
        assert_eq!(census.positions, number(&row, "positions_up_to_symmetry"), "{w},{h},{k}");
        let depths = row["positions_by_depth"].as_array().unwrap().len();
        assert_eq!(census.shape.height as usize, depths - 1);
    }
}

#[test]
fn positions_of_connect_four_boards() {
    for row in rows(include_str!("../../../facts/connect_counts.json")) {
        let (w, h, k) = size(&row);
        // The whole 7×6 board is for another engine.
        if number(&row, "positions") < 10_000_000 {
            let game: Mnk<u64, _> = Mnk::with_gravity(w, h, k, Rule::Normal);
            let total: u64 = positions(&game, false).iter().sum();
            assert_eq!(total, number(&row, "positions"), "{w},{h},{k}");
        }
    }
}

#[test]
fn values_of_small_boards() {
    let mut checked = 0;
    for row in rows(include_str!("../../../facts/mnk_values.json")) {
        let (w, h, k) = size(&row);
        if w * h <= 16 {
            let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
            let value = census(&game).value.unwrap();
            assert_eq!(value.verdict.to_string(), row["value"].as_str().unwrap(), "{w},{h},{k}");
            if let Some(plies) = row["plies"].as_u64() {
                assert_eq!(value.plies, Some(plies as u32), "{w},{h},{k}");
            }
            checked += 1;
        }
    }
    assert!(checked >= 7, "{checked}");
}

fn two_threads() -> Limits {
    Limits::default().threads(2)
}

#[test]
fn searches_of_k_in_a_row() {
    for row in rows(include_str!("../../../facts/mnk_counts.json")) {
        let (w, h, k) = size(&row);
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let by_depth: Vec<u64> =
            row["positions_by_depth"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        for store in [Store::Exact, Store::Layered, Store::Indexed] {
            let mut ends = Ends::of(&game);
            let explorer = Explorer::new(&game).index(Some(&game)).store(store).limits(&two_threads());
            let report = explorer.run(&mut ends).report;
            assert!(report.complete && report.store == store);
            assert_eq!(report.counts.by_depth, by_depth, "{w},{h},{k}, {store}");
            assert_eq!(report.counts.finals, number(&row, "terminal_positions"));
            assert_eq!(ends.first_wins, number(&row, "terminal_first_wins"));
            assert_eq!(ends.second_wins, number(&row, "terminal_second_wins"));
            assert_eq!(ends.draws, number(&row, "terminal_draws"));
        }
    }
}

#[test]
fn searches_of_three_in_a_row() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let mut ends = Ends::of(&game);
    let counts = Explorer::new(&game).run(&mut ends).report.counts;
    assert_eq!((counts.states, counts.transitions, counts.finals), (5478, 16_167, 958));
    assert_eq!((ends.first_wins, ends.second_wins, ends.draws), (626, 316, 16));
}

#[test]
fn searches_of_four_in_a_row() {
    let (four, three): (Mnk<u64>, Mnk<u64>) =
        (Mnk::new(4, 4, 4, Rule::Normal), Mnk::new(4, 4, 3, Rule::Normal));
    for store in [Store::Exact, Store::Layered, Store::Indexed] {
        let explorer = Explorer::new(&four).index(Some(&four)).store(store).limits(&two_threads());
        let report = explorer.run(&mut ()).report;
        assert_eq!((report.counts.states, report.counts.transitions), (9_722_011, 51_562_424), "{store}");
        assert!(report.bytes as u64 <= 30 * report.counts.states, "{store}: {}", report.bytes);
        let explorer = Explorer::new(&three).index(Some(&three)).store(store);
        assert_eq!(explorer.run(&mut ()).report.counts.states, 6_036_001, "{store}");
    }
}

#[test]
fn solution_of_four_in_a_row() {
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    let table = Table::solve(&Explorer::new(&game).index(Some(&game))).unwrap();
    assert_eq!(table.len(), 9_722_011);
    let all = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(|verdict| table.count(verdict));
    assert_eq!(all.iter().sum::<u64>(), table.len());
    let start = table.value(0).unwrap();
    assert_eq!(Some(start), census(&game).value);
}

#[test]
fn every_position_of_five_by_four_within_two_gigabytes() {
    let game: Mnk<u64> = Mnk::new(5, 4, 4, Rule::Normal);
    let limits = two_threads().memory(2 << 30);
    let report = Explorer::new(&game).index(Some(&game)).limits(&limits).run(&mut ()).report;
    assert!(report.complete && report.bytes <= 2 << 30, "{report:?}");
    assert_eq!(report.counts.states, 674_794_169);
}
