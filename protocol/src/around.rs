//! `around`: the state graph around a position.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use arena::{AnyMove, AnyState};
use catalogue::{AnySystem, Variant};
use game::{Limits, Notation, System, Worth};
use serde_json::{Value, json};

use crate::check::CLAIM_CHARACTERS;
use crate::position::{MOST_DRAWN, Played, seen, size_of_drawing};
use crate::refusal::{Kind, Refusal};
use crate::service::{Read, Task};
use crate::worth::{self, solve};

/// The most positions that are walked to find those before a position, and the most moves between them.
const MOST_WALKED: usize = 200_000;
const MOST_STEPS: usize = 4_000_000;
/// The limits are looked at each time that so many moves were walked.
const STEPS_BETWEEN_LOOKS: usize = 4096;
/// What a position and a move between two take in lists and tables, beside the position itself.
const BYTES_OF_STATE: usize = 128;
const BYTES_OF_STEP: usize = 16;
/// The most positions that are shown.
const MOST_SHOWN: u64 = 500;
/// The time for the value of a position in the first round, and how it grows.
const FIRST_ROUND: Duration = Duration::from_millis(20);
const GROWTH: u32 = 8;
/// Positions are solved in so many rounds.
const ROUNDS: u32 = 3;

/// What a request asks for.
pub(crate) struct Asked {
    played: Played,
    up: usize,
    down: usize,
    most: usize,
    values: bool,
    claim: Option<String>,
}

impl Read for Asked {
    fn read(task: &Task<'_>) -> Result<Asked, Refusal> {
        let body = &task.body;
        // What may be left out has a usual value; what is given and wrong is an error.
        let up = body.number("up", 0..=10)?.unwrap_or(1) as usize;
        let down = body.number("down", 0..=10)?.unwrap_or(1) as usize;
        let most = body.number("most", 1..=MOST_SHOWN)?.unwrap_or(80) as usize;
        let values = body.flag("values", true)?;
        let claim = body.text("claim", CLAIM_CHARACTERS)?.map(str::to_string);
        let played = Played::read(task)?;
        if let Some(text) = &claim {
            drop(played.system().vocabulary().predicate(text)?);
        }
        Ok(Asked { played, up, down, most, values, claim })
    }
}

/// Answers `around`.
pub(crate) fn around(task: &Task<'_>) -> Result<Value, Refusal> {
    let Asked { played, up, down, most, values, claim } = Asked::read(task)?;
    let limits = task.limits()?;
    // Of large boards fewer are shown, so that no answer is too large.
    let room = MOST_DRAWN / size_of_drawing(played.system(), played.state());
    let mut graph = Graph::new(&played, most.min(room.max(1)));
    graph.add_children(down, &limits)?;
    graph.add_parents(up, &limits);
    graph.add_edges(&limits)?;
    if let Some(text) = &claim {
        let vocabulary = played.system().vocabulary();
        let holds = vocabulary.predicate(text)?;
        graph.nodes.iter_mut().for_each(|node| node.holds = Some(holds(&node.state)));
    }
    if values {
        task.partial(graph.json());
        graph.solve(task, &limits);
    }
    Ok(graph.json())
}

/// Refuses if a limit is reached: half a graph would pass for a whole one.
fn go_on(limits: &Limits) -> Result<(), Refusal> {
    limits.exceeded(0).map_or(Ok(()), |why| {
        let error = format!("the positions around this one could not all be found: {why}");
        Err(Refusal::new(Kind::TooLarge, error).help("ask for fewer plies or positions, or for more seconds"))
    })
}

/// A position of the graph.
struct Node {
    state: AnyState,
    /// A way from the start.
    moves: Vec<String>,
    worth: Option<Worth>,
    holds: Option<bool>,
}

struct Graph<'a> {
    played: &'a Played,
    variant: &'a Variant,
    most: usize,
    nodes: Vec<Node>,
    known: HashMap<AnyState, usize>,
    edges: Vec<(usize, usize, String)>,
    /// The children that are not listed, and why not all parents are.
    cut_children: usize,
    cut_parents: Option<String>,
}

