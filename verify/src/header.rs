//! The text at the beginning of a certificate: the game and the claim.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, Read};
use std::str::FromStr;

use flate2::Crc;

use crate::Fault;
use crate::rules::State;

/// Squares and lines: whoever first holds all squares of a line has won. Players are 0, the first, and 1.
pub(crate) struct Board {
    pub(crate) squares: usize,
    lines: Vec<Vec<usize>>,
    /// Whether only the first player wins by a line.
    first_only: bool,
    /// The squares that each player holds.
    held: [Vec<usize>; 2],
    pub(crate) turn: usize,
    /// Where each square goes, for every relabelling that the proof uses.
    pub(crate) relabellings: Vec<Vec<usize>>,
}

/// What a proof is about: squares and lines, or a game whose rules the checker knows.
pub(crate) enum Game {
    Lines(Board),
    Rules(State),
}

/// One fact that a proof is made of: a player wins, or fails to, within a number of plies or at all.
pub(crate) struct Fact {
    pub(crate) player: usize,
    pub(crate) wins: bool,
    pub(crate) plies: Option<u32>,
    /// The opponent holds without lines of their own.
    pub(crate) weak: bool,
    /// There is no proof, but the player to move could steal the strategy.
    pub(crate) stealing: bool,
}

/// The keys of a header that may be there several times, and those that may be there once.
const LISTS: &str = "line relabelling proof stealing";
const KEYS: &str = "game value turn squares filled-by first second moves words nodes body";
const PLAYERS: [&str; 2] = ["first", "second"];
const MOST_SQUARES: usize = 512;
const MOST_BYTES: u64 = 1 << 26;

/// The fields of a header, and the checksum of all but the last.
pub(crate) struct Header(HashMap<String, Vec<String>>, pub(crate) Crc);

impl Header {
    /// Reads a header, up to the empty line behind it.
    pub(crate) fn read(from: &mut impl BufRead) -> Result<Header, Fault> {
        let (mut header, mut from) = (Header(HashMap::new(), Crc::new()), from.take(MOST_BYTES));
        for number in 1.. {
            let mut line = String::new();
            from.read_line(&mut line)?;
            let text = line.strip_suffix('\n').ok_or("the header does not end")?;
            let (key, rest) = text.split_once(' ').unwrap_or((text, ""));
            let is_in = |keys: &str| keys.split(' ').any(|known| known == key);
            match number {
                1 if text != "morpion certificate 1" => {
                    Err("it does not begin with `morpion certificate 1`")?;
                }
                _ if text.is_empty() && header.0.contains_key("body") => break,
                2.. if !is_in(LISTS) && (!is_in(KEYS) || header.0.contains_key(key)) => {
                    Err(format!("line {number}: `{key}` has no meaning in a header, or is there twice"))?;
                }
                _ => header.0.entry(key.to_string()).or_default().push(rest.to_string()),
            }
            header.1.update(if key == "body" { &[] } else { line.as_bytes() });
        }
        Ok(header)
    }

    fn all(&self, key: &str) -> &[String] {
        self.0.get(key).map_or(&[], |values| values)
    }

    pub(crate) fn one(&self, key: &str) -> Result<&str, Fault> {
        Ok(self.all(key).first().ok_or_else(|| format!("the header does not tell `{key}`"))?)
    }

    /// Returns the words for moves.
    pub(crate) fn words(&self) -> Vec<String> {
        self.all("words").join(" ").split_whitespace().map(String::from).collect()
    }

