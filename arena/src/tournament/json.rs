//! Results as JSON, to be kept and taken up again.

use serde_json::{Value, json};

use super::{GameResult, Results};
use crate::record::{ending_from_json, ending_json};

const TITLE: &str = "morpion tournament 2";

impl Results {
    /// Returns the results as one JSON object: what is needed to continue, and the standings for readers.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let games = self.games.iter().map(|(number, game)| {
            json!({
                "game": number,
                "players": game.players,
                "opening": game.opening,
                "moves": format!("{:016x}", game.moves),
                "result": ending_json(&game.ending),
                "plies": game.plies,
            })
        });
        let standings = self.standings().into_iter().map(|standing| {
            // An infinite difference is no number in JSON: null.
            let elo = standing.elo.filter(|elo| elo.difference.is_finite());
            json!({
                "name": standing.name,
                "games": standing.score.games().to_string(),
                "wins": standing.score.wins.to_string(),
                "draws": standing.score.draws.to_string(),
                "losses": standing.score.losses.to_string(),
                "elo": elo.map(|elo| elo.difference),
                "elo_error": elo.map(|elo| elo.error()).filter(|error| error.is_finite()),
            })
        });
        json!({
            "format": TITLE,
            "plan": self.plan,
            "names": self.names,
            "standings": standings.collect::<Vec<_>>(),
            "games": games.collect::<Vec<_>>(),
        })
    }

    /// Reads what [`to_json`](Results::to_json) wrote.
    ///
    /// # Errors
    /// If something is missing or of the wrong kind: with its place, such as `games[3]`.
    pub fn from_json(value: &Value) -> Result<Results, String> {
        let text = |name: &str| {
            value.get(name).and_then(Value::as_str).ok_or_else(|| format!("`{name}` is not a text"))
        };
        let list = |name: &str| {
            value.get(name).and_then(Value::as_array).ok_or_else(|| format!("`{name}` is not a list"))
        };
        if text("format")? != TITLE {
            return Err(format!("`format` must be \"{TITLE}\""));
        }
        let name =
            |value: &Value| Ok::<_, String>(value.as_str().ok_or("`names` holds no texts")?.to_string());
        let names = list("names")?.iter().map(name).collect::<Result<Vec<_>, _>>()?;
        let games = list("games")?.iter().enumerate().map(|(place, value)| {
            let (number, game) = game(value).map_err(|problem| format!("`games[{place}]`: {problem}"))?;
            match game.players.iter().all(|&player| player < names.len()) {
                true => Ok((number, game)),
                false => Err(format!("`games[{place}]`: there are only {} players", names.len())),
            }
        });
        let games = games.collect::<Result<_, String>>()?;
        Ok(Results { plan: text("plan")?.to_string(), names, games })
    }
}

fn game(value: &Value) -> Result<(usize, GameResult), String> {
    let number = |value: Option<&Value>, name: &str| {
        let number = value.and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| format!("`{name}` is not a number"))
    };
    let players = value.get("players");
    let player = |place: usize| number(players.and_then(|players| players.get(place)), "players");
    let moves = value.get("moves").and_then(Value::as_str);
    let moves = moves.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let ending = ending_from_json(value.get("result").ok_or("`result` is missing")?)?;
    let game = GameResult {
        players: [player(0)?, player(1)?],
        opening: number(value.get("opening"), "opening")?,
        moves: moves.ok_or("`moves` is not a fingerprint of an opening")?,
        ending,
        plies: number(value.get("plies"), "plies")?,
    };
    Ok((number(value.get("game"), "game")?, game))
}
