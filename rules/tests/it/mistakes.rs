//! Texts that are wrong: an error with its place, or a valid model; never a panic, never without end.

use game::{Random, SyntaxError, System};
use rules::TextSystem;

use crate::common::{TEXTS, text};

/// Reads a text; whatever it says, this comes to an end.
fn read(text: &str) -> Result<(), SyntaxError> {
    let model = rules::rbg::read("test", text)?;
    assert!(model.locations.iter().all(|location| location.end as usize <= model.edges.len()));
    let system: TextSystem<Box<[u64]>> = TextSystem::new(model)?;
    assert_eq!(system.starts().count(), 1);
    Ok(())
}

/// A mistake names its line and column.
fn is_placed(mistake: &SyntaxError) -> bool {
    mistake.problem.starts_with("line ") && !mistake.help.is_empty()
}

/// The tokens of a text, roughly, with their places.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if let Some(from) = start.filter(|_| !c.is_alphanumeric()) {
            found.push((from, at));
            start = None;
        }
        if c.is_alphanumeric() {
            start = start.or(Some(at));
        } else if !c.is_whitespace() {
            found.push((at, at + c.len_utf8()));
        }
    }
    found
}

/// Whether to try everything, as `.ci/deep` does, and not only some.
fn is_deep() -> bool {
    std::env::var_os("MORPION_DEEP").is_some()
}

#[test]
fn any_token_may_be_missing() {
    for (name, text) in TEXTS {
        let tokens = tokens(text);
        let step = if is_deep() { 1 } else { 1 + tokens.len() / 40 };
        for (start, end) in tokens.into_iter().step_by(step) {
            let shorter = format!("{}{}", &text[..start], &text[end..]);
            if let Err(mistake) = read(&shorter) {
                assert!(is_placed(&mistake), "{name} without {start}..{end}: {mistake}");
            }
        }
    }
}

#[test]
fn texts_may_be_shuffled() {
    let mut random = Random::new(1);
    let short: Vec<&(&str, &str)> = TEXTS.iter().filter(|(_, text)| text.len() < 1_600).collect();
    for _ in 0..if is_deep() { 10_000 } else { 1_000 } {
        let (_, text) = random.choose(short.iter().copied()).unwrap();
        let tokens = tokens(text);
        let mut changed = (*text).to_string();
        for _ in 0..=random.below(3) {
            let (start, end) = random.choose(tokens.iter().copied()).unwrap();
            let (from, to) = random.choose(tokens.iter().copied()).unwrap();
            let (Some(before), Some(after)) = (changed.get(..start), changed.get(end..)) else { continue };
            changed = format!("{before} {} {after}", &text[from..to]);
        }
        if let Err(mistake) = read(&changed) {
            assert!(is_placed(&mistake), "{mistake}\n{changed}");
        }
    }
}

fn mistake(text: &str) -> String {
    rules::rbg::read("test", text).expect_err("it is wrong").to_string()
}

/// A small text with these rules.
fn ruled(rules: &str) -> String {
    format!(
        "#players = white(1), black(1)\n#pieces = e, w\n#variables = n(9)\n\
         #board = rectangle(up, down, left, right, [e, w])\n{rules}"
    )
}

#[test]
fn mistakes_show_the_place() {
    assert_eq!(
        mistake(&ruled("#rules = ->white {x}")),
        "line 5, column 19: nothing is called `x`\n  #rules = ->white {x}\n                    ^\n\
         there are directions up, down, left, right; pieces e, w; players white, black; variables n"
    );
    assert_eq!(
        mistake(&ruled("#rules = (->white {w}")),
        "line 5, column 22: `)` is missing at the end of the section\n  #rules = (->white {w}\n\
         \x20                      ^\nevery ( is closed by )"
    );
    assert_eq!(
        mistake("#pieces = e"),
        "line 1, column 12: there is no `#players`\n  #pieces = e\n             ^\n\
         a game has the sections #players, #pieces, #variables, #board, #rules"
    );
    assert!(mistake("").contains("there is no `#pieces`"));
    assert!(mistake("§").contains("`§` means nothing here"));
}

