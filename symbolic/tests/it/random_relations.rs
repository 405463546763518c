//! Random relations, against all pairs of words that they relate.

use dd::{Manager, Set};
use levels::{Diagram, Relation, Shape, Steps, Way};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic::homs::{sources, to_set};

const LEVELS: usize = 4;
const VALUES: u32 = 3;
const STATES: u32 = 3;

type Word = Vec<u32>;

/// Numbers decide how the source may go on in each state, and which states accept.
#[derive(Clone, Debug)]
struct Random {
    /// For each level, state and value, up to two pairs of a letter and a state.
    ways: Vec<Vec<(u32, u32)>>,
    accepts: Vec<bool>,
}

impl Random {
    fn at(&self, level: usize, state: u32, value: u32) -> &[(u32, u32)] {
        &self.ways[((level as u32 * STATES + state) * VALUES + value) as usize]
    }

    /// All sources of a word, by following every way.
    fn sources_by_hand(&self, word: &[u32]) -> BTreeSet<Word> {
        let mut runs: BTreeSet<(Word, u32)> = BTreeSet::from([(Vec::new(), 0)]);
        for (level, &value) in word.iter().enumerate() {
            let next = |(source, state): &(Word, u32)| -> Vec<(Word, u32)> {
                let ways = self.at(level, *state, value).iter();
                ways.map(|&(letter, to)| ([&source[..], &[letter]].concat(), to)).collect()
            };
            runs = runs.iter().flat_map(next).collect();
        }
        runs.into_iter()
            .filter(|(_, state)| self.accepts[*state as usize])
            .map(|(source, _)| source)
            .collect()
    }
}

impl Relation for Random {
    type State = u32;
    fn states(&self) -> u32 {
        STATES
    }
    fn start(&self) -> u32 {
        0
    }
    fn ways(&self, level: usize, &state: &u32, value: u32) -> Vec<Way<u32>> {
        self.at(level, state, value).iter().map(|&(letter, to)| Way::letter(letter, to)).collect()
    }
    fn accepts(&self, &state: &u32) -> bool {
        self.accepts[state as usize]
    }
}

fn relations() -> impl Strategy<Value = Random> {
    let count = LEVELS * (STATES * VALUES) as usize;
    let ways = prop::collection::vec(prop::collection::vec((0..VALUES, 0..STATES), 0..3), count);
    let accepts = prop::collection::vec(any::<bool>(), STATES as usize);
    (ways, accepts).prop_map(|(ways, accepts)| Random { ways, accepts })
}

fn words() -> impl Strategy<Value = BTreeSet<Word>> {
    prop::collection::btree_set(prop::collection::vec(0..VALUES, LEVELS), 0..20)
}

fn all_words() -> Vec<Word> {
    let letters = |number: u32| (0..LEVELS as u32).map(|level| number / VALUES.pow(level) % VALUES).collect();
    (0..VALUES.pow(LEVELS as u32)).map(letters).collect()
}

fn diagram(shape: &Arc<Shape>, words: &BTreeSet<Word>) -> Diagram {
    let one = |word: &Word| Diagram::word(shape, word).unwrap();
    words.iter().fold(Diagram::empty(shape), |all, word| all.or(&one(word)).unwrap())
}

fn set<'a>(manager: &Manager, words: impl IntoIterator<Item = &'a Word>) -> Set {
    let spelled = |word: &Word| -> dd::Word { (0..).zip(word.iter().map(|&value| value as i32)).collect() };
    manager.words(words.into_iter().map(spelled)).unwrap()
}

proptest! {
    #[test]
    fn images_and_sources_are_those_of_the_words(relation in relations(), words in words()) {
        let (shape, manager) = (Arc::new(Shape::uniform(LEVELS, VALUES as usize)), Manager::new());
        let image = diagram(&shape, &words).image(relation.clone()).unwrap();
        let is_related = |word: &Word| !relation.sources_by_hand(word).is_disjoint(&words);
        let expected: BTreeSet<Word> = all_words().into_iter().filter(is_related).collect();
        prop_assert_eq!(image.words().map(|(word, _)| word).collect::<BTreeSet<Word>>(), expected.clone());
        // The homomorphism goes the other way: from the image to its sources.
        let hom = sources(Steps::new(relation.clone(), &shape), 0);
        let by_hand: BTreeSet<Word> = expected.iter().flat_map(|word| relation.sources_by_hand(word)).collect();
        let found = hom.apply(&to_set(&image, &manager, 0).unwrap()).unwrap();
        prop_assert_eq!(found, set(&manager, &by_hand));
    }

    #[test]
    fn a_fixpoint_of_a_derived_homomorphism_is_that_of_images(relation in relations(), words in words()) {
        let (shape, manager) = (Arc::new(Shape::uniform(LEVELS, VALUES as usize)), Manager::new());
        let mut reached = words.clone();
        loop {
            let next: BTreeSet<Word> = reached.iter().flat_map(|word| relation.sources_by_hand(word)).collect();
            if next.is_subset(&reached) {
                break;
            }
            reached.extend(next);
        }
        let hom = sources(Steps::new(relation, &shape), 0);
        for strategy in crate::STRATEGIES.into_iter().filter(|strategy| *strategy != dd::Strategy::Layers) {
            let found = (hom.clone() + dd::id()).fixpoint_by(strategy).apply(&set(&manager, &words)).unwrap();
            prop_assert_eq!(found, set(&manager, &reached), "{:?}", strategy);
        }
    }
}
