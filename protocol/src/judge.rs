//! `judge`: whether moves kept the value of the position they were played in.

use arena::{AnyMove, Record};
use catalogue::Opened;
use game::{Notation, System, Verdict, Worth, shortened};
use serde_json::{Value, json};

use crate::games::GAME_CHARACTERS;
use crate::loose::read_loosely;
use crate::position::{BOARD_CHARACTERS, MOST_MOVES, MOVE_CHARACTERS, Played, over, place_in};
use crate::records::is_record;
use crate::refusal::{Kind, Refusal};
use crate::service::{Read, Task};
use crate::values::Table;
use crate::worth;

/// The most characters of the text of a game.
const TEXT_CHARACTERS: usize = 60_000;

/// What is to be judged: a position alone, or the moves from some ply on.
pub(crate) struct Asked {
    played: Played,
    /// The number of moves that lead to the first position to be judged.
    from: usize,
}

impl Read for Asked {
    fn read(task: &Task<'_>) -> Result<Asked, Refusal> {
        let body = &task.body;
        match (body.text("move", MOVE_CHARACTERS)?, body.text("text", TEXT_CHARACTERS)?) {
            (Some(_), Some(_)) => {
                let error = "`move` and `text` are both given";
                Err(Refusal::malformed(error).help("`move` is one move, `text` a whole game"))
            }
            (None, Some(text)) if is_record(text) => Asked::record(task, text),
            (None, Some(text)) => Asked::after_moves(task, &moves_of(text)),
            (Some(mv), None) => Asked::after_moves(task, &[mv.to_string()]),
            (None, None) => Asked::after_moves(task, &[]),
        }
    }
}

impl Asked {
    /// The moves to be judged, after those that lead to the position.
    fn after_moves(task: &Task<'_>, words: &[String]) -> Result<Asked, Refusal> {
        let body = &task.body;
        let opened = task.open(body.needed("game", GAME_CHARACTERS)?)?;
        let before = body.texts("moves", MOST_MOVES, MOVE_CHARACTERS)?;
        let mut played = Played::from(opened, body.text("board", BOARD_CHARACTERS)?, &[])?;
        let before: Vec<String> = before.into_iter().map(str::to_string).collect();
        played.go_on(&before)?;
        let from = played.actions.len();
        played.go_on(words)?;
        Ok(Asked { played, from })
    }

    /// The moves of a record behind its opening, which nobody chose.
    fn record(task: &Task<'_>, text: &str) -> Result<Asked, Refusal> {
        let body = &task.body;
        if let Some(field) = ["moves", "board"].into_iter().find(|field| body.has(field)) {
            let error = format!("`{field}` is given with a record");
            return Err(Refusal::malformed(error).help("a record says itself where its game began"));
        }
        let mut records = Record::parse_all(text);
        let record = match (records.pop(), records.len()) {
            (Some(record), 0) => record.map_err(|damage| Refusal::wrong(damage.to_string()))?,
            (None, _) => return Err(Refusal::wrong("there is no record in it")),
            (Some(_), more) => {
                let error = format!("there are {} games in it", more + 1);
                return Err(Refusal::wrong(error).help("ask about each of them by itself"));
            }
        };
        let opened = game_of(task, &record.game)?;
        let mut played = Played::from(opened, record.start.as_deref(), &[])?;
        let words: Vec<String> = record.moves.into_iter().map(|entry| entry.text).collect();
        played.go_on(&words)?;
        let from = record.opening.min(played.actions.len());
        Ok(Asked { played, from })
    }
}

/// Opens the game of a record, which is that of the request if the request names one.
fn game_of(task: &Task<'_>, recorded: &str) -> Result<Opened, Refusal> {
    let Some(asked) = task.body.text("game", GAME_CHARACTERS)? else { return task.open_other(recorded) };
    let opened = task.open(asked)?;
    // One game may have several names.
    let is_same = |name: String| name == opened.to_string();
    if recorded == asked || is_same(recorded.to_string()) {
        return Ok(opened);
    }
    match task.open_other(recorded) {
        Ok(other) if is_same(other.to_string()) => Ok(opened),
        _ => {
            let error = format!("the record is of {}, and the line is about {opened}", shortened(recorded));
            Err(Refusal::wrong(error).help("a record says itself which game it is"))
        }
    }
}

