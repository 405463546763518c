//! What can be wrong with the parameters of an entry.

use crate::parameters::plain;
use crate::{About, Accepts, Field, Parameters};

/// Returns what is wrong with the parameters that an entry declares, in words.
pub(crate) fn field_problems(about: &'static About) -> Vec<String> {
    let own = about.fields.iter().flat_map(|field| alone(about, field));
    let placed = about.fields.iter().enumerate().filter_map(|(at, field)| {
        let (before, after) = (&about.fields[..at], &about.fields[at + 1..]);
        misplaced(field, before, after).map(|problem| (field, problem))
    });
    let all = own.chain(placed);
    all.map(|(field, problem)| format!("the entry of `{}`, parameter {}: {problem}", about.name, field.name))
        .collect()
}

/// What is wrong with one parameter by itself.
fn alone<'f>(about: &'static About, field: &'f Field) -> Vec<(&'f Field, String)> {
    let mut problems = Vec::new();
    match &field.accepts {
        Accepts::Number(range) if range.is_empty() => {
            problems.push(format!("no number is from {} to {}", range.start(), range.end()));
        }
        Accepts::Word(words) => {
            let odd = words
                .iter()
                .filter(|word| plain(word) != **word || word.is_empty() || word.contains([',', ':']));
            problems.extend(
                odd.map(|word| format!("the word `{word}` cannot be typed: lower case, no comma or colon")),
            );
        }
        Accepts::Number(_) | Accepts::Text | Accepts::File => {}
    }
    if field.most == 0 {
        problems.push("it may be given 0 times".to_string());
    }
    // The empty default stands for nothing at all.
    if let Some(default) = field.default.filter(|default| !default.is_empty())
        && let Err(mistake) = Parameters::check_value(about, field, default)
    {
        problems.push(format!("its default is not accepted: {mistake}"));
    }
    problems.into_iter().map(|problem| (field, problem)).collect()
}

/// What is wrong with a parameter at its place.
fn misplaced(field: &Field, before: &[Field], after: &[Field]) -> Option<String> {
    if before.iter().any(|other| other.name == field.name) {
        return Some("another has the same name".to_string());
    }
    if field.default.is_none() && before.iter().any(|other| other.default.is_some()) {
        return Some("it must be given, and stands behind one that may be left out".to_string());
    }
    if field.accepts == Accepts::File && !(after.is_empty() && field.most == 1) {
        return Some("it is a file, so it is given once, and nothing may follow it".to_string());
    }
    let follows = |rest: &[Field]| matches!(rest, [] | [Field { accepts: Accepts::Word(_), most: 1, .. }]);
    (field.most > 1 && !follows(after))
        .then(|| "it may be given several times, so nothing but one word may follow it".to_string())
}