impl<'a> Graph<'a> {
    /// The position alone: node 0.
    fn new(played: &'a Played, most: usize) -> Graph<'a> {
        let mut graph = Graph {
            played,
            variant: &played.opened.variant,
            most,
            nodes: Vec::new(),
            known: HashMap::new(),
            edges: Vec::new(),
            cut_children: 0,
            cut_parents: None,
        };
        graph.add(played.state().clone(), played.texts());
        graph
    }

    fn system(&self) -> &'a AnySystem {
        self.variant.system()
    }

    /// Adds a position unless it is there already; `None` if there is no room.
    fn add(&mut self, state: AnyState, moves: Vec<String>) -> Option<usize> {
        if let Some(number) = self.known.get(&state) {
            return Some(*number);
        }
        if self.nodes.len() >= self.most {
            return None;
        }
        self.known.insert(state.clone(), self.nodes.len());
        self.nodes.push(Node { state, moves, worth: None, holds: None });
        Some(self.nodes.len() - 1)
    }

    /// Adds what can be reached in so many moves, the nearest first. Where there is no more room, those left out of the
    /// moves of one position are counted, and no further ones are looked at.
    fn add_children(&mut self, down: usize, limits: &Limits) -> Result<(), Refusal> {
        let mut layer = vec![0];
        for _ in 0..down {
            let mut next = Vec::new();
            for from in layer {
                go_on(limits)?;
                let (state, moves) = (self.nodes[from].state.clone(), self.nodes[from].moves.clone());
                for (action, child) in self.system().steps(&state) {
                    if self.known.contains_key(&child) {
                        continue;
                    }
                    if self.nodes.len() >= self.most {
                        self.cut_children += 1;
                        continue;
                    }
                    let mut way = moves.clone();
                    way.push(self.system().action_text(&state, action));
                    next.extend(self.add(child, way));
                }
                if self.cut_children > 0 {
                    return Ok(());
                }
            }
            layer = next;
        }
        Ok(())
    }

    /// Adds the positions from which this one is reached in so many moves: all that a walk from the start finds, or, if
    /// there are too many to walk, those on the way that was played.
    fn add_parents(&mut self, up: usize, limits: &Limits) {
        let before = self.played.actions.len();
        let texts = self.played.texts();
        for back in 1..=up.min(before) {
            let ply = before - back;
            self.add(self.played.states[ply].clone(), texts[..ply].to_vec());
        }
        if up == 0 {
            return;
        }
        let walk = Walk::to(self.system(), &self.played.states[0], self.played.state(), limits);
        self.cut_parents = walk.cut.clone();
        let mut layer = vec![self.played.state().clone()];
        for _ in 0..up {
            let mut parents: Vec<AnyState> = Vec::new();
            let mut seen = HashSet::new();
            for state in layer {
                let before = walk.before(&state);
                parents.extend(before.into_iter().filter(|parent| seen.insert(parent.clone())));
            }
            for parent in &parents {
                let way = walk.way(self.system(), parent);
                if self.add(parent.clone(), way).is_none() && self.cut_parents.is_none() {
                    self.cut_parents = Some(format!("more than {} positions would be shown", self.most));
                }
            }
            layer = parents;
        }
    }

    /// Adds the moves between positions that are there.
    fn add_edges(&mut self, limits: &Limits) -> Result<(), Refusal> {
        for from in 0..self.nodes.len() {
            go_on(limits)?;
            let state = self.nodes[from].state.clone();
            for (action, next) in self.system().steps(&state) {
                if let Some(to) = self.known.get(&next) {
                    self.edges.push((from, *to, self.system().action_text(&state, action)));
                }
            }
        }
        Ok(())
    }

    /// Finds what the positions are worth, those with the fewest moves left first, in rounds of growing time.
    fn solve(&mut self, task: &Task<'_>, limits: &Limits) {
        let mut time = FIRST_ROUND;
        for round in 1..=ROUNDS {
            let mut order: Vec<usize> = (0..self.nodes.len()).collect();
            order.sort_by_key(|number| std::cmp::Reverse(self.nodes[*number].moves.len()));
            for number in order {
                let node = &self.nodes[number];
                if node.worth.is_some_and(|worth| worth.value().is_some()) {
                    continue;
                }
                if limits.exceeded(0).is_some() {
                    return;
                }
                let found = solve(task, self.variant, &node.state, &limits.clone().within(time)).worth;
                self.nodes[number].worth = Some(node.worth.map_or(found, |known| known.and(found)));
            }
            if round < ROUNDS {
                task.partial(self.json());
            }
            time *= GROWTH;
        }
    }

