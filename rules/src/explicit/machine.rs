//! A model, compiled: packed words instead of variables, tables instead of edges.

use rustc_hash::FxHashSet;

use super::rule::Rule;
use super::scan::Scan;
use crate::model::{Edge, Loc, Model, Mover, Place, Relation, Step, Term, Var};

/// Where a variable is kept: its lowest bits in a word, or, for a cell, each bit in a place of its own, so that the same
/// bit of all cells lies side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    word: u32,
    shift: u32,
    mask: u64,
    /// How many places there are, and how many words and bits each is after the one before.
    planes: u32,
    word_step: u32,
    shift_step: u32,
}

impl Field {
    /// The word and the shift of each place.
    #[inline]
    pub(super) fn places(self) -> impl Iterator<Item = (usize, u32)> {
        let place = move |plane| {
            ((self.word + plane * self.word_step) as usize, self.shift + plane * self.shift_step)
        };
        (0..self.planes).map(place)
    }

    #[inline]
    pub(crate) fn get(self, words: &[u64]) -> u32 {
        let mut value = 0;
        for (plane, (word, shift)) in self.places().enumerate() {
            value |= (words[word] >> shift & self.mask) << plane;
        }
        // Fields have at most 31 bits.
        value as u32
    }

    #[inline]
    pub(crate) fn set(self, words: &mut [u64], value: u32) {
        for (plane, (word, shift)) in self.places().enumerate() {
            let word = &mut words[word];
            *word = *word & !(self.mask << shift) | (u64::from(value) >> plane & self.mask) << shift;
        }
    }
}

/// A location: its operations, and what has to be known on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) first: u32,
    pub(super) end: u32,
    /// The same operations, with chains, for where nothing has to be marked.
    pub(super) quick: (u32, u32),
    /// Whether several edges lead here, so that it must be marked when passed.
    pub(super) joins: bool,
    pub(super) accepts: bool,
    /// Whether there is but one operation, the test of a cell.
    pub(super) gate: bool,
    /// Whether a walk from here meets every location and every action once at most, whatever the tests say.
    pub(super) branches: bool,
}

/// An edge, or several at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// A cell has one of the values of a plane: this bit of the word of planes of this number.
    Test { place: u32, bit: u32, to: Loc },
    /// The links in this range are tested one after the other, as long as they hold; each leads to an action.
    Chain { first: u32, end: u32 },
    /// One of several cells has one of these values; each leads elsewhere.
    Fan(u32),
    /// A variable has one of the values of the set of this number.
    Wide { variable: Var, set: u32, to: Loc },
    /// Two numbers compare so.
    Compare { left: u32, right: u32, relation: Relation, to: Loc },
    /// A pattern is found or not.
    Reach { start: Loc, expected: bool, to: Loc },
    /// Something is assigned, or the move ends.
    Act(u32),
}

/// A test on the way to further ones, and the action that can be done where it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) place: u32,
    pub(super) bit: u32,
    pub(super) action: u32,
}

/// Several cells of which the same is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fan {
    /// The word of planes.
    pub(super) place: u32,
    /// The bits of the cells.
    pub(super) cells: u64,
    /// Where the targets of the cells of the word begin in [`Machine::targets`].
    targets: u32,
}

/// How the plane of a set of values is made.
#[derive(Clone, Copy, Debug)]
struct Plane {
    /// What becomes of the bits of a cell, if there are two at most; and where the second ones are.
    quad: Option<Quad>,
    word: u32,
    shift: u32,
    /// The literals of the sum that it is otherwise.
    literals: (u32, u32),
}

/// What becomes of the two bits of a cell: what it is for each first bit where the second is no, and whether the first
/// bit matters; then the same where the second bit is yes.
#[derive(Clone, Copy, Debug)]
struct Quad([u64; 4]);

impl Quad {
    /// For a set of values of so many bits.
    fn new(set: u64, bits: usize) -> Quad {
        let set = if bits == 1 { set & 3 | (set & 3) << 2 } else { set };
        let is = |value: u32| 0_u64.wrapping_sub(set >> value & 1);
        Quad([is(0), is(0) ^ is(1), is(2), is(2) ^ is(3)])
    }

