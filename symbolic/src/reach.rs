//! Everything that can be reached, counted.

use game::{Limits, Player, Stopped};
use levels::Error;
use num_bigint::BigUint;
use std::time::{Duration, Instant};

use crate::classes::Classes;
use crate::ending::Ending;
use crate::model::Model;
use crate::reaching::{Layer, Reaching};
use crate::symbolic::Symbolic;
use crate::watch::{Progress, Watch};

/// What is counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Positions up to symmetry as well.
    pub classes: bool,
}

/// What was found, ply by ply: all of it, or the plies that were done when a limit was reached.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// One layer for each ply, the start first.
    pub layers: Vec<Layer>,
    /// How many new positions up to symmetry each ply has, if that was asked; fewer plies if it was given up.
    pub classes: Option<Vec<BigUint>>,
    /// Why it is not all.
    pub stopped: Option<Stopped>,
    /// What else went wrong, in words.
    pub problem: Option<String>,
    /// The most bytes that were in use.
    pub bytes: usize,
    /// The time it took.
    pub elapsed: Duration,
}

impl Reach {
    /// Is that all there is?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.problem.is_none()
    }

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> BigUint {
        self.layers.iter().map(Layer::positions).sum()
    }

    /// New positions of each ply.
    #[must_use]
    pub fn by_ply(&self) -> Vec<BigUint> {
        self.layers.iter().map(Layer::positions).collect()
    }

    /// Positions with this ending.
    #[must_use]
    pub fn count(&self, ending: Ending) -> BigUint {
        self.layers.iter().map(|layer| layer.count(ending)).sum()
    }

    /// Positions that have ended.
    #[must_use]
    pub fn terminal(&self) -> BigUint {
        self.positions() - self.count(Ending::Open)
    }

    /// Positions that a player has won.
    #[must_use]
    pub fn won_by(&self, player: Player) -> BigUint {
        self.count(Ending::Won(player))
    }

    /// The most positions of a ply, and which ply that is.
    #[must_use]
    pub fn largest(&self) -> Option<(usize, BigUint)> {
        self.by_ply().into_iter().enumerate().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// Nodes of all plies together, and of the largest.
    #[must_use]
    pub fn nodes(&self) -> (usize, usize) {
        let nodes = self.layers.iter().map(|layer| layer.nodes);
        // Where nothing was counted there are no nodes.
        (nodes.clone().sum(), nodes.max().unwrap_or(0))
    }

    /// Positions up to symmetry, if they were all counted.
    #[must_use]
    pub fn all_classes(&self) -> Option<BigUint> {
        let classes = self.classes.as_ref().filter(|classes| classes.len() == self.layers.len())?;
        Some(classes.iter().sum())
    }

    fn fail(&mut self, error: &Error, stopped: Option<Stopped>) {
        match (error, stopped) {
            (Error::Stopped, Some(why)) => self.stopped = Some(why),
            _ => self.problem = Some(error.to_string()),
        }
    }
}

/// Counts everything that can be reached. When a limit is reached, what was counted so far is the result.
///
/// `tell` is told a few thousand times a second how far the work has got, `done` of every ply that is done.
pub fn reach<S: Symbolic>(
    system: &S,
    options: Options,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
    done: &mut dyn FnMut(&Layer),
) -> Reach {
    run(&|| Model::of(system, limits), options, limits, tell, done)
}

fn run<'a>(
    model: &dyn Fn() -> Result<Model<'a>, Stopped>,
    options: Options,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
    done: &mut dyn FnMut(&Layer),
) -> Reach {
    let begin = Instant::now();
    let mut found = Reach::default();
    let model_of_plies = match model() {
        Ok(model) => model,
        Err(stopped) => return Reach { stopped: Some(stopped), elapsed: begin.elapsed(), ..found },
    };
    let mut watch = Watch::new(limits, model_of_plies.shape.levels(), tell);
    let mut reaching = match Reaching::of(model_of_plies, false) {
        Ok(reaching) => reaching,
        Err(error) => {
            found.fail(&error, None);
            return found;
        }
    };
    found.layers.push(reaching.first_layer());
    while !reaching.is_done() {
        match reaching.advance(&mut watch) {
            Ok(layer) if layer.counts.is_empty() => break,
            Ok(layer) => {
                done(&layer);
                found.layers.push(layer);
            }
            Err(error) => {
                found.fail(&error, watch.stopped);
                break;
            }
        }
    }
    if options.classes && found.is_complete() {
        let mut classes = Vec::new();
        match model().map(|model| Classes::of(model).and_then(|group| group.count(&mut watch, &mut classes)))
        {
            Ok(Ok(())) => {}
            Ok(Err(error)) => found.fail(&error, watch.stopped),
            Err(stopped) => found.stopped = Some(stopped),
        }
        found.classes = Some(classes);
    }
    found.bytes = watch.peak;
    found.elapsed = begin.elapsed();
    found
}
