//! All markings that can be reached, at once.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use dd::{Error, Hom, Inductive, Manager, Set, Val, Var, Verdict};
use game::{Limits, Stopped};
use num_bigint::BigUint;

use super::dead::nothing_can_fire;
use super::order::levels;
use super::tally::Tally;
use super::{Net, Pump, pump};

/// The tokens of a place from which on a net is suspected to be unbounded, at least.
const SUSPECT: Val = 1 << 10;
/// The small steps that are made to find out, at first, and when there is a suspicion.
const EFFORT: [u64; 2] = [1 << 18, 1 << 24];

/// All markings that a net can reach, counted: as much as became known before a limit was reached.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The number of markings.
    pub markings: Option<BigUint>,
    /// The number of pairs of a marking and a transition that can fire in it: the arcs of the graph of all markings.
    pub firings: Option<BigUint>,
    /// The number of markings in which nothing can fire.
    pub deadlocks: Option<BigUint>,
    /// The most tokens of one place.
    pub most_in_place: Option<u64>,
    /// The most tokens of one marking.
    pub most_in_marking: Option<u64>,
    /// Why there is no end to the markings, if that was found out.
    pub unbounded: Option<Pump>,
    /// A place that holds more tokens than [`MOST_TOKENS`](super::MOST_TOKENS), which is more than diagrams have values.
    pub overfull: Option<u32>,
    /// The limit because of which something is missing.
    pub stopped: Option<Stopped>,
    /// The nodes of the diagram of all markings.
    pub nodes: Option<usize>,
    /// The most nodes that were kept at a time.
    pub peak_nodes: usize,
    /// The most bytes in use.
    pub bytes: usize,
    /// The time it took.
    pub elapsed: Duration,
}

/// How far the work has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Nodes in use.
    pub nodes: usize,
    /// Bytes in use.
    pub bytes: usize,
}

/// Finds all markings that can be reached, by saturation of a decision diagram with the places in this order.
///
/// ```
/// use game::Limits;
/// use rules::net::{order, space};
///
/// let net = rules::pnml::read(rules::pnml::EXAMPLE).unwrap();
/// let found = space(&net, &order::choose(&net), &Limits::default(), &mut |_| ());
/// assert_eq!(found.markings, Some(6u32.into()));
/// assert_eq!((found.most_in_place, found.most_in_marking), (Some(2), Some(3)));
/// ```
///
/// # Panics
/// If the order does not have every place once.
pub fn space(net: &Net, order: &[u32], limits: &Limits, tell: &mut dyn FnMut(&Progress)) -> Space {
    let begin = Instant::now();
    // A sixteenth is left for what the manager does not count.
    let limits =
        &limits.bytes().map_or_else(|| limits.clone(), |bytes| limits.clone().memory(bytes - bytes / 16));
    let manager =
        limits.bytes().map_or_else(Manager::new, |bytes| Manager::builder().memory_limit(bytes).build());
    let mut search =
        Search { net, moves: Moves::of(net, order), limits, tell, manager, found: Space::default() };
    if let Err(why) = search.run() {
        search.found.stopped = Some(why);
    }
    let statistics = search.manager.statistics().expect("no homomorphism is being evaluated");
    let bytes = search.found.bytes.max(statistics.peak_bytes);
    Space { peak_nodes: statistics.peak_nodes, bytes, elapsed: begin.elapsed(), ..search.found }
}