    #[inline]
    fn of(&self, first: u64, second: u64) -> u64 {
        let [none, none_differs, some, some_differs] = self.0;
        let (none, some) = (none ^ none_differs & first, some ^ some_differs & first);
        none ^ (none ^ some) & second
    }
}

/// A bit of all cells of a word, or its opposite: a factor of a product in a sum.
#[derive(Clone, Copy, Debug)]
struct Literal {
    word: u32,
    shift: u8,
    /// Whether the product ends here.
    ends: bool,
    flip: u64,
}

/// What an action does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    pub(super) does: Does,
    pub(super) to: Loc,
    /// Whether it is on several edges, so that it must be marked when met.
    pub(super) joins: bool,
    /// Whether it puts a value that nothing reads or writes before the move ends, so that moves can be found without
    /// putting it.
    pub(super) quiet: bool,
}

/// What an action does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Does {
    /// It ends the move.
    Turn,
    /// It sets a field to a value within its domain.
    Put(Field, u32),
    /// It sets a variable to the value of a term.
    Assign(Var, u32),
    /// It cannot be done: the value is outside the domain.
    Never,
}

/// A compiled model.
pub(crate) struct Machine {
    pub(crate) model: Model,
    pub(crate) fields: Vec<Field>,
    /// How many words a state has.
    pub(crate) words: usize,
    /// How many bits of each word are taken.
    pub(crate) used: Vec<u32>,
    /// How many words hold a bit for each cell.
    pub(super) parts: u32,
    /// The sets of values that are asked of cells, as bits; each has a plane, a bit for each cell.
    pub(super) asked: Vec<u64>,
    /// How the planes are made.
    planes: Vec<Plane>,
    literals: Vec<Literal>,
    /// The bits of all cells, for each word of them.
    all_cells: Vec<u64>,
    pub(super) spots: Vec<Spot>,
    pub(super) ops: Vec<Op>,
    pub(super) fans: Vec<Fan>,
    pub(super) links: Vec<Link>,
    targets: Vec<Loc>,
    pub(super) acts: Vec<Act>,
    /// The moves from a location, if they can all be told from the same few questions to every cell.
    pub(super) scans: Vec<Option<Box<Scan>>>,
    /// What the keeper does at a location, if it is a choice between few ways.
    pub(super) rules: Vec<Option<Box<Rule>>>,
    /// Who is to move at a location; the keeper elsewhere.
    pub(super) movers: Vec<Mover>,
    /// Whether moves begin at a location.
    pub(super) decides: Vec<bool>,
    /// Whether it could not be seen that moves of the keeper that begin at a location all lead to the same state.
    pub(super) chooses: Vec<bool>,
    /// The bits of a letter in a packed move.
    pub(super) letter_bits: u32,
    pub(super) letter_mask: u64,
}

/// How many locations a walk may meet that nothing is marked on, so that it is not too deep for the stack.
const MOST_BRANCHES: usize = 2000;

/// How many locations and edges are looked at to find out whether they read something.
const MOST_LOOKED_AT: usize = 200;

/// Set in the number of a location that stands for an action: see [`Machine::fuse`].
pub(super) const DIRECT: Loc = 1 << 31;

/// The fewest tests of a location that become a fan.
const FAN: usize = 3;

impl Machine {
    /// Returns how many words a state of a model has.
    pub(crate) fn words_of(model: &Model) -> usize {
        layout(model).1.len()
    }

    /// A machine that knows how the states of a model are laid out, and none of its edges.
    fn empty(model: &Model) -> Machine {
        let (fields, used) = layout(model);
        let letters = u64::try_from(model.actions.len()).expect("there are few actions") + 1;
        let letter_bits = letters.next_power_of_two().trailing_zeros().max(1);
        Machine {
            words: used.len(),
            used,
            parts: u32::try_from(model.board.cells.len().div_ceil(64)).expect("few cells"),
            asked: Vec::new(),
            planes: Vec::new(),
            literals: Vec::new(),
            all_cells: all_cells(model),
            spots: Vec::with_capacity(model.locations.len()),
            ops: Vec::with_capacity(model.edges.len()),
            fans: Vec::new(),
            links: Vec::new(),
            targets: Vec::new(),
            acts: Vec::new(),
            scans: Vec::new(),
            rules: Vec::new(),
            movers: Vec::new(),
            decides: Vec::new(),
            chooses: crate::keeper::choices(model),
            letter_bits,
            letter_mask: (1 << letter_bits) - 1,
            fields,
            model: Model::default(),
        }
    }

