//! Games of squares and lines, as a header lists them.

use std::collections::BTreeSet;
use std::iter::from_fn;

use crate::header::{Header, number};
use crate::set::Set;
use crate::{Checked, Described, MOST_SQUARES, PLAYERS};

const MOST_LINES: usize = 20_000;
/// The longest name of a game, in bytes.
const MOST_NAME: usize = 200;

/// Whoever first holds all squares of a line has won. Players are 0, the first, and 1.
pub(crate) struct Board<const N: usize> {
    squares: usize,
    lines: BTreeSet<Set<N>>,
    /// Whether only the first player wins by a line.
    first_only: bool,
    pub(crate) turn: usize,
    /// The squares that each player holds.
    held: [Set<N>; 2],
    /// Where each square goes, for every relabelling that the proof uses; the first leaves all where they are.
    pub(crate) relabellings: Vec<Vec<usize>>,
}

impl<const N: usize> Board<N> {
    /// Reads a game of this name, and the position.
    pub(crate) fn read(header: &mut Header<'_>, name: &str, squares: usize) -> Checked<Described> {
        let read = |text: &str| Ok(Set::of(list(text, squares)?));
        let (by, turn) = (header.choice("filled-by", ["either", "first"])?, header.choice("turn", PLAYERS)?);
        let held: [Set<N>; 2] = [read(header.one("first")?)?, read(header.one("second")?)?];
        let lines = from_fn(|| header.maybe("line").map(read)).collect::<Checked<BTreeSet<_>>>()?;
        let maps = from_fn(|| header.maybe("relabelling").map(|map| list(map, squares)));
        let maps = [Ok((0..squares).collect())].into_iter().chain(maps);
        let relabellings: Vec<Vec<usize>> = maps.collect::<Checked<_>>()?;
        need!(lines.len() <= MOST_LINES, Damaged, "this checker reads up to {MOST_LINES} lines");
        need!(!lines.contains(&Set::NONE), Damaged, "a line has no squares");
        need!(held[0].and(held[1]) == Set::NONE, Damaged, "a square is held by both players");
        need!(relabellings.iter().all(|map| map.len() == squares), Damaged, "a relabelling is cut");
        let board = Board { squares, lines, first_only: by == 1, turn, held, relabellings };
        let is_over = board.open(0).chain(board.open(1)).any(|line| line == Set::NONE);
        need!(!is_over, False, "the game is over: a line is full");
        Ok((board.described(name)?, Box::new(board)))
    }

    /// Returns whether a player wins by a line.
    pub(crate) fn counts(&self, player: usize) -> bool {
        player == 0 || !self.first_only
    }

    /// Returns the lines in which the other player holds nothing, each as the squares that the player lacks.
    pub(crate) fn open(&self, player: usize) -> impl Iterator<Item = Set<N>> {
        let [own, other] = [self.held[player], self.held[1 - player]];
        let lines = self.lines.iter().filter(move |_| self.counts(player));
        lines.filter(move |line| line.and(other) == Set::NONE).map(move |line| line.minus(own))
    }

    /// Returns whether the player to move could steal a winning strategy of `player`: for every line open to that one
    /// they have one that lacks no other squares.
    pub(crate) fn can_steal(&self, player: usize) -> bool {
        let has = |line: Set<N>| self.open(1 - player).any(|own| own.is_within(line));
        player != self.turn && self.open(player).all(has)
    }

    /// Returns the position in words, and checks that squares and lines are those of the name, if it is a known one.
    fn described(&self, name: &str) -> Checked<String> {
        // A name without parameters is compared as it is, and known to nobody.
        let (family, parameters) = name.split_once(':').unwrap_or((name, ""));
        // Nothing may look like a family that is known, and be none.
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_name = !family.is_empty() && family.chars().all(is_plain);
        need!(is_name, Damaged, "`{name}` is not the name of a game");
        let is_known = ["mnk", "torus", "connect", "nim"].contains(&family);
        let is_right = !is_known || self.is_named(family, parameters) == Some(true);
        need!(is_right, False, "the squares and lines are not those of {name}");
        // Any other name stands for what is listed, and says nothing: so the verdict says what the game is, and the name
        // is quoted and cannot end the quotation.
        let is_seen = |c: char| c == ' ' || c.is_ascii_graphic() && c != '`' || c.is_alphanumeric();
        let is_short = name.len() <= MOST_NAME && name.chars().all(is_seen);
        need!(is_short, Damaged, "the name of the game is too long, or has letters that cannot be seen");
        let who = if self.first_only { "only the first player" } else { "either player" };
        let rule = format!(
            "{} squares; {who} wins by filling one of {} lines, as listed",
            self.squares,
            self.lines.len()
        );
        let game = if is_known { name.to_string() } else { format!("`{name}` ({rule})") };
        let [first, second] = self.held.map(|held| held.squares().collect::<Vec<usize>>());
        let held = format!(" with {first:?} and {second:?} held and the {} to move", PLAYERS[self.turn]);
        let is_start = self.turn == 0 && self.held == [Set::NONE; 2];
        Ok(if is_start { game } else { game + &held })
    }

    /// Returns whether squares and lines are those of this family and these parameters, if such a game has lines only.
    fn is_named(&self, family: &str, parameters: &str) -> Option<bool> {
        let words: Vec<&str> = parameters.split(',').collect();
        let (sizes, variant) = words.split_at_checked(3)?;
        let first_only = [&[][..], &["normal"], &["weak"]].iter().position(|known| *known == variant)? == 2;
        // A word that is no size makes it a name that is not known.
        let digits = |size: &&&str| size.bytes().all(|digit| digit.is_ascii_digit());
        let size =
            |size: &&str| Some(size).filter(digits)?.parse().ok().filter(|n| (1..=MOST_SQUARES).contains(n));
        let sizes = sizes.iter().map(size);
        let size = <[usize; 3]>::try_from(sizes.collect::<Option<Vec<usize>>>()?).ok()?;
        let fits = ["mnk", "torus"].contains(&family) && size[0] * size[1] == self.squares;
        let rows = || rows(size, family == "torus").into_iter().map(Set::of).collect::<BTreeSet<_>>();
        Some(fits && self.first_only == first_only && self.lines == rows())
    }
}

/// Reads different numbers below a limit.
fn list(text: &str, limit: usize) -> Checked<Vec<usize>> {
    let list: Vec<usize> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
    let is_wrong = |at: usize| list[at] >= limit || list[..at].contains(&list[at]);
    need!(!(0..list.len()).any(is_wrong), Damaged, "in `{text}` a square is double or unknown");
    Ok(list)
}

/// Returns all rows of K different squares on a board of W columns and H rows. The square in column i and row j has the
/// number H·i + j.
pub(crate) fn rows([w, h, k]: [usize; 3], wraps: bool) -> Vec<Vec<usize>> {
    let [columns, rows] = [w, h].map(|size| size as isize);
    let row = |square: isize, (di, dj): (isize, isize)| -> BTreeSet<usize> {
        let places = (0..k as isize).map(|n| (square / rows + n * di, square % rows + n * dj));
        let inside = places.filter(|(i, j)| wraps || (0..columns).contains(i) && (0..rows).contains(j));
        inside.map(|(i, j)| i.rem_euclid(columns) as usize * h + j.rem_euclid(rows) as usize).collect()
    };
    let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let rows = (0..columns * rows).flat_map(|square| ways.map(|way| row(square, way)));
    rows.filter(|row| row.len() == k).map(|row| row.into_iter().collect()).collect()
}
