//! Rules without their tests: which action can come next at a location, and in which words.
//!
//! Two texts of the same rules differ in how they ask, but not in these sets. So symmetries are looked for here.

use game::Limits;
use rustc_hash::FxHashMap;

use crate::model::{Loc, Model, Mover, Step, Term, Var};

use super::letters::Letters;
use super::nodes::Id;
use super::store::{ALL, NONE, Store};
use super::walks::Walks;
use super::{NoForm, order};

/// A prime below 2^61: weights are numbers modulo it.
const PRIME: u64 = (1 << 61) - 1;

/// How many tests may be followed in all.
const EFFORT: usize = 1 << 20;

/// An action that may come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guarded {
    /// The action.
    pub(crate) action: u32,
    /// Where it leads.
    pub(crate) to: Loc,
    /// The number of the set of words in which it can be done: the same for the same set.
    pub(crate) guard: u32,
}

/// The actions of each location to which actions lead, with the words in which they can be done.
pub(crate) struct Guards<'m, 'l> {
    walks: Walks<'m, 'l>,
    edges: Vec<Vec<Guarded>>,
    left: usize,
}

impl Guards<'_, '_> {
    /// Finds the guards of all that follows a location, and does something with them; `exact`ly those that matter, if it is
    /// known what was assigned before. `None` if that takes more than the limits, or the model has no symbolic form.
    pub(crate) fn with<R>(
        model: &Model,
        (from, exact): (Loc, bool),
        limits: &Limits,
        task: impl FnOnce(&mut Guards<'_, '_>) -> R,
    ) -> Option<R> {
        // Where something is beyond the limits, nothing is known.
        let letters = Letters::new(model, &order::best(model), limits).ok()?;
        let store = Store::new(letters.sizes(), limits);
        let edges = vec![Vec::new(); model.locations.len()];
        let mut guards = Guards { walks: Walks::new(model, &letters, store), edges, left: EFFORT };
        // As above.
        guards.all(from, exact).ok()?;
        Some(task(&mut guards))
    }

