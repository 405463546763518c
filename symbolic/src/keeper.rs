//! Finished plies that somebody keeps, so that a count can go on from there.

use std::io::{Read, Write};

use game::Ending;
use levels::{Diagram, Error, Input, Output, Result, Shape};
use num_bigint::BigUint;
use std::sync::Arc;

use crate::ending::{code_of, ending_of};
use crate::reaching::Layer;
use crate::symbolic::Unformed;

/// Writes what is to be kept.
pub type Writing<'a> = &'a mut dyn FnMut(&mut dyn Write) -> Result<()>;
/// Reads what was kept.
pub type Reading<'a> = &'a mut dyn FnMut(&mut dyn Read) -> Result<()>;

/// Where the last plies of a count are kept.
pub trait Keeper {
    /// Shows `read` what was kept last; if that turns out to be damaged, what was kept before it, and so on. If nothing is
    /// left, the count begins at the start.
    ///
    /// # Errors
    /// Why the count cannot be begun.
    fn load(&mut self, read: Reading<'_>) -> std::result::Result<(), Unformed>;

    /// Keeps what `write` writes: all there is to know after this ply.
    ///
    /// # Errors
    /// Why it cannot be kept: then the count ends.
    fn save(&mut self, layers: &[Layer], write: Writing<'_>) -> std::result::Result<(), Unformed>;
}

/// What is known after a ply.
pub(crate) struct Known {
    pub(crate) layers: Vec<Layer>,
    /// The unfinished positions of the last ply, all given 1.
    pub(crate) open: Diagram,
    /// What was found before, by who is to move; none where it need not be known.
    pub(crate) seen: Option<[Diagram; 2]>,
}

/// Writes what is known.
pub(crate) fn write(
    to: &mut dyn Write,
    layers: &[Layer],
    open: &Diagram,
    seen: Option<&[Diagram; 2]>,
) -> Result<()> {
    let mut to = Output::new(to);
    to.number(layers.len() as u64)?;
    for layer in layers {
        to.number(layer.nodes as u64)?;
        to.number(layer.states)?;
        to.number(layer.counts.len() as u64)?;
        for (&ending, count) in &layer.counts {
            let digits = count.to_bytes_le();
            to.number(code_of(ending).into())?;
            to.number(digits.len() as u64)?;
            to.put(&digits)?;
        }
    }
    to.diagram(open)?;
    for seen in seen.into_iter().flatten() {
        to.diagram(seen)?;
    }
    to.finish().map(|_| ())
}

/// Reads what was known, of this shape.
pub(crate) fn read(from: &mut dyn Read, shape: &Arc<Shape>, repeats: bool) -> Result<Known> {
    let wrong = || Error::Corrupt { reason: "it holds no plies".to_string() };
    let mut from = Input::new(from);
    let mut layers = Vec::new();
    for _ in 0..from.number()? {
        let nodes = usize::try_from(from.number()?).map_err(|_| wrong())?;
        let mut layer = Layer { nodes, states: from.number()?, ..Layer::default() };
        for _ in 0..from.number()? {
            let code = u32::try_from(from.number()?).map_err(|_| wrong())?;
            let ending: Ending = ending_of(code).ok_or_else(wrong)?;
            let length = from.number()?;
            layer.counts.insert(ending, BigUint::from_bytes_le(&Input::take(&mut from, length)?));
        }
        layers.push(layer);
    }
    if layers.is_empty() {
        return Err(wrong());
    }
    let open = from.diagram(shape)?;
    let seen = if repeats { Some([from.diagram(shape)?, from.diagram(shape)?]) } else { None };
    from.finish()?;
    Ok(Known { layers, open, seen })
}
