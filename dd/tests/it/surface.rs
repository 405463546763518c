//! Each part of the interface once, with results worked out by hand.

use dd::{Error, Hom, Inductive, Manager, Result, Strategy, Val, Var};

/// All words over variables 0, 1, 2 with values 0..=3.
fn cube(manager: &Manager) -> Result<dd::Set> {
    let side = |var| manager.range(var, 0..=3);
    side(0)?.concat(&side(1)?)?.concat(&side(2)?)
}

/// The words of the cube for which a condition holds.
fn filtered(manager: &Manager, condition: impl Fn(Val, Val, Val) -> bool) -> Result<dd::Set> {
    let words: Vec<dd::Word> =
        cube(manager)?.words()?.filter(|w| condition(w[0].1, w[1].1, w[2].1)).collect();
    manager.words(words)
}

#[test]
fn ready_made_selectors() -> Result<()> {
    let m = Manager::new();
    let all = cube(&m)?;
    assert_eq!(Hom::equal(1, 2).apply(&all)?, filtered(&m, |_, y, _| y == 2)?);
    assert_eq!(Hom::differs(1, 2).apply(&all)?, filtered(&m, |_, y, _| y != 2)?);
    assert_eq!(Hom::less(0, 2).apply(&all)?, filtered(&m, |x, _, _| x < 2)?);
    assert_eq!(Hom::greater(2, 2).apply(&all)?, filtered(&m, |_, _, z| z > 2)?);
    assert_eq!(Hom::between(2, 1..=2).apply(&all)?, filtered(&m, |_, _, z| (1..=2).contains(&z))?);
    assert_eq!(Hom::same(0, 2).apply(&all)?, filtered(&m, |x, _, z| x == z)?);
    assert_eq!(Hom::same(2, 0).apply(&all)?, filtered(&m, |x, _, z| x == z)?);
    assert_eq!(Hom::below(0, 2).apply(&all)?, filtered(&m, |x, _, z| x < z)?);
    assert_eq!(Hom::below(2, 0).apply(&all)?, filtered(&m, |x, _, z| z < x)?);
    assert_eq!(Hom::at_most(2, 0).apply(&all)?, filtered(&m, |x, _, z| z <= x)?);
    assert_eq!((!Hom::at_most(2, 0)).apply(&all)?, filtered(&m, |x, _, z| z > x)?);
    assert!(Hom::below(1, 1).apply(&all)?.is_empty());
    assert!(Hom::less(0, Val::MIN).apply(&all)?.is_empty());
    assert_eq!(Hom::same(1, 1).apply(&all)?, all);
    Ok(())
}

#[test]
fn ite_local_append_prepend_constant() -> Result<()> {
    let m = Manager::new();
    let all = cube(&m)?;
    let capped = Hom::ite(Hom::less(0, 3), Hom::add(0, 1), Hom::assign(0, 0));
    assert_eq!(capped.apply(&all)?, all);
    let to_top = Hom::ite(Hom::less(0, 2), Hom::add(0, 2), Hom::id()).apply(&all)?;
    assert_eq!(to_top, filtered(&m, |x, _, _| x >= 2)?);
    let tail = m.arc(7, 7)?;
    assert_eq!(Hom::append(&tail).apply(&all)?, all.concat(&tail)?);
    assert_eq!(Hom::prepend(&tail).apply(&all)?, tail.concat(&all)?);
    assert_eq!(Hom::constant(&tail).apply(&all)?, tail);
    assert!(Hom::constant(&tail).apply(&m.empty())?.is_empty());
    let cut = Hom::constant(&tail).local(1).apply(&all)?;
    assert_eq!(cut, m.range(0, 0..=3)?.concat(&tail)?);
    assert!(matches!(Hom::id().local(5).apply(&all), Err(Error::Terminal { after: Some(2), .. })));
    assert_eq!((Hom::intersect(&all) + Hom::minus(&all)).apply(&all)?, all);
    assert_eq!((!Hom::intersect(&cut)).apply(&all)?, all);
    Ok(())
}

