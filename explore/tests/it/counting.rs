//! Path counts and censuses against each other, against plain walks, and at their limits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use explore::fold::Unfinished;
use explore::perft::{Paths, Short, paths, walk};
use explore::{Explorer, Progress, census};
use game::mock::Mock;
use game::{Game, Limits, Outcome, Playable, Player, Random, Stop, Stopped, Symmetry, System, Value};
use games::mnk::{Mnk, Rule};
use games::nim::Nim;
use registry::{Capabilities, Visitor};

struct Perft {
    depth: u32,
    merged: bool,
}

impl Visitor for Perft {
    type Output = u64;

    fn game<G: Playable + Capabilities>(self, game: G) -> u64 {
        self.count(&game)
    }

    fn system<S: Capabilities>(self, system: S) -> u64 {
        self.count(&system)
    }
}

impl Perft {
    fn count<S: Capabilities>(self, system: &S) -> u64 {
        let starts: Vec<S::Configuration> = system.starts().collect();
        if self.merged {
            let normal = |state: S::Configuration| match system.as_symmetric() {
                Some(symmetric) => symmetric.canonical(&state),
                None => state,
            };
            let found = paths(&Explorer::new(system).normal(&normal).depth(self.depth), Short::Walk);
            found.by_depth[self.depth as usize].clone().try_into().unwrap()
        } else {
            starts.iter().map(|start| walk(system, start, self.depth)).sum()
        }
    }
}

#[test]
fn perft_table() {
    for line in include_str!("../perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let name = fields.next().unwrap();
        let depth: u32 = fields.next().unwrap().parse().unwrap();
        let count: u64 = fields.next().unwrap().parse().unwrap();
        for (merged, way) in [(false, "walked"), (true, "merged")] {
            let found = games::visit(name, Perft { depth, merged });
            assert_eq!(found, Ok(count), "{name} to depth {depth}, {way}");
        }
    }
}

/// A game without cycles: moves lead to positions of a higher number only. Anybody may be to move.
fn random_acyclic(seed: u64, positions: usize) -> Mock {
    let mut random = Random::new(seed);
    let mut mock = Mock::new(positions);
    for at in 0..positions {
        mock = mock.turn(at, Player::BOTH[random.below(2)]);
        let rest = positions - at - 1;
        for _ in 0..random.below(4) {
            mock = if rest > 0 { mock.edge(at, at + 1 + random.below(rest.min(6))) } else { mock };
        }
        if mock.moves(&at).next().is_none() {
            let outcomes = [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)];
            mock = mock.end(at, outcomes[random.below(3)]);
        }
    }
    mock
}

/// Nodes, leaves, height and value, by walking the whole tree.
fn naive(game: &Mock, state: usize) -> (u64, u64, u32, Value) {
    let turn = game.turn(&state);
    if let Some(outcome) = game.outcome(&state) {
        return (1, 1, 0, outcome.value_for(turn));
    }
    let mut total = (1, 0, 0, None);
    for mv in game.moves(&state) {
        let (nodes, leaves, height, value) = naive(game, mv);
        let value = if game.turn(&mv) == turn { value } else { value.reversed() };
        total = (
            total.0 + nodes,
            total.1 + leaves,
            total.2.max(height + 1),
            total.3.max(Some(value.one_ply_longer())),
        );
    }
    (total.0, total.1, total.2, total.3.unwrap())
}

#[test]
fn a_census_is_what_walking_the_tree_finds() {
    for seed in 0..200 {
        let game = random_acyclic(seed, 25);
        let census = census::of_game(&Explorer::new(&game), 0).unwrap();
        let (nodes, games, height, value) = naive(&game, 0);
        assert_eq!(census.shape.nodes, nodes.into(), "seed {seed}");
        assert_eq!(census.shape.games, games.into(), "seed {seed}");
        assert_eq!((census.shape.height, census.value), (height, Some(value)), "seed {seed}");
        let found = paths(&Explorer::new(&game).depth(100), Short::Stop);
        assert_eq!(found.by_depth.iter().sum::<num_bigint::BigUint>(), nodes.into());
        assert_eq!(found.ended.iter().sum::<num_bigint::BigUint>(), games.into());
        for (depth, ways) in found.by_depth.iter().enumerate() {
            assert_eq!(*ways, walk(&game, &0, depth as u32).into());
        }
        let as_system = census::of_system(&Explorer::new(&game), 0).unwrap();
        assert_eq!((as_system.shape, as_system.value), (census.shape, None));
    }
}

#[test]
fn a_cycle_is_found_and_shown() {
    let mut cycles = 0;
    for seed in 0..200 {
        let game = Mock::random_graph(seed, 12, 2);
        match census::of_game(&Explorer::new(&game), 0) {
            Ok(_) => {}
            Err(Unfinished::Cycle(states)) => {
                cycles += 1;
                let next = states.iter().skip(1).chain(states.first());
                for (from, to) in states.iter().zip(next) {
                    assert!(game.moves(from).any(|mv| mv == *to), "{from} leads to {to}");
                }
            }
            Err(Unfinished::Stopped(why, _)) => panic!("{why}"),
        }
    }
    assert!(cycles > 20, "{cycles}");
}

