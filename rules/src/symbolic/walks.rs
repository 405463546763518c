//! Where walks lead, computed backwards.
//!
//! For a pattern, each location has the set of the words from which a walk ends well; for moves, each has the relation
//! between the words from which walks start and those in which they end. Both are made edge by edge: a test keeps the
//! words before that pass it, an assignment replaces a letter of the word before, and the edges of a location are
//! alternatives. Where locations lie on a cycle, this is repeated until nothing changes.

use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

use crate::model::{Edge, Loc, Model, Mover, Place, Relation, Step, Term};

use super::NoForm;
use super::counts;
use super::letters::Letters;
use super::nodes::Id;
use super::store::{ALL, NONE, Store};
use super::terms::Terms;

/// The letters that may be assigned, and the words in which each is.
type Assigned = Rc<[(u32, Id)]>;

/// What is computed for locations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The words from which a walk leads to a turn or to the end of the pattern.
    Sets,
    /// The pairs of the words before and after a walk up to the next player's turn or the end of the game.
    Relations,
}

/// The walks of a model as diagrams, made when they are asked for.
pub(super) struct Walks<'m, 'l> {
    pub(super) model: &'m Model,
    pub(super) letters: &'m Letters,
    pub(super) store: Store<'l>,
    pub(super) terms: Terms,
    /// The words that can occur, while moves are made too, as far as a look at the rules shows.
    care: Id,
    sets: Vec<Option<Id>>,
    relations: Vec<Option<Id>>,
    /// The locations on cycles with each other whose relations are being made.
    circle: FxHashSet<Loc>,
    tests: FxHashMap<Step, Id>,
    /// For terms and variables, the letters that may be assigned, and the words in which each is.
    assigned: FxHashMap<(u32, u32), Assigned>,
}

impl<'m, 'l> Walks<'m, 'l> {
    pub(super) fn new(model: &'m Model, letters: &'m Letters, store: Store<'l>) -> Walks<'m, 'l> {
        let unknown = vec![None; model.locations.len()];
        Walks {
            model,
            letters,
            store,
            terms: Terms::new(),
            care: ALL,
            sets: unknown.clone(),
            relations: unknown,
            circle: FxHashSet::default(),
            tests: FxHashMap::default(),
            assigned: FxHashMap::default(),
        }
    }

    /// Finds out how many of each piece there can be. What other words do is then left open.
    pub(super) fn take_care(&mut self) -> Result<(), NoForm> {
        let reaches = self.model.edges.iter().filter_map(|edge| match edge.step {
            Step::Reach { start, .. } => Some(start),
            _ => None,
        });
        if reaches.into_iter().any(|start| counts::assigns(self.model, start)) {
            return Ok(());
        }
        for (piece, most) in (0..).zip(counts::most(self.model)) {
            if let Some(most) = most {
                let (count, most) = (Term::Count(piece), Term::Number(most.into()));
                let compared = (&count, Relation::AtMost, &most);
                let few = self.terms.terms_compared(compared, self.model, self.letters, &mut self.store)?;
                self.care = self.store.only(self.care, few)?;
            }
        }
        Ok(())
    }

    /// The words from which a walk from a location leads to a turn or to the end of a pattern.
    pub(super) fn set(&mut self, at: Loc) -> Result<Id, NoForm> {
        self.known_or_made(Kind::Sets, at)
    }

    /// The pairs of words before and after a move from a decision, with the moves that the keeper then makes. The
    /// decision after it is a letter; that before it is not looked at.
    pub(super) fn moves(&mut self, decision: Loc) -> Result<Id, NoForm> {
        self.known_or_made(Kind::Relations, decision)
    }

    fn known(&mut self, kind: Kind) -> &mut Vec<Option<Id>> {
        match kind {
            Kind::Sets => &mut self.sets,
            Kind::Relations => &mut self.relations,
        }
    }

    fn known_or_made(&mut self, kind: Kind, at: Loc) -> Result<Id, NoForm> {
        if self.known(kind)[at as usize].is_none() {
            for component in self.components(kind, at) {
                self.component(kind, &component)?;
            }
        }
        Ok(self.known(kind)[at as usize].expect("its component was made"))
    }

    /// The location whose value an edge needs, if it needs one.
    fn needs(&self, kind: Kind, edge: &Edge) -> Option<Loc> {
        match edge.step {
            Step::Turn { mover, .. } => {
                (kind == Kind::Relations && mover == Mover::Keeper).then_some(edge.to)
            }
            _ => Some(edge.to),
        }
    }

