//! What a model says, as one homomorphism.

use dd::{Hom, Inductive, Manager, Set, Val, Var};
use game::{Ending, Player};
use levels::Shape;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::derive::{Selectors, sources};
use super::watch::Watch;
use crate::model::Model;

/// The variable before the letters.
const LEAD: Var = 0;
/// The variable of the first letter.
const FIRST: Var = 1;

/// What stands before the letters of a state, so that the same word can be two states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lead {
    /// The ply, where states tell how many steps led to them.
    Ply,
    /// Who is to move, 0 or 1, where players take turns.
    Turn,
    /// Nothing: the letters are the state.
    Nothing,
}

impl Lead {
    /// The value at a ply.
    fn value(self, ply: u32) -> Option<u32> {
        match self {
            Lead::Ply => Some(ply),
            Lead::Turn => Some(ply % 2),
            Lead::Nothing => None,
        }
    }

    /// A word of a shape at a ply, as a word of sets.
    pub(super) fn spell(self, shape: &Shape, word: &[u32], ply: u32) -> Option<dd::Word> {
        let levels = shape.levels_of(word)?;
        let lead = self.value(ply).map(|value| (LEAD, value as Val));
        let letters =
            levels.into_iter().zip(word).map(|(level, &value)| (FIRST + level as Var, value as Val));
        Some(lead.into_iter().chain(letters).collect())
    }

    /// Names the variable for those who draw the set.
    pub(super) fn name(self, manager: &Manager) -> dd::Result<()> {
        match self {
            Lead::Ply => manager.set_name(LEAD, "ply"),
            Lead::Turn => manager.set_name(LEAD, "turn"),
            Lead::Nothing => Ok(()),
        }
    }
}

/// A model as homomorphisms.
pub(super) struct Rules<'a> {
    pub(super) shape: Arc<Shape>,
    pub(super) lead: Lead,
    starts: Vec<Vec<u32>>,
    steps: [Hom; 2],
    pub(super) judges: [Selectors; 2],
    ending: Box<dyn Fn(u32, u32) -> Ending + 'a>,
    /// How many numbers of the judges are looked up, and for how many plies.
    numbers: u32,
    plies: u32,
    /// Was there a ply beyond them?
    beyond: Arc<AtomicBool>,
}

impl<'a> Rules<'a> {
    pub(super) fn of(model: Model<'a>) -> Rules<'a> {
        let lead = match (model.tells_ply, model.has_turns) {
            (true, _) => Lead::Ply,
            (false, true) => Lead::Turn,
            (false, false) => Lead::Nothing,
        };
        Rules {
            shape: model.shape,
            lead,
            starts: model.starts,
            // Read forwards: the sources of the word before a step are the words after it.
            steps: model.backs.map(|back| sources(back, FIRST)),
            judges: model.judges.map(|judge| Selectors::new(judge, FIRST)),
            ending: model.ending,
            numbers: 4,
            plies: if lead == Lead::Ply { 256 } else { 2 },
            beyond: Arc::default(),
        }
    }

    /// The starts, as if the second player had just moved.
    pub(super) fn starts(&self, manager: &Manager) -> dd::Result<Set> {
        manager.words(self.starts.iter().filter_map(|word| self.lead.spell(&self.shape, word, 0)))
    }

    /// Keeps the words that have this ending at this ply.
    fn ended(&self, ending: Ending, ply: u32) -> Hom {
        let kept: Vec<bool> = (1..=self.numbers).map(|judged| (self.ending)(judged, ply) == ending).collect();
        self.judges[Player::at_ply(ply).other().index()].keep(&kept)
    }

    /// One step from what is open at this ply.
    fn step(&self, ply: u32) -> Hom {
        let mover = Player::at_ply(ply).index();
        let accepted = self.judges[mover].keep_accepted();
        accepted.after(self.steps[mover].clone()).after(self.ended(Ending::Open, ply))
    }

    /// One step from whatever is open.
    pub(super) fn next(&self) -> Hom {
        self.by_lead(1, |ply| self.step(ply))
    }

    /// What is done at each ply, by something that takes `steps` steps.
    fn by_lead(&self, steps: u32, on: impl Fn(u32) -> Hom) -> Hom {
        let row = |ply: u32| Some((self.lead.value(ply + steps)?, on(ply)));
        match (0..self.plies).map(row).collect() {
            Some(rows) => Hom::new(ByLead(Arc::new(Rows { rows, beyond: Arc::clone(&self.beyond) }))),
            // Without a lead, all plies are alike.
            None => on(0),
        }
    }

    /// Looks up more than before if something was missing, and says whether it was.
    pub(super) fn say_more(&mut self) -> bool {
        let beyond = self.beyond.swap(false, Ordering::Relaxed);
        if beyond {
            self.plies = self.plies.saturating_mul(4);
        }
        self.say_all_numbers() || beyond
    }

    /// Looks up every number that a judge has given, and says whether one was missing.
    fn say_all_numbers(&mut self) -> bool {
        let [first, second] = &self.judges;
        let greatest = first.greatest().max(second.greatest());
        let missing = greatest > self.numbers;
        self.numbers = self.numbers.max(greatest);
        missing
    }

    /// How many states of a set have ended in which way.
    pub(super) fn endings(
        &mut self,
        set: &Set,
        watch: &mut Watch<'_>,
    ) -> dd::Result<BTreeMap<Ending, BigUint>> {
        self.say_all_numbers();
        let mut counts = BTreeMap::new();
        for ending in Ending::ALL {
            let select = self.by_lead(0, |ply| self.ended(ending, ply));
            let count = select.apply_watched(set, &mut watch.without_layers())?.count()?;
            if count != BigUint::ZERO {
                counts.insert(ending, count);
            }
        }
        Ok(counts)
    }
}

/// What is done on each value of the lead, and the value that comes of it.
struct Rows {
    rows: Vec<(u32, Hom)>,
    beyond: Arc<AtomicBool>,
}

/// The homomorphism of some rows. Equal only to itself.
struct ByLead(Arc<Rows>);

impl Inductive for ByLead {
    fn phi(&self, var: Var, val: Val) -> Hom {
        // A lead that is negative has no row either.
        match usize::try_from(val).ok().and_then(|at| self.0.rows.get(at)) {
            Some((to, hom)) => Hom::arc(var, *to as Val, hom.clone()),
            None => {
                self.0.beyond.store(true, Ordering::Relaxed);
                Hom::fail(format!("no rule was made for {val}"))
            }
        }
    }
}

impl PartialEq for ByLead {
    fn eq(&self, other: &ByLead) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ByLead {}

impl Hash for ByLead {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        Arc::as_ptr(&self.0).hash(hasher);
    }
}

impl fmt::Debug for ByLead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ByLead({} rows)", self.0.rows.len())
    }
}
