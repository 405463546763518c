//! How many assignments a walk can make.

use crate::model::{Edge, Loc, Model, Step};

/// Returns the largest number of assignments on a walk between two turns or within a pattern; none if a walk can return
/// to a location and assign on the way, so that only the values of the variables bound it.
pub(crate) fn longest(model: &Model) -> Option<u32> {
    let components = components(model, &|edge| !matches!(edge.step, Step::Turn { .. }));
    let many = components.iter().max().map_or(0, |most| *most as usize + 1);
    let mut best = vec![0_u32; many];
    let mut members: Vec<Vec<Loc>> = vec![Vec::new(); many];
    for (at, &component) in (0..).zip(&components) {
        members[component as usize].push(at);
    }
    // Components are numbered so that edges lead to the same or to smaller numbers.
    for (component, members) in members.iter().enumerate() {
        for edge in members.iter().flat_map(|&at| model.edges_of(at)) {
            let cost = match edge.step {
                Step::Turn { .. } => continue,
                Step::Assign { .. } => 1,
                _ => 0,
            };
            let to = components[edge.to as usize] as usize;
            if to == component {
                if cost > 0 {
                    return None;
                }
            } else {
                best[component] = best[component].max(best[to] + cost);
            }
        }
    }
    best.into_iter().max()
}

/// The strongly connected components of the automaton with these edges, by Tarjan's algorithm without recursion. Edges
/// lead to the same component or to one of a smaller number.
pub(crate) fn components(model: &Model, belongs: &impl Fn(&Edge) -> bool) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let size = model.locations.len();
    let (mut index, mut low) = (vec![NEW; size], vec![0; size]);
    let (mut component, mut stack) = (vec![NEW; size], Vec::new());
    let (mut clock, mut many) = (0, 0);
    for root in 0..u32::try_from(size).expect("there are few locations") {
        let mut open = vec![(root, 0)];
        while let Some((at, next)) = open.pop() {
            let here = at as usize;
            if next == 0 {
                if index[here] != NEW {
                    continue;
                }
                index[here] = clock;
                low[here] = clock;
                clock += 1;
                stack.push(at);
            }
            let edges = model.edges_of(at);
            if next > 0 {
                low[here] = low[here].min(low[edges[next - 1].to as usize]);
            }
            let mut number = next;
            let mut down = None;
            while let Some(edge) = edges.get(number) {
                number += 1;
                let to = edge.to as usize;
                if !belongs(edge) {
                    continue;
                }
                if index[to] == NEW {
                    down = Some(edge.to);
                    break;
                }
                if component[to] == NEW {
                    low[here] = low[here].min(index[to]);
                }
            }
            if let Some(to) = down {
                open.push((at, number));
                open.push((to, 0));
                continue;
            }
            if low[here] == index[here] {
                while let Some(member) = stack.pop() {
                    component[member as usize] = many;
                    if member == at {
                        break;
                    }
                }
                many += 1;
            }
        }
    }
    component
}
