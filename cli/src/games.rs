//! `morpion games`: what there is.

use catalogue::Catalogue;
use registry::{About, Alias};
use serde_json::json;

use crate::answer::Answer;

pub fn answer(games: &Catalogue) -> Answer {
    let abouts: Vec<&About> = games.entries().iter().map(|entry| entry.about).collect();
    let aliases: Vec<&Alias> = abouts.iter().flat_map(|about| about.aliases).collect();
    let mut text = String::from("Games and systems, with the parameters they take:\n");
    let width = abouts.iter().map(|about| about.syntax.chars().count()).max().unwrap_or(0);
    for about in &abouts {
        text += &format!("  {:<width$}  {}\n", about.syntax, about.title);
    }
    if !aliases.is_empty() {
        text += "\nShort names:\n";
    }
    let width = aliases.iter().map(|alias| alias.name.len()).max().unwrap_or(0);
    let means = aliases.iter().map(|alias| alias.means.len()).max().unwrap_or(0);
    for alias in &aliases {
        text += &format!("  {:<width$}  {:<means$}  {}\n", alias.name, alias.means, alias.title);
    }
    text += &format!("\n{} info GAME explains one.\n", games.program());
    let games: Vec<_> = abouts
        .iter()
        .map(|e| json!({"name": e.name, "title": e.title, "syntax": e.syntax, "default": e.default, "examples": e.examples}))
        .collect();
    let aliases: Vec<_> =
        aliases.iter().map(|a| json!({"name": a.name, "means": a.means, "title": a.title})).collect();
    Answer::complete(text, json!({"games": games, "aliases": aliases}))
}
