//! The product of the network and the board: each location knows its cell, and steps that only move are gone.

use game::SyntaxError;
use std::hash::BuildHasher;

use rustc_hash::FxHashMap;

use super::macros::Items;
use super::network::{Label, Network, Node};
use crate::model::Place as Kind;
use crate::model::{Action, Board, Edge, Loc, Mover, Step};

/// The largest number of pairs of node and cell, for each edge that is allowed.
const PAIRS: usize = 1 << 3;

/// How much work may be done for each edge that is allowed: pairs that are passed.
const WORK: usize = 1 << 5;

/// The product, as far as it is made.
pub(super) struct Unfolding<'u> {
    network: &'u Network<'u>,
    board: &'u Board,
    items: &'u Items<'u>,
    /// The number of a pair, or the largest number if it has none.
    numbers: Vec<Loc>,
    /// The pairs that have numbers.
    pairs: Vec<(Node, u32)>,
    /// The pair in whose place another stands: it has the same edges.
    pub(super) same: Vec<Loc>,
    /// What kind of place each is.
    pub(super) kinds: Vec<Kind>,
    /// The edges of each; none where another stands in its place.
    pub(super) edges: Vec<Vec<Edge>>,
    /// Those whose edges are found.
    done: Vec<bool>,
    /// The last pair with edges of each hash, and for each pair the one before it.
    known: FxHashMap<u64, Loc>,
    alike: Vec<Loc>,
    /// Memory for closures.
    spare: Vec<Closure>,
    /// Sets of pieces by the bits.
    pub(super) sets: Vec<u64>,
    /// The letters, and those of each modifier and cell.
    pub(super) actions: Vec<Action>,
    letters: FxHashMap<(u32, u32), u32>,
    /// Whether a pattern can ever be found from a pair.
    findable: FxHashMap<Loc, bool>,
    /// The number of the last closure that passed a pair.
    passed: Vec<u32>,
    closures: u32,
    work: usize,
    many: usize,
    /// The most edges.
    most: usize,
}

/// What is still to be visited, and what was met.
#[derive(Default)]
struct Closure {
    open: Vec<(Node, u32)>,
    seen: Vec<(Label, Node, u32)>,
}

/// Not a number of a pair.
const NONE: Loc = Loc::MAX;