#[test]
fn top_absorbs_as_documented() -> Result<()> {
    let m = Manager::new();
    let (top, zero, one, x) = (m.undefined(), m.empty(), m.unit(), m.arc(1, 1)?);
    for other in [&top, &zero, &one, &x] {
        assert_eq!(top.union(other)?, top);
        assert_eq!(other.union(&top)?, top);
    }
    for other in [&top, &one, &x] {
        assert_eq!(top.intersection(other)?, top);
        assert_eq!(top.difference(other)?, top);
        assert_eq!(other.difference(&top)?, top);
    }
    assert_eq!(top.intersection(&zero)?, zero);
    assert_eq!(zero.difference(&top)?, zero);
    assert_eq!(top.concat(&x)?, top);
    assert_eq!(top.concat(&zero)?, zero);
    assert_eq!(Hom::add(1, 1).apply(&top)?, top);
    let partly = x.concat(&m.arc(2, 0)?.union(&m.arc(3, 0)?)?)?;
    assert!(!partly.is_defined()?);
    assert_eq!(partly.count(), Err(Error::Undefined));
    assert_eq!(partly.contains(&[(9, 9)]), Err(Error::Undefined));
    assert_eq!(partly.values(1), Err(Error::Undefined));
    assert_eq!(top.random_word(|| 0), Err(Error::Undefined));
    assert!(matches!(partly.words(), Err(Error::Undefined)));
    assert!(!partly.difference(&partly)?.is_empty());
    assert!(partly.to_string().contains("[T]"));
    Ok(())
}

#[test]
fn looking_at_words() -> Result<()> {
    let m = Manager::new();
    let all = cube(&m)?;
    assert_eq!((all.nodes()?, all.arcs()?), (3, 12));
    assert_eq!(all.least_word()?, Some(vec![(0, 0), (1, 0), (2, 0)]));
    assert_eq!(Hom::greater(1, 1).apply(&all)?.values(1)?, [2, 3].into());
    assert!(all.values(9)?.is_empty());
    assert_eq!(m.unit().words()?.collect::<Vec<_>>(), [vec![]]);
    assert_eq!(m.empty().words()?.count(), 0);
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 32
    };
    let mut tally = std::collections::BTreeMap::new();
    for _ in 0..6400 {
        *tally.entry(all.random_word(&mut random)?).or_insert(0) += 1;
    }
    assert_eq!(tally.len(), 64);
    assert!(tally.values().all(|n| (50..150).contains(n)), "{tally:?}");
    assert_eq!(m.empty().random_word(&mut random)?, None);
    assert_eq!(m.unit().random_word(&mut random)?, Some(vec![]));
    // Generators without any chance in them still give a word.
    for constant in [0, 1, u64::MAX] {
        assert!(all.contains(&all.random_word(|| constant)?.unwrap_or_default())?);
    }
    Ok(())
}

#[test]
fn counts_and_random_words_of_long_diagrams() -> Result<()> {
    const LENGTH: Var = 2000;
    let m = Manager::new();
    let all = (0..LENGTH).try_fold(m.unit(), |below, var| m.range(var, 0..=1)?.concat(&below))?;
    assert_eq!(all.count()?, num_bigint::BigUint::from(1u32) << LENGTH);
    // One word in three has a 1 in front: the other two are 0 followed by anything or by 2, 2, ...
    let rare =
        m.arc(7, 1)?.concat(&all)?.union(&m.arc(7, 0)?.concat(&all.union(&Hom::add(0, 2).apply(&all)?)?)?)?;
    let mut state = 9u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 32
    };
    let (mut front, mut ones) = (0, 0);
    for _ in 0..150 {
        let word = rare.random_word(&mut random)?.unwrap_or_default();
        assert!(rare.contains(&word)?);
        front += word[0].1;
        ones += word[1..].iter().filter(|(_, val)| val % 2 == 1).count();
    }
    assert!((30..70).contains(&front), "{front} of 150, 50 expected");
    assert!((147_000..153_000).contains(&ones), "{ones} of 300 000, half expected");
    assert_eq!(rare.random_word(|| 0)?.map(|word| word.len()), Some(LENGTH as usize + 1));
    Ok(())
}

