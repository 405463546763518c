//! Which item is left of which: where the middle of its neighbours is, sweep after sweep.

use super::graph::Graph;

/// After so many sweeps there is little left to gain.
const SWEEPS: usize = 24;

/// Puts the items of each layer in an order in which few arcs cross: the best of all sweeps.
pub(super) fn order(graph: &mut Graph) {
    let (above, below) = neighbours(graph);
    let mut best = (crossings(graph, &below), graph.layers.clone());
    for sweep in 0..SWEEPS {
        let layers = 0..graph.layers.len();
        if sweep % 2 == 0 {
            layers.for_each(|layer| sort(graph, layer, &above));
        } else {
            layers.rev().for_each(|layer| sort(graph, layer, &below));
        }
        let count = crossings(graph, &below);
        if count < best.0 {
            best = (count, graph.layers.clone());
        }
    }
    graph.layers = best.1;
}

/// For each item the items above and the items below, one for each arc.
pub(super) fn neighbours(graph: &Graph) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut above = vec![Vec::new(); graph.items.len()];
    let mut below = above.clone();
    for (from, to) in graph.arcs() {
        above[to].push(from);
        below[from].push(to);
    }
    (above, below)
}

/// How far to the right each item is.
fn positions(graph: &Graph) -> Vec<usize> {
    let mut positions = vec![0; graph.items.len()];
    for layer in &graph.layers {
        for (position, &item) in layer.iter().enumerate() {
            positions[item] = position;
        }
    }
    positions
}

/// Sorts a layer by the mean place of the neighbours; items without any stay about where they are.
fn sort(graph: &mut Graph, layer: usize, neighbours: &[Vec<usize>]) {
    let positions = positions_near(graph, layer);
    let key = |&item: &usize| match &neighbours[item][..] {
        [] => positions[item],
        those => those.iter().map(|&other| positions[other]).sum::<f64>() / those.len() as f64,
    };
    graph.layers[layer].sort_by(|a, b| key(a).total_cmp(&key(b)));
}

/// The places of the items of a layer and of those next to it, from 0 at the left to 1 at the right.
fn positions_near(graph: &Graph, layer: usize) -> Vec<f64> {
    let mut places = vec![0.0; graph.items.len()];
    let near = layer.saturating_sub(1)..(layer + 2).min(graph.layers.len());
    for items in &graph.layers[near] {
        for (position, &item) in items.iter().enumerate() {
            places[item] = (position as f64 + 0.5) / items.len() as f64;
        }
    }
    places
}

/// How many pairs of arcs cross.
fn crossings(graph: &Graph, below: &[Vec<usize>]) -> usize {
    let positions = positions(graph);
    let mut count = 0;
    for layer in &graph.layers {
        let mut ends = Vec::new();
        for &item in layer {
            let first = ends.len();
            ends.extend(below[item].iter().map(|&to| positions[to]));
            ends[first..].sort_unstable();
        }
        count += inversions(&mut ends);
    }
    count
}

/// How many pairs are in the wrong order, by merging; sorts them.
fn inversions(numbers: &mut [usize]) -> usize {
    if numbers.len() < 2 {
        return 0;
    }
    let (left, right) = numbers.split_at_mut(numbers.len() / 2);
    let mut count = inversions(left) + inversions(right);
    // Both halves are sorted: each number on the right was jumped over by those on the left that are greater.
    let mut smaller = 0;
    for number in right.iter() {
        smaller += left[smaller..].iter().take_while(|other| *other <= number).count();
        count += left.len() - smaller;
    }
    numbers.sort_unstable();
    count
}

#[cfg(test)]
mod tests {
    use super::inversions;

    #[test]
    fn inversions_are_pairs_in_the_wrong_order() {
        let mut random = 1u64;
        for len in 0..30 {
            let mut numbers: Vec<usize> = (0..len)
                .map(|_| {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (random >> 60) as usize
                })
                .collect();
            let pairs = (0..len).flat_map(|i| (0..i).map(move |j| (j, i)));
            let plain = pairs.filter(|&(j, i)| numbers[j] > numbers[i]).count();
            assert_eq!(inversions(&mut numbers), plain);
            assert!(numbers.is_sorted());
        }
    }
}
