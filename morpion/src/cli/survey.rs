//! Searching all states, as the commands that do so are told to.

use explore::{Erased, Explorer, Graph, Report};
use game::Limits;
use games::registry::Catalogued;

use super::answer::Failure;
use super::args::Searching;
use super::progress::{Progress, limits_of};
use super::start::starts;
use super::units::{about, rounded, thousands};

/// A search of all states, to be done once or several times.
pub struct Survey<'a, S: Catalogued> {
    system: &'a S,
    args: &'a Searching,
    starts: Option<Vec<S::Configuration>>,
    /// For everything that is searched: one memory, one deadline.
    limits: Limits,
    /// At most so many moves.
    pub depth: Option<u32>,
}

impl<'a, S: Catalogued> Survey<'a, S> {
    /// A search as it was asked for, of any depth.
    pub fn new(system: &'a S, args: &'a Searching) -> Result<Self, Failure> {
        let starts = match &args.moves {
            Some(moves) => Some(starts(system, Some(moves))?),
            None => None,
        };
        let limits = limits_of(args.memory, args.time);
        Ok(Survey { system, args, starts, limits, depth: None })
    }

    /// Searches, up to symmetry or not, and shows every state to the visitor.
    pub fn run(&self, symmetric: bool, visitor: &mut impl explore::Visitor<S>) -> Report {
        let canonical = |state: S::Configuration| self.system.canonical(&state);
        let explorer = self.explorer().index(self.system.as_indexed());
        let explorer = if symmetric { explorer.normal(&canonical) } else { explorer };
        watched(|watch| explorer.run_watched(visitor, watch).report)
    }

    /// The same, with states and steps listed for whoever works on them.
    pub fn list<R>(
        &self,
        symmetric: bool,
        mut visitor: Erased<'_, S>,
        work: impl FnOnce(&Graph<'_, S>) -> R,
    ) -> R {
        let canonical = |state: S::Configuration| self.system.canonical(&state);
        // Graphs that are listed are small: states are kept as they are, whether they have an index or not.
        let explorer = self.explorer();
        let explorer = if symmetric { explorer.normal(&canonical) } else { explorer };
        work(&watched(|watch| Graph::of_watched(&explorer, &mut visitor, watch)))
    }

    /// The search, without an index.
    pub fn explorer(&self) -> Explorer<'_, S> {
        let explorer = Explorer::new(self.system)
            .store(self.args.store.into())
            .threads(self.args.threads.into())
            .limits(&self.limits);
        let explorer = match &self.starts {
            Some(starts) => explorer.starting_from(starts),
            None => explorer,
        };
        match self.depth {
            Some(depth) => explorer.depth(depth),
            None => explorer,
        }
    }
}

/// Searches with a sign of life.
pub fn watched<T>(search: impl FnOnce(&mut dyn FnMut(&explore::Progress)) -> T) -> T {
    let mut progress = Progress::new();
    search(&mut |so_far| progress.show(|| line(so_far)))
}

/// How far a search has come, in words.
fn line(so_far: &explore::Progress) -> String {
    let (states, depth, speed) = (thousands(so_far.states), so_far.depth, so_far.per_second() / 1e6);
    let (frontier, held) = (thousands(so_far.frontier()), about(so_far.bytes));
    let mut line = format!("ply {depth}: {states} positions and {frontier} ahead, {speed:.1} M/s, {held}");
    if let (Some(states), Some(left)) = (so_far.expected, so_far.left()) {
        let (states, left) = (thousands(rounded(states)), rounded(left.as_secs()));
        line += &format!(", perhaps {states} in all and {left} s more");
    }
    line
}

/// What more memory would have been needed for, if it was short.
pub fn needed(report: &Report) -> String {
    match (report.needed, report.needed_in_all) {
        (None, _) => String::new(),
        (Some(least), Some(all)) if all == least => format!("It would have needed {}.\n", about(all)),
        (Some(least), Some(all)) => format!(
            "The next step would have needed {}; all of it perhaps {}, going by how the plies have grown.\n",
            about(least),
            about(all)
        ),
        (Some(least), None) => format!("The next step would have needed {}.\n", about(least)),
    }
}

/// How many ends there are, and how they went, if it is a game: wins of the first, of the second, and draws.
pub fn terminal(finals: u64, ends: Option<[u64; 3]>) -> String {
    match ends.map(|ends| ends.map(thousands)) {
        Some([first, second, draws]) => {
            format!("{}: {first} first wins, {second} second wins, {draws} draws", thousands(finals))
        }
        None => thousands(finals),
    }
}
