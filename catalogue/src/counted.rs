//! All states, counted and described, as plain data.

use explore::Report;
use game::Stopped;
use serde::Serialize;

use crate::data::{option_text, text, texts};
use crate::{Survey, Surveyed};

/// The numbers that a count and a survey share.
#[derive(Clone, Debug, Serialize)]
pub struct Totals {
    /// States by their distance from the start.
    #[serde(serialize_with = "texts")]
    pub by_ply: Vec<u64>,
    /// The ply that was being looked at when a limit was reached: of that one, only some states are counted.
    pub partial_ply: Option<u32>,
    /// Steps between states.
    #[serde(serialize_with = "text")]
    pub transitions: u64,
    /// States that are proper ends.
    #[serde(serialize_with = "text")]
    pub terminal: u64,
    /// States where nothing can be done although it is no proper end.
    #[serde(serialize_with = "text")]
    pub deadlocks: u64,
    /// Won by the first player; none for systems.
    #[serde(serialize_with = "option_text")]
    pub first_wins: Option<u64>,
    /// Won by the second player.
    #[serde(serialize_with = "option_text")]
    pub second_wins: Option<u64>,
    /// Drawn.
    #[serde(serialize_with = "option_text")]
    pub draws: Option<u64>,
    /// The largest values of what is measured, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub largest: Vec<(&'static str, String)>,
    /// How states were kept.
    pub store: String,
    /// The bytes held.
    pub bytes: usize,
    /// The bytes that the next step would have needed, if memory was short.
    pub needed: Option<usize>,
    /// The bytes that all of it would have needed, as a guess.
    pub needed_in_all: Option<usize>,
    /// Whether no limit was reached.
    pub complete: bool,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub seconds: f64,
}

impl Totals {
    fn new(Surveyed { report, ends, largest }: &Surveyed) -> Totals {
        let counts = &report.counts;
        let [first_wins, second_wins, draws] = ends.map_or([None; 3], |ends| ends.map(Some));
        Totals {
            by_ply: counts.by_depth.clone(),
            partial_ply: report.partial,
            transitions: counts.transitions,
            terminal: counts.finals,
            deadlocks: counts.stuck,
            first_wins,
            second_wins,
            draws,
            largest: largest.iter().map(|(name, value)| (*name, value.to_string())).collect(),
            store: report.store.to_string(),
            bytes: report.bytes,
            needed: report.needed,
            needed_in_all: report.needed_in_all,
            complete: report.stopped.is_none(),
            stopped: report.stopped,
            seconds: report.elapsed.as_secs_f64(),
        }
    }

    /// The states are in a folder.
    fn on_disk(self) -> Totals {
        Totals { store: "disk".to_string(), ..self }
    }

    /// Returns wins of the first player, of the second, and draws; none for systems.
    #[must_use]
    pub fn ends(&self) -> Option<[u64; 3]> {
        Some([self.first_wins?, self.second_wins?, self.draws?])
    }
}

/// The number of positions that can be reached, and how they end.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// All positions.
    #[serde(serialize_with = "text")]
    pub positions: u64,
    /// Positions up to symmetry, if they were requested and all of them are known.
    #[serde(serialize_with = "option_text")]
    pub classes: Option<u64>,
    /// Positions up to symmetry that were found before a limit was reached; none if they were not looked for.
    #[serde(serialize_with = "option_text")]
    pub classes_so_far: Option<u64>,
    /// Plies, ends, and what it took; the time includes the search for classes.
    #[serde(flatten)]
    pub totals: Totals,
}

impl Count {
    /// The same of states that are kept in a folder.
    pub(crate) fn on_disk(self) -> Count {
        Count { totals: self.totals.on_disk(), ..self }
    }

    /// Positions, and once more up to symmetry if that was searched.
    pub(crate) fn new(counted: &Surveyed, classes: Option<&Report>) -> Count {
        let mut totals = Totals::new(counted);
        if let Some(classes) = classes {
            totals.bytes = totals.bytes.max(classes.bytes);
            totals.needed = totals.needed.or(classes.needed);
            totals.needed_in_all = totals.needed_in_all.or(classes.needed_in_all);
            totals.complete &= classes.stopped.is_none();
            totals.stopped = totals.stopped.or(classes.stopped);
            totals.seconds += classes.elapsed.as_secs_f64();
        }
        Count {
            positions: counted.report.counts.states,
            classes: classes.filter(|classes| classes.stopped.is_none()).map(|classes| classes.counts.states),
            classes_so_far: classes.map(|classes| classes.counts.states),
            totals,
        }
    }
}

/// The results of a survey of all states.
#[derive(Clone, Debug, Serialize)]
pub struct Explored {
    /// Whether symmetric positions were taken as one.
    pub symmetry: bool,
    /// The number of states.
    #[serde(serialize_with = "text")]
    pub states: u64,
    /// The distance of the farthest state from the start.
    pub depth: u32,
    /// Steps by the distance of where they begin.
    #[serde(serialize_with = "texts")]
    pub transitions_by_ply: Vec<u64>,
    /// The number of actions in a state.
    pub branching: Branching,
    /// Whether nothing lies beyond the depth limit.
    pub whole: bool,
    /// Plies, ends, and what it took.
    #[serde(flatten)]
    pub totals: Totals,
}

/// The number of actions in states that are not ends: fewest, mean and most.
#[derive(Clone, Debug, Serialize)]
pub struct Branching {
    /// The fewest; none if no actions were counted.
    #[serde(serialize_with = "option_text")]
    pub min: Option<u64>,
    /// The mean over the states that have any.
    pub mean: f64,
    /// The most.
    #[serde(serialize_with = "text")]
    pub max: u64,
}

impl Explored {
    /// The same of states that are kept in a folder.
    pub(crate) fn on_disk(self) -> Explored {
        Explored { totals: self.totals.on_disk(), ..self }
    }

    pub(crate) fn new(surveyed: &Surveyed, survey: &Survey) -> Explored {
        let Report { counts, complete, .. } = &surveyed.report;
        let mean = counts.transitions as f64 / counts.expanded.max(1) as f64;
        Explored {
            symmetry: survey.symmetry,
            states: counts.states,
            depth: counts.depth(),
            transitions_by_ply: counts.transitions_by_depth.clone(),
            branching: Branching { min: counts.narrowest, mean, max: counts.widest },
            whole: *complete,
            totals: Totals::new(surveyed),
        }
    }
}