    fn all(&mut self, from: Loc, exact: bool) -> Result<(), NoForm> {
        let mut met = vec![false; self.edges.len()];
        met[from as usize] = true;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let found = self.following(at)?;
            for edge in &found {
                if !std::mem::replace(&mut met[edge.to as usize], true) {
                    open.push(edge.to);
                }
            }
            self.edges[at as usize] = found;
        }
        if exact {
            self.restrict(from)?;
        }
        Ok(())
    }

    /// Takes for granted, at each location, what was assigned on the way there. Otherwise a rule may be less symmetric: it
    /// need not look for a piece where it has just put one.
    fn restrict(&mut self, from: Loc) -> Result<(), NoForm> {
        let facts = self.facts(from);
        for (at, known) in facts.into_iter().enumerate() {
            // Sorted, so that every run makes the same diagrams.
            let mut known: Vec<(Var, u32)> = known.into_iter().flatten().collect();
            known.sort_unstable();
            let letters = self.walks.letters;
            for (variable, value) in known {
                let Some(letter) = letters.letter(variable, value) else { continue };
                let level = letters.levels[variable as usize];
                for edge in &mut self.edges[at] {
                    edge.guard = self.walks.store.with_letter(edge.guard, level, letter)?;
                }
            }
            self.edges[at].retain(|edge| edge.guard != NONE);
        }
        Ok(())
    }

    /// The cells whose values are known at each location, whatever way led there since a player moved.
    fn facts(&self, from: Loc) -> Vec<Option<FxHashMap<Var, u32>>> {
        let model = self.walks.model;
        let mut facts: Vec<Option<FxHashMap<Var, u32>>> = vec![None; self.edges.len()];
        facts[from as usize] = Some(FxHashMap::default());
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let here = facts[at as usize].clone().expect("only locations with facts are open");
            for edge in &self.edges[at as usize] {
                let mut there = here.clone();
                match model.actions[edge.action as usize].step {
                    Step::Assign { variable, .. } if variable as usize >= model.board.cells.len() => {}
                    Step::Assign { variable, term, .. } => match model.terms[term as usize] {
                        Term::Number(number) => {
                            // What is no value is never assigned.
                            there.extend(u32::try_from(number).ok().map(|value| (variable, value)));
                        }
                        _ => drop(there.remove(&variable)),
                    },
                    Step::Turn { mover: Mover::Player(_), .. } => there.clear(),
                    _ => {}
                }
                let known = &mut facts[edge.to as usize];
                let changed = match known {
                    None => {
                        *known = Some(there);
                        true
                    }
                    Some(known) => {
                        let before = known.len();
                        known.retain(|variable, value| there.get(variable) == Some(value));
                        known.len() < before
                    }
                };
                if changed {
                    open.push(edge.to);
                }
            }
        }
        facts
    }

    /// The actions that follow a location, through tests.
    fn following(&mut self, from: Loc) -> Result<Vec<Guarded>, NoForm> {
        let mut reached: FxHashMap<Loc, Id> = [(from, ALL)].into_iter().collect();
        let mut open = vec![from];
        let mut guards: FxHashMap<u32, Guarded> = FxHashMap::default();
        while let Some(at) = open.pop() {
            let here = reached[&at];
            for edge in self.walks.model.edges_of(at) {
                self.left = self.left.checked_sub(1).ok_or(NoForm::Wide("too many tests"))?;
                if let Step::Assign { action, .. } | Step::Turn { action, .. } = edge.step {
                    let none = Guarded { action, to: edge.to, guard: NONE };
                    let known = guards.entry(action).or_insert(none);
                    known.guard = self.walks.store.either(known.guard, here)?;
                    continue;
                }
                let passed = self.walks.test(edge.step)?;
                let there = self.walks.store.only(here, passed)?;
                let known = reached.entry(edge.to).or_insert(NONE);
                let joined = self.walks.store.either(*known, there)?;
                if std::mem::replace(known, joined) != joined {
                    open.push(edge.to);
                }
            }
        }
        let mut found: Vec<Guarded> = guards.into_values().filter(|edge| edge.guard != NONE).collect();
        found.sort_unstable_by_key(|edge| edge.action);
        Ok(found)
    }

    /// The model.
    pub(crate) fn model(&self) -> &Model {
        self.walks.model
    }

    /// The actions that follow a location to which an action leads.
    pub(crate) fn edges(&self, at: Loc) -> &[Guarded] {
        &self.edges[at as usize]
    }

    /// How much there is to look at in a round.
    pub(crate) fn size(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The values that a variable can have.
    pub(crate) fn values(&self, variable: Var) -> &[u32] {
        &self.walks.letters.values[variable as usize]
    }

    /// A number for each guard that symmetries keep: a polynomial that is different for different sets, if it is not by
    /// rare chance the same, at a point that depends on the colours of the variables alone.
    pub(crate) fn weights(&self, colour: impl Fn(Var) -> u64) -> FxHashMap<u32, u64> {
        let letters = self.walks.letters;
        let points: Vec<Vec<u64>> = letters
            .variables
            .iter()
            .map(|&variable| {
                let own = colour(variable);
                shares(self.values(variable).iter().map(|&value| super::mixed(own, u64::from(value))))
            })
            .collect();
        let last =
            shares((0..self.walks.store.size(letters.last()) as u64).map(|letter| super::mixed(0, letter)));
        let mut known: FxHashMap<Id, u64> = [(NONE, 0), (ALL, 1)].into_iter().collect();
        for edge in self.edges.iter().flatten() {
            self.weigh(edge.guard, &points, &last, &mut known);
        }
        known
    }

    fn weigh(&self, set: Id, points: &[Vec<u64>], last: &[u64], known: &mut FxHashMap<Id, u64>) -> u64 {
        if let Some(&weight) = known.get(&set) {
            return weight;
        }
        let store = &self.walks.store;
        let level = store.level_of(set);
        let mut sum = 0;
        for (letter, &point) in (0..).zip(points.get(level).map_or(last, |points| points)) {
            let below = self.weigh(store.child(set, level, letter), points, last, known);
            sum = (sum + times(point, below)) % PRIME;
        }
        known.insert(set, sum);
        sum
    }

    /// The set of the words of a set after an exchange of cells. `None` beyond the limits.
    pub(crate) fn image_of(
        &mut self,
        set: u32,
        cells: &[Var],
        known: &mut FxHashMap<u32, u32>,
    ) -> Option<u32> {
        let image = self.image(set, cells, known);
        self.walks.store.forget();
        image
    }

    fn image(&mut self, set: u32, cells: &[Var], known: &mut FxHashMap<u32, u32>) -> Option<u32> {
        if set == NONE || set == ALL {
            return Some(set);
        }
        if let Some(&image) = known.get(&set) {
            return Some(image);
        }
        let letters = self.walks.letters;
        let level = self.walks.store.level_of(set);
        let to = match letters.variables.get(level).map(|&variable| (variable, cells.get(variable as usize)))
        {
            Some((_, Some(&image))) => letters.levels[image as usize],
            _ => level,
        };
        let mut all = NONE;
        for letter in 0..self.walks.store.size(level) {
            let below = self.walks.store.child(set, level, letter);
            let below = self.image(below, cells, known)?;
            let store = &mut self.walks.store;
            let here = store.letters(to, |other| other == letter);
            // Beyond the limits nothing is known.
            let here = store.only(below, here).ok()?;
            all = store.either(all, here).ok()?;
        }
        known.insert(set, all);
        Some(all)
    }
}

/// Numbers in the same ratios that add up to 1, so that a variable on which a set does not depend does not matter.
fn shares(points: impl Iterator<Item = u64>) -> Vec<u64> {
    let points: Vec<u64> = points.map(|point| point % PRIME).collect();
    let sum = points.iter().fold(0, |sum, point| (sum + point) % PRIME);
    let share = inverse(if sum == 0 { 1 } else { sum });
    points.into_iter().map(|point| times(point, share)).collect()
}

fn times(a: u64, b: u64) -> u64 {
    // The remainder is below 2^61.
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// The number with which a number gives 1, by Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_one() {
        for points in [vec![5], vec![1, 2, 3], vec![PRIME - 1, 7, 1 << 60]] {
            let shares = shares(points.into_iter());
            assert_eq!(shares.iter().fold(0, |sum, share| (sum + share) % PRIME), 1);
        }
        assert_eq!(times(inverse(12345), 12345), 1);
    }
}
