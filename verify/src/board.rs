//! Games of squares and lines, as a header lists them.

use std::collections::BTreeSet;
use std::iter::from_fn;

use crate::header::{Header, number};
use crate::{Fault, PLAYERS};

/// A set of squares: a bit for each.
pub(crate) type Set = u128;
const MOST_SQUARES: usize = 128;
const MOST_LINES: usize = 1 << 14;

/// Returns the squares of a set in order.
pub(crate) fn squares(mut set: Set) -> impl Iterator<Item = usize> {
    from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(lowest)
    })
}

/// Returns the set of these squares, which must be on the board.
pub(crate) fn set<'a>(squares: impl IntoIterator<Item = &'a usize>) -> Set {
    squares.into_iter().fold(0, |set, square| set | 1 << square)
}

/// Whoever first holds all squares of a line has won. Players are 0, the first, and 1.
pub(crate) struct Board {
    squares: usize,
    lines: Vec<Set>,
    /// Whether only the first player wins by a line.
    first_only: bool,
    pub(crate) turn: usize,
    /// The squares that each player holds.
    held: [Set; 2],
    /// Where each square goes, for every relabelling that the proof uses; the first leaves all where they are.
    pub(crate) relabellings: Vec<Vec<usize>>,
}

impl Board {
    pub(crate) fn read(header: &mut Header<'_>, squares: usize) -> Result<Board, Fault> {
        let limits = format!("this checker reads up to {MOST_SQUARES} squares and {MOST_LINES} lines");
        if squares > MOST_SQUARES {
            Err(limits.clone())?;
        }
        let read = |text: &str| list(text, squares).map(|list| set(&list));
        let (by, turn) = (header.choice("filled-by", ["either", "first"])?, header.choice("turn", PLAYERS)?);
        let held = [read(header.one("first")?)?, read(header.one("second")?)?];
        let lines: Vec<Set> = from_fn(|| header.maybe("line").map(read)).collect::<Result<_, _>>()?;
        let maps = from_fn(|| header.maybe("relabelling").map(|map| list(map, squares)));
        let maps = [Ok((0..squares).collect())].into_iter().chain(maps);
        let relabellings: Vec<Vec<usize>> = maps.collect::<Result<_, _>>()?;
        let is_cut = relabellings.iter().any(|map| map.len() != squares);
        if held[0] & held[1] != 0 || lines.contains(&0) || is_cut {
            Err("a square is held twice, a line is empty, or a relabelling is cut".to_string())?;
        }
        let board = Board { squares, lines, first_only: by == 1, turn, held, relabellings };
        if board.lines.len() > MOST_LINES {
            Err(limits)?;
        }
        let is_over = board.open(0).chain(board.open(1)).any(|line| line == 0);
        if is_over { Err(Fault::False("the game is over: a line is full".to_string())) } else { Ok(board) }
    }

    /// Returns whether a player wins by a line.
    pub(crate) fn counts(&self, player: usize) -> bool {
        player == 0 || !self.first_only
    }

    /// Returns the lines in which the other player holds nothing, each as the squares that the player lacks.
    pub(crate) fn open(&self, player: usize) -> impl Iterator<Item = Set> {
        let [own, other] = [self.held[player], self.held[1 - player]];
        let open = self.lines.iter().filter(move |&line| self.counts(player) && line & other == 0);
        open.map(move |line| line & !own)
    }

    /// Returns whether the player to move could steal a winning strategy of `player`: for every line open to that one
    /// they have one that lacks no other squares.
    pub(crate) fn can_steal(&self, player: usize) -> bool {
        let mine: BTreeSet<Set> = self.open(1 - player).collect();
        let has = |line: Set| mine.contains(&line) || mine.iter().any(|own| own & !line == 0);
        player != self.turn && self.open(player).all(has)
    }

    /// Returns the position in words, and checks that squares and lines are those of the name, if it is a known one.
    pub(crate) fn described(&self, name: &str) -> Result<String, Fault> {
        let (family, parameters) = name.split_once(':').unwrap_or((name, ""));
        let is_known = ["mnk", "torus", "connect", "nim"].contains(&family);
        let lines: BTreeSet<Set> = self.lines.iter().copied().collect();
        let size = format!(" ({} squares and {} lines, as listed)", self.squares, lines.len());
        if is_known && named(family, parameters) != Some((self.squares, lines, self.first_only)) {
            Err(Fault::False(format!("the squares and lines are not those of {name}")))?;
        }
        let [first, second] = self.held.map(|held| squares(held).collect::<Vec<usize>>());
        let held = format!(" with {first:?} and {second:?} held and the {} to move", PLAYERS[self.turn]);
        let is_start = self.turn == 0 && self.held == [0, 0];
        Ok([name, if is_known { "" } else { &size }, if is_start { "" } else { &held }].concat())
    }
}

/// Reads different numbers below a limit.
fn list(text: &str, limit: usize) -> Result<Vec<usize>, Fault> {
    let list: Vec<usize> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
    let is_wrong = |at: usize| list[at] >= limit || list[..at].contains(&list[at]);
    let wrong = (0..list.len()).any(is_wrong);
    if wrong { Err(format!("in `{text}` a square is double or unknown"))? } else { Ok(list) }
}

/// Returns the number of squares, the lines, and whether only the first player fills them, of a family and its
/// parameters.
fn named(family: &str, parameters: &str) -> Option<(usize, BTreeSet<Set>, bool)> {
    let words: Vec<&str> = parameters.split(',').collect();
    let (sizes, variant) = words.split_at_checked(3)?;
    let first_only = [&[][..], &["normal"], &["weak"]].iter().position(|known| *known == variant)? == 2;
    let sizes: Vec<usize> = sizes.iter().map(|size| size.parse().ok()).collect::<Option<_>>()?;
    let [w, h, k] = <[usize; 3]>::try_from(sizes).ok()?;
    let fits = w.max(h).max(k) <= MOST_SQUARES && w * h <= MOST_SQUARES && w * h * k > 0;
    let rows = || rows([w, h, k], family == "torus").iter().map(set).collect();
    (fits && ["mnk", "torus"].contains(&family)).then(|| (w * h, rows(), first_only))
}

/// Returns all rows of K different squares on a board of W columns and H rows. The square in column i and row j has the
/// number H·i + j.
pub(crate) fn rows(size: [usize; 3], wraps: bool) -> Vec<Vec<usize>> {
    let [w, h, k] = size.map(|size| size as isize);
    let row = |square: isize, (di, dj): (isize, isize)| -> BTreeSet<usize> {
        let places = (0..k).map(|n| (square / h + n * di, square % h + n * dj));
        let inside = places.filter(|(i, j)| wraps || (0..w).contains(i) && (0..h).contains(j));
        inside.map(|(i, j)| (i.rem_euclid(w) * h + j.rem_euclid(h)) as usize).collect()
    };
    let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let rows = (0..w * h).flat_map(|square| ways.map(|way| row(square, way)));
    rows.filter(|row| row.len() == size[2]).map(|row| row.into_iter().collect()).collect()
}
