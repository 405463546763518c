//! A game, described.

use std::fmt;
use std::str::FromStr;

use super::entries::{ALIASES, ENTRIES, Entry};
use super::parameters::Parameters;
use crate::bits::WIDEST;
use crate::mnk::{Rule, WildRule, bitmap};
use crate::{amazons, coins, cube, hanoi, nim};
use game::{Mistake as SpecError, shortened};

/// Sums of coins are kept within reason.
const LARGEST_SUM: u32 = 1_000_000_000;

/// A game with its parameters, all of them valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// k in a row on a table.
    Mnk(u32, u32, u32, Variant),
    /// k in a row with gravity.
    Connect(u32, u32, u32, Rule),
    /// Heaps, and whether taking the last object loses.
    Nim(Vec<u8>, bool),
    /// Columns and rows.
    Amazons(u32, u32),
    /// Cells along an axis, and axes.
    Cube(u32, u32),
    /// Nine boards in one.
    Ultimate,
    /// The sum to reach, and the coins.
    Coins(u32, Vec<u32>),
    /// Rings and pegs.
    Hanoi(u32, u32),
}

/// A variant of the (w,h,k) game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Own marks: normal, misère, weak.
    Own(Rule),
    /// Either mark: wild, wild misère, order and chaos.
    Either(WildRule),
    /// Only x.
    Notakto,
}

const VARIANTS: [(&str, Variant); 7] = [
    ("normal", Variant::Own(Rule::Normal)),
    ("misere", Variant::Own(Rule::Misere)),
    ("weak", Variant::Own(Rule::Weak)),
    ("wild", Variant::Either(WildRule::Normal)),
    ("wild-misere", Variant::Either(WildRule::Misere)),
    ("notakto", Variant::Notakto),
    ("order", Variant::Either(WildRule::Order)),
];

impl Variant {
    /// The name of the variant, as it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        VARIANTS.iter().find(|(_, variant)| *variant == self).map_or("", |(name, _)| name)
    }
}

impl Spec {
    /// The entry of this game in the registry.
    #[must_use]
    pub fn entry(&self) -> &'static Entry {
        let name = match self {
            Spec::Mnk(..) => "mnk",
            Spec::Connect(..) => "connect",
            Spec::Nim(..) => "nim",
            Spec::Amazons(..) => "amazons",
            Spec::Cube(..) => "cube",
            Spec::Ultimate => "ultimate",
            Spec::Coins(..) => "coins",
            Spec::Hanoi(..) => "hanoi",
        };
        ENTRIES.iter().find(|entry| entry.name == name).unwrap_or(&ENTRIES[0])
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let name_end = text.find(':').unwrap_or(text.len());
        let name = text[..name_end].trim_end().to_lowercase();
        if let Some(entry) = ENTRIES.iter().find(|entry| entry.name == name) {
            return if name_end == text.len() {
                entry.default_spec()
            } else {
                (entry.parse)(&Parameters::new(text, name_end + 1, entry))
            };
        }
        match ALIASES.iter().find(|alias| alias.name == name) {
            Some(alias) if name_end == text.len() => alias.means.parse(),
            Some(alias) => Err(SpecError {
                text: text.to_string(),
                place: name_end..text.len(),
                problem: format!("`{name}` takes no parameters"),
                help: format!("it is short for {}; write that with other numbers", alias.means),
            }),
            None => Err(unknown(text, name_end)),
        }
    }
}

impl Entry {
    /// The game that the name alone stands for.
    ///
    /// # Errors
    /// Never, for the entries of the registry.
    pub fn default_spec(&'static self) -> Result<Spec, SpecError> {
        let start = self.default.find(':').map_or(self.default.len(), |colon| colon + 1);
        (self.parse)(&Parameters::new(self.default, start, self))
    }
}

fn unknown(text: &str, name_end: usize) -> SpecError {
    let name = &text[..name_end];
    let names = ENTRIES.iter().map(|entry| entry.name).chain(ALIASES.iter().map(|alias| alias.name));
    let (problem, guess) = match nearest(name, names) {
        _ if name.is_empty() => ("no game is named".to_string(), "for example `ttt`".to_string()),
        None => (format!("there is no game `{}`", shortened(name)), "for example `ttt`".to_string()),
        Some(near) => (format!("there is no game `{}`", shortened(name)), format!("the nearest is `{near}`")),
    };
    let help = format!("{guess}; `morpion games` lists them all");
    SpecError { text: text.to_string(), place: 0..name_end, problem, help }
}