    /// Returns what the proof is about, and the player to move.
    pub(crate) fn game(&self) -> Result<(Game, usize), Fault> {
        let name = self.one("game")?;
        if self.all("squares").is_empty() {
            let start = State::named(name)
                .ok_or_else(|| format!("no squares are listed, and {name} is not known"))?;
            let start = self.all("moves").join(" ").split_whitespace().try_fold(start, |state, word| {
                state.after(word).ok_or_else(|| format!("`{word}` is no move of {name}"))
            })?;
            let turn = start.turn();
            return Ok((Game::Rules(start), turn));
        }
        let lists = |key| self.all(key).iter().map(|text| numbers(text)).collect::<Result<Vec<_>, Fault>>();
        let turn = choice(self.one("turn")?, &PLAYERS)?;
        let board = Board {
            squares: number(self.one("squares")?)?,
            lines: lists("line")?,
            first_only: choice(self.one("filled-by")?, &["either", "first"])? == 1,
            held: [lists("first")?.concat(), lists("second")?.concat()],
            turn,
            relabellings: lists("relabelling")?,
        };
        board.check(name)?;
        Ok((Game::Lines(board), turn))
    }

    /// Returns the facts, in the order of their proofs.
    pub(crate) fn facts(&self) -> Result<Vec<Fact>, Fault> {
        let proofs = self.all("proof").iter().map(|text| (text, false));
        proofs
            .chain(self.all("stealing").iter().map(|text| (text, true)))
            .map(|(text, how)| fact(text, how))
            .collect()
    }

    /// Checks that the facts, if they are true, imply the value. Returns it in words.
    pub(crate) fn claim(&self, game: &Game, turn: usize, facts: &[Fact]) -> Result<String, Fault> {
        let (value, plies) = self.one("value")?.split_once(' ').unwrap_or((self.one("value")?, ""));
        let plies: Option<u32> = if plies.is_empty() { None } else { Some(number(plies)?) };
        let (winner, needed) = match (value, plies) {
            ("draw", None) => (2, vec![(0, false, None), (1, false, None)]),
            ("win" | "loss", None | Some(1..)) => {
                let winner = if value == "win" { turn } else { 1 - turn };
                let sooner = plies.map(|plies| (winner, false, Some(plies - 1)));
                (winner, [(winner, true, plies)].into_iter().chain(sooner).collect())
            }
            _ => return Err("no such value: win, draw or loss, with plies or without".into()),
        };
        for (player, wins, plies) in needed {
            let shown =
                facts.iter().filter(|fact| (fact.player, fact.wins, fact.plies) == (player, wins, plies));
            let mut shown = shown.map(|fact| match game {
                Game::Lines(board) => !fact.stealing || board.can_steal(player),
                Game::Rules(_) => !fact.stealing && !fact.weak,
            });
            let barred =
                matches!(game, Game::Lines(board) if board.first_only && (player, wins) == (1, false));
            if !barred && !shown.any(|holds| holds) {
                let verb = if wins { "wins" } else { "does not win" };
                return Err(Fault::claim(format!(
                    "it is not shown that the {} player {verb}",
                    PLAYERS[player]
                )));
            }
        }
        let plies = plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
        Ok(PLAYERS.get(winner).map_or("draw".into(), |player| format!("win for the {player} player{plies}")))
    }
}

impl Board {
    /// Returns the lines in which the other player holds nothing, each as the squares that the player lacks.
    pub(crate) fn open(&self, player: usize) -> impl Iterator<Item = BTreeSet<usize>> {
        let counts = player == 0 || !self.first_only;
        let [own, other] = [&self.held[player], &self.held[1 - player]];
        let open = self.lines.iter().filter(move |line| counts && !line.iter().any(|at| other.contains(at)));
        open.map(move |line| line.iter().copied().filter(|square| !own.contains(square)).collect())
    }

    /// Returns whether the player to move could steal a winning strategy: for every line open to `player` they have one
    /// that lacks no other squares.
    fn can_steal(&self, player: usize) -> bool {
        let mine: BTreeSet<BTreeSet<usize>> = self.open(1 - player).collect();
        let has_one = |line| mine.contains(&line) || mine.iter().any(|own| own.is_subset(&line));
        player != self.turn && self.open(player).all(has_one)
    }