    /// Makes the values of locations that lie on cycles with one another, or of one that lies on none.
    fn component(&mut self, kind: Kind, component: &[Loc]) -> Result<(), NoForm> {
        let mut is_cyclic = component.len() > 1;
        for &at in component {
            let edges = self.model.edges_of(at).iter();
            is_cyclic |= edges.filter_map(|edge| self.needs(kind, edge)).any(|to| to == at);
            self.known(kind)[at as usize] = Some(NONE);
        }
        if kind == Kind::Relations {
            self.circle = component.iter().copied().collect();
        }
        loop {
            let mut changed = false;
            // Those that were found last lie nearest to the end.
            for &at in component.iter().rev() {
                let made = self.location(kind, at)?;
                let old = self.known(kind)[at as usize].replace(made);
                changed |= old != Some(made);
            }
            if !changed || !is_cyclic {
                return Ok(());
            }
        }
    }

    /// The value of a location, from those to which its edges lead.
    fn location(&mut self, kind: Kind, at: Loc) -> Result<Id, NoForm> {
        let is_end = self.model.locations[at as usize].place == Place::Accepting;
        let mut all = if is_end { ALL } else { NONE };
        for edge in self.model.edges_of(at) {
            let one = self.edge(kind, *edge)?;
            all = self.either(kind, all, one)?;
        }
        Ok(all)
    }

    /// Where walks lead that start in one of two ways.
    fn either(&mut self, kind: Kind, one: Id, other: Id) -> Result<Id, NoForm> {
        Ok(match kind {
            Kind::Sets => {
                let both = self.store.either(one, other)?;
                self.store.within(both, self.care)?
            }
            Kind::Relations => self.store.union(one, other)?,
        })
    }

    fn edge(&mut self, kind: Kind, edge: Edge) -> Result<Id, NoForm> {
        let after = match self.needs(kind, &edge) {
            Some(to) => self.known(kind)[to as usize].expect("components come in order"),
            None => ALL,
        };
        match edge.step {
            Step::Turn { mover, .. } if kind == Kind::Relations => self.turn(edge.to, mover, after),
            Step::Turn { .. } => Ok(ALL),
            Step::Assign { variable, term, .. } => self.assign(kind, variable, term, after),
            Step::Test { .. } | Step::Compare { .. } | Step::Reach { .. } => {
                if after == NONE {
                    return Ok(NONE);
                }
                let passed = self.test(edge.step)?;
                self.from(kind, passed, after)
            }
        }
    }

    fn from(&mut self, kind: Kind, set: Id, after: Id) -> Result<Id, NoForm> {
        Ok(match kind {
            Kind::Sets => self.store.only(after, set)?,
            Kind::Relations => self.store.from(set, after)?,
        })
    }

    fn assign(&mut self, kind: Kind, variable: u32, term: u32, after: Id) -> Result<Id, NoForm> {
        let level = self.letters.levels[variable as usize];
        let letters = match self.assigned.get(&(term, variable)) {
            Some(known) => Rc::clone(known),
            None => {
                let (model, letters) = (self.model, self.letters);
                let made: Assigned =
                    self.terms.assigned(term, variable, model, letters, &mut self.store)?.into();
                self.assigned.insert((term, variable), Rc::clone(&made));
                made
            }
        };
        let mut all = NONE;
        for &(letter, words) in letters.iter() {
            let one = match kind {
                Kind::Sets => self.store.with_letter(after, level, letter)?,
                Kind::Relations => self.store.assigned(after, level, letter)?,
            };
            let one = self.from(kind, words, one)?;
            all = self.either(kind, all, one)?;
        }
        Ok(all)
    }

    /// What follows a turn: the keeper's moves, or nothing where a player is to move; where nobody can, the game is
    /// over.
    fn turn(&mut self, to: Loc, mover: Mover, moves: Id) -> Result<Id, NoForm> {
        let (last, over) = (self.letters.last(), self.letters.over(0));
        let can_move = self.set(to)?;
        let cannot = self.store.not(can_move)?;
        let ended = self.store.assigned(ALL, last, over)?;
        let ended = self.store.from(cannot, ended)?;
        let goes_on = match mover {
            Mover::Keeper => self.unless_wrong(to, can_move, moves)?,
            Mover::Player(_) => {
                let letter = self.letters.letter_of(to).expect("turns lead to decisions");
                let turned = self.store.assigned(ALL, last, letter)?;
                self.store.from(can_move, turned)?
            }
        };
        Ok(self.store.union(goes_on, ended)?)
    }

