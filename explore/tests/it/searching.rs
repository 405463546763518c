//! Every store and every order finds the same states, by ways that can be walked.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::time::Duration;

use crate::common::{Clocked, Listing, Tangle, distances};
use explore::{Exploration, Explorer, Match, Order, Progress, Seen, Store, Visitor};
use game::mock::Mock;
use game::{Indexed, Limits, Stop, Stopped, Symmetry, System};
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Rule};
use games::nim::Nim;

/// Notes every state, so that the way to it can be asked for.
struct All<S: System>(Vec<Match<S::Configuration>>);

impl<S: System> Visitor<S> for All<S> {
    type Tally = Vec<Match<S::Configuration>>;

    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        tally.push(seen.to_match());
    }

    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()> {
        self.0.extend(tally);
        ControlFlow::Continue(())
    }
}

/// A search must find what the plain one finds, once each, by ways that can be walked; shortest ones if it is broad.
fn compare<S: System>(
    system: &S,
    broad: bool,
    what: &str,
    run: impl Fn(&mut All<S>) -> explore::Report,
    path: impl Fn(&Match<S::Configuration>) -> Option<explore::Path<S::Configuration, S::Action>>,
) {
    let plain = distances(system);
    let mut all = All(Vec::new());
    let report = run(&mut all);
    assert!(report.complete, "{what}");
    let found: HashMap<S::Configuration, u32> = all.0.iter().map(|m| (m.state.clone(), m.depth)).collect();
    assert_eq!(found.len(), all.0.len(), "{what}: each once");
    assert_eq!(found.len(), plain.len(), "{what}");
    assert_eq!(report.counts.states as usize, plain.len(), "{what}");
    let steps: usize = plain.keys().map(|state| system.steps(state).count()).sum();
    assert_eq!(report.counts.transitions as usize, steps, "{what}");
    for found in &all.0 {
        let least = plain[&found.state];
        let path = path(found).unwrap();
        assert!(path.is_valid(system), "{what}: {path:?}");
        assert_eq!(path.end(), Some(&found.state), "{what}");
        if broad {
            assert_eq!((found.depth, path.len() as u32), (least, least), "{what}");
        } else {
            assert!(path.len() as u32 >= least, "{what}");
        }
    }
}

fn compare_all<S, I>(system: &S, index: Option<&I>, what: &str)
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let score = |state: &S::Configuration| format!("{state:?}").len() as i64;
    let orders = [(Order::Breadth, true), (Order::Depth, false), (Order::Best(&score), false)];
    for (order, broad) in orders {
        for store in [Store::Auto, Store::Exact, Store::Layered, Store::Indexed] {
            for threads in [1, 2] {
                let explorer = || {
                    Explorer::new(system)
                        .index(index)
                        .order(order)
                        .store(store)
                        .limits(&Limits::default().threads(threads))
                };
                let what = format!("{what}, {order:?}, {store}, {threads} threads");
                let again = explorer().run(&mut All(Vec::new()));
                compare(system, broad, &what, |all| explorer().run(all).report, |m| again.path_to(m));
            }
        }
    }
}

#[test]
fn every_store_and_order_finds_the_same() {
    for seed in 0..60 {
        let tangle = Tangle::random(seed);
        compare_all(&tangle, None::<&game::Unsupported<Tangle>>, &format!("tangle {seed}"));
        let mock = Mock::random_graph(seed, 20, 3);
        compare_all(&mock, Some(&mock), &format!("mock {seed}"));
        let clocked = Clocked(Mock::random_graph(seed, 8, 3), 5);
        compare_all(&clocked, Some(&clocked), &format!("clocked {seed}"));
    }
    let hanoi = Hanoi::new(4, 3);
    compare_all(&hanoi, Some(&hanoi), "hanoi");
    let nim = Nim::new(&[3, 4, 2], false);
    compare_all(&nim, Some(&nim), "nim");
}

#[test]
fn a_store_that_does_not_fit_is_not_used() {
    let tangle = Tangle::random(1);
    assert_eq!(Explorer::new(&tangle).store(Store::Layered).chosen(), Store::Exact);
    assert_eq!(Explorer::new(&tangle).store(Store::Indexed).chosen(), Store::Exact);
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    assert_eq!(Explorer::new(&game).chosen(), Store::Layered);
    assert_eq!(Explorer::new(&game).index(Some(&game)).chosen(), Store::Indexed);
    assert_eq!(Explorer::new(&game).index(Some(&game)).order(Order::Depth).chosen(), Store::Exact);
    let large: Mnk<u64> = Mnk::new(5, 5, 4, Rule::Normal);
    assert_eq!(Explorer::new(&large).index(Some(&large)).chosen(), Store::Layered);
}

