//! The walks of a model up to the end of a move or of a pattern, as conditions on the values before them.

use crate::model::{Edge, Loc, Model, Place, Step, Term, Var};

/// A condition: each of these cells, no two of them the same, has one of the values of a set, given as bits. In the order
/// in which the walk asks.
pub(super) type Tests = Vec<(Var, u64)>;

/// A walk.
pub(super) struct Path {
    pub(super) tests: Tests,
    /// Questions to which this is the answer.
    pub(super) asked: Vec<(Pattern, bool)>,
    /// The last value that each variable gets.
    pub(super) puts: Vec<(Var, u32)>,
    /// The actions.
    pub(super) letters: Vec<u32>,
    /// Where it leads.
    pub(super) to: Loc,
}

/// A pattern: it is found if one of these conditions holds.
pub(super) type Pattern = Vec<Tests>;

/// How a pattern that cannot be resolved on the way is dealt with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Questions {
    /// What is looked for is found on the way: its conditions become those of the walk.
    Joined,
    /// They are asked apart.
    Apart,
}

/// Looks for all walks.
pub(super) struct Paths<'m> {
    model: &'m Model,
    questions: Questions,
    /// How many locations may still be entered.
    left: u32,
    tests: Tests,
    asked: Vec<(Pattern, bool)>,
    puts: Vec<(Var, u32)>,
    letters: Vec<u32>,
    /// The locations since the last action.
    passed: Vec<Loc>,
    /// How many locations and patterns are entered and not left yet.
    depth: u32,
    found: Vec<Path>,
}

/// The most locations on a walk.
const DEEPEST: u32 = 200;

impl<'m> Paths<'m> {
    /// Returns all walks from a decision to a turn, if nothing but values of cells tells which there are, and they are
    /// found by entering so many locations at most.
    pub(super) fn to_turns(model: &'m Model, at: Loc, questions: Questions, most: u32) -> Option<Vec<Path>> {
        let mut paths = Paths::new(model, questions, most, Vec::new());
        paths.walk(at)?;
        Some(paths.found)
    }

    fn new(model: &'m Model, questions: Questions, left: u32, puts: Vec<(Var, u32)>) -> Paths<'m> {
        let (tests, asked, letters) = (Vec::new(), Vec::new(), Vec::new());
        let (passed, found) = (Vec::new(), Vec::new());
        Paths { model, questions, left, tests, asked, puts, letters, passed, depth: 0, found }
    }

    /// Walks on from a location.
    fn walk(&mut self, at: Loc) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        self.depth += 1;
        self.enter(at)?;
        self.depth -= 1;
        Some(())
    }

    fn enter(&mut self, at: Loc) -> Option<()> {
        if self.passed.contains(&at) {
            // Round in a circle, with nothing done: whatever can be done from here is done without it.
            return Some(());
        }
        if self.model.locations[at as usize].place == Place::Accepting {
            self.keep(at);
            return Some(());
        }
        self.passed.push(at);
        for &edge in self.model.edges_of(at) {
            self.step(edge)?;
        }
        self.passed.pop();
        Some(())
    }

    fn keep(&mut self, to: Loc) {
        self.found.push(Path {
            tests: self.tests.clone(),
            asked: self.asked.clone(),
            puts: self.puts.clone(),
            letters: self.letters.clone(),
            to,
        });
    }

    fn step(&mut self, edge: Edge) -> Option<()> {
        match edge.step {
            Step::Test { variable, set } => {
                let bits =
                    self.model.sets[set as usize].iter().fold(0, |bits, value| bits | 1_u64 << (value & 63));
                self.test(variable, &self.model.sets[set as usize], bits, edge.to)
            }
            Step::Compare { .. } => None,
            Step::Reach { start, expected } => self.question(start, expected, edge.to),
            Step::Assign { variable, term, action } => {
                // What patterns assign is undone, which cannot be told here.
                if self.model.locations[edge.to as usize].in_pattern {
                    return None;
                }
                let Term::Number(number) = self.model.terms[term as usize] else { return None };
                match u32::try_from(number) {
                    Ok(value) if value < self.model.variables[variable as usize].size => {
                        self.put(variable, value, action, edge.to)
                    }
                    _ => Some(()),
                }
            }
            Step::Turn { action, .. } => {
                self.letters.push(action);
                self.keep(edge.to);
                self.letters.pop();
                Some(())
            }
        }
    }

