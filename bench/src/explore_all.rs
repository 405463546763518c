//! Every position of (4,4,4), an invariant checked at each: ours beside Stateright and beside a search by hand.

use crate::commit;
use crate::measure;
use crate::perft::four_by_four::{FULL, four};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::process::{Command, ExitCode};
use std::time::Instant;

use explore::{Explorer, Seen, Store, Visitor};
use game::{Limits, System};
use games::hanoi::Hanoi;
use games::mnk::{FixedSize, Marks, Mnk, Rule};
use rustc_hash::FxHashSet;
use stateright::{Checker, Model, Property};

type Game = Mnk<u32, FixedSize<4, 4, 4, false>>;

/// The positions of (4,4,4).
pub(crate) const STATES: u64 = 9_722_011;

/// Rings of the towers of Hanoi: 3¹² states.
const RINGS: u32 = 12;

/// A search, named, that says how many states it met.
type Search = (&'static str, fn() -> u64);

/// All positions of (5,4,4).
const LARGER: u64 = 674_794_169;

const SEARCHES: [Search; 17] = [
    ("stateright-bfs", || stateright(1, true)),
    ("stateright-bfs-2-threads", || stateright(2, true)),
    ("stateright-dfs", || stateright(1, false)),
    ("by-hand-hash-set", by_hand),
    ("exact-states", || ours(Store::Exact, 1, false)),
    ("exact", || ours(Store::Exact, 1, true)),
    ("exact-2-threads", || ours(Store::Exact, 2, true)),
    ("layered", || ours(Store::Layered, 1, true)),
    ("layered-2-threads", || ours(Store::Layered, 2, true)),
    ("indexed", || ours(Store::Indexed, 1, true)),
    ("indexed-2-threads", || ours(Store::Indexed, 2, true)),
    ("hanoi-exact", hanoi),
    ("hanoi-stateright", hanoi_by_stateright),
    ("commit-exact", commit::ours),
    ("commit-stateright", commit::by_stateright),
    ("three-exact", three),
    ("three-stateright", three_by_stateright),
];

/// The searches of (4,4,4), without those of other systems.
fn of_four() -> impl Iterator<Item = &'static Search> {
    let other = ["hanoi", "commit", "three"];
    SEARCHES.iter().filter(move |(name, _)| !other.iter().any(|system| name.starts_with(system)))
}

/// What a search took.
pub(crate) struct Took {
    /// Seconds by the clock: what threads bring.
    pub(crate) elapsed: f64,
    /// Seconds of processor time, of all threads: what else the machine does hardly changes them.
    pub(crate) processor: f64,
    /// The most kilobytes that the process held.
    pub(crate) kilobytes: u64,
}

/// Runs every search in a process of its own, and prints how their processor times compare with that of the first.
pub(crate) fn all() -> ExitCode {
    let mut first = None;
    println!(
        "{:<26} {:>14} {:>12} {:>12} {:>10}",
        "(4,4,4)", "M states/CPU s", "bytes/state", "times first", "elapsed, s"
    );
    for (name, _) in of_four() {
        let Some(Took { elapsed, processor, kilobytes }) = measured(name) else {
            println!("{name}: failed");
            return ExitCode::FAILURE;
        };
        let first = *first.get_or_insert(processor);
        let (speed, bytes) = (STATES as f64 / processor / 1e6, kilobytes as f64 * 1024.0 / STATES as f64);
        println!("{name:<26} {speed:>14.2} {bytes:>12.1} {:>12.1} {elapsed:>10.2}", first / processor);
    }
    larger()
}

/// Every position of (5,4,4), within two gigabytes; fails if there are more or fewer than there should be.
fn larger() -> ExitCode {
    let game: Mnk<u64> = Mnk::new(5, 4, 4, Rule::Normal);
    let limits = Limits::default().memory(2 << 30).threads(2);
    let before = measure::processor_seconds();
    let report = Explorer::new(&game).index(Some(&game)).limits(&limits).run(&mut ()).report;
    let (states, seconds) = (report.counts.states, measure::processor_seconds() - before);
    let (speed, bytes) = (states as f64 / seconds / 1e6, report.bytes as f64 / states.max(1) as f64);
    println!(
        "(5,4,4) {}, 2 threads: {states} states, {speed:.2} M/CPU s, {bytes:.2} bytes a state, {:.2} s",
        report.store,
        report.elapsed.as_secs_f64()
    );
    if states == LARGER {
        ExitCode::SUCCESS
    } else {
        println!("(5,4,4) has {LARGER} positions");
        ExitCode::FAILURE
    }
}

/// Runs one search here, and returns how many states it met; none if there is no such search.
pub(crate) fn states(name: &str) -> Option<u64> {
    SEARCHES.iter().find(|(other, _)| *other == name).map(|(_, search)| search())
}

