//! `move`: what a player of some strength plays.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arena::{Action, AnyMove, Match, Rules, TimeControl, Who, balance};
use game::{Notation, System, Worth};
use serde_json::{Value, json};

use crate::position::Played;
use crate::refusal::Refusal;
use crate::service::{Read, Task, Weight};
use crate::worth;

/// What a request asks for.
struct Asked {
    played: Played,
    who: Who,
    seed: u64,
    time: Duration,
}

impl Read for Asked {
    fn read(task: &Task<'_>) -> Result<Asked, Refusal> {
        // Who is not named plays perfectly.
        let who: Who = task.body.text("player", 100)?.unwrap_or("perfect").parse()?;
        // Whoever asks may be a stranger, who starts no program here.
        if matches!(who, Who::Human | Who::Program(_)) {
            return Err(no_engine());
        }
        // Whoever gives a seed gets the same move again.
        let seed = task.body.number("seed", 0..=u64::MAX)?.unwrap_or_else(any_number);
        let time = task.seconds(task.ceilings().quick_time)?;
        let played = Played::read(task)?;
        let (system, state) = (played.system(), played.state());
        if system.is_final(state) {
            return Err(Refusal::wrong("the game is over, so there is no move to play"));
        }
        if system.actions(state).next().is_none() {
            return Err(Refusal::wrong("there is no legal move here"));
        }
        Ok(Asked { played, who, seed, time })
    }
}

fn no_engine() -> Refusal {
    Refusal::wrong(
        "only engines are asked: a person plays by clicks, and no program of others is started here",
    )
    .help("players that are asked are perfect, random, level:1 to level:10")
}

/// Reads a request, and returns how much work the move of this player is: what is limited to a few nodes is quick.
pub(crate) fn weight(task: &Task<'_>) -> Result<Weight, Refusal> {
    const FEW: u64 = 50_000;
    let strength = match Asked::read(task)?.who {
        Who::Random | Who::Human | Who::Program(_) => return Ok(Weight::Quick),
        Who::Perfect => return Ok(Weight::Thought),
        Who::Level(level) => level.strength(),
        Who::Engine(strength) => strength,
    };
    Ok(if strength.nodes.is_some_and(|nodes| nodes <= FEW) { Weight::Quick } else { Weight::Thought })
}

/// Answers `move`.
pub(crate) fn choose(task: &Task<'_>) -> Result<Value, Refusal> {
    let asked = Asked::read(task)?;
    let (mv, thought) = act(task, &asked)?;
    let (system, state) = (asked.played.system(), asked.played.state());
    let why = match thought {
        None => "random",
        Some(worth) if worth.verdict().is_some() => "proved",
        Some(_) => "estimate",
    };
    Ok(json!({
        "move": system.action_text(state, mv),
        "why": why,
        "estimate": thought.map(|worth| (balance(worth) + 1.0) / 2.0),
        "value": thought.map(worth::value),
    }))
}

/// Lets a player act: its move, and what it thinks of the position unless it moved by chance.
fn act(
    task: &Task<'_>,
    Asked { played, who, seed, time }: &Asked,
) -> Result<(AnyMove, Option<Worth>), Refusal> {
    let variant = &played.opened.variant;
    let (game, engines) =
        variant.players().or_else(|| variant.puzzle()).expect("what is not a game is a puzzle");
    let thought = Arc::new(Mutex::new(None));
    let noted = Arc::clone(&thought);
    let watcher = move |choice: &search::Choice<AnyMove>| {
        // What is locked is one value, whole even if a thread has panicked.
        // A number that is written at once is whole even if a thread panicked, here and below.
        *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(choice.worth);
    };
    let memory = task.ceilings().quick_memory;
    let mut player = engines.watched_player(who.clone(), *seed, memory, watcher).ok_or_else(no_engine)?;
    let rules = Rules { time: [TimeControl::per_move(*time); 2], ..Rules::default() };
    let table = Match::from_position(&game, played.state().clone()).rules(rules);
    let action = player.act(&table.request(task.stop()));
    let thought = *thought.lock().unwrap_or_else(PoisonError::into_inner);
    match action {
        Action::Move(mv) => Ok((mv, thought)),
        _ => Err(Refusal::wrong("the player found no move in the time it has")),
    }
}

/// A number that nobody can tell before.
fn any_number() -> u64 {
    RandomState::new().build_hasher().finish()
}
