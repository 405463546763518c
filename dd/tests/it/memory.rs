//! Collection, the memory limit, depth, threads, and what happens when user code misbehaves.

use dd::{
    Error, Hom, Inductive, Layer, Manager, Observer, Progress, Result, Set, Strategy, Val, Var, Verdict,
};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Exchanges the values of a variable and the next.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Swap(Var, Val);

impl Inductive for Swap {
    fn phi(&self, var: Var, val: Val) -> Hom {
        Hom::sum(
            (0..self.1).map(|w| Hom::arc(var, w, Hom::assign(var + 1, val).after(Hom::equal(var + 1, w)))),
        )
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
}

/// All permutations of `n` values by exchanging neighbours: a diagram of about 2^n nodes.
fn permutations(manager: &Manager, n: Var) -> Result<(Set, Hom)> {
    let word: Vec<(Var, Val)> = (0..n).map(|var| (var, var as Val)).collect();
    let step = Hom::sum((0..n - 1).map(|var| Hom::new(Swap(var, n as Val))));
    Ok((manager.word(&word)?, step + Hom::id()))
}

#[test]
fn collections_inside_a_fixpoint_change_nothing() -> Result<()> {
    let free = Manager::new();
    let (start, step) = permutations(&free, 10)?;
    let expected = step.fixpoint_by(Strategy::Plain).apply(&start)?;
    assert_eq!(expected.count()?, 3_628_800u32.into());
    let peak = free.statistics()?.bytes;
    let limited = Manager::builder().memory_limit(peak / 4).build();
    let (start, step) = permutations(&limited, 10)?;
    let reached = step.fixpoint_by(Strategy::Plain).apply(&start)?;
    assert!(limited.statistics()?.collections > 0);
    assert_eq!(reached.to_text()?, expected.to_text()?);
    assert!(limited.statistics()?.bytes <= peak / 4 + peak / 64);
    Ok(())
}

#[test]
fn saturation_of_permutations_asks_less_than_plain_rounds() -> Result<()> {
    let lookups = |strategy| -> Result<u64> {
        let manager = Manager::new();
        let (start, step) = permutations(&manager, 10)?;
        assert_eq!(step.fixpoint_by(strategy).apply(&start)?.count()?, 3_628_800u32.into());
        Ok(manager.statistics()?.cache.iter().map(|c| c.lookups).sum())
    };
    let (saturation, plain) = (lookups(Strategy::Automatic)?, lookups(Strategy::Plain)?);
    assert!(2 * saturation < plain, "{saturation} against {plain}");
    Ok(())
}

#[test]
fn running_out_of_memory_leaves_earlier_sets_intact() -> Result<()> {
    let manager = Manager::builder().memory_limit(1_000_000).build();
    let held: Vec<Set> = (0..50).map(|i| manager.word(&[(1, i), (2, -i)])).collect::<Result<_>>()?;
    let union = manager.union(&held)?;
    let (text, count) = (union.to_text()?, union.count()?);
    let (start, step) = permutations(&manager, 11)?;
    let limit = 1_000_000;
    assert_eq!(step.clone().fixpoint_by(Strategy::Plain).apply(&start), Err(Error::OutOfMemory { limit }));
    assert_eq!(step.fixpoint_by(Strategy::Frontier).apply(&start), Err(Error::OutOfMemory { limit }));
    assert_eq!((union.to_text()?, union.count()?), (text, count));
    assert_eq!(manager.union(&held)?, union);
    for (i, set) in (0..).zip(&held) {
        assert_eq!(set.least_word()?, Some(vec![(1, i), (2, -i)]));
    }
    Ok(())
}

#[test]
fn dropped_sets_are_freed_and_held_ones_are_not() -> Result<()> {
    let manager = Manager::new();
    let held = manager.word(&[(1, 1), (2, 2)])?;
    let copy = held.clone();
    let dropped = manager.word(&(0..1000).map(|i| (i, 0)).collect::<Vec<_>>())?;
    assert_eq!(manager.statistics()?.nodes, 1002);
    drop((dropped, copy));
    manager.collect()?;
    assert_eq!(manager.statistics()?.nodes, 2);
    assert_eq!(Hom::intersect(&held).apply(&held)?, held);
    drop(held);
    manager.collect()?;
    assert_eq!(manager.statistics()?.nodes, 0);
    Ok(())
}

#[test]
fn a_hundred_thousand_variables_deep() -> Result<()> {
    const DEPTH: Var = 100_000;
    // On a small stack, to be sure.
    let run = || -> Result<()> {
        let manager = Manager::new();
        let zeros = manager.word(&(0..DEPTH).map(|var| (var, 0)).collect::<Vec<_>>())?;
        let ones = manager.word(&(0..DEPTH).map(|var| (var, 1)).collect::<Vec<_>>())?;
        let both = zeros.union(&ones)?;
        assert_eq!(both.count()?, 2u32.into());
        assert_eq!(both.difference(&ones)?, zeros);
        assert_eq!(both.intersection(&ones)?, ones);
        assert_eq!(zeros.concat(&ones)?.nodes()?, 2 * DEPTH as usize);
        assert_eq!(Hom::equal(DEPTH - 1, 1).apply(&both)?, ones);
        assert_eq!((!Hom::equal(DEPTH - 1, 1)).apply(&both)?, zeros);
        let flips = Hom::sum((0..100).map(|i| Hom::assign(i * (DEPTH / 100), 1)));
        let reached = (flips + Hom::id()).fixpoint().apply(&zeros)?;
        assert_eq!(reached.count()?, num_bigint::BigUint::from(1u32) << 100u32);
        let mut bytes = Vec::new();
        reached.save(&mut bytes)?;
        assert_eq!(manager.load(&bytes[..])?, reached);
        assert!(reached.to_string().lines().count() <= 101);
        let deep = (0..DEPTH).fold(Hom::id(), |rest, var| Hom::arc(var, 0, rest));
        assert_eq!(deep.apply(&manager.unit())?.nodes()?, DEPTH as usize);
        assert_eq!(Hom::equal(DEPTH - 1, 1).has_image(&both)?.map(|w| w.len()), Some(DEPTH as usize));
        manager.collect()
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run)?.join().expect("no overflow")
}

#[test]
fn handles_go_to_other_threads() -> Result<()> {
    fn shareable<T: Send + Sync>() {}
    shareable::<(Set, Manager, Hom)>();
    let manager = Manager::new();
    let sets = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|i| {
                scope.spawn({
                    let manager = &manager;
                    move || (0..100).map(|j| manager.arc(i, j)).collect::<Result<Vec<_>>>()
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().expect("no panic")).collect::<Result<Vec<_>>>()
    })?;
    for (i, sets) in (0..).zip(&sets) {
        assert_eq!(manager.union(sets)?, manager.range(i, 0..=99)?);
    }
    Ok(())
}

#[test]
fn managers_do_not_mix() -> Result<()> {
    let (a, b) = (Manager::new(), Manager::new());
    let (x, y) = (a.arc(0, 0)?, b.arc(0, 0)?);
    assert_eq!(x.union(&y), Err(Error::ForeignSet));
    assert_eq!(Hom::intersect(&x).apply(&y), Err(Error::ForeignSet));
    assert_eq!(a.union([&y]), Err(Error::ForeignSet));
    assert_ne!(x, y);
    Ok(())
}

static CALLS: AtomicUsize = AtomicUsize::new(0);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Counted(Var);

impl Inductive for Counted {
    fn phi(&self, var: Var, val: Val) -> Hom {
        CALLS.fetch_add(1, Ordering::Relaxed);
        Hom::arc(var, (val + 1) % 5, Hom::id()) + Hom::arc(var, val, Hom::id())
    }
    fn skips(&self, var: Var) -> bool {
        var != self.0
    }
}

#[test]
fn phi_is_called_once_for_each_arc() -> Result<()> {
    let manager = Manager::new();
    let start = manager.word(&(0..10).map(|var| (var, 0)).collect::<Vec<_>>())?;
    for strategy in [Strategy::Automatic, Strategy::Plain, Strategy::Frontier] {
        let step = Hom::sum((0..10).map(|var| Hom::new(Counted(var)))) + Hom::id();
        assert_eq!(step.fixpoint_by(strategy).apply(&start)?.count()?, 9_765_625u32.into());
    }
    assert_eq!(CALLS.load(Ordering::Relaxed), 50);
    Ok(())
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Rude {
    Meddles(Set),
    Panics,
    Lies,
}

impl Inductive for Rude {
    fn phi(&self, var: Var, val: Val) -> Hom {
        match self {
            Rude::Meddles(set) => match set.union(set) {
                Err(error) => Hom::fail(error.to_string()),
                Ok(_) => Hom::zero(),
            },
            Rude::Panics => panic!("as announced"),
            Rude::Lies => Hom::arc(var, val + 1, Hom::id()),
        }
    }
    fn is_selector(&self) -> bool {
        *self == Rude::Lies
    }
}

#[test]
fn misbehaving_user_code_is_survived() -> Result<()> {
    let manager = Manager::new();
    let set = manager.range(0, 0..=9)?;
    let busy = Hom::new(Rude::Meddles(set.clone())).apply(&set);
    assert_eq!(busy, Err(Error::Failed(Error::Busy.to_string())));
    assert!(matches!(Hom::new(Rude::Lies).apply(&set), Err(Error::NotSelector { .. })));
    let panicked =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Hom::new(Rude::Panics).apply(&set)));
    assert!(panicked.is_err());
    assert_eq!(Hom::less(0, 5).apply(&set)?.count()?, 5u32.into());
    Ok(())
}

