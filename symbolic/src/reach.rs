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

    fn fail_unformed(&mut self, why: Unformed) {
        let Reach { stopped, problem, .. } = Reach::unformed(why);
        (self.stopped, self.problem) = (stopped, problem);
    }

    /// Adds ply after ply, until all are counted or a limit is reached. What was kept before is where it begins.
    fn add_plies(&mut self, model: Model<'_>, mut keeper: Option<&mut dyn Keeper>, watch: &mut Watch<'_>) {
        let mut reaching = match Reaching::of(model, false) {
            Ok(reaching) => reaching,
            Err(error) => return self.fail(&error, None),
        };
        // Where nothing was kept, the first layer is all there is.
        match keeper.as_mut().map_or(Ok(None), |keeper| reaching.load(*keeper)) {
            Ok(layers) => self.layers = layers.unwrap_or_else(|| vec![reaching.first_layer()]),
            Err(unkept) => return self.fail_unformed(unkept),
        }
        while !reaching.is_done() && self.is_complete() {
            match reaching.advance(watch) {
                Ok(layer) if layer.counts.is_empty() => break,
                Ok(layer) => self.layers.push(layer),
                Err(error) => return self.fail(&error, watch.stopped),
            }
            if let Some(keeper) = &mut keeper
                && let Err(unkept) = reaching.save(&self.layers, *keeper)
            {
                self.fail_unformed(unkept);
            }
        }
    }

    /// Adds the numbers of positions up to symmetry, ply by ply.
    fn add_classes(&mut self, model: Result<Model<'_>, Unformed>, watch: &mut Watch<'_>) {
        let mut classes = Vec::new();
        match model.map(|model| Classes::of(model).and_then(|group| group.count(watch, &mut classes))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => self.fail(&error, watch.stopped),
            Err(unformed) => self.fail_unformed(unformed),
        }
        self.classes = Some(classes);
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
    keeper: Option<&mut dyn Keeper>,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Reach {
    let begin = Instant::now();
    let mut found = Reach::default();
    match model() {
        Ok(of_plies) => {
            let mut watch = Watch::new(limits, of_plies.shape.levels(), tell);
            found.add_plies(of_plies, keeper, &mut watch);
            if options.classes && found.is_complete() {
                found.add_classes(model(), &mut watch);
            }
            found.bytes = watch.peak;
        }
        Err(unformed) => found = Reach::unformed(unformed),
    }
    found.elapsed = begin.elapsed();
    found
}
