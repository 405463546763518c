//! `morpion games`: what there is.

use games::registry::{ALIASES, ENTRIES};
use serde_json::json;

use super::answer::Answer;

pub fn answer() -> Answer {
    let mut text = String::from("Games and systems, with the parameters they take:\n");
    let width = ENTRIES.iter().map(|entry| entry.syntax.chars().count()).max().unwrap_or(0);
    for entry in ENTRIES {
        text += &format!("  {:<width$}  {}\n", entry.syntax, entry.title);
    }
    text += "\nShort names:\n";
    let width = ALIASES.iter().map(|alias| alias.name.len()).max().unwrap_or(0);
    let means = ALIASES.iter().map(|alias| alias.means.len()).max().unwrap_or(0);
    for alias in ALIASES {
        text += &format!("  {:<width$}  {:<means$}  {}\n", alias.name, alias.means, alias.title);
    }
    text += "\nmorpion info GAME explains one.\n";
    let games: Vec<_> = ENTRIES
        .iter()
        .map(|e| json!({"name": e.name, "title": e.title, "syntax": e.syntax, "default": e.default, "examples": e.examples}))
        .collect();
    let aliases: Vec<_> =
        ALIASES.iter().map(|a| json!({"name": a.name, "means": a.means, "title": a.title})).collect();
    Answer::complete(text, json!({"games": games, "aliases": aliases}))
}
