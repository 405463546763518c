//! `position` and `line`: where a game stands, and how it came there.

use std::time::{Duration, Instant};

use arena::{AnyMove, AnyState};
use catalogue::{AnySystem, Opened};
use game::look::Role;
use game::{Notation, Outcome, Player, System};
use serde_json::{Value, json};

use crate::games::GAME_CHARACTERS;
use crate::look::{look, picks};
use crate::refusal::{Kind, Refusal};
use crate::service::{Read, Task};

/// The most moves of a game.
pub(crate) const MOST_MOVES: usize = 2000;
/// The most characters of a move.
pub(crate) const MOVE_CHARACTERS: usize = 100;
/// The most characters of a drawing.
pub(crate) const BOARD_CHARACTERS: usize = 20_000;
/// The most legal moves that are listed.
const MOST_LEGAL: usize = 5000;
/// The most moves of `line`.
const LONGEST_LINE: usize = 400;
/// How long it may take to play moves: rules that were sent may make a single one take a second.
const LONGEST_READING: Duration = Duration::from_secs(5);

/// A game and what was played: the position of a request, and all those before it.
pub(crate) struct Played {
    pub(crate) opened: Opened,
    /// Whether it began at a position that was drawn.
    pub(crate) is_drawn: bool,
    /// The moves, each legal where it was played.
    pub(crate) actions: Vec<AnyMove>,
    /// The positions before, between and after them.
    pub(crate) states: Vec<AnyState>,
}

/// The position of a request.
impl Read for Played {
    fn read(task: &Task<'_>) -> Result<Played, Refusal> {
        let body = &task.body;
        let opened = task.open(body.needed("game", GAME_CHARACTERS)?)?;
        let moves = body.texts("moves", MOST_MOVES, MOVE_CHARACTERS)?;
        Played::from(opened, body.text("board", BOARD_CHARACTERS)?, &moves)
    }
}

impl Played {
    /// Plays moves from the start, or from a position that is drawn.
    pub(crate) fn from(opened: Opened, board: Option<&str>, moves: &[&str]) -> Result<Played, Refusal> {
        match Played::as_far_as_legal(opened, board, moves)? {
            (played, None) => Ok(played),
            (_, Some(refusal)) => Err(refusal),
        }
    }

    /// Plays moves up to the first that is not legal, and says what is wrong with that one.
    pub(crate) fn as_far_as_legal(
        opened: Opened,
        board: Option<&str>,
        moves: &[&str],
    ) -> Result<(Played, Option<Refusal>), Refusal> {
        let system = opened.variant.system();
        let start = match board {
            Some(board) => system.parse_board(board)?,
            None => start_of(system)?,
        };
        let (mut states, mut actions, mut refusal) = (vec![start], Vec::new(), None);
        let begin = Instant::now();
        for (number, text) in moves.iter().enumerate() {
            if begin.elapsed() > LONGEST_READING {
                let error =
                    format!("it takes too long to play these moves: {number} took {LONGEST_READING:?}");
                return Err(Refusal::new(Kind::TooLarge, error).help("the command line has no such limit"));
            }
            let state = states.last().expect("the start is there");
            match read_move(system, state, text) {
                Ok(action) => {
                    let next = system.after(state, action);
                    actions.push(action);
                    states.push(next);
                }
                Err(why) => {
                    refusal = Some(misplaced(&why, moves, number));
                    break;
                }
            }
        }
        Ok((Played { is_drawn: board.is_some(), opened, actions, states }, refusal))
    }

    pub(crate) fn system(&self) -> &AnySystem {
        self.opened.variant.system()
    }

    /// Returns the position where it stands now.
    pub(crate) fn state(&self) -> &AnyState {
        self.states.last().expect("the start is there")
    }

    /// Returns the moves as they are written.
    pub(crate) fn texts(&self) -> Vec<String> {
        let played = self.states.iter().zip(&self.actions);
        played.map(|(state, action)| self.system().action_text(state, *action)).collect()
    }

    /// Returns the command line that does something with this position; none if it began at a drawing, which would have
    /// to be in a file.
    pub(crate) fn command(&self, program: &str, command: &str) -> Option<String> {
        if self.is_drawn {
            return None;
        }
        let texts = self.texts();
        let line = format!("{program} {command} {}", quoted(&self.opened.to_string()));
        Some(match &texts[..] {
            [] => line,
            texts => format!("{line} --moves {}", quoted(&texts.join(","))),
        })
    }
}

/// Returns the first start.
pub(crate) fn start_of(system: &AnySystem) -> Result<AnyState, Refusal> {
    system.starts().next().ok_or_else(|| Refusal::wrong("there is no position to start from"))
}

/// Reads a move. What is written as the game writes it is found without trying every other spelling.
pub(crate) fn read_move(
    system: &AnySystem,
    state: &AnyState,
    text: &str,
) -> Result<AnyMove, game::ParseError> {
    if !system.is_final(state)
        && let Some(action) = system.actions(state).find(|action| system.action_text(state, *action) == text)
    {
        return Ok(action);
    }
    system.parse_action(state, text)
}

/// Returns what is wrong with one of the moves, with its place among them.
fn misplaced(why: &game::ParseError, moves: &[&str], number: usize) -> Refusal {
    place_in(why.clone().into(), moves, number)
}

