//! Makes an automaton small: what leads nowhere is cut off, and locations with the same future become one.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::model::{Action, Edge, Loc, Location, Model, Place, Step};

/// An automaton as a reader makes it. Location 0 is the start.
pub(crate) struct Draft {
    /// The location that stands for each: itself, or one with the same edges.
    pub(crate) same: Vec<Loc>,
    /// What kind of place each is.
    pub(crate) kinds: Vec<Place>,
    /// Whether each belongs to a pattern.
    pub(crate) in_pattern: Vec<bool>,
    /// The edges of each.
    pub(crate) edges: Vec<Vec<Edge>>,
}

/// So few edges are compared one with another.
const FEW: usize = 16;

/// Locations from which edges lead to others.
struct Before {
    /// Where those of each location begin, and one end more.
    first: Vec<u32>,
    from: Vec<Loc>,
}

impl Before {
    /// Collects pairs of a location and one from which an edge leads there, which are shown twice.
    fn new(locations: usize, pairs: impl Fn(&mut dyn FnMut(Loc, Loc))) -> Before {
        let mut first = vec![0; locations + 1];
        pairs(&mut |to, _| first[to as usize + 1] += 1);
        for at in 0..locations {
            first[at + 1] += first[at];
        }
        let mut next = first.clone();
        let mut from = vec![0; first[locations] as usize];
        pairs(&mut |to, at| {
            from[next[to as usize] as usize] = at;
            next[to as usize] += 1;
        });
        Before { first, from }
    }

    fn of(&self, at: Loc) -> &[Loc] {
        &self.from[self.first[at as usize] as usize..self.first[at as usize + 1] as usize]
    }
}

/// Locations of one class with the same follows.
struct Group {
    class: u32,
    /// What may follow: numbers of steps, the classes of the patterns that they test, and the classes to which they lead,
    /// each in one number; sorted. A range of [`Groups::follows`].
    follows: (usize, usize),
    size: u32,
    /// The group before with the same hash.
    alike: usize,
}

/// Locations by their class and what may follow them.
#[derive(Default)]
struct Groups {
    all: Vec<Group>,
    follows: Vec<u128>,
    /// The last group with each hash.
    known: FxHashMap<u64, usize>,
}

impl Groups {
    /// Returns the number of the group to which a location belongs, and counts it.
    fn find(&mut self, class: u32, follows: impl Iterator<Item = u128>) -> usize {
        let first = self.follows.len();
        self.follows.extend(follows);
        self.follows[first..].sort_unstable();
        let mut end = first;
        for at in first..self.follows.len() {
            if at == first || self.follows[at] != self.follows[end - 1] {
                self.follows[end] = self.follows[at];
                end += 1;
            }
        }
        self.follows.truncate(end);
        let hash = FxBuildHasher.hash_one((class, &self.follows[first..]));
        let mut known = self.known.get(&hash).copied().unwrap_or(usize::MAX);
        while let Some(group) = self.all.get_mut(known) {
            let (start, stop) = group.follows;
            if group.class == class && self.follows[start..stop] == self.follows[first..] {
                group.size += 1;
                self.follows.truncate(first);
                return known;
            }
            known = group.alike;
        }
        let number = self.all.len();
        let alike = self.known.insert(hash, number).unwrap_or(usize::MAX);
        self.all.push(Group { class, follows: (first, end), size: 1, alike });
        number
    }
}

impl Draft {
    /// Returns the model with this automaton, reduced; its actions still lead to locations of the draft.
    pub(crate) fn reduced(mut self, mut model: Model) -> Model {
        for edge in self.edges.iter_mut().flatten() {
            edge.to = self.same[edge.to as usize];
            if let Step::Reach { start, .. } = &mut edge.step {
                *start = self.same[*start as usize];
            }
        }
        self.cut();
        let classes = self.classes();
        let start = self.same[0] as usize;
        let (order, numbers) = self.numbered(start, &classes);
        model.start = 0;
        for &at in &order {
            let first = u32::try_from(model.edges.len()).expect("there are few edges");
            let edges = &self.edges[at as usize];
            let mut seen = rustc_hash::FxHashSet::default();
            for edge in edges {
                let edge = renamed(*edge, |to| numbers[classes[to as usize] as usize]);
                let few = edges.len() <= FEW;
                let new =
                    if few { !model.edges[first as usize..].contains(&edge) } else { seen.insert(edge) };
                if new {
                    model.edges.push(edge);
                }
            }
            let end = u32::try_from(model.edges.len()).expect("there are few edges");
            let (place, in_pattern) = (self.kinds[at as usize], self.in_pattern[at as usize]);
            model.locations.push(Location { place, in_pattern, first, end });
        }
        rename_actions(&mut model);
        model.longest = crate::longest::longest(&model);
        model
    }