    fn put(&mut self, variable: Var, value: u32, action: u32, to: Loc) -> Option<()> {
        let before = self.puts.clone();
        self.puts.retain(|(other, _)| *other != variable);
        self.puts.push((variable, value));
        self.letters.push(action);
        let passed = std::mem::take(&mut self.passed);
        self.walk(to)?;
        self.passed = passed;
        self.letters.pop();
        self.puts = before;
        Some(())
    }

    /// Goes on where a variable has a value of a set, which is also given as bits.
    fn test(&mut self, variable: Var, set: &[u32], bits: u64, to: Loc) -> Option<()> {
        if let Some((_, value)) = self.puts.iter().find(|(put, _)| *put == variable) {
            return if set.contains(value) { self.walk(to) } else { Some(()) };
        }
        if variable as usize >= self.model.board.cells.len() {
            return None;
        }
        self.test_cell(variable, bits, to)
    }

    /// As [`Paths::test`], for a cell that was not assigned.
    fn test_cell(&mut self, cell: Var, bits: u64, to: Loc) -> Option<()> {
        match self.tests.iter().position(|(other, _)| *other == cell) {
            Some(place) => {
                let before = self.tests[place].1;
                self.tests[place].1 = before & bits;
                if before & bits != 0 {
                    self.walk(to)?;
                }
                self.tests[place].1 = before;
            }
            None if bits != 0 => {
                self.tests.push((cell, bits));
                self.walk(to)?;
                self.tests.pop();
            }
            None => {}
        }
        Some(())
    }

    /// Goes on where a pattern is found or not, as expected.
    fn question(&mut self, start: Loc, expected: bool, to: Loc) -> Option<()> {
        let most = self.left.min(MOST_ENTERED);
        let mut inner = Paths::new(self.model, Questions::Joined, most, self.puts.clone());
        inner.depth = self.depth;
        inner.walk(start)?;
        self.left -= most - inner.left;
        let mut pattern: Pattern = inner.found.into_iter().map(|path| path.tests).collect();
        pattern.iter_mut().for_each(|tests| tests.sort_unstable());
        simplify(&mut pattern)?;
        if pattern.is_empty() || pattern[0].is_empty() {
            return if expected != pattern.is_empty() { self.walk(to) } else { Some(()) };
        }
        if let Some((cell, bits)) = one_cell(&pattern) {
            let all = u64::MAX >> (64 - self.model.board.pieces.len().min(64));
            return self.test_cell(cell, if expected { bits } else { all & !bits }, to);
        }
        match self.questions {
            Questions::Joined if expected => {
                for tests in pattern {
                    self.together(&tests, to)?;
                }
                Some(())
            }
            Questions::Joined => None,
            Questions::Apart => {
                self.asked.push((pattern, expected));
                self.walk(to)?;
                self.asked.pop();
                Some(())
            }
        }
    }

    /// Goes on where several tests hold.
    fn together(&mut self, tests: &[(Var, u64)], to: Loc) -> Option<()> {
        let before = self.tests.clone();
        let mut possible = true;
        for &(cell, bits) in tests {
            match self.tests.iter_mut().find(|(other, _)| *other == cell) {
                Some((_, known)) => {
                    *known &= bits;
                    possible &= *known != 0;
                }
                None => self.tests.push((cell, bits)),
            }
        }
        if possible {
            self.walk(to)?;
        }
        self.tests = before;
        Some(())
    }
}

/// The most locations that are entered for one pattern.
const MOST_ENTERED: u32 = 1 << 11;

/// The most conditions of a pattern that are compared with each other.
const MOST_CONDITIONS: usize = 1 << 8;

/// Leaves out the conditions that hold only where another one holds. Nothing if there are too many.
fn simplify(pattern: &mut Pattern) -> Option<()> {
    pattern.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    pattern.dedup();
    if pattern.len() > MOST_CONDITIONS {
        return None;
    }
    let implies = |strong: &Tests, weak: &Tests| {
        weak.iter().all(|(cell, set)| strong.iter().any(|(other, bits)| other == cell && bits & !set == 0))
    };
    let mut kept: Pattern = Vec::new();
    for tests in pattern.drain(..) {
        if !kept.iter().any(|weak| implies(&tests, weak)) {
            kept.push(tests);
        }
    }
    *pattern = kept;
    Some(())
}

/// The cell that alone decides whether a pattern is found, and the values for which it is.
fn one_cell(pattern: &Pattern) -> Option<(Var, u64)> {
    let (cell, _) = *pattern[0].first()?;
    let mut values = 0;
    for tests in pattern {
        match tests[..] {
            [(other, bits)] if other == cell => values |= bits,
            _ => return None,
        }
    }
    Some((cell, values))
}
