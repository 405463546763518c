//! Numbers about a manager.

use crate::eval::engine::Engine;
use crate::nodes::op::Op;
use std::fmt;

/// Look-ups and hits of one operation in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheUse {
    /// The operation.
    pub operation: &'static str,
    /// How often a result was looked for.
    pub lookups: u64,
    /// How often it was there.
    pub hits: u64,
}

/// What a manager has done and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes now, dead ones included until the next collection.
    pub nodes: usize,
    /// The most nodes there were at any time.
    pub peak_nodes: usize,
    /// Nodes ever made.
    pub nodes_made: u64,
    /// Use of the cache, by operation.
    pub cache: Vec<CacheUse>,
    /// Collections so far.
    pub collections: u64,
    /// Bytes now.
    pub bytes: usize,
    /// The most bytes at any time an evaluation looked.
    pub peak_bytes: usize,
    /// Homomorphisms known.
    pub homomorphisms: usize,
    /// How often a user's `phi` was called.
    pub phi_calls: u64,
}

impl Statistics {
    pub(crate) fn of(engine: &Engine) -> Statistics {
        let cache = (1..Op::COUNT)
            .map(|i| CacheUse {
                operation: Op::NAMES[i],
                lookups: engine.cache.lookups[i],
                hits: engine.cache.hits[i],
            })
            .collect();
        Statistics {
            nodes: engine.store.nodes(),
            peak_nodes: engine.store.peak,
            nodes_made: engine.store.made,
            cache,
            collections: engine.collections,
            bytes: engine.bytes(),
            peak_bytes: engine.peak_bytes.max(engine.bytes()),
            homomorphisms: engine.homs.len(),
            phi_calls: engine.phi_calls,
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "nodes {} (peak {}, made {})", self.nodes, self.peak_nodes, self.nodes_made)?;
        writeln!(f, "bytes {} (peak {}), collections {}", self.bytes, self.peak_bytes, self.collections)?;
        write!(f, "homomorphisms {}, phi called {} times", self.homomorphisms, self.phi_calls)?;
        for CacheUse { operation, lookups, hits } in self.cache.iter().filter(|c| c.lookups > 0) {
            write!(f, "\n{operation}: {lookups} look-ups, {hits} hits")?;
        }
        Ok(())
    }
}
