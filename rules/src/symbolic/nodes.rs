//! Nodes of decision diagrams, each stored once.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The number of a node.
pub(super) type Id = u32;

/// Nodes by number, and their numbers by content. A node is its level and then its arcs; numbers below a bound are
/// terminals, which have no content.
pub(super) struct Nodes {
    terminals: Id,
    list: Vec<Arc<[u32]>>,
    numbers: FxHashMap<Arc<[u32]>, Id>,
    /// Bytes that the nodes hold.
    bytes: usize,
}

/// What a node takes beside its letters: two pointers with lengths, the number, the counts, and the free room of the
/// table.
const BESIDE: usize = 80;

impl Nodes {
    pub(super) fn new(terminals: Id) -> Nodes {
        Nodes { terminals, list: Vec::new(), numbers: FxHashMap::default(), bytes: 0 }
    }

    pub(super) fn is_terminal(&self, id: Id) -> bool {
        id < self.terminals
    }

    /// The level of a node; terminals are below all levels.
    pub(super) fn level(&self, id: Id) -> usize {
        if self.is_terminal(id) { usize::MAX } else { self.list[(id - self.terminals) as usize][0] as usize }
    }

    /// The arcs of a node that is no terminal.
    pub(super) fn arcs(&self, id: Id) -> &[u32] {
        &self.list[(id - self.terminals) as usize][1..]
    }

    /// The number of the node with this content.
    pub(super) fn number(&mut self, content: &[u32]) -> Id {
        if let Some(&known) = self.numbers.get(content) {
            return known;
        }
        let id = self.terminals + u32::try_from(self.list.len()).expect("memory ends before numbers do");
        let content: Arc<[u32]> = content.into();
        self.bytes += 4 * content.len() + BESIDE;
        self.list.push(Arc::clone(&content));
        self.numbers.insert(content, id);
        id
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
