//! Claims about a state space that is kept in a folder: those that are decided position by position.

use std::ops::ControlFlow;
use std::time::Instant;

use arena::AnyState;
use explore::{Expression, Path, Vocabulary};
use game::System;
use layers::Store;

use crate::checking::{Checked, ClaimKind, Claims, Decided, MOST, Way, moves_of, settled, wrong};
use crate::kept::{OnDisk, refused, unless_refused};
use crate::walking::Survey;
use crate::{AnySystem, Failure, Job, Kept, Opened};

/// The bytes that a position on a way takes, as words and as a state, and the move there, until it is printed.
const STEP_BYTES: usize = 512;

/// The way to the nearest match, drawn, and the moves to all.
type Ways = (Option<Way>, Vec<Vec<String>>);

/// A claim, and the positions that decide it.
struct Sought<'a> {
    kind: ClaimKind,
    text: &'a str,
    decides: Expression<'a, AnyState>,
    /// How many positions decide it, as far as they were looked at.
    number: u64,
    /// The nearest of them with their plies.
    nearest: Vec<(usize, Vec<u64>)>,
    /// Whether all are wanted, and not only the nearest.
    all: bool,
}

impl Sought<'_> {
    fn is_done(&self) -> bool {
        !self.all && self.number > 0
    }
}

impl Opened {
    /// Decides claims about everything that can happen, by what is kept in a folder: what is not there yet is found on the
    /// way, only as far as it is needed.
    ///
    /// # Errors
    /// If a claim makes no sense or is about more than single positions, or the folder is of something else or cannot be
    /// used.
    pub fn check_kept(
        &self,
        starts: Option<&[AnyState]>,
        claims: &Claims,
        kept: &Kept,
        job: &Job<'_>,
    ) -> Result<(Checked, OnDisk), Failure> {
        let begun = Instant::now();
        if let Some(option) = beyond_positions(claims) {
            return Err(Failure::new(format!(
                "{option} is about what follows what, and a folder is read position by position: it decides --find, \
                 --always and --no-deadlock; leave out --store DIR"
            )));
        }
        let system = self.variant.system();
        let vocabulary = system.vocabulary();
        let mut sought = sought(&vocabulary, claims)?;
        // A folder that goes further answers as well, so the depth is no part of the question.
        self.with_store(starts, &Survey::default(), kept, job, |store| {
            let mut looked_at = 0;
            // Half of the memory is for ways to what is found.
            let room = job.limits.bytes().map_or(usize::MAX, |bytes| bytes / 2);
            let until = (claims.depth, room);
            let stopped = unless_refused(scan(store, system, until, &mut sought, &mut looked_at))?;
            let (mut report, _) = store.counted(stopped);
            report.counts.states = looked_at;
            let ways = ways(store, system, &sought)?;
            let decided = sought.iter().zip(ways).map(|(sought, ways)| {
                let mut decided = Decided::new(sought.kind, sought.text.to_string(), &report);
                let found = settled(sought.number > 0, &report);
                decided.holds = found.map(|found| found == sought.kind.is_witnessed());
                decided.matches = (sought.kind == ClaimKind::Find).then_some(sought.number);
                let (nearest, all) = ways;
                decided.with_ways(nearest, all)
            });
            let decided = decided.collect();
            let checked = Checked::new(decided, claims.depth, begun.elapsed().as_secs_f64());
            Ok((checked, OnDisk::of(store)))
        })
    }
}

/// The first option among these claims that is about more than single positions.
fn beyond_positions(claims: &Claims) -> Option<&'static str> {
    let Claims { path, eventually, leads_to, until, force, .. } = claims;
    let options = [
        ("--path", path),
        ("--eventually", eventually),
        ("--leads-to", leads_to),
        ("--until", until),
        ("--force", force),
    ];
    options.into_iter().find(|(_, given)| !given.is_empty()).map(|(option, _)| option)
}

/// What to look for: in the order in which claims are answered.
fn sought<'a>(names: &Vocabulary<'a, AnyState>, claims: &'a Claims) -> Result<Vec<Sought<'a>>, Failure> {
    let read = |option: &str, text: &str| names.predicate(text).map_err(|mistake| wrong(option, &mistake));
    let one = |kind, text, decides, all| Sought { kind, text, decides, number: 0, nearest: Vec::new(), all };
    let mut sought = Vec::new();
    for text in &claims.find {
        sought.push(one(ClaimKind::Find, text, read("--find", text)?, claims.all));
    }
    for text in &claims.always {
        let holds = read("--always", text)?;
        sought.push(one(ClaimKind::Always, text, Box::new(move |state| !holds(state)), false));
    }
    if claims.no_deadlock {
        sought.push(one(ClaimKind::NoDeadlock, "no deadlock", read("--no-deadlock", "stuck")?, false));
    }
    Ok(sought)
}

/// Looks at the positions that are there, nearest first and down to some depth, until all is decided. What is found is
/// kept if there is room for a way to it; the first always.
fn scan(
    store: &mut Store<'_>,
    system: &AnySystem,
    (depth, mut room): (Option<u32>, usize),
    sought: &mut [Sought<'_>],
    looked_at: &mut u64,
) -> Result<(), layers::Error> {
    let width = store.folder.manifest.asked.width;
    store.scan(depth, &mut |ply, states| {
        for words in states.chunks_exact(width) {
            let state = system.state(words);
            *looked_at += 1;
            for sought in sought.iter_mut().filter(|sought| !sought.is_done()) {
                if (sought.decides)(&state) {
                    sought.number += 1;
                    let bytes = (ply + 1) * STEP_BYTES;
                    if sought.nearest.is_empty() || sought.nearest.len() < MOST && bytes <= room {
                        sought.nearest.push((ply, words.to_vec()));
                        room = room.saturating_sub(bytes);
                    }
                }
            }
            if sought.iter().all(Sought::is_done) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })
}

/// The shortest ways to what was found; none if a limit was reached before they were found.
fn ways(store: &mut Store<'_>, system: &AnySystem, sought: &[Sought<'_>]) -> Result<Vec<Ways>, Failure> {
    let ends: Vec<(usize, Vec<u64>)> = sought.iter().flat_map(|sought| sought.nearest.clone()).collect();
    let mut found = match store.ways(&ends) {
        Ok(found) => found.into_iter(),
        Err(layers::Error::Stopped(_)) => return Ok(sought.iter().map(|_| (None, Vec::new())).collect()),
        Err(error) => return Err(refused(&error)),
    };
    let path = |states: layers::Way| {
        let states: Vec<AnyState> = states.iter().map(|words| system.state(words)).collect();
        let action = |pair: &[AnyState]| {
            let step = system.steps(&pair[0]).find(|(_, next)| *next == pair[1]);
            step.expect("each state of a way follows the one before").0
        };
        let actions = states.windows(2).map(action).collect();
        Path { states, actions }
    };
    let ways = sought.iter().map(|sought| {
        let mut nearest = None;
        let paths = found.by_ref().take(sought.nearest.len()).map(path);
        let moves = paths.map(|path| {
            nearest.get_or_insert_with(|| Way::of(system, &path, None));
            moves_of(system, &path)
        });
        let all = moves.collect();
        (nearest, all)
    });
    Ok(ways.collect())
}