static RANGE_PANICS: AtomicBool = AtomicBool::new(true);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Moody;

impl Inductive for Moody {
    fn phi(&self, var: Var, val: Val) -> Hom {
        Hom::arc(var, val, Hom::id())
    }
    fn range(&self) -> std::ops::RangeInclusive<Var> {
        assert!(!RANGE_PANICS.load(Ordering::Relaxed), "as announced");
        0..=0
    }
}

#[test]
fn a_panic_while_interning_leaves_nothing_behind() -> Result<()> {
    let manager = Manager::new();
    let set = manager.range(0, 0..=9)?;
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Hom::new(Moody).apply(&set)));
    assert!(panicked.is_err());
    assert_eq!(Hom::less(0, 5).apply(&set)?.count()?, 5u32.into());
    RANGE_PANICS.store(false, Ordering::Relaxed);
    assert_eq!(Hom::new(Moody).apply(&set)?, set);
    Ok(())
}

/// At the end of a word, each hands over to the other.
#[derive(Debug, PartialEq, Eq, Hash)]
struct PingPong(bool);

impl Inductive for PingPong {
    fn phi(&self, var: Var, val: Val) -> Hom {
        Hom::arc(var, val, Hom::new(PingPong(self.0)))
    }
    fn on_one(&self) -> Option<Hom> {
        Some(Hom::new(PingPong(!self.0)))
    }
}