    /// The keeper's moves; where they lead to several words or to none, although there are some, to one that says so.
    /// While moves are followed round in circles, there is nothing to say yet.
    fn unless_wrong(&mut self, to: Loc, can_move: Id, moves: Id) -> Result<Id, NoForm> {
        let Some(wrong) = self.letters.wrong() else { return Ok(moves) };
        if !self.letters.doubtful[to as usize] || self.circle.contains(&to) {
            return Ok(moves);
        }
        let (sure, unsure) = self.store.single(moves)?;
        let both = self.store.either(sure, unsure)?;
        let none = self.store.not(both)?;
        let endless = self.store.only(can_move, none)?;
        let bad = self.store.either(unsure, endless)?;
        let goes_wrong = self.store.assigned(ALL, self.letters.last(), wrong)?;
        let goes_wrong = self.store.from(bad, goes_wrong)?;
        let good = self.store.not(bad)?;
        let goes_right = self.store.from(good, moves)?;
        Ok(self.store.union(goes_right, goes_wrong)?)
    }

    /// The words that pass a test.
    pub(super) fn test(&mut self, step: Step) -> Result<Id, NoForm> {
        if let Some(&known) = self.tests.get(&step) {
            return Ok(known);
        }
        let (model, letters) = (self.model, self.letters);
        let made = match step {
            Step::Test { variable, set } => {
                let (values, set) = (&letters.values[variable as usize], &model.sets[set as usize]);
                let level = letters.levels[variable as usize];
                self.store.letters(level, |letter| set.binary_search(&values[letter as usize]).is_ok())
            }
            Step::Compare { left, relation, right } => {
                let compared = (left, relation, right);
                self.terms.compared(compared, model, letters, &mut self.store)?
            }
            Step::Reach { start, expected } => {
                let found = self.set(start)?;
                if expected { found } else { self.store.not(found)? }
            }
            Step::Assign { .. } | Step::Turn { .. } => unreachable!("these are no tests"),
        };
        self.tests.insert(step, made);
        Ok(made)
    }

    /// The locations that are needed for one and not known yet, those on common cycles together, each after all that it
    /// needs.
    fn components(&mut self, kind: Kind, root: Loc) -> Vec<Vec<Loc>> {
        let mut search = Search::default();
        search.enter(root);
        while let Some(&(at, next)) = search.path.last() {
            let edges = self.model.edges_of(at);
            let Some(edge) = edges.get(next) else {
                search.leave();
                continue;
            };
            search.path.last_mut().expect("the path is not empty").1 += 1;
            if let Some(to) = self.needs(kind, edge).filter(|&to| self.known(kind)[to as usize].is_none()) {
                search.see(at, to);
            }
        }
        search.found
    }
}

/// Tarjan's search for strongly connected components, without recursion.
#[derive(Default)]
struct Search {
    /// When each location was entered, and the earliest location on the stack that it leads to.
    entered: FxHashMap<Loc, (u32, u32)>,
    stack: Vec<Loc>,
    on_stack: rustc_hash::FxHashSet<Loc>,
    path: Vec<(Loc, usize)>,
    found: Vec<Vec<Loc>>,
}

impl Search {
    fn enter(&mut self, at: Loc) {
        let time = u32::try_from(self.entered.len()).expect("there are few locations");
        self.entered.insert(at, (time, time));
        self.stack.push(at);
        self.on_stack.insert(at);
        self.path.push((at, 0));
    }

    fn see(&mut self, at: Loc, to: Loc) {
        match self.entered.get(&to).copied() {
            None => self.enter(to),
            Some((time, _)) if self.on_stack.contains(&to) => self.lower(at, time),
            Some(_) => {}
        }
    }

    fn lower(&mut self, at: Loc, time: u32) {
        let earliest = &mut self.entered.get_mut(&at).expect("it was entered").1;
        *earliest = (*earliest).min(time);
    }

    fn leave(&mut self) {
        let (at, _) = self.path.pop().expect("the path is not empty");
        let (time, earliest) = self.entered[&at];
        if let Some(&(above, _)) = self.path.last() {
            self.lower(above, earliest);
        }
        if time == earliest {
            let begin = self.stack.iter().rposition(|&other| other == at).expect("it is on the stack");
            let component = self.stack.split_off(begin);
            for one in &component {
                self.on_stack.remove(one);
            }
            self.found.push(component);
        }
    }
}
