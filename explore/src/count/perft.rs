//! How many ways there are to play so many moves ("performance test", the usual check of a move generator).
//!
//! [`walk`] plays every one of them. [`paths`] counts at each depth the ways to reach each distinct position, which is
//! the same number with far less work where moves transpose, and goes back to walking when memory runs short.

use std::collections::hash_map::Entry;
use std::time::Duration;

use game::{Limits, Stopped, System};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::count::natural::Natural;

/// The number of ways to play exactly `depth` moves from a state, by playing them all. Ways that end earlier do not
/// count. The moves of the last ply are counted without being played.
///
/// ```
/// use game::Game;
/// use games::mnk::{Mnk, Rule};
/// let connect_four: Mnk<u64, _> = Mnk::with_gravity(7, 6, 4, Rule::Normal);
/// assert_eq!(explore::perft::walk(&connect_four, &connect_four.initial(), 4), 2401);
/// ```
pub fn walk<S: System>(system: &S, state: &S::Configuration, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => width(system, state),
        _ if system.is_final(state) => 0,
        // Most of the positions are those of the last ply but one: spare them a call each.
        2 => sum(system, state, |next| width(system, next)),
        _ => sum(system, state, |next| walk(system, next, depth - 1)),
    }
}

/// The sum of something over the positions after a state.
#[inline]
fn sum<S: System>(system: &S, state: &S::Configuration, of: impl Fn(&S::Configuration) -> u64) -> u64 {
    system.actions(state).map(|action| of(&system.after(state, action))).sum()
}

/// The number of moves in a state.
#[inline]
fn width<S: System>(system: &S, state: &S::Configuration) -> u64 {
    if system.is_final(state) { 0 } else { system.actions(state).count() as u64 }
}

/// What [`paths`] found.
#[derive(Clone, Debug)]
pub struct Paths {
    /// The number of ways to play 0, 1, 2, … moves, as far as it is known.
    pub by_depth: Vec<BigUint>,
    /// How many of those ways ended the game there, for each depth.
    pub ended: Vec<BigUint>,
    /// Why it stopped before the depth asked for. `None` if it did not, or if no way to play is longer.
    pub stopped: Option<Stopped>,
}

/// What to do when the next layer of positions does not fit the memory allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Short {
    /// Walk on from the last layer that does: it may take long, but needs no memory.
    Walk,
    /// Stop there.
    Stop,
}

/// How far [`paths`] has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The depth.
    pub depth: u32,
    /// How many distinct positions are known at it.
    pub positions: u64,
    /// Whether that is all of them. It is once for each depth.
    pub complete: bool,
}

/// The number of ways to play 0, 1, … `depth` moves from the given states, merging ways that meet.
///
/// `normal` is as for [`fold`](crate::count::fold::fold): the canonical form may be used. `watch` is told now and then how far
/// it has got.
pub fn paths<S: System>(
    system: &S,
    starts: &[S::Configuration],
    depth: u32,
    short: Short,
    normal: impl Fn(S::Configuration) -> S::Configuration,
    limits: &Limits,
    mut watch: impl FnMut(Reached),
) -> Paths {
    small_paths(system, starts, depth, short, &normal, limits, &mut watch).unwrap_or_else(|| {
        let task = Task { system, starts, depth, short, limits };
        count::<S, BigUint>(&task, &normal, &mut watch).expect("numbers without bound never fail to fit")
    })
}

/// The same, or `None` if a number is beyond 128 bits: for whoever has another way then, and compiles less for this one.
pub fn small_paths<S: System>(
    system: &S,
    starts: &[S::Configuration],
    depth: u32,
    short: Short,
    normal: &dyn Fn(S::Configuration) -> S::Configuration,
    limits: &Limits,
    watch: &mut dyn FnMut(Reached),
) -> Option<Paths> {
    count::<S, u128>(&Task { system, starts, depth, short, limits }, normal, watch)
}

/// The number of positions between two looks at the limits: on the widest boards one takes ten microseconds.
const LOOK_UP: u32 = 1024;

type Layer<C, N> = FxHashMap<C, N>;

