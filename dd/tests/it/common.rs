//! Sets of words held plainly, and homomorphisms as functions on words: the oracle.
#![allow(unreachable_pub)]

use dd::{Hom, Inductive, Manager, Result, Set, Val, Var, Word};
use proptest::prelude::*;
use std::collections::BTreeSet;

pub type Words = BTreeSet<Word>;

/// May these words be in one set: after every beginning, all end or all go on with the same variable?
pub fn defined(words: &Words) -> bool {
    let words: Vec<&Word> = words.iter().collect();
    agree(&words, 0)
}

/// The same of words in order, which are alike up to a place.
fn agree(words: &[&Word], at: usize) -> bool {
    let Some(first) = words.first() else { return true };
    let Some(&(var, _)) = first.get(at) else { return words.len() == 1 };
    let goes_on = |word: &&Word| word.get(at).is_some_and(|letter| letter.0 == var);
    words.iter().all(goes_on) && words.chunk_by(|a, b| a[at].1 == b[at].1).all(|alike| agree(alike, at + 1))
}

/// Which variable comes after a beginning; words drawn by one shape fit together.
fn shape(seed: u8, word: &Word) -> Option<Var> {
    let mut state = u32::from(seed).wrapping_mul(2_654_435_761) ^ 77;
    for &(var, val) in word {
        state = (state ^ var ^ (val as u32).wrapping_mul(31)).wrapping_mul(2_654_435_761).rotate_left(11);
    }
    match (state >> 9) % 6 {
        0 if !word.is_empty() => None,
        _ if word.len() >= 4 => None,
        other => Some(other % 3),
    }
}

pub fn words_of(seed: u8, picks: &[[i8; 4]]) -> Words {
    picks
        .iter()
        .map(|pick| {
            let mut word = Word::new();
            while let Some(var) = shape(seed, &word) {
                let val = Val::from(pick[word.len()]);
                word.push((var, val));
            }
            word
        })
        .collect()
}

pub fn picks() -> impl proptest::strategy::Strategy<Value = Vec<[i8; 4]>> {
    prop::collection::vec([-1i8..=1, -1i8..=1, -1i8..=1, -1i8..=1], 0..12)
}

pub fn build(manager: &Manager, words: &Words) -> Result<Set> {
    manager.words(words.iter().map(Vec::as_slice))
}

pub fn listed(set: &Set) -> Result<Words> {
    Ok(set.words()?.collect())
}

/// What happens at the first occurrence of a variable; words without it stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Local {
    Keep(u8),
    Assign(Val),
    Next,
    Spread,
    Drop,
    Double,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct At(pub Var, pub Local);

impl At {
    fn letters(&self, var: Var, val: Val) -> Vec<Word> {
        match self.1 {
            Local::Keep(mask) if mask >> (val + 1) & 1 == 1 => vec![vec![(var, val)]],
            Local::Keep(_) => vec![],
            Local::Assign(to) => vec![vec![(var, to)]],
            Local::Next => vec![vec![(var, if val >= 1 { -1 } else { val + 1 })]],
            Local::Spread => vec![vec![(var, val)], vec![(var, -val)]],
            Local::Drop => vec![vec![]],
            Local::Double => vec![vec![(var, val), (var, val)]],
        }
    }
}

