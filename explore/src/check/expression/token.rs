//! The words of an expression.

use std::ops::Range;

use game::{SyntaxError, shortened};

/// A word, a number or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Number(i64),
    Name(String),
    Sign(&'static str),
}

/// A token and where it stands.
pub(super) type Placed = (Token, Range<usize>);

/// The signs, the longer ones first, and what each means.
const SIGNS: [(&str, &str); 23] = [
    ("->", "implies"),
    ("=>", "implies"),
    ("==", "="),
    ("!=", "!="),
    ("<>", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("&&", "and"),
    ("||", "or"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("&", "and"),
    ("|", "or"),
    ("!", "not"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("%", "%"),
    (",", ","),
];

/// Words that are signs.
const WORDS: [&str; 4] = ["and", "or", "not", "implies"];

/// The most tokens of an expression.
const MOST: usize = 2000;

/// Cuts a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, length) = next(text, at, first)?;
        if tokens.len() == MOST {
            let problem = format!("the expression is too long: more than {MOST} words and signs");
            return Err(SyntaxError::new(text, at..at + length, problem, "split the claim into several"));
        }
        tokens.push((token, at..at + length));
        at += length;
    }
    Ok(tokens)
}

/// The token that begins here, and how many bytes it has.
fn next(text: &str, at: usize, first: char) -> Result<(Token, usize), SyntaxError> {
    let rest = &text[at..];
    if first.is_ascii_digit() {
        // To the end of the text, if nothing else follows.
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        return match rest[..length].parse() {
            Ok(number) => Ok((Token::Number(number), length)),
            Err(_) => {
                let shown = shortened(&rest[..length]);
                let problem = format!("`{shown}` is not a number");
                Err(SyntaxError::new(text, at..at + length, problem, "numbers have digits only, at most 18"))
            }
        };
    }
    if first.is_alphabetic() || first == '_' {
        // To the end of the text, as above.
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..length];
        let sign = WORDS.iter().find(|word| word.eq_ignore_ascii_case(name));
        return Ok((sign.map_or_else(|| Token::Name(name.to_string()), |sign| Token::Sign(sign)), length));
    }
    if let Some(sign) = ["(", ")"].into_iter().find(|sign| rest.starts_with(sign)) {
        return Ok((Token::Sign(sign), 1));
    }
    let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
    sign.map(|(sign, means)| (Token::Sign(means), sign.len())).ok_or_else(|| {
        let help = "names, numbers, brackets and = != < <= > >= + - * % and or not implies may be used";
        SyntaxError::new(text, at..at + first.len_utf8(), format!("{first:?} means nothing here"), help)
    })
}
