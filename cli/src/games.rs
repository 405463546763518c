//! `morpion games`: the list of games.

use catalogue::Catalogue;
use registry::{About, Alias};
use serde_json::json;

use crate::answer::Answer;
use crate::draw::widest;

pub fn answer(games: &Catalogue) -> Answer {
    let abouts: Vec<&About> = games.entries().iter().map(|entry| entry.about).collect();
    let aliases: Vec<&Alias> = abouts.iter().flat_map(|about| about.aliases).collect();
    let groups: Vec<&[Alias]> =
        abouts.iter().flat_map(|about| about.aliases.chunk_by(|one, next| one.means == next.means)).collect();
    let mut text = String::from("Games and systems, with the parameters they take:\n");
    let width = widest(abouts.iter().map(|about| about.syntax));
    for about in &abouts {
        text += &format!("  {:<width$}  {}\n", about.syntax, about.title);
    }
    if !aliases.is_empty() {
        text += "\nShort names:\n";
    }
    let width = widest(groups.iter().map(|group| group[0].name));
    let means = widest(aliases.iter().map(|alias| alias.means));
    for group in &groups {
        let is_title = |alias: &&Alias| alias.name == alias.title.to_lowercase().replace(' ', "-");
        let others: Vec<&str> =
            group[1..].iter().filter(|alias| !is_title(alias)).map(|alias| alias.name).collect();
        let also = if others.is_empty() { String::new() } else { format!("; also {}", others.join(", ")) };
        let Alias { name, means: game, title } = group[0];
        text += &format!("  {name:<width$}  {game:<means$}  {title}{also}\n");
    }
    text += &format!("\n{} info GAME explains one.\n", games.program());
    let games: Vec<_> = abouts
        .iter()
        .map(|e| {
            let registry::About { name, title, syntax, default, examples, .. } = e;
            json!({"name": name, "title": title, "syntax": syntax, "default": default, "examples": examples})
        })
        .collect();
    let aliases: Vec<_> =
        aliases.iter().map(|a| json!({"name": a.name, "means": a.means, "title": a.title})).collect();
    Answer::complete(text, json!({"games": games, "aliases": aliases}))
}