impl Inductive for At {
    fn phi(&self, var: Var, val: Val) -> Hom {
        let arcs = |word: Word| word.into_iter().rev().fold(Hom::id(), |rest, (x, v)| Hom::arc(x, v, rest));
        Hom::sum(self.letters(var, val).into_iter().map(arcs))
    }
    fn on_one(&self) -> Option<Hom> {
        Some(Hom::id())
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
    fn is_selector(&self) -> bool {
        matches!(self.1, Local::Keep(_))
    }
}

/// Keeps some values at the first occurrence of a variable and goes on below with a selector of any kind.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct KeepThen(pub Var, pub u8, pub Hom);

impl Inductive for KeepThen {
    fn phi(&self, var: Var, val: Val) -> Hom {
        if self.1 >> (val + 1) & 1 == 1 { Hom::arc(var, val, self.2.clone()) } else { Hom::zero() }
    }
    fn on_one(&self) -> Option<Hom> {
        Some(Hom::id())
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
    fn is_selector(&self) -> bool {
        true
    }
}

/// A homomorphism that can be given to the library and computed plainly.
#[derive(Clone, Debug)]
pub enum Spec {
    Id,
    Zero,
    At(At),
    KeepThen(Var, u8, Box<Spec>),
    Local(Var, Box<Spec>),
    Domain(Box<Spec>),
    Sum(Vec<Spec>),
    After(Box<Spec>, Box<Spec>),
    Not(Box<Spec>),
    Ite(Box<Spec>, Box<Spec>, Box<Spec>),
    Within(u8, Vec<[i8; 4]>),
    Without(u8, Vec<[i8; 4]>),
    Constant(u8, Vec<[i8; 4]>),
    Append(u8, Vec<[i8; 4]>),
    Prepend(u8, Vec<[i8; 4]>),
    Arc(Var, Val, Box<Spec>),
    Reach(Box<Spec>),
}

impl Spec {
    pub fn hom(&self, manager: &Manager) -> Result<Hom> {
        let set = |seed: &u8, picks: &[[i8; 4]]| build(manager, &words_of(*seed, picks));
        Ok(match self {
            Spec::Id => Hom::id(),
            Spec::Zero => Hom::zero(),
            Spec::At(at) => Hom::new(at.clone()),
            Spec::KeepThen(var, mask, rest) => Hom::new(KeepThen(*var, *mask, rest.hom(manager)?)),
            Spec::Local(var, rest) => rest.hom(manager)?.local(*var),
            Spec::Domain(h) => h.hom(manager)?.domain(),
            Spec::Sum(parts) => Hom::sum(parts.iter().map(|p| p.hom(manager)).collect::<Result<Vec<_>>>()?),
            Spec::After(a, b) => a.hom(manager)?.after(b.hom(manager)?),
            Spec::Not(s) => !s.hom(manager)?,
            Spec::Ite(s, a, b) => Hom::ite(s.hom(manager)?, a.hom(manager)?, b.hom(manager)?),
            Spec::Within(seed, picks) => Hom::intersect(&set(seed, picks)?),
            Spec::Without(seed, picks) => Hom::minus(&set(seed, picks)?),
            Spec::Constant(seed, picks) => Hom::constant(&set(seed, picks)?),
            Spec::Append(seed, picks) => Hom::append(&set(seed, picks)?),
            Spec::Prepend(seed, picks) => Hom::prepend(&set(seed, picks)?),
            Spec::Arc(var, val, rest) => Hom::arc(*var, *val, rest.hom(manager)?),
            Spec::Reach(h) => (h.hom(manager)? + Hom::id()).fixpoint(),
        })
    }

    /// The image of a set of words; `None` if something on the way is undefined or does not end.
    pub fn image(&self, words: &Words) -> Option<Words> {
        let result: Words = match self {
            Spec::Id => words.clone(),
            Spec::Zero => Words::new(),
            Spec::At(at) => words.iter().flat_map(|w| at_word(at, w)).collect(),
            Spec::KeepThen(var, mask, rest) => {
                let mut kept = Words::new();
                for word in words {
                    if below(word, *var, |val| mask >> (val + 1) & 1 == 1, rest)?
                        .is_none_or(|tails| !tails.is_empty())
                    {
                        kept.insert(word.clone());
                    }
                }
                kept
            }
            Spec::Local(var, rest) => {
                let mut images = Words::new();
                for word in words {
                    let i = word.iter().position(|l| l.0 == *var)?;
                    let tails = rest.image(&Words::from([word[i..].to_vec()]))?;
                    images.extend(tails.into_iter().map(|tail| [&word[..i], &tail].concat()));
                }
                images
            }
            Spec::Domain(h) => {
                let mut kept = Words::new();
                for word in words {
                    if !h.image(&Words::from([word.clone()]))?.is_empty() {
                        kept.insert(word.clone());
                    }
                }
                kept
            }
            Spec::Sum(parts) => {
                let images = parts.iter().map(|p| p.image(words)).collect::<Option<Vec<_>>>()?;
                images.into_iter().flatten().collect()
            }
            Spec::After(a, b) => a.image(&b.image(words)?)?,
            Spec::Not(s) => words.difference(&s.image(words)?).cloned().collect(),
            Spec::Ite(s, a, b) => {
                let yes = s.image(words)?;
                let no: Words = words.difference(&yes).cloned().collect();
                a.image(&yes)?.union(&b.image(&no)?).cloned().collect()
            }
            Spec::Within(seed, picks) => words.intersection(&words_of(*seed, picks)).cloned().collect(),
            Spec::Without(seed, picks) => words.difference(&words_of(*seed, picks)).cloned().collect(),
            Spec::Constant(..) if words.is_empty() => Words::new(),
            Spec::Constant(seed, picks) => words_of(*seed, picks),
            Spec::Append(seed, picks) => pairs(words, &words_of(*seed, picks)),
            Spec::Prepend(seed, picks) => pairs(&words_of(*seed, picks), words),
            Spec::Arc(var, val, rest) => {
                let rest = rest.image(words)?;
                rest.into_iter().map(|w| [(*var, *val)].into_iter().chain(w).collect()).collect()
            }
            Spec::Reach(h) => {
                let mut all = words.clone();
                for _ in 0..200 {
                    let more: Words = all.union(&h.image(&all)?).cloned().collect();
                    if more.len() > 500 || !defined(&more) {
                        return None;
                    }
                    if more == all {
                        return Some(all);
                    }
                    all = more;
                }
                return None;
            }
        };
        defined(&result).then_some(result)
    }
}

/// The images of what follows the first occurrence of a variable: none if its value is not kept, `Some(None)` if the
/// variable does not occur.
fn below(word: &Word, var: Var, keeps: impl Fn(Val) -> bool, rest: &Spec) -> Option<Option<Words>> {
    let Some(i) = word.iter().position(|l| l.0 == var) else { return Some(None) };
    if !keeps(word[i].1) {
        return Some(Some(Words::new()));
    }
    rest.image(&Words::from([word[i + 1..].to_vec()])).map(Some)
}

fn pairs(first: &Words, second: &Words) -> Words {
    first.iter().flat_map(|a| second.iter().map(move |b| [&a[..], b].concat())).collect()
}

fn at_word(at: &At, word: &Word) -> Vec<Word> {
    let Some(i) = word.iter().position(|l| l.0 == at.0) else { return vec![word.clone()] };
    let letters = at.letters(word[i].0, word[i].1);
    letters.into_iter().map(|l| [&word[..i], &l, &word[i + 1..]].concat()).collect()
}

pub fn selectors() -> impl proptest::strategy::Strategy<Value = Spec> {
    let leaf = prop_oneof![
        8 => (0u32..3, 0u8..8).prop_map(|(var, mask)| Spec::At(At(var, Local::Keep(mask)))),
        1 => Just(Spec::Id),
        1 => Just(Spec::Zero),
        1 => (any::<u8>(), picks()).prop_map(|(s, p)| Spec::Within(s, p)),
        1 => (any::<u8>(), picks()).prop_map(|(s, p)| Spec::Without(s, p)),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Spec::Sum),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Spec::After(a.into(), b.into())),
            inner.clone().prop_map(|s| Spec::Not(s.into())),
            (0u32..3, 0u8..8, inner.clone()).prop_map(|(x, m, s)| Spec::KeepThen(x, m, s.into())),
            (0u32..3, 0u8..8, below_only(inner.clone())).prop_map(|(x, m, s)| Spec::KeepThen(x, m, s.into())),
            (inner.clone(), inner.clone(), inner).prop_map(|(s, a, b)| Spec::Ite(
                s.into(),
                a.into(),
                b.into()
            )),
        ]
    })
}

