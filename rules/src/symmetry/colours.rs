//! Colours of cells and locations, refined until no more can be told apart.

use crate::model::{Mover, Place, Step, Term, Var};
use crate::symbolic::{Guards, mixed};

use super::Start;

/// Colours: what has different colours cannot be exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Colours {
    pub(super) cells: Vec<u64>,
    pub(super) locations: Vec<u64>,
}

/// What stands for the lack of a cell.
const NOWHERE: u64 = 1;

impl Colours {
    /// The colours that show at a glance: what is on the cells, and what kinds of places there are.
    pub(super) fn first(guards: &Guards<'_, '_>, start: &Start<'_>) -> Colours {
        let model = guards.model();
        let cell = |(number, now): (Var, &u32)| {
            let initial = model.variables[number as usize].initial;
            let colour = mixed(u64::from(initial), u64::from(*now));
            guards.values(number).iter().fold(colour, |colour, &value| mixed(colour, u64::from(value)))
        };
        let locations = (0..).zip(&model.locations).map(|(at, location)| {
            let place = match location.place {
                Place::Inner => 0,
                Place::Accepting => 1,
                Place::Decision(mover) => 2 + player(mover),
            };
            mixed(place, u64::from(at == start.at))
        });
        Colours { cells: (0..).zip(start.cells).map(cell).collect(), locations: locations.collect() }
    }

    /// Gives a cell a colour of its own.
    pub(super) fn mark(&mut self, cell: Var) {
        let colour = &mut self.cells[cell as usize];
        *colour = mixed(*colour, 0xce11);
    }

    /// The number of different colours.
    fn count(&self) -> usize {
        let different = |colours: &[u64]| colours.iter().collect::<rustc_hash::FxHashSet<_>>().len();
        different(&self.cells) + different(&self.locations)
    }

    /// Refines the colours as long as that tells more apart. Returns the rounds that it took.
    pub(super) fn refine(&mut self, guards: &Guards<'_, '_>) -> usize {
        let mut count = self.count();
        for round in 1.. {
            self.round(guards);
            if std::mem::replace(&mut count, self.count()) == count {
                return round;
            }
        }
        unreachable!("there are finitely many colours")
    }

    /// Tells apart what has different neighbours.
    pub(super) fn round(&mut self, guards: &Guards<'_, '_>) {
        let model = guards.model();
        let weights = guards.weights(|variable| self.variable(variable));
        let mut cells = vec![0u64; self.cells.len()];
        let mut locations = self.locations.clone();
        for (at, &here) in (0..).zip(&self.locations) {
            let mut sum = 0u64;
            for edge in guards.edges(at) {
                let action = &model.actions[edge.action as usize];
                let place = action.cell.map_or(NOWHERE, |cell| self.cells[cell as usize]);
                let set = match action.step {
                    Step::Assign { variable, term, .. } => {
                        mixed(self.variable(variable), self.term(&model.terms[term as usize]))
                    }
                    Step::Turn { mover, .. } => player(mover),
                    Step::Test { .. } | Step::Compare { .. } | Step::Reach { .. } => {
                        unreachable!("actions assign or end the move")
                    }
                };
                let to = self.locations[edge.to as usize];
                let look = mixed(mixed(mixed(set, place), to), weights[&edge.guard]);
                sum = sum.wrapping_add(mixed(look, 0));
                let assigned = match action.step {
                    Step::Assign { variable, .. } => Some(variable),
                    _ => None,
                };
                for (role, cell) in [assigned, action.cell].into_iter().enumerate() {
                    if let Some(colour) = cell.and_then(|cell| cells.get_mut(cell as usize)) {
                        *colour = colour.wrapping_add(mixed(mixed(look, here), 1 + role as u64));
                    }
                }
            }
            locations[at as usize] = mixed(here, sum);
        }
        for (new, old) in cells.iter_mut().zip(&self.cells) {
            *new = mixed(*old, *new);
        }
        *self = Colours { cells, locations };
    }

    fn variable(&self, variable: Var) -> u64 {
        // Variables that are no cells stay in their places.
        self.cells.get(variable as usize).copied().unwrap_or_else(|| mixed(2, u64::from(variable)))
    }

    fn term(&self, term: &Term) -> u64 {
        match term {
            // The sign is as good as any other bit.
            Term::Number(number) => mixed(6, *number as u64),
            Term::Value(variable) => mixed(7, self.variable(*variable)),
            Term::Count(piece) => mixed(8, u64::from(*piece)),
            Term::Operation(operation, both) => {
                mixed(mixed(9 + *operation as u64, self.term(&both.0)), self.term(&both.1))
            }
        }
    }
}

fn player(mover: Mover) -> u64 {
    match mover {
        Mover::Keeper => 0,
        Mover::Player(player) => 1 + u64::from(player),
    }
}
