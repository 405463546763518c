//! A model, compiled: packed words instead of variables, tables instead of edges.

use rustc_hash::FxHashSet;

use crate::model::{Edge, Loc, Model, Mover, Place, Relation, Step, Term, Var};

/// Where a variable is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) word: u32,
    pub(crate) shift: u32,
    pub(crate) mask: u64,
}

impl Field {
    #[inline]
    pub(crate) fn get(self, words: &[u64]) -> u32 {
        // Fields have at most 31 bits.
        (words[self.word as usize] >> self.shift & self.mask) as u32
    }

    #[inline]
    pub(crate) fn set(self, words: &mut [u64], value: u32) {
        let word = &mut words[self.word as usize];
        *word = *word & !(self.mask << self.shift) | u64::from(value) << self.shift;
    }
}

/// A location: its operations, and what has to be known on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) first: u32,
    pub(super) end: u32,
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
    /// A cell has one of these values.
    Test { set: u64, to: Loc, word: u16, shift: u8 },
    /// One of several cells of a word has one of these values; each leads elsewhere.
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

/// Cells of one word with one of several values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fan {
    pub(super) word: u32,
    /// The lowest bits of the cells.
    pub(super) cells: u64,
    /// The values, as a range of [`Machine::repeated`]: each in every cell.
    pub(super) values: (u32, u32),
    /// Whether the cells are meant that have none of the values.
    pub(super) others: bool,
    /// Where the targets of the cells of the word begin in [`Machine::targets`].
    pub(super) targets: u32,
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
    /// The bits of a cell: 1, 2, 4 or 8.
    cell_bits: u32,
    /// The logarithm of that.
    cell_shift: u32,
    pub(super) cell_mask: u64,
    /// The lowest bit of every cell in a word.
    lowest: u64,
    pub(super) spots: Vec<Spot>,
    pub(super) ops: Vec<Op>,
    pub(super) fans: Vec<Fan>,
    pub(super) repeated: Vec<u64>,
    pub(super) targets: Vec<Loc>,
    pub(super) acts: Vec<Act>,
    /// Who is to move at a location; the keeper elsewhere.
    pub(super) movers: Vec<Mover>,
    /// Whether moves begin at a location.
    pub(super) decides: Vec<bool>,
    /// Whether it could not be seen that moves of the keeper that begin at a location all lead to the same state.
    pub(super) chooses: Vec<bool>,
    /// The bits of a letter in a packed move.
    pub(super) letter_bits: u32,
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

    /// Compiles a model.
    pub(crate) fn new(model: Model) -> Machine {
        let (fields, used, cell_bits) = layout(&model);
        let cell_mask = (1 << cell_bits) - 1;
        let letters = u64::try_from(model.actions.len()).expect("there are few actions") + 1;
        let mut machine = Machine {
            fields,
            words: used.len(),
            used,
            cell_bits,
            cell_shift: cell_bits.trailing_zeros(),
            cell_mask,
            lowest: u64::MAX / cell_mask,
            spots: Vec::with_capacity(model.locations.len()),
            ops: Vec::with_capacity(model.edges.len()),
            fans: Vec::new(),
            repeated: Vec::new(),
            targets: Vec::new(),
            acts: Vec::new(),
            movers: Vec::new(),
            decides: Vec::new(),
            chooses: crate::keeper::choices(&model),
            letter_bits: letters.next_power_of_two().trailing_zeros().max(1),
            model: Model::default(),
        };
        let (entered, met) = machine.degrees(&model);
        let starts = starts(&model);
        for (at, location) in (0..).zip(&model.locations) {
            let first = u32::try_from(machine.ops.len()).expect("there are few edges");
            machine.compile(&model, at);
            let end = u32::try_from(machine.ops.len()).expect("there are few edges");
            let accepts = location.place == Place::Accepting;
            let branches = starts[at as usize] && branches(&model, at);
            let gate = !accepts && matches!(machine.ops[first as usize..], [Op::Test { .. }]);
            let joins = entered[at as usize] > 1;
            machine.spots.push(Spot { first, end, joins, accepts, gate, branches });
            machine.decides.push(matches!(location.place, Place::Decision(_)));
            machine.movers.push(match location.place {
                Place::Decision(mover) => mover,
                Place::Inner | Place::Accepting => Mover::Keeper,
            });
        }
        let mut later = Later::new(&model);
        for (action, &times) in model.actions.iter().zip(&met) {
            let does = machine.meaning(&model, action.step);
            let quiet = matches!(does, Does::Put(..)) && later.ignores(action.step, action.to);
            machine.acts.push(Act { does, to: action.to, joins: times > 1, quiet });
        }
        machine.fuse(&entered);
        Machine { model, ..machine }
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
            Op::Fan(_) | Op::Act(_) => None,
        });
        for to in ops.chain(&mut self.targets) {
            if let Some(&Some(action)) = direct.get(*to as usize) {
                *to = DIRECT | action;
            }
        }
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
                    self.test(variable, &model.sets[set as usize], to)
                }
                Step::Test { variable, set } => Op::Wide { variable, set, to },
                Step::Compare { left, relation, right } => Op::Compare { left, right, relation, to },
                Step::Reach { start, expected } => match self.one_test(model, start, expected) {
                    Some((cell, set)) => self.test(cell, &set, to),
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

    fn test(&self, cell: Var, set: &[u32], to: Loc) -> Op {
        let Field { word, shift, .. } = self.fields[cell as usize];
        let word = u16::try_from(word).expect("a board has few words");
        let set = set.iter().fold(0, |set, value| set | 1 << value);
        Op::Test { set, to, word, shift: u8::try_from(shift).expect("a word has 64 bits") }
    }

    /// Compiles tests that ask for the same values: one fan for each word. A cell that is tested twice is tested alone.
    fn fan(&mut self, model: &Model, set: u32, all: &[(Var, Loc)]) {
        let per_word = 64 / self.cell_bits;
        let values = &model.sets[set as usize];
        let pieces = u32::try_from(model.board.pieces.len()).expect("few pieces");
        let others = values.len() * 2 > pieces as usize;
        let first = u32::try_from(self.repeated.len()).expect("there are few fans");
        let asked = (0..pieces).filter(|value| values.contains(value) != others);
        self.repeated.extend(asked.map(|value| u64::from(value) * self.lowest));
        let values = (first, u32::try_from(self.repeated.len()).expect("there are few fans"));
        let mut words: Vec<u32> = all.iter().map(|(cell, _)| self.fields[*cell as usize].word).collect();
        words.dedup();
        words.sort_unstable();
        words.dedup();
        for word in words {
            let targets = u32::try_from(self.targets.len()).expect("there are few fans");
            self.targets.extend((0..per_word).map(|_| Loc::MAX));
            let mut cells = 0;
            for &(cell, to) in all {
                let field = self.fields[cell as usize];
                if field.word != word {
                    continue;
                }
                let target = &mut self.targets[targets as usize + (field.shift / self.cell_bits) as usize];
                if *target == Loc::MAX {
                    *target = to;
                    cells |= 1 << field.shift;
                } else {
                    let test = self.test(cell, &model.sets[set as usize], to);
                    self.ops.push(test);
                }
            }
            self.ops.push(Op::Fan(u32::try_from(self.fans.len()).expect("there are few fans")));
            self.fans.push(Fan { word, cells, values, others, targets });
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

    /// The lowest bits of the cells of a fan that have one of the values.
    #[inline]
    pub(super) fn hits(&self, fan: &Fan, words: &[u64]) -> u64 {
        let word = words[fan.word as usize];
        let mut found = 0;
        for repeated in &self.repeated[fan.values.0 as usize..fan.values.1 as usize] {
            found |= self.zeros(word ^ repeated);
        }
        (if fan.others { !found } else { found }) & fan.cells
    }

    /// The lowest bits of the cells that are zero.
    #[inline]
    fn zeros(&self, mut word: u64) -> u64 {
        if self.cell_bits > 1 {
            word |= word >> 1;
            if self.cell_bits > 2 {
                word |= word >> 2;
                if self.cell_bits > 4 {
                    word |= word >> 4;
                }
            }
        }
        !word & self.lowest
    }

    /// The place in [`Machine::targets`] of a cell of a fan.
    #[inline]
    pub(super) fn target(&self, fan: &Fan, bit: u32) -> Loc {
        // A division would take longer than the rest.
        self.targets[(fan.targets + (bit >> self.cell_shift)) as usize]
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
        let (cells, per_word) = (self.model.board.cells.len(), 64 / self.cell_bits as usize);
        let mut found = 0;
        for (number, word) in words.iter().take(cells.div_ceil(per_word)).enumerate() {
            let here = (cells - number * per_word).min(per_word);
            let mask = if here == per_word { u64::MAX } else { (1 << (here * self.cell_bits as usize)) - 1 };
            found += (self.zeros(word ^ (u64::from(piece) * self.lowest)) & mask).count_ones();
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

/// Where the variables are kept, how many words that takes, and how many bits a cell has.
fn layout(model: &Model) -> (Vec<Field>, Vec<u32>, u32) {
    let bits = |size: u32| (u32::BITS - size.saturating_sub(1).leading_zeros()).max(1);
    let cells = model.board.cells.len();
    let cell_bits = bits(u32::try_from(model.board.pieces.len()).expect("few pieces")).next_power_of_two();
    let mut fields = Vec::new();
    // How many bits of each word are taken.
    let mut taken: Vec<u32> = Vec::new();
    for (number, variable) in model.variables.iter().enumerate() {
        let width = if number < cells { cell_bits } else { bits(variable.size) };
        let fits = taken.iter().position(|taken| taken + width <= 64);
        // Where none has room, another word begins.
        let word = fits.unwrap_or_else(|| {
            taken.push(0);
            taken.len() - 1
        });
        let mask = (1 << width) - 1;
        fields.push(Field { word: u32::try_from(word).expect("few words"), shift: taken[word], mask });
        taken[word] += width;
    }
    (fields, taken, cell_bits)
}