    /// Compiles a model.
    pub(crate) fn new(model: Model) -> Machine {
        let mut machine = Machine::empty(&model);
        let (entered, met) = machine.degrees(&model);
        machine.add_spots(&model, &entered);
        let mut later = Later::new(&model);
        for (action, &times) in model.actions.iter().zip(&met) {
            let does = machine.meaning(&model, action.step);
            let quiet = matches!(does, Does::Put(..)) && later.ignores(action.step, action.to);
            machine.acts.push(Act { does, to: action.to, joins: times > 1, quiet });
        }
        machine.fuse(&entered);
        machine.chain();
        machine.shorten(&model);
        Machine { model, ..machine }
    }

    /// Compiles the locations, of which `entered` says how many edges lead there.
    fn add_spots(&mut self, model: &Model, entered: &[u32]) {
        let starts = starts(model);
        for (at, location) in (0..).zip(&model.locations) {
            let first = u32::try_from(self.ops.len()).expect("there are few edges");
            self.compile(model, at);
            let end = u32::try_from(self.ops.len()).expect("there are few edges");
            let accepts = location.place == Place::Accepting;
            let branches = starts[at as usize] && branches(model, at);
            let gate = !accepts && matches!(self.ops[first as usize..], [Op::Test { .. }]);
            let joins = entered[at as usize] > 1;
            self.spots.push(Spot { first, end, quick: (first, end), joins, accepts, gate, branches });
            self.decides.push(matches!(location.place, Place::Decision(_)));
            self.movers.push(match location.place {
                Place::Decision(mover) => mover,
                Place::Inner | Place::Accepting => Mover::Keeper,
            });
        }
    }

    /// Lets edges to a location that does nothing but one action lead to the action itself.
    fn fuse(&mut self, entered: &[u32]) {
        let only = |to: Loc| {
            let spot = self.spots.get(to as usize).filter(|spot| !spot.accepts)?;
            match self.ops[spot.first as usize..spot.end as usize] {
                [Op::Act(action)] => Some(action),
                _ => None,
            }
        };
        let direct: Vec<Option<u32>> = (0..).zip(&self.spots).map(|(at, _)| only(at)).collect();
        for (action, entered) in direct.iter().zip(entered) {
            // What was marked as a location is now marked as an action.
            if let Some(action) = action.filter(|_| *entered > 1) {
                self.acts[action as usize].joins = true;
            }
        }
        let ops = self.ops.iter_mut().filter_map(|op| match op {
            Op::Test { to, .. } | Op::Wide { to, .. } | Op::Compare { to, .. } | Op::Reach { to, .. } => {
                Some(to)
            }
            Op::Fan(_) | Op::Act(_) | Op::Chain { .. } => None,
        });
        for to in ops.chain(&mut self.targets) {
            if let Some(&Some(action)) = direct.get(*to as usize) {
                *to = DIRECT | action;
            }
        }
    }

    /// Makes chains of tests that lead to one action each, and to one further test. They are only taken where nothing
    /// has to be marked.
    fn chain(&mut self) {
        for at in 0..self.spots.len() {
            let Spot { first, end, branches, .. } = self.spots[at];
            if !branches {
                continue;
            }
            let mut quick: Vec<Op> = Vec::new();
            for op in first..end {
                self.add_quick(self.ops[op as usize], &mut quick);
            }
            if quick.iter().any(|op| matches!(op, Op::Chain { .. })) {
                let first = self.ops.len() as u32;
                self.ops.append(&mut quick);
                self.spots[at].quick = (first, self.ops.len() as u32);
            }
        }
    }

