//! In which order variables are read.
//!
//! A diagram has to remember, between two letters, what the letters before mean for those after. So variables that a
//! walk looks at one after the other should be near to each other. Several orders of the cells are tried: that of the
//! text, columns instead of rows, and what attraction makes of these (FORCE, by Aloul, Markov and Sakallah). The best
//! is the one with the shortest sum of ways between neighbours. Scores and other variables come last, since they are
//! what a move decides about.

use game::SyntaxError;

use crate::model::{Model, Step, Var};
use crate::words;

/// How often cells are moved to where their neighbours are.
const ROUNDS: usize = 20;

/// Returns an order of the variables in which those that are read one after the other are near to each other.
pub(crate) fn best(model: &Model) -> Vec<Var> {
    let cells = model.board.cells.len() as Var;
    let pairs = pairs(model, cells);
    let natural: Vec<Var> = (0..cells).collect();
    let mut columns = natural.clone();
    columns.sort_by_key(|&cell| {
        let cell = &model.board.cells[cell as usize];
        (cell.column, cell.row)
    });
    let mut tried = vec![natural, columns];
    for mut order in tried.clone() {
        for _ in 0..ROUNDS {
            attract(&mut order, &pairs);
            tried.push(order.clone());
        }
    }
    let best = tried.into_iter().min_by_key(|order| length(order, &pairs)).expect("there are several");
    best.into_iter().chain(cells..model.variables.len() as Var).collect()
}

/// Returns the order of the variables that is given by their names; those that are not named follow in the best order.
///
/// # Errors
/// If there is no such variable, or one is named twice.
pub(crate) fn given(model: &Model, names: &str) -> Result<Vec<Var>, SyntaxError> {
    let find =
        |name: &str| (0..).zip(&model.variables).find(|(_, own)| own.name == name).map(|(number, _)| number);
    let all = model.variables.iter().map(|variable| variable.name.as_str().into());
    words::order(names, find, &best(model), all)
}

/// The pairs of different cells that edges look at or change one after the other.
fn pairs(model: &Model, cells: Var) -> Vec<(Var, Var)> {
    let cell = |step: Step| match step {
        Step::Test { variable, .. } | Step::Assign { variable, .. } => Some(variable).filter(|&v| v < cells),
        Step::Compare { .. } | Step::Reach { .. } | Step::Turn { .. } => None,
    };
    let mut pairs = Vec::new();
    for (_, edge) in model.all_edges() {
        let Some(here) = cell(edge.step) else { continue };
        let next = model.edges_of(edge.to).iter().filter_map(|edge| cell(edge.step));
        pairs.extend(next.filter(|&there| there != here).map(|there| (here.min(there), here.max(there))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The place of each cell in an order.
fn places(order: &[Var]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &cell) in order.iter().enumerate() {
        places[cell as usize] = place;
    }
    places
}

/// The sum of the ways between the cells of pairs.
fn length(order: &[Var], pairs: &[(Var, Var)]) -> usize {
    let places = places(order);
    pairs.iter().map(|&(a, b)| places[a as usize].abs_diff(places[b as usize])).sum()
}

/// Moves each cell towards the middle of the pairs to which it belongs.
fn attract(order: &mut [Var], pairs: &[(Var, Var)]) {
    let places = places(order);
    let mut sums = vec![(0usize, 0usize); order.len()];
    for &(a, b) in pairs {
        let both = places[a as usize] + places[b as usize];
        for cell in [a, b] {
            let (sum, count) = &mut sums[cell as usize];
            *sum += both;
            *count += 2;
        }
    }
    // Sums over counts as fractions, so that the order does not depend on how numbers are rounded.
    let middle = |cell: Var| match sums[cell as usize] {
        (_, 0) => (places[cell as usize], 1),
        found => found,
    };
    order.sort_by(|&a, &b| {
        let ((sum, count), (other, others)) = (middle(a), middle(b));
        (sum * others).cmp(&(other * count))
    });
}
