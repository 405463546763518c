//! Texts that were damaged: each is read as another net, or refused with a place; nothing else happens.

use game::{Random, SyntaxError};
use rules::net::{Net, TokenGame};
use rules::pnml::{EXAMPLE, read, write};

use crate::net;

/// A text is a net that can be written and read again, or has a mistake with a line and a column.
fn try_out(text: &str) -> Result<Net, SyntaxError> {
    let result = read(text);
    match &result {
        Ok(net) => {
            assert_eq!(read(&write(net)).as_ref().map_err(ToString::to_string), Ok(net), "{text}");
            let _ = TokenGame::new(net.clone());
        }
        Err(mistake) => {
            assert!(mistake.problem.starts_with("line "), "{mistake}");
            assert!(mistake.place.end <= mistake.text.len() && !mistake.help.is_empty());
            assert!(!mistake.to_string().is_empty());
        }
    }
    result
}

fn texts() -> [String; 3] {
    [EXAMPLE.to_string(), write(&net("philosophers", 2)), write(&net("kanban", 3))]
}

/// Words, and the signs between them.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| c.is_alphanumeric() == first.is_alphanumeric();
        let end = if first.is_alphanumeric() {
            rest.find(|c| !same(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    tokens
}

#[test]
fn every_token_may_be_missing() {
    let (mut read, mut refused) = (0, 0);
    for text in texts() {
        let tokens = tokens(&text);
        for gone in 0..tokens.len() {
            let rest = [&tokens[..gone], &tokens[gone + 1..]].concat().concat();
            if try_out(&rest).is_ok() { read += 1 } else { refused += 1 }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

#[test]
fn anything_may_be_changed() {
    let mut random = Random::new(5);
    let texts = texts();
    let parts: Vec<Vec<&str>> = texts.iter().map(|text| tokens(text)).collect();
    for _ in 0..4000 {
        let mut tokens = parts[random.below(parts.len())].clone();
        for _ in 0..1 + random.below(4) {
            let (from, to) = (random.below(tokens.len()), random.below(tokens.len()));
            match random.below(6) {
                0 => tokens.swap(from, to),
                1 => tokens[to] = tokens[from],
                2 => tokens.insert(to, tokens[from]),
                3 => drop(tokens.drain(from.min(to)..(from.min(to) + 9).min(tokens.len()))),
                4 => tokens.truncate(from.max(1)),
                _ => {
                    tokens[to] =
                        ["&#0;", "<", "]]>", "é", "\0", "99999999999", "&lt;", "<!--", "-"][random.below(9)];
                }
            }
            if tokens.is_empty() {
                tokens.push("<");
            }
        }
        let _ = try_out(&tokens.concat());
    }
}

/// Entities that stand for longer and longer ones are refused before anything grows; so is what is nested too deep.
#[test]
fn bombs() {
    let entities: String = (1..30).map(|n| format!("<!ENTITY e{n} \"&e{0};&e{0};\">", n - 1)).collect();
    let bomb = format!("<!DOCTYPE pnml [<!ENTITY e0 \"boom\">{entities}]><pnml>&e29;</pnml>");
    assert!(read(&bomb).unwrap_err().problem.ends_with("declarations of a document type are not read"));
    let deep = format!("<pnml><net id='n' type='ptnet'>{}", "<page id='p'>".repeat(1_000_000));
    assert!(read(&deep).unwrap_err().problem.ends_with("elements are nested more than 64 deep"));
    let attributes: String = (0..100_000).map(|n| format!("a{n}='' ")).collect();
    assert!(read(&format!("<pnml {attributes}/>")).unwrap_err().problem.ends_with("one too many"));
    assert!(try_out("<pnml><net id='n' type='ptnet'><place id='p'/><place").is_err());
}

/// A long row of places, each of which hands a token to the next.
#[test]
fn a_million_places() {
    let mut text = String::from(
        "<pnml><net id='n' type='ptnet'><place id='p0'><initialMarking><text>1</text></initialMarking></place>",
    );
    for number in 1..1_000_000 {
        text += &format!("<place id='p{number}'/><transition id='t{number}'/>");
        text += &format!(
            "<arc source='p{}' target='t{number}'/><arc source='t{number}' target='p{number}'/>",
            number - 1
        );
    }
    text += "</net></pnml>";
    let net = read(&text).unwrap();
    assert_eq!(net.to_string(), "1000000 places, 999999 transitions, 1999998 arcs");
    let game = TokenGame::new(net);
    let mut marking = game::System::starts(&game).next().unwrap();
    for number in 0..1000 {
        assert_eq!(game::System::actions(&game, &marking).collect::<Vec<_>>(), [number]);
        game::System::apply(&game, &mut marking, number);
    }
    assert_eq!(marking.at(1000), 1);
}
