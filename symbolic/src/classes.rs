//! Positions up to symmetry, by counting those that each symmetry leaves alone (Burnside's lemma).

use levels::{Diagram, Fixed, Mapping, sweep_to_count};
use levels::{Error, Result};
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};

use crate::model::Model;
use crate::reaching::Reaching;
use crate::watch::Watch;

/// The symmetries of a game, sorted: those that are alike leave equally many positions alone.
pub(crate) struct Classes<'a> {
    model: Model<'a>,
    order: usize,
    /// One symmetry of each kind, the one that is quickest to check, and how many there are.
    kinds: Vec<(Mapping, usize)>,
    all: Vec<Mapping>,
}

impl<'a> Classes<'a> {
    pub(crate) fn of(model: Model<'a>) -> Result<Classes<'a>> {
        let all = (model.mappings)()
            .ok_or_else(|| Error::OutOfRange { what: "the number of symmetries".to_string() })?;
        let number: HashMap<&Mapping, usize> = all.iter().zip(0..).collect();
        // Kinds only save work, so where inverses are not among the mappings, each symmetry is a kind of its own.
        let inverse: Vec<usize> =
            all.iter().map(|g| inverse_of(g, &all)).collect::<Option<_>>().unwrap_or_default();
        let mut left: BTreeSet<usize> = (0..all.len()).collect();
        let mut kinds = Vec::new();
        while let Some(&first) = left.iter().next() {
            let mut alike = BTreeSet::from([first]);
            if inverse.len() == all.len() {
                let conjugates = (0..all.len()).map(|g| all[inverse[g]].then(&all[first]).then(&all[g]));
                alike.extend(conjugates.filter_map(|other| number.get(&other).copied()));
            }
            left.retain(|g| !alike.contains(g));
            let quickest = alike.iter().copied().min_by_key(|&g| all[g].width()).expect("it is like itself");
            kinds.push((all[quickest].clone(), alike.len()));
        }
        Ok(Classes { order: all.len(), kinds, all, model })
    }

    /// The classes of each ply, appended to `classes` as they are found.
    pub(crate) fn count(self, watch: &mut Watch<'_>, classes: &mut Vec<BigUint>) -> Result<()> {
        let Classes { order, kinds, all, mut model } = self;
        // Every image of the start is one, so that each ply is closed under the symmetries.
        let images = |word: &Vec<u32>| all.iter().filter_map(|g| g.of_word(&model.shape, word)).collect();
        model.starts = model.starts.iter().map(images).flat_map(|i: BTreeSet<Vec<u32>>| i).collect();
        let mut reaching = Reaching::of(model, true)?;
        loop {
            if let Some(all) = reaching.all() {
                watch.held = all.bytes();
                classes.push(orbits(order, &kinds, all, watch)?);
                watch.held = 0;
            }
            if reaching.is_done() || reaching.advance(watch)?.counts.is_empty() {
                return Ok(());
            }
        }
    }
}

fn orbits(order: usize, kinds: &[(Mapping, usize)], all: &Diagram, watch: &mut Watch<'_>) -> Result<BigUint> {
    let mut sum = BigUint::ZERO;
    for (mapping, count) in kinds {
        let mut fixed = Fixed::new(all, mapping);
        let counts = sweep_to_count(all.shape(), &mut fixed, BigUint::from(1u32), &mut |e| watch.go_on(e))?;
        sum += counts.into_values().sum::<BigUint>() * *count;
    }
    Ok(sum / order)
}

fn inverse_of(mapping: &Mapping, all: &[Mapping]) -> Option<usize> {
    let identity = all.first()?;
    let is_identity = |g: &Mapping| g.to == identity.to && changes_nothing(g);
    all.iter().position(|other| is_identity(&mapping.then(other)))
}

fn changes_nothing(mapping: &Mapping) -> bool {
    mapping.values.iter().all(|values| values.iter().zip(0..).all(|(&to, value)| to == value))
}