#[test]
fn a_depth_limit_cuts_at_the_same_states_in_every_order() {
    for seed in 0..60 {
        let tangle = Tangle::random(seed);
        let plain = distances(&tangle);
        for limit in 0..6 {
            let wanted: HashSet<usize> =
                plain.iter().filter(|(_, depth)| **depth <= limit).map(|(state, _)| *state).collect();
            let cut = plain.values().any(|&depth| depth > limit);
            for order in [Order::Breadth, Order::Depth, Order::Best(&|state: &usize| *state as i64)] {
                let mut listing = Listing(Vec::new());
                let report = Explorer::new(&tangle).order(order).depth(limit).run(&mut listing).report;
                let found: HashSet<usize> = listing.0.iter().map(|(state, _)| *state).collect();
                assert_eq!(found.len(), listing.0.len());
                assert_eq!(found, wanted, "seed {seed}, {order:?} to {limit}");
                assert!(!(cut && report.complete), "seed {seed}, {order:?} to {limit}");
            }
        }
    }
}

/// Everything a run tells, the way to each state included.
fn transcript<'a, S: System>(exploration: &Exploration<'a, S>, all: &All<S>) -> String {
    let ways = all.0.iter().step_by(97).map(|found| exploration.path_to(found).unwrap().actions);
    format!("{:?} {:?}", exploration.report.counts, ways.collect::<Vec<_>>())
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    for threads in [2, 3] {
        let run = |threads| {
            let mut all = All(Vec::new());
            let exploration = Explorer::new(&game)
                .store(Store::Exact)
                .limits(&Limits::default().threads(threads))
                .run(&mut all);
            let order: Vec<_> = all.0.iter().map(|found| found.state).collect();
            (transcript(&exploration, &all), order)
        };
        assert_eq!(run(1), run(threads));
    }
}

/// Has had enough after so many states.
struct Few(u64);

impl<S: System> Visitor<S> for Few {
    type Tally = u64;

    fn visit(&self, _: &Seen<'_, S>, tally: &mut u64) {
        *tally += 1;
    }

