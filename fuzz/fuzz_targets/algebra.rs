//! Homomorphisms on sets, beside the same functions on sets of words held plainly. The bytes are the set and the formula,
//! read one after the other.
#![no_main]

#[path = "../../dd/tests/it/common.rs"]
#[allow(dead_code)]
mod common;

use common::{At, Local, Spec, Words, build, defined, listed, words_of};
use dd::Manager;

/// The most formulas inside one another, and in all.
const DEEPEST: u32 = 6;
const MOST: u32 = 24;

/// Reads an input byte by byte; behind its end there are zeros.
struct Reader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    /// How many formulas may still be read.
    left: u32,
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    fn var(&mut self) -> u32 {
        u32::from(self.byte() % 3)
    }

    fn val(&mut self) -> i32 {
        i32::from(self.byte() % 3) - 1
    }

    fn picks(&mut self) -> Vec<[i8; 4]> {
        // Four values of three in a byte.
        let digit = |byte: u8, power: u8| (byte / power % 3) as i8 - 1;
        (0..self.byte() % 12)
            .map(|_| self.byte())
            .map(|byte| [digit(byte, 1), digit(byte, 3), digit(byte, 9), digit(byte, 27)])
            .collect()
    }

    fn seeded(&mut self, make: fn(u8, Vec<[i8; 4]>) -> Spec) -> Spec {
        make(self.byte(), self.picks())
    }

    /// A number of formulas, each read by `read`.
    fn several(&mut self, deep: u32, read: fn(&mut Self, u32) -> Spec) -> Vec<Spec> {
        (0..self.byte() % 4).map(|_| read(self, deep)).collect()
    }

    /// Whether formulas may still be read inside one at this depth.
    fn goes_on(&mut self, deep: u32) -> bool {
        self.left = self.left.saturating_sub(1);
        deep < DEEPEST && self.left > 0
    }

    /// A formula that selects words.
    fn selector(&mut self, deep: u32) -> Spec {
        let (kind, inside) = (self.byte(), deep + 1);
        let kind = if self.goes_on(deep) { kind % 12 } else { kind % 5 };
        match kind {
            0 => Spec::Id,
            1 => Spec::Zero,
            2 => self.seeded(Spec::Within),
            3 => self.seeded(Spec::Without),
            5 => Spec::Sum(self.several(inside, Self::selector)),
            6 => Spec::After(self.selector(inside).into(), self.selector(inside).into()),
            7 => Spec::Not(self.selector(inside).into()),
            8 => Spec::KeepThen(self.var(), self.byte() % 8, self.below(inside).into()),
            9 => Spec::KeepThen(self.var(), self.byte() % 8, self.selector(inside).into()),
            10 => Spec::Ite(
                self.selector(inside).into(),
                self.selector(inside).into(),
                self.selector(inside).into(),
            ),
            _ => Spec::At(At(self.var(), Local::Keep(self.byte() % 8))),
        }
    }

    /// A selector that cannot be read arc by arc.
    fn below(&mut self, deep: u32) -> Spec {
        if self.byte() % 2 == 0 {
            return Spec::Local(self.var(), self.selector(deep).into());
        }
        let change = Spec::At(At(self.var(), Local::Assign(self.val())));
        Spec::Domain(Spec::After(change.into(), self.selector(deep).into()).into())
    }

    /// Any formula.
    fn spec(&mut self, deep: u32) -> Spec {
        let (kind, inside) = (self.byte(), deep + 1);
        let kind = if self.goes_on(deep) { kind % 14 } else { kind % 9 };
        match kind {
            0 => Spec::At(At(self.var(), Local::Next)),
            1 => Spec::At(At(self.var(), Local::Spread)),
            2 => Spec::At(At(self.var(), Local::Drop)),
            3 => Spec::At(At(self.var(), Local::Double)),
            4 => Spec::At(At(self.var(), Local::Assign(self.val()))),
            5 => self.selector(deep),
            6 => self.seeded(Spec::Constant),
            7 => self.seeded(Spec::Append),
            8 => self.seeded(Spec::Prepend),
            9 => Spec::Sum(self.several(inside, Self::spec)),
            10 => Spec::After(self.spec(inside).into(), self.spec(inside).into()),
            11 => Spec::Ite(
                self.selector(inside).into(),
                self.spec(inside).into(),
                self.spec(inside).into(),
            ),
            12 => Spec::Arc(self.var(), self.val(), self.spec(inside).into()),
            _ => Spec::Reach(self.spec(inside).into()),
        }
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut reader = Reader { bytes: bytes.iter(), left: MOST };
    let (stress, seed, picks) = (reader.byte() % 2 == 1, reader.byte(), reader.picks());
    let spec = reader.spec(0);
    let words: Words = words_of(seed, &picks);
    let Some(image) = spec.image(&words) else { return };
    let manager = if stress { Manager::builder().stress().build() } else { Manager::new() };
    let set = build(&manager, &words).expect("words of one shape fit together");
    let found = spec.hom(&manager).expect("a homomorphism").apply(&set).expect("an image");
    assert!(defined(&image));
    assert_eq!(listed(&found).expect("words"), image, "{spec:?} on {words:?}");
});
