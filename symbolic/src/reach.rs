//! Everything that can be reached, counted.

use game::{Ending, Limits, Player, Stopped};
use levels::Error;
use num_bigint::BigUint;
use std::time::{Duration, Instant};

use crate::classes::Classes;
use crate::keeper::Keeper;
use crate::model::Model;
use crate::reaching::{Layer, Reaching};
use crate::symbolic::{Symbolic, Unformed};
use crate::watch::{Progress, Watch};

/// What [`reach`] counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether to count positions up to symmetry as well.
    pub classes: bool,
}

/// The positions that were counted, ply by ply: all of them, or the plies that were done when a limit was reached.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// One layer for each ply, the start first.
    pub layers: Vec<Layer>,
    /// The number of new positions of each ply up to symmetry, if [`Options::classes`] is set; fewer plies if a limit
    /// was reached.
    pub classes: Option<Vec<BigUint>>,
    /// The limit that was reached, if one was.
    pub stopped: Option<Stopped>,
    /// Another reason why positions are missing, in words.
    pub problem: Option<String>,
    /// The most bytes that were in use.
    pub bytes: usize,
    /// The time it took.
    pub elapsed: Duration,
}

impl Reach {
    /// Returns whether all positions were counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.problem.is_none()
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> BigUint {
        self.layers.iter().map(Layer::positions).sum()
    }

    /// Returns the number of new positions of each ply.
    #[must_use]
    pub fn by_ply(&self) -> Vec<BigUint> {
        self.layers.iter().map(Layer::positions).collect()
    }

    /// Returns the number of positions with this ending.
    #[must_use]
    pub fn count(&self, ending: Ending) -> BigUint {
        self.layers.iter().map(|layer| layer.count(ending)).sum()
    }

    /// Returns the number of positions that have ended.
    #[must_use]
    pub fn terminal(&self) -> BigUint {
        self.positions() - self.count(Ending::Open)
    }

    /// Returns the number of positions that a player has won.
    #[must_use]
    pub fn won_by(&self, player: Player) -> BigUint {
        self.count(Ending::Won(player))
    }

    /// Returns the ply with the most positions, and their number.
    #[must_use]
    pub fn largest(&self) -> Option<(usize, BigUint)> {
        self.by_ply().into_iter().enumerate().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// Returns the number of nodes of all plies together, and of the largest.
    #[must_use]
    pub fn nodes(&self) -> (usize, usize) {
        let nodes = self.layers.iter().map(|layer| layer.nodes);
        // Where nothing was counted there are no nodes.
        (nodes.clone().sum(), nodes.max().unwrap_or(0))
    }

    /// Returns the number of positions up to symmetry, if they were all counted.
    #[must_use]
    pub fn all_classes(&self) -> Option<BigUint> {
        let classes = self.classes.as_ref().filter(|classes| classes.len() == self.layers.len())?;
        Some(classes.iter().sum())
    }

    /// Nothing was counted, since there is no form.
    pub(crate) fn unformed(why: Unformed) -> Reach {
        match why {
            Unformed::Stopped(stopped) => Reach { stopped: Some(stopped), ..Reach::default() },
            Unformed::Impossible(reason) => Reach { problem: Some(reason), ..Reach::default() },
        }
    }

    fn fail(&mut self, error: &Error, stopped: Option<Stopped>) {
        match (error, stopped) {
            (Error::Stopped, Some(why)) => self.stopped = Some(why),
            _ => self.problem = Some(error.to_string()),
        }
    }
}

/// Counts all positions that can be reached. When a limit is reached, the plies counted so far are the result.
///
/// `tell` is called a few thousand times a second with how far the work has got.
pub fn reach<S: Symbolic>(
    system: &S,
    options: Options,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Reach {
    run(&|| Model::of(system, limits), options, None, limits, tell)
}

/// Counts all positions that can be reached, and has every finished ply kept, with what has to be known to go on from
/// there: if something was kept before, that is where it begins.
pub fn reach_kept<S: Symbolic>(
    system: &S,
    keeper: &mut dyn Keeper,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Reach {
    run(&|| Model::of(system, limits), Options::default(), Some(keeper), limits, tell)
}

fn run<'a>(
    model: &dyn Fn() -> Result<Model<'a>, Unformed>,
    options: Options,
    mut keeper: Option<&mut dyn Keeper>,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Reach {
    let begin = Instant::now();
    let mut found = Reach::default();
    let model_of_plies = match model() {
        Ok(model) => model,
        Err(unformed) => return Reach { elapsed: begin.elapsed(), ..Reach::unformed(unformed) },
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
    if let Some(keeper) = &mut keeper {
        match reaching.load(*keeper) {
            // Where nothing was kept, the first layer is all there is.
            Ok(layers) => found.layers = layers.unwrap_or(found.layers),
            Err(unkept) => return Reach { elapsed: begin.elapsed(), ..Reach::unformed(unkept) },
        }
    }
    while !reaching.is_done() && found.is_complete() {
        match reaching.advance(&mut watch) {
            Ok(layer) if layer.counts.is_empty() => break,
            Ok(layer) => found.layers.push(layer),
            Err(error) => {
                found.fail(&error, watch.stopped);
                break;
            }
        }
        if let Some(keeper) = &mut keeper
            && let Err(unkept) = reaching.save(&found.layers, *keeper)
        {
            let Reach { stopped, problem, .. } = Reach::unformed(unkept);
            (found.stopped, found.problem) = (stopped, problem);
        }
    }
    if options.classes && found.is_complete() {
        let mut classes = Vec::new();
        match model().map(|model| Classes::of(model).and_then(|group| group.count(&mut watch, &mut classes)))
        {
            Ok(Ok(())) => {}
            Ok(Err(error)) => found.fail(&error, watch.stopped),
            Err(unformed) => {
                let Reach { stopped, problem, .. } = Reach::unformed(unformed);
                (found.stopped, found.problem) = (stopped, problem);
            }
        }
        found.classes = Some(classes);
    }
    found.bytes = watch.peak;
    found.elapsed = begin.elapsed();
    found
}