struct Search<'a> {
    net: &'a Net,
    moves: Moves,
    limits: &'a Limits,
    tell: &'a mut dyn FnMut(&Progress),
    manager: Manager,
    found: Space,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stopped> {
        self.found.unbounded = pump(self.net, None, EFFORT[0], self.limits)?;
        let mut cap = SUSPECT;
        while self.found.unbounded.is_none() && self.found.overfull.is_none() {
            match self.closure(cap)? {
                Ok(reached) => return self.count(&reached),
                Err(place) => {
                    self.found.unbounded = pump(self.net, Some(place), EFFORT[1], self.limits)?;
                    self.found.overfull = Some(place).filter(|_| cap == Val::MAX);
                }
            }
            // Not found, so there may just be many tokens.
            cap = cap.saturating_mul(16);
        }
        Ok(())
    }

    /// Everything that can be reached; or a place, if that would hold more tokens than this.
    fn closure(&mut self, cap: Val) -> Result<Result<Set, u32>, Stopped> {
        // An empty net has no token at all.
        let most = self.moves.start.iter().map(|&(_, tokens)| tokens).max().unwrap_or(0);
        let cap = cap.max(most.saturating_mul(4));
        let start = self.manager.word(&self.moves.start);
        let start = self.limited(start)?;
        let step =
            Hom::sum(self.moves.steps.iter().filter(|steps| !steps.is_empty()).map(|steps| fire(steps, cap)));
        let reached = self.apply(&(step + Hom::id()).fixpoint(), &start);
        match reached {
            Ok(set) => Ok(Ok(set)),
            Err(Failed::Stopped(why)) => Err(why),
            Err(Failed::Full(level)) => Ok(Err(self.moves.order[level])),
        }
    }

    fn count(&mut self, reached: &Set) -> Result<(), Stopped> {
        let count = reached.count();
        let markings = &*self.found.markings.insert(self.limited(count)?);
        self.found.nodes = Some(reached.nodes().expect("no homomorphism is being evaluated"));
        let held = self.manager.statistics().expect("no homomorphism is being evaluated").bytes;
        let tally = Tally::of(reached, held, self.limits)?;
        self.found.most_in_place = Some(tally.most_in_place);
        self.found.most_in_marking = Some(tally.most_in_marking);
        let needs: Vec<Vec<(usize, Val)>> = self.moves.steps.iter().map(|steps| needs(steps)).collect();
        self.found.firings = Some(tally.firings(markings, &needs, self.limits)?);
        drop(tally);
        let dead = nothing_can_fire(&needs);
        let dead = self.apply(&dead, reached).map_err(|failed| match failed {
            Failed::Stopped(why) => why,
            Failed::Full(_) => unreachable!("nothing is put anywhere"),
        })?;
        let count = dead.count();
        self.found.deadlocks = Some(self.limited(count)?);
        Ok(())
    }

    fn limited<T>(&self, result: dd::Result<T>) -> Result<T, Stopped> {
        match result {
            Ok(result) => Ok(result),
            Err(Error::OutOfMemory { .. }) => Err(Stopped::Memory),
            Err(error) => panic!("every word has every variable once, so nothing else goes wrong: {error}"),
        }
    }

    fn apply(&mut self, hom: &Hom, set: &Set) -> Result<Set, Failed> {
        let (limits, tell) = (self.limits, &mut *self.tell);
        let mut stopped = None;
        let applied = hom.apply_watched(set, &mut |so_far: &dd::Progress| {
            tell(&Progress { nodes: so_far.nodes, bytes: so_far.bytes });
            stopped = limits.exceeded(so_far.bytes);
            if stopped.is_some() { Verdict::Stop } else { Verdict::Continue }
        });
        match applied {
            Err(Error::Stopped) => Err(Failed::Stopped(stopped.expect("it was stopped by a limit"))),
            Err(Error::Failed(level)) => Err(Failed::Full(level.parse().expect("a level is a number"))),
            result => self.limited(result).map_err(Failed::Stopped),
        }
    }
}

/// Why a homomorphism has no result.
enum Failed {
    Stopped(Stopped),
    /// The place at this level would hold too many tokens.
    Full(usize),
}

/// A net as diagrams see it: places are levels.
struct Moves {
    order: Vec<u32>,
    start: Vec<(Var, Val)>,
    /// The steps of each transition, from the top down.
    steps: Vec<Vec<Step>>,
}

impl Moves {
    fn of(net: &Net, order: &[u32]) -> Moves {
        let levels = levels(order);
        assert_eq!(order.len(), net.places.len(), "an order has every place");
        let small = |tokens: u32| Val::try_from(tokens).expect("tokens and weights are below 2^31");
        let start = (0..).zip(order).map(|(level, &place)| (level, small(net.places[place as usize].tokens)));
        let steps = net.transitions.iter().map(|transition| {
            let step = |effect: super::Effect| {
                let level = levels[effect.place as usize];
                Step { level, needs: small(effect.needs), change: effect.change }
            };
            let mut steps: Vec<Step> = transition.effects().into_iter().map(step).collect();
            steps.sort_unstable();
            steps
        });
        Moves { start: start.collect(), steps: steps.collect(), order: order.to_vec() }
    }
}

/// What a transition needs of one level and does to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Step {
    level: Var,
    needs: Val,
    change: Val,
}

fn needs(steps: &[Step]) -> Vec<(usize, Val)> {
    let needed = steps.iter().filter(|step| step.needs > 0);
    needed.map(|step| (step.level as usize, step.needs)).collect()
}

fn fire(steps: &[Step], cap: Val) -> Hom {
    if steps.is_empty() { Hom::id() } else { Hom::new(Fire(steps.into(), cap)) }
}

/// What is left to be done when a transition fires; it fails where a place would hold too many tokens.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Fire(Box<[Step]>, Val);

impl Inductive for Fire {
    fn phi(&self, level: Var, tokens: Val) -> Hom {
        let Fire(steps, cap) = self;
        if tokens < steps[0].needs {
            return Hom::zero();
        }
        match tokens.checked_add(steps[0].change).filter(|tokens| tokens <= cap) {
            Some(tokens) => Hom::arc(level, tokens, fire(&steps[1..], *cap)),
            None => Hom::fail(level.to_string()),
        }
    }

    fn skips(&self, level: Var) -> bool {
        level != self.0[0].level
    }

    fn range(&self) -> RangeInclusive<Var> {
        self.0[0].level..=self.0[self.0.len() - 1].level
    }
}
