//! The command line that does the same as a request, without the limits of a browser.

use catalogue::Catalogue;
use protocol::quoted;
use serde_json::Value;

/// Returns the command line; none for what is light, and for what begins at a drawing, which would have to be in a file.
pub(crate) fn command(games: &Catalogue, name: &str, body: &Value) -> Option<String> {
    if body.get("board").is_some_and(|board| !board.is_null()) {
        return None;
    }
    let text = |field: &str| body[field].as_str().map(quoted);
    let mut line = Line(games.program().to_string());
    let opened = |name: &str| match body["source"].as_str() {
        Some(source) => games.open_source(name, source),
        None => games.open(name),
    };
    let is_game = |name: &str| opened(name).is_ok_and(|opened| opened.variant.is_game());
    match name {
        "values" | "history" | "move" => {
            let command = if is_game(body["game"].as_str()?) { "analyze" } else { "solve" };
            line.add([command, &text("game")?]);
        }
        "around" => line.add(["explore", &text("game")?]),
        "count" => {
            line.add(["count", &text("game")?]);
            line.option("--by", text("by"));
            line.flag("--symmetry", &body["symmetry"]);
        }
        "check" => {
            line.add(["check", &text("game")?]);
            line.claims(&body["claims"]);
            line.option("--depth", body["depth"].as_u64().map(|depth| depth.to_string()));
        }
        "diagram" => {
            line.add(["reach", &text("subject")?]);
            line.option("--formula", text("formula"));
            line.option("--svg", Some("diagram.svg".to_string()));
            return Some(line.0);
        }
        _ => return None,
    }
    line.option("--moves", moves(&body["moves"]));
    Some(line.0)
}

/// A command line in the making.
struct Line(String);

impl Line {
    fn add<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        words.into_iter().for_each(|word| self.0 += &format!(" {word}"));
    }

    fn option(&mut self, name: &str, value: Option<String>) {
        if let Some(value) = value {
            self.add([name, &value]);
        }
    }

    fn flag(&mut self, name: &str, value: &Value) {
        if value.as_bool() == Some(true) {
            self.add([name]);
        }
    }

    /// Adds claims of all kinds, each after the option of its kind.
    fn claims(&mut self, claims: &Value) {
        let texts = |kind: &str| -> Vec<String> {
            let list = claims[kind].as_array().map_or(&[][..], Vec::as_slice);
            list.iter().filter_map(Value::as_str).map(quoted).collect()
        };
        for kind in ["find", "path", "always", "eventually", "force"] {
            texts(kind).into_iter().for_each(|claim| self.option(&format!("--{kind}"), Some(claim)));
        }
        for (kind, option) in [("leads_to", "--leads-to"), ("until", "--until")] {
            texts(kind).chunks(2).for_each(|pair| self.option(option, Some(pair.join(" "))));
        }
        self.flag("--no-deadlock", &claims["no_deadlock"]);
    }
}

fn moves(moves: &Value) -> Option<String> {
    let texts: Vec<&str> = moves.as_array()?.iter().filter_map(Value::as_str).collect();
    (!texts.is_empty()).then(|| quoted(&texts.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn heavy_requests_have_a_command() {
        let games = builtin::catalogue("morpion");
        let of = |name: &str, body: Value| command(&games, name, &body);
        let values = json!({ "game": "connect:7,6,4", "moves": ["4", "4"] });
        assert_eq!(of("values", values).as_deref(), Some("morpion analyze connect:7,6,4 --moves 4,4"));
        let puzzle = json!({ "game": "hanoi:3,3" });
        assert_eq!(of("values", puzzle).as_deref(), Some("morpion solve hanoi:3,3"));
        let count = json!({ "game": "connect4", "by": "symbolic", "symmetry": true });
        assert_eq!(of("count", count).as_deref(), Some("morpion count connect4 --by symbolic --symmetry"));
        let diagram = json!({ "subject": "3", "formula": "separate-win" });
        let drawn = "morpion reach 3 --formula separate-win --svg diagram.svg";
        assert_eq!(of("diagram", diagram).as_deref(), Some(drawn));
        assert_eq!(of("position", json!({ "game": "ttt" })), None);
        assert_eq!(of("values", json!({ "game": "ttt", "board": "…" })), None);
        assert_eq!(of("values", json!({})), None);
    }

    #[test]
    fn claims_are_quoted_for_a_shell() {
        let claims = json!({
            "always": ["winner = x"], "force": ["x:winner = x"], "leads_to": ["a", "it's"], "no_deadlock": true
        });
        let body = json!({ "game": "ttt", "claims": claims, "depth": 5 });
        let line = "morpion check ttt --always 'winner = x' --force 'x:winner = x' --leads-to a 'it'\\''s' \
                    --no-deadlock --depth 5";
        assert_eq!(command(&builtin::catalogue("morpion"), "check", &body).as_deref(), Some(line));
    }
}
