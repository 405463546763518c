//! The graph of all states as a file for other programs, on the erased system.

use std::fmt::Display;
use std::ops::ControlFlow;

use arena::AnyState;
use explore::{Ends, Erased, Explorer, Format, Graph, Progress, Seen, Visitor};

use crate::numbers::thousands;
use crate::walking::how_far;
use crate::{AnySystem, Failure, Job, Survey, Surveyed};

/// Surveys all states and hands them to `write` as a graph, unless there are more than `most`; not if a limit was
/// reached.
pub(crate) fn export(
    system: &AnySystem,
    starts: Option<&[AnyState]>,
    survey: &Survey,
    (format, most): (Format, u64),
    job: &Job<'_>,
    write: &mut dyn FnMut(&dyn Display),
) -> Result<Surveyed, Failure> {
    let canonical = |state: AnyState| system.canonical(&state);
    // Graphs that are listed are small: states are kept as they are, whether they have an index or not.
    let explorer = Explorer::new(system).store(survey.store).limits(&job.limits);
    let explorer = if survey.symmetry { explorer.normal(&canonical) } else { explorer };
    let explorer = starts.into_iter().fold(explorer, Explorer::starting_from);
    let explorer = survey.depth.into_iter().fold(explorer, Explorer::depth);
    let is_game = system.is_game();
    let mut ends = Ends::of(system);
    let mut capped = Capped { visitor: &mut ends, left: most };
    let watch = |so_far: &Progress| job.say(&|| how_far(so_far));
    let graph = Graph::of(&explorer.watch(&watch), &mut Erased::new(&mut capped));
    let report = graph.report.clone();
    // What was stopped is not written: half a graph would pass for a whole one.
    match report.stopped {
        Some(_) => {}
        None if report.counts.states > most => {
            return Err(Failure::new(format!(
                "--export: there are more than {} states, too many for a graph; --depth cuts it off, --symmetry takes \
symmetric positions as one, and --max-states allows more",
                thousands(most)
            )));
        }
        None => write(&graph.export(format)),
    }
    drop(graph);
    let ends = is_game.then_some([ends.first_wins, ends.second_wins, ends.draws]);
    Ok(Surveyed { report, ends, largest: Vec::new() })
}

/// A visitor who has had enough when there are too many states.
struct Capped<'v, V> {
    visitor: &'v mut V,
    left: u64,
}

impl<V: Visitor<AnySystem>> Visitor<AnySystem> for Capped<'_, V> {
    type Tally = (u64, V::Tally);

    fn visit(&self, seen: &Seen<'_, AnySystem>, tally: &mut Self::Tally) {
        tally.0 += 1;
        self.visitor.visit(seen, &mut tally.1);
    }

    fn collect(&mut self, (states, tally): Self::Tally) -> ControlFlow<()> {
        let flow = self.visitor.collect(tally);
        let enough = states > self.left;
        self.left = self.left.saturating_sub(states);
        if enough { ControlFlow::Break(()) } else { flow }
    }
}
