//! Printing sets as the libDDD examples do.

use crate::eval::engine::Engine;
use crate::nodes::arc::{Id, ONE, TOP, ZERO, child_of, label_of, value};
use crate::{Set, Var};
use std::fmt;

/// Indentation stops growing at this level, so that deep diagrams stay readable.
const MAX_INDENT: usize = 40;

/// A set to be printed with a limit of lines. Made by [`Set::printed`].
pub struct Printed<'a> {
    set: &'a Set,
    lines: usize,
}

impl Set {
    /// Returns the set as a tree of at most `lines` lines; if it has more, the last of them is `…`. From the 40th level
    /// on, lines are not indented further.
    ///
    /// As in libDDD, a blank follows every arc.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// manager.set_name(9, "STATE")?;
    /// let set = manager.word(&[(9, -1), (0, 1)])?;
    /// assert_eq!(set.printed(100).to_string(), "STATE -|-1|> \n    0 -|1|> \n        TERMINAL [1]\n");
    /// assert_eq!(set.printed(2).to_string(), "STATE -|-1|> \n    …\n");
    /// # dd::Result::Ok(())
    /// ```
    pub fn printed(&self, lines: usize) -> Printed<'_> {
        Printed { set: self, lines }
    }
}

/// At most a hundred lines.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.printed(100).fmt(f)
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Set({})", self.id())
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(engine) = self.set.manager().lock() else { return write!(f, "{:?}", self.set) };
        let mut left = self.lines;
        let mut path: Vec<(Id, usize)> = vec![(self.set.id(), 0)];
        while let Some((id, next)) = path.pop() {
            let indent = 4 * path.len().min(MAX_INDENT);
            let arc = if id > TOP { engine.store.arcs(id).get(next).copied() } else { None };
            if id > TOP && arc.is_none() {
                continue;
            }
            let more = || path.iter().any(|&(id, next)| next < engine.store.arcs(id).len());
            if left == 0 {
                return Ok(());
            }
            if left == 1 && (arc.is_some() || more()) {
                return writeln!(f, "{:indent$}…", "");
            }
            left -= 1;
            match arc {
                None => writeln!(f, "{:indent$}{}", "", terminal(id))?,
                Some(arc) => {
                    let name = engine.name(engine.store.var(id));
                    writeln!(f, "{:indent$}{name} -|{}|> ", "", value(label_of(arc)))?;
                    path.extend([(id, next + 1), (child_of(arc), 0)]);
                }
            }
        }
        Ok(())
    }
}

/// How a terminal is written.
pub(crate) fn terminal(id: Id) -> &'static str {
    match id {
        ZERO => "TERMINAL [0]",
        ONE => "TERMINAL [1]",
        _ => "TERMINAL [T]",
    }
}

impl Engine {
    /// The name of a variable, or its number.
    pub(crate) fn name(&self, var: Var) -> String {
        self.names.get(&var).cloned().unwrap_or_else(|| var.to_string())
    }
}
