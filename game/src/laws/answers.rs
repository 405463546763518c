//! What may be asked of a position has an answer of the kind that was promised.

use super::{Verdict, Visit};
use crate::{Kind, Observable, Parameter, Random, System};

/// Words that mean something else where names are written.
const RESERVED: [&str; 6] = ["and", "or", "not", "implies", "true", "false"];

pub(super) fn answers<S: System>(
    all: &[Observable<'_, S::Configuration>],
    visit: &Visit<'_, S>,
    random: &mut Random,
) -> Verdict {
    for (number, observable) in all.iter().enumerate() {
        let name = observable.name();
        let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        let known = all[..number].iter().any(|other| other.name() == name) || RESERVED.contains(&name);
        if known || !plain {
            return Err(("names are plain words, each for one thing", format!("`{name}`")));
        }
        let arguments: Vec<i64> = observable.parameters().iter().map(|p| argument(p, random)).collect();
        has_its_kind(observable, visit.state, &arguments)?;
        if let Some(example) = observable.shorthand() {
            match observable.arguments_of(example) {
                Some(arguments) if fits(observable, &arguments) => {
                    has_its_kind(observable, visit.state, &arguments)?;
                }
                other => {
                    return Err(("the example of a shorthand is one", format!("`{example}`: {other:?}")));
                }
            }
        }
    }
    Ok(())
}

/// Something that may be said for a parameter.
fn argument(parameter: &Parameter, random: &mut Random) -> i64 {
    match parameter {
        Parameter::Number(_, range) => {
            let count = range.end().abs_diff(*range.start()).saturating_add(1);
            let step = random.next() % count;
            range.start().saturating_add_unsigned(step)
        }
        Parameter::Word(_, words) => (random.next() % words.len().max(1) as u64) as i64,
    }
}

/// Whether there is an argument for every parameter, each of those that may be said.
fn fits<C>(observable: &Observable<'_, C>, arguments: &[i64]) -> bool {
    let parameters = observable.parameters();
    let fit = parameters.iter().zip(arguments).all(|(parameter, argument)| match parameter {
        Parameter::Number(_, range) => range.contains(argument),
        Parameter::Word(_, words) => (0..words.len() as i64).contains(argument),
    });
    fit && parameters.len() == arguments.len()
}

fn has_its_kind<C>(observable: &Observable<'_, C>, state: &C, arguments: &[i64]) -> Verdict {
    let answer = observable.read(state, arguments);
    let right = match observable.kind() {
        Kind::Number => true,
        Kind::Truth => (0..2).contains(&answer),
        Kind::Word(words) => (0..words.len() as i64).contains(&answer),
    };
    if right && answer == observable.read(state, arguments) {
        return Ok(());
    }
    let found = format!("{}{arguments:?} is {answer}, not {}", observable.name(), observable.kind());
    Err(("every question has one answer, of its kind", found))
}
