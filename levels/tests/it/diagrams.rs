//! Diagrams in levels, against sets of words that are listed.

use levels::{
    Automaton, Diagram, Error, Fixed, Input, Mapping, Output, Reader, Result, Shape, Tabulated, sweep,
    sweep_to_count,
};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::words::{Listed, Ones, Put, diagram, listed, put_by_hand, shapes, some_words, upright};

fn back(diagram: &Diagram) -> Listed {
    diagram.words().collect()
}

proptest! {
    #[test]
    fn diagrams_hold_the_words_put_in(choices in some_words(), other in some_words()) {
        for shape in shapes() {
            let (a, b) = (listed(&shape, &choices), listed(&shape, &other));
            let (x, y) = (diagram(&shape, &a), diagram(&shape, &b));
            prop_assert_eq!(back(&x), a.clone());
            for (word, given) in &b {
                prop_assert_eq!(x.value(word), a.get(word).copied());
                prop_assert_eq!(y.value(word), Some(*given));
            }
            for given in 0..5 {
                prop_assert_eq!(x.count(given), BigUint::from(a.values().filter(|g| **g == given).count()));
            }
            let or: Listed = b.clone().into_iter().chain(a.clone()).collect();
            prop_assert_eq!(back(&x.or(&y).unwrap()), or);
            let and: Listed = a.clone().into_iter().filter(|(w, _)| b.contains_key(w)).collect();
            prop_assert_eq!(back(&x.and(&y).unwrap()), and);
            let without: Listed = a.clone().into_iter().filter(|(w, _)| !b.contains_key(w)).collect();
            prop_assert_eq!(back(&x.without(&y).unwrap()), without);
            prop_assert_eq!(x == y, a == b);
            // The same function has the same nodes, however it was made.
            let reversed = a.iter().rev().fold(Diagram::empty(&shape), |all, (word, &given)| {
                Diagram::word(&shape, word).unwrap().relabelled(|_| given, &mut |_| true).unwrap().or(&all).unwrap()
            });
            prop_assert_eq!((reversed == x, reversed.nodes()), (true, x.nodes()));
            if let Some((picked, given)) = x.pick(|n| choices.len() % n) {
                prop_assert_eq!(a.get(&picked), Some(&given));
            }
        }
    }

    #[test]
    fn fixed_words_are_their_own_images(choices in some_words()) {
        let exchange = Mapping::of_levels(vec![3, 4, 5, 0, 1, 2]);
        let marks = Mapping { to: (0..6).collect(), values: vec![vec![0, 2, 1]; 6] };
        let shape = upright();
        let words = listed(&shape, &choices);
        let all = diagram(&shape, &words);
        for mapping in [&exchange, &marks, &exchange.then(&marks), &marks.then(&exchange)] {
            let image = |word: &Vec<u32>| mapping.of_word(&shape, word).unwrap();
            let expected = words.keys().filter(|word| image(word) == **word).count() as u128;
            let found = sweep_to_count(&shape, &mut Fixed::new(&all, mapping), 1u128, &mut |_| true).unwrap();
            prop_assert_eq!(found.into_values().sum::<u128>(), expected);
        }
    }

    #[test]
    fn files_are_read_back(choices in some_words()) {
        for shape in shapes() {
            let all = diagram(&shape, &listed(&shape, &choices));
            let mut bytes = Vec::new();
            let mut output = Output::new(&mut bytes);
            output.diagram(&all).unwrap();
            prop_assert_eq!(output.finish().unwrap(), bytes.len() as u64);
            let mut input = Input::new(&bytes[..]);
            let read = input.diagram(&shape).unwrap();
            input.finish().unwrap();
            prop_assert_eq!(read, all);
        }
    }
}

proptest! {
    #[test]
    fn images_are_the_images_of_words(choices in some_words()) {
        for shape in [upright(), Arc::new(Shape::uniform(5, 3))] {
            let words = listed(&shape, &choices);
            let image = diagram(&shape, &words).image(Put(Arc::clone(&shape))).unwrap();
            let expected: BTreeSet<Vec<u32>> = words.keys().flat_map(|word| put_by_hand(&shape, word)).collect();
            prop_assert_eq!(image.words().map(|(word, _)| word).collect::<BTreeSet<_>>(), expected);
        }
    }
}

