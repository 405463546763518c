//! The number of ways to play n moves ("performance test", the usual check of a move generator).
//!
//! [`walk`] plays every one of them. [`paths`] counts at each depth the ways to reach each distinct position, which is
//! the same number with far less work where moves transpose, and goes back to walking when memory runs short.

use std::collections::hash_map::Entry;
use std::time::{Duration, Instant};

use game::{Limits, Stopped, System};
use levels::Natural;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::explorer::{Explorer, Watch};
use crate::report::{Progress, Stage};
use crate::search::forecast::forecast;
use crate::search::space::Space;

/// Returns the number of ways to play exactly `depth` moves from a state, by playing them all. Ways that end earlier do
/// not count. The moves of the last ply are counted without being played.
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

/// The result of [`paths`].
#[derive(Clone, Debug)]
pub struct Paths {
    /// The number of ways to play 0, 1, 2, … moves, as far as it is known.
    pub by_depth: Vec<BigUint>,
    /// How many of those ways ended the game there, for each depth.
    pub ended: Vec<BigUint>,
    /// Why it stopped before the wanted depth. `None` if it did not, or if no way to play is longer.
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

/// Returns the number of ways to play 0, 1, 2, … moves, merging ways that meet.
///
/// Of the explorer it uses the starts, the canonical form, the boundary, the depth, the limits and the watcher. Where
/// there is no depth it counts until no way is longer, which may be never.
///
/// Progress is reported by layer: `states` are the positions of all layers before the last, and the
/// [frontier](Progress::frontier) those of the last, at `depth`, as far as they are known.
///
/// ```
/// use explore::Explorer;
/// use explore::perft::{Short, paths};
/// use games::mnk::{Mnk, Rule};
/// let connect_four: Mnk<u64, _> = Mnk::with_gravity(7, 6, 4, Rule::Normal);
/// let found = paths(&Explorer::new(&connect_four).depth(4), Short::Stop);
/// assert_eq!(found.by_depth[4], 2401u32.into());
/// ```
pub fn paths<S: System, I>(explorer: &Explorer<'_, S, I>, short: Short) -> Paths {
    // `None` says that a number is beyond 128 bits: the same again, with numbers of any size.
    small_paths(explorer, short).unwrap_or_else(|| {
        Counting::new(explorer).count::<BigUint>(short).expect("numbers without bound never fail to fit")
    })
}

/// As [`paths`], but returns `None` if a number is beyond 128 bits: callers that fall back to a system without its type
/// then compile less for each type.
pub fn small_paths<S: System, I>(explorer: &Explorer<'_, S, I>, short: Short) -> Option<Paths> {
    Counting::new(explorer).count::<u128>(short)
}

/// The number of positions between two looks at the limits: on the widest boards one takes ten microseconds.
const LOOK_UP: u32 = 1024;

type Layer<C, N> = FxHashMap<C, N>;

/// Ways that are being counted layer by layer.
struct Counting<'a, S: System> {
    space: Space<'a, S>,
    depth: u32,
    limits: &'a Limits,
    watch: &'a Watch<'a>,
    begun: Instant,
    /// The numbers of positions in the layers that are complete.
    layers: Vec<u64>,
    /// How many positions these let expect in all.
    expected: Option<u64>,
}

impl<'a, S: System> Counting<'a, S> {
    fn new<I>(explorer: &'a Explorer<'_, S, I>) -> Self {
        Counting {
            space: explorer.space,
            // Without a limit it ends where the games do.
            depth: explorer.depth.unwrap_or(u32::MAX),
            limits: &explorer.limits,
            watch: explorer.watcher(),
            begun: Instant::now(),
            layers: Vec::new(),
            expected: None,
        }
    }

    /// Looks at the limits on time.
    ///
    /// # Errors
    /// If one is reached.
    fn look(&self) -> Result<(), Stopped> {
        self.limits.exceeded(0).map_or(Ok(()), Err)
    }