struct Task<'a, S: System> {
    system: &'a S,
    starts: &'a [S::Configuration],
    depth: u32,
    short: Short,
    limits: &'a Limits,
}

impl<S: System> Task<'_, S> {
    /// Whether the work may go on, whatever memory it takes.
    fn look(&self) -> Result<(), Stopped> {
        self.limits.exceeded(0).map_or(Ok(()), Err)
    }
}

/// As [`paths`], or `None` if a number did not fit.
fn count<S: System, N: Natural>(
    task: &Task<'_, S>,
    normal: &dyn Fn(S::Configuration) -> S::Configuration,
    watch: &mut dyn FnMut(Reached),
) -> Option<Paths> {
    let &Task { starts, depth, short, .. } = task;
    let mut layer: Layer<S::Configuration, N> = FxHashMap::default();
    for start in starts {
        let ways = layer.entry(normal(start.clone())).or_insert(N::small(0));
        assert!(ways.add(&N::small(1)), "one fits");
    }
    let mut found = Paths { by_depth: Vec::new(), ended: Vec::new(), stopped: None };
    let mut numbers = Numbers::default();
    for ply in 0..=depth {
        watch(Reached { depth: ply, positions: layer.len() as u64, complete: true });
        let (ways, ended) = match totals(task, &layer) {
            Ok(totals) => totals?,
            Err(why) => {
                found.stopped = Some(why);
                break;
            }
        };
        numbers.keep(&ways);
        numbers.keep(&ended);
        // The numbers of two layers, none larger than their sum, and those that are kept.
        let largest = if size_of::<N>() == size_of::<u128>() { 0 } else { Natural::heap(&ways) };
        let held = numbers.bytes + 2 * layer.len() * largest;
        found.by_depth.push(ways);
        found.ended.push(ended);
        if ply == depth {
            break;
        }
        if task.limits.time_left().is_some_and(|left| left < numbers.writing) {
            found.stopped = Some(Stopped::Time);
            break;
        }
        layer = match advance(task, &layer, held, normal, |positions| {
            watch(Reached { depth: ply + 1, positions, complete: false });
        }) {
            Advance::To(next) if next.is_empty() => break,
            Advance::To(next) => next,
            Advance::Overflow => return None,
            Advance::Stopped(Stopped::Memory) if short == Short::Walk => {
                walk_on(task, &layer, ply, &mut found, watch);
                break;
            }
            Advance::Stopped(why) => {
                found.stopped = Some(why);
                break;
            }
        };
    }
    Some(found)
}

/// What the numbers found so far will take: they are kept, and then written down.
#[derive(Default)]
struct Numbers {
    bytes: usize,
    writing: Duration,
}

impl Numbers {
    /// The bytes of text for each byte of a number: as digits, and once more in groups of three.
    const TEXT: usize = 8;

    /// Takes another number into account. Decimal digits take time that grows with the square of the length: on graphs
    /// with cycles, where numbers grow for ever, more than finding them.
    fn keep(&mut self, number: &BigUint) {
        let words = Natural::heap(number) / 8;
        self.bytes += (1 + Self::TEXT) * Natural::heap(number);
        self.writing += Duration::from_nanos((words * words * 4) as u64);
    }
}

fn is_end<S: System>(system: &S, state: &S::Configuration) -> bool {
    system.is_final(state) || system.actions(state).next().is_none()
}

/// The ways to reach the positions of a layer, and how many of them end there; `None` if a number does not fit.
///
/// # Errors
/// If a limit is reached.
fn totals<S: System, N: Natural>(
    task: &Task<'_, S>,
    layer: &Layer<S::Configuration, N>,
) -> Result<Option<(BigUint, BigUint)>, Stopped> {
    let (mut all, mut ended) = (N::small(0), N::small(0));
    for (number, (state, ways)) in layer.iter().enumerate() {
        if (number + 1) % LOOK_UP as usize == 0 {
            task.look()?;
        }
        if !all.add(ways) || is_end(task.system, state) && !ended.add(ways) {
            return Ok(None);
        }
    }
    Ok(Some((all.big(), ended.big())))
}

