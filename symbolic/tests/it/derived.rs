//! Homomorphisms derived from relations and judges, against sweeps of diagrams and against words that are listed.

use dd::{Error, Manager, Set};
use levels::{Diagram, Shape, Steps, Tabulated};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic::homs::{Selectors, sources, to_set};

use crate::words::{Ones, Put, diagram, listed, put_by_hand, shapes, some_words, upright};

/// Words as a set, the letter of level `l` being the variable `l + 10`.
fn set<'a>(manager: &Manager, shape: &Shape, words: impl IntoIterator<Item = &'a Vec<u32>>) -> Set {
    let spelled = |word: &Vec<u32>| -> dd::Word {
        let levels = shape.levels_of(word).unwrap().into_iter();
        levels.zip(word).map(|(level, &value)| (10 + level as u32, value as i32)).collect()
    };
    manager.words(words.into_iter().map(spelled)).unwrap()
}

/// The words of a set.
fn spelled(set: &Set) -> Vec<Vec<u32>> {
    let letters = |word: dd::Word| word.into_iter().map(|(_, value)| value as u32).collect();
    set.words().unwrap().map(letters).collect()
}

proptest! {
    #[test]
    fn sources_are_what_leads_to_a_word(choices in some_words()) {
        for shape in [upright(), Arc::new(Shape::uniform(5, 3))] {
            let manager = Manager::new();
            let take_back = sources(Steps::new(Put(Arc::clone(&shape)), &shape), 10);
            let words: BTreeSet<Vec<u32>> = listed(&shape, &choices).into_keys().collect();
            let after: BTreeSet<Vec<u32>> = words.iter().flat_map(|word| put_by_hand(&shape, word)).collect();
            let before = take_back.apply(&set(&manager, &shape, &after)).unwrap();
            let open = words.iter().filter(|word| !put_by_hand(&shape, word).is_empty());
            let open = set(&manager, &shape, open);
            prop_assert_eq!(before.intersection(&open).unwrap(), open);
            for source in spelled(&before) {
                prop_assert!(put_by_hand(&shape, &source).iter().any(|word| after.contains(word)));
            }
        }
    }

    #[test]
    fn selectors_keep_what_the_judge_says(choices in some_words(), most in 0u32..6) {
        for shape in shapes() {
            let manager = Manager::new();
            let words: BTreeSet<Vec<u32>> = listed(&shape, &choices).into_keys().collect();
            let all = set(&manager, &shape, &words);
            let ones = |word: &Vec<u32>| word.iter().filter(|&&value| value == 1).count() as u32;
            let selectors = Selectors::new(Tabulated::new(Ones(most), &shape), 10);
            let accepted = set(&manager, &shape, words.iter().filter(|word| ones(word) <= most));
            prop_assert_eq!(selectors.keep_accepted().apply(&all).unwrap(), accepted);
            let odd: Vec<bool> = (0..6).map(|ones| ones % 2 == 1).collect();
            let kept = set(&manager, &shape, words.iter().filter(|word| ones(word) <= most && ones(word) % 2 == 1));
            prop_assert_eq!(selectors.keep(&odd).apply(&all).unwrap(), kept.clone());
            prop_assert_eq!((!selectors.keep(&odd)).apply(&all).unwrap(), all.difference(&kept).unwrap());
        }
    }
}

#[test]
fn a_selector_fails_on_numbers_that_it_was_not_told_of() {
    let (shape, manager) = (Arc::new(Shape::uniform(3, 2)), Manager::new());
    let selectors = Selectors::new(Tabulated::new(Ones(3), &shape), 10);
    let two = set(&manager, &shape, &[vec![1, 0, 1]]);
    assert!(matches!(selectors.keep(&[true; 2]).apply(&two), Err(Error::Failed(_))));
    assert!(selectors.greatest() >= 3);
    assert_eq!(selectors.keep(&vec![true; selectors.greatest() as usize]).apply(&two), Ok(two));
}

#[test]
fn words_of_no_letters_are_told_at_once() {
    let (shape, manager) = (Arc::new(Shape::uniform(0, 2)), Manager::new());
    let selectors = Selectors::new(Tabulated::new(Ones(3), &shape), 10);
    assert_eq!(selectors.keep(&[true]).apply(&manager.unit()), Ok(manager.unit()));
    assert_eq!(selectors.keep(&[false]).apply(&manager.unit()), Ok(manager.empty()));
    let put = sources(Steps::new(Put(Arc::clone(&shape)), &shape), 10);
    assert_eq!(put.apply(&manager.unit()), Ok(manager.empty()));
}

proptest! {
    #[test]
    fn a_diagram_and_its_set_have_the_same_words(choices in some_words()) {
        for shape in shapes() {
            let (manager, words) = (Manager::new(), listed(&shape, &choices));
            let found = to_set(&diagram(&shape, &words), &manager, 10).unwrap();
            prop_assert_eq!(found.count().unwrap(), BigUint::from(words.len()));
            prop_assert_eq!(found, set(&manager, &shape, words.keys()));
        }
    }

    #[test]
    fn a_derived_homomorphism_and_a_sweep_find_the_same(choices in some_words()) {
        for shape in [upright(), Arc::new(Shape::uniform(5, 3))] {
            let manager = Manager::new();
            let words = listed(&shape, &choices);
            // The relation reads a mark backwards: its image is what comes after, its sources what was before.
            let before = sources(Steps::new(Put(Arc::clone(&shape)), &shape), 10);
            let after = diagram(&shape, &words).image(Put(Arc::clone(&shape))).unwrap();
            let back = before.apply(&to_set(&after, &manager, 10).unwrap()).unwrap();
            for word in spelled(&back) {
                let one = Diagram::word(&shape, &word).unwrap().image(Put(Arc::clone(&shape))).unwrap();
                prop_assert!(!one.and(&after).unwrap().is_empty());
            }
            let open = words.keys().filter(|word| !put_by_hand(&shape, word).is_empty());
            let open = set(&manager, &shape, open);
            prop_assert_eq!(back.intersection(&open).unwrap(), open);
        }
    }
}

#[test]
fn the_set_of_the_empty_word_is_the_unit() {
    let (shape, manager) = (Arc::new(Shape::uniform(0, 2)), Manager::new());
    assert_eq!(to_set(&Diagram::word(&shape, &[]).unwrap(), &manager, 0), Ok(manager.unit()));
    assert_eq!(to_set(&Diagram::empty(&shape), &manager, 0), Ok(manager.empty()));
}
