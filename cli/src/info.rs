//! `morpion info`: one game, explained.

use catalogue::Catalogue;
use catalogue::numbers::thousands;
use serde_json::json;

use crate::answer::{Answer, Failure, object, with};
use crate::args::InfoArgs;
use crate::draw::{Sheet, indented, wrapped};

pub fn answer(args: &InfoArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open(&args.game)?;
    let (facts, about) = (opened.variant.facts(), opened.about());
    let mut sheet = Sheet::default();
    sheet.row("syntax", about.syntax);
    sheet.row("parameters", wrapped(about.parameters));
    sheet.row("default", about.default);
    sheet.row("examples", about.examples.join("  "));
    sheet.row("moves", wrapped(about.moves));
    sheet.row("players", if facts.is_game { "two" } else { "none: a system of states and actions" });
    for (word, meaning) in &facts.details {
        sheet.row(*word, wrapped(meaning));
    }
    sheet.row(
        "symmetries",
        match facts.symmetries {
            1 => "only the identity".to_string(),
            n => format!("{}: positions that differ by one of them are examined once", thousands(n)),
        },
    );
    sheet.row(
        "index",
        match facts.index_size {
            Some(size) => format!("{} positions numbered without gaps", thousands(size)),
            None => "none: visited positions are kept in hash tables".to_string(),
        },
    );
    // Not every game has some.
    sheet.row("knowledge", facts.knowledge.unwrap_or("none: every unfinished position looks even"));
    sheet.row("state", format!("{} bytes", facts.state_bytes));
    sheet.row("first moves", format!("{}: {}", thousands(facts.first_moves), facts.some_moves));
    let mut names = Sheet::default();
    for name in &facts.names {
        names.row(&name.name, wrapped(&name.what));
    }
    let text = format!(
        "{opened}: {}\n\n{}\n{}\nWhat `check` may ask:\n{}\nStart:\n{}",
        about.title,
        indented(&wrapped(about.rules)),
        sheet.text(),
        indented(&names.text()),
        indented(&facts.start),
    );
    let more = json!({
        "name": about.name, "title": about.title, "syntax": about.syntax, "parameters": about.parameters,
        "default": about.default, "examples": about.examples, "rules": about.rules, "moves": about.moves,
    });
    let more = more.as_object().expect("it is written as an object").clone();
    Ok(Answer::complete(text, with(object(&opened, None, &facts), more)))
}
