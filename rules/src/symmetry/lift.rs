//! What an exchange of cells does to the automaton.

use rustc_hash::FxHashMap;

use crate::model::{Loc, Model, Mover, Step, Term, Var};
use crate::symbolic::{Guarded, Guards};

use super::colours::Colours;
use super::{Exchange, Start};

/// An action without its number, its cells exchanged; and when it can be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Bare {
    Assign(Var, u32, Option<Var>, u32),
    Turn(Mover, Option<Var>, u32),
}

/// Returns what the exchange of `cells` does to locations and actions, if the rules and the start stay the same.
/// `own` are the colours of what is exchanged, `others` those of the images: they say which of several like actions is
/// meant.
pub(super) fn lift(
    guards: &mut Guards<'_, '_>,
    start: &Start<'_>,
    cells: Vec<Var>,
    own: &Colours,
    others: &Colours,
) -> Option<Exchange> {
    let model = guards.model();
    let stays = |cell: Var| {
        let image = cells[cell as usize];
        let initial = |cell: Var| model.variables[cell as usize].initial;
        start.cells[cell as usize] == start.cells[image as usize]
            && initial(cell) == initial(image)
            && guards.values(cell) == guards.values(image)
    };
    if !is_permutation(&cells) || !(0..cells.len() as Var).all(stays) {
        return None;
    }
    let terms = images_of_terms(model, &cells);
    let unknown = |count: usize| vec![u32::MAX; count];
    let (locations, actions) = (unknown(model.locations.len()), unknown(model.actions.len()));
    let found = Exchange { cells, locations, actions };
    let mut lifting = Lifting { guards, terms, sets: FxHashMap::default(), found, open: Vec::new() };
    lifting.meet(start.at, start.at)?;
    while let Some(at) = lifting.open.pop() {
        lifting.location(at, own, others)?;
    }
    let Exchange { locations, actions, .. } = &mut lifting.found;
    // What no move leads to, or has, stays.
    for images in [&mut *locations, &mut *actions] {
        (0..).zip(images).filter(|(_, image)| **image == u32::MAX).for_each(|(own, image)| *image = own);
    }
    (is_permutation(locations) && is_permutation(actions)).then_some(lifting.found)
}

struct Lifting<'a, 'm, 'l> {
    guards: &'a mut Guards<'m, 'l>,
    /// The image of each term, and its number: the first of those that are equal.
    terms: Vec<(u32, u32)>,
    /// The images of the sets that are known.
    sets: FxHashMap<u32, u32>,
    found: Exchange,
    open: Vec<Loc>,
}

impl Lifting<'_, '_, '_> {
    /// Notes that a location becomes another.
    fn meet(&mut self, at: Loc, image: Loc) -> Option<()> {
        let known = &mut self.found.locations[at as usize];
        if *known == u32::MAX {
            *known = image;
            self.open.push(at);
        }
        (*known == image).then_some(())
    }

    /// Compares the actions of a location, one by one, with those of its image.
    fn location(&mut self, at: Loc, own: &Colours, others: &Colours) -> Option<()> {
        let image = self.found.locations[at as usize];
        let place = |at: Loc| self.guards.model().locations[at as usize].place;
        if place(at) != place(image) {
            return None;
        }
        let mine = self.sorted(at, own, true)?;
        let theirs = self.sorted(image, others, false)?;
        if mine.len() != theirs.len() {
            return None;
        }
        for ((bare, edge), (other, opposite)) in mine.into_iter().zip(theirs) {
            if bare != other {
                return None;
            }
            self.meet(edge.to, opposite.to)?;
            let known = &mut self.found.actions[edge.action as usize];
            if *known != u32::MAX && *known != opposite.action {
                return None;
            }
            *known = opposite.action;
        }
        Some(())
    }

    /// The actions of a location in an order that images share.
    fn sorted(&mut self, at: Loc, colours: &Colours, exchanged: bool) -> Option<Vec<(Bare, Guarded)>> {
        let edges = self.guards.edges(at).to_vec();
        let mut edges = edges
            .into_iter()
            .map(|edge| Some((self.bare(edge, exchanged)?, edge)))
            .collect::<Option<Vec<_>>>()?;
        let model = self.guards.model();
        edges.sort_by_key(|(bare, edge)| {
            (*bare, colours.locations[edge.to as usize], model.actions[edge.action as usize].modifier)
        });
        Some(edges)
    }

    fn bare(&mut self, edge: Guarded, exchanged: bool) -> Option<Bare> {
        let guard = if exchanged {
            self.guards.image_of(edge.guard, &self.found.cells, &mut self.sets)?
        } else {
            edge.guard
        };
        let variable = |variable: Var| match self.found.cells.get(variable as usize) {
            Some(&image) if exchanged => image,
            _ => variable,
        };
        let action = self.guards.model().actions[edge.action as usize];
        let place = action.cell.map(variable);
        Some(match action.step {
            Step::Assign { variable: assigned, term, .. } => {
                let (image, number) = self.terms[term as usize];
                Bare::Assign(variable(assigned), if exchanged { image } else { number }, place, guard)
            }
            Step::Turn { mover, .. } => Bare::Turn(mover, place, guard),
            Step::Test { .. } | Step::Compare { .. } | Step::Reach { .. } => {
                unreachable!("actions assign or end the move")
            }
        })
    }
}

/// For each term the number of its image, if there is one, and its own.
fn images_of_terms(model: &Model, cells: &[Var]) -> Vec<(u32, u32)> {
    let mut numbers: FxHashMap<&Term, u32> = FxHashMap::default();
    for (number, term) in (0..).zip(&model.terms) {
        numbers.entry(term).or_insert(number);
    }
    // Comparisons are part of the guards, so a term without an image may be no part of an action.
    let image =
        |term: &Term| (numbers.get(&exchanged(term, cells)).copied().unwrap_or(u32::MAX), numbers[term]);
    model.terms.iter().map(image).collect()
}

fn exchanged(term: &Term, cells: &[Var]) -> Term {
    match term {
        // What is no cell has itself as its image.
        Term::Value(variable) => Term::Value(cells.get(*variable as usize).copied().unwrap_or(*variable)),
        Term::Number(_) | Term::Count(_) => term.clone(),
        Term::Operation(operation, both) => {
            let both = (exchanged(&both.0, cells), exchanged(&both.1, cells));
            Term::Operation(*operation, Box::new(both))
        }
    }
}

fn is_permutation(images: &[u32]) -> bool {
    let mut met = vec![false; images.len()];
    images.iter().all(|&image| met.get_mut(image as usize).is_some_and(|met| !std::mem::replace(met, true)))
}