    fn json(&self) -> Value {
        let node = |(id, node): (usize, &Node)| {
            let mut object = seen(self.system(), &node.state, None);
            object["id"] = json!(id);
            object["ply"] = json!(node.moves.len());
            object["moves"] = json!(node.moves);
            object["here"] = json!(id == 0);
            object["value"] = json!(node.worth.map(worth::value));
            object["holds"] = json!(node.holds);
            object
        };
        let edges: Vec<Value> =
            self.edges.iter().map(|(from, to, mv)| json!({ "from": from, "to": to, "move": mv })).collect();
        json!({
            "nodes": self.nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
            "edges": edges,
            "cut": { "children": self.cut_children, "parents": self.cut_parents },
        })
    }
}

/// The positions between a start and a goal, with the moves that lead to each.
struct Walk {
    /// The positions in the order in which they were found.
    states: Vec<AnyState>,
    known: HashMap<AnyState, u32>,
    /// From where each position is reached, and by which move; the first of them is on a shortest way.
    before: Vec<Vec<(u32, AnyMove)>>,
    /// Why it does not have all positions before the goal.
    cut: Option<String>,
}

impl Walk {
    /// Walks from the start on. Where positions tell their ply, those that cannot come before the goal are left out.
    fn to(system: &AnySystem, start: &AnyState, goal: &AnyState, limits: &Limits) -> Walk {
        let last = system.depth(goal);
        let mut walk = Walk {
            states: vec![start.clone()],
            known: HashMap::from([(start.clone(), 0)]),
            before: vec![Vec::new()],
            cut: None,
        };
        let (mut todo, mut steps, mut next_look, mut bytes) = (VecDeque::from([0]), 0, 0, 0);
        while let Some(number) = todo.pop_front() {
            let state = walk.states[number as usize].clone();
            let is_late = last.zip(system.depth(&state)).is_some_and(|(last, here)| here >= last);
            if is_late {
                continue;
            }
            let is_time = steps >= next_look;
            next_look = if is_time { steps + STEPS_BETWEEN_LOOKS } else { next_look };
            if walk.states.len() > MOST_WALKED
                || steps > MOST_STEPS
                || is_time && limits.exceeded(bytes).is_some()
            {
                let known = catalogue::numbers::thousands(walk.states.len());
                walk.cut = Some(format!(
                    "more positions come before this one than can be walked here ({known} were): those on the way are shown"
                ));
                break;
            }
            for (action, next) in system.steps(&state) {
                let found = walk.states.len() as u32;
                let to = *walk.known.entry(next.clone()).or_insert(found);
                bytes += BYTES_OF_STEP;
                if to == found {
                    bytes += BYTES_OF_STATE + system.heap_bytes_of(&next);
                    walk.states.push(next);
                    walk.before.push(Vec::new());
                    todo.push_back(to);
                }
                walk.before[to as usize].push((number, action));
                steps += 1;
            }
        }
        walk
    }

    /// The positions from which a position is reached.
    fn before(&self, state: &AnyState) -> Vec<AnyState> {
        let Some(number) = self.known.get(state) else { return Vec::new() };
        let before = &self.before[*number as usize];
        before.iter().map(|(from, _)| self.states[*from as usize].clone()).collect()
    }

    /// A shortest way from the start to a position that was found.
    fn way(&self, system: &AnySystem, state: &AnyState) -> Vec<String> {
        let mut number = *self.known.get(state).expect("it was found");
        let mut way = Vec::new();
        // The start is found first, and not by a move.
        while number > 0 {
            let (from, action) = self.before[number as usize][0];
            way.push(system.action_text(&self.states[from as usize], action));
            number = from;
        }
        way.reverse();
        way
    }
}