/// The word most like the one that was typed.
fn nearest<'w>(typed: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let likeness = |word: &str| (strsim::jaro_winkler(&typed.to_lowercase(), word) * 1e6) as u64;
    words.max_by_key(|word| likeness(word))
}

/// Columns, rows and length, for the two families of k in a row.
fn board(given: &Parameters<'_>) -> Result<(u32, u32, u32), SpecError> {
    // On a board one square high, so many columns fit.
    let longest = WIDEST / 2 - 1;
    let limit =
        format!("(W+1)·(H+1) may be at most {WIDEST}, so {} at most for a square board", square_limit());
    let side = |index, name, meaning| {
        given.number(index, name, meaning, 1..=longest).map_err(|error| {
            let large = error.problem.ends_with("too large");
            if large { given.error(index, error.problem, &limit) } else { error }
        })
    };
    let w = side(0, "W", "the number of columns")?;
    let h = side(1, "H", "the number of rows")?;
    if bitmap::size(w, h) > WIDEST {
        return Err(given.error_across(0, 1, format!("a {w}x{h} board is too large"), &limit));
    }
    let k = given.number(2, "K", "how many in a row count", 1..=longest)?;
    Ok((w, h, k))
}

fn square_limit() -> String {
    let side = (1..).take_while(|&n| bitmap::size(n, n) <= WIDEST).last().unwrap_or(1);
    format!("{side}x{side}")
}

/// A word without regard to case, accents and how its parts are joined.
fn plain(word: &str) -> String {
    word.to_lowercase().replace('è', "e").replace([' ', '_'], "-")
}

/// The variant named by the fourth parameter, among those allowed.
fn variant(given: &Parameters<'_>, allowed: &[(&'static str, Variant)]) -> Result<Variant, SpecError> {
    let Some(word) = given.word(3).filter(|word| !word.is_empty()) else {
        return Ok(Variant::Own(Rule::Normal));
    };
    let typed = plain(word);
    let found =
        allowed.iter().find(|(name, _)| *name == typed).map(|(_, variant)| *variant).ok_or_else(|| {
            let names: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
            let guess = nearest(&typed, names.iter().copied()).unwrap_or("normal");
            let help = format!("the nearest is `{guess}`; there are {}", names.join(", "));
            given.error(3, format!("there is no variant `{}`", shortened(word)), &help)
        })?;
    given.at_most(4)?;
    Ok(found)
}

pub(super) fn parse_mnk(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    let (w, h, k) = board(given)?;
    Ok(Spec::Mnk(w, h, k, variant(given, &VARIANTS)?))
}

pub(super) fn parse_connect(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    let (w, h, k) = board(given)?;
    match variant(given, &VARIANTS[..3])? {
        Variant::Own(rule) => Ok(Spec::Connect(w, h, k, rule)),
        Variant::Either(_) | Variant::Notakto => {
            Err(given.error(3, "marks that fall are always one's own".to_string(), ""))
        }
    }
}

pub(super) fn parse_nim(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    let misere =
        given.count() > 1 && given.word(given.count() - 1).is_some_and(|word| plain(word) == "misere");
    let count = given.count() - usize::from(misere);
    if count > nim::MOST_HEAPS {
        let problem = format!("{count} heaps are too many");
        return Err(given.error(nim::MOST_HEAPS, problem, &format!("there may be {}", nim::MOST_HEAPS)));
    }
    let largest = u32::from(nim::LARGEST_HEAP);
    let heap = |index| {
        let size = given.number(index, "HEAP", "the number of objects in a heap", 0..=largest)?;
        Ok(u8::try_from(size).unwrap_or(nim::LARGEST_HEAP))
    };
    let heaps: Vec<u8> = (0..count).map(heap).collect::<Result<_, SpecError>>()?;
    Ok(Spec::Nim(heaps, misere))
}