    /// Checks that all squares exist and differ where they must, and that the lines are those of a known name.
    fn check(&self, name: &str) -> Result<(), Fault> {
        let exist = |list: &[usize]| list.iter().all(|&square| square < self.squares);
        let good =
            |list: &Vec<usize>| exist(list) && list.iter().collect::<BTreeSet<_>>().len() == list.len();
        if self.squares > MOST_SQUARES || !good(&self.held.concat()) {
            Err("a square that is held is double or unknown, or there are too many squares")?;
        }
        if let Some(at) = self.lines.iter().position(|line| line.is_empty() || !good(line)) {
            Err(format!("line {}: a square is missing, double or unknown", at + 1))?;
        }
        if !self.relabellings.iter().all(|map| map.len() == self.squares && good(map)) {
            Err("a relabelling does not take the squares to the squares")?;
        }
        if [0, 1].iter().any(|&player| self.open(player).any(|line| line.is_empty())) {
            return Err(Fault::claim("the game is over: a line is full"));
        }
        let listed = || self.lines.iter().map(|line| line.iter().copied().collect()).collect::<BTreeSet<_>>();
        match named_lines(name) {
            Some(known) if known != (self.squares, listed(), self.first_only) => {
                Err(Fault::claim(format!("the squares and lines are not those of {name}")))
            }
            _ => Ok(()),
        }
    }
}

fn fact(text: &str, stealing: bool) -> Result<Fact, Fault> {
    let words: Vec<&str> = text.split(' ').collect();
    let (plies, rest) = match words.as_slice() {
        [rest @ .., "in", plies] => (Some(number(plies)?), rest),
        rest => (None, rest),
    };
    let (player, wins, weak) = match *rest {
        [player, "wins"] if !stealing => (player, true, false),
        [player, "fails"] => (player, false, false),
        [player, "fails", "weak"] => (player, false, true),
        _ => Err(format!("`{text}` is no fact"))?,
    };
    Ok(Fact { player: choice(player, &PLAYERS)?, wins, plies, weak, stealing })
}

fn choice(word: &str, choices: &[&str]) -> Result<usize, Fault> {
    let found = choices.iter().position(|choice| *choice == word);
    Ok(found.ok_or_else(|| format!("`{word}` is none of {}", choices.join(", ")))?)
}

pub(crate) fn number<T: FromStr>(word: &str) -> Result<T, Fault> {
    Ok(word.parse().map_err(|_| format!("`{word}` is not a number"))?)
}

fn numbers(words: &str) -> Result<Vec<usize>, Fault> {
    words.split_whitespace().map(number).collect()
}

/// Returns the number of squares, the lines, and whether only the first player fills them, of games that the checker
/// knows: `mnk:W,H,K` and `torus:W,H,K`, normal or weak. The square in column i and row j has the number H·i + j.
fn named_lines(name: &str) -> Option<(usize, BTreeSet<BTreeSet<usize>>, bool)> {
    let (family, sizes) = name.split_once(':').filter(|(family, _)| ["mnk", "torus"].contains(family))?;
    let (first_only, sizes) =
        (sizes.ends_with(",weak"), sizes.trim_end_matches(",weak").trim_end_matches(",normal"));
    let sizes: Vec<isize> = sizes.split(',').map(|size| size.parse().ok()).collect::<Option<_>>()?;
    let &[w @ 1..=512, h @ 1..=512, k @ 1..=512] = sizes.as_slice() else { return None };
    let line = |square: isize, (di, dj): (isize, isize)| -> Option<BTreeSet<usize>> {
        let place = |n: isize| (square / h + n * di, square % h + n * dj);
        let inside = (0..w).contains(&place(k - 1).0) && (0..h).contains(&place(k - 1).1);
        let number = |(i, j): (isize, isize)| (i.rem_euclid(w) * h + j.rem_euclid(h)) as usize;
        let line: BTreeSet<usize> = (0..k).map(|n| number(place(n))).collect();
        ((inside || family == "torus") && line.len() == k as usize).then_some(line)
    };
    let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let lines = (0..w * h).flat_map(|square| ways.into_iter().filter_map(move |way| line(square, way)));
    Some(((w * h) as usize, lines.collect(), first_only))
}
