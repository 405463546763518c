//! How far to the right each item is drawn.

use super::graph::{Graph, Kind};
use super::order::neighbours;

/// Between two boxes, and between two arcs that bend.
const BETWEEN: f64 = 18.0;
const BETWEEN_BENDS: f64 = 10.0;
const SWEEPS: usize = 20;

/// The middle of each item, from 0 at the left edge of the drawing.
pub(super) fn place(graph: &Graph) -> Vec<f64> {
    let (above, below) = neighbours(graph);
    let mut places = vec![0.0; graph.items.len()];
    for layer in &graph.layers {
        settle(graph, layer, &vec![0.0; layer.len()], &mut places);
    }
    for sweep in 0..SWEEPS {
        let layers = 0..graph.layers.len();
        if sweep % 2 == 0 {
            layers.for_each(|layer| follow(graph, layer, &[&above], &mut places));
        } else {
            layers.rev().for_each(|layer| follow(graph, layer, &[&below], &mut places));
        }
    }
    (0..graph.layers.len()).for_each(|layer| follow(graph, layer, &[&above, &below], &mut places));
    let left = graph.items.iter().zip(&places).map(|(item, place)| place - item.width / 2.0);
    let edge = left.fold(f64::INFINITY, f64::min);
    places.iter().map(|place| place - edge).collect()
}

/// Moves the items of a layer to the middle of their neighbours.
fn follow(graph: &Graph, layer: usize, sides: &[&[Vec<usize>]], places: &mut [f64]) {
    let items = &graph.layers[layer];
    let wanted = |&item: &usize| {
        let near: Vec<f64> = sides.iter().flat_map(|side| &side[item]).map(|&other| places[other]).collect();
        if near.is_empty() { places[item] } else { near.iter().sum::<f64>() / near.len() as f64 }
    };
    let wanted: Vec<f64> = items.iter().map(wanted).collect();
    settle(graph, items, &wanted, places);
}

/// Puts each item as near as can be to where it wants to be, keeping their order and room between them.
///
/// Where that is left aside which is needed for the items before, places must only not fall: so neighbours that want
/// to be in the wrong order move together, to the mean of what they want.
fn settle(graph: &Graph, items: &[usize], wanted: &[f64], places: &mut [f64]) {
    let mut groups: Vec<(f64, usize)> = Vec::new();
    let offsets = offsets(graph, items);
    for (want, offset) in wanted.iter().zip(&offsets) {
        let mut group = (want - offset, 1);
        while let Some(&(sum, count)) = groups.last() {
            if sum / count as f64 <= group.0 / group.1 as f64 {
                break;
            }
            group = (group.0 + sum, group.1 + count);
            groups.pop();
        }
        groups.push(group);
    }
    let settled = groups.into_iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    for ((&item, offset), place) in items.iter().zip(offsets).zip(settled) {
        places[item] = place + offset;
    }
}

/// How far each item must at least be from the first.
fn offsets(graph: &Graph, items: &[usize]) -> Vec<f64> {
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(items.len());
    for (position, &item) in items.iter().enumerate() {
        if let Some(&before) = position.checked_sub(1).and_then(|before| items.get(before)) {
            let (before, item) = (&graph.items[before], &graph.items[item]);
            let bends = [before, item].iter().all(|item| matches!(item.kind, Kind::Bend));
            offset += (before.width + item.width) / 2.0 + if bends { BETWEEN_BENDS } else { BETWEEN };
        }
        offsets.push(offset);
    }
    offsets
}