    /// Adds an operation, or the chains that do the same.
    fn add_quick(&mut self, op: Op, quick: &mut Vec<Op>) {
        let tests: Vec<Op> = match op {
            Op::Fan(fan) => {
                let fan = self.fans[fan as usize];
                let bits = (0..64).filter(|bit| fan.cells >> bit & 1 == 1);
                bits.map(|bit| Op::Test { place: fan.place, bit, to: self.target(&fan, bit) }).collect()
            }
            op => vec![op],
        };
        let chains: Vec<Vec<Link>> = tests.iter().map(|test| self.links_from(*test)).collect();
        // A fan asks of all cells at once whether there is anything to begin with.
        if chains.iter().filter(|links| !links.is_empty()).count() * 2 < tests.len() {
            quick.push(op);
            return;
        }
        for (test, links) in tests.into_iter().zip(chains) {
            let first = self.links.len() as u32;
            self.links.extend(links);
            let end = self.links.len() as u32;
            quick.push(if first == end { test } else { Op::Chain { first, end } });
        }
    }

    /// The links of the chain that begins with an operation; none if it is no chain.
    fn links_from(&self, mut op: Op) -> Vec<Link> {
        let mut links = Vec::new();
        while let Op::Test { place, bit, to } = op {
            if to & DIRECT != 0 {
                links.push(Link { place, bit, action: to ^ DIRECT });
                return if links.len() > 1 { links } else { Vec::new() };
            }
            let Spot { first, end, accepts: false, .. } = self.spots[to as usize] else { break };
            let (action, test) = match self.ops[first as usize..end as usize] {
                [Op::Act(action), test] | [test, Op::Act(action)] => (action, test),
                _ => break,
            };
            links.push(Link { place, bit, action });
            op = test;
        }
        Vec::new()
    }

    /// How many edges lead to each location, and how many have each action.
    fn degrees(&self, model: &Model) -> (Vec<u32>, Vec<u32>) {
        let (mut entered, mut met) = (vec![0; model.locations.len()], vec![0; model.actions.len()]);
        entered[model.start as usize] += 1;
        for edge in &model.edges {
            entered[edge.to as usize] += 1;
            match edge.step {
                // A search starts there, once and again.
                Step::Reach { start, .. } => entered[start as usize] += 1,
                Step::Assign { action, .. } | Step::Turn { action, .. } => met[action as usize] += 1,
                Step::Test { .. } | Step::Compare { .. } => {}
            }
        }
        (entered, met)
    }

    /// Compiles the edges of a location; tests that ask the same of many cells become fans.
    fn compile(&mut self, model: &Model, at: Loc) {
        let cells = model.board.cells.len();
        let edges = model.edges_of(at);
        let same = |set: u32| {
            let of_cells = edges.iter().filter_map(move |edge| match edge.step {
                Step::Test { variable, set: other } if other == set && (variable as usize) < cells => {
                    Some((variable, edge.to))
                }
                _ => None,
            });
            of_cells.collect::<Vec<_>>()
        };
        let mut done: Vec<u32> = Vec::new();
        for edge in edges {
            let to = edge.to;
            let op = match edge.step {
                Step::Test { variable, set } if (variable as usize) < cells => {
                    if edges.len() >= FAN {
                        if done.contains(&set) {
                            continue;
                        }
                        let all = same(set);
                        if all.len() >= FAN {
                            done.push(set);
                            self.fan(model, set, &all);
                            continue;
                        }
                    }
                    self.test(model, variable, &model.sets[set as usize], to)
                }
                Step::Test { variable, set } => Op::Wide { variable, set, to },
                Step::Compare { left, relation, right } => Op::Compare { left, right, relation, to },
                Step::Reach { start, expected } => match self.one_test(model, start, expected) {
                    Some((cell, set)) => self.test(model, cell, &set, to),
                    None => Op::Reach { start, expected, to },
                },
                Step::Assign { action, .. } | Step::Turn { action, .. } => Op::Act(action),
            };
            self.ops.push(op);
        }
    }

    /// The cell that alone decides whether a pattern is found, and the values for which that is as expected.
    fn one_test(&self, model: &Model, start: Loc, expected: bool) -> Option<(Var, Vec<u32>)> {
        let accepts = |edge: &Edge| model.locations[edge.to as usize].place == Place::Accepting;
        let (mut cell, mut found) = (None, Vec::new());
        for edge in model.edges_of(start) {
            let Step::Test { variable, set } = edge.step else { return None };
            if !accepts(edge) || cell.is_some_and(|cell| cell != variable) {
                return None;
            }
            cell = Some(variable);
            found.extend(&model.sets[set as usize]);
        }
        let cell = cell.filter(|&cell| (cell as usize) < model.board.cells.len())?;
        let values = 0..model.variables[cell as usize].size;
        Some((cell, values.filter(|value| found.contains(value) == expected).collect()))
    }