/// Selectors that cannot be read arc by arc.
fn below_only(
    inner: impl proptest::strategy::Strategy<Value = Spec> + Clone,
) -> impl proptest::strategy::Strategy<Value = Spec> {
    let change = (0u32..3, -1i32..=1).prop_map(|(var, to)| Spec::At(At(var, Local::Assign(to))));
    prop_oneof![
        1 => (0u32..3, inner.clone()).prop_map(|(x, s)| Spec::Local(x, s.into())),
        2 => (change, inner).prop_map(|(a, s)| Spec::Domain(Spec::After(a.into(), s.into()).into())),
    ]
}

/// Homomorphisms that keep the shape of words.
pub fn local_steps() -> impl proptest::strategy::Strategy<Value = Spec> {
    let act = prop_oneof![(-1i32..=1).prop_map(Local::Assign), Just(Local::Next), Just(Local::Spread)];
    let act = (0u32..3, act).prop_map(|(var, act)| Spec::At(At(var, act)));
    prop_oneof![
        1 => act.clone(),
        2 => (act.clone(), selectors()).prop_map(|(a, s)| Spec::After(a.into(), s.into())),
        1 => (act.clone(), act, selectors())
            .prop_map(|(a, b, s)| Spec::After(a.into(), Spec::After(b.into(), s.into()).into())),
    ]
}

pub fn specs() -> impl proptest::strategy::Strategy<Value = Spec> {
    let act = prop_oneof![
        (-1i32..=1).prop_map(Local::Assign),
        Just(Local::Next),
        Just(Local::Spread),
        Just(Local::Drop),
        Just(Local::Double),
    ];
    let leaf = prop_oneof![
        6 => (0u32..3, act).prop_map(|(var, act)| Spec::At(At(var, act))),
        3 => selectors(),
        1 => (any::<u8>(), picks()).prop_map(|(s, p)| Spec::Constant(s, p)),
        1 => (any::<u8>(), picks()).prop_map(|(s, p)| Spec::Append(s, p)),
        1 => (any::<u8>(), picks()).prop_map(|(s, p)| Spec::Prepend(s, p)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            2 => prop::collection::vec(inner.clone(), 0..4).prop_map(Spec::Sum),
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Spec::After(a.into(), b.into())),
            1 => (selectors(), inner.clone(), inner.clone())
                .prop_map(|(s, a, b)| Spec::Ite(s.into(), a.into(), b.into())),
            1 => (0u32..3, -1i32..=1, inner.clone()).prop_map(|(x, v, h)| Spec::Arc(x, v, h.into())),
            1 => inner.prop_map(|h| Spec::Reach(h.into())),
        ]
    })
}