pub(super) fn parse_amazons(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    let sides = amazons::SHORTEST_SIDE..=amazons::LONGEST_SIDE;
    let w = given.number(0, "W", "the number of columns", sides.clone())?;
    let h = given.number(1, "H", "the number of rows", sides)?;
    given.at_most(2)?;
    if w * h > amazons::MOST_SQUARES {
        let help = format!("there may be at most {} squares", amazons::MOST_SQUARES);
        return Err(given.error_across(0, 1, format!("a {w}x{h} board is too large"), &help));
    }
    Ok(Spec::Amazons(w, h))
}

pub(super) fn parse_cube(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    let most = cube::MOST_CELLS;
    let n = given.number(0, "N", "the number of cells along an axis", 1..=most)?;
    let d = given.number(1, "D", "the number of axes", 1..=cube::MOST_DIMENSIONS)?;
    given.at_most(2)?;
    if cube::cells(n, d).is_none() {
        let help = format!("there may be at most {most} cells");
        return Err(given.error_across(0, 1, format!("a cube of {n}^{d} cells is too large"), &help));
    }
    Ok(Spec::Cube(n, d))
}

pub(super) fn parse_ultimate(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    match given.word(0) {
        None | Some("") => Ok(Spec::Ultimate),
        Some(word) => Err(given.error(
            0,
            format!("there is nothing for `{}` to mean", shortened(word)),
            "it has no parameters",
        )),
    }
}

pub(super) fn parse_coins(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    let target = given.number(0, "TARGET", "the sum to reach", 1..=LARGEST_SUM)?;
    if given.count() > coins::MOST_COINS + 1 {
        let help = format!("there may be {}", coins::MOST_COINS);
        return Err(given.error(coins::MOST_COINS + 1, "too many coins".to_string(), &help));
    }
    let mut values = Vec::new();
    for index in 1..given.count().max(2) {
        let coin = given.number(index, "COIN", "the value of a coin", 1..=LARGEST_SUM)?;
        if values.contains(&coin) {
            return Err(given.error(
                index,
                format!("there is a coin of {coin} already"),
                "coins differ in value",
            ));
        }
        values.push(coin);
    }
    Ok(Spec::Coins(target, values))
}

pub(super) fn parse_hanoi(given: &Parameters<'_>) -> Result<Spec, SpecError> {
    let pegs = if given.count() > 1 {
        given.number(1, "PEGS", "the number of pegs", hanoi::FEWEST_PEGS..=hanoi::MOST_PEGS)?
    } else {
        3
    };
    let rings = given.number(0, "RINGS", "the number of rings", 1..=hanoi::most_rings(pegs))?;
    given.at_most(2)?;
    Ok(Spec::Hanoi(rings, pegs))
}

/// The text that describes the game: parsing it gives the same spec.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[String]| numbers.join(",");
        match self {
            Spec::Mnk(w, h, k, Variant::Own(Rule::Normal)) => write!(f, "mnk:{w},{h},{k}"),
            Spec::Mnk(w, h, k, variant) => write!(f, "mnk:{w},{h},{k},{}", variant.name()),
            Spec::Connect(w, h, k, Rule::Normal) => write!(f, "connect:{w},{h},{k}"),
            Spec::Connect(w, h, k, rule) => write!(f, "connect:{w},{h},{k},{}", Variant::Own(*rule).name()),
            Spec::Nim(heaps, misere) => {
                let heaps: Vec<String> = heaps.iter().map(u8::to_string).collect();
                write!(f, "nim:{}{}", list(&heaps), if *misere { ",misere" } else { "" })
            }
            Spec::Amazons(w, h) => write!(f, "amazons:{w},{h}"),
            Spec::Cube(n, d) => write!(f, "cube:{n},{d}"),
            Spec::Ultimate => f.write_str("ultimate"),
            Spec::Coins(target, coins) => {
                let coins: Vec<String> = coins.iter().map(u32::to_string).collect();
                write!(f, "coins:{target},{}", list(&coins))
            }
            Spec::Hanoi(rings, pegs) => write!(f, "hanoi:{rings},{pegs}"),
        }
    }
}
