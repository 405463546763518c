//! What may be asked of states: how it is described, and the mistakes that the laws find.

use game::laws::Laws;
use game::{Kind, Observable, Parameter, System};

/// Two clocks of twelve hours; either may be advanced.
struct Clocks;

type Hours = [u8; 2];

impl System for Clocks {
    type Configuration = Hours;
    type Action = usize;

    fn starts(&self) -> impl Iterator<Item = Hours> {
        std::iter::once([0, 0])
    }

    fn actions(&self, _: &Hours) -> impl Iterator<Item = usize> {
        0..2
    }

    fn apply(&self, clocks: &mut Hours, which: usize) {
        clocks[which] = (clocks[which] + 1) % 12;
    }
}

const HALVES: &[&str] = &["morning", "afternoon"];
const CLOCKS: &[&str] = &["left", "right"];

fn hour() -> Observable<'static, Hours> {
    Observable::number("hour", "what a clock shows", |clocks: &Hours, of| clocks[of[0] as usize].into())
        .of_number("clock", 0..=1)
        .or("left", |name| CLOCKS.iter().position(|clock| *clock == name).map(|at| vec![at as i64]))
}

fn half() -> Observable<'static, Hours> {
    Observable::word("half", "the half of the day", HALVES, |clocks: &Hours, of| {
        usize::from(clocks[of[0] as usize] >= 6)
    })
    .of_word("which", CLOCKS)
}

fn equal() -> Observable<'static, Hours> {
    Observable::truth("equal", "whether both show the same", |clocks: &Hours, _| clocks[0] == clocks[1])
}

#[test]
fn an_observable_says_what_it_is() {
    let (hour, half, equal) = (hour(), half(), equal());
    assert_eq!([&hour, &half, &equal].map(Observable::signature), ["hour(clock)", "half(which)", "equal"]);
    assert_eq!(hour.parameters(), [Parameter::Number("clock", 0..=1)]);
    assert_eq!(hour.parameters()[0].to_string(), "clock is 0 to 1");
    assert_eq!(half.parameters()[0].to_string(), "which is one of left, right");
    assert_eq!([hour.kind(), half.kind(), equal.kind()], [Kind::Number, Kind::Word(HALVES), Kind::Truth]);
    assert_eq!(
        format!("{half:?}, {equal:?}"),
        "half(which): one of morning, afternoon, equal: true or false"
    );
    assert_eq!((hour.name(), hour.help()), ("hour", "what a clock shows"));
}

#[test]
fn an_observable_reads_a_state() {
    let clocks = [3, 7];
    assert_eq!([0, 1].map(|of| hour().read(&clocks, &[of])), [3, 7]);
    assert_eq!([0, 1].map(|of| half().read(&clocks, &[of])), [0, 1]);
    assert_eq!([equal().read(&clocks, &[]), equal().read(&[4, 4], &[])], [0, 1]);
    assert_eq!(hour().shorthand(), Some("left"));
    assert_eq!((hour().arguments_of("right"), hour().arguments_of("middle")), (Some(vec![1]), None));
    assert_eq!((equal().shorthand(), equal().arguments_of("left")), (None, None));
    let outer = hour().seen_through(|(clocks, _): &(Hours, &str)| clocks);
    assert_eq!(outer.clone().read(&(clocks, "a wall"), &outer.arguments_of("right").unwrap()), 7);
}

/// The law that is broken by these names, if any is.
fn broken(names: Vec<Observable<'static, Hours>>) -> Option<&'static str> {
    Laws::system(&Clocks).games(5).plies(50).names(names).run().err().map(|broken| broken.law)
}

#[test]
fn the_laws_find_each_mistake_in_what_may_be_asked() {
    assert_eq!(broken(vec![hour(), half(), equal()]), None);
    let plain = Some("names are plain words, each for one thing");
    assert_eq!(broken(vec![hour(), hour()]), plain, "twice");
    for name in ["and", "true", "Hour", "an hour", "1st", ""] {
        let named = Observable::truth(name, "a name that cannot be written", |_: &Hours, _| true);
        assert_eq!(broken(vec![named]), plain, "{name}");
    }
    let example = Some("the example of a shorthand is one");
    assert_eq!(broken(vec![hour().or("middle", |_| None)]), example, "it stands for nothing");
    assert_eq!(broken(vec![hour().or("late", |_| Some(vec![2]))]), example, "it is outside of the range");
    assert_eq!(broken(vec![hour().or("all", |_| Some(vec![0, 1]))]), example, "it has too many arguments");
    assert_eq!(broken(vec![half().or("third", |_| Some(vec![2]))]), example, "there is no such word");
    let kind = Some("every question has one answer, of its kind");
    let third =
        Observable::word("half", "one of two", HALVES, |clocks: &Hours, _| (clocks[0] / 6 + 1).into());
    assert_eq!(broken(vec![third]), kind, "there is no third word");
    let asked = std::sync::atomic::AtomicI64::new(0);
    let count = move |_: &Hours, _: &[i64]| asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(broken(vec![Observable::number("mood", "never the same", count)]), kind);
}
