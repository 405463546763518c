//! `morpion laws`: whether a game obeys the laws that every engine relies on.

use catalogue::Catalogue;
use catalogue::numbers::counted;
use serde_json::json;

use crate::answer::{Answer, Failure};
use crate::args::LawsArgs;
use crate::draw::indented;

pub fn answer(args: &LawsArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open(&args.game)?;
    let found = opened.variant.laws(args.games, args.seed);
    let text = match &found {
        Ok(checked) => {
            let (games, all) = (counted(args.games, "random game", "random games"), checked.join(", "));
            format!("{opened}: no law is broken in {games}\nchecked: {all}\n")
        }
        Err(broken) => format!("{opened}: a law is broken\n\n{}", indented(&broken.to_string())),
    };
    let (checked, broken) = match found {
        Ok(checked) => (Some(checked), None),
        Err(broken) => (None, Some(broken)),
    };
    let found = broken.as_ref().map(|broken| {
        json!({"law": broken.law, "found": broken.found, "path": broken.path, "state": broken.state})
    });
    let json = json!({
        "game": opened.to_string(), "games": args.games.to_string(), "seed": args.seed.to_string(),
        "holds": broken.is_none(), "broken": found, "checked": checked,
    });
    Ok(Answer { text, json, complete: broken.is_none() })
}
