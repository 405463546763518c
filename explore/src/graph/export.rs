//! Graphs as files that other programs read: dot for graphviz, GraphML, and Aldebaran's `.aut`.

use std::fmt;

use game::{Notation, System};

use crate::graph::Graph;

/// A file format for graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The language of graphviz: boards as labels, in boxes; starts are bold and ends have a double border.
    Dot,
    /// XML that yEd, Gephi and networkx read. Nodes have a `label`, a `start` and a `final`, edges have a `label`.
    GraphMl,
    /// Aldebaran, for CADP and mCRL2: labelled transitions between numbered states, and no boards. The format has one
    /// initial state, 0; if there are several starts, steps called `i` lead to them from there.
    Aut,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Dot, Format::GraphMl, Format::Aut];

    /// Returns its name, which is also the usual extension of its files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Dot => "dot",
            Format::GraphMl => "graphml",
            Format::Aut => "aut",
        }
    }

    /// Returns the format of this name or extension.
    ///
    /// ```
    /// assert_eq!(explore::Format::of("graphml"), Some(explore::Format::GraphMl));
    /// assert_eq!(explore::Format::of("png"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }
}

/// A graph in a file format: its [`Display`](fmt::Display) is the file. States are numbered from 0 in the order of a
/// breadth-first search, the starts first. Steps to states that were not reached are left out.
///
/// ```
/// use explore::{Explorer, Format, Graph};
/// use game::mock::Mock;
/// let game = Mock::new(3).edge(0, 2).edge(2, 1).edge(2, 0);
/// let graph = Graph::of(&Explorer::new(&game), &mut ());
/// let text = graph.export(Format::Aut).to_string();
/// assert_eq!(text, "des (0, 3, 3)\n(0, \"2\", 1)\n(1, \"1\", 2)\n(1, \"0\", 0)\n");
/// ```
pub struct Export<'g, 'a, S: System> {
    graph: &'g Graph<'a, S>,
    format: Format,
    /// The numbers that the graph gives the states, in the order of the file.
    order: Vec<u32>,
    /// The numbers that the file gives them, by those of the graph.
    renamed: Vec<usize>,
}

impl<'a, S: Notation> Graph<'a, S> {
    /// Returns the graph in a file format.
    #[must_use]
    pub fn export(&self, format: Format) -> Export<'_, 'a, S> {
        let mut order: Vec<u32> = Vec::with_capacity(self.len());
        let mut renamed = vec![usize::MAX; self.len()];
        let mut meet = |number: u32, order: &mut Vec<u32>| {
            if renamed[number as usize] == usize::MAX {
                renamed[number as usize] = order.len();
                order.push(number);
            }
        };
        self.starts().iter().for_each(|&start| meet(start, &mut order));
        let mut next = 0;
        while next < order.len() {
            self.after(order[next]).iter().for_each(|&to| meet(to, &mut order));
            next += 1;
        }
        Export { graph: self, format, order, renamed }
    }
}

impl<S: Notation> fmt::Display for Export<'_, '_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            Format::Dot => self.dot(f),
            Format::GraphMl => self.graph_ml(f),
            Format::Aut => self.aut(f),
        }
    }
}

impl<S: Notation> Export<'_, '_, S> {
    /// Every state, with its number in the file.
    fn states(&self) -> impl Iterator<Item = (usize, u32, S::Configuration)> {
        self.order.iter().enumerate().map(|(name, &number)| (name, number, self.graph.state(number)))
    }

    /// How many starts there are, each once. They come first.
    fn starts(&self) -> usize {
        let names = self.graph.starts().iter().map(|&start| self.renamed[start as usize]);
        names.max().map_or(0, |last| last + 1)
    }

    /// Does something with every step: where from, what it is called, where to.
    fn each_step(&self, mut work: impl FnMut(usize, &str, usize) -> fmt::Result) -> fmt::Result {
        let system = self.graph.space().system;
        for (name, number, state) in self.states() {
            for (action, to) in self.graph.steps(number) {
                let Some(to) = to else { continue };
                work(name, &system.action_text(&state, action), self.renamed[to as usize])?;
            }
        }
        Ok(())
    }

    fn dot(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let system = self.graph.space().system;
        let starts = self.starts();
        writeln!(f, "digraph states {{\n  node [shape=box, fontname=monospace];")?;
        for (name, _, state) in self.states() {
            // Every line ends with \l, which aligns it to the left.
            let label: String =
                system.board_text(&state).lines().map(|line| format!("{}\\l", quoted(line))).collect();
            let start = if name < starts { ", style=bold" } else { "" };
            let end = if system.is_final(&state) { ", peripheries=2" } else { "" };
            writeln!(f, "  {name} [label=\"{label}\"{start}{end}];")?;
        }
        self.each_step(|from, label, to| writeln!(f, "  {from} -> {to} [label=\"{}\"];", quoted(label)))?;
        writeln!(f, "}}")
    }

    fn graph_ml(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let system = self.graph.space().system;
        let starts = self.starts();
        f.write_str(GRAPH_ML)?;
        for (name, _, state) in self.states() {
            let (start, end) = (name < starts, system.is_final(&state));
            writeln!(
                f,
                "    <node id=\"n{name}\"><data key=\"label\">{}</data><data key=\"start\">{start}</data>\
                 <data key=\"final\">{end}</data></node>",
                xml(&system.board_text(&state))
            )?;
        }
        self.each_step(|from, label, to| {
            let label = xml(label);
            writeln!(
                f,
                "    <edge source=\"n{from}\" target=\"n{to}\"><data key=\"step\">{label}</data></edge>"
            )
        })?;
        f.write_str("  </graph>\n</graphml>\n")
    }

    fn aut(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let starts = self.starts();
        // One state more, if there is not one start.
        let extra = usize::from(starts != 1);
        let mut steps = starts * extra;
        self.each_step(|_, _, _| {
            steps += 1;
            Ok(())
        })?;
        writeln!(f, "des (0, {steps}, {})", self.order.len() + extra)?;
        for start in 0..starts * extra {
            writeln!(f, "(0, \"i\", {})", start + extra)?;
        }
        self.each_step(|from, label, to| {
            writeln!(f, "({}, \"{}\", {})", from + extra, quoted(label), to + extra)
        })
    }
}

const GRAPH_ML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="label" for="node" attr.name="label" attr.type="string"/>
  <key id="start" for="node" attr.name="start" attr.type="boolean"/>
  <key id="final" for="node" attr.name="final" attr.type="boolean"/>
  <key id="step" for="edge" attr.name="label" attr.type="string"/>
  <graph edgedefault="directed">
"#;

/// A text between quotes, on one line.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}

/// A text inside an element of XML.
fn xml(text: &str) -> String {
    // There is no way to write most control characters in XML.
    let unwritable = |c: char| c.is_control() && c != '\t' && c != '\n';
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace(unwritable, "\u{fffd}")
}
