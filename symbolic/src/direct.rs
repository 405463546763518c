//! Counting without going ply by ply.

use game::{Ending, Limits, Player};
use levels::{Error, Result};
use levels::{Graded, Image, Judge, Natural, Tabulated, sweep_to_count};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::time::Instant;

use crate::model::Model;
use crate::reach::Reach;
use crate::reaching::Layer;
use crate::symbolic::Symbolic;
use crate::watch::{Progress, Watch};

/// What makes a position unfinished and reachable at once: the number of its letters fits a ply, and nothing on it ends
/// the game. This holds for games that only place marks, whose lines never go away.
pub struct Direct<J> {
    /// Accepts the words of positions that have not ended, whatever the ply.
    pub unfinished: J,
    /// The most letters of the first and of the second kind.
    pub limits: [u32; 2],
    /// The kind of each value: see [`Graded`].
    pub kinds: u64,
    /// Returns the ply of positions with these numbers of letters of each kind, if there is one.
    pub ply: fn([u32; 2]) -> Option<u32>,
}

/// The judge of games that have no direct form. It has no values.
#[derive(Clone, Copy, Debug)]
pub enum Never {}

impl Judge for Never {
    type State = ();
    fn start(&self) {
        match *self {}
    }
    fn read(&self, _: usize, (): &(), _: u32) -> Option<()> {
        match *self {}
    }
    fn end(&self, (): &()) -> u32 {
        match *self {}
    }
}

/// Counts all positions that can be reached in two sweeps, one for each player, for all plies at once. `None` if the
/// game has no [`Direct`] form.
///
/// The numbers are those of [`reach`](crate::reach()), found by another route: a step is made from everything that is
/// unfinished, not from what was reached.
pub fn direct<S: Symbolic>(system: &S, limits: &Limits, tell: &mut dyn FnMut(&Progress)) -> Option<Reach> {
    match Model::of(system, limits) {
        Ok(model) => {
            let direct = (model.direct)()?;
            Some(run(model, direct, limits, tell))
        }
        Err(unformed) => Some(Reach::unformed(unformed)),
    }
}

fn run(
    mut model: Model<'_>,
    mut direct: Direct<Tabulated>,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Reach {
    let begin = Instant::now();
    let mut found = Reach::default();
    let mut watch = Watch::new(limits, model.shape.levels(), tell);
    let layers = match both::<u128>(&mut model, &mut direct, &mut watch) {
        Err(Error::Overflow) => both::<BigUint>(&mut model, &mut direct, &mut watch),
        layers => layers,
    };
    match layers {
        Ok(layers) => found.layers = layers,
        Err(Error::Stopped) => found.stopped = watch.stopped,
        Err(error) => found.problem = Some(error.to_string()),
    }
    found.bytes = watch.peak;
    found.elapsed = begin.elapsed();
    found
}

fn both<N: Natural + Clone>(
    model: &mut Model<'_>,
    direct: &mut Direct<Tabulated>,
    watch: &mut Watch<'_>,
) -> Result<Vec<Layer>> {
    let mut layers = vec![Layer { counts: [(Ending::Open, 1u32.into())].into(), ..Layer::default() }];
    let [most_first, most_second] = direct.limits;
    for mover in Player::BOTH {
        for (judged, graded) in after::<N>(model, direct, mover, watch)? {
            for (first, second) in (0..=most_first).flat_map(|a| (0..=most_second).map(move |b| (a, b))) {
                let count = graded.at(first, second);
                let ply = (direct.ply)([first, second]);
                let ply = ply.filter(|ply| *ply > 0 && Player::at_ply(ply - 1) == mover);
                if let Some(ply) = ply.filter(|_| count != BigUint::ZERO) {
                    layers.resize(layers.len().max(ply as usize + 1), Layer::default());
                    *layers[ply as usize].counts.entry((model.ending)(judged, ply)).or_default() += count;
                }
            }
        }
    }
    Ok(layers)
}

/// What a step by one player leads to, by what the judge says and by how many letters of each kind there are.
fn after<N: Natural + Clone>(
    model: &mut Model<'_>,
    direct: &mut Direct<Tabulated>,
    mover: Player,
    watch: &mut Watch<'_>,
) -> Result<BTreeMap<u32, Graded<N>>> {
    watch.held = model.idle_bytes(mover);
    watch.begin(Graded::<N>::bytes_for(direct.limits))?;
    let Model { shape, steps, judges, .. } = model;
    let (step, judge) = (&mut steps[mover.index()], &mut judges[mover.index()]);
    let start = Graded::start(direct.limits, direct.kinds);
    let mut image = Image::new(shape, &mut direct.unfinished, step, judge, |judged, _| judged);
    sweep_to_count(shape, &mut image, start, &mut |effort| watch.go_on(effort))
}