    fn collect(&mut self, tally: u64) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(tally);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn who_has_had_enough_gets_no_more_and_always_as_much() {
    let game: Mnk<u64> = Mnk::new(4, 4, 3, Rule::Normal);
    for store in [Store::Exact, Store::Layered, Store::Indexed] {
        let run = |threads| {
            let explorer = Explorer::new(&game)
                .index(Some(&game))
                .store(store)
                .limits(&Limits::default().threads(threads));
            let report = explorer.run(&mut Few(100_000)).report;
            assert!(!report.complete && report.stopped.is_none());
            report.counts
        };
        let counts = run(1);
        assert!((100_000..1_000_000).contains(&counts.states), "{}", counts.states);
        assert_eq!(counts, run(2), "{store}");
    }
}

#[test]
fn symmetric_and_plain_runs_agree() {
    for (w, h, k, classes) in [(3, 3, 3, 765), (4, 3, 3, 0)] {
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let canonical = |state| game.canonical(&state);
        let expected: HashSet<_> = distances(&game).into_keys().map(canonical).collect();
        assert!(classes == 0 || expected.len() == classes);
        for store in [Store::Exact, Store::Layered, Store::Indexed] {
            let mut all = All(Vec::new());
            let explorer = Explorer::new(&game).index(Some(&game)).normal(&canonical).store(store);
            let exploration = explorer.run(&mut all);
            let found: HashSet<_> = all.0.iter().map(|found| found.state).collect();
            assert_eq!(found, expected, "{store}");
            for found in all.0.iter().step_by(200) {
                let path = exploration.path_to(found).unwrap();
                assert!(path.is_valid(&game));
                assert_eq!(game.canonical(path.end().unwrap()), found.state);
                assert_eq!(path.len() as u32, found.depth);
            }
        }
    }
}

#[test]
fn a_boundary_is_not_crossed() {
    for seed in 0..30 {
        let mock = Mock::random_graph(seed, 30, 3);
        let inside = |state: &usize| state % 5 != 4;
        for store in [Store::Exact, Store::Indexed] {
            let mut listing = Listing(Vec::new());
            Explorer::new(&mock).index(Some(&mock)).store(store).within(&inside).run(&mut listing);
            let found: HashSet<usize> = listing.0.into_iter().map(|(state, _)| state).collect();
            let mut plain = HashSet::from([0]);
            let mut todo = vec![0];
            while let Some(state) = todo.pop() {
                for (_, next) in mock.steps(&state).filter(|(_, next)| inside(next)) {
                    if plain.insert(next) {
                        todo.push(next);
                    }
                }
            }
            assert_eq!(found, plain, "seed {seed}, {store}");
        }
    }
}

#[test]
fn memory_runs_out_and_what_is_known_is_right() {
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    let by_depth = [1u64, 16, 240, 1680, 10920, 43680];
    for (store, limit) in [(Store::Exact, 16 << 20), (Store::Layered, 16 << 20)] {
        let limits = Limits::default().memory(limit);
        let mut all = All(Vec::new());
        let exploration = Explorer::new(&game).store(store).limits(&limits).run(&mut all);
        let report = &exploration.report;
        assert_eq!(report.stopped, Some(Stopped::Memory));
        assert!(!report.complete && report.needed.is_some_and(|needed| needed > limit));
        assert!(report.bytes <= limit && report.bytes > limit / 2, "{store}: {}", report.bytes);
        assert_eq!(report.counts.states as usize, all.0.len());
        assert_eq!(report.counts.by_depth[..6], by_depth, "{store}");
        let last = all.0.last().unwrap();
        let path = exploration.path_to(last).unwrap();
        assert!(path.is_valid(&game) && path.len() as u32 == last.depth);
    }
    let tight = Limits::default().memory(1 << 20);
    let report =
        Explorer::new(&game).index(Some(&game)).store(Store::Indexed).limits(&tight).run(&mut ()).report;
    assert_eq!((report.stopped, report.counts.states), (Some(Stopped::Memory), 0));
    assert!(report.needed.is_some_and(|needed| needed > 10_000_000));
}

#[test]
fn time_and_the_switch_are_obeyed() {
    let game: Mnk<u64> = Mnk::new(5, 4, 4, Rule::Normal);
    for store in [Store::Exact, Store::Layered, Store::Indexed] {
        let explorer = || Explorer::new(&game).index(Some(&game)).store(store);
        let soon = Limits::default().time(Duration::from_millis(30));
        assert_eq!(explorer().limits(&soon).run(&mut ()).report.stopped, Some(Stopped::Time), "{store}");
        let stop = Stop::new();
        stop.stop();
        let asked = Limits::default().stop(stop);
        assert_eq!(explorer().limits(&asked).run(&mut ()).report.stopped, Some(Stopped::Asked), "{store}");
    }
}

#[test]
fn progress_is_told() {
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    for store in [Store::Exact, Store::Layered, Store::Indexed] {
        let reports = RefCell::new(Vec::new());
        let watch = |progress: &Progress| reports.borrow_mut().push(*progress);
        Explorer::new(&game).index(Some(&game)).store(store).depth(6).watch(&watch).run(&mut ());
        let reports = reports.into_inner();
        let told: Vec<_> = reports.iter().map(|progress| (progress.states, progress.depth)).collect();
        let ahead = reports.iter().map(Progress::frontier).max().unwrap();
        let guesses: Vec<_> = reports.iter().filter_map(|progress| progress.expected).collect();
        assert!(told.len() >= 6 && told.is_sorted(), "{told:?}");
        // At most all of the last layer and what is left of the one before.
        assert!((100_000..=203_840).contains(&ahead), "{store}: {ahead}");
        assert!(guesses.iter().all(|&guess| guess > 10_000) && !guesses.is_empty(), "{store}: {guesses:?}");
    }
}

#[test]
fn several_starts_and_none() {
    struct Starts(usize);
    impl System for Starts {
        type Configuration = u8;
        type Action = u8;
        fn starts(&self) -> impl Iterator<Item = u8> {
            [3, 7, 3].into_iter().take(self.0)
        }
        fn actions(&self, _: &u8) -> impl Iterator<Item = u8> {
            std::iter::once(1)
        }
        fn apply(&self, state: &mut u8, step: u8) {
            *state = (*state + step) % 12;
        }
    }
    assert_eq!(Explorer::new(&Starts(3)).run(&mut ()).report.counts.by_depth, [2, 2, 2, 2, 1, 1, 1, 1]);
    let report = Explorer::new(&Starts(0)).run(&mut ()).report;
    assert!(report.complete && report.counts.states == 0);
}

#[test]
fn every_store_starts_where_it_is_told_to() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let (_, line) = game::Notation::parse_line(&game, "b2 a1 c3").unwrap();
    let mut plain = HashSet::from([line[3]]);
    let mut todo = vec![line[3]];
    while let Some(state) = todo.pop() {
        todo.extend(game.steps(&state).map(|(_, next)| next).filter(|next| plain.insert(*next)));
    }
    for store in [Store::Exact, Store::Layered, Store::Indexed] {
        let mut all = All(Vec::new());
        let explorer = Explorer::new(&game).index(Some(&game)).store(store).starting_from(&line[3..]);
        let exploration = explorer.run(&mut all);
        assert_eq!(exploration.report.store, store);
        assert_eq!(all.0.iter().map(|found| found.state).collect::<HashSet<_>>(), plain, "{store}");
        for found in all.0.iter().step_by(13) {
            let path = exploration.path_to(found).unwrap();
            assert_eq!((path.states[0], path.end()), (line[3], Some(&found.state)));
        }
    }
    // Starts of different grades: a state may come twice, and no layer may be forgotten.
    let mixed = [line[0], line[2]];
    assert_eq!(Explorer::new(&game).starting_from(&mixed).chosen(), Store::Exact);
    assert_eq!(Explorer::new(&game).starting_from(&mixed).run(&mut ()).report.counts.states, 5478);
}

