//! The order of the variables of a diagram: places that transitions join should be near each other.
//!
//! A diagram of the markings of a net may be a thousand times larger in one order than in another, and no method finds
//! the best. Here several orders are made, and the one in which transitions span the fewest levels is taken:
//!
//! - the order of the text, in which authors often put together what belongs together;
//! - that of the [units](super::Units), if there are any: the places of a unit together, and those of its units behind;
//! - for each of them, what FORCE makes of it (F. Aloul, I. Markov, K. Sakallah, 2003): again and again, a transition
//!   stands at the centre of its places, and a place moves to the centre of its transitions.

use super::Net;

/// The most steps that FORCE takes in all, a step for each arc in each round.
const EFFORT: usize = 50_000_000;
/// The most rounds of FORCE.
const ROUNDS: usize = 200;

/// Returns an order of the places of a net that suits diagrams: the place of each level, the first level at the top.
#[must_use]
pub fn choose(net: &Net) -> Vec<u32> {
    let joined = Joined::of(net);
    let mut orders = vec![(0..).take(net.places.len()).collect::<Vec<u32>>()];
    if let Some(units) = &net.units {
        let places = units.from_root().into_iter().flat_map(|unit| units.units[unit].places.iter());
        orders.push(places.copied().collect());
    }
    let forced: Vec<Vec<u32>> = orders.iter().map(|order| joined.force(order)).collect();
    orders.extend(forced);
    // Of orders that are equally good, the first.
    orders.into_iter().min_by_key(|order| joined.span(&levels(order))).expect("the order of the text is one")
}

/// Returns the levels of the places in an order: the inverse.
#[must_use]
pub fn levels(order: &[u32]) -> Vec<u32> {
    let mut levels = vec![0; order.len()];
    for (level, &place) in (0..).zip(order) {
        levels[place as usize] = level;
    }
    levels
}

/// Returns how many levels lie between the first and the last place of a transition, added up over all of them.
#[must_use]
pub fn span(net: &Net, order: &[u32]) -> u64 {
    Joined::of(net).span(&levels(order))
}

/// The places that each transition joins.
struct Joined {
    places: Vec<u32>,
    /// Where those of each transition end.
    ends: Vec<usize>,
    count: usize,
}

impl Joined {
    fn of(net: &Net) -> Joined {
        let (mut places, mut ends) = (Vec::new(), Vec::new());
        for transition in &net.transitions {
            let start = places.len();
            places.extend(transition.effects().iter().map(|effect| effect.place));
            if places.len() - start < 2 {
                places.truncate(start);
            } else {
                ends.push(places.len());
            }
        }
        Joined { places, ends, count: net.places.len() }
    }

    fn each(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.places[start..end])
    }

    fn span(&self, levels: &[u32]) -> u64 {
        let of = |places: &[u32]| {
            let ends = places.iter().map(|&place| levels[place as usize]);
            let (least, most) = ends.fold((u32::MAX, 0), |(least, most), at| (least.min(at), most.max(at)));
            u64::from(most - least)
        };
        self.each().map(of).sum()
    }

    /// Moves places towards those that they are joined with, as long as that shortens the spans.
    fn force(&self, order: &[u32]) -> Vec<u32> {
        let rounds = ROUNDS.min(EFFORT / self.places.len().max(1));
        let (mut order, mut best, mut least) = (order.to_vec(), order.to_vec(), self.span(&levels(order)));
        let mut tired = 0;
        for _ in 0..rounds {
            order = self.pulled(&order);
            let span = self.span(&levels(&order));
            if span < least {
                (least, best, tired) = (span, order.clone(), 0);
            } else {
                tired += 1;
            }
            // It may have to go over a hill.
            if tired > 10 {
                break;
            }
        }
        best
    }

    /// One round of FORCE.
    fn pulled(&self, order: &[u32]) -> Vec<u32> {
        let levels = levels(order);
        let mut pulls = vec![(0.0f64, 0u32); self.count];
        for places in self.each() {
            let sum: u64 = places.iter().map(|&place| u64::from(levels[place as usize])).sum();
            let centre = sum as f64 / places.len() as f64;
            for &place in places {
                let (sum, count) = &mut pulls[place as usize];
                *sum += centre;
                *count += 1;
            }
        }
        let aim = |place: u32| match pulls[place as usize] {
            (_, 0) => f64::from(levels[place as usize]),
            (sum, count) => sum / f64::from(count),
        };
        let mut aims: Vec<(f64, u32)> = order.iter().map(|&place| (aim(place), place)).collect();
        // Stable: what pulls alike stays as it was.
        aims.sort_by(|a, b| a.0.total_cmp(&b.0));
        aims.into_iter().map(|(_, place)| place).collect()
    }
}