    fn test(&mut self, model: &Model, cell: Var, set: &[u32], to: Loc) -> Op {
        let plane = self.plane_of(model, set);
        Op::Test { place: self.place(plane, cell), bit: cell % 64, to }
    }

    /// The number of the word of planes where a cell has its bit.
    fn place(&self, plane: u32, cell: u32) -> u32 {
        plane * self.parts + cell / 64
    }

    /// The number of the plane of the cells that have one of these values.
    fn plane_of(&mut self, model: &Model, set: &[u32]) -> u32 {
        let set = set.iter().fold(0, |set, value| set | 1 << value);
        self.plane_of_bits(model, set)
    }

    /// As [`Machine::plane_of`], for a set of values as bits.
    pub(super) fn plane_of_bits(&mut self, model: &Model, set: u64) -> u32 {
        let known = self.asked.iter().position(|&asked| asked == set);
        let number = known.unwrap_or_else(|| {
            self.asked.push(set);
            let first = self.literals.len() as u32;
            self.add_sum(model, set);
            let literals = (first, self.literals.len() as u32);
            let places: Vec<(usize, u32)> = self.fields[0].places().collect();
            // A second bit that is the first one, too, says nothing new.
            let second = match places[..] {
                [_] => Some((0, 0)),
                [_, (word, shift)] => Some((word as u32, shift)),
                _ => None,
            };
            let (word, shift) = second.unwrap_or_default();
            let quad = second.map(|_| Quad::new(set, places.len()));
            self.planes.push(Plane { quad, word, shift, literals });
            self.asked.len() - 1
        });
        u32::try_from(number).expect("there are few sets of pieces")
    }

    /// Adds a sum of products that is true for the values of a set: each product leaves out as many bits as it can. What
    /// is no value may be either.
    fn add_sum(&mut self, model: &Model, set: u64) {
        let pieces = model.board.pieces.len() as u32;
        let field = self.fields[0];
        let all = (1_u32 << field.planes) - 1;
        let may = |code: u32| code >= pieces || set >> code & 1 == 1;
        // The last bit stays, so that no product is empty.
        let within = |mask: u32, value: u32| {
            mask != 0 && (0..=all).filter(|code| code & mask == value & mask).all(may)
        };
        let mut covered: Vec<(u32, u32)> = Vec::new();
        for value in (0..pieces).filter(|value| set >> value & 1 == 1) {
            if covered.iter().any(|&(mask, other)| value & mask == other & mask) {
                continue;
            }
            let mask = (0..field.planes).fold(all, |mask, bit| {
                let less = mask & !(1 << bit);
                if within(less, value) { less } else { mask }
            });
            covered.push((mask, value));
            for (bit, (word, shift)) in (0..).zip(field.places()).filter(|(bit, _)| mask >> bit & 1 == 1) {
                let flip = if value >> bit & 1 == 1 { 0 } else { u64::MAX };
                let ends = mask >> bit == 1;
                self.literals.push(Literal { word: word as u32, shift: shift as u8, ends, flip });
            }
        }
    }

    /// The bits of the cells, of one word of them, that have one of the values of a plane.
    #[inline]
    pub(super) fn plane(&self, number: u32, part: u32, words: &[u64]) -> u64 {
        let plane = &self.planes[number as usize];
        let found = match plane.quad {
            Some(quad) => {
                let second = words[(plane.word + part) as usize] >> plane.shift;
                quad.of(words[part as usize], second)
            }
            None => self.sum(plane.literals, part, words),
        };
        found & self.all_cells[part as usize]
    }

    /// A sum of products.
    fn sum(&self, (first, end): (u32, u32), part: u32, words: &[u64]) -> u64 {
        let (mut found, mut product) = (0, u64::MAX);
        for literal in &self.literals[first as usize..end as usize] {
            product &= (words[(literal.word + part) as usize] >> literal.shift) ^ literal.flip;
            if literal.ends {
                found |= product;
                product = u64::MAX;
            }
        }
        found
    }

