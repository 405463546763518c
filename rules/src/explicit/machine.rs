//! A model, compiled: packed words instead of variables, tables instead of edges.

use rustc_hash::FxHashSet;

use super::rule::Rules;
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
        self.exchange(words, value);
    }

    /// Sets the value; returns the one before.
    #[inline]
    pub(super) fn exchange(self, words: &mut [u64], value: u32) -> u32 {
        let (mut before, mut place, mut shift) = (0, self.word as usize, self.shift);
        for plane in 0..self.planes {
            let word = &mut words[place];
            let bits = *word >> shift & self.mask;
            before |= bits << plane;
            *word ^= (bits ^ u64::from(value) >> plane & self.mask) << shift;
            place += self.word_step as usize;
            shift += self.shift_step;
        }
        // Fields have at most 31 bits.
        before as u32
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
    /// Whether, besides, all these actions end the move, so that they can be counted together.
    pub(super) counts: bool,
}

/// An edge, or several at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// A cell has one of the values of a plane: this bit of the word of planes of this number.
    Test { place: u32, bit: u32, to: Loc },
    /// The runs in this range are gone through one after the other, as long as they go on.
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

/// Tests of the same plane in cells at equal distances, each made where the one before holds, and each leading to an
/// action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The word of planes.
    pub(super) place: u32,
    /// The first action in [`Machine::links`].
    first: u32,
    length: u8,
    /// The first cell, and whether the others have lower bits.
    start: u8,
    falls: bool,
    /// 2¹⁶ divided by the distance, rounded up.
    inverse: u32,
    cells: u64,
}

impl Run {
    /// A run of these tests, which are places, bits, and actions.
    fn new(tests: &[(u32, u32, u32)], first: u32) -> Run {
        let start = tests[0].1;
        let next = tests.get(1).map_or(start + 1, |test| test.1);
        Run {
            place: tests[0].0,
            first,
            length: tests.len() as u8,
            start: start as u8,
            falls: next < start,
            inverse: (1_u32 << 16).div_ceil(next.abs_diff(start)),
            cells: tests.iter().fold(0, |cells, (_, bit, _)| cells | 1 << bit),
        }
    }

    /// How many of the tests hold before one that does not.
    #[inline]
    pub(super) fn goes(&self, plane: u64) -> u32 {
        let blocked = !plane & self.cells;
        if blocked == 0 {
            return self.length.into();
        }
        let start = u32::from(self.start);
        let away = if self.falls { start - blocked.ilog2() } else { blocked.trailing_zeros() - start };
        // Exact, as it is a multiple of the distance and less than 64.
        (away * self.inverse) >> 16
    }

    /// Whether the run goes to its end, if it goes so far.
    #[inline]
    pub(super) fn goes_on(&self, far: u32) -> bool {
        far == u32::from(self.length)
    }
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
    /// Whether all targets are actions.
    pub(super) acts: bool,
}

/// How a word of a plane is made: from two bits of each cell at most, or as a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    quad: Quad,
    /// The words of the first bits and of the second ones, and where these begin.
    first: u32,
    second: u32,
    shift: u32,
    /// The literals of the sum, if there are more bits than two.
    literals: (u32, u32),
    /// The values, as bits.
    set: u64,
}

impl Sheet {
    /// Whether the word takes long to make.
    #[inline]
    pub(super) fn is_sum(&self) -> bool {
        self.literals.0 != self.literals.1
    }

    /// The word when a cell, perhaps of another word, has another value.
    #[inline]
    pub(super) fn with(&self, plane: u64, cell: u32, value: u32) -> u64 {
        if cell / 64 != self.first {
            return plane;
        }
        plane & !(1 << (cell % 64)) | (self.set >> value & 1) << (cell % 64)
    }
}

/// What becomes of the two bits of a cell: what it is for each first bit where the second is no, and whether the first
/// bit matters; then the same where the second bit is yes.
#[derive(Clone, Copy, Debug)]
struct Quad([u64; 4]);

