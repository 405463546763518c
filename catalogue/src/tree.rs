//! What is known of a game tree.

use explore::census::{Census, Shape};
use explore::perft::Paths;
use game::{Stopped, Value};
use num_bigint::BigUint;
use serde::Serialize;

use crate::Failure;
use crate::data::{option_text, text, texts};

/// What walking a tree gave.
pub(crate) struct Walked {
    /// The tree by depth, as far as it was counted layer by layer.
    pub(crate) layers: Paths,
    /// The whole tree, if it could be counted.
    pub(crate) census: Option<Census>,
    pub(crate) alpha_beta: Option<AlphaBeta>,
    pub(crate) stopped: Option<Stopped>,
    pub(crate) cycle: Option<Cycle>,
}

impl Walked {
    /// Only the layers are known yet.
    pub(crate) fn new(layers: Paths) -> Walked {
        Walked { stopped: layers.stopped, layers, census: None, alpha_beta: None, cycle: None }
    }

    /// Two ways to one number: the layers, if they went to the end, must add up to the census.
    pub(crate) fn compare(&self) -> Result<(), Failure> {
        let Some(Census { shape, .. }) = &self.census else { return Ok(()) };
        if self.layers.by_depth.len() as u32 != shape.height + 1 {
            return Ok(());
        }
        let sums: (BigUint, BigUint) = (self.layers.by_depth.iter().sum(), self.layers.ended.iter().sum());
        if sums == (shape.nodes.clone(), shape.games.clone()) {
            return Ok(());
        }
        Err(Failure::new(format!(
            "the tree was counted in two ways that disagree: {} and {} nodes; this is a mistake in the program",
            sums.0, shape.nodes
        )))
    }
}

/// What alpha-beta had to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlphaBeta {
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) stopped: Option<Stopped>,
}

/// Positions that lead to one another in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The number of moves after which a position returns.
    pub moves: usize,
    /// That position, drawn.
    pub board: String,
}

/// What is known of a game tree.
#[derive(Clone, Debug, Serialize)]
pub struct Tree {
    /// The depth at which it was cut off, if it was.
    pub depth: Option<u32>,
    /// Nodes, the root and the leaves among them.
    #[serde(serialize_with = "option_text")]
    pub nodes: Option<BigUint>,
    /// Complete games.
    #[serde(serialize_with = "option_text")]
    pub games: Option<BigUint>,
    /// The length of the longest game.
    pub height: Option<u32>,
    /// The value of the root for the player to move; none for systems, and where it is not known.
    #[serde(serialize_with = "option_text")]
    pub value: Option<game::Verdict>,
    /// Its distance; a draw has none.
    pub plies: Option<u32>,
    /// Distinct positions that were examined.
    #[serde(serialize_with = "option_text")]
    pub positions: Option<u64>,
    /// What alpha-beta looked at; none for systems, and where the tree could not be counted.
    pub alpha_beta: Option<Pruned>,
    /// Nodes by depth, as far as they are known; only the first 20 of a tree that has no end.
    #[serde(serialize_with = "texts")]
    pub by_depth: Vec<BigUint>,
    /// Whether no limit that was given cut the answer short. That alpha-beta gave up after its nodes is an answer.
    pub complete: bool,
    /// Why the whole tree is not known, in words.
    pub stopped: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(skip)]
    pub limit: Option<Stopped>,
    /// Why the tree has no end, if it has none.
    #[serde(skip)]
    pub cycle: Option<Cycle>,
    /// The root, drawn.
    #[serde(skip)]
    pub board: String,
}

/// What alpha-beta looked at.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pruned {
    /// Nodes examined, the root and the leaves among them.
    #[serde(serialize_with = "text")]
    pub nodes: u64,
    /// Leaves among them.
    #[serde(serialize_with = "text")]
    pub leaves: u64,
    /// Whether it came to its end.
    pub complete: bool,
}

impl Tree {
    pub(crate) fn new(walked: Walked, depth: Option<u32>, board: String, seconds: f64) -> Tree {
        const FIRST: usize = 20;
        let Walked { layers, census, alpha_beta, stopped, cycle } = walked;
        let known = layers.by_depth.len();
        let by_depth = layers.by_depth[..if cycle.is_some() { known.min(FIRST) } else { known }].to_vec();
        let unknown = stopped.is_some() || cycle.is_some();
        let shape = match &census {
            _ if unknown => None,
            Some(census) => Some(census.shape.clone()),
            None => Some(Shape {
                nodes: layers.by_depth.iter().sum(),
                games: layers.ended.iter().sum(),
                height: (known as u32).saturating_sub(1),
            }),
        };
        let value: Option<Value> = census.as_ref().and_then(|census| census.value);
        let cut_short = alpha_beta
            .is_some_and(|s| matches!(s.stopped, Some(Stopped::Memory | Stopped::Time | Stopped::Asked)));
        Tree {
            depth,
            nodes: shape.as_ref().map(|shape| shape.nodes.clone()),
            games: shape.as_ref().map(|shape| shape.games.clone()),
            height: shape.map(|shape| shape.height),
            value: value.map(|value| value.verdict),
            plies: value.and_then(|value| value.without_draw_length().plies),
            positions: census.map(|census| census.positions),
            alpha_beta: alpha_beta.map(|AlphaBeta { nodes, leaves, stopped }| Pruned {
                nodes,
                leaves,
                complete: stopped.is_none(),
            }),
            by_depth,
            complete: !unknown && !cut_short,
            stopped: stopped.map(|why| why.to_string()),
            seconds,
            limit: stopped,
            cycle,
            board,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_disagree_are_noticed() {
        let walked = |last: u32, height: u32| {
            let by_depth = vec![1u32.into(), last.into()];
            let mut walked = Walked::new(Paths { by_depth, ended: vec![last.into()], stopped: None });
            let shape = Shape { nodes: 3u32.into(), games: 2u32.into(), height };
            walked.census = Some(Census { shape, value: None, positions: 0 });
            walked
        };
        assert!(walked(2, 1).compare().is_ok());
        assert!(walked(5, 1).compare().is_err());
        // Layers that did not go to the end say nothing.
        assert!(walked(5, 7).compare().is_ok());
        assert!(Walked { census: None, ..walked(5, 1) }.compare().is_ok());
    }
}