    /// Compiles tests that ask for the same values: one fan for each word. A cell that is tested twice is tested alone.
    fn fan(&mut self, model: &Model, set: u32, all: &[(Var, Loc)]) {
        let plane = self.plane_of(model, &model.sets[set as usize]);
        for part in 0..self.parts {
            let targets = u32::try_from(self.targets.len()).expect("there are few fans");
            let mut cells = 0;
            for &(cell, to) in all.iter().filter(|(cell, _)| cell / 64 == part) {
                if cells == 0 {
                    self.targets.extend([Loc::MAX; 64]);
                }
                let bit = cell % 64;
                if cells >> bit & 1 == 0 {
                    self.targets[(targets + bit) as usize] = to;
                    cells |= 1 << bit;
                } else {
                    self.ops.push(Op::Test { place: plane * self.parts + part, bit, to });
                }
            }
            if cells != 0 {
                self.ops.push(Op::Fan(u32::try_from(self.fans.len()).expect("there are few fans")));
                self.fans.push(Fan { place: plane * self.parts + part, cells, targets });
            }
        }
    }

    fn meaning(&self, model: &Model, step: Step) -> Does {
        match step {
            Step::Turn { .. } => Does::Turn,
            Step::Assign { variable, term, .. } => match model.terms[term as usize] {
                Term::Number(number) => match u32::try_from(number) {
                    Ok(value) if value < model.variables[variable as usize].size => {
                        Does::Put(self.fields[variable as usize], value)
                    }
                    _ => Does::Never,
                },
                _ => Does::Assign(variable, term),
            },
            Step::Test { .. } | Step::Compare { .. } | Step::Reach { .. } => {
                unreachable!("actions assign or end the move")
            }
        }
    }

    /// The place in [`Machine::targets`] of a cell of a fan.
    #[inline]
    pub(super) fn target(&self, fan: &Fan, bit: u32) -> Loc {
        self.targets[(fan.targets + bit) as usize]
    }

    /// Returns the value of a variable.
    #[inline]
    pub(crate) fn value(&self, words: &[u64], variable: Var) -> u32 {
        self.fields[variable as usize].get(words)
    }

    /// Returns the value of a term, if it has one.
    pub(super) fn term(&self, words: &[u64], term: u32) -> Option<i64> {
        match &self.model.terms[term as usize] {
            Term::Number(number) => Some(*number),
            Term::Value(variable) => Some(self.value(words, *variable).into()),
            term => term.evaluate(&|variable| self.value(words, variable), &|piece| self.count(words, piece)),
        }
    }

    /// How many cells have a value.
    fn count(&self, words: &[u64], piece: u32) -> u32 {
        let mut found = 0;
        for part in 0..self.parts {
            let places = (0..).zip(self.fields[0].places());
            let product = places.fold(self.all_cells[part as usize], |product, (bit, (word, shift))| {
                let bits = words[word + part as usize] >> shift;
                product & if piece >> bit & 1 == 1 { bits } else { !bits }
            });
            found += product.count_ones();
        }
        found
    }

    /// The words of the start, before the keeper has moved.
    pub(crate) fn first_words(&self) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for (variable, field) in self.model.variables.iter().zip(&self.fields) {
            field.set(&mut words, variable.initial);
        }
        words
    }
}

/// The bits of all cells, for each word of them.
fn all_cells(model: &Model) -> Vec<u64> {
    let cells = model.board.cells.len();
    (0..cells.div_ceil(64))
        .map(|part| if cells - 64 * part >= 64 { u64::MAX } else { (1 << (cells % 64)) - 1 })
        .collect()
}

/// What the rest of a move may read or write.
struct Later<'m> {
    model: &'m Model,
    /// The number of the last search that saw a location.
    seen: Vec<u32>,
    search: u32,
    open: Vec<Loc>,
}

