//! Games of squares and lines, as a header lists them: whoever first holds all squares of a line has won.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::iter::{from_fn, once};

use crate::file::{Body, Header, number};
use crate::position::{ANY, Position, add};
use crate::rules::{FAMILIES, Rules};
use crate::set::Set;
use crate::{Checked, Fact, PLAYERS, Subject, lines};

const MOST_LINES: usize = 20_000;
/// The longest name of a game, in bytes.
const MOST_NAME: usize = 200;

/// Reads a game of this name, and the position. Players are 0, the first, and 1.
pub(crate) fn read<const N: usize>(header: &mut Header<'_>, name: &str, squares: usize) -> Checked<Subject> {
    let read = |text: &str| Ok(Set::<N>::of(list(text, squares)?));
    let weak = header.choice("filled-by", ["either", "first"])? == 1;
    let turn = header.choice("turn", PLAYERS)?;
    let held = [read(header.one("first")?)?, read(header.one("second")?)?];
    let lines = from_fn(|| header.maybe("line").map(read)).collect::<Checked<BTreeSet<_>>>()?;
    let maps = from_fn(|| header.maybe("relabelling").map(|map| list(map, squares)));
    // The first relabelling leaves all squares where they are.
    let maps = once(Ok((0..squares).collect())).chain(maps).collect::<Checked<Vec<Vec<usize>>>>()?;
    need!(lines.len() <= MOST_LINES, Damaged, "this checker reads up to {MOST_LINES} lines");
    need!(held[0].and(held[1]) == Set::NONE, Damaged, "a square is held by both players");
    need!(maps.iter().all(|map| map.len() == squares), Damaged, "a relabelling is cut");
    let mut position = described(name, squares, weak, &lines)?;
    if turn == 1 || held != [Set::NONE; 2] {
        let [first, second] = held.map(|held| held.squares().collect::<Vec<usize>>());
        position += &format!(" with {first:?} and {second:?} held and the {} to move", PLAYERS[turn]);
    }
    // The lines in which the other player holds nothing, each as the squares that the player lacks.
    let open = [0, 1].map(|player| {
        let open = lines.iter().filter(|line| line.and(held[1 - player]) == Set::NONE);
        let open = open.filter(|_| player == 0 || !weak).map(|line| line.minus(held[player]));
        let mut longest_first: Vec<Set<N>> = open.collect();
        longest_first.sort_by_key(|line| Reverse(line.count()));
        let mut least = Vec::new();
        longest_first.into_iter().for_each(|line| add(&mut least, &[line]));
        least
    });
    need!(!open.iter().flatten().any(|line| *line == Set::NONE), False, "the game is over: a line is full");
    // The player to move steals the strategy of the other, and for every line has one that lacks no other squares.
    let has = |player: usize, line: &Set<N>| open[player].iter().any(|own| own.is_within(*line));
    let stolen = [0, 1].map(|player| player != turn && open[player].iter().all(|line| has(turn, line)));
    let shows = move |(player, wins, plies): Fact, reason: &str, body: &mut Body| {
        match reason {
            "stealing" => return Ok(!wins && stolen[player]),
            "rules" => return Ok(!wins && player == 1 && weak),
            "proof" => {}
            "weak" if !wins => {}
            _ => return Ok(false),
        }
        let mut lines = open.clone();
        // Those of the winner come first; without those of the breaker the proof is about the weak game.
        lines.rotate_left(usize::from(wins == (player == 1)));
        lines[0].retain(|_| reason != "weak");
        let moves = plies.map_or(ANY, |plies| plies.saturating_add((turn == player).into()) / 2);
        let start = Position { maker_wins: wins, winner_moves: (turn == player) == wins, moves, lines };
        lines::check(&start.tidied().0, &maps, body)
    };
    Ok((position, turn, Box::new(shows)))
}

/// Returns the game in words, and checks that squares and lines are those of the name, if it is a known one.
fn described<const N: usize>(
    name: &str,
    size: usize,
    weak: bool,
    lines: &BTreeSet<Set<N>>,
) -> Checked<String> {
    // Nothing may look like a family that is known, and be none.
    let family = name.split(':').next().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = !family.is_empty() && family.chars().all(is_plain) && name.len() <= MOST_NAME;
    need!(is_name, Damaged, "`{name}` is not the name of a game");
    if FAMILIES.iter().any(|(known, _)| *known == family) {
        let is_right = Rules::named(name).is_some_and(|(rules, start)| {
            let has_lines = ["mnk", "torus"].contains(&family) && start.cells.len() == size;
            let is_variant = rules.variant == if weak { "weak" } else { "normal" };
            let rows = rules.rows.into_iter().map(Set::of);
            has_lines && is_variant && rows.collect::<BTreeSet<_>>() == *lines
        });
        need!(is_right, False, "the squares and lines are not those of {name}");
        return Ok(name.to_string());
    }
    // Any other name stands for what is listed, and says nothing: so the verdict says what the game is.
    let (who, lines) = (if weak { "only the first player" } else { "either player" }, lines.len());
    Ok(format!("`{name}` ({size} squares; {who} wins by filling one of {lines} lines, as listed)"))
}

/// Reads different numbers below a limit.
fn list(text: &str, limit: usize) -> Checked<Vec<usize>> {
    let list: Vec<usize> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
    let is_wrong = |at: usize| list[at] >= limit || list[..at].contains(&list[at]);
    need!(!(0..list.len()).any(is_wrong), Damaged, "in `{text}` a square is double or unknown");
    Ok(list)
}