#[test]
fn long_prints_are_cut_short() -> Result<()> {
    let m = Manager::new();
    let all = cube(&m)?;
    assert_eq!(all.printed(1000).to_string().lines().count(), 4 + 16 + 2 * 64);
    for lines in 1..148 {
        let short = all.printed(lines).to_string();
        assert_eq!(short.lines().count(), lines);
        assert!(short.ends_with("…\n"));
    }
    assert_eq!(all.printed(0).to_string(), "");
    assert_eq!(all.printed(148).to_string(), all.printed(usize::MAX).to_string());
    assert_eq!(m.empty().to_string(), "TERMINAL [0]\n");
    Ok(())
}

/// Writes a second copy of every variable behind the first.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Stutter;

impl Inductive for Stutter {
    fn phi(&self, var: Var, val: Val) -> Hom {
        Hom::arc(var, val, Hom::arc(var, val, Hom::new(Stutter)))
    }
    fn on_one(&self) -> Option<Hom> {
        Some(Hom::id())
    }
}

#[test]
fn repeated_variables_and_longer_words() -> Result<()> {
    let m = Manager::new();
    let word = m.word(&[(1, 5), (2, 6)])?;
    assert_eq!(Hom::new(Stutter).apply(&word)?, m.word(&[(1, 5), (1, 5), (2, 6), (2, 6)])?);
    let twice = Hom::new(Stutter).after(Hom::new(Stutter)).apply(&cube(&m)?)?;
    assert_eq!(twice.count()?, 64u32.into());
    assert_eq!(twice.least_word()?.map(|w| w.len()), Some(12));
    Ok(())
}

#[test]
fn backwards_through_a_fixpoint() -> Result<()> {
    let m = Manager::new();
    let line = m.range(0, 0..=20)?;
    // From 0 one reaches 0..=9, from 10 and above nothing else.
    let up = Hom::add(0, 1).after(Hom::less(0, 9));
    for strategy in [Strategy::Automatic, Strategy::Plain, Strategy::Frontier] {
        let reach = (up.clone() + Hom::id()).fixpoint_by(strategy);
        assert_eq!(reach.clone().predecessors(&m.arc(0, 7)?).apply(&line)?, m.range(0, 0..=7)?);
        assert_eq!(reach.clone().predecessors(&m.arc(0, 15)?).apply(&line)?, m.arc(0, 15)?);
        assert_eq!(reach.domain().apply(&line)?, line);
    }
    assert_eq!(up.has_image(&m.range(0, 9..=20)?)?, None);
    Ok(())
}

#[test]
fn homomorphisms_compare_by_what_they_say() {
    assert_eq!(Hom::add(1, 2) + Hom::id(), Hom::sum([Hom::add(1, 2), Hom::id()]));
    assert_eq!(Hom::add(1, 2) & Hom::less(1, 2), Hom::less(1, 2).then(Hom::add(1, 2)));
    assert_ne!(Hom::add(1, 2), Hom::add(1, 3));
    let (a, b) = (Hom::less(1, 2), Hom::less(2, 3));
    assert_eq!(&a + &b, a.clone() + b.clone());
    assert_eq!(&a & &b, a.clone().after(b.clone()));
    assert_eq!(
        (!&a, &a + dd::id(), dd::sum([a.clone()]) & &b),
        (!a.clone(), a.clone() + Hom::id(), Hom::sum([a]) & b)
    );
    assert_ne!(!Hom::less(1, 2), Hom::less(1, 2));
    assert!(format!("{:?}", Hom::add(1, 2) + !Hom::less(3, 4)).contains(" + !"));
    let ab = Hom::add(1, 1) + Hom::add(2, 1);
    let held = ab.clone();
    assert_eq!(ab + Hom::add(3, 1), Hom::add(1, 1) + Hom::add(2, 1) + Hom::add(3, 1));
    assert_ne!(held.clone() + Hom::add(3, 1), held & Hom::add(3, 1));
    let doubled =
        || (0..64).fold(Hom::add(0, 1), |h, i| if i % 2 == 0 { h.clone() & h } else { h.clone() + h });
    assert_eq!(doubled(), doubled());
    let chained = |h: Hom| (0..64).fold(h, |h, _| h.clone() & h);
    assert_eq!(chained(Hom::add(0, 1)), chained(Hom::add(0, 1)));
    assert_ne!(chained(Hom::add(0, 1)), chained(Hom::add(0, 2)));
    let long = Hom::sum((0..1000).map(|i| Hom::add(i, 1)));
    assert!(format!("{long:?}").len() < 400);
    assert!(format!("{:?}", Hom::sum((0..30).map(|_| Hom::id()))).ends_with("id + …)"));
}

