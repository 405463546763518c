//! Lists of names, as people give them.

use std::ops::Range;

use game::{SyntaxError, shortened};

/// How many names a message lists.
const LISTED: usize = 12;

/// Reads an order of `count` things that is given by names, between spaces or commas. Those that are not named follow in
/// the order in which `others` has them.
///
/// # Errors
/// If a name is not known, or something is named twice.
pub(crate) fn order<'n>(
    text: &str,
    find: impl Fn(&str) -> Option<u32>,
    others: &[u32],
    names: impl Iterator<Item = std::borrow::Cow<'n, str>>,
) -> Result<Vec<u32>, SyntaxError> {
    let mistake =
        |place: Range<usize>, problem: String, help: String| SyntaxError::new(text, place, problem, help);
    let mut order = Vec::with_capacity(others.len());
    let mut named = vec![false; others.len()];
    let mut at = 0;
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        let place = at..at + word.len();
        // What ends a word has one byte, or is white space of some bytes.
        at = place.end + text[place.end..].chars().next().map_or(0, char::len_utf8);
        if word.is_empty() {
            continue;
        }
        let Some(number) = find(word) else {
            let mut listed: Vec<_> = names.take(LISTED + 1).collect();
            let more = if listed.len() > LISTED { " …" } else { "" };
            listed.truncate(LISTED);
            let help = format!("these are the names: {}{more}", listed.join(" "));
            return Err(mistake(place, format!("there is no variable `{}`", shortened(word)), help));
        };
        if std::mem::replace(&mut named[number as usize], true) {
            let problem = format!("`{}` is named twice", shortened(word));
            return Err(mistake(place, problem, "each variable is read once".to_string()));
        }
        order.push(number);
    }
    if order.is_empty() {
        let help = "for example the name of the variable that is to be read first".to_string();
        return Err(mistake(0..text.len(), "the order names nothing".to_string(), help));
    }
    order.extend(others.iter().copied().filter(|&number| !named[number as usize]));
    Ok(order)
}
