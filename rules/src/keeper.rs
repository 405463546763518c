//! Whether the keeper ever has a choice: what can be told without playing.
//!
//! The keeper makes one of its moves, and it must not matter which. Most texts keep to that in a way that can be seen:
//! wherever its walk can go on in two ways, these do the same, or one asks for the opposite of what the other asks for,
//! as in `({? won} … + {! won} …)`. Where that cannot be seen, play has to look at all ways.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::longest::components;
use crate::model::{Edge, Loc, Model, Mover, Operation, Place, Relation, Step, Term, Var};

/// What would be right where the keeper has a choice.
pub(crate) const ONE_WAY: &str = "after ->> it must not matter which way is taken: let each way ask for what the others \
                                  exclude, as in ({? a} b + {! a} c), or give a player the choice";

/// The most ways from one location that are compared with each other.
const MOST_WAYS: usize = 64;

/// The most locations that the search for ways may enter.
const MOST_ENTERED: usize = 1000;

/// What a walk does first: it assigns a term to a variable, or gives the turn; and where that leads.
type Deed = (Option<(Var, u32)>, Loc);

/// The tests that a walk passes before it does something, and what it does. An assignment is a test, too: that the
/// value is within the domain.
type Way = (Vec<Step>, Deed);

/// Returns for each location whether moves of the keeper begin there of which it could not be seen that all lead to
/// the same state.
pub(crate) fn choices(model: &Model) -> Vec<bool> {
    let mut sight = Sight { model, first: first_deeds(model), known: FxHashMap::default() };
    let mut found = vec![false; model.locations.len()];
    for (at, mover) in model.decisions() {
        found[at as usize] = mover == Mover::Keeper && !sight.has_one_way(at);
    }
    found
}

/// What can be seen of the walks of a model.
struct Sight<'m> {
    model: &'m Model,
    first: Vec<Deeds>,
    /// Where walks may go on from a location, if it is known that they have one way at most.
    known: FxHashMap<Loc, Option<Vec<Loc>>>,
}

impl Sight<'_> {
    /// Whether all walks from a location to a turn lead to the same state, as far as can be seen.
    fn has_one_way(&mut self, start: Loc) -> bool {
        let (mut open, mut seen) = (vec![start], FxHashSet::default());
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if !self.known.contains_key(&at) {
                let next = self.next(at);
                self.known.insert(at, next);
            }
            let Some(next) = &self.known[&at] else { return false };
            open.extend(next);
        }
        true
    }

    /// Where walks go on from a location, if at most one way from there is open in every state.
    fn next(&self, at: Loc) -> Option<Vec<Loc>> {
        let goes_on = |&(assigned, to): &Deed| assigned.map(|_| to);
        match &self.first[at as usize] {
            Deeds::None => return Some(Vec::new()),
            Deeds::One(deed) => return Some(goes_on(deed).into_iter().collect()),
            Deeds::Several => {}
        }
        let edges = self.model.edges_of(at);
        let leads = |edge: &Edge| deed(edge).unwrap_or((None, edge.to));
        let apart: Vec<Way> = edges.iter().map(|edge| (vec![edge.step], leads(edge))).collect();
        if edges.len() <= MOST_WAYS && self.exclude_each_other(&apart) {
            let turns = |edge: &Edge| matches!(edge.step, Step::Turn { .. });
            return Some(edges.iter().filter(|edge| !turns(edge)).map(|edge| edge.to).collect());
        }
        for to_the_end in [false, true] {
            let mut search = Search { sight: self, to_the_end, ways: Vec::new(), entered: 0 };
            if search.enter(at, &mut Vec::new(), &mut Vec::new()) && self.exclude_each_other(&search.ways) {
                return Some(search.ways.iter().filter_map(|(_, deed)| goes_on(deed)).collect());
            }
        }
        None
    }

    /// Whether no two ways that do different things can both be open.
    fn exclude_each_other(&self, ways: &[Way]) -> bool {
        ways.iter().enumerate().all(|(number, (passed, deed))| {
            ways[..number].iter().all(|(others, other)| {
                deed == other || excludes(self.model, passed, others) || excludes(self.model, others, passed)
            })
        })
    }
}

/// What walks from a location can do first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deeds {
    None,
    One(Deed),
    Several,
}

