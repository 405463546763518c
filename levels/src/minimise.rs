//! The way up: equal states become one node.

use crate::Result;
use crate::account::Account;
use crate::diagram::Diagram;
use crate::keys::{Batch, Keys};
use crate::shape::Shape;
use crate::sweep::{Effort, Sweep};
use std::sync::Arc;

/// How many states are looked at between two questions whether to go on.
const PIECE: usize = 1 << 14;
/// How many states are looked at together: enough to keep the memory busy.
const BLOCK: usize = 64;

/// Makes nodes level by level, the last level first.
pub(crate) struct Minimiser<'a> {
    shape: &'a Shape,
    /// The node that each state of each level has become; those of the last level are results.
    becomes: Vec<Vec<u32>>,
    nodes: Vec<Vec<u32>>,
    batch: Batch,
}

impl<'a> Minimiser<'a> {
    /// Begins with what the states of the last level give; state 0 is none.
    pub(crate) fn new(shape: &'a Shape, ends: Vec<u32>) -> Minimiser<'a> {
        let levels = shape.levels();
        let mut becomes: Vec<Vec<u32>> = (0..=levels).map(|_| Vec::new()).collect();
        becomes[levels] = ends;
        let nodes = (0..levels).map(|_| Vec::new()).collect();
        Minimiser { shape, becomes, nodes, batch: Batch::default() }
    }

    /// Makes the nodes of a level out of the arcs of its states, which come in pieces. The account holds what is not
    /// the minimiser's; a piece that is done frees `freed(piece)` bytes of it.
    pub(crate) fn level<P: AsRef<[u32]>>(
        &mut self,
        level: usize,
        pieces: Vec<P>,
        freed: impl Fn(&P) -> usize,
        account: &mut Account<'_>,
    ) -> Result<()> {
        let values = self.shape.values(level);
        let to = (0..values as u32).map(|value| self.shape.next(level, value));
        let below: Vec<&[u32]> = to.map(|to| &self.becomes[to][..]).collect();
        let states = pieces.iter().map(|piece| piece.as_ref().len()).sum::<usize>() / values + 1;
        let (mut keys, held) = (Keys::new(values), self.bytes() + 4 * states);
        account.level = level;
        account.make_room(held)?;
        let mut becomes = vec![0; states];
        let mut done = 0usize;
        for piece in pieces {
            // In blocks, so that the look-ups of a block wait for memory together.
            for block in piece.as_ref().chunks(BLOCK * values) {
                self.batch.clear();
                for (number, state) in (done + 1..).zip(block.chunks_exact(values)) {
                    add_children(&mut self.batch, &below, state, number as u32);
                }
                let wanted = held + keys.bytes() + keys.growth(&self.batch);
                if done.is_multiple_of(PIECE) {
                    account.ask(wanted)?;
                } else {
                    account.make_room(wanted)?;
                }
                keys.intern_all(&self.batch, |number, node, _| becomes[number as usize] = node + 1);
                done += block.len() / values;
            }
            account.held -= freed(&piece);
        }
        self.nodes[level] = keys.into_words();
        self.becomes[level] = becomes;
        Ok(())
    }

    /// Forgets what the states of levels became that no further level leads to.
    pub(crate) fn forget_below(&mut self, level: usize) {
        let needed = |below: usize| (0..level).any(|above| self.shape.targets(above).contains(&below));
        let forgotten: Vec<usize> = (level + 1..self.becomes.len())
            .filter(|&below| !self.becomes[below].is_empty() && !needed(below))
            .collect();
        for below in forgotten {
            self.becomes[below] = Vec::new();
        }
    }

    fn bytes(&self) -> usize {
        let words: usize = self.becomes.iter().chain(&self.nodes).map(Vec::capacity).sum();
        words * 4
    }

    /// The diagram whose words begin in this state of the first level, 0 if there is none.
    pub(crate) fn finish(self, shape: &Arc<Shape>, first: u32) -> Diagram {
        let Minimiser { becomes, mut nodes, .. } = self;
        let root = becomes[0][first as usize];
        drop(becomes);
        // The nodes were made among arrays that are gone now. Diagrams last for long, so they move into the holes these
        // have left: otherwise the memory that the operating system sees would be half as much again.
        for level in &mut nodes {
            *level = level.as_slice().to_vec();
        }
        Diagram { shape: Arc::clone(shape), nodes, root }
    }
}

/// Adds the children of a state to the batch, if there are any.
#[inline]
fn add_children(batch: &mut Batch, below: &[&[u32]], state: &[u32], number: u32) {
    let words = batch.words();
    let mut some = 0;
    for (&arc, becomes) in state.iter().zip(below) {
        let child = if arc == 0 { 0 } else { becomes[arc as usize] };
        some |= child;
        words.push(child);
    }
    if some == 0 { batch.undo() } else { batch.close(number) }
}

impl<N> Sweep<N> {
    /// Returns the diagram of the automaton, its results changed by `relabel` (to 0 for words to be left out).
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) if `watch` returns false.
    pub fn diagram(
        self,
        shape: &Arc<Shape>,
        relabel: impl Fn(u32) -> u32,
        watch: &mut dyn FnMut(Effort) -> bool,
    ) -> Result<Diagram> {
        let Sweep { mut arcs, ends, states, .. } = self;
        let mut account = Account::new(watch);
        account.states = states;
        let bytes = |piece: &Vec<u32>| piece.capacity() * 4;
        account.held = arcs.iter().flatten().map(bytes).sum();
        account.make_room(8 * (ends.len() + 1))?;
        let mut results = Vec::with_capacity(ends.len() + 1);
        results.push(0);
        results.extend(ends.into_iter().map(relabel));
        let mut minimiser = Minimiser::new(shape, results);
        for level in (0..shape.levels()).rev() {
            minimiser.level(level, std::mem::take(&mut arcs[level]), bytes, &mut account)?;
            minimiser.forget_below(level);
        }
        Ok(minimiser.finish(shape, 1))
    }
}
