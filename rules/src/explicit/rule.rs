//! What the keeper does where it has few ways to go, told by a few questions.

use super::machine::Machine;
use super::paths::{Path, Paths, Pattern, Questions, Tests};
use crate::model::{Loc, Model, Mover};

/// The most locations that are entered to find the ways of the keeper from a location.
const MOST_ENTERED: u32 = 1 << 8;

/// The most ways from a location, and the most questions.
const MOST_WAYS: usize = 16;
const MOST_QUESTIONS: usize = 32;

/// The most conditions of a question.
const MOST_CONDITIONS: usize = 1 << 6;

/// The most different words of planes that are asked for.
const MOST_PLANES: usize = 8;

/// Cells of the plane of this place in [`Rule::planes`].
type Cells = (u8, u64);

/// A question: whether one of several conditions holds.
#[derive(Debug)]
struct Question {
    /// Some of these cells belong to the plane.
    some: Vec<Cells>,
    /// All of these cells belong to the plane.
    all: Vec<Cells>,
    /// All cells of such a range of [`Question::cells`] belong to their planes.
    mixed: Vec<(u32, u32)>,
    cells: Vec<Cells>,
}

impl Question {
    #[inline]
    fn holds(&self, planes: &[u64; MOST_PLANES]) -> bool {
        let plane = |number: u8| planes[usize::from(number) % MOST_PLANES];
        self.some.iter().any(|&(number, cells)| plane(number) & cells != 0)
            || self.all.iter().any(|&(number, cells)| plane(number) & cells == cells)
            || self.mixed.iter().any(|&(first, end)| {
                let cells = &self.cells[first as usize..end as usize];
                cells.iter().all(|&(number, cells)| plane(number) & cells == cells)
            })
    }
}

/// A word that is changed: these bits are kept, these are set.
#[derive(Debug)]
struct Write {
    word: u32,
    keep: u64,
    set: u64,
}

/// A way: the answers that it needs to some of the questions, as bits, what it changes, and where it leads.
#[derive(Debug)]
struct Way {
    asked: u32,
    answers: u32,
    writes: Vec<Write>,
    to: Loc,
}

/// What the keeper does at a location.
#[derive(Debug)]
pub(crate) struct Rule {
    /// The numbers of the planes, and which word of them.
    planes: Vec<(u32, u32)>,
    questions: Vec<Question>,
    ways: Vec<Way>,
}

impl Rule {
    /// Takes the first way that is open; returns where it leads, and nothing if there is none.
    #[inline]
    pub(super) fn obey(&self, machine: &Machine, words: &mut [u64]) -> Option<Loc> {
        let mut planes = [0; MOST_PLANES];
        for (plane, &(number, part)) in planes.iter_mut().zip(&self.planes) {
            *plane = machine.plane(number, part, words);
        }
        let mut answers = 0;
        for (number, question) in self.questions.iter().enumerate() {
            answers |= u32::from(question.holds(&planes)) << number;
        }
        let way = self.ways.iter().find(|way| answers & way.asked == way.answers)?;
        for write in &way.writes {
            let word = &mut words[write.word as usize];
            *word = *word & write.keep | write.set;
        }
        Some(way.to)
    }
}

/// A rule in the making.
#[derive(Default)]
struct Draft {
    planes: Vec<(u32, u32)>,
    patterns: Vec<Pattern>,
    questions: Vec<Question>,
}

impl Draft {
    /// The number of a question.
    fn ask(&mut self, machine: &mut Machine, model: &Model, pattern: Pattern) -> Option<u8> {
        if let Some(number) = self.patterns.iter().position(|known| *known == pattern) {
            return u8::try_from(number).ok();
        }
        let mut question =
            Question { some: Vec::new(), all: Vec::new(), mixed: Vec::new(), cells: Vec::new() };
        for tests in &pattern {
            let cells = self.cells(machine, model, tests)?;
            match (&cells[..], &tests[..]) {
                (&[(plane, cell)], [_]) => {
                    match question.some.iter_mut().find(|(other, _)| *other == plane) {
                        Some((_, cells)) => *cells |= cell,
                        None => question.some.push((plane, cell)),
                    }
                }
                (&[cells], _) => question.all.push(cells),
                _ => {
                    let first = u32::try_from(question.cells.len()).ok()?;
                    question.cells.extend(cells);
                    question.mixed.push((first, u32::try_from(question.cells.len()).ok()?));
                }
            }
        }
        if question.all.len() + question.mixed.len() > MOST_CONDITIONS
            || self.questions.len() >= MOST_QUESTIONS
        {
            return None;
        }
        self.questions.push(question);
        self.patterns.push(pattern);
        u8::try_from(self.questions.len() - 1).ok()
    }

    /// The cells of a condition by their planes.
    fn cells(&mut self, machine: &mut Machine, model: &Model, tests: &Tests) -> Option<Vec<Cells>> {
        let mut found: Vec<Cells> = Vec::new();
        for &(cell, set) in tests {
            let plane = (machine.plane_of_bits(model, set), cell / 64);
            let known = self.planes.iter().position(|&known| known == plane);
            let place = known.unwrap_or_else(|| {
                self.planes.push(plane);
                self.planes.len() - 1
            });
            if place >= MOST_PLANES {
                return None;
            }
            let place = u8::try_from(place).ok()?;
            match found.iter_mut().find(|(other, _)| *other == place) {
                Some((_, cells)) => *cells |= 1 << (cell % 64),
                None => found.push((place, 1 << (cell % 64))),
            }
        }
        Some(found)
    }
}

impl Machine {
    /// Compiles what can be done at decisions without a search.
    pub(super) fn shorten(&mut self, model: &Model) {
        self.scans.resize_with(model.locations.len(), || None);
        self.rules.resize_with(model.locations.len(), || None);
        for (at, mover) in model.decisions() {
            match mover {
                Mover::Player(_) => self.scans[at as usize] = self.scan(model, at).map(Box::new),
                Mover::Keeper if !self.chooses[at as usize] => {
                    self.rules[at as usize] = self.rule(model, at).map(Box::new);
                }
                Mover::Keeper => {}
            }
        }
    }

    /// Compiles what the keeper does at a location, if it has few ways to go.
    fn rule(&mut self, model: &Model, at: Loc) -> Option<Rule> {
        let paths = Paths::to_turns(model, at, Questions::Apart, MOST_ENTERED)?;
        if paths.len() > MOST_WAYS {
            return None;
        }
        let mut draft = Draft::default();
        let mut ways = Vec::new();
        for Path { tests, asked, puts, to, .. } in paths {
            let tests = (!tests.is_empty()).then(|| (vec![tests], true));
            let (mut needed, mut answers) = (0, 0);
            for (pattern, expected) in tests.into_iter().chain(asked) {
                let number = draft.ask(self, model, pattern)?;
                needed |= 1 << number;
                answers |= u32::from(expected) << number;
            }
            let mut writes: Vec<Write> = Vec::new();
            puts.iter().for_each(|&(variable, value)| self.write(variable, value, &mut writes));
            ways.push(Way { asked: needed, answers, writes, to });
        }
        Some(Rule { planes: draft.planes, questions: draft.questions, ways })
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
