//! The nodes of a diagram in layers.

use crate::eval::engine::Engine;
use crate::nodes::arc::{Id, ONE, ZERO, child_of, is_terminal, label_of, value};
use crate::sets::count::reachable;
use std::collections::{BTreeMap, HashMap};

/// Letters of a name that are shown.
const LONGEST_NAME: usize = 24;
/// The width of a letter, and what is left free on both sides of a text.
const LETTER: f64 = 7.0;
const MARGIN: f64 = 10.0;

/// What is drawn at one place.
pub(super) enum Kind {
    /// A node: the name of its variable.
    Node(String),
    /// A terminal: how it is written.
    Terminal(&'static str),
    /// Where an arc passes a layer by.
    Bend,
}

/// A box, or a bend.
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) layer: usize,
    pub(super) cells: Vec<Cell>,
    pub(super) width: f64,
}

/// Where an arc leaves an item.
pub(super) struct Cell {
    pub(super) values: String,
    /// The item of the next layer that it leads to.
    pub(super) to: usize,
    /// The middle of the cell, from the left side of the item.
    pub(super) middle: f64,
    pub(super) width: f64,
}

/// Items in layers; every arc leads to the next one.
pub(super) struct Graph {
    pub(super) items: Vec<Item>,
    /// The items of each layer from left to right.
    pub(super) layers: Vec<Vec<usize>>,
}

impl Graph {
    /// The nodes in the order in which their words come, so that it does not matter how they are numbered.
    pub(super) fn of(engine: &Engine, root: Id) -> Graph {
        let nodes = reachable(&engine.store, root);
        let layers = layers_of(engine, &nodes);
        let last = layers.iter().max().map_or(0, |last| last + 1);
        let mut graph = Graph { items: Vec::new(), layers: Vec::new() };
        let mut item_of: HashMap<Id, usize> = HashMap::new();
        for (&id, &layer) in nodes.iter().zip(&layers) {
            item_of.insert(id, graph.add(Kind::Node(shown(&engine.name(engine.store.var(id)))), layer));
        }
        if is_terminal(root) {
            graph.add(Kind::Terminal(terminal(root)), last);
        }
        let mut bends: HashMap<(usize, usize), usize> = HashMap::new();
        for (from, &id) in nodes.iter().enumerate() {
            for (child, values) in arcs(engine, id) {
                let to =
                    *item_of.entry(child).or_insert_with(|| graph.add(Kind::Terminal(terminal(child)), last));
                let to = graph.next(layers[from] + 1, to, &mut bends);
                graph.connect(from, to, shorten(&values));
            }
        }
        for item in &mut graph.items {
            item.arrange();
        }
        graph
    }

    fn add(&mut self, kind: Kind, layer: usize) -> usize {
        self.items.push(Item { kind, layer, cells: Vec::new(), width: 0.0 });
        let item = self.items.len() - 1;
        self.layers.resize_with(self.layers.len().max(layer + 1), Vec::new);
        self.layers[layer].push(item);
        item
    }

    fn connect(&mut self, from: usize, to: usize, values: String) {
        self.items[from].cells.push(Cell { values, to, middle: 0.0, width: 0.0 });
    }

    /// The item of this layer through which `to` is reached: itself, or a bend. What goes to the same item bends at the
    /// same places.
    fn next(&mut self, layer: usize, to: usize, bends: &mut HashMap<(usize, usize), usize>) -> usize {
        let mut above = to;
        for layer in (layer..self.items[to].layer).rev() {
            above = match bends.get(&(layer, to)) {
                Some(&bend) => bend,
                None => {
                    let bend = self.add(Kind::Bend, layer);
                    self.connect(bend, above, String::new());
                    bends.insert((layer, to), bend);
                    bend
                }
            };
        }
        above
    }

    /// All arcs, as pairs of items.
    pub(super) fn arcs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.items
            .iter()
            .enumerate()
            .flat_map(|(from, item)| item.cells.iter().map(move |cell| (from, cell.to)))
    }
}

