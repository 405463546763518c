//! The drawing itself.

use super::graph::{Graph, Item, Kind};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The height of a line of text in a box.
const LINE: f64 = 20.0;
/// What is left free around the drawing.
const MARGIN: f64 = 12.0;
/// The least and the greatest room between two layers.
const GAPS: (f64, f64) = (46.0, 420.0);
/// Colours that are told apart by most eyes, for what arcs carry.
const COLOURS: [&str; 8] =
    ["#4b5563", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8b6d00", "#56b4e9", "#7b3fa0"];

const STYLE: &str = "text{font-size:12px;font-family:ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace;text-anchor:middle;fill:#111827}\
.name{font-weight:bold}.box{fill:#fff;stroke:#374151}.head{fill:#e5e7eb;stroke:#374151}\
.end{fill:#fde68a;stroke:#374151}.cell{fill:none;stroke:#9ca3af}\
.arc{fill:none;stroke-width:1.2;stroke-opacity:.75}.arc:hover{stroke-width:4;stroke-opacity:1}";

/// Writes the drawing of a graph whose items have these places.
pub(super) fn paint(graph: &Graph, places: &[f64]) -> String {
    let painter = Painter { graph, places, tops: tops(graph, places), hues: hues(graph) };
    painter.paint()
}

struct Painter<'a> {
    graph: &'a Graph,
    places: &'a [f64],
    /// The upper edge of each layer, and the lower edge of the last.
    tops: Vec<f64>,
    /// What arcs carry, each once, sorted.
    hues: Vec<&'a str>,
}

/// What arcs carry, each once: the shorter, then the lesser first.
fn hues(graph: &Graph) -> Vec<&str> {
    let values = graph.items.iter().flat_map(|item| &item.cells).map(|cell| cell.values.as_str());
    values.map(|values| (values.len(), values)).collect::<BTreeSet<_>>().into_iter().map(|(_, v)| v).collect()
}

fn height(item: &Item) -> f64 {
    match item.kind {
        Kind::Node(_) => 2.0 * LINE,
        Kind::Terminal(_) => LINE + 4.0,
        Kind::Bend => 0.0,
    }
}

fn tallest(graph: &Graph, layer: usize) -> f64 {
    graph.layers[layer].iter().map(|&item| height(&graph.items[item])).fold(0.0, f64::max)
}

fn left(item: &Item, place: f64) -> f64 {
    place - item.width / 2.0
}

/// Layers are the further apart the further aside their arcs lead.
fn tops(graph: &Graph, places: &[f64]) -> Vec<f64> {
    let mut tops = vec![0.0];
    let mut top = 0.0;
    for (number, layer) in graph.layers.iter().enumerate() {
        let mut asides: Vec<f64> = Vec::new();
        for &from in layer {
            asides.extend(graph.items[from].cells.iter().map(|cell| (places[cell.to] - places[from]).abs()));
        }
        asides.sort_by(f64::total_cmp);
        // A few may lie flat. Below the last layer there is no arc, and no room needed.
        let aside = asides.get(asides.len() * 9 / 10).copied().unwrap_or(0.0);
        top += tallest(graph, number) + (0.3 * aside).clamp(GAPS.0, GAPS.1);
        tops.push(top);
    }
    tops
}

impl Painter<'_> {
    fn paint(&self) -> String {
        let right = self.graph.items.iter().zip(self.places).map(|(item, place)| place + item.width / 2.0);
        let width = right.fold(0.0, f64::max) + 2.0 * MARGIN;
        let last = self.graph.layers.len().saturating_sub(1);
        let height = self.tops[last] + tallest(self.graph, last) + 2.0 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"{0:.0} {0:.0} {width:.0} {height:.0}\">\n<style>{STYLE}</style>\n\
             <rect x=\"{0:.0}\" y=\"{0:.0}\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            -MARGIN
        );
        for item in 0..self.graph.items.len() {
            self.arcs(item, &mut svg);
        }
        for item in 0..self.graph.items.len() {
            self.item(item, &mut svg);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The arcs that leave an item: down to the end of its layer, and then aside.
    fn arcs(&self, from: usize, svg: &mut String) {
        let item = &self.graph.items[from];
        let top = self.tops[item.layer];
        let (begin, turn) = (top + height(item), top + tallest(self.graph, item.layer));
        for cell in &item.cells {
            let start = left(item, self.places[from]) + cell.middle;
            let (end, bottom) = (self.places[cell.to], self.tops[item.layer + 1]);
            let middle = f64::midpoint(turn, bottom);
            let hue = self.hues.iter().position(|&hue| hue == cell.values);
            let hue = hue.expect("all labels have a hue");
            let _ = writeln!(
                svg,
                "<path class=\"arc\" stroke=\"{}\" d=\"M{start:.1} {begin:.1}V{turn:.1}C{start:.1} {middle:.1} \
                 {end:.1} {middle:.1} {end:.1} {bottom:.1}\"/>",
                COLOURS[hue % COLOURS.len()]
            );
        }
    }

    fn item(&self, number: usize, svg: &mut String) {
        let item = &self.graph.items[number];
        let (x, y, middle) = (left(item, self.places[number]), self.tops[item.layer], self.places[number]);
        match &item.kind {
            Kind::Bend => {}
            Kind::Terminal(text) => {
                let (width, height) = (item.width, height(item));
                rectangle(svg, "end", [x, y, width, height]);
                label(svg, "name", [middle, y + height / 2.0], text);
            }
            Kind::Node(name) => {
                rectangle(svg, "box", [x, y, item.width, 2.0 * LINE]);
                rectangle(svg, "head", [x, y, item.width, LINE]);
                label(svg, "name", [middle, y + LINE / 2.0], name);
                for cell in &item.cells {
                    let side = x + cell.middle - cell.width / 2.0;
                    rectangle(svg, "cell", [side, y + LINE, cell.width, LINE]);
                    label(svg, "", [x + cell.middle, y + 1.5 * LINE], &cell.values);
                }
            }
        }
    }
}

fn rectangle(svg: &mut String, class: &str, [x, y, width, height]: [f64; 4]) {
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2\"/>"
    );
}

fn label(svg: &mut String, class: &str, [x, y]: [f64; 2], text: &str) {
    let _ =
        writeln!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 4.0, escape(text));
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
