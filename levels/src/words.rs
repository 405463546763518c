//! The words of a diagram, one by one.

use crate::diagram::Diagram;

/// The words of a diagram in order, each with what it is given.
struct Words<'a> {
    diagram: &'a Diagram,
    /// The way to the next word: levels, nodes, and the value that is tried next.
    path: Vec<(usize, u32, u32)>,
    word: Vec<u32>,
    /// A diagram of the empty word alone.
    empty: Option<u32>,
}

impl Iterator for Words<'_> {
    type Item = (Vec<u32>, u32);

    fn next(&mut self) -> Option<(Vec<u32>, u32)> {
        if let Some(given) = self.empty.take() {
            return Some((Vec::new(), given));
        }
        let shape = self.diagram.shape();
        while let Some((level, node, value)) = self.path.pop() {
            self.word.truncate(self.path.len());
            if value as usize == shape.values(level) {
                continue;
            }
            self.path.push((level, node, value + 1));
            let child = self.diagram.child(level, node, value);
            if child == 0 {
                continue;
            }
            self.word.push(value);
            let to = shape.next(level, value);
            if to == shape.levels() {
                return Some((self.word.clone(), child));
            }
            self.path.push((to, child, 0));
        }
        None
    }
}

impl Diagram {
    /// Returns the words with their numbers, in the order of their letters.
    pub fn words(&self) -> impl Iterator<Item = (Vec<u32>, u32)> {
        let starts = self.root != 0 && self.shape.levels() > 0;
        let path = if starts { vec![(0, self.root, 0)] } else { Vec::new() };
        let empty = (self.root != 0 && self.shape.levels() == 0).then_some(self.root);
        Words { diagram: self, path, word: Vec::new(), empty }
    }

    /// Returns some word with its number, or `None` if there is none; `choose(n)` picks one of `n` ways to go on.
    pub fn pick(&self, mut choose: impl FnMut(usize) -> usize) -> Option<(Vec<u32>, u32)> {
        let (mut level, mut node, mut word) = (0, self.root, Vec::new());
        if node == 0 {
            return None;
        }
        while level < self.shape.levels() {
            let children = self.children(level, node);
            let live: Vec<u32> =
                (0..).zip(children).filter(|(_, child)| **child != 0).map(|(v, _)| v).collect();
            let value = *live.get(choose(live.len()))?;
            node = children[value as usize];
            level = self.shape.next(level, value);
            word.push(value);
        }
        Some((word, node))
    }
}