    /// Reports that `positions` positions are known at a depth, and `bytes` bytes held.
    fn report(&self, depth: u32, positions: u64, bytes: usize) {
        let states = self.layers.iter().take(depth as usize).sum();
        (self.watch)(&Progress {
            stage: Stage::Search,
            states,
            known: states + positions,
            depth,
            bytes,
            elapsed: self.begun.elapsed(),
            expected: self.expected,
        });
    }

    /// Counts all layers; `None` if a number does not fit.
    fn count<N: Natural + Clone>(mut self, short: Short) -> Option<Paths> {
        let mut layer: Layer<S::Configuration, N> = FxHashMap::default();
        for start in self.space.starts() {
            let ways = layer.entry(start).or_insert(N::none());
            assert!(ways.add(&N::one()), "there are fewer than 2^128 starts");
        }
        let mut found = Paths { by_depth: Vec::new(), ended: Vec::new(), stopped: None };
        let mut numbers = Numbers::default();
        for ply in 0..=self.depth {
            self.layers.push(layer.len() as u64);
            self.expected = forecast(&self.layers).map(|forecast| forecast.states);
            self.report(ply, layer.len() as u64, bytes(&layer));
            let (ways, ended) = match self.totals(&layer) {
                Ok(totals) => totals?,
                Err(why) => {
                    found.stopped = Some(why);
                    break;
                }
            };
            numbers.keep(&ways);
            numbers.keep(&ended);
            // The numbers of two layers, none larger than their sum, and those that are kept.
            let largest =
                if size_of::<N>() == size_of::<u128>() { 0 } else { levels::Tally::heap_bytes(&ways) };
            let held = numbers.bytes + 2 * layer.len() * largest;
            found.by_depth.push(ways);
            found.ended.push(ended);
            if ply == self.depth {
                break;
            }
            if self.limits.time_left().is_some_and(|left| left < numbers.writing) {
                found.stopped = Some(Stopped::Time);
                break;
            }
            layer = match self.advance(&layer, ply, held) {
                Advance::To(next) if next.is_empty() => break,
                Advance::To(next) => next,
                Advance::Overflow => return None,
                Advance::Stopped(Stopped::Memory) if short == Short::Walk => {
                    self.walk_on(&layer, ply, &mut found);
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

    /// The ways to reach the positions of a layer, and how many of them end there; `None` if a number does not fit.
    ///
    /// # Errors
    /// If a limit is reached.
    fn totals<N: Natural>(
        &self,
        layer: &Layer<S::Configuration, N>,
    ) -> Result<Option<(BigUint, BigUint)>, Stopped> {
        let (mut all, mut ended) = (N::none(), N::none());
        for (number, (state, ways)) in layer.iter().enumerate() {
            if (number + 1) % LOOK_UP as usize == 0 {
                self.look()?;
            }
            if !all.add(ways) || is_end(self.space.system, state) && !ended.add(ways) {
                return Ok(None);
            }
        }
        Ok(Some((all.big(), ended.big())))
    }

    /// Returns the layer after this one at depth `ply`. `held` bytes are held beside the layers.
    fn advance<N: Natural + Clone>(
        &self,
        layer: &Layer<S::Configuration, N>,
        ply: u32,
        held: usize,
    ) -> Advance<Layer<S::Configuration, N>> {
        let system = self.space.system;
        let mut next: Layer<S::Configuration, N> = FxHashMap::default();
        // What the states hold beside themselves, in both layers.
        let mut heap: usize = layer.keys().map(|state| system.heap_bytes_of(state)).sum();
        let mut steps = 0u32;
        for (state, ways) in layer {
            for (_, successor) in self.space.steps(state) {
                let growth = if next.len() == next.capacity() { 3 } else { 1 };
                if growth > 1 || steps.is_multiple_of(LOOK_UP) {
                    let bytes = held + heap + bytes(layer) + growth * bytes(&next);
                    if let Some(why) = self.limits.exceeded(bytes) {
                        return Advance::Stopped(why);
                    }
                    if steps.is_multiple_of(LOOK_UP) {
                        self.report(ply + 1, next.len() as u64, bytes);
                    }
                }
                steps = steps.wrapping_add(1);
                let more = system.heap_bytes_of(&successor);
                // One look-up for both cases: it is a cache miss, and most of the work.
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

    /// Walks on from a layer that has no room for the next one, one depth after the other.
    fn walk_on<N: Natural>(&self, layer: &Layer<S::Configuration, N>, reached: u32, found: &mut Paths) {
        // Every way is walked by itself: there is nothing to look up, and so no canonical form to find.
        let space = Space { normal: None, ..self.space };
        let mut walker = Walker { counting: self, space, steps: 0 };
        for depth in 1..=self.depth - reached {
            let mut sum = Ways { all: BigUint::ZERO, ended: BigUint::ZERO };
            for (state, ways) in layer {
                self.report(reached + depth, layer.len() as u64, bytes(layer));
                match walker.walk(state, depth) {
                    Ok(below) => {
                        sum.all += ways.big() * below.all;
                        sum.ended += ways.big() * below.ended;
                    }
                    Err(why) => {
                        found.stopped = Some(why);
                        return;
                    }
                }
            }
            if sum.all == BigUint::ZERO {
                return;
            }
            found.by_depth.push(sum.all);
            found.ended.push(sum.ended);
        }
    }
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
        let words = number.bits().div_ceil(64) as usize;
        self.bytes += (1 + Self::TEXT) * 8 * words;
        self.writing += Duration::from_nanos((words * words * 8) as u64);
    }
}

fn is_end<S: System>(system: &S, state: &S::Configuration) -> bool {
    system.is_final(state) || system.actions(state).next().is_none()
}

enum Advance<L> {
    To(L),
    Overflow,
    Stopped(Stopped),
}

fn bytes<C, N>(layer: &Layer<C, N>) -> usize {
    layer.capacity() / 7 * 8 * (size_of::<(C, N)>() + 1)
}

/// The ways to play n moves, and how many of them end the game there.
struct Ways<N> {
    all: N,
    ended: N,
}

/// Walks without memory.
struct Walker<'a, S: System> {
    counting: &'a Counting<'a, S>,
    space: Space<'a, S>,
    /// Positions met.
    steps: u32,
}

impl<S: System> Walker<'_, S> {
    /// As [`walk`], counting also the ends, and looking at the limits now and then. The memory is used up already; time
    /// and stop flags still count.
    fn walk(&mut self, state: &S::Configuration, depth: u32) -> Result<Ways<u64>, Stopped> {
        if self.steps.is_multiple_of(LOOK_UP) {
            self.counting.look()?;
        }
        self.steps = self.steps.wrapping_add(1);
        if depth == 0 {
            return Ok(Ways { all: 1, ended: u64::from(is_end(self.space.system, state)) });
        }
        let mut sum = Ways { all: 0, ended: 0 };
        let space = self.space;
        for (_, next) in space.steps(state) {
            let below = self.walk(&next, depth - 1)?;
            sum = Ways { all: sum.all + below.all, ended: sum.ended + below.ended };
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::hanoi::Hanoi;

    #[test]
    fn the_time_to_write_the_numbers_counts() {
        // Sixteen states, and numbers that grow for ever.
        let (hanoi, allowed) = (Hanoi::new(2, 4), Duration::from_millis(300));
        let limits = Limits::default().time(allowed);
        let found = paths(&Explorer::new(&hanoi).limits(&limits), Short::Walk);
        assert_eq!(found.stopped, Some(Stopped::Time));
        let mut numbers = Numbers::default();
        let before_the_last = found.by_depth.len() - 1;
        found.by_depth[..before_the_last].iter().for_each(|ways| numbers.keep(ways));
        found.ended[..before_the_last].iter().for_each(|ways| numbers.keep(ways));
        assert!(numbers.writing <= allowed, "{before_the_last} plies: {:?} to write them", numbers.writing);
    }
}
