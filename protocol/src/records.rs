//! `read` and `write`: records of games, and lists of moves as other sites write them.

use arena::{Entry, MatchEnd, Reason, Record};
use catalogue::Opened;
use game::{Notation, System};
use serde_json::{Map, Value, json};

use crate::games::GAME_CHARACTERS;
use crate::position::{BOARD_CHARACTERS, MOST_MOVES, Played};
use crate::refusal::{Kind, Refusal};
use crate::service::{Read, Task};

/// The most characters of a record.
const RECORD_CHARACTERS: usize = 200_000;

/// Whether a text is a record, rather than a list of moves.
pub(crate) fn is_record(text: &str) -> bool {
    let begin = text.trim_start();
    begin.starts_with("morpion record") || begin.starts_with(['{', '['])
}

/// Answers `read`.
pub(crate) fn read(task: &Task<'_>) -> Result<Value, Refusal> {
    let body = &task.body;
    let (text, game) = (body.needed("text", RECORD_CHARACTERS)?, body.text("game", GAME_CHARACTERS)?);
    if is_record(text) {
        return read_record(task, text, game);
    }
    let game = game.ok_or_else(|| {
        Refusal::wrong("a list of moves does not say which game it is")
            .help("name the game, or paste a record")
    })?;
    read_moves(task.open(game)?, text)
}

/// Reads a record; of several, the first.
fn read_record(task: &Task<'_>, text: &str, game: Option<&str>) -> Result<Value, Refusal> {
    let mut records = Record::parse_all(text);
    let mut warnings = Vec::new();
    if records.len() > 1 {
        warnings.push(format!("there are {} games in it, and this is the first", records.len()));
        records.truncate(1);
    }
    let record = match records.pop() {
        None => return Err(Refusal::wrong("there is no record in it")),
        Some(Ok(record)) => record,
        Some(Err(damage)) => {
            warnings.push(format!("line {}: {}; {}", damage.line, damage.problem, damage.help));
            *damage.saved
        }
    };
    let name = Some(record.game.as_str()).filter(|name| !name.is_empty()).or(game);
    let Some(name) = name else {
        // Nothing was read, so the damage is all there is to tell.
        return Err(Refusal::wrong(warnings.join("; ")));
    };
    let texts: Vec<&str> = record.moves.iter().map(|entry| entry.text.as_str()).collect();
    let is_long = texts.len() > MOST_MOVES || name.chars().count() > GAME_CHARACTERS;
    if is_long || record.start.as_ref().is_some_and(|board| board.chars().count() > BOARD_CHARACTERS) {
        let error = format!("the record is too long; it may have {MOST_MOVES} moves");
        return Err(Refusal::new(Kind::TooLarge, error));
    }
    // A text that was sent is that of the game that was named with it.
    let opened = if Some(name) == game { task.open(name) } else { task.open_other(name) }?;
    let (played, illegal) = Played::as_far_as_legal(opened, record.start.as_deref(), &texts)?;
    warnings.extend(illegal.map(|refusal| format!("{}; the moves before it are here", refusal.error)));
    let headers: Map<String, Value> =
        record.headers.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    Ok(json!({
        "game": played.opened.to_string(),
        "moves": played.texts(),
        "board": record.start,
        "players": record.players,
        "headers": headers,
        "result": record.ending.map(|ending| ending.to_string()),
        "warning": Some(warnings.join("; ")).filter(|text| !text.is_empty()),
    }))
}

/// Reads a list of moves, with or without numbers, comments and a result.
fn read_moves(opened: Opened, text: &str) -> Result<Value, Refusal> {
    const CHARACTERS: usize = 20_000;
    if text.chars().nth(CHARACTERS).is_some() {
        let error = format!("a list of moves has at most {CHARACTERS} characters here");
        return Err(Refusal::new(Kind::TooLarge, error));
    }
    let system = opened.variant.system();
    let bare = without_numbers(text);
    let line = system.parse_line(text).or_else(|error| system.parse_line(&bare).map_err(|_| error));
    let (actions, states) = line.map_err(|error| {
        // What is wrong with the whole text is not wrong at a place of it.
        let place = error.place.clone();
        let refusal = Refusal::from(error);
        place.map_or_else(|| refusal.clone(), |place| refusal.clone().at(text, &place))
    })?;
    if actions.len() > MOST_MOVES {
        let error = format!("a game has at most {MOST_MOVES} moves here");
        return Err(Refusal::new(Kind::TooLarge, error));
    }
    let played = Played { opened, is_drawn: false, actions, states };
    Ok(json!({
        "game": played.opened.to_string(),
        "moves": played.texts(),
        "board": null,
        "players": ["", ""],
        "headers": {},
        "result": null,
        "warning": null,
    }))
}

/// A list of moves without numbers (`1.`, `12...`), comments in braces, and results such as `1-0`.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let bare = |word: &str| -> String {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = rest.len() < word.len() && rest.starts_with('.');
        if is_numbered { rest.trim_start_matches('.').to_string() } else { word.to_string() }
    };
    let is_result = |word: &String| ["1-0", "0-1", "1/2-1/2", "½-½", "*"].contains(&word.as_str());
    let words = plain.split([' ', '\t', '\r', '\n', ',', ';']).map(bare);
    words.filter(|word| !word.is_empty() && !is_result(word)).collect::<Vec<_>>().join(" ")
}

/// Answers `write`.
pub(crate) fn write(task: &Task<'_>) -> Result<Value, Refusal> {
    let played = Played::read(task)?;
    let players = task.body.texts("players", 2, 100)?;
    let players = match players[..] {
        [] => ["human", "human"],
        [first, second] => [first, second],
        _ => return Err(Refusal::malformed("`players` has one name; a game has two players")),
    };
    let system = played.system();
    let outcome = system.ending(played.state()).outcome();
    // One space wherever there is white space: two end a move in a record.
    let squeezed = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let entry = |text: String| Entry { text: squeezed(text), ..Entry::default() };
    let record = Record {
        game: played.opened.to_string(),
        players: players.map(str::to_string),
        start: played.is_drawn.then(|| system.board_text(&played.states[0])),
        moves: played.texts().into_iter().map(entry).collect(),
        ending: outcome.map(|outcome| MatchEnd { outcome: Some(outcome), reason: Reason::Rules }),
        ..Record::default()
    };
    Ok(json!({ "text": record.to_string(), "json": record.to_json() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_comments_and_results_are_left_out() {
        assert_eq!(without_numbers("1. a1 b2 {good; 1. c3} 2... c3 1-0"), "a1 b2 c3");
        assert_eq!(without_numbers("1.a1,b2;2.c1"), "a1 b2 c1");
        assert_eq!(without_numbers("4453"), "4453");
    }
}