impl<'u> Unfolding<'u> {
    /// Unfolds everything that can be reached from the first node on the first cell.
    pub(super) fn new(
        network: &'u Network<'u>,
        board: &'u Board,
        items: &'u Items<'u>,
        most: usize,
    ) -> Result<Unfolding<'u>, SyntaxError> {
        let pairs = network.edges.len() * board.cells.len();
        let mut unfolding = Unfolding {
            network,
            board,
            items,
            numbers: Vec::new(),
            pairs: Vec::new(),
            same: Vec::new(),
            kinds: Vec::new(),
            edges: Vec::new(),
            done: Vec::new(),
            known: FxHashMap::default(),
            alike: Vec::new(),
            spare: Vec::new(),
            sets: Vec::new(),
            actions: Vec::new(),
            letters: FxHashMap::default(),
            findable: FxHashMap::default(),
            passed: Vec::new(),
            closures: 0,
            work: 0,
            many: 0,
            most,
        };
        if pairs > PAIRS * most {
            return Err(unfolding.too_large());
        }
        unfolding.numbers = vec![NONE; pairs];
        unfolding.passed = vec![0; pairs];
        unfolding.number(0, 0, Kind::Decision(Mover::Keeper));
        unfolding.process_from(0)?;
        Ok(unfolding)
    }

    fn too_large(&self) -> SyntaxError {
        let problem = "the rules are too large for this board";
        let (pairs, edges) = (PAIRS * self.most, self.most);
        let help = format!("at most {pairs} pairs of a step and a cell, and {edges} edges between them");
        self.items.wrong(self.items.end(), problem, help)
    }

    /// Whether a pair belongs to a pattern.
    pub(super) fn in_pattern(&self, at: usize) -> bool {
        self.network.in_pattern[self.pairs[at].0 as usize]
    }

    /// The number of a pair.
    fn number(&mut self, node: Node, cell: u32, kind: Kind) -> Loc {
        let pair = node as usize * self.board.cells.len() + cell as usize;
        if self.numbers[pair] == NONE {
            self.numbers[pair] = u32::try_from(self.pairs.len()).expect("there are few pairs");
            self.pairs.push((node, cell));
            self.same.push(self.numbers[pair]);
            self.kinds.push(kind);
            self.edges.push(Vec::new());
            self.alike.push(NONE);
            self.done.push(false);
        }
        self.numbers[pair]
    }

    /// Finds the edges of all pairs from this number on, and of those that they lead to.
    fn process_from(&mut self, first: usize) -> Result<(), SyntaxError> {
        let mut at = first;
        while at < self.pairs.len() {
            self.process(at)?;
            at += 1;
        }
        Ok(())
    }

    fn process(&mut self, at: usize) -> Result<(), SyntaxError> {
        // Patterns are unfolded on the way, so a pair may be done already.
        if std::mem::replace(&mut self.done[at], true) {
            return Ok(());
        }
        let (node, cell) = self.pairs[at];
        let (edges, accepts) = self.closure(node, cell)?;
        if accepts {
            // What else could be tried from here does not matter.
            self.kinds[at] = Kind::Accepting;
            return Ok(());
        }
        let number = u32::try_from(at).expect("there are few pairs");
        let hash = rustc_hash::FxBuildHasher.hash_one((self.kinds[at], &edges));
        let mut known = self.known.get(&hash).copied().unwrap_or(NONE);
        while known != NONE {
            let other = known as usize;
            if self.kinds[other] == self.kinds[at] && self.edges[other] == edges {
                self.same[at] = known;
                return Ok(());
            }
            known = self.alike[other];
        }
        self.many += edges.len();
        if self.many > self.most {
            return Err(self.too_large());
        }
        self.edges[at] = edges;
        self.alike[at] = self.known.insert(hash, number).unwrap_or(NONE);
        Ok(())
    }

    /// The edges that are met when the walk moves on from a pair without testing or changing anything, each once; and
    /// whether the end of a pattern is.
    fn closure(&mut self, node: Node, cell: u32) -> Result<(Vec<Edge>, bool), SyntaxError> {
        let mut memory = self.spare.pop().unwrap_or_default();
        memory.open.clear();
        memory.seen.clear();
        let found = self.closure_in(node, cell, &mut memory);
        self.spare.push(memory);
        found
    }

    /// As [`Unfolding::closure`], with memory for it.
    fn closure_in(
        &mut self,
        node: Node,
        cell: u32,
        Closure { open, seen }: &mut Closure,
    ) -> Result<(Vec<Edge>, bool), SyntaxError> {
        let cells = self.board.cells.len();
        self.closures += 1;
        let closure = self.closures;
        open.push((node, cell));
        let mut accepts = false;
        let network = self.network;
        while let Some((node, cell)) = open.pop() {
            let pair = node as usize * cells + cell as usize;
            if self.passed[pair] == closure {
                continue;
            }
            self.passed[pair] = closure;
            self.work += 1;
            accepts |= network.ends[node as usize];
            let first = open.len();
            for &(label, to) in &network.edges[node as usize] {
                match label {
                    Label::Free => open.push((to, cell)),
                    Label::Shift(direction) => {
                        let next = self.board.cells[cell as usize].neighbours[direction as usize];
                        open.extend(next.map(|cell| (to, cell)));
                    }
                    Label::On(0) => {}
                    Label::Check(start, expected) => {
                        // A pattern has no pair in common with what is around it.
                        match self.pattern(start, cell)? {
                            Found::Always(found) if found == expected => open.push((to, cell)),
                            Found::Always(_) => {}
                            Found::From(_) => seen.push((label, to, cell)),
                        }
                    }
                    _ => seen.push((label, to, cell)),
                }
            }
            open[first..].reverse();
        }
        if self.work > WORK * self.most {
            return Err(self.too_large());
        }
        let mut edges = Vec::with_capacity(seen.len());
        for (label, to, cell) in seen.drain(..) {
            edges.push(self.edge(label, to, cell)?);
        }
        Ok((edges, accepts))
    }

    /// Whether a pattern is found from a cell.
    fn pattern(&mut self, start: Node, cell: u32) -> Result<Found, SyntaxError> {
        let first = self.pairs.len();
        let number = self.number(start, cell, Kind::Inner);
        if number as usize >= first {
            self.process_from(first)?;
        }
        if self.kinds[number as usize] == Kind::Accepting {
            return Ok(Found::Always(true));
        }
        let findable = match self.findable.get(&number) {
            Some(findable) => *findable,
            None => self.find(number),
        };
        Ok(if findable { Found::From(number) } else { Found::Always(false) })
    }

    /// Whether an accepting pair can be reached, whatever the tests say.
    fn find(&mut self, start: Loc) -> bool {
        let mut seen: rustc_hash::FxHashSet<Loc> = std::iter::once(self.same[start as usize]).collect();
        let mut open = vec![self.same[start as usize]];
        let mut found = false;
        while let Some(at) = open.pop() {
            if self.kinds[at as usize] == Kind::Accepting || self.findable.get(&at) == Some(&true) {
                found = true;
                break;
            }
            self.work += 1;
            for edge in &self.edges[at as usize] {
                let to = self.same[edge.to as usize];
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        self.findable.insert(start, found);
        found
    }

    /// An edge of the product.
    fn edge(&mut self, label: Label, to: Node, cell: u32) -> Result<Edge, SyntaxError> {
        let kind = match label {
            Label::Turn(mover, _) => Kind::Decision(mover),
            _ => Kind::Inner,
        };
        let target = self.number(to, cell, kind);
        let step = match label {
            Label::Free | Label::Shift(_) => unreachable!("the closure passes them"),
            Label::On(pieces) => Step::Test { variable: cell, set: self.set(pieces) },
            Label::Off(piece, modifier) => self.assign(cell, piece, modifier, cell, target),
            Label::Assign(variable, term, modifier) => self.assign(variable, term, modifier, cell, target),
            Label::Compare(left, relation, right) => Step::Compare { left, relation, right },
            Label::Turn(mover, modifier) => {
                let action = self.letter(modifier, cell);
                let step = Step::Turn { mover, action };
                self.name(action, step, target, modifier, cell);
                step
            }
            Label::Check(start, expected) => match self.pattern(start, cell)? {
                Found::From(start) => Step::Reach { start, expected },
                Found::Always(_) => unreachable!("the closure knew better"),
            },
        };
        Ok(Edge { step, to: target })
    }

    fn assign(&mut self, variable: u32, term: u32, modifier: u32, cell: u32, to: Loc) -> Step {
        let action = self.letter(modifier, cell);
        let step = Step::Assign { variable, term, action };
        self.name(action, step, to, modifier, cell);
        step
    }

    /// The number of the letter of a modifier on a cell.
    fn letter(&mut self, modifier: u32, cell: u32) -> u32 {
        let next = u32::try_from(self.letters.len()).expect("there are few pairs");
        *self.letters.entry((modifier, cell)).or_insert(next)
    }

    fn name(&mut self, action: u32, step: Step, to: Loc, modifier: u32, cell: u32) {
        if action as usize == self.actions.len() {
            self.actions.push(Action { step, to, modifier, cell: Some(cell) });
        }
    }

    fn set(&mut self, pieces: u64) -> u32 {
        let known = self.sets.iter().position(|known| *known == pieces);
        // A set that is met for the first time is the next one.
        let number = known.unwrap_or_else(|| {
            self.sets.push(pieces);
            self.sets.len() - 1
        });
        u32::try_from(number).expect("there are few sets")
    }
}

/// Whether a pattern is found.
enum Found {
    /// Always or never, whatever stands on the board.
    Always(bool),
    /// If there is a walk from here.
    From(Loc),
}