impl Deeds {
    fn and(self, other: Deeds) -> Deeds {
        match (self, other) {
            (Deeds::None, deeds) | (deeds, Deeds::None) => deeds,
            (one, other) if one == other => one,
            _ => Deeds::Several,
        }
    }
}

/// What walks from each location can do first, whatever the tests say.
fn first_deeds(model: &Model) -> Vec<Deeds> {
    let mut found = vec![Deeds::None; model.locations.len()];
    let mut before: Vec<Vec<Loc>> = vec![Vec::new(); model.locations.len()];
    for (from, edge) in model.all_edges() {
        match deed(&edge) {
            Some(deed) => found[from as usize] = found[from as usize].and(Deeds::One(deed)),
            None => before[edge.to as usize].push(from),
        }
    }
    let mut open: Vec<Loc> = (0..).take(found.len()).collect();
    while let Some(at) = open.pop() {
        for &from in &before[at as usize] {
            let both = found[from as usize].and(found[at as usize]);
            if std::mem::replace(&mut found[from as usize], both) != both {
                open.push(from);
            }
        }
    }
    found
}

/// What an edge does, if it does something.
fn deed(edge: &Edge) -> Option<Deed> {
    match edge.step {
        Step::Assign { variable, term, .. } => Some((Some((variable, term)), edge.to)),
        Step::Turn { .. } => Some((None, edge.to)),
        Step::Test { .. } | Step::Compare { .. } | Step::Reach { .. } => None,
    }
}

/// The search for ways.
struct Search<'s> {
    sight: &'s Sight<'s>,
    /// Whether to pass the tests, too, that lead to one thing only.
    to_the_end: bool,
    ways: Vec<Way>,
    /// How many locations were entered.
    entered: usize,
}

impl Search<'_> {
    /// Adds the ways from a location, after these tests; returns whether there were few enough. To come to a location
    /// again would only add tests.
    fn enter(&mut self, at: Loc, passed: &mut Vec<Step>, path: &mut Vec<Loc>) -> bool {
        match self.sight.first[at as usize] {
            Deeds::None => return true,
            Deeds::One(deed) if !self.to_the_end => return self.add(passed.clone(), deed),
            Deeds::One(_) | Deeds::Several => {}
        }
        if path.contains(&at) {
            return true;
        }
        self.entered += 1;
        if self.entered > MOST_ENTERED {
            return false;
        }
        path.push(at);
        for edge in self.sight.model.edges_of(at) {
            passed.push(edge.step);
            let is_fine = match deed(edge) {
                Some(deed) => self.add(passed.clone(), deed),
                None => self.enter(edge.to, passed, path),
            };
            passed.pop();
            if !is_fine {
                return false;
            }
        }
        path.pop();
        true
    }

    fn add(&mut self, passed: Vec<Step>, deed: Deed) -> bool {
        self.ways.push((passed, deed));
        self.ways.len() <= MOST_WAYS
    }
}

/// Whether some test does not hold wherever all of the others do.
fn excludes(model: &Model, passed: &[Step], others: &[Step]) -> bool {
    others.iter().any(|&other| {
        passed.iter().any(|&step| are_opposite(model, step, other))
            || matches!(other, Step::Reach { start, expected: false } if finds(model, passed, start))
    })
}

/// Whether two tests cannot both hold.
fn are_opposite(model: &Model, one: Step, other: Step) -> bool {
    match (one, other) {
        (Step::Test { variable, set }, Step::Test { variable: same, set: others }) => {
            let (set, others) = (&model.sets[set as usize], &model.sets[others as usize]);
            variable == same && !set.iter().any(|value| others.binary_search(value).is_ok())
        }
        (Step::Reach { start, expected }, Step::Reach { start: same, expected: opposite }) => {
            start == same && expected != opposite
        }
        _ => match (Compared::of(model, one), Compared::of(model, other)) {
            (Some(one), Some(other)) => one.excludes(&other),
            _ => false,
        },
    }
}

