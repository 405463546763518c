//! `games` and `open`: what there is, and what a game is.

use catalogue::{Entry, Name};
use game::Observable;
use registry::{About, Accepts, Alias, Field};
use serde_json::{Value, json};

use crate::refusal::Refusal;
use crate::service::Task;

/// The most characters of the name of a game.
pub(crate) const GAME_CHARACTERS: usize = 200;

/// Answers `games`.
pub(crate) fn list(task: &Task<'_>) -> Result<Value, Refusal> {
    let games: Vec<Value> = task.catalogue().entries().iter().map(|entry| game(task, entry)).collect();
    Ok(json!({
        "program": task.catalogue().program(),
        "version": env!("CARGO_PKG_VERSION"),
        "home": task.home(),
        "games": games,
        "players": players(),
        "formulas": [
            { "id": "separate-win", "title": "a win is recorded in a step of its own" },
            { "id": "immediate-win", "title": "a win is recorded with the move that makes it" },
        ],
    }))
}

/// The players that the page offers.
fn players() -> Vec<Value> {
    let levels = arena::Level::all().map(|level| (format!("level:{level}"), format!("level {level}")));
    let all = [("perfect".to_string(), "perfect".to_string())].into_iter().chain(levels);
    let all = all.chain([("random".to_string(), "random".to_string())]);
    all.map(|(id, title)| json!({ "id": id, "title": title })).collect()
}

fn game(task: &Task<'_>, entry: &Entry) -> Value {
    let About { name, title, syntax, parameters, rules, moves, default, examples, aliases, .. } =
        *entry.about;
    let aliases: Vec<Value> = aliases
        .iter()
        .map(|Alias { name, means, title }| json!({ "name": name, "means": means, "title": title }))
        .collect();
    // No files are read here.
    let fields = entry.about.fields.iter().filter(|field| field.accepts != Accepts::File);
    let fields: Vec<Value> = fields.map(field).collect();
    // An example that cannot be opened is a problem of the catalogue, which reports it by itself.
    let is_game = task.open_other(entry.about.example()).is_ok_and(|opened| opened.variant.is_game());
    json!({
        "name": name, "title": title, "syntax": syntax, "parameters": parameters, "rules": rules,
        "moves": moves, "default": default, "examples": examples, "aliases": aliases, "fields": fields,
        "is_game": is_game, "suffix": entry.about.suffix,
    })
}

fn field(field: &Field) -> Value {
    let Field { name, meaning, default, most, limit, .. } = field;
    let mut object =
        json!({ "name": name, "meaning": meaning, "default": default, "many": most, "limit": limit });
    match &field.accepts {
        Accepts::Number(range) => {
            object["kind"] = json!("number");
            object["least"] = json!(range.start());
            object["most"] = json!(range.end());
        }
        Accepts::Word(words) => {
            object["kind"] = json!("word");
            object["words"] = json!(words);
        }
        Accepts::Text | Accepts::File => object["kind"] = json!("text"),
    }
    object
}

/// Answers `open`.
pub(crate) fn open(task: &Task<'_>) -> Result<Value, Refusal> {
    let body = &task.body;
    let values = body.texts("values", 400, 100)?;
    let text = match body.text("name", GAME_CHARACTERS)? {
        Some(_) if body.has("game") => {
            return Err(Refusal::malformed("`game` and `name` are both given").help("give one of them"));
        }
        Some(name) => {
            // Values that are left out at the end are those of the defaults.
            let kept = values.iter().rposition(|value| !value.trim().is_empty()).map_or(0, |last| last + 1);
            match kept {
                0 => name.to_string(),
                kept => format!("{name}:{}", values[..kept].join(",")),
            }
        }
        None if !values.is_empty() => {
            return Err(Refusal::malformed("`values` are those of a `name`").help("a `game` has its own"));
        }
        None => body.needed("game", GAME_CHARACTERS)?.to_string(),
    };
    let opened = task.open(&text)?;
    let (variant, about) = (&opened.variant, opened.about());
    let facts = variant.facts();
    let names: Vec<Value> =
        facts.names.iter().map(|Name { name, what }| json!({ "name": name, "what": what })).collect();
    let vocabulary = variant.system().vocabulary();
    let completions: Vec<String> = vocabulary.names().iter().flat_map(completions).collect();
    Ok(json!({
        "game": opened.to_string(),
        "name": about.name,
        "title": about.title,
        "rules": about.rules,
        "moves": about.moves,
        "is_game": variant.is_game(),
        "symbolic": variant.is_symbolic(),
        "symmetries": facts.symmetries,
        "index": facts.index_size.map(|size| size.to_string()),
        "observables": names,
        "completions": completions,
    }))
}

/// What may be typed for a name: itself, an example of its short form, and the words that it may be.
fn completions<C>(name: &Observable<'_, C>) -> Vec<String> {
    let words = match name.kind() {
        game::Kind::Word(words) => words,
        game::Kind::Number | game::Kind::Truth => &[],
    };
    let signature = std::iter::once(name.signature()).chain(name.shorthand().map(str::to_string));
    signature.chain(words.iter().map(|word| format!("{} = {word}", name.name()))).collect()
}
