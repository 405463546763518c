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
    /// Bytes of the contents, without the list and the table.
    contents: usize,
}

/// How many entries a list or a table may get between two looks at the limits.
const BETWEEN_LOOKS: usize = 1 << 12;

/// Returns how many bytes a list or a table with this capacity takes. Where it may grow before the limits are looked at
/// again, what is twice as large counts beside it.
fn room(entries: usize, capacity: usize, entry: usize) -> usize {
    let grows = capacity > BETWEEN_LOOKS && capacity - entries < BETWEEN_LOOKS;
    if grows { 3 * capacity * entry } else { capacity * entry }
}

/// Returns how many bytes a hash table takes: of eight slots it fills seven, and each has a byte beside it.
pub(super) fn table_room<K, V>(table: &FxHashMap<K, V>) -> usize {
    room(table.len(), table.capacity(), (size_of::<(K, V)>() + 1).div_ceil(7) * 8)
}

impl Nodes {
    pub(super) fn new(terminals: Id) -> Nodes {
        Nodes { terminals, list: Vec::new(), numbers: FxHashMap::default(), contents: 0 }
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
        // Two counts of references stand before the content.
        self.contents += game::allocated(size_of::<[usize; 2]>() + size_of_val(&*content));
        self.list.push(Arc::clone(&content));
        self.numbers.insert(content, id);
        id
    }

    pub(super) fn bytes(&self) -> usize {
        let listed = room(self.list.len(), self.list.capacity(), size_of::<Arc<[u32]>>());
        self.contents + listed + table_room(&self.numbers)
    }
}
