//! The rules as an automaton whose nodes do not know where on the board the walk stands.

use game::SyntaxError;
use rustc_hash::FxHashMap;

use super::macros::Items;
use super::parse::{Rule, Slot};
use super::source::Place;
use crate::model::{Mover, Relation, Term, Var};

/// The largest number of nodes.
const MOST_NODES: usize = 1 << 18;

/// A node of the network.
pub(super) type Node = u32;

/// What an edge of the network asks for or does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Label {
    /// Nothing.
    Free,
    /// A step to the neighbour in a direction.
    Shift(u32),
    /// One of these pieces stands here.
    On(u64),
    /// A piece is put here; the number of the modifier.
    Off(u32, u32),
    /// A variable gets the value of a term; the number of the modifier.
    Assign(Var, u32, u32),
    /// Two terms compare so.
    Compare(u32, Relation, u32),
    /// Someone is to move; the number of the modifier.
    Turn(Mover, u32),
    /// Whether the pattern that starts at a node is found is as expected.
    Check(Node, bool),
}

/// How many there are of each.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    pub(super) cells: u32,
    pub(super) players: u32,
    pub(super) pieces: u32,
}

/// The automaton.
pub(super) struct Network<'n> {
    /// The edges of each node.
    pub(super) edges: Vec<Vec<(Label, Node)>>,
    /// Which nodes end a pattern.
    pub(super) ends: Vec<bool>,
    /// Which nodes belong to patterns.
    pub(super) in_pattern: Vec<bool>,
    /// Where the modifiers stand in the text.
    pub(super) modifiers: Vec<Place>,
    /// The terms: first the numbers of the pieces.
    pub(super) terms: Vec<Term>,
    known: FxHashMap<Term, u32>,
    pub(super) items: &'n Items<'n>,
    /// The numbers of cells and of players, after which the variables come.
    sizes: Sizes,
    /// How many patterns there are around the current place.
    depth: u32,
}

impl<'n> Network<'n> {
    /// Makes the automaton of the rules; they start at node 0.
    pub(super) fn new(rule: &Rule, sizes: Sizes, items: &'n Items<'n>) -> Result<Network<'n>, SyntaxError> {
        let mut network = Network {
            edges: Vec::new(),
            ends: Vec::new(),
            in_pattern: Vec::new(),
            modifiers: Vec::new(),
            terms: Vec::new(),
            known: FxHashMap::default(),
            items,
            sizes,
            depth: 0,
        };
        for piece in 0..sizes.pieces {
            network.term(Term::Number(piece.into()));
        }
        let start = network.node(items.end())?;
        network.add(rule, start, items.end())?;
        Ok(network)
    }

    fn node(&mut self, place: Place) -> Result<Node, SyntaxError> {
        if self.edges.len() >= MOST_NODES {
            let problem = "the rules grow too large here";
            let help = format!("powers and macros make more than {MOST_NODES} steps of them");
            return Err(self.items.wrong(place, problem, help));
        }
        self.edges.push(Vec::new());
        self.ends.push(false);
        self.in_pattern.push(self.depth > 0);
        Ok(u32::try_from(self.edges.len() - 1).expect("there are few nodes"))
    }

    /// Adds an edge to a new node.
    fn step(&mut self, from: Node, label: Label, place: Place) -> Result<Node, SyntaxError> {
        let to = self.node(place)?;
        self.edges[from as usize].push((label, to));
        Ok(to)
    }

    fn variable(&self, slot: Slot) -> Var {
        match slot {
            Slot::Score(player) => self.sizes.cells + player,
            Slot::Variable(variable) => self.sizes.cells + self.sizes.players + variable,
        }
    }

    fn term(&mut self, term: Term) -> u32 {
        let next = u32::try_from(self.terms.len()).expect("there are fewer terms than nodes");
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        self.known.insert(term.clone(), next);
        self.terms.push(term);
        next
    }

    fn modifier(&mut self, place: Place) -> u32 {
        self.modifiers.push(place);
        u32::try_from(self.modifiers.len() - 1).expect("there are fewer modifiers than nodes")
    }

    /// Adds a rule that begins at a node; returns where it ends.
    fn add(&mut self, rule: &Rule, from: Node, near: Place) -> Result<Node, SyntaxError> {
        match rule {
            Rule::Sequence(all) => all.iter().try_fold(from, |at, rule| self.add(rule, at, near)),
            Rule::Sum(all) => {
                let end = self.node(near)?;
                for rule in all {
                    let last = self.add(rule, from, near)?;
                    self.edges[last as usize].push((Label::Free, end));
                }
                Ok(end)
            }
            Rule::Star(inner) => {
                let hub = self.step(from, Label::Free, near)?;
                let last = self.add(inner, hub, near)?;
                self.edges[last as usize].push((Label::Free, hub));
                self.step(hub, Label::Free, near)
            }
            Rule::Power(inner, times, place) => {
                (0..*times).try_fold(from, |at, _| self.add(inner, at, *place))
            }
            Rule::Check(inner, expected, place) => {
                self.depth += 1;
                let start = self.node(*place)?;
                let end = self.add(inner, start, *place)?;
                self.ends[end as usize] = true;
                self.depth -= 1;
                self.step(from, Label::Check(start, *expected), *place)
            }
            Rule::Turn(mover, place) => {
                if self.depth > 0 {
                    let problem = "nobody can be given the move within {? } or {! }";
                    return Err(self.items.wrong(*place, problem, "a pattern only looks what is possible"));
                }
                let modifier = self.modifier(*place);
                self.step(from, Label::Turn(*mover, modifier), *place)
            }
            Rule::Off(piece, place) => {
                let modifier = self.modifier(*place);
                self.step(from, Label::Off(*piece, modifier), *place)
            }
            Rule::Assign(slot, number, place) => {
                let variable = self.variable(*slot);
                let term = number.term(&|slot| self.variable(slot));
                let (term, modifier) = (self.term(term), self.modifier(*place));
                self.step(from, Label::Assign(variable, term, modifier), *place)
            }
            Rule::Compare(left, relation, right) => {
                let left = left.term(&|slot| self.variable(slot));
                let right = right.term(&|slot| self.variable(slot));
                let (left, right) = (self.term(left), self.term(right));
                self.step(from, Label::Compare(left, *relation, right), near)
            }
            Rule::Shift(direction) => self.step(from, Label::Shift(*direction), near),
            Rule::On(pieces) => self.step(from, Label::On(*pieces), near),
            Rule::Nothing => Ok(from),
        }
    }
}