impl<'m> Later<'m> {
    fn new(model: &'m Model) -> Later<'m> {
        Later { model, seen: vec![0; model.locations.len()], search: 0, open: Vec::new() }
    }

    /// Whether nothing from a location to the end of the move, patterns included, reads or writes the variable that a
    /// step writes. Says no where that would take long to find out.
    fn ignores(&mut self, step: Step, from: Loc) -> bool {
        let Some(written) = self.model.writes(step) else { return false };
        self.search += 1;
        self.open.clear();
        self.open.push(from);
        let mut left = MOST_LOOKED_AT;
        while let Some(at) = self.open.pop() {
            if std::mem::replace(&mut self.seen[at as usize], self.search) == self.search {
                continue;
            }
            let edges = self.model.edges_of(at);
            left = left.saturating_sub(1 + edges.len());
            if left == 0 || edges.iter().any(|edge| self.touches(edge.step, written)) {
                return false;
            }
            for edge in edges {
                match edge.step {
                    Step::Turn { .. } => continue,
                    Step::Reach { start, .. } => self.open.push(start),
                    Step::Test { .. } | Step::Compare { .. } | Step::Assign { .. } => {}
                }
                self.open.push(edge.to);
            }
        }
        true
    }

    /// Whether a step itself reads or writes a variable. Terms are not looked into.
    fn touches(&self, step: Step, variable: Var) -> bool {
        let number = |term: u32| matches!(self.model.terms[term as usize], Term::Number(_));
        match step {
            Step::Test { variable: other, .. } => other == variable,
            Step::Assign { variable: other, term, .. } => other == variable || !number(term),
            Step::Compare { .. } => true,
            Step::Turn { .. } | Step::Reach { .. } => false,
        }
    }
}

/// The locations where walks begin or go on after an action.
fn starts(model: &Model) -> Vec<bool> {
    let mut starts = vec![false; model.locations.len()];
    starts[model.start as usize] = true;
    for edge in &model.edges {
        match edge.step {
            Step::Reach { start, .. } => starts[start as usize] = true,
            Step::Assign { .. } | Step::Turn { .. } => starts[edge.to as usize] = true,
            Step::Test { .. } | Step::Compare { .. } => {}
        }
    }
    starts
}

/// Whether a walk from a location meets every location and every action once at most, whatever the tests say.
fn branches(model: &Model, start: Loc) -> bool {
    let mut seen = FxHashSet::default();
    let mut acted = FxHashSet::default();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if !seen.insert(at) || seen.len() > MOST_BRANCHES {
            return false;
        }
        for edge in model.edges_of(at) {
            match edge.step {
                Step::Assign { action, .. } | Step::Turn { action, .. } => {
                    if !acted.insert(action) {
                        return false;
                    }
                }
                Step::Test { .. } | Step::Compare { .. } | Step::Reach { .. } => open.push(edge.to),
            }
        }
    }
    true
}

/// Where the variables are kept, and how many bits of each word are taken. The cells come first: each bit of all of them
/// lies in words of its own, or all bits in one word, if there is room.
fn layout(model: &Model) -> (Vec<Field>, Vec<u32>) {
    let bits = |size: u32| (u32::BITS - size.saturating_sub(1).leading_zeros()).max(1);
    let cells = u32::try_from(model.board.cells.len()).expect("few cells");
    let planes = bits(u32::try_from(model.board.pieces.len()).expect("few pieces"));
    let parts = cells.div_ceil(64);
    let (word_step, shift_step) = if planes * cells <= 64 { (0, cells) } else { (parts, 0) };
    let cell = |cell| Field { word: cell / 64, shift: cell % 64, mask: 1, planes, word_step, shift_step };
    let mut fields: Vec<Field> = (0..cells).map(cell).collect();
    // How many bits of each word are taken.
    let mut taken: Vec<u32> = if cells == 0 {
        Vec::new()
    } else if word_step == 0 {
        vec![planes * cells]
    } else {
        (0..planes).flat_map(|_| (0..parts).map(|part| (cells - 64 * part).min(64))).collect()
    };
    for variable in &model.variables[cells as usize..] {
        let width = bits(variable.size);
        let fits = taken.iter().position(|taken| taken + width <= 64);
        // Where none has room, another word begins.
        let word = fits.unwrap_or_else(|| {
            taken.push(0);
            taken.len() - 1
        });
        let (mask, number) = ((1 << width) - 1, u32::try_from(word).expect("few words"));
        fields.push(Field { word: number, shift: taken[word], mask, planes: 1, word_step: 0, shift_step: 0 });
        taken[word] += width;
    }
    (fields, taken)
}