#[test]
fn homomorphisms_that_wait_for_themselves_are_found_out() -> Result<()> {
    let manager = Manager::new();
    let set = manager.range(0, 0..=9)?;
    assert!(matches!(Hom::new(PingPong(false)).apply(&set), Err(Error::TooDeep { .. })));
    assert!(matches!(Hom::new(PingPong(true)).apply(&manager.unit()), Err(Error::TooDeep { .. })));
    Ok(())
}

#[test]
fn the_end_of_a_word_is_an_error_by_default() -> Result<()> {
    let manager = Manager::new();
    let set = manager.word(&[(3, 0), (4, 0)])?;
    match Hom::equal(5, 0).apply(&set) {
        Err(Error::Terminal { hom, after }) => {
            assert!(hom.contains('5'), "{hom}");
            assert_eq!(after, Some(4));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!((!Hom::add(3, 1)).apply(&set), Err(Error::NotSelector { .. })));
    Ok(())
}

#[test]
fn values_never_wrap() -> Result<()> {
    let manager = Manager::new();
    let high = manager.arc(0, Val::MAX)?;
    assert!(matches!(Hom::add(0, 1).apply(&high), Err(Error::Failed(_))));
    assert!(matches!(Hom::add(0, -1).apply(&manager.arc(0, Val::MIN)?), Err(Error::Failed(_))));
    assert_eq!(Hom::add(0, -1).apply(&high)?, manager.arc(0, Val::MAX - 1)?);
    assert!(matches!(manager.arc(Var::MAX, 0), Err(Error::OutOfRange { .. })));
    assert!(matches!(Hom::arc(Var::MAX, 0, Hom::id()).apply(&high), Err(Error::OutOfRange { .. })));
    Ok(())
}

#[derive(Default)]
struct Watch {
    layers: Vec<String>,
    stop_at: usize,
}

impl Observer for Watch {
    fn layer(&mut self, layer: &Layer<'_>) -> Verdict {
        self.layers.push(layer.new_words().map_or("?".into(), |n| n.to_string()));
        if layer.contains(&[(0, 5)]) || layer.round() == self.stop_at {
            Verdict::Enough
        } else {
            Verdict::Continue
        }
    }
    fn tick(&mut self, _: &Progress) -> Verdict {
        Verdict::Continue
    }
}

#[test]
fn observers_see_layers_and_stop() -> Result<()> {
    let manager = Manager::new();
    let start = manager.arc(0, 0)?;
    let step = (Hom::add(0, 1).after(Hom::less(0, 9)) + Hom::id()).fixpoint_by(Strategy::Frontier);
    let mut watch = Watch { stop_at: usize::MAX, ..Watch::default() };
    let part = step.apply_watched(&start, &mut watch)?;
    assert_eq!(part, manager.range(0, 0..=5)?);
    assert_eq!(watch.layers, ["1"; 6]);
    assert_eq!(step.apply(&start)?, manager.range(0, 0..=9)?);
    let mut stop = |_: &Progress| Verdict::Stop;
    let (start, step) = permutations(&manager, 8)?;
    assert_eq!(step.fixpoint().apply_watched(&start, &mut stop), Err(Error::Stopped));
    Ok(())
}

#[test]
fn deep_formulas_are_refused_rather_than_overflow() -> Result<()> {
    let run = || -> Result<()> {
        let manager = Manager::new();
        let set = manager.range(0, 0..=9)?.concat(&manager.range(1, 0..=9)?)?;
        let nested = |depth: Val| {
            (0..depth).fold(Hom::less(0, 9), |h, i| {
                let other = if i % 2 == 0 {
                    Hom::equal(1, i % 10)
                } else {
                    Hom::add(0, 0).after(Hom::equal(1, i % 10))
                };
                (h + other).after(Hom::less(1, 9))
            })
        };
        nested(60).apply(&set)?;
        for depth in [90, 120, 1000, 100_000] {
            match nested(depth).apply(&set) {
                Ok(_) | Err(Error::TooDeep { .. }) => {}
                Err(other) => panic!("{other}"),
            }
        }
        assert!(matches!(nested(100_000).apply(&set), Err(Error::TooDeep { .. })));
        Ok(())
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run)?.join().expect("no overflow")
}

/// Counts layers, and has had enough after some of them or after some ticks.
struct Patience {
    layers: usize,
    ticks: usize,
    seen: usize,
}

impl Observer for Patience {
    fn layer(&mut self, _: &Layer<'_>) -> Verdict {
        self.seen += 1;
        if self.seen > self.layers { Verdict::Enough } else { Verdict::Continue }
    }
    fn tick(&mut self, _: &Progress) -> Verdict {
        self.ticks = self.ticks.saturating_sub(1);
        if self.ticks == 0 { Verdict::Enough } else { Verdict::Continue }
    }
}

#[test]
fn layers_are_seen_below_a_composition_and_may_be_enough_there() -> Result<()> {
    const MANY: usize = usize::MAX;
    let manager = Manager::new();
    let start = manager.word(&[(0, 0), (1, 0)])?;
    let up = Hom::add(0, 1).after(Hom::less(0, 9)) + Hom::id();
    for strategy in [Strategy::Plain, Strategy::Frontier, Strategy::Layers] {
        let after = Hom::add(1, 1).after(up.clone().fixpoint_by(strategy));
        let mut few = Patience { layers: 3, ticks: MANY, seen: 0 };
        assert_eq!(after.apply_watched(&start, &mut few)?.count()?, 4u32.into());
        let mut all = Patience { layers: MANY, ticks: MANY, seen: 0 };
        assert_eq!(
            after.apply_watched(&start, &mut all)?.count()?,
            10u32.into(),
            "part of it was remembered"
        );
        assert!(all.seen >= 10);
        assert_eq!(after.apply(&start)?.count()?, 10u32.into());
    }
    Ok(())
}

#[test]
fn sets_of_forgotten_formulas_do_not_fill_the_memory() -> Result<()> {
    let manager = Manager::builder().memory_limit(20 << 20).build();
    for i in 0..200 {
        let set = manager.range(1, i * 50_000..=i * 50_000 + 50_000)?;
        assert_eq!(Hom::intersect(&set).apply(&set)?, set);
    }
    // The same where the formulas are made by evaluations, not by hand.
    let (low, high) = (manager.range(1, 0..=49_999)?, manager.range(1, 50_000..=99_999)?);
    for i in 0..100 {
        let set = manager.range(0, i..=i)?.concat(&low)?;
        let image = Hom::constant(&high.concat(&manager.arc(2, i)?)?).local(1).apply(&set)?;
        assert_eq!(image.count()?, 50_000u32.into());
        assert_eq!(set.union(&manager.range(0, -1..=-1)?.concat(&high)?)?.count()?, 100_000u32.into());
    }
    Ok(())
}

#[test]
fn a_tick_may_be_enough() -> Result<()> {
    for strategy in [Strategy::Plain, Strategy::Frontier] {
        let manager = Manager::new();
        let (start, step) = permutations(&manager, 9)?;
        let reach = Hom::add(0, 1).after(step.fixpoint_by(strategy));
        let mut watch = Patience { layers: usize::MAX, ticks: 30, seen: 0 };
        let some = reach.apply_watched(&start, &mut watch)?;
        let all = reach.apply(&start)?;
        assert_eq!(all.count()?, 362_880u32.into());
        assert!(some != all && !some.is_empty() && some.difference(&all)?.is_empty());
    }
    let manager = Manager::new();
    let (start, step) = permutations(&manager, 9)?;
    let mut watch = Patience { layers: usize::MAX, ticks: 5, seen: 0 };
    assert_eq!(step.fixpoint().apply_watched(&start, &mut watch), Err(Error::Stopped));
    Ok(())
}

#[test]
fn wide_nodes_keep_to_the_limit() -> Result<()> {
    const LIMIT: usize = 75 << 20;
    let manager = Manager::builder().memory_limit(LIMIT).build();
    let wide =
        (0..400).try_fold(manager.unit(), |below, i| manager.range(399 - i, 0..=20_000)?.concat(&below))?;
    assert_eq!(Hom::equal(399, 1).apply(&wide), Err(Error::OutOfMemory { limit: LIMIT }));
    let peak = manager.statistics()?.peak_bytes;
    assert!(peak <= LIMIT + LIMIT / 8, "{peak}");
    assert_eq!(wide.nodes()?, 400);
    Ok(())
}

#[test]
fn words_and_ranges_keep_to_the_limit() -> Result<()> {
    for length in [10_000, 50_000, 100_000, 200_000, 400_000, 1_000_000] {
        for limit in [1 << 20, 2 << 20, 4 << 20, 8 << 20, 16 << 20, 64 << 20] {
            let manager = Manager::builder().memory_limit(limit).build();
            let word: Vec<(Var, Val)> = (0..length).map(|var| (var, 0)).collect();
            let made = manager.word(&word);
            let bytes = manager.statistics()?.bytes;
            assert!(bytes <= limit + limit / 16, "{length} letters take {bytes} of {limit}");
            assert!(made.is_ok() || 50 * length as usize > limit, "{length} letters in {limit}");
            let range = manager.range(0, 0..=length as Val);
            assert!(range.is_ok() || 24 * length as usize + bytes > limit, "{length} values in {limit}");
        }
    }
    Ok(())
}

#[test]
fn the_least_limit_is_as_stated() -> Result<()> {
    assert!(Manager::new().statistics()?.bytes < 75_000);
    assert!(Manager::builder().memory_limit(140_000).build().arc(0, 0).is_ok());
    let limit = 130_000;
    assert_eq!(Manager::builder().memory_limit(limit).build().arc(0, 0), Err(Error::OutOfMemory { limit }));
    Ok(())
}

#[test]
fn a_large_formula_can_be_stopped_before_it_is_applied() -> Result<()> {
    let manager = Manager::new();
    let formula = dd::sum((0..20_000).map(|var| Hom::equal(var, 1)));
    let mut ticks = 0;
    let mut stop = |_: &dd::Progress| {
        ticks += 1;
        dd::Verdict::Stop
    };
    assert_eq!(formula.apply_watched(&manager.arc(0, 1)?, &mut stop), Err(Error::Stopped));
    assert_eq!((ticks, manager.statistics()?.phi_calls), (1, 0));
    Ok(())
}

/// Counts the words of every layer.
#[derive(Default)]
struct Census(Vec<num_bigint::BigUint>);

impl Observer for Census {
    fn layer(&mut self, layer: &dd::Layer<'_>) -> dd::Verdict {
        self.0.push(layer.all_words().expect("the set is defined"));
        dd::Verdict::Continue
    }
}

#[test]
fn counting_layers_keeps_to_the_limit() -> Result<()> {
    let manager = Manager::new();
    let (start, step) = permutations(&manager, 9)?;
    let reach = step.fixpoint_by(Strategy::Frontier);
    let (mut all, mut some) = (Census::default(), Census::default());
    let found = reach.apply_watched(&start, &mut all)?;
    assert_eq!(all.0.last(), Some(&found.count()?));
    let limit = manager.statistics()?.peak_bytes;
    for part in 2..40 {
        let limited = Manager::builder().memory_limit(limit / part).build();
        let Ok((start, step)) = permutations(&limited, 9) else { break };
        some.0.clear();
        match step.fixpoint_by(Strategy::Frontier).apply_watched(&start, &mut some) {
            Ok(found) => assert_eq!(found.count().as_ref().ok(), all.0.last()),
            Err(error) => assert_eq!(error, Error::OutOfMemory { limit: limit / part }),
        }
        // What was counted before the memory ran out is right.
        assert_eq!(some.0, all.0[..some.0.len()]);
    }
    Ok(())
}

/// Sets one of `n` variables that are 0 to 1.
fn set_one(n: Var) -> Hom {
    Hom::sum((0..n).map(|var| Hom::assign(var, 1).after(Hom::equal(var, 0))))
}

#[test]
fn members_of_a_union_that_skip_a_variable_take_no_memory_there() -> Result<()> {
    let n = 1000;
    let manager = Manager::builder().memory_limit(24 << 20).build();
    let zeros = manager.word(&(0..n).map(|var| (var, 0)).collect::<Vec<(Var, Val)>>())?;
    assert_eq!(set_one(n).apply(&zeros)?.count()?, 1000u32.into());
    Ok(())
}

#[test]
fn formulas_keep_to_the_limit() -> Result<()> {
    let n = 3000;
    let limit = 6 << 20;
    let manager = Manager::builder().memory_limit(limit).build();
    let zeros = manager.word(&(0..n).map(|var| (var, 0)).collect::<Vec<(Var, Val)>>())?;
    assert_eq!(set_one(n).apply(&zeros), Err(Error::OutOfMemory { limit }));
    let peak = manager.statistics()?.peak_bytes;
    assert!(peak <= limit + limit / 16, "{peak} of {limit}");
    Ok(())
}
