//! The markings in which nothing can fire, found in one walk through a diagram.

use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::Arc;

use dd::{Hom, Inductive, Val, Var};

/// Returns what keeps the markings in which no transition can fire, of transitions with these needs: levels from the top
/// down, and how many tokens each must have.
pub(super) fn nothing_can_fire(needs: &[Vec<(usize, Val)>]) -> Hom {
    if needs.iter().any(Vec::is_empty) {
        return Hom::zero();
    }
    // Without transitions nothing is asked of any level.
    let levels = needs.iter().flatten().map(|&(level, _)| level + 1).max().unwrap_or(0);
    let mut demands = vec![Vec::new(); levels];
    for (transition, needs) in (0..).zip(needs) {
        for (at, &(level, least)) in needs.iter().enumerate() {
            let (first, last) = (at == 0, at + 1 == needs.len());
            demands[level].push(Demand { transition, least, first, last });
        }
    }
    if levels == 0 { Hom::id() } else { Hom::new(Dead { demands: demands.into(), hopeful: Box::default() }) }
}

/// What a transition needs of a level.
#[derive(Clone, Debug)]
struct Demand {
    transition: u32,
    least: Val,
    /// Whether it needs nothing of the levels above.
    first: bool,
    /// Whether it needs nothing of the levels below.
    last: bool,
}

/// Keeps the markings in which nothing can fire.
//
// To ask each transition at each level would take the product of the two. Few transitions have begun at a level and not
// ended, so it is enough to know which of those have had what they need so far.
#[derive(Debug)]
struct Dead {
    /// By level, the same in all that are made from one another.
    demands: Arc<[Vec<Demand>]>,
    /// The transitions that have what they need at the levels above and need more below.
    hopeful: Box<[u32]>,
}

impl PartialEq for Dead {
    fn eq(&self, other: &Dead) -> bool {
        Arc::ptr_eq(&self.demands, &other.demands) && self.hopeful == other.hopeful
    }
}

impl Eq for Dead {}

impl Hash for Dead {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hopeful.hash(hasher);
    }
}

impl Inductive for Dead {
    fn phi(&self, level: Var, tokens: Val) -> Hom {
        let demands = &self.demands[level as usize];
        let asks = |transition: u32| demands.iter().any(|demand| demand.transition == transition);
        let mut hopeful: Vec<u32> =
            self.hopeful.iter().copied().filter(|&transition| !asks(transition)).collect();
        for demand in demands {
            let lives = demand.first || self.hopeful.binary_search(&demand.transition).is_ok();
            match (lives && tokens >= demand.least, demand.last) {
                (true, true) => return Hom::zero(),
                (true, false) => hopeful.push(demand.transition),
                (false, _) => {}
            }
        }
        hopeful.sort_unstable();
        let below = level as usize + 1;
        let rest = if below == self.demands.len() {
            Hom::id()
        } else {
            Hom::new(Dead { demands: self.demands.clone(), hopeful: hopeful.into() })
        };
        Hom::arc(level, tokens, rest)
    }

    fn skips(&self, level: Var) -> bool {
        self.demands.get(level as usize).is_none_or(Vec::is_empty)
    }

    fn range(&self) -> RangeInclusive<Var> {
        0..=Var::try_from(self.demands.len() - 1).expect("levels are fewer than 2^24")
    }

    fn is_selector(&self) -> bool {
        true
    }
}