/// Keeps one value of a variable and goes on below with a selector of any kind.
#[derive(Debug, PartialEq, Eq, Hash)]
struct KeepThen(Var, Val, Hom);

impl Inductive for KeepThen {
    fn phi(&self, var: Var, val: Val) -> Hom {
        if val == self.1 { Hom::arc(var, val, self.2.clone()) } else { Hom::zero() }
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
    fn is_selector(&self) -> bool {
        true
    }
}

#[test]
fn selectors_may_go_on_with_any_selector() -> Result<()> {
    let m = Manager::new();
    let all = cube(&m)?;
    let tail = m.word(&[(1, 1), (2, 1)])?;
    let either = Hom::equal(1, 1) + Hom::equal(2, 2);
    let below = [
        Hom::intersect(&tail),
        Hom::minus(&tail),
        Hom::equal(1, 1).local(1),
        !either.clone(),
        Hom::assign(2, 1).predecessors(&tail),
        Hom::assign(2, 1).after(Hom::equal(1, 3)).domain(),
        Hom::equal(2, 1).after(Hom::intersect(&tail)),
    ];
    either.clone().local(1).apply(&all)?; // From here on its negation is a difference.
    for rest in below {
        let first = Hom::new(KeepThen(0, 1, rest.clone()));
        for second in [Hom::equal(2, 1), Hom::differs(1, 3), either.clone()] {
            let expected = second.apply(&first.apply(&all)?)?;
            let both = second.clone().after(first.clone());
            assert_eq!(both.apply(&all)?, expected, "{both:?}");
            assert_eq!(first.clone().after(second).apply(&all)?, expected, "{rest:?}");
            assert_eq!((!both).apply(&all)?, all.difference(&expected)?, "{rest:?}");
        }
    }
    Ok(())
}

/// Keeps the words in which the variable occurs.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Occurs(Var);

impl Inductive for Occurs {
    fn phi(&self, var: Var, val: Val) -> Hom {
        Hom::arc(var, val, Hom::id())
    }
    fn on_one(&self) -> Option<Hom> {
        Some(Hom::zero())
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
    fn is_selector(&self) -> bool {
        true
    }
}

#[test]
fn guards_are_asked_in_the_order_of_the_composition() -> Result<()> {
    let with = |m: &Manager| m.word(&[(0, 1), (5, 1)]);
    let both = |m: &Manager| m.word(&[(0, 0)])?.union(&with(m)?);
    let guarded = || Hom::equal(5, 1).after(Hom::new(Occurs(5)));
    for other_way_first in [false, true] {
        let m = Manager::new();
        if other_way_first {
            Hom::equal(5, 1).apply(&with(&m)?)?;
        }
        assert_eq!(guarded().apply(&both(&m)?)?, with(&m)?);
        assert_eq!(guarded().after(Hom::new(Occurs(5))).apply(&both(&m)?)?, with(&m)?);
        assert_eq!((!guarded()).apply(&both(&m)?)?, m.word(&[(0, 0)])?);
        let wrong = Hom::new(Occurs(5)).after(Hom::equal(5, 1)).apply(&both(&m)?);
        assert!(matches!(wrong, Err(Error::Terminal { .. })));
    }
    Ok(())
}

/// A selector that says this on every arc and on the empty word.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Says(Hom, Hom);

impl Inductive for Says {
    fn phi(&self, var: Var, val: Val) -> Hom {
        if self.0 == Hom::id() {
            Hom::arc(var, val, Hom::new(Says(Hom::id(), self.1.clone())))
        } else {
            self.0.clone()
        }
    }
    fn on_one(&self) -> Option<Hom> {
        Some(self.1.clone())
    }
    fn is_selector(&self) -> bool {
        true
    }
}

#[test]
fn a_selector_that_fails_says_why() -> Result<()> {
    let m = Manager::new();
    let all = cube(&m)?;
    let mine = Err(Error::Failed("mine".into()));
    let on_arc = Hom::new(Says(Hom::fail("mine"), Hom::id()));
    let below = Hom::new(KeepThen(0, 1, Hom::fail("mine")));
    let later = Hom::new(KeepThen(0, 1, Hom::fail("mine").after(Hom::equal(1, 1))));
    let at_end = Hom::new(Says(Hom::id(), Hom::fail("mine")));
    for hom in [on_arc, below, later, at_end] {
        assert_eq!(hom.apply(&all), mine, "{hom:?}");
        assert_eq!((!hom.clone()).apply(&all), mine, "{hom:?}");
        assert_eq!(Hom::equal(2, 1).after(hom.clone()).apply(&all), mine, "{hom:?}");
        assert_eq!((hom.clone() + Hom::equal(2, 1)).apply(&all), mine, "{hom:?}");
    }
    Ok(())
}

#[test]
fn a_selector_may_not_lie_at_the_end_of_a_word() -> Result<()> {
    let m = Manager::new();
    let all = cube(&m)?;
    let liar = Hom::new(Says(Hom::id(), Hom::arc(9, 9, Hom::id())));
    assert!(matches!(liar.apply(&all), Err(Error::NotSelector { .. })));
    assert!(matches!((!liar).apply(&all), Err(Error::NotSelector { .. })));
    let honest = Hom::new(Says(Hom::id(), Hom::constant(&m.unit())));
    assert_eq!(honest.apply(&all)?, all);
    assert!((!honest).apply(&all)?.is_empty());
    Ok(())
}

#[test]
fn a_condition_must_be_a_selector() -> Result<()> {
    let m = Manager::new();
    let set = m.arc(1, 1)?;
    for (yes, no) in [(Hom::id(), Hom::zero()), (Hom::zero(), Hom::id()), (Hom::zero(), Hom::zero())] {
        let result = Hom::ite(Hom::add(1, 1), yes, no).apply(&set);
        assert!(matches!(result, Err(Error::NotSelector { .. })), "{result:?}");
    }
    Ok(())
}

#[test]
fn backwards_at_the_end_of_a_word() -> Result<()> {
    let m = Manager::new();
    let unit = m.unit();
    for strategy in [Strategy::Automatic, Strategy::Plain, Strategy::Frontier] {
        let reach = (Hom::new(Stutter) + Hom::id()).fixpoint_by(strategy);
        assert_eq!(reach.clone().predecessors(&unit).apply(&unit)?, unit);
        assert!(reach.clone().predecessors(&m.arc(1, 1)?).apply(&unit)?.is_empty());
        assert_eq!(reach.domain().apply(&unit)?, unit);
    }
    let endless = Hom::assign(0, 0).fixpoint();
    let result = endless.clone().predecessors(&cube(&m)?).apply(&cube(&m)?);
    assert!(matches!(result, Err(Error::Unsupported(_))));
    assert!(matches!(endless.domain().apply(&cube(&m)?), Err(Error::Unsupported(_))));
    Ok(())
}
