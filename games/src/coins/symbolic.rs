//! Coins, as diagrams.

use game::{Player, System};
use symbolic::levels::{Judge, Relation, Shape, Way};
use symbolic::{Ending, Never, Symbolic};

use super::{Chosen, Coins};

/// Words of more coins than this are no diagrams.
const LONGEST: u32 = 4096;

/// How far a coin has got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// It is not there yet.
    Before,
    /// It was put where the word before ended; the word after ends next.
    Last,
    /// It is there, and the word has ended.
    Done,
}

/// One coin more, or one less.
pub struct OneMore {
    /// The number of kinds; as a letter, the end of the word.
    end: u32,
    longest: usize,
    back: bool,
}

impl Relation for OneMore {
    type State = Phase;

    fn states(&self) -> u32 {
        3
    }

    fn start(&self) -> Phase {
        Phase::Before
    }

    fn ways(&self, level: usize, &phase: &Phase, value: u32) -> Vec<Way<Phase>> {
        let ends = value == self.end;
        match phase {
            Phase::Before if ends && self.back && level < self.longest => {
                let coins = 0..self.end;
                coins.map(|coin| Way { letters: vec![coin, self.end], state: Phase::Done }).collect()
            }
            Phase::Before if ends => Vec::new(),
            Phase::Before if self.back => vec![Way::letter(value, Phase::Before)],
            Phase::Before => vec![Way::letter(value, Phase::Before), Way::letter(self.end, Phase::Last)],
            Phase::Last if ends => vec![Way { letters: Vec::new(), state: Phase::Done }],
            Phase::Last | Phase::Done => Vec::new(),
        }
    }

    fn accepts(&self, phase: &Phase) -> bool {
        *phase == Phase::Done
    }
}

/// Tells whether the coins are enough: 2 if so.
pub struct Enough {
    target: u64,
    values: Vec<u32>,
}

impl Judge for Enough {
    type State = u64;

    fn start(&self) -> u64 {
        0
    }

    fn read(&self, _: usize, &sum: &u64, value: u32) -> Option<u64> {
        // The letter after the last coin is worth nothing.
        let coin = self.values.get(value as usize).copied().unwrap_or(0);
        Some((sum + u64::from(coin)).min(self.target))
    }

    fn end(&self, &sum: &u64) -> u32 {
        1 + u32::from(sum == self.target)
    }
}

impl Coins {
    /// The most coins there can be.
    fn longest(&self) -> u32 {
        let least = self.values.iter().copied().min();
        self.target.div_ceil(least.expect("there is a kind of coin"))
    }

    /// Whether words are short enough to be diagrams.
    pub(crate) fn is_short(&self) -> bool {
        self.longest() <= LONGEST
    }

    fn end(&self) -> u32 {
        self.values.len() as u32
    }

    fn one_more(&self, back: bool) -> OneMore {
        OneMore { end: self.end(), longest: self.longest() as usize, back }
    }
}

/// A variable for each coin in turn; the letter after the last says that there are no more, and skips the rest.
impl Symbolic for Coins {
    type Step = OneMore;
    type Back = OneMore;
    type Judge = Enough;
    type Unfinished = Never;

    fn shape(&self) -> Shape {
        let levels = self.longest() as usize + 1;
        let next = |level: usize| {
            let coins = std::iter::repeat_n(level + 1, self.values.len());
            coins.chain([levels]).collect()
        };
        Shape::new((0..levels).map(next).collect()).expect("every coin leads further down")
    }

    fn encode(&self, chosen: &Chosen) -> Vec<u32> {
        chosen.kinds.iter().map(|&kind| kind.into()).chain([self.end()]).collect()
    }

    fn decode(&self, word: &[u32], _: Player) -> Option<Chosen> {
        let (&end, coins) = word.split_last()?;
        let mut chosen = Chosen::default();
        for &coin in coins {
            if coin >= self.end() || self.is_final(&chosen) {
                return None;
            }
            self.apply(&mut chosen, coin as u8);
        }
        (end == self.end()).then_some(chosen)
    }

    fn step(&self, _: Player) -> OneMore {
        self.one_more(false)
    }

    fn step_back(&self, _: Player) -> OneMore {
        self.one_more(true)
    }

    fn judge(&self, _: Player) -> Enough {
        Enough { target: self.target.into(), values: self.values.clone() }
    }

    fn meaning(&self, judged: u32, _: u32) -> Ending {
        if judged == 1 { Ending::Open } else { Ending::Final }
    }

    fn has_turns(&self) -> bool {
        false
    }
}
