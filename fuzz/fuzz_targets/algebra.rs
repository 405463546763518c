//! Random homomorphisms on random sets, beside the same functions on sets of words held plainly. The first 32 bytes seed
//! the generators of the property tests.
#![no_main]

#[path = "../../dd/tests/it/common.rs"]
#[allow(dead_code)]
mod common;

use common::{Words, build, defined, listed, picks, specs, words_of};
use dd::Manager;
use proptest::prelude::any;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Not the bytes themselves as random numbers: they run out, and a fair choice then draws zeros for ever.
    let mut seed = [0; 32];
    let used = bytes.len().min(seed.len());
    seed[..used].copy_from_slice(&bytes[..used]);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let Ok(tree) = (any::<bool>(), any::<u8>(), picks(), specs()).new_tree(&mut runner) else { return };
    let (stress, seed, picks, spec) = tree.current();
    let words: Words = words_of(seed, &picks);
    let Some(image) = spec.image(&words) else { return };
    let manager = if stress { Manager::builder().stress().build() } else { Manager::new() };
    let set = build(&manager, &words).expect("words of one shape fit together");
    let found = spec.hom(&manager).expect("a homomorphism").apply(&set).expect("an image");
    assert!(defined(&image));
    assert_eq!(listed(&found).expect("words"), image, "{spec:?} on {words:?}");
});
