//! `holds` and `check`: claims about a position, and about everything that can happen.

use arena::AnyState;
use catalogue::{AnySystem, Claims, Decided};
use explore::{Expression, Vocabulary};
use game::{Notation, SyntaxError, System};
use serde_json::{Value, json};

use crate::body::Body;
use crate::position::{Played, read_move, seen};
use crate::refusal::{Kind, Refusal};
use crate::service::{Read, Task};

/// The most claims, and the most characters of a claim.
const MOST_CLAIMS: usize = 20;
pub(crate) const CLAIM_CHARACTERS: usize = 2000;
/// The most positions of a way that are described.
const LONGEST_WAY: usize = 400;

/// Answers `holds`.
pub(crate) fn holds(task: &Task<'_>) -> Result<Value, Refusal> {
    let played = Played::read(task)?;
    let claims = task.body.texts("claims", MOST_CLAIMS, CLAIM_CHARACTERS)?;
    let vocabulary = played.system().vocabulary();
    let held = |text: &str| match vocabulary.predicate(text) {
        Ok(holds) => json!(holds(played.state())),
        Err(mistake) => Refusal::from(mistake).to_json(),
    };
    Ok(json!({ "holds": claims.into_iter().map(held).collect::<Vec<_>>() }))
}

/// The kinds of claims, as they are named in a request.
const KINDS: [&str; 7] = ["find", "path", "always", "eventually", "leads_to", "until", "force"];

/// What a request asks for.
pub(crate) struct Asked {
    played: Played,
    claims: Claims,
}

impl Read for Asked {
    fn read(task: &Task<'_>) -> Result<Asked, Refusal> {
        let (played, claims) = (Played::read(task)?, read_claims(&task.body)?);
        expressions(&played.system().vocabulary(), &claims)?;
        Ok(Asked { played, claims })
    }
}

/// Answers `check`.
pub(crate) fn check(task: &Task<'_>) -> Result<Value, Refusal> {
    let Asked { played, claims } = Asked::read(task)?;
    let vocabulary = played.system().vocabulary();
    let expressions = expressions(&vocabulary, &claims)?;
    let limits = task.limits()?;
    let starts = match played.is_drawn || !played.actions.is_empty() {
        true => vec![played.state().clone()],
        false => played.system().starts().collect(),
    };
    let checked = task.at_work(limits, |job| played.opened.variant.check(&starts, &claims, &job))?;
    let ways = checked.claims.iter().map(|claim| way(&played, &starts, claim, &expressions));
    let ways: Vec<Value> = ways.collect();
    let mut answer = serde_json::to_value(&checked).expect("results are data");
    for (number, way) in ways.into_iter().enumerate() {
        answer["claims"][number]["way"] = way;
    }
    answer["game"] = json!(played.opened.to_string());
    answer["expressions"] = expressions.iter().map(|(text, _)| json!(text)).collect();
    Ok(answer)
}

fn read_claims(body: &Body<'_>) -> Result<Claims, Refusal> {
    let known = [&KINDS[..], &["no_deadlock"]].concat();
    let part = body.part("claims", &known)?.ok_or_else(|| {
        Refusal::malformed("the field `claims` is missing").help("for example {\"find\": [\"over\"]}")
    })?;
    let texts = |kind: &str| -> Result<Vec<String>, Refusal> {
        Ok(part.texts(kind, MOST_CLAIMS, CLAIM_CHARACTERS)?.into_iter().map(str::to_string).collect())
    };
    let claims = Claims {
        find: texts("find")?,
        path: texts("path")?,
        always: texts("always")?,
        eventually: texts("eventually")?,
        leads_to: texts("leads_to")?,
        until: texts("until")?,
        force: texts("force")?,
        no_deadlock: part.flag("no_deadlock", false)?,
        depth: body.number("depth", 0..=100_000)?.map(|depth| depth as u32),
        ..Claims::default()
    };
    if claims.is_empty() {
        return Err(Refusal::malformed("nothing is claimed").help("for example {\"find\": [\"over\"]}"));
    }
    for (kind, pairs) in [("leads_to", &claims.leads_to), ("until", &claims.until)] {
        if pairs.len() % 2 == 1 {
            return Err(Refusal::malformed(format!("`{kind}` needs two claims each time")));
        }
    }
    let Claims { find, path, always, eventually, leads_to, until, force, .. } = &claims;
    let count: usize =
        [find, path, always, eventually, leads_to, until, force].iter().map(|all| all.len()).sum();
    if count > MOST_CLAIMS {
        return Err(Refusal::new(
            Kind::TooLarge,
            format!("there are {count} claims, and may be {MOST_CLAIMS}"),
        ));
    }
    Ok(claims)
}

/// What is true or false of a position in each claim, in the order of [`KINDS`], with its text.
fn expressions<'a>(
    vocabulary: &Vocabulary<'a, AnyState>,
    claims: &Claims,
) -> Result<Vec<(String, Expression<'a, AnyState>)>, Refusal> {
    let Claims { find, path, always, eventually, leads_to, until, force, .. } = claims;
    let mut all = Vec::new();
    for text in [find, path, always, eventually, leads_to, until].into_iter().flatten() {
        all.push((text.clone(), vocabulary.predicate(text)?));
    }
    for text in force {
        // Without a colon there is no player; the catalogue says so in its own words.
        let start = text.find(':').map_or(0, |colon| colon + 1);
        let goal = vocabulary.predicate(&text[start..]).map_err(|mistake| {
            let place = mistake.place.start + start..mistake.place.end + start;
            SyntaxError { text: text.clone(), place, ..mistake }
        })?;
        all.push((text[start..].trim().to_string(), goal));
    }
    Ok(all)
}

/// The way that proves or disproves a claim, played again so that every position can be shown.
fn way(
    played: &Played,
    starts: &[AnyState],
    claim: &Decided,
    expressions: &[(String, Expression<'_, AnyState>)],
) -> Value {
    let (Some(moves), Some(boards)) = (&claim.path, &claim.boards) else { return Value::Null };
    let system = played.system();
    let states = replayed(system, starts, moves, boards);
    let position = |(number, state): (usize, &AnyState)| {
        let before = number.checked_sub(1).map(|before| &states[before]);
        let mut position = seen(system, state, before);
        position["holds"] = expressions.iter().map(|(_, holds)| json!(holds(state))).collect();
        position
    };
    let positions: Vec<Value> = states.iter().enumerate().take(LONGEST_WAY + 1).map(position).collect();
    json!({
        "moves": moves,
        "positions": positions,
        "back_to": claim.back_to,
        "cut": states.len() > LONGEST_WAY + 1,
    })
}

/// Plays moves that the checker found from the start that it drew.
fn replayed(system: &AnySystem, starts: &[AnyState], moves: &[String], boards: &[String]) -> Vec<AnyState> {
    let drawn = boards.first().expect("a way has a first position");
    let start = starts.iter().find(|start| system.board_text(start) == *drawn);
    let mut states = vec![start.expect("a way begins at a start").clone()];
    for text in moves {
        let state = states.last().expect("the start is there");
        let action = read_move(system, state, text).expect("the moves of a way are legal");
        states.push(system.after(state, action));
    }
    states
}