/// Whether a pattern is found wherever these tests hold.
fn finds(model: &Model, passed: &[Step], start: Loc) -> bool {
    let holds = |step: Step| {
        passed.iter().any(|&known| match (known, step) {
            (Step::Test { variable, set }, Step::Test { variable: same, set: others }) => {
                let others = &model.sets[others as usize];
                variable == same
                    && model.sets[set as usize].iter().all(|value| others.binary_search(value).is_ok())
            }
            _ => known == step,
        })
    };
    let (mut open, mut seen) = (vec![start], FxHashSet::default());
    while let Some(at) = open.pop() {
        if model.locations[at as usize].place == Place::Accepting {
            return true;
        }
        if seen.insert(at) {
            let passable = model.edges_of(at).iter().filter(|edge| deed(edge).is_none() && holds(edge.step));
            open.extend(passable.map(|edge| edge.to));
        }
    }
    false
}

/// A comparison of two terms.
struct Compared<'m>(&'m Term, Relation, std::borrow::Cow<'m, Term>);

impl<'m> Compared<'m> {
    /// What a step compares: an assignment, its term with the largest value of the variable.
    fn of(model: &'m Model, step: Step) -> Option<Compared<'m>> {
        let term = |number: u32| &model.terms[number as usize];
        match step {
            Step::Compare { left, relation, right } => {
                Some(Compared(term(left), relation, std::borrow::Cow::Borrowed(term(right))))
            }
            Step::Assign { variable, term: assigned, .. } => {
                let most = i64::from(model.variables[variable as usize].size) - 1;
                Some(Compared(term(assigned), Relation::AtMost, std::borrow::Cow::Owned(Term::Number(most))))
            }
            _ => None,
        }
    }

    /// Whether two comparisons cannot both hold: of the same terms, or of one term with two numbers.
    fn excludes(&self, other: &Compared<'_>) -> bool {
        if (self.0, &self.2) == (other.0, &other.2) {
            return ![-1, 0, 1].into_iter().any(|x| self.1.holds(x, 0) && other.1.holds(x, 0));
        }
        if (self.0, &*self.2) == (&*other.2, other.0) {
            return ![-1, 0, 1].into_iter().any(|x| self.1.holds(x, 0) && other.1.holds(0, x));
        }
        let (Some((one, bound)), Some((same, second))) = (self.bound(), other.bound()) else { return false };
        // Comparisons change their answer only next to the numbers that they name.
        let near =
            [bound.number, second.number].into_iter().flat_map(|number| [number - 1, number, number + 1]);
        one == same && !near.into_iter().any(|x| bound.holds(x) && second.holds(x))
    }

    /// The term that is compared with a number, without what is added to it, and how.
    fn bound(&self) -> Option<(&Term, Bound)> {
        let (mut term, bound) = match (self.0, &*self.2) {
            (term, &Term::Number(number)) => (term, Bound { relation: self.1, number, is_left: false }),
            (&Term::Number(number), term) => (term, Bound { relation: self.1, number, is_left: true }),
            _ => return None,
        };
        let mut number = bound.number;
        while let Term::Operation(operation @ (Operation::Add | Operation::Subtract), both) = term {
            let Term::Number(added) = both.1 else { break };
            number = if *operation == Operation::Add { number - added } else { number + added };
            term = &both.0;
        }
        Some((term, Bound { number, ..bound }))
    }
}

/// How a term compares with a number.
#[derive(Clone, Copy)]
struct Bound {
    relation: Relation,
    number: i64,
    /// Whether the number is on the left.
    is_left: bool,
}

impl Bound {
    fn holds(self, value: i64) -> bool {
        if self.is_left {
            self.relation.holds(self.number, value)
        } else {
            self.relation.holds(value, self.number)
        }
    }
}

/// Returns for each location whether moves of the keeper begin there that may turn out to be wrong: it could not be seen
/// that they lead to one state.
pub(crate) fn doubts(model: &Model) -> Vec<bool> {
    choices(model).into_iter().zip(circles(model)).map(|(chooses, circles)| chooses || circles).collect()
}

/// Returns for each location whether moves of the keeper begin there that may lead to there again without a move of a
/// player.
fn circles(model: &Model) -> Vec<bool> {
    let goes_on = |edge: &Edge| !matches!(edge.step, Step::Turn { mover: Mover::Player(_), .. });
    let components = components(model, &goes_on);
    let mut found = vec![false; model.locations.len()];
    for (from, edge) in model.all_edges() {
        let keeps = matches!(edge.step, Step::Turn { mover: Mover::Keeper, .. });
        found[edge.to as usize] |= keeps && components[from as usize] == components[edge.to as usize];
    }
    found
}
