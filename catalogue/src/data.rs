//! How results are written as data: counts as decimal text, since they outgrow what readers of JSON keep exact.

use std::fmt::Display;

use serde::Serializer;

/// Writes anything as its text.
pub(crate) fn text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Writes something that may be there as its text.
pub(crate) fn option_text<T: Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// Writes a list as a list of texts.
pub(crate) fn texts<T: Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}
