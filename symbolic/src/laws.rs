//! The laws of a symbolic form: it agrees with the rules.

use game::{Ending, Limits, Player, Random, Symmetry};
use levels::{Diagram, Image, Shape, Steps, Tabulated, sweep};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ending::ending_of;
use crate::reaching::Reaching;
use crate::symbolic::Symbolic;
use crate::watch::Watch;

type Verdict = Result<(), String>;

/// Plays at random and checks that
/// - a state decodes to what it was encoded from,
/// - the image of its word under the step is the set of the words of the states after it, the judge knows which of them
///   are ends, and the inverse leads back to it,
/// - mappings of words are the symmetries of states,
/// - random words of each ply are states that can be reached, for as many plies as come quickly.
///
/// # Panics
/// If one of these is not so, with the state and what was wrong.
pub fn check<S: Symbolic + Symmetry>(system: &S) {
    let mut random = Random::new(2024);
    let shape = Arc::new(system.shape());
    for _ in 0..10 {
        if let Err(broken) = play(system, &shape, &mut random) {
            panic!("{broken}");
        }
    }
    if let Err(broken) = layers(system, &mut random) {
        panic!("{broken}");
    }
}

fn require(law: &str, holds: bool, about: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(format!("{law}: {}", about())) }
}

fn play<S: Symbolic + Symmetry>(system: &S, shape: &Arc<Shape>, random: &mut Random) -> Verdict {
    let Some(mut state) = random.choose(system.starts()) else { return Ok(()) };
    for ply in 0..100 {
        let turn = Player::at_ply(ply);
        let word = system.encode(&state);
        require("a word has the shape", shape.levels_of(&word).is_some(), || {
            format!("{word:?} of {state:?}")
        })?;
        let back = system.decode(&word, turn);
        require("decode is the inverse of encode", back.as_ref() == Some(&state), || {
            format!("{state:?} became {word:?}, and that {back:?}")
        })?;
        mappings_are_symmetries(system, shape, &state, &word)?;
        let after: Vec<S::Configuration> = system.steps(&state).map(|(_, next)| next).collect();
        if !system.is_final(&state) {
            steps_agree(system, shape, &word, ply, &after)?;
        }
        match random.choose(after) {
            Some(next) => state = next,
            None => break,
        }
    }
    Ok(())
}

fn mappings_are_symmetries<S: Symbolic + Symmetry>(
    system: &S,
    shape: &Shape,
    state: &S::Configuration,
    word: &[u32],
) -> Verdict {
    // Where there are too many, there is none to check.
    let mappings = system.mappings().unwrap_or_default();
    for (g, mapping) in mappings.iter().enumerate() {
        let (image, expected) = (mapping.of_word(shape, word), system.encode(&system.image(state, g)));
        require("mappings are symmetries", image.as_ref() == Some(&expected), || {
            format!("symmetry {g} takes {word:?} to {expected:?}, its mapping to {image:?}")
        })?;
    }
    Ok(())
}

fn steps_agree<S: Symbolic>(
    system: &S,
    shape: &Arc<Shape>,
    word: &[u32],
    ply: u32,
    after: &[S::Configuration],
) -> Verdict {
    let mover = Player::at_ply(ply);
    let one = Diagram::word(shape, word).ok_or("no word")?;
    let judged = judged_image(system, &one, mover).map_err(|e| e.to_string())?;
    let is_open = |judged| system.meaning(judged, ply + 1) == Ending::Open;
    let symbolic: BTreeMap<Vec<u32>, bool> = judged.words().map(|(word, j)| (word, is_open(j))).collect();
    let by_rules = |next: &S::Configuration| (system.encode(next), !system.is_final(next));
    let explicit: BTreeMap<Vec<u32>, bool> = after.iter().map(by_rules).collect();
    require("symbolic and explicit steps lead to the same", symbolic == explicit, || {
        format!("from {word:?}: {symbolic:?}, but by the rules {explicit:?}")
    })?;
    // One of them is enough for the inverse: at another position it is another one.
    if let Some(next) = explicit.keys().nth(ply as usize % explicit.len().max(1)) {
        let there = Diagram::word(shape, next).ok_or("no word")?;
        let before = there.image(system.step_back(mover)).map_err(|e| e.to_string())?;
        require("the inverse leads back", before.value(word).is_some(), || format!("{next:?} to {word:?}"))?;
    }
    Ok(())
}

/// The words after a step, with what the judge says of them.
fn judged_image<S: Symbolic>(system: &S, one: &Diagram, mover: Player) -> levels::Result<Diagram> {
    let shape = one.shape();
    judged_by(one, Steps::new(system.step(mover), shape), Tabulated::new(system.judge(mover), shape))
}

// Apart from `judged_image`, so that the sweep is compiled once and not for each system.
fn judged_by(one: &Diagram, mut steps: Steps, judge: Tabulated) -> levels::Result<Diagram> {
    let shape = one.shape();
    let mut image = Image::new(shape, one, &mut steps, judge, |judged, _| judged);
    sweep(shape, &mut image, (), &mut |_| true)?.diagram(shape, |judged| judged, &mut |_| true)
}

/// Follows random words back to the start, by the rules.
fn layers<S: Symbolic>(system: &S, random: &mut Random) -> Verdict {
    let limits = Limits::default().memory(20 << 20);
    let mut ignore = |_: &crate::Progress| ();
    let mut reaching = Reaching::new(system, true).map_err(|e| e.to_string())?;
    let mut watch = Watch::new(&limits, reaching.model.shape.levels(), &mut ignore);
    let mut open = vec![reaching.open().clone()];
    while !reaching.is_done() && open.len() < 30 && reaching.advance(&mut watch).is_ok() {
        let all = reaching.all().expect("every ply is kept in full");
        for _ in 0..5 {
            if let Some((word, code)) = all.pick(|n| random.below(n)) {
                is_reachable(system, &open, word, ending_of(code), random)?;
            }
        }
        open.push(reaching.open().clone());
    }
    Ok(())
}

fn is_reachable<S: Symbolic>(
    system: &S,
    open: &[Diagram],
    mut word: Vec<u32>,
    ending: Option<Ending>,
    random: &mut Random,
) -> Verdict {
    let shape = open[0].shape();
    let decoded = system.decode(&word, Player::at_ply(open.len() as u32));
    let is_final = decoded.as_ref().map(|state| system.is_final(state));
    require(
        "a word of a ply is a state, and ends if it is said to",
        is_final == Some(ending != Some(Ending::Open)),
        || format!("{word:?} is {decoded:?}, said to be {ending:?}"),
    )?;
    for ply in (0..open.len()).rev() {
        let mover = Player::at_ply(ply as u32);
        let one = Diagram::word(shape, &word).ok_or("no word")?;
        let before = one.image(system.step_back(mover)).and_then(|before| before.and(&open[ply]));
        let before = before.map_err(|e| e.to_string())?.pick(|n| random.below(n));
        let (earlier, _) = before.ok_or_else(|| format!("nothing of ply {ply} leads to {word:?}"))?;
        let state = system.decode(&earlier, mover).ok_or_else(|| format!("{earlier:?} is no state"))?;
        let leads = system.steps(&state).any(|(_, next)| system.encode(&next) == word);
        require("a word is reached from the ply before", leads, || format!("{earlier:?} to {word:?}"))?;
        word = earlier;
    }
    Ok(())
}
