//! What the keeper does where it has few ways to go, told by a few questions.

use std::ops::Range;

use super::machine::{Machine, Sheet};
use super::paths::{Path, Paths, Pattern, Questions, Tests};
use crate::model::{Loc, Model, Mover};

/// The most locations that are entered to find the ways of the keeper from a location.
const MOST_ENTERED: u32 = 1 << 8;

/// The most ways from a location, and the most questions.
const MOST_WAYS: usize = 16;
const MOST_QUESTIONS: usize = 32;

/// The most conditions of a question about more than one cell.
const MOST_CONDITIONS: usize = 1 << 6;

/// The most asks and leaves of a tree.
const MOST_NODES: usize = 1 << 8;

/// Cells of one word of a plane.
#[derive(Debug)]
struct Cells {
    sheet: Sheet,
    cells: u64,
}

/// What is asked of one word of a plane: whether some of these cells belong to it, or all of several cells, which stand
/// in this range of [`Rules::all`].
#[derive(Debug)]
struct Group {
    sheet: Sheet,
    some: u64,
    all: Range<u32>,
}

/// Whether one of several conditions holds that no single word tells. The ranges are of [`Rules::groups`] and of
/// [`Rules::mixed`].
#[derive(Debug)]
struct Question {
    groups: Range<u32>,
    /// All cells of such a range of [`Rules::cells`] belong to their planes.
    mixed: Range<u32>,
}

/// Bits of a word, and what they must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bits {
    mask: u64,
    value: u64,
}

/// A question in a tree: whether the bits of a word are as one of this range of [`Rules::bits`] says, or the further
/// question of this number is answered by yes; and the nodes that follow.
#[derive(Clone, Copy, Debug)]
struct Ask {
    word: u32,
    first: u32,
    end: u32,
    further: u32,
    /// What follows on no, and on yes.
    next: [u32; 2],
}

/// The end of a way in a tree: what it changes, one word here and others in the list of [`Rules::writes`] of this
/// number, if there are others, and where it leads.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    write: Write,
    further: u32,
    to: Loc,
}

/// A word that is changed: these bits are kept, these are set.
#[derive(Clone, Copy, Debug)]
struct Write {
    word: u32,
    keep: u64,
    set: u64,
}

/// Set in the number of a node that is a leaf.
const LEAF: u32 = 1 << 31;

/// Where nothing can be done: a node, and a root.
const NEVER: u32 = u32::MAX;
const NO_RULE: u32 = u32::MAX - 1;

/// There is nothing further.
const NONE: u32 = u32::MAX;

/// What the keeper does at locations: trees of questions, side by side.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// The first node of each location.
    roots: Vec<u32>,
    asks: Vec<Ask>,
    bits: Vec<Bits>,
    leaves: Vec<Leaf>,
    writes: Vec<Vec<Write>>,
    questions: Vec<Question>,
    groups: Vec<Group>,
    all: Vec<u64>,
    mixed: Vec<Range<u32>>,
    cells: Vec<Cells>,
}

/// A part of a list.
#[inline]
fn part<'l, T>(list: &'l [T], range: &Range<u32>) -> &'l [T] {
    &list[range.start as usize..range.end as usize]
}

impl Machine {
    /// Does what the keeper does at a location, if a rule tells it: returns where that leads, and nothing if there is
    /// nothing to do.
    #[inline(always)]
    pub(super) fn obey(&self, at: Loc, words: &mut [u64]) -> Option<Option<Loc>> {
        let rules = &self.rules;
        let mut node = rules.roots[at as usize];
        while node & LEAF == 0 {
            let ask = &rules.asks[node as usize];
            let word = words[ask.word as usize];
            let bits = &rules.bits[ask.first as usize..ask.end as usize];
            let yes = bits.iter().any(|bits| word & bits.mask == bits.value)
                || ask.further != NONE && self.answer(ask.further, words);
            node = ask.next[usize::from(yes)];
        }
        if node >= NO_RULE {
            return if node == NO_RULE { None } else { Some(None) };
        }
        let leaf = &rules.leaves[(node ^ LEAF) as usize];
        let mut change = |write: &Write| {
            let word = &mut words[write.word as usize];
            *word = *word & write.keep | write.set;
        };
        change(&leaf.write);
        if leaf.further != NONE {
            rules.writes[leaf.further as usize].iter().for_each(change);
        }
        Some(Some(leaf.to))
    }

