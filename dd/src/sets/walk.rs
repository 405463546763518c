//! Going through the nodes of a set.

use crate::nodes::arc::{child_of, label_of, value};
use crate::sets::count::{IdMap, children_first};
use crate::{Error, Result, Set, Val, Var};

impl Set {
    /// Calls `visit` with every node once, the nodes that its arcs lead to before it: with its variable, and with its
    /// arcs by ascending values, each with the number of the node behind it, counted in the order of the calls; `None`
    /// where words end. The last call is for the node where all words begin. There is none if the set is empty or has
    /// the empty word alone.
    ///
    /// Whatever can be computed from the ends of the words towards their beginning takes one pass:
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let set = manager.words([[(1, 2), (2, 5)], [(1, 3), (2, 1)]])?;
    /// // The largest sum of the values of a word.
    /// let mut largest = Vec::new();
    /// set.each_node(|_, arcs| {
    ///     let below = |child: Option<usize>| child.map_or(0, |child| largest[child]);
    ///     largest.push(arcs.iter().map(|&(value, child)| value + below(child)).max().unwrap());
    /// })?;
    /// assert_eq!(largest.last(), Some(&7));
    /// # dd::Result::Ok(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Undefined`] if TOP is in it.
    pub fn each_node(&self, mut visit: impl FnMut(Var, &[(Val, Option<usize>)])) -> Result<()> {
        let engine = self.manager().lock()?;
        let store = &engine.store;
        if store.has_top(self.id()) {
            return Err(Error::Undefined);
        }
        let mut numbers: IdMap<usize> = IdMap::default();
        let mut arcs = Vec::new();
        for (number, id) in children_first(store, self.id()).into_iter().enumerate() {
            arcs.clear();
            // What has no number is the end of the words.
            let arc = |&arc: &u64| (value(label_of(arc)), numbers.get(&child_of(arc)).copied());
            arcs.extend(store.arcs(id).iter().map(arc));
            visit(store.var(id), &arcs);
            numbers.insert(id, number);
        }
        Ok(())
    }
}