/// Says which of the moves is refused, with its place among them.
pub(crate) fn place_in(refusal: Refusal, moves: &[impl AsRef<str>], number: usize) -> Refusal {
    const AROUND: usize = 20;
    let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    let first = number.saturating_sub(AROUND);
    let before = moves[first..number].iter().map(|text| text.len() + 1).sum::<usize>();
    let text = moves[first..(number + AROUND).min(moves.len())].join(" ");
    let place = before..before + moves[number].len();
    let error = format!("move {}: {}", number + 1, refusal.error);
    Refusal { error, ..refusal }.at(&text, &place)
}

/// Quotes a word for a shell, if it needs quotes.
///
/// ```
/// assert_eq!(protocol::quoted("a1,b2"), "a1,b2");
/// assert_eq!(protocol::quoted("it's"), r"'it'\''s'");
/// ```
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ",.:_=+-/".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Answers `position`.
pub(crate) fn position(task: &Task<'_>) -> Result<Value, Refusal> {
    let played = Played::read(task)?;
    let (system, state) = (played.system(), played.state());
    let mut answer = described(&played, played.actions.len());
    let choices = system.choices(state).all;
    let legal = |(action, picked): &(AnyMove, Vec<_>)| {
        let mut legal = json!({ "move": system.action_text(state, *action), "picks": picks(picked) });
        let spellings = system.spellings(state, *action);
        if !spellings.is_empty() {
            legal["spellings"] = json!(spellings);
        }
        legal
    };
    let command = match (played.opened.variant.is_game(), system.is_final(state)) {
        (true, false) => "analyze",
        (true, true) | (false, _) => "solve",
    };
    answer["game"] = json!(played.opened.to_string());
    answer["moves"] = json!(played.texts());
    answer["legal"] = choices.iter().take(MOST_LEGAL).map(legal).collect();
    answer["legal_total"] = json!(choices.len());
    answer["command"] = json!(played.command(task.catalogue().program(), command));
    Ok(answer)
}

/// Answers `line`.
pub(crate) fn line(task: &Task<'_>) -> Result<Value, Refusal> {
    let played = Played::read(task)?;
    if played.actions.len() > LONGEST_LINE {
        let error = format!("a line has at most {LONGEST_LINE} moves here");
        return Err(Refusal::new(Kind::TooLarge, error));
    }
    if played.states.len() * size_of_drawing(played.system(), played.state()) > MOST_DRAWN {
        let error = "so many positions of so large a board are too much for one answer";
        return Err(Refusal::new(Kind::TooLarge, error).help("ask for one `position` after the other"));
    }
    let positions: Vec<Value> = (0..played.states.len()).map(|ply| described(&played, ply)).collect();
    Ok(json!({
        "game": played.opened.to_string(), "moves": played.texts(), "positions": positions,
    }))
}

/// The most cells, or characters of text alone, that one answer has of all its positions together.
pub(crate) const MOST_DRAWN: usize = 60_000;

/// Returns how many cells a drawing of a position has, or how many characters its text, if those are more.
pub(crate) fn size_of_drawing(system: &AnySystem, state: &AnyState) -> usize {
    let cells = system.look(state).grids().iter().map(|grid| grid.cells.len()).sum::<usize>();
    // A cell takes many times as much room as a character.
    cells.max(system.board_text(state).len() / 16).max(1)
}

/// The names of the players: as their pieces are called where each has pieces of one kind from the start, or else as
/// claims call them.
fn players(system: &AnySystem) -> [String; 2] {
    let start = system.starts().next().expect("every system has a start");
    let start = system.look(&start);
    let pieces = |role: Role| {
        let marks = start.grids().iter().flat_map(|grid| &grid.cells).filter_map(|cell| cell.mark.as_ref());
        let mut texts: Vec<&str> =
            marks.filter(|mark| mark.role == role).map(|mark| mark.text.as_str()).collect();
        texts.dedup();
        texts
    };
    match (&pieces(Role::First)[..], &pieces(Role::Second)[..]) {
        ([first], [second]) if first != second => [(*first).to_string(), (*second).to_string()],
        _ => ["x", "o"].map(str::to_string),
    }
}

/// What is to be said of a position on the way, beside its legal moves.
fn described(played: &Played, ply: usize) -> Value {
    let (system, state) = (played.system(), &played.states[ply]);
    let before = ply.checked_sub(1).map(|before| &played.states[before]);
    let mut answer = seen(system, state, before);
    answer["ply"] = json!(ply);
    answer["is_game"] = json!(system.is_game());
    answer["players"] = json!(players(system));
    answer
}

/// Returns how a position looks, who is to move, whether it is over, and what changed since the position before.
pub(crate) fn seen(system: &AnySystem, state: &AnyState, before: Option<&AnyState>) -> Value {
    let now = system.look(state);
    let changed = before.map_or_else(Vec::new, |before| now.changed(&system.look(before)));
    json!({
        "turn": system.turn(state).map(Player::index),
        "over": over(system, state),
        "text": system.board_text(state),
        "look": look(&now),
        "changed": picks(&changed),
    })
}

/// Returns how it ended; null while it goes on.
pub(crate) fn over(system: &AnySystem, state: &AnyState) -> Value {
    match system.ending(state).outcome() {
        Some(Outcome::Win(winner)) => {
            json!({ "winner": winner.index(), "text": format!("{} wins", players(system)[winner.index()]) })
        }
        Some(Outcome::Draw) => json!({ "winner": null, "text": "draw" }),
        None if system.is_final(state) => json!({ "winner": null, "text": "solved" }),
        None => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a1,b2"), "a1,b2");
        assert_eq!(quoted("a1 b2"), "'a1 b2'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