#[test]
fn judges_are_tabulated() {
    let shape = Arc::new(Shape::uniform(4, 2));
    let mut ones = Tabulated::new(Ones(2), &shape);
    for _ in 0..2 {
        let mut state = ones.start();
        for (level, value) in [1, 0, 1, 0].into_iter().enumerate() {
            state = ones.read(level, state, value);
        }
        assert_eq!(ones.end(state), 3);
        assert_eq!(ones.read(3, state, 1), 0);
    }
}

/// Accepts everything.
struct All;

impl Automaton for All {
    fn start(&mut self, key: &mut Vec<u32>) {
        key.push(1);
    }
    fn read(&mut self, _: usize, _: &[u32], _: u32, next: &mut Vec<u32>) -> bool {
        next.push(1);
        true
    }
    fn end(&mut self, _: &[u32]) -> u32 {
        1
    }
}

#[test]
fn sums_that_do_not_fit_are_an_error_and_large_ones_are_exact() -> Result<()> {
    let shape = Arc::new(Shape::uniform(200, 3));
    let small = sweep_to_count(&shape, &mut All, 1u128, &mut |_| true);
    assert_eq!(small.err(), Some(Error::Overflow));
    let large = sweep_to_count(&shape, &mut All, BigUint::from(1u32), &mut |_| true)?;
    assert_eq!(large[&1], BigUint::from(3u32).pow(200));
    let all = sweep(&shape, &mut All, (), &mut |_| true)?.diagram(&shape, |given| given, &mut |_| true)?;
    assert_eq!((all.nodes(), all.count(1)), (200, BigUint::from(3u32).pow(200)));
    Ok(())
}

#[test]
fn whoever_watches_can_stop() {
    let shape = Arc::new(Shape::uniform(5, 2));
    assert_eq!(sweep(&shape, &mut All, (), &mut |_| false).err(), Some(Error::Stopped));
    let swept = sweep(&shape, &mut All, (), &mut |_| true).unwrap();
    assert_eq!(swept.diagram(&shape, |given| given, &mut |_| false).err(), Some(Error::Stopped));
}

#[test]
fn shapes_lead_down() {
    assert!(Shape::new(vec![vec![1], vec![1]]).is_err());
    assert!(Shape::new(vec![vec![]]).is_err());
    assert!(Shape::new(vec![vec![2]]).is_err());
    assert!(Diagram::word(&upright(), &[0]).is_none());
}

#[test]
fn damaged_files_are_refused() {
    let shape = upright();
    let words = [(vec![0, 1, 0], 1), (vec![1, 2, 1, 0], 2), (vec![0, 0], 3)];
    let all = diagram(&shape, &words.into_iter().collect());
    let mut bytes = Vec::new();
    let mut output = Output::new(&mut bytes);
    output.diagram(&all).unwrap();
    output.finish().unwrap();
    let read = |bytes: &[u8]| {
        let mut input = Input::new(bytes);
        input.diagram(&shape).and_then(|read| input.finish().map(|()| read))
    };
    assert_eq!(read(&bytes), Ok(all));
    for len in 0..bytes.len() {
        assert!(read(&bytes[..len]).is_err(), "cut off at {len}");
    }
    for (at, bit) in (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << bit;
        assert!(read(&damaged).is_err(), "bit {bit} of byte {at}");
    }
}

#[test]
fn the_empty_word_keeps_its_number_when_it_is_relabelled() {
    let shape = Arc::new(Shape::uniform(0, 2));
    let empty_word = Diagram::word(&shape, &[]).unwrap();
    let three = empty_word.relabelled(|_| 3, &mut |_| true).unwrap();
    let four = three.relabelled(|given| given + 1, &mut |_| true).unwrap();
    assert_eq!(four.value(&[]), Some(4));
    assert!(three.relabelled(|given| u32::from(given == 1), &mut |_| true).unwrap().is_empty());
    assert_eq!(three.counts(), BTreeMap::from([(3, 1u32.into())]));
}

#[test]
fn counts_beyond_128_bits_are_exact() {
    let shape = Arc::new(Shape::uniform(100, 3));
    let parity = Diagram::by_sum(&shape, |level, letter| u32::from(level == 0 && letter == 1)).unwrap();
    let rest = BigUint::from(3u32).pow(99);
    assert_eq!(parity.counts(), BTreeMap::from([(1, &rest * 2u32), (2, rest)]));
}