impl Quad {
    /// For a set of values of so many bits, in these cells of a word.
    fn new(set: u64, bits: usize, cells: u64) -> Quad {
        let set = if bits == 1 { set & 3 | (set & 3) << 2 } else { set };
        let is = |value: u32| 0_u64.wrapping_sub(set >> value & 1) & cells;
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
    /// The cell that it puts something into, if planes take long to make; [`NO_CELL`] otherwise.
    pub(super) cell: u32,
}

/// No cell.
pub(super) const NO_CELL: u32 = u32::MAX;

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
    parts: u32,
    /// The sets of values that are asked of cells, as bits; each has a plane, a bit for each cell.
    asked: Vec<u64>,
    /// How the words of planes are made.
    pub(super) sheets: Vec<Sheet>,
    literals: Vec<Literal>,
    /// The bits of all cells, for each word of them.
    all_cells: Vec<u64>,
    pub(super) spots: Vec<Spot>,
    pub(super) ops: Vec<Op>,
    pub(super) fans: Vec<Fan>,
    pub(super) runs: Vec<Run>,
    links: Vec<u32>,
    targets: Vec<Loc>,
    pub(super) acts: Vec<Act>,
    /// The moves from a location, if they can all be told from the same few questions to every cell.
    pub(super) scans: Vec<Option<Box<Scan>>>,
    /// What the keeper does at locations where it has few ways to go.
    pub(super) rules: Rules,
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
            sheets: Vec::new(),
            literals: Vec::new(),
            all_cells: all_cells(model),
            spots: Vec::with_capacity(model.locations.len()),
            ops: Vec::with_capacity(model.edges.len()),
            fans: Vec::new(),
            runs: Vec::new(),
            links: Vec::new(),
            targets: Vec::new(),
            acts: Vec::new(),
            scans: Vec::new(),
            rules: Rules::default(),
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
            let put = model.writes(action.step).filter(|&put| (put as usize) < model.board.cells.len());
            let cell = put.filter(|&put| machine.fields[put as usize].planes > 2).unwrap_or(NO_CELL);
            machine.acts.push(Act { does, to: action.to, joins: times > 1, quiet, cell });
        }
        machine.fuse(&entered);
        machine.chain();
        machine.find_counts();
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
            self.spots.push(Spot {
                first,
                end,
                quick: (first, end),
                joins,
                accepts,
                gate,
                branches,
                counts: false,
            });
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
        let chains: Vec<Vec<(u32, u32, u32)>> = tests.iter().map(|test| self.tests_from(*test)).collect();
        // A fan asks of all cells at once whether there is anything to begin with.
        if chains.iter().filter(|tests| !tests.is_empty()).count() * 2 < tests.len() {
            quick.push(op);
            return;
        }
        for (test, chain) in tests.into_iter().zip(chains) {
            let first = self.runs.len() as u32;
            self.add_runs(&chain);
            let end = self.runs.len() as u32;
            quick.push(if first == end { test } else { Op::Chain { first, end } });
        }
    }

    /// Adds the runs of a chain.
    fn add_runs(&mut self, mut chain: &[(u32, u32, u32)]) {
        while let [(place, start, _), rest @ ..] = chain {
            let (place, start) = (*place, i64::from(*start));
            let step = rest.first().map_or(1, |test| i64::from(test.1) - start);
            let equal = (1..).zip(rest).take_while(|&(number, &(other, bit, _))| {
                other == place && i64::from(bit) == start + number * step
            });
            let (run, others) = chain.split_at(1 + equal.count());
            self.runs.push(Run::new(run, self.links.len() as u32));
            self.links.extend(run.iter().map(|(_, _, action)| action));
            chain = others;
        }
    }

    /// The tests of the chain that begins with an operation: places, bits, and actions; none if it is no chain.
    fn tests_from(&self, mut op: Op) -> Vec<(u32, u32, u32)> {
        let mut tests = Vec::new();
        while let Op::Test { place, bit, to } = op {
            if to & DIRECT != 0 {
                tests.push((place, bit, to ^ DIRECT));
                return if tests.len() > 1 { tests } else { Vec::new() };
            }
            let Spot { first, end, accepts: false, .. } = self.spots[to as usize] else { break };
            let (action, test) = match self.ops[first as usize..end as usize] {
                [Op::Act(action), test] | [test, Op::Act(action)] => (action, test),
                _ => break,
            };
            tests.push((place, bit, action));
            op = test;
        }
        Vec::new()
    }

    /// The actions of a run, as far as it goes.
    #[inline]
    pub(super) fn actions_of(&self, run: &Run, far: u32) -> &[u32] {
        &self.links[run.first as usize..][..far as usize]
    }

    /// Finds the locations from which all actions end the move.
    fn find_counts(&mut self) {
        for fan in &mut self.fans {
            let targets = &self.targets[fan.targets as usize..][..64];
            fan.acts = (0..64).all(|bit| fan.cells >> bit & 1 == 0 || targets[bit] & DIRECT != 0);
        }
        for at in 0..self.spots.len() {
            let counts = self.spots[at].branches && self.only_turns(at as Loc);
            self.spots[at].counts = counts;
        }
    }

    /// Whether all actions that a walk from a location meets end the move.
    fn only_turns(&self, at: Loc) -> bool {
        if at & DIRECT != 0 {
            return matches!(self.acts[(at ^ DIRECT) as usize].does, Does::Turn);
        }
        let Spot { accepts, quick, .. } = self.spots[at as usize];
        let of_op = |op: &Op| match *op {
            Op::Act(action) => self.only_turns(DIRECT | action),
            Op::Chain { first, end } => self.runs[first as usize..end as usize].iter().all(|run| {
                let actions = self.actions_of(run, run.length.into());
                actions.iter().all(|action| self.only_turns(DIRECT | action))
            }),
            Op::Fan(fan) => {
                let fan = &self.fans[fan as usize];
                (0..64).all(|bit| fan.cells >> bit & 1 == 0 || self.only_turns(self.target(fan, bit)))
            }
            Op::Test { to, .. } | Op::Wide { to, .. } | Op::Compare { to, .. } | Op::Reach { to, .. } => {
                self.only_turns(to)
            }
        };
        !accepts && self.ops[quick.0 as usize..quick.1 as usize].iter().all(of_op)
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
    pub(super) fn place(&self, plane: u32, cell: u32) -> u32 {
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
            let places: Vec<(usize, u32)> = self.fields[0].places().collect();
            let first = self.literals.len() as u32;
            if places.len() > 2 {
                self.add_sum(model, set);
            }
            let literals = (first, self.literals.len() as u32);
            // Where there is but one bit, it is the second one, too, which says nothing new.
            let (second, shift) = *places.get(1).unwrap_or(&places[0]);
            for part in 0..self.parts {
                let quad = Quad::new(set, places.len(), self.all_cells[part as usize]);
                let second = second as u32 + part;
                self.sheets.push(Sheet { quad, first: part, second, shift, literals, set });
            }
            self.asked.len() - 1
        });
        u32::try_from(number).expect("there are few sets of pieces")
    }

    /// Adds a sum of products that is true for the values of a set: each product leaves out as many bits as it can. What
    /// is no value may be either.
    fn add_sum(&mut self, model: &Model, set: u64) {
        let field = self.fields[0];
        let mut covered: Vec<(u32, u32)> = Vec::new();
        for value in (0..model.board.pieces.len() as u32).filter(|value| set >> value & 1 == 1) {
            if covered.iter().any(|&(mask, other)| value & mask == other & mask) {
                continue;
            }
            let mask = self.product(model, set, value);
            covered.push((mask, value));
            for (bit, (word, shift)) in (0..).zip(field.places()).filter(|(bit, _)| mask >> bit & 1 == 1) {
                let flip = if value >> bit & 1 == 1 { 0 } else { u64::MAX };
                let ends = mask >> bit == 1;
                self.literals.push(Literal { word: word as u32, shift: shift as u8, ends, flip });
            }
        }
    }

    /// The bits of a cell that tell, by being those of this value, that its value is in a set: as few as can be left.
    fn product(&self, model: &Model, set: u64, value: u32) -> u32 {
        let pieces = model.board.pieces.len() as u32;
        let all = (1_u32 << self.fields[0].planes) - 1;
        let may = |code: u32| code >= pieces || set >> code & 1 == 1;
        // The last bit stays, so that no product is empty.
        let within = |mask: u32| mask != 0 && (0..=all).filter(|code| code & mask == value & mask).all(may);
        (0..self.fields[0].planes).fold(all, |mask, bit| {
            let less = mask & !(1 << bit);
            if within(less) { less } else { mask }
        })
    }

    /// The bits of a cell that alone tell whether its value is in a set, and what they then are, if it can be told so.
    pub(super) fn cube(&self, model: &Model, set: u64) -> Option<(u32, u32)> {
        let mut values = (0..model.board.pieces.len() as u32).filter(|value| set >> value & 1 == 1);
        let value = values.next()?;
        let mask = self.product(model, set, value);
        values.all(|other| other & mask == value & mask).then_some((mask, value & mask))
    }

    /// A word of a plane: the bits of the cells that have one of its values, as its sheet makes it.
    #[inline(always)]
    pub(super) fn sheet(&self, sheet: &Sheet, words: &[u64]) -> u64 {
        if sheet.is_sum() {
            self.sum(sheet, words)
        } else {
            sheet.quad.of(words[sheet.first as usize], words[sheet.second as usize] >> sheet.shift)
        }
    }

    /// A sum of products.
    #[inline(never)]
    fn sum(&self, sheet: &Sheet, words: &[u64]) -> u64 {
        let (part, (first, end)) = (sheet.first, sheet.literals);
        let (mut found, mut product) = (0, u64::MAX);
        for literal in &self.literals[first as usize..end as usize] {
            product &= (words[(literal.word + part) as usize] >> literal.shift) ^ literal.flip;
            if literal.ends {
                found |= product;
                product = u64::MAX;
            }
        }
        found & self.all_cells[part as usize]
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
                self.fans.push(Fan { place: plane * self.parts + part, cells, targets, acts: false });
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