#[test]
fn numbers_beyond_128_bits_are_exact() {
    // From heaps of n and n the ways to play down to nothing: longer than any machine word holds.
    let game = Nim::new(&[60, 60], false);
    let census = census::of_game(&Explorer::new(&game), game.initial()).unwrap();
    assert!(census.shape.games.bits() > 128, "{}", census.shape.games);
    let found = paths(&Explorer::new(&game), Short::Stop);
    assert_eq!(found.by_depth.iter().sum::<num_bigint::BigUint>(), census.shape.nodes);
    assert_eq!(found.ended.iter().sum::<num_bigint::BigUint>(), census.shape.games);
}

fn gomoku() -> Mnk<u64> {
    Mnk::new(7, 7, 5, Rule::Normal)
}

fn layers(limits: &Limits, short: Short, depth: u32) -> Paths {
    let game = gomoku();
    paths(&Explorer::new(&game).depth(depth).limits(limits), short)
}

#[test]
fn memory_runs_out_and_what_is_known_is_right() {
    let small = Limits::default().memory(1 << 20);
    let found = layers(&small, Short::Stop, 10);
    assert_eq!(found.stopped, Some(Stopped::Memory));
    assert!(found.by_depth.len() >= 3);
    for (depth, ways) in found.by_depth.iter().enumerate() {
        let product: u64 = (0..depth as u64).map(|n| 49 - n).product();
        assert_eq!(*ways, product.into());
    }
    let walked = layers(&small, Short::Walk, 4);
    assert_eq!(walked.stopped, None);
    assert_eq!(walked.by_depth[4], (49u64 * 48 * 47 * 46).into());
    let game = gomoku();
    match census::of_game(&Explorer::new(&game).limits(&small), game.initial()) {
        Err(Unfinished::Stopped(Stopped::Memory, positions)) => assert!(positions > 1000),
        other => panic!("{other:?}"),
    }
}

#[test]
fn progress_tells_how_deep_the_walk_is() {
    // There is room for three layers; the rest is walked.
    let (game, small) = (gomoku(), Limits::default().memory(1 << 20));
    let deepest = AtomicU64::new(0);
    let watch = |so_far: &Progress| {
        deepest.fetch_max(so_far.depth.into(), Ordering::Relaxed);
    };
    let found = paths(&Explorer::new(&game).depth(5).limits(&small).watch(&watch), Short::Walk);
    assert_eq!((found.stopped, deepest.into_inner()), (None, 5));
}

#[test]
fn time_and_the_switch_are_obeyed() {
    // Without a limit it would take hours.
    let soon = Limits::default().memory(1 << 20).time(Duration::from_millis(50));
    assert_eq!(layers(&soon, Short::Walk, 12).stopped, Some(Stopped::Time));
    let stop = Stop::new();
    stop.stop();
    assert_eq!(layers(&Limits::default().stop(stop), Short::Stop, 12).stopped, Some(Stopped::Asked));
}

#[test]
fn several_starts_are_counted_together() {
    struct Two;
    impl System for Two {
        type Configuration = u8;
        type Action = bool;
        fn starts(&self) -> impl Iterator<Item = u8> {
            [0, 10].into_iter()
        }
        fn actions(&self, _: &u8) -> impl Iterator<Item = bool> {
            [false, true].into_iter()
        }
        fn apply(&self, state: &mut u8, up: bool) {
            *state = if up { state.wrapping_add(1) } else { state.wrapping_sub(1) };
        }
    }
    let found = paths(&Explorer::new(&Two).depth(8), Short::Stop);
    assert_eq!(found.by_depth[8], 512u32.into());
}

/// Every state leads to 300 others. The switch is thrown after some steps.
struct Wide {
    steps: AtomicU64,
    until: u64,
    stop: Stop,
}

impl System for Wide {
    type Configuration = u64;
    type Action = u64;

    fn starts(&self) -> impl Iterator<Item = u64> {
        std::iter::once(0)
    }

    fn actions(&self, _: &u64) -> impl Iterator<Item = u64> {
        1..=300
    }

    fn apply(&self, state: &mut u64, action: u64) {
        *state = *state * 300 + action;
        if self.steps.fetch_add(1, Ordering::Relaxed) == self.until {
            self.stop.stop();
        }
    }
}

#[test]
fn the_switch_is_obeyed_on_wide_boards() {
    // Walking at depth 1 and 2, and merging, each in the middle of a layer.
    for (until, memory) in [(10_000, 1), (200_000, 1), (200_000, 1 << 20), (50_000, 1 << 30)] {
        let wide = Wide { steps: AtomicU64::new(0), until, stop: Stop::new() };
        let limits = Limits::default().memory(memory).stop(wide.stop.clone());
        let found = paths(&Explorer::new(&wide).depth(20).limits(&limits), Short::Walk);
        assert_eq!(found.stopped, Some(Stopped::Asked));
        let steps = wide.steps.into_inner();
        assert!(steps <= until + 2048, "{steps} steps, {memory} bytes: asked to stop after {until}");
    }
}
