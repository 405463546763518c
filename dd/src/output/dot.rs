//! Drawings for graphviz and its kin.

use crate::nodes::arc::{child_of, is_terminal, label_of, value};
use crate::output::drawing::shorten;
use crate::output::print::terminal;
use crate::{Result, Set};
use std::collections::BTreeMap;
use std::fmt::Write;

impl Set {
    /// Returns the diagram in the dot language, arcs between the same nodes drawn as one.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let dot = manager.range(1, 0..=1)?.to_dot()?;
    /// assert!(dot.starts_with("digraph") && dot.contains("0, 1"));
    /// # dd::Result::Ok(())
    /// ```
    pub fn to_dot(&self) -> Result<String> {
        let engine = self.manager().lock()?;
        let store = &engine.store;
        let mut text = String::from("digraph ddd {\n");
        let mut terminals = BTreeMap::new();
        if is_terminal(self.id()) {
            terminals.insert(self.id(), ());
        }
        for id in crate::sets::count::reachable(store, self.id()) {
            let name = engine.name(store.var(id)).replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "  n{id} [label=\"{name}\"];");
            let mut labels: BTreeMap<u32, Vec<String>> = BTreeMap::new();
            for &arc in store.arcs(id) {
                labels.entry(child_of(arc)).or_default().push(value(label_of(arc)).to_string());
            }
            for (child, values) in labels {
                if is_terminal(child) {
                    terminals.insert(child, ());
                }
                let _ = writeln!(text, "  n{id} -> n{child} [label=\"{}\"];", shorten(&values));
            }
        }
        for id in terminals.into_keys() {
            let _ = writeln!(text, "  n{id} [label=\"{}\", shape=box];", terminal(id));
        }
        text.push_str("}\n");
        Ok(text)
    }
}
