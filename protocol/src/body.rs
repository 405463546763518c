//! The fields of a request, read within limits.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::refusal::{Kind, Refusal};

/// The fields that name a position.
pub(crate) const POSITION: &[&str] = &["game", "source", "moves", "board"];

/// The fields of a request. Every field has a limit, and one that the request does not have is refused.
pub(crate) struct Body<'a>(&'a Map<String, Value>);

impl<'a> Body<'a> {
    /// Reads a request that may have the fields in these lists.
    pub(crate) fn new(body: &'a Value, known: &[&[&str]]) -> Result<Body<'a>, Refusal> {
        let fields = body.as_object().ok_or_else(|| {
            Refusal::malformed("a request is a JSON object").help("for example {\"game\": \"mnk:3,3,3\"}")
        })?;
        let is_known = |name: &str| known.iter().any(|names| names.contains(&name));
        match fields.keys().find(|name| !is_known(name)) {
            Some(name) => {
                let known = known.concat();
                let help = match &known[..] {
                    [] => "this request has no fields".to_string(),
                    known => format!("its fields are {}", known.join(", ")),
                };
                let name = game::shortened(name);
                Err(Refusal::malformed(format!("the request has no field `{name}`")).help(help))
            }
            None => Ok(Body(fields)),
        }
    }

    /// Reads a part of a request that is an object of its own.
    pub(crate) fn part(&self, name: &str, known: &[&str]) -> Result<Option<Body<'a>>, Refusal> {
        self.get(name).map(|part| Body::new(part, &[known])).transpose()
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Returns whether a field is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns a text of at most so many characters.
    pub(crate) fn text(&self, name: &str, most: usize) -> Result<Option<&'a str>, Refusal> {
        self.get(name).map(|value| text(value, name, most)).transpose()
    }

    /// Returns a text that must be given.
    pub(crate) fn needed(&self, name: &str, most: usize) -> Result<&'a str, Refusal> {
        self.text(name, most)?.ok_or_else(|| Refusal::malformed(format!("the field `{name}` is missing")))
    }

    /// Returns a list of at most `count` texts of at most so many characters; empty if it is not given.
    pub(crate) fn texts(&self, name: &str, count: usize, most: usize) -> Result<Vec<&'a str>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let list =
            value.as_array().ok_or_else(|| Refusal::malformed(format!("`{name}` is not a list of texts")))?;
        if list.len() > count {
            let error = format!("`{name}` has {} parts, and may have {count}", list.len());
            return Err(Refusal::new(Kind::TooLarge, error));
        }
        list.iter().map(|value| text(value, name, most)).collect()
    }

    /// Returns a whole number in this range.
    pub(crate) fn number(&self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Refusal> {
        let number = |value: &Value| {
            let number = value.as_u64().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                Refusal::malformed(format!("`{name}` is not a whole number from {least} to {most}"))
            })
        };
        self.get(name).map(number).transpose()
    }

    /// Returns a number in this range that need not be whole.
    pub(crate) fn real(&self, name: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, Refusal> {
        let number = |value: &Value| {
            let number = value.as_f64().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                Refusal::malformed(format!("`{name}` is not a number from {least} to {most}"))
            })
        };
        self.get(name).map(number).transpose()
    }

    /// Returns whether something is wanted; `default` if the request does not say.
    pub(crate) fn flag(&self, name: &str, default: bool) -> Result<bool, Refusal> {
        let flag = |value: &Value| {
            value.as_bool().ok_or_else(|| Refusal::malformed(format!("`{name}` is neither true nor false")))
        };
        // What is not said is as by default.
        self.get(name).map_or(Ok(default), flag)
    }
}

fn text<'a>(value: &'a Value, name: &str, most: usize) -> Result<&'a str, Refusal> {
    let text = value.as_str().ok_or_else(|| Refusal::malformed(format!("`{name}` is not a text")))?;
    match text.chars().nth(most) {
        Some(_) => {
            let error = format!("`{name}` is longer than {most} characters");
            Err(Refusal::new(Kind::TooLarge, error))
        }
        None => Ok(text),
    }
}
