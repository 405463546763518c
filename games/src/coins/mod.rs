//! Coins: a puzzle. Coins are put on the table one after another until they are enough.

mod entry;
mod symbolic;

use game::{Notation, Observable, Observe, Packed, Packing, ParseError, Symmetry, System, allocated};

/// The most kinds of coins.
pub const MOST_COINS: usize = 255;

/// The coins chosen so far, in order: the same coins in another order are a different state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Chosen {
    /// The kind of each coin, by its place in the list that the system was made with.
    kinds: Vec<u8>,
    sum: u64,
}

/// Coins chosen in order until a sum is reached or passed.
///
/// ```
/// use game::System;
/// use games::coins::Coins;
/// let coins = Coins::new(16, &[1, 5, 10]);
/// let start = coins.starts().next().unwrap();
/// let one_and_ten = coins.after(&coins.after(&start, 0), 2);
/// assert_eq!(coins.sum(&one_and_ten), 11);
/// assert!(!coins.is_final(&one_and_ten));
/// ```
#[derive(Clone, Debug)]
pub struct Coins {
    target: u32,
    values: Vec<u32>,
}

impl Coins {
    /// Makes the puzzle with coins of these values, to be chosen until they are worth the target.
    ///
    /// # Panics
    /// If the target is 0, there is no kind of coin or more than [`MOST_COINS`], or a value is 0 or given twice.
    #[must_use]
    pub fn new(target: u32, coins: &[u32]) -> Coins {
        assert!(target > 0, "nothing to reach");
        assert!((1..=MOST_COINS).contains(&coins.len()), "{} kinds of coins", coins.len());
        for (kind, value) in coins.iter().enumerate() {
            assert!(*value > 0, "a coin that is worth nothing");
            assert!(!coins[..kind].contains(value), "the coin {value} is given twice");
        }
        Coins { target, values: coins.to_vec() }
    }

    /// Returns the sum to be reached.
    #[must_use]
    pub fn target(&self) -> u32 {
        self.target
    }

    /// Returns the values of the kinds of coins.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the sum of the chosen coins.
    #[must_use]
    pub fn sum(&self, chosen: &Chosen) -> u64 {
        chosen.sum
    }

    /// Returns the values of the chosen coins, in order.
    pub fn coins(&self, chosen: &Chosen) -> impl ExactSizeIterator<Item = u32> + DoubleEndedIterator {
        chosen.kinds.iter().map(|&kind| self.values[usize::from(kind)])
    }

    /// Returns the kind of the coin of a value.
    fn kind(&self, value: &str) -> Option<u8> {
        // What is no number is no coin either, and refused as one.
        let value: u32 = value.trim().parse().ok()?;
        (0..).zip(&self.values).find(|(_, known)| **known == value).map(|(kind, _)| kind)
    }
}

impl System for Coins {
    type Configuration = Chosen;
    /// A kind of coin, by its place in the list that the system was made with.
    type Action = u8;

    fn starts(&self) -> impl Iterator<Item = Chosen> {
        std::iter::once(Chosen::default())
    }

    fn actions(&self, chosen: &Chosen) -> impl Iterator<Item = u8> {
        let kinds = if self.is_final(chosen) { 0 } else { self.values.len() };
        (0..kinds).map(|kind| kind as u8)
    }

    fn apply(&self, chosen: &mut Chosen, kind: u8) {
        chosen.sum += u64::from(self.values[usize::from(kind)]);
        chosen.kinds.push(kind);
    }

    fn heap_bytes_of(&self, chosen: &Chosen) -> usize {
        allocated(chosen.kinds.capacity())
    }

    fn depth(&self, chosen: &Chosen) -> Option<u32> {
        Some(chosen.kinds.len() as u32)
    }

    fn is_final(&self, chosen: &Chosen) -> bool {
        chosen.sum >= u64::from(self.target)
    }
}

/// `1+5+10 = 16`, and `nothing = 0` at the start. That text is all there is to see, and a coin is chosen by its value.
impl Notation for Coins {
    fn action_text(&self, _: &Chosen, kind: u8) -> String {
        self.values[usize::from(kind)].to_string()
    }

    fn board_text(&self, chosen: &Chosen) -> String {
        let coins: Vec<String> = self.coins(chosen).map(|value| value.to_string()).collect();
        let coins = if coins.is_empty() { "nothing".to_string() } else { coins.join("+") };
        format!("{coins} = {}", chosen.sum)
    }

    fn parse_board(&self, text: &str) -> Result<Chosen, ParseError> {
        let wrong = |problem: String| {
            let values: Vec<String> = self.values.iter().map(u32::to_string).collect();
            let help = format!("coins of {} are added until they make {}", values.join(", "), self.target);
            ParseError::new(problem, help)
        };
        let (coins, sum) =
            text.split_once('=').map_or((text, None), |(coins, sum)| (coins, Some(sum.trim())));
        let mut chosen = Chosen::default();
        let nothing = ["", "nothing"].contains(&coins.trim());
        for coin in coins.split('+').filter(|_| !nothing) {
            if self.is_final(&chosen) {
                return Err(wrong(format!("{} was enough", chosen.sum)));
            }
            let kind = self.kind(coin).ok_or_else(|| wrong(format!("`{}` is not a coin", coin.trim())))?;
            self.apply(&mut chosen, kind);
        }
        match sum.filter(|sum| *sum != chosen.sum.to_string()) {
            None => Ok(chosen),
            Some(sum) => Err(wrong(format!("these coins make {}, not `{sum}`", chosen.sum))),
        }
    }
}

/// Coins have different values, so there is only the identity.
impl Symmetry for Coins {}

impl Observe for Coins {
    fn observables(&self) -> Vec<Observable<'_, Chosen>> {
        let largest = self.values.iter().max().copied().expect("there is a kind of coin");
        vec![
            Observable::number("sum", "what the coins are worth", |chosen, _| {
                self.sum(chosen).try_into().expect("a sum is less than twice the largest 32-bit number")
            }),
            Observable::number("coins", "how many coins were chosen", |chosen, _| {
                self.coins(chosen).len() as i64
            }),
            Observable::number("count", "how many coins of a value were chosen", |chosen, of| {
                self.coins(chosen).filter(|&value| i64::from(value) == of[0]).count() as i64
            })
            .of_number("value", 1..=i64::from(largest)),
            Observable::number("last", "the value of the last coin, 0 at the start", |chosen, _| {
                self.coins(chosen).next_back().map_or(0, i64::from)
            }),
        ]
    }
}

impl Coins {
    /// The bits of a kind of coin, or of none.
    fn kind_bits(&self) -> u32 {
        usize::BITS - self.values.len().leading_zeros()
    }

    /// The most coins that are ever chosen.
    fn most(&self) -> usize {
        let least = self.values.iter().min().expect("there is a kind of coin");
        self.target.div_ceil(*least) as usize
    }
}

/// The kinds in order, each counted from 1; 0 where there is no further coin.
impl Packed for Coins {
    fn bits(&self) -> usize {
        self.most() * self.kind_bits() as usize
    }

    fn pack(&self, chosen: &Chosen, to: &mut Packing) {
        for place in 0..self.most() {
            let kind = chosen.kinds.get(place).map_or(0, |&kind| u64::from(kind) + 1);
            to.put(kind, self.kind_bits());
        }
    }

    fn unpack(&self, from: &mut Packing) -> Chosen {
        let mut chosen = Chosen::default();
        for _ in 0..self.most() {
            match from.take(self.kind_bits()) {
                0 => {}
                kind => self.apply(&mut chosen, (kind - 1) as u8),
            }
        }
        chosen
    }
}