#[test]
fn ways_are_found_where_links_do_not_fit_and_after_a_stop() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let run = |limits: &Limits| {
        let mut all = All(Vec::new());
        let explorer = Explorer::new(&game).index(Some(&game)).store(Store::Indexed).limits(limits);
        let ways: Vec<_> = {
            let exploration = explorer.run(&mut all);
            all.0.iter().step_by(5003).map(|found| (found.depth, exploration.path_to(found))).collect()
        };
        ways
    };
    // Three rows of bits fit, a hundred thousand states with links do not.
    for (depth, way) in run(&Limits::default().memory(1 << 18)) {
        let way = way.unwrap();
        assert!(way.is_valid(&game) && way.len() as u32 == depth);
    }
    let stop = Stop::new();
    let limits = Limits::default().stop(stop.clone());
    let mut all = All(Vec::new());
    let explorer = Explorer::new(&game).store(Store::Layered).limits(&limits);
    let exploration = explorer.run(&mut all);
    // Whoever stops a search is still told the way to what it has found.
    stop.stop();
    let last = all.0.last().unwrap();
    let way = exploration.path_to(last).unwrap();
    assert!(way.is_valid(&game) && way.end() == Some(&last.state));
}

#[test]
fn what_would_have_been_needed_is_guessed() {
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    let limits = Limits::default().memory(48 << 20);
    let report = Explorer::new(&game).store(Store::Exact).limits(&limits).run(&mut ()).report;
    let (least, all) = (report.needed.unwrap(), report.needed_in_all.unwrap());
    // All of it takes about 280 million bytes.
    assert!(least > 48 << 20 && all >= least, "{least}, {all}");
    assert!((70_000_000..1_200_000_000).contains(&all), "{all}");
}

/// States that grow: a state holds as many bytes as actions led to it. Early ones have one action, later ones many.
struct Growing;

impl System for Growing {
    type Configuration = Vec<u8>;
    type Action = u8;

    fn starts(&self) -> impl Iterator<Item = Vec<u8>> {
        std::iter::once(Vec::new())
    }

    fn actions(&self, state: &Vec<u8>) -> impl Iterator<Item = u8> {
        0..if state.len() < 30 { 1 } else { 20 }
    }

    fn apply(&self, state: &mut Vec<u8>, action: u8) {
        state.push(action);
    }

    fn heap_bytes_of(&self, state: &Vec<u8>) -> usize {
        game::allocated(state.capacity())
    }

    fn depth(&self, state: &Vec<u8>) -> Option<u32> {
        Some(state.len() as u32)
    }
}

#[test]
fn what_states_hold_counts_as_memory_and_a_step_is_never_too_large() {
    let limit = 4 << 20;
    let limits = Limits::default().memory(limit);
    for store in [Store::Exact, Store::Layered] {
        let mut orders: Vec<Vec<Vec<u8>>> = Vec::new();
        for threads in [1, 2, 5] {
            let mut all = All(Vec::new());
            let explorer = Explorer::new(&Growing).store(store).limits(&limits.clone().threads(threads));
            let report = explorer.run(&mut all).report;
            assert_eq!(report.stopped, Some(Stopped::Memory), "{store}");
            assert!(report.bytes <= limit && report.bytes > limit / 2, "{store}: {}", report.bytes);
            assert!(report.needed.is_some_and(|needed| needed > limit), "{store}");
            assert!(report.partial.is_some(), "{store}");
            orders.push(all.0.into_iter().map(|found| found.state).collect());
        }
        let common = orders.iter().map(Vec::len).min().unwrap();
        assert!(common > 1_000, "{store}: {common} states");
        assert!(orders.windows(2).all(|pair| pair[0][..common] == pair[1][..common]), "{store}");
    }
}