impl Item {
    /// Decides how wide the item and its cells are.
    fn arrange(&mut self) {
        let text = match &self.kind {
            Kind::Node(name) => name.as_str(),
            Kind::Terminal(text) => text,
            Kind::Bend => return,
        };
        let needed: f64 = self.cells.iter().map(|cell| width(&cell.values)).sum();
        self.width = needed.max(width(text) + MARGIN);
        let more = (self.width - needed) / self.cells.len().max(1) as f64;
        let mut left = 0.0;
        for cell in &mut self.cells {
            cell.width = width(&cell.values) + more;
            cell.middle = left + cell.width / 2.0;
            left += cell.width;
        }
    }
}

fn width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64 + MARGIN
}

/// The children of a node with the values that lead there, by the least value.
fn arcs(engine: &Engine, id: Id) -> Vec<(Id, Vec<String>)> {
    let mut place: HashMap<Id, usize> = HashMap::new();
    let mut arcs: Vec<(Id, Vec<String>)> = Vec::new();
    for &arc in engine.store.arcs(id) {
        let at = *place.entry(child_of(arc)).or_insert(arcs.len());
        if at == arcs.len() {
            arcs.push((child_of(arc), Vec::new()));
        }
        arcs[at].1.push(value(label_of(arc)).to_string());
    }
    arcs
}

/// The layer of each node: that of its variable if words agree on an order of variables, else how far down it can be.
fn layers_of(engine: &Engine, nodes: &[Id]) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    for &id in nodes {
        let next = numbers.len();
        numbers.entry(engine.store.var(id)).or_insert(next);
    }
    let variable: Vec<usize> = nodes.iter().map(|&id| numbers[&engine.store.var(id)]).collect();
    let number: HashMap<Id, usize> = nodes.iter().copied().zip(0..).collect();
    let children = |node: usize| engine.store.arcs(nodes[node]).iter().map(|&arc| child_of(arc));
    let inner = |node: usize| children(node).filter_map(|child| number.get(&child).copied());
    let arcs: Vec<(usize, usize)> =
        (0..nodes.len()).flat_map(|from| inner(from).map(move |to| (from, to))).collect();
    let of_variables: Vec<(usize, usize)> =
        arcs.iter().map(|&(from, to)| (variable[from], variable[to])).collect();
    match depths(numbers.len(), of_variables) {
        Some(depths) => variable.iter().map(|&variable| depths[variable]).collect(),
        None => depths(nodes.len(), arcs).expect("no arc leads back to a node above it"),
    }
}

/// The length of the longest way to each of so many things; `None` if some way leads back.
fn depths(count: usize, mut arcs: Vec<(usize, usize)>) -> Option<Vec<usize>> {
    arcs.sort_unstable();
    arcs.dedup();
    let mut waiting = vec![0; count];
    let mut after = vec![Vec::new(); count];
    for (from, to) in arcs {
        waiting[to] += 1;
        after[from].push(to);
    }
    let mut ready: Vec<usize> = (0..count).filter(|&thing| waiting[thing] == 0).collect();
    let (mut depths, mut done) = (vec![0; count], 0);
    while let Some(thing) = ready.pop() {
        done += 1;
        for &next in &after[thing] {
            depths[next] = depths[next].max(depths[thing] + 1);
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(next);
            }
        }
    }
    (done == count).then_some(depths)
}

fn terminal(id: Id) -> &'static str {
    match id {
        ZERO => "0",
        ONE => "1",
        _ => "TOP",
    }
}

/// A name, or the beginning of one that is long.
fn shown(name: &str) -> String {
    let mut text: String =
        name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if let Some((end, _)) = text.char_indices().nth(LONGEST_NAME) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The first and the last of many values.
pub(crate) fn shorten(values: &[String]) -> String {
    match values {
        [first, second, .., last] if values.len() > 8 => format!("{first}, {second}, … {last}"),
        _ => values.join(", "),
    }
}
