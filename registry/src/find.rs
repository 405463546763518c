//! From what was typed to an entry and its parameters.

use game::{Mistake, shortened};

use crate::{About, Parameters};

/// Finds the entry that a text names, and reads its parameters. Returns the number of the entry among those given.
/// `program` is what the help tells people to type.
///
/// # Errors
/// If there is no such entry, or a parameter is missing or outside its range.
pub fn find(entries: &[&'static About], text: &str, program: &str) -> Result<(usize, Parameters), Mistake> {
    let text = text.trim();
    let name_end = text.find(':').unwrap_or(text.len());
    let name = text[..name_end].trim_end().to_lowercase();
    if let Some(found) = by_name(entries, text, &name, name_end) {
        return found;
    }
    match entries.iter().flat_map(|about| about.aliases).find(|alias| alias.name == name) {
        Some(alias) if name_end == text.len() => {
            let text = alias.means;
            let name_end = text.find(':').unwrap_or(text.len());
            // A short name stands for a game, never for another short name: that could go round in circles.
            let found = by_name(entries, text, &text[..name_end], name_end);
            found.unwrap_or_else(|| Err(unknown(entries, text, name_end, program)))
        }
        Some(alias) => Err(Mistake {
            text: text.to_string(),
            place: name_end..text.len(),
            problem: format!("`{name}` takes no parameters"),
            help: format!("it is short for {}; write that with other numbers", alias.means),
        }),
        None => Err(unknown(entries, text, name_end, program)),
    }
}

/// Reads the parameters of the entry of this name, if there is one.
fn by_name(
    entries: &[&'static About],
    text: &str,
    name: &str,
    name_end: usize,
) -> Option<Result<(usize, Parameters), Mistake>> {
    let number = entries.iter().position(|about| about.name == name)?;
    let about = entries[number];
    let given = if name_end == text.len() {
        Parameters::default_of(about)
    } else {
        Parameters::read(about, text, name_end + 1)
    };
    Some(given.map(|given| (number, given)))
}

fn unknown(entries: &[&'static About], text: &str, name_end: usize, program: &str) -> Mistake {
    let name = &text[..name_end];
    let aliases = entries.iter().flat_map(|about| about.aliases.iter().map(|alias| alias.name));
    let names = entries.iter().map(|about| about.name).chain(aliases.clone());
    let example = aliases.clone().chain(names.clone()).next().unwrap_or("none");
    let missing = format!("there is no game `{}`", shortened(name));
    let (problem, guess) = match nearest(name, names) {
        _ if name.is_empty() => ("no game is named".to_string(), format!("for example `{example}`")),
        None => (missing, format!("for example `{example}`")),
        Some(near) => (missing, format!("the nearest is `{near}`")),
    };
    let help = format!("{guess}; `{program} games` lists them all");
    Mistake { text: text.to_string(), place: 0..name_end, problem, help }
}

/// Returns the word most like the one that was typed.
pub(crate) fn nearest<'w>(typed: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let likeness = |word: &str| (strsim::jaro_winkler(&typed.to_lowercase(), word) * 1e6) as u64;
    words.max_by_key(|word| likeness(word))
}

/// Returns what is wrong with a list of entries, in words: two with one name, a name that cannot be typed, a default, an
/// example or a short name that does not parse or names another game.
#[must_use]
pub fn problems(entries: &[&'static About]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for about in entries {
        for name in std::iter::once(about.name).chain(about.aliases.iter().map(|alias| alias.name)) {
            if seen.contains(&name) {
                problems.push(format!("two entries have the name `{name}`"));
            }
            let typed = |c: char| !c.is_whitespace() && !c.is_uppercase() && c != ':' && c != ',';
            if name.is_empty() || !name.chars().all(typed) {
                problems.push(format!(
                    "`{name}` cannot be typed as a name: lower case, no space, colon or comma"
                ));
            }
            seen.push(name);
        }
        let aliases = about.aliases.iter().flat_map(|alias| [alias.means, alias.name]);
        for text in about.examples.iter().copied().chain([about.default]).chain(aliases) {
            match find(entries, text, about.name) {
                Err(mistake) => {
                    problems.push(format!("the entry of `{}` promises `{text}`: {mistake}", about.name));
                }
                Ok((number, _)) if entries[number].name != about.name => {
                    problems.push(format!("the entry of `{}` promises `{text}`, another game", about.name));
                }
                Ok(_) => {}
            }
        }
    }
    problems
}