    /// The answer to a further question.
    #[inline(never)]
    fn answer(&self, number: u32, words: &[u64]) -> bool {
        let rules = &self.rules;
        let question = &rules.questions[number as usize];
        part(&rules.groups, &question.groups).iter().any(|group| {
            let plane = self.sheet(&group.sheet, words);
            let mut all = part(&rules.all, &group.all).iter();
            plane & group.some != 0 || all.any(|&cells| plane & cells == cells)
        }) || part(&rules.mixed, &question.mixed).iter().any(|range| {
            let mut all = part(&rules.cells, range).iter();
            all.all(|Cells { sheet, cells }| self.sheet(sheet, words) & cells == *cells)
        })
    }
}

/// A way in the making: the answers that it needs to some questions, what it changes, and where it leads.
struct Way {
    answers: Vec<(usize, bool)>,
    writes: Vec<Write>,
    to: Loc,
}

/// A rule in the making.
#[derive(Default)]
struct Draft {
    patterns: Vec<Pattern>,
    /// What is asked for each pattern; what follows is not known yet.
    asks: Vec<Ask>,
    ways: Vec<Way>,
    nodes: usize,
}

impl Draft {
    /// The number of a question.
    fn ask(&mut self, machine: &mut Machine, model: &Model, pattern: Pattern) -> Option<usize> {
        if let Some(number) = self.patterns.iter().position(|known| *known == pattern) {
            return Some(number);
        }
        let conditions = pattern.iter().filter(|tests| tests.len() > 1).count();
        if conditions > MOST_CONDITIONS || self.patterns.len() >= MOST_QUESTIONS {
            return None;
        }
        let ask = machine.ask(model, &pattern);
        self.asks.push(ask);
        self.patterns.push(pattern);
        Some(self.patterns.len() - 1)
    }

    /// Grows the tree that finds the first way for which nothing speaks, given some answers; returns its root. Nothing if
    /// it gets too large.
    fn grow(&mut self, rules: &mut Rules, known: &mut Vec<(usize, bool)>) -> Option<u32> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        let open = |way: &&Way| !way.answers.iter().any(|&(number, yes)| known.contains(&(number, !yes)));
        let Some(way) = self.ways.iter().find(open) else { return Some(NEVER) };
        let unknown = way.answers.iter().find(|answer| !known.contains(answer));
        let Some(&(number, _)) = unknown else {
            let (first, others) = match &way.writes[..] {
                [] => (Write { word: 0, keep: u64::MAX, set: 0 }, &[][..]),
                [first, others @ ..] => (*first, others),
            };
            let further = if others.is_empty() {
                NONE
            } else {
                rules.writes.push(others.to_vec());
                (rules.writes.len() - 1) as u32
            };
            rules.leaves.push(Leaf { write: first, further, to: way.to });
            return Some(LEAF | (rules.leaves.len() - 1) as u32);
        };
        let place = rules.asks.len();
        rules.asks.push(self.asks[number]);
        for yes in [false, true] {
            known.push((number, yes));
            rules.asks[place].next[usize::from(yes)] = self.grow(rules, known)?;
            known.pop();
        }
        Some(place as u32)
    }
}

impl Machine {
    /// Compiles what can be done at decisions without a search.
    pub(super) fn shorten(&mut self, model: &Model) {
        self.scans.resize_with(model.locations.len(), || None);
        self.rules.roots.resize(model.locations.len(), NO_RULE);
        for (at, mover) in model.decisions() {
            match mover {
                Mover::Player(_) => self.scans[at as usize] = self.scan(model, at).map(Box::new),
                Mover::Keeper if !self.chooses[at as usize] => {
                    self.rules.roots[at as usize] = self.rule(model, at).unwrap_or(NO_RULE);
                }
                Mover::Keeper => {}
            }
        }
    }

    /// Compiles what the keeper does at a location, if it has few ways to go: returns the root of a tree.
    fn rule(&mut self, model: &Model, at: Loc) -> Option<u32> {
        let paths = Paths::to_turns(model, at, Questions::Apart, MOST_ENTERED)?;
        if paths.len() > MOST_WAYS {
            return None;
        }
        let mut draft = Draft::default();
        for Path { tests, asked, puts, to, .. } in paths {
            let tests = (!tests.is_empty()).then(|| (vec![tests], true));
            let mut answers = Vec::new();
            for (pattern, expected) in tests.into_iter().chain(asked) {
                answers.push((draft.ask(self, model, pattern)?, expected));
            }
            let mut writes: Vec<Write> = Vec::new();
            puts.iter().for_each(|&(variable, value)| self.write(variable, value, &mut writes));
            draft.ways.push(Way { answers, writes, to });
        }
        draft.grow(&mut self.rules, &mut Vec::new())
    }

