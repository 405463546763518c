//! `count`: how many positions there are, ply by ply.

use std::time::Duration;

use catalogue::Survey;
use game::Limits;
use serde_json::{Value, json};

use crate::position::Played;
use crate::refusal::Refusal;
use crate::rounds::rounds;
use crate::service::{Read, Task};

/// The time of the first round, and how it grows. Every round counts anew, and what it has counted is told.
const FIRST_ROUND: Duration = Duration::from_millis(300);
const GROWTH: u32 = 5;

/// What a request asks for.
pub(crate) struct Asked {
    played: Played,
    symmetry: bool,
    /// By diagrams, and not position by position.
    symbolic: bool,
}

impl Read for Asked {
    fn read(task: &Task<'_>) -> Result<Asked, Refusal> {
        let symmetry = task.body.flag("symmetry", false)?;
        let symbolic = match task.body.text("by", 20)? {
            None | Some("explicit") => false,
            Some("symbolic") => true,
            Some(other) => {
                let error = format!("`{}` is not a way to count", game::shortened(other));
                return Err(Refusal::malformed(error).help("positions are counted by explicit or symbolic"));
            }
        };
        let played = Played::read(task)?;
        if symbolic && (played.is_drawn || !played.actions.is_empty()) {
            let error = "diagrams count from the start of the game";
            return Err(Refusal::wrong(error).help("leave out the moves, or count explicitly"));
        }
        Ok(Asked { played, symmetry, symbolic })
    }
}

/// Answers `count`.
pub(crate) fn count(task: &Task<'_>) -> Result<Value, Refusal> {
    let Asked { played, symmetry, symbolic } = Asked::read(task)?;
    let (name, variant) = (played.opened.to_string(), &played.opened.variant);
    if symbolic {
        return in_rounds(task, |limits| {
            let counted =
                task.at_work(limits, |job| variant.count_by_diagrams(&name, (false, symmetry), &job))?;
            Ok(with_names(serde_json::to_value(&counted).expect("counts are data"), &name, "symbolic"))
        });
    }
    let survey = Survey { symmetry, ..Survey::default() };
    let starts = std::slice::from_ref(played.state());
    let starts = (played.is_drawn || !played.actions.is_empty()).then_some(starts);
    in_rounds(task, |limits| {
        let counted = task.at_work(limits, |job| variant.count(starts, &survey, &job));
        Ok(with_names(serde_json::to_value(&counted).expect("counts are data"), &name, "explicit"))
    })
}

fn with_names(mut counted: Value, game: &str, by: &str) -> Value {
    counted["game"] = json!(game);
    counted["by"] = json!(by);
    counted
}

/// Counts in rounds of growing time, until one of them is complete or the time is up.
fn in_rounds(task: &Task<'_>, count: impl Fn(Limits) -> Result<Value, Refusal>) -> Result<Value, Refusal> {
    let limits = task.limits()?;
    let mut last = None;
    for round in rounds(&limits, FIRST_ROUND, GROWTH) {
        let counted = count(round.limits)?;
        let is_out_of_time = counted["stopped"] == json!(game::Stopped::Time.to_string());
        if round.is_last || !is_out_of_time {
            return Ok(counted);
        }
        task.partial(counted.clone());
        last = Some(counted);
    }
    Ok(last.expect("there is always one round"))
}