    /// Cuts off the edges to places from where neither a turn nor the end of a pattern can be reached.
    fn cut(&mut self) {
        let all = || (0..).zip(&self.edges);
        let before = Before::new(self.edges.len(), |see| {
            all().for_each(|(from, edges)| edges.iter().for_each(|edge| see(edge.to, from)));
        });
        let mut live = vec![false; self.edges.len()];
        let mut open = Vec::new();
        for (at, edges) in self.edges.iter().enumerate() {
            let from = u32::try_from(at).expect("there are few locations");
            let turns = edges.iter().any(|edge| matches!(edge.step, Step::Turn { .. }));
            if turns || self.kinds[at] == Place::Accepting {
                live[at] = true;
                open.push(from);
            }
        }
        while let Some(at) = open.pop() {
            // A turn that leads here is not the same walk.
            if matches!(self.kinds[at as usize], Place::Decision(_)) {
                continue;
            }
            for &from in before.of(at) {
                if !std::mem::replace(&mut live[from as usize], true) {
                    open.push(from);
                }
            }
        }
        for edges in &mut self.edges {
            edges.retain(|edge| matches!(edge.step, Step::Turn { .. }) || live[edge.to as usize]);
        }
    }

    /// The class of each location: those that cannot be told apart by what may follow are in the same.
    ///
    /// Classes are split as long as two of their locations have edges to different classes. After the first round only
    /// those locations are looked at from which an edge leads to one whose class has a new number.
    fn classes(&self) -> Vec<u32> {
        let size = self.edges.len();
        let mut classes: Vec<u32> = Vec::with_capacity(size);
        let mut firsts: FxHashMap<(Place, bool), u32> = FxHashMap::default();
        for key in self.kinds.iter().copied().zip(self.in_pattern.iter().copied()) {
            let next = u32::try_from(firsts.len()).expect("few");
            classes.push(*firsts.entry(key).or_insert(next));
        }
        let mut members = vec![0_u32; firsts.len()];
        let stand: Vec<Loc> =
            (0..).zip(&self.same).filter(|(at, same)| at == *same).map(|(at, _)| at).collect();
        stand.iter().for_each(|&at| members[classes[at as usize] as usize] += 1);
        let before = self.before();
        let steps = self.steps();
        let mut touched = stand;
        let mut queued = vec![false; size];
        while !touched.is_empty() {
            let moved = self.split(&touched, &steps, &mut classes, &mut members);
            touched.clear();
            for from in moved.iter().flat_map(|&at| before.of(at)) {
                if !std::mem::replace(&mut queued[*from as usize], true) {
                    touched.push(*from);
                }
            }
            touched.iter().for_each(|&at| queued[at as usize] = false);
        }
        classes
    }

    /// Where the steps of each location begin, and the numbers of the steps of all edges: the same for the same step,
    /// whatever pattern is tested.
    fn steps(&self) -> (Vec<u32>, Vec<u32>) {
        let mut numbers: FxHashMap<Step, u32> = FxHashMap::default();
        let mut number = |edge: &Edge| {
            let next = u32::try_from(numbers.len()).expect("there are few steps");
            let step = match edge.step {
                Step::Reach { expected, .. } => Step::Reach { start: 0, expected },
                step => step,
            };
            *numbers.entry(step).or_insert(next)
        };
        let (mut first, mut steps) = (Vec::with_capacity(self.edges.len()), Vec::new());
        for edges in &self.edges {
            first.push(u32::try_from(steps.len()).expect("there are few edges"));
            steps.extend(edges.iter().map(&mut number));
        }
        (first, steps)
    }

