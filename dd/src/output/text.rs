//! Sets as text that people can read and write.
//!
//! Names of variables, then one line for each node, children first, then the root. Numbers 0, 1 and 2 are the terminals
//! ZERO, ONE and TOP. In names, `\\`, `\"`, `\n` and `\r` stand for what they stand for in Rust.
//!
//! ```text
//! ddd 2
//! name 8 "STATE"
//! 3 = 8 -|-1|> 1 -|0|> 1
//! 4 = 7 -|2|> 3
//! root 4
//! ```

use crate::eval::engine::Engine;
use crate::nodes::arc::{Id, TOP, child_of, label, label_of, pack, value};
use crate::sets::count::{IdMap, children_first};
use crate::{Error, Manager, Result, Set, Val, Var};
use std::collections::HashMap;
use std::fmt::Write;

impl Set {
    /// Returns the set as text, a line for each node.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let set = manager.word(&[(7, 2), (8, -1)])?;
    /// assert_eq!(set.to_text()?, "ddd 2\n3 = 8 -|-1|> 1\n4 = 7 -|2|> 3\nroot 4\n");
    /// assert_eq!(manager.parse(&set.to_text()?)?, set);
    /// # dd::Result::Ok(())
    /// ```
    pub fn to_text(&self) -> Result<String> {
        let engine = self.manager().lock()?;
        let order = children_first(&engine.store, self.id());
        let mut numbers: IdMap<u32> = (0..=TOP).map(|id| (id, id)).collect();
        let mut text = String::from("ddd 2\n");
        for (var, name) in engine.names_in(&order) {
            let _ = writeln!(text, "name {var} {}", quote(name));
        }
        for (i, id) in order.into_iter().enumerate() {
            let number = TOP + 1 + i as u32;
            let _ = write!(text, "{number} = {}", engine.store.var(id));
            for &arc in engine.store.arcs(id) {
                let _ = write!(text, " -|{}|> {}", value(label_of(arc)), numbers[&child_of(arc)]);
            }
            text.push('\n');
            numbers.insert(id, number);
        }
        let _ = writeln!(text, "root {}", numbers[&self.id()]);
        Ok(text)
    }
}

impl Manager {
    /// Reads what [`Set::to_text`] wrote, or a person. Errors name the line. Variables without a name get theirs from
    /// the text.
    pub fn parse(&self, text: &str) -> Result<Set> {
        let mut engine = self.lock()?;
        engine.reset();
        let mut ids: HashMap<u64, Id> = (0..=TOP).map(|id| (u64::from(id), id)).collect();
        let mut lines =
            text.lines().enumerate().map(|(i, line)| (i, line.trim())).filter(|(_, line)| !line.is_empty());
        match lines.next() {
            Some((_, "ddd 2")) => {}
            Some((i, "ddd 1")) => return Err(wrong(i, "this is version 1, and only \"ddd 2\" is read")),
            _ => return Err(wrong(0, "expected \"ddd 2\"")),
        }
        let mut names = Vec::new();
        while let Some((i, line)) = lines.next() {
            if let Some(root) = line.strip_prefix("root ") {
                let id = lookup(&ids, i, root)?;
                if let Some((i, _)) = lines.next() {
                    return Err(wrong(i, "nothing may follow the root"));
                }
                engine.add_names(names);
                return Ok(self.handle(&mut engine, id));
            }
            if let Some(name) = line.strip_prefix("name ") {
                names.push(parse_name(name).ok_or_else(|| wrong(i, "expected 'name variable \"text\"'"))?);
                continue;
            }
            let (number, node) =
                line.split_once('=').ok_or_else(|| wrong(i, "expected \"number = variable arcs\""))?;
            let number = number.trim().parse().map_err(|_| wrong(i, "the number of the node"))?;
            let id = parse_node(&mut engine, &ids, i, node)?;
            if ids.insert(number, id).is_some() {
                return Err(wrong(i, "this number was used before"));
            }
        }
        Err(wrong(text.lines().count(), "expected \"root number\""))
    }
}

/// A name in quotes, on one line.
fn quote(name: &str) -> String {
    let escaped = name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r");
    format!("\"{escaped}\"")
}

fn parse_name(text: &str) -> Option<(Var, String)> {
    let (var, quoted) = text.trim().split_once(' ')?;
    let mut chars = quoted.trim().strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut name = String::new();
    while let Some(c) = chars.next() {
        name.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                c @ ('\\' | '"') => c,
                _ => return None,
            },
            '"' => return None,
            c => c,
        });
    }
    // The caller reports whatever is no name.
    Some((var.parse().ok()?, name))
}

fn wrong(line: usize, what: &str) -> Error {
    Error::Corrupt { reason: format!("line {}: {what}", line + 1) }
}

fn lookup(ids: &HashMap<u64, Id>, line: usize, text: &str) -> Result<Id> {
    let number: u64 = text.trim().parse().map_err(|_| wrong(line, "expected the number of a node"))?;
    ids.get(&number).copied().ok_or_else(|| wrong(line, "a node that was not defined above"))
}

fn parse_node(engine: &mut Engine, ids: &HashMap<u64, Id>, line: usize, text: &str) -> Result<Id> {
    let mut pieces = text.split("-|");
    let var: Var = pieces
        .next()
        .expect("a split has a first piece")
        .trim()
        .parse()
        .map_err(|_| wrong(line, "the variable"))?;
    crate::check_var(var)?;
    let mut arcs = Vec::new();
    for piece in pieces {
        let (val, child) =
            piece.split_once("|>").ok_or_else(|| wrong(line, "expected \"-|value|> number\""))?;
        let val: Val = val.trim().parse().map_err(|_| wrong(line, "the value"))?;
        match lookup(ids, line, child)? {
            0 => {}
            child => arcs.push(pack(label(val), child)),
        }
    }
    arcs.sort_unstable();
    if arcs.windows(2).any(|pair| label_of(pair[0]) == label_of(pair[1])) {
        return Err(wrong(line, "a value occurs twice"));
    }
    if arcs.is_empty() {
        return Ok(0);
    }
    engine.make_rooted(var, &arcs)
}