impl Played {
    /// Plays moves that may be written loosely.
    fn go_on(&mut self, words: &[String]) -> Result<(), Refusal> {
        let mut number = 0;
        while number < words.len() {
            let state = self.state().clone();
            // A mark that stands alone before the move is no move.
            let mark = matches!(&*words[number].to_lowercase(), "x" | "o" | "x:" | "o:");
            let (read, next) = match self.read_word(&state, &words[number]) {
                Err(_) if mark && number + 1 < words.len() => {
                    (self.read_word(&state, &words[number + 1]), number + 2)
                }
                read => (read, number + 1),
            };
            let action = read.map_err(|refusal| place_in(refusal, words, next - 1))?;
            let after = self.system().after(&state, action);
            self.actions.push(action);
            self.states.push(after);
            number = next;
            if self.actions.len() > MOST_MOVES {
                return Err(Refusal::new(Kind::TooLarge, format!("a game has at most {MOST_MOVES} moves")));
            }
        }
        Ok(())
    }

    fn read_word(&self, state: &arena::AnyState, word: &str) -> Result<AnyMove, Refusal> {
        read_loosely(self.system(), state, word)
    }
}

/// The moves of a game that is given as a list, with or without numbers, in a line or several.
fn moves_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    // `12.` and `12...` number what follows, or stand before it without a space.
    let unnumbered = |word: &str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix('.') {
            Some(rest) if rest.len() + 1 < word.len() => rest.trim_start_matches('.').to_string(),
            _ => word.to_string(),
        }
    };
    words.map(unnumbered).filter(|word| !word.is_empty()).collect()
}

/// How many moves kept the value, and how many did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Score {
    kept: u64,
    lost: u64,
    unknown: u64,
}

/// Answers `judge`.
pub(crate) fn judge(task: &Task<'_>) -> Result<Value, Refusal> {
    let Asked { played, from } = Asked::read(task)?;
    let limits = task.limits()?;
    let (system, last) = (played.system(), played.actions.len());
    let mut score = Score::default();
    let mut moves = Vec::new();
    let mut shown = None;
    // A game is judged from its end: the last positions are the easiest.
    for ply in (from..last.max(from + 1)).rev() {
        let parts = u32::try_from(ply - from + 1).expect("there are no more moves than are allowed");
        let mut table = Table::new(&played.opened.variant, &played.states[ply]);
        table.round(task, &limits.part(parts, u64::MAX));
        if let Some(&action) = played.actions.get(ply) {
            let judged = judged(&table, &played, ply, action, &mut score);
            task.tell(&|| format!("move {}: {}", ply + 1, judged["move"]));
            moves.push(judged);
        }
        if ply == from {
            shown = Some(worth::value(table.worth()));
        }
    }
    moves.reverse();
    let Score { kept, lost, unknown } = score;
    Ok(json!({
        "game": played.opened.to_string(),
        "position": shown,
        "moves": moves,
        "over": over(system, played.state()),
        "score": { "kept": kept, "lost": lost, "unknown": unknown },
    }))
}

/// What is to be said of a move that was played.
fn judged(table: &Table<'_>, played: &Played, ply: usize, action: AnyMove, score: &mut Score) -> Value {
    let (system, state) = (played.system(), &played.states[ply]);
    let text = system.action_text(state, action);
    let (before, after) = (table.worth(), table.of(&text));
    let kept = kept(before, after);
    match kept {
        Some(true) => score.kept += 1,
        Some(false) => score.lost += 1,
        None => score.unknown += 1,
    }
    json!({
        "ply": ply,
        "move": text,
        "turn": system.turn(state).map(game::Player::index),
        "before": worth::value(before),
        "after": worth::value(after),
        "kept": kept,
        "best": if before.verdict().is_some() { table.best_moves() } else { Vec::new() },
    })
}

/// Whether a move keeps the value: whoever could win still can, and whoever could draw; `None` if that is not known.
fn kept(before: Worth, after: Worth) -> Option<bool> {
    let (best, worst) = (after.most().verdict, after.least().verdict);
    if worst >= before.most().verdict || worst == Verdict::Win {
        Some(true)
    } else if best < before.least().verdict {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_with_and_without_numbers() {
        for text in ["1. b2 a1 2. c3", "b2,a1;c3", "1.b2 a1 2.c3", "1. b2 1... a1\n2. c3"] {
            assert_eq!(moves_of(text), ["b2", "a1", "c3"], "{text}");
        }
        assert_eq!(moves_of("4 4 5"), ["4", "4", "5"]);
    }

    #[test]
    fn a_move_that_may_be_as_good_is_not_judged() {
        use game::Value;
        let [win, draw, loss] = [Value::win(1), Value::of(Verdict::Draw), Value::loss(2)];
        let of = Worth::between;
        assert_eq!(kept(of(win, win), of(draw, draw)), Some(false));
        assert_eq!(kept(of(draw, draw), of(draw, win)), Some(true));
        assert_eq!(kept(of(draw, win), of(draw, draw)), None);
        assert_eq!(kept(of(loss, loss), of(loss, loss)), Some(true));
        assert_eq!(kept(of(loss, win), of(loss, win)), None);
    }
}
