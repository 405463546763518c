//! From what was typed to an entry and its parameters.

use std::collections::BTreeSet;

use game::{SyntaxError, shortened};

use crate::fields::field_problems;
use crate::file::split;
use crate::{About, Parameters};

/// Finds the entry that a text names, and reads its parameters. Returns the number of the entry among those given.
/// `program` is what the help tells people to type.
///
/// # Errors
/// If there is no such entry, or a parameter is missing or outside its range.
pub fn find(
    entries: &[&'static About],
    text: &str,
    program: &str,
) -> Result<(usize, Parameters), SyntaxError> {
    let text = text.trim();
    // Without a colon, all of it is the name.
    let name_end = text.find(':').unwrap_or(text.len());
    let name = joined(&text[..name_end]);
    if let Some(found) = by_name(entries, text, &name, name_end).or_else(|| by_path(entries, text)) {
        return found;
    }
    match entries.iter().flat_map(|about| about.aliases).find(|alias| joined(alias.name) == name) {
        Some(alias) if name_end == text.len() => {
            let text = alias.means;
            // Without a colon, all of it is the name.
            let name_end = text.find(':').unwrap_or(text.len());
            // A short name stands for a game, never for another short name: that could go round in circles.
            let found = by_name(entries, text, &joined(&text[..name_end]), name_end);
            found.unwrap_or_else(|| Err(unknown(entries, text, name_end, program)))
        }
        Some(alias) => Err(SyntaxError::new(
            text,
            name_end..text.len(),
            format!("`{}` takes no parameters", alias.name),
            format!("it is short for {}; write that with other numbers", alias.means),
        )),
        None => Err(unknown(entries, text, name_end, program)),
    }
}

/// A name without regard to case and to how its words are joined: `tictactoe` is `Tic-Tac-Toe`.
fn joined(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-', '_'], "")
}

/// Reads the parameters of the entry of this name, as [`joined`] gives it, if there is one.
fn by_name(
    entries: &[&'static About],
    text: &str,
    name: &str,
    name_end: usize,
) -> Option<Result<(usize, Parameters), SyntaxError>> {
    let number = entries.iter().position(|about| joined(about.name) == name)?;
    let about = entries[number];
    let given = if name_end == text.len() {
        Parameters::default_of(about)
    } else {
        Parameters::read(about, text, name_end + 1)
    };
    Some(given.map(|given| (number, given)))
}

/// Reads the path of a file that belongs to an entry by its ending, if there is one.
fn by_path(entries: &[&'static About], text: &str) -> Option<Result<(usize, Parameters), SyntaxError>> {
    let (path, _) = split(text);
    let ends = |about: &&About| about.suffix.is_some_and(|suffix| path.ends_with(suffix));
    let number = entries.iter().position(ends)?;
    let about = entries[number];
    let given = Parameters::read(about, &format!("{}:{text}", about.name), about.name.len() + 1);
    Some(given.map(|given| (number, given)))
}

fn unknown(entries: &[&'static About], text: &str, name_end: usize, program: &str) -> SyntaxError {
    let name = &text[..name_end];
    let aliases = entries.iter().flat_map(|about| about.aliases.iter().map(|alias| alias.name));
    let names = entries.iter().map(|about| about.name).chain(aliases.clone());
    let problem = match name {
        "" => "no game is named".to_string(),
        name => format!("there is no game `{}`", shortened(name)),
    };
    let example = aliases.clone().chain(names.clone()).next();
    let help = match (nearest(name, names), example) {
        (Some(near), _) => format!("the nearest is `{near}`; `{program} games` lists them all"),
        (None, Some(example)) => format!("for example `{example}`; `{program} games` lists them all"),
        (None, None) => format!("`{program}` has no games"),
    };
    SyntaxError::new(text, 0..name_end, problem, help)
}

/// Returns the word most like the one that was typed, the first of several, if it is near enough to have been meant:
/// with at most two letters of five to be changed.
pub(crate) fn nearest<'w>(typed: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    const NEAR: f64 = 0.6;
    let typed = joined(typed);
    let length = typed.chars().count();
    let likeness = |word: &'w str| {
        let letters = joined(word);
        let other = letters.chars().count();
        // A missing letter is a change. So a text more than twice as long as the other is far, however long it is.
        let is_far = 2 * length.min(other) < length.max(other);
        (if is_far { 0.0 } else { strsim::normalized_damerau_levenshtein(&typed, &letters) }, word)
    };
    let near = words.map(likeness).filter(|(likeness, _)| *likeness >= NEAR);
    near.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, word)| word)
}

/// Returns what is wrong with a list of entries, in words: two with one name, a name that cannot be typed, parameters
/// that contradict themselves, a default, an example or a short name that does not parse or names another game.
#[must_use]
pub fn problems(entries: &[&'static About]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for about in entries {
        for name in std::iter::once(about.name).chain(about.aliases.iter().map(|alias| alias.name)) {
            if seen.contains(&joined(name)) {
                problems.push(format!("two entries have the name `{name}`"));
            }
            if !can_be_typed(name) {
                problems.push(format!(
                    "`{name}` cannot be typed as a name: lower case, no space, colon or comma"
                ));
            }
            seen.push(joined(name));
        }
        problems.extend(field_problems(about));
        problems.extend(broken_promises(entries, about));
    }
    problems
}

fn can_be_typed(name: &str) -> bool {
    let typed = |c: char| !c.is_whitespace() && !c.is_uppercase() && c != ':' && c != ',';
    !joined(name).is_empty() && name.chars().all(typed)
}

/// What is wrong with the texts that an entry says are games of it. A name that cannot be typed is a problem by itself,
/// not once more for each text.
fn broken_promises(entries: &[&'static About], about: &About) -> Vec<String> {
    let aliases = about.aliases.iter().flat_map(|alias| [alias.means, alias.name]);
    let texts: BTreeSet<&str> =
        about.examples.iter().copied().chain([about.default]).chain(aliases).collect();
    let is_named = |text: &&str| can_be_typed(text.split(':').next().expect("a split has a first part"));
    let problem = |text: &str| match find(entries, text, about.name) {
        Err(mistake) => Some(format!("the entry of `{}` promises `{text}`: {mistake}", about.name)),
        Ok((number, _)) if entries[number].name != about.name => {
            Some(format!("the entry of `{}` promises `{text}`, another game", about.name))
        }
        Ok((_, given)) => {
            let printed = given.to_string();
            let again = find(entries, &printed, about.name).map(|(_, again)| again);
            (again != Ok(given)).then(|| {
                format!(
                    "the entry of `{}` prints `{text}` as `{printed}`, which is something else",
                    about.name
                )
            })
        }
    };
    texts.into_iter().filter(is_named).filter_map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_near_is_suggested() {
        let near = |typed| nearest(typed, ["cube", "connect4", "tic-tac-toe", "hanoi", "nim"].into_iter());
        assert_eq!(near("chess"), None);
        assert_eq!(near("brekthrough"), None);
        assert_eq!(near("cueb"), Some("cube"));
        assert_eq!(near("conect 4"), Some("connect4"));
        assert_eq!(near("TicTacTo"), Some("tic-tac-toe"));
        assert_eq!(near("nom"), Some("nim"));
    }
}