    /// Compiles a question: what a single word tells is asked of that, and the rest of planes.
    fn ask(&mut self, model: &Model, pattern: &Pattern) -> Ask {
        let told: Vec<Option<(u32, Bits)>> = pattern.iter().map(|tests| self.bits_of(model, tests)).collect();
        // One cell among many is asked for together with the others.
        let single = pattern.iter().filter(|tests| tests.len() == 1).count();
        let apart = |tests: &Tests| tests.len() > 1 || single <= 2;
        let word = told.iter().flatten().next().map_or(0, |(word, _)| *word);
        let first = self.rules.bits.len() as u32;
        let mut others: Vec<&Tests> = Vec::new();
        for (tests, told) in pattern.iter().zip(told) {
            match told {
                Some((its, bits)) if its == word && apart(tests) => self.rules.bits.push(bits),
                _ => others.push(tests),
            }
        }
        let end = self.rules.bits.len() as u32;
        let further = if others.is_empty() { NONE } else { self.question(model, &others) };
        Ask { word, first, end, further, next: [NEVER; 2] }
    }

    /// The word and its bits that tell whether a condition holds, if there is such a word.
    fn bits_of(&self, model: &Model, tests: &Tests) -> Option<(u32, Bits)> {
        let mut found: Option<(u32, Bits)> = None;
        for &(cell, set) in tests {
            let (mask, value) = self.cube(model, set)?;
            for (bit, (word, shift)) in self.fields[cell as usize].places().enumerate() {
                if mask >> bit & 1 == 0 {
                    continue;
                }
                let (its, bits) = found.get_or_insert((word as u32, Bits { mask: 0, value: 0 }));
                if *its != word as u32 {
                    return None;
                }
                bits.mask |= 1 << shift;
                bits.value |= u64::from(value >> bit & 1) << shift;
            }
        }
        found
    }

    /// Adds a question about planes; returns its number.
    fn question(&mut self, model: &Model, conditions: &[&Tests]) -> u32 {
        let (first_group, first_mixed) = (self.rules.groups.len() as u32, self.rules.mixed.len() as u32);
        // For each word of a plane, what is asked of some cells, and of all of several.
        let mut groups: Vec<(u32, u64, Vec<u64>)> = Vec::new();
        for tests in conditions {
            let cells = self.planes_of(model, tests);
            let [(place, bits)] = cells[..] else {
                let first = self.rules.cells.len() as u32;
                let sheets = &self.sheets;
                let all = cells.iter().map(|&(place, cells)| Cells { sheet: sheets[place as usize], cells });
                self.rules.cells.extend(all);
                self.rules.mixed.push(first..self.rules.cells.len() as u32);
                continue;
            };
            let known = groups.iter().position(|group| group.0 == place);
            let group = known.unwrap_or_else(|| {
                groups.push((place, 0, Vec::new()));
                groups.len() - 1
            });
            match tests[..] {
                [_] => groups[group].1 |= bits,
                _ => groups[group].2.push(bits),
            }
        }
        for (place, some, all) in groups {
            let first = self.rules.all.len() as u32;
            self.rules.all.extend(all);
            let all = first..self.rules.all.len() as u32;
            self.rules.groups.push(Group { sheet: self.sheets[place as usize], some, all });
        }
        let groups = first_group..self.rules.groups.len() as u32;
        self.rules.questions.push(Question { groups, mixed: first_mixed..self.rules.mixed.len() as u32 });
        (self.rules.questions.len() - 1) as u32
    }

    /// The cells of a condition by their words of planes.
    fn planes_of(&mut self, model: &Model, tests: &Tests) -> Vec<(u32, u64)> {
        let mut found: Vec<(u32, u64)> = Vec::new();
        for &(cell, set) in tests {
            let number = self.plane_of_bits(model, set);
            let place = self.place(number, cell);
            match found.iter_mut().find(|(other, _)| *other == place) {
                Some((_, cells)) => *cells |= 1 << (cell % 64),
                None => found.push((place, 1 << (cell % 64))),
            }
        }
        found
    }

    /// Adds what it takes to give a variable a value.
    fn write(&self, variable: u32, value: u32, writes: &mut Vec<Write>) {
        let field = self.fields[variable as usize];
        let before: Vec<u64> = (0..self.words).map(|_| 0).collect();
        let (mut ones, mut value_bits) = (before.clone(), before);
        field.set(&mut ones, u32::MAX);
        field.set(&mut value_bits, value);
        for (word, (ones, bits)) in
            (0..).zip(ones.into_iter().zip(value_bits)).filter(|(_, (ones, _))| *ones != 0)
        {
            match writes.iter_mut().find(|write| write.word == word) {
                Some(write) => {
                    write.keep &= !ones;
                    write.set = write.set & !ones | bits;
                }
                None => writes.push(Write { word, keep: !ones, set: bits }),
            }
        }
    }
}