/// Runs one search here: seconds by the clock and of processor time, and the most kilobytes that this process held.
pub(crate) fn one(name: &str) -> ExitCode {
    let Some((_, search)) = SEARCHES.iter().find(|(other, _)| *other == name) else {
        let names: Vec<&str> = SEARCHES.iter().map(|(name, _)| *name).collect();
        eprintln!("no search `{name}`; there are: {}", names.join(", "));
        return ExitCode::from(2);
    };
    let begun = Instant::now();
    let states = search();
    println!("{} {}", begun.elapsed().as_secs_f64(), measure::spent());
    let is_of_four = of_four().any(|(other, _)| *other == name);
    if is_of_four && states != STATES { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Runs one search in a process of its own.
pub(crate) fn measured(name: &str) -> Option<Took> {
    let output = Command::new(std::env::current_exe().ok()?).args(["explore", name]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace();
    let elapsed = numbers.next()?.parse().ok()?;
    let processor = numbers.next()?.parse().ok()?;
    let kilobytes = numbers.next()?.parse().ok()?;
    output.status.success().then_some(Took { elapsed, processor, kilobytes })
}

/// No square is marked twice.
fn apart(state: &Marks<u32>) -> bool {
    state.own & state.other == 0
}

struct Invariant;

impl Visitor<Game> for Invariant {
    type Tally = bool;

    #[inline]
    fn visit(&self, seen: &Seen<'_, Game>, broken: &mut bool) {
        *broken |= !apart(seen.state);
    }

    fn collect(&mut self, broken: bool) -> ControlFlow<()> {
        if broken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn ours(store: Store, threads: usize, index: bool) -> u64 {
    let game: Game = Mnk::fixed(Rule::Normal);
    let limits = Limits::default().threads(threads);
    let explorer = Explorer::new(&game).index(index.then_some(&game)).store(store).limits(&limits);
    explorer.run(&mut Invariant).report.counts.states
}

/// The same game, as Stateright wants it; and (3,3,3).
struct Theirs<G>(G);

impl<G: game::Game<State = Marks<u32>, Move = games::mnk::Square>> Model for Theirs<G> {
    type State = Marks<u32>;
    type Action = games::mnk::Square;

    fn init_states(&self) -> Vec<Self::State> {
        vec![game::Game::initial(&self.0)]
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        if game::Game::outcome(&self.0, state).is_none() {
            actions.extend(game::Game::moves(&self.0, state));
        }
    }

    fn next_state(&self, state: &Self::State, action: Self::Action) -> Option<Self::State> {
        Some(game::Game::next(&self.0, state, action))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("no square is marked twice", |_, state| apart(state))]
    }
}

fn stateright(threads: usize, breadth: bool) -> u64 {
    let game: Game = Mnk::fixed(Rule::Normal);
    let checker = Theirs(game).checker().threads(threads);
    let states = if breadth {
        checker.spawn_bfs().join().unique_state_count()
    } else {
        checker.spawn_dfs().join().unique_state_count()
    };
    states as u64
}

fn noughts_and_crosses() -> Mnk<u32, FixedSize<3, 3, 3, false>> {
    Mnk::fixed(Rule::Normal)
}

/// So small that it is the start of the machinery that is measured.
fn three() -> u64 {
    Explorer::new(&noughts_and_crosses()).store(Store::Exact).run(&mut ()).report.counts.states
}

fn three_by_stateright() -> u64 {
    Theirs(noughts_and_crosses()).checker().spawn_bfs().join().unique_state_count() as u64
}

/// The towers of Hanoi, as Stateright wants them.
struct Towers(Hanoi);

impl Model for Towers {
    type State = <Hanoi as System>::Configuration;
    type Action = <Hanoi as System>::Action;

    fn init_states(&self) -> Vec<Self::State> {
        self.0.starts().collect()
    }

    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        if !self.0.is_final(state) {
            actions.extend(self.0.actions(state));
        }
    }

    fn next_state(&self, state: &Self::State, action: Self::Action) -> Option<Self::State> {
        let mut next = *state;
        self.0.apply(&mut next, action);
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("true", |_, _| true)]
    }
}

fn hanoi() -> u64 {
    Explorer::new(&Hanoi::new(RINGS, 3)).store(Store::Exact).run(&mut ()).report.counts.states
}

fn hanoi_by_stateright() -> u64 {
    Towers(Hanoi::new(RINGS, 3)).checker().spawn_bfs().join().unique_state_count() as u64
}

/// A hash set and a queue, for (4,4,4) and nothing else; without paths.
fn by_hand() -> u64 {
    let mut known = FxHashSet::from_iter([0u64]);
    let mut queue = VecDeque::from([0u64]);
    let mut states = 0;
    while let Some(state) = queue.pop_front() {
        let (own, other) = (state & 0xffff_ffff, state >> 32);
        states += u64::from(own & other == 0);
        let mut rest = if four(other) { 0 } else { FULL & !(own | other) };
        while rest != 0 {
            let next = other | (own | rest & rest.wrapping_neg()) << 32;
            rest &= rest - 1;
            if known.insert(next) {
                queue.push_back(next);
            }
        }
    }
    states
}