enum Advance<L> {
    To(L),
    Overflow,
    Stopped(Stopped),
}

/// Returns the next layer. `held` bytes are held beside the layers.
fn advance<S: System, N: Natural>(
    task: &Task<'_, S>,
    layer: &Layer<S::Configuration, N>,
    held: usize,
    normal: &dyn Fn(S::Configuration) -> S::Configuration,
    mut watch: impl FnMut(u64),
) -> Advance<Layer<S::Configuration, N>> {
    let &Task { system, limits, .. } = task;
    let mut next: Layer<S::Configuration, N> = FxHashMap::default();
    // What the states hold beside themselves, in both layers.
    let mut heap: usize = layer.keys().map(|state| system.heap_of(state)).sum();
    let mut steps = 0u32;
    for (state, ways) in layer {
        for (_, successor) in system.steps(state) {
            let growth = if next.len() == next.capacity() { 3 } else { 1 };
            if (growth > 1 || steps.is_multiple_of(LOOK_UP))
                && let Some(why) = limits.exceeded(held + heap + bytes(layer) + growth * bytes(&next))
            {
                return Advance::Stopped(why);
            }
            if steps.is_multiple_of(LOOK_UP) {
                watch(next.len() as u64);
            }
            steps = steps.wrapping_add(1);
            let successor = normal(successor);
            let more = system.heap_of(&successor);
            match next.entry(successor) {
                Entry::Vacant(entry) => {
                    heap += more;
                    entry.insert(ways.clone());
                }
                Entry::Occupied(mut entry) => {
                    if !entry.get_mut().add(ways) {
                        return Advance::Overflow;
                    }
                }
            }
        }
    }
    Advance::To(next)
}

fn bytes<C, N>(layer: &Layer<C, N>) -> usize {
    layer.capacity() / 7 * 8 * (size_of::<(C, N)>() + 1)
}

/// Walks on from a layer that has no room for the next one, one depth after the other.
fn walk_on<S: System, N: Natural>(
    task: &Task<'_, S>,
    layer: &Layer<S::Configuration, N>,
    reached: u32,
    found: &mut Paths,
    watch: &mut dyn FnMut(Reached),
) {
    let mut walker = Walker { task, steps: 0 };
    for depth in 1..=task.depth - reached {
        let mut sum = Ends { ways: BigUint::ZERO, ended: BigUint::ZERO };
        for (state, ways) in layer {
            watch(Reached { depth: reached + depth, positions: layer.len() as u64, complete: false });
            match walker.walk(state, depth) {
                Ok(below) => {
                    sum.ways += ways.big() * below.ways;
                    sum.ended += ways.big() * below.ended;
                }
                Err(why) => {
                    found.stopped = Some(why);
                    return;
                }
            }
        }
        if sum.ways == BigUint::ZERO {
            return;
        }
        found.by_depth.push(sum.ways);
        found.ended.push(sum.ended);
    }
}

/// Ways to play so many moves, and how many of them end the game there.
struct Ends<N> {
    ways: N,
    ended: N,
}

/// Walks without memory.
struct Walker<'a, S: System> {
    task: &'a Task<'a, S>,
    /// Positions met.
    steps: u32,
}

impl<S: System> Walker<'_, S> {
    /// As [`walk`], counting also the ends, and looking at the limits now and then. The memory is used up already; time
    /// and the switch still count.
    fn walk(&mut self, state: &S::Configuration, depth: u32) -> Result<Ends<u64>, Stopped> {
        if self.steps.is_multiple_of(LOOK_UP) {
            self.task.look()?;
        }
        self.steps = self.steps.wrapping_add(1);
        if depth == 0 {
            return Ok(Ends { ways: 1, ended: u64::from(is_end(self.task.system, state)) });
        }
        let mut sum = Ends { ways: 0, ended: 0 };
        for (_, next) in self.task.system.steps(state) {
            let below = self.walk(&next, depth - 1)?;
            sum = Ends { ways: sum.ways + below.ways, ended: sum.ended + below.ended };
        }
        Ok(sum)
    }
}
