//! The algebra against sets of words held plainly.

use crate::common::{Spec, Words, build, defined, listed, local_steps, picks, selectors, specs, words_of};
use dd::{Error, Hom, Manager, Result, Set, Strategy};
use proptest::prelude::*;

const CASES: u32 = 2000;

/// A manager, sometimes one that collects at every step.
fn manager(stress: bool) -> Manager {
    if stress { Manager::builder().stress().build() } else { Manager::new() }
}

/// The set is these words, or undefined where the words do not fit together.
fn same(set: &Set, words: &Words) -> Result<()> {
    if defined(words) {
        assert_eq!(&listed(set)?, words);
        assert_eq!(set.count()?, words.len().into());
        assert_eq!(set.least_word()?.as_ref(), words.first());
        assert_eq!(set, &build(set.manager(), words)?);
    } else {
        assert_eq!(set.count(), Err(Error::Undefined));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn sets(stress in prop::bool::weighted(0.2), seeds in (0u8..40, 0u8..40), a in picks(), b in picks()) {
        let manager = manager(stress);
        let (a, b) = (words_of(seeds.0, &a), words_of(seeds.1, &b));
        let (x, y) = (build(&manager, &a).unwrap(), build(&manager, &b).unwrap());
        same(&x, &a).unwrap();
        same(&x.union(&y).unwrap(), &a.union(&b).cloned().collect()).unwrap();
        same(&x.intersection(&y).unwrap(), &a.intersection(&b).cloned().collect()).unwrap();
        same(&x.difference(&y).unwrap(), &a.difference(&b).cloned().collect()).unwrap();
        let both: Words = a.iter().flat_map(|w| b.iter().map(move |v| [&w[..], v].concat())).collect();
        same(&x.concat(&y).unwrap(), &both).unwrap();
        for word in a.iter().chain(&b) {
            prop_assert_eq!(x.contains(word).unwrap(), a.contains(word));
        }
        let mut bytes = Vec::new();
        x.save(&mut bytes).unwrap();
        prop_assert_eq!(&Manager::new().load(&bytes[..]).unwrap().to_text().unwrap(), &x.to_text().unwrap());
        prop_assert_eq!(&manager.parse(&x.to_text().unwrap()).unwrap(), &x);
    }

    #[test]
    fn unions_of_the_same_shape(stress in prop::bool::weighted(0.2), seed in any::<u8>(), a in picks(), b in picks()) {
        let manager = manager(stress);
        let (a, b) = (words_of(seed, &a), words_of(seed, &b));
        let (x, y) = (build(&manager, &a).unwrap(), build(&manager, &b).unwrap());
        same(&x.union(&y).unwrap(), &a.union(&b).cloned().collect()).unwrap();
        same(&x.difference(&y).unwrap(), &a.difference(&b).cloned().collect()).unwrap();
        same(&x.intersection(&y).unwrap(), &a.intersection(&b).cloned().collect()).unwrap();
    }

    #[test]
    fn images(stress in prop::bool::weighted(0.2), seed in any::<u8>(), a in picks(), b in picks(), spec in specs()) {
        let manager = manager(stress);
        let (a, b) = (words_of(seed, &a), words_of(seed, &b));
        let all: Words = a.union(&b).cloned().collect();
        if let Some(image) = spec.image(&all) {
            let (x, y) = (build(&manager, &a).unwrap(), build(&manager, &b).unwrap());
            let hom = spec.hom(&manager).unwrap();
            let whole = hom.apply(&x.union(&y).unwrap()).unwrap();
            same(&whole, &image).unwrap();
            let parts = hom.apply(&x).unwrap().union(&hom.apply(&y).unwrap()).unwrap();
            prop_assert_eq!(parts, whole, "not linear");
        }
    }

    #[test]
    fn negation(stress in prop::bool::weighted(0.2), seed in any::<u8>(), a in picks(), spec in selectors()) {
        let manager = manager(stress);
        let words = words_of(seed, &a);
        let Some(image) = spec.image(&words) else { return Ok(()) };
        let x = build(&manager, &words).unwrap();
        let hom = spec.hom(&manager).unwrap();
        let kept = hom.apply(&x).unwrap();
        same(&kept, &image).unwrap();
        prop_assert_eq!((!hom.clone()).apply(&x).unwrap(), x.difference(&kept).unwrap());
        // The same with the selector used as it is in the same formula.
        let both = Hom::assign(9, 0).after(Hom::arc(9, 1, hom.clone())) + Hom::arc(9, 1, !hom);
        let split = both.apply(&x).unwrap();
        let expected = manager.arc(9, 0).unwrap().concat(&kept).unwrap();
        let rest = manager.arc(9, 1).unwrap().concat(&x.difference(&kept).unwrap()).unwrap();
        prop_assert_eq!(split, expected.union(&rest).unwrap());
    }

    #[test]
    fn strategies(stress in prop::bool::weighted(0.2), seed in any::<u8>(), a in picks(), steps in prop::collection::vec(local_steps(), 1..6)) {
        let manager = manager(stress);
        let words = words_of(seed, &a);
        let x = build(&manager, &words).unwrap();
        let sum = Spec::Sum(steps);
        let step = sum.hom(&manager).unwrap() + Hom::id();
        if let Some(reached) = Spec::Reach(Box::new(sum)).image(&words) {
            for strategy in [Strategy::Automatic, Strategy::Plain, Strategy::Frontier, Strategy::Layers] {
                same(&step.clone().fixpoint_by(strategy).apply(&x).unwrap(), &reached).unwrap();
            }
        }
    }

    #[test]
    fn inverse(stress in prop::bool::weighted(0.2), seed in any::<u8>(), a in picks(), b in picks(), spec in specs()) {
        let manager = manager(stress);
        let (a, b) = (words_of(seed, &a), words_of(seed, &b));
        let (Some(_), Some(wider)) = (spec.image(&a), spec.image(&a.union(&b).cloned().collect())) else {
            return Ok(());
        };
        let target: Words = wider.into_iter().step_by(2).collect();
        let single = |word: &dd::Word| spec.image(&Words::from([word.clone()]));
        let meets = |word: &dd::Word| single(word).is_some_and(|image| !image.is_disjoint(&target));
        let before: Words = a.iter().filter(|w| meets(w)).cloned().collect();
        let domain: Words = a.iter().filter(|w| single(w).is_some_and(|i| !i.is_empty())).cloned().collect();
        let x = build(&manager, &a).unwrap();
        let hom = spec.hom(&manager).unwrap();
        let t = build(&manager, &target).unwrap();
        let unsupported = |e: &Error| matches!(e, Error::Unsupported(_));
        match hom.clone().predecessors(&t).apply(&x) {
            Ok(set) => same(&set, &before).unwrap(),
            Err(e) => prop_assert!(unsupported(&e), "{}", e),
        }
        match hom.clone().domain().apply(&x) {
            Ok(set) => same(&set, &domain).unwrap(),
            Err(e) => prop_assert!(unsupported(&e), "{}", e),
        }
    }
}