    /// The locations from which an edge, or a pattern that it tests, leads to each.
    fn before(&self) -> Before {
        Before::new(self.edges.len(), |see| {
            for (from, edges) in (0..).zip(&self.edges) {
                for edge in edges {
                    see(edge.to, from);
                    if let Step::Reach { start, .. } = edge.step {
                        see(start, from);
                    }
                }
            }
        })
    }

    /// Gives new classes to those of the touched locations that differ from the others of their class; returns them.
    fn split(
        &self,
        touched: &[Loc],
        (firsts, steps): &(Vec<u32>, Vec<u32>),
        classes: &mut [u32],
        members: &mut Vec<u32>,
    ) -> Vec<Loc> {
        let mut groups = Groups::default();
        let mut of_class: FxHashMap<u32, u32> = FxHashMap::default();
        let mut group_of = Vec::with_capacity(touched.len());
        for &at in touched {
            let follow = |(edge, step): (&Edge, &u32)| {
                let tested =
                    if let Step::Reach { start, .. } = edge.step { classes[start as usize] } else { 0 };
                u128::from(*step) << 64 | u128::from(tested) << 32 | u128::from(classes[edge.to as usize])
            };
            let steps = &steps[firsts[at as usize] as usize..];
            let follows = self.edges[at as usize].iter().zip(steps).map(follow);
            group_of.push(groups.find(classes[at as usize], follows));
            *of_class.entry(classes[at as usize]).or_default() += 1;
        }
        let mut numbers = Vec::with_capacity(groups.all.len());
        for group in &groups.all {
            // Where no other is left, the first group keeps the number.
            let all = &mut members[group.class as usize];
            if of_class.remove(&group.class).is_some_and(|touched| touched == *all) {
                numbers.push(group.class);
                continue;
            }
            *all -= group.size;
            numbers.push(u32::try_from(members.len()).expect("there are few locations"));
            members.push(group.size);
        }
        let mut moved = Vec::new();
        for (&at, group) in touched.iter().zip(group_of) {
            if std::mem::replace(&mut classes[at as usize], numbers[group]) != numbers[group] {
                moved.push(at);
            }
        }
        moved
    }

    /// A location of each class that is needed, in the order in which they are met; and the numbers of the classes.
    fn numbered(&self, start: usize, classes: &[u32]) -> (Vec<Loc>, Vec<Loc>) {
        let mut numbers = vec![Loc::MAX; classes.len()];
        let mut order = Vec::new();
        let mut meet = |at: Loc, order: &mut Vec<Loc>| {
            let number = &mut numbers[classes[at as usize] as usize];
            if *number == Loc::MAX {
                *number = u32::try_from(order.len()).expect("there are few locations");
                order.push(at);
            }
        };
        meet(u32::try_from(start).expect("there are few locations"), &mut order);
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            for edge in &self.edges[at as usize] {
                if let Step::Reach { start, .. } = edge.step {
                    meet(start, &mut order);
                }
                meet(edge.to, &mut order);
            }
        }
        (order, numbers)
    }
}

/// Drops the actions that no edge has, and gives the others new numbers.
fn rename_actions(model: &mut Model) {
    let mut renumbered = vec![u32::MAX; model.actions.len()];
    let mut actions = Vec::new();
    for edge in &mut model.edges {
        let mut step = edge.step;
        let (Step::Assign { action, .. } | Step::Turn { action, .. }) = &mut step else { continue };
        let old = *action as usize;
        if renumbered[old] == u32::MAX {
            renumbered[old] = u32::try_from(actions.len()).expect("there are few actions");
            actions.push(Action { to: edge.to, ..model.actions[old] });
        }
        *action = renumbered[old];
        edge.step = step;
        actions[renumbered[old] as usize].step = step;
    }
    model.actions = actions;
}

/// An edge with other numbers of locations.
fn renamed(edge: Edge, name: impl Fn(Loc) -> Loc) -> Edge {
    let step = match edge.step {
        Step::Reach { start, expected } => Step::Reach { start: name(start), expected },
        step => step,
    };
    Edge { step, to: name(edge.to) }
}
