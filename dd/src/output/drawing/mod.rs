//! Drawings of diagrams: layer by layer, every node a box with a cell for each arc.
//!
//! 1. [`Graph`] puts the nodes in layers, one for each variable where words agree on an order, and bends arcs that pass
//!    a layer by;
//! 2. [`order`] puts the boxes of a layer side by side so that few arcs cross;
//! 3. [`place`] moves them to where their neighbours are;
//! 4. [`paint`] writes the drawing.

mod graph;
mod order;
mod paint;
mod place;

use crate::{Error, Result, Set};
use graph::Graph;

pub(crate) use graph::shorten;

/// Larger diagrams than this are not drawn: nobody could read them.
const MAX_DRAWN: usize = 1000;

impl Set {
    /// Returns the diagram as a drawing in SVG, of at most 1000 nodes. Equal sets have equal drawings.
    ///
    /// A node is a box with the name of its variable, and below it a cell for each arc with the values of that arc.
    /// Arcs with the same values have the same colour; arcs that lead past a layer to the same node share their way.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let svg = manager.range(1, 0..=1)?.to_svg()?;
    /// assert!(svg.starts_with("<svg") && svg.contains("0, 1"));
    /// # dd::Result::Ok(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] if there are more nodes.
    pub fn to_svg(&self) -> Result<String> {
        let nodes = self.nodes()?;
        if nodes > MAX_DRAWN {
            return Err(Error::Unsupported(format!("drawing {nodes} nodes, more than {MAX_DRAWN},")));
        }
        let mut graph = Graph::of(&*self.manager().lock()?, self.id());
        order::order(&mut graph);
        let places = place::place(&graph);
        Ok(paint::paint(&graph, &places))
    }
}
