//! `morpion info`: one game, explained.

use explore::Vocabulary;
use game::{Indexed, Observable, Playable};
use games::registry::{Catalogued, Spec, Visitor};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::InfoArgs;
use super::draw::{Sheet, indented, wrapped};
use super::units::thousands;

pub fn answer(args: &InfoArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let facts = spec.visit(Gather);
    let entry = spec.entry();
    let mut sheet = Sheet::default();
    sheet.row("syntax", entry.syntax);
    sheet.row("parameters", wrapped(entry.parameters));
    sheet.row("default", entry.default);
    sheet.row("examples", entry.examples.join("  "));
    sheet.row("moves", wrapped(entry.moves));
    sheet.row("players", if facts.is_game { "two" } else { "none: a system of states and actions" });
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
    sheet.row("knowledge", facts.knowledge.unwrap_or("none: every unfinished position looks even"));
    sheet.row("state", format!("{} bytes", facts.state_bytes));
    sheet.row("first moves", format!("{}: {}", thousands(facts.moves), facts.some_moves));
    let mut names = Sheet::default();
    for [name, what] in &facts.names {
        names.row(name.clone(), wrapped(what));
    }
    let text = format!(
        "{spec}: {}\n\n{}\n{}\nWhat `check` may ask:\n{}\nStart:\n{}",
        entry.title,
        indented(&wrapped(entry.rules)),
        sheet.text(),
        indented(&names.text()),
        indented(&facts.start),
    );
    let json = json!({
        "game": spec.to_string(), "name": entry.name, "title": entry.title, "syntax": entry.syntax,
        "parameters": entry.parameters, "default": entry.default, "examples": entry.examples, "rules": entry.rules,
        "moves": entry.moves, "is_game": facts.is_game, "symmetries": facts.symmetries.to_string(),
        "index_size": facts.index_size.map(|n| n.to_string()), "knowledge": facts.knowledge, "state_bytes": facts.state_bytes,
        "names": facts.names.iter().map(|[name, what]| json!({"name": name, "what": what})).collect::<Vec<_>>(),
        "first_moves": facts.moves.to_string(), "start": facts.start,
    });
    Ok(Answer::complete(text, json))
}

/// What only the game itself can tell.
struct Facts {
    is_game: bool,
    symmetries: usize,
    index_size: Option<u64>,
    knowledge: Option<&'static str>,
    state_bytes: usize,
    moves: usize,
    some_moves: String,
    start: String,
    /// What may be asked of a position: how it is written, and what it is.
    names: Vec<[String; 2]>,
}

fn names<C>(vocabulary: &Vocabulary<'_, C>) -> Vec<[String; 2]> {
    let explained = |name: &Observable<'_, C>| {
        let short = name.shorthand().map(|short| format!(" or {short}")).unwrap_or_default();
        [name.signature() + &short, format!("{}: {}", name.help(), name.kind())]
    };
    vocabulary.names().iter().map(explained).collect()
}

struct Gather;

impl Visitor for Gather {
    type Output = Facts;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Facts {
        let names = names(&Vocabulary::of_game(game).and(game.observables()));
        Facts { is_game: true, names, ..self.system(game) }
    }

    fn system<S: Catalogued>(self, system: &S) -> Facts {
        let mut start = Vec::new();
        let (mut moves, mut some) = (0, Vec::new());
        for state in system.starts() {
            start.push(system.board_text(&state));
            for (action, _) in system.steps(&state) {
                moves += 1;
                if some.len() < 9 {
                    some.push(system.action_text(&state, action));
                }
            }
        }
        if moves > some.len() {
            some.push("…".to_string());
        }
        Facts {
            is_game: false,
            symmetries: system.symmetries(),
            index_size: system.as_indexed().and_then(Indexed::size),
            knowledge: system.knowledge(),
            state_bytes: size_of::<S::Configuration>(),
            moves,
            some_moves: some.join(" "),
            start: start.join("\n\n"),
            names: names(&Vocabulary::of_system(system).and(system.observables())),
        }
    }
}