#[test]
fn mistakes_in_macros_show_where_they_are_used() {
    let text = ruled("#go(way) = way {nobody}\n#rules = ->white go(up) ->>");
    assert_eq!(
        mistake(&text),
        "line 5, column 17: nothing is called `nobody`\n  #go(way) = way {nobody}\n                  ^^^^^^\n\
         there are directions up, down, left, right; pieces e, w; players white, black; variables n\n\
         `go` is defined in line 5 and used at line 6, column 18"
    );
    assert!(mistake(&ruled("#go(way) = way\n#rules = go")).contains("arguments of this macro are missing"));
    assert!(mistake(&ruled("#go(way) = way\n#rules = go(up; up)")).contains("`go` takes 1 arguments, not 2"));
    assert!(mistake(&ruled("#rules = go\n#go = up")).contains("a macro is known only below its definition"));
}

#[test]
fn rules_without_end_are_mistakes() {
    let endless = |rules: &str| read(&ruled(rules)).expect_err("it never ends").problem;
    assert_eq!(
        endless("#rules = ([w] [e])* {n} ->white"),
        "line 5, column 22: `n` is a variable, not a piece"
    );
    assert_eq!(
        endless("#rules = ([w] [e])* {w} ->white"),
        "line 5, column 15: the rules can go on here without end"
    );
    assert_eq!(
        endless("#rules = ->white {e} (. + ([w] [e])*) ->> [w] ->black {w}"),
        "line 5, column 32: the rules can go on here without end"
    );
    assert_eq!(endless("#rules = (->>)*"), "line 5, column 11: the rules go on by themselves without end");
    let shown =
        read(&ruled("#go = ([w] [e])*\n#rules = go {w} ->white")).expect_err("it never ends").to_string();
    assert!(shown.contains("\n  #go = ([w] [e])*\n             ^\n"), "{shown}");
    assert!(shown.ends_with("`go` is defined in line 5 and used at line 6, column 10"), "{shown}");
    // Each round is possible or not by the variable alone, so this one ends.
    assert_eq!(read(&ruled("#rules = ([$ n = n + 1])* {$ n == 9} ->white {w} ->>")), Ok(()));
}

#[test]
fn texts_do_not_grow_without_end() {
    let mut text = String::from("#a0 = up\n");
    for number in 1..40 {
        let last = number - 1;
        text += &format!("#a{number} = a{last} a{last}\n");
    }
    assert!(mistake(&ruled(&(text + "#rules = a39"))).contains("tokens of this section"));
    assert!(mistake(&ruled("#rules = up^1000000000")).contains("grow too large"));
    assert!(mistake(&ruled("#rules = ((up^1000)^1000)^1000")).contains("grow too large"));
    let deep = format!("#rules = {}up{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(mistake(&ruled(&deep)).contains("nested too deeply"));
    let long = format!("#rules = {{$ n == {} 1}}", "1 + ".repeat(100_000));
    assert!(mistake(&ruled(&long)).contains("too many operations"));
}

/// What a text says does not change with its comments and spaces, nor with the mark of its encoding.
#[test]
fn comments_do_not_count() {
    let plain = rules::rbg::plain(text("tic-tac-toe"));
    assert_eq!(rules::rbg::plain(&format!("\u{feff}{}", text("tic-tac-toe"))), plain);
    assert!(mistake(&format!("\u{feff}{}", ruled("#rules = x"))).starts_with("line 5, column 10:"));
    assert!(mistake("\u{feff}x").starts_with("line 1, column 1:"));
    let other = text("tic-tac-toe").replace("//", "// Really:").replace(", ", " ,\t");
    assert_eq!(rules::rbg::plain(&other), plain);
    assert_ne!(rules::rbg::plain(&text("tic-tac-toe").replace("50", "49")), plain);
}

#[test]
fn there_are_not_too_many_players() {
    let players = (0..300).map(|number| format!("p{number}(1)")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "#players = {players} #pieces = e #variables = #board = rectangle(up, down, left, right, [e]) #rules = ->p0 {{e}}"
    );
    let mistake = rules::rbg::read("test", &text).expect_err("it is refused");
    assert!(mistake.problem.contains("300 players are too many"), "{mistake}");
}
