//! The laws that a game must obey: of its rules, and of the engines that serve it.

use std::time::Duration;

use arena::{AnyGame, AnyState};
use game::laws::{Broken, Laws};
use game::{Limits, Notation, Playable, Random, System, Verdict};
use registry::Capabilities;
use search::Engine;

use crate::walking::Survey;
use crate::{AnySystem, Job, Variant};

/// Checks laws by this many random games from a seed, and returns the names of those checked.
pub(crate) type CheckLaws = Box<dyn Fn(usize, u64) -> Result<Vec<&'static str>, Broken> + Send + Sync>;

pub(crate) fn laws_of_game<G: Playable + Notation + Capabilities + 'static>(game: G) -> CheckLaws {
    Box::new(move |games, seed| typed(Laws::game(&game).choices(), &game, games, seed))
}

pub(crate) fn laws_of_system<S: Notation + Capabilities + 'static>(system: S) -> CheckLaws {
    Box::new(move |games, seed| typed(Laws::system(&system).choices(), &system, games, seed))
}

/// The laws of a game with too many states to list, without its type. Moves are numbers there, so symmetries are left
/// out.
pub(crate) fn laws_of_any(game: AnyGame, system: AnySystem) -> CheckLaws {
    Box::new(move |games, seed| typed(Laws::game(&game).choices(), &system, games, seed))
}

/// Checks the laws of the rules, and of the symmetries and the index that a system declares: they compare moves, so they
/// need the type.
fn typed<'s, S: System, D>(
    laws: Laws<'s, S>,
    declares: &'s D,
    games: usize,
    seed: u64,
) -> Result<Vec<&'static str>, Broken>
where
    D: Capabilities + System<Configuration = S::Configuration, Action = S::Action>,
{
    let (mut laws, mut checked) = (laws.games(games).seed(seed), vec!["rules"]);
    if let Some(group) = declares.as_symmetric() {
        laws = laws.symmetries_of(group);
        checked.push("symmetry");
    }
    if let Some(index) = declares.as_indexed() {
        laws = laws.indexed_by(index);
        checked.push("index");
    }
    if let Some(packed) = declares.as_packed() {
        laws = laws.packed_by(packed);
        checked.push("width");
    }
    laws.run().map(|()| checked)
}

/// Checks the laws of the notation and of the names: compiled once for all games.
pub(crate) fn written(any: &AnySystem, games: usize, seed: u64) -> Result<Vec<&'static str>, Broken> {
    let (names, mut checked) = (any.names(), vec!["notation"]);
    checked.extend((!names.is_empty()).then_some("names"));
    Laws::system(any).games(games).seed(seed).notation().names(names).run().map(|()| checked)
}

/// Plain minimax may look at this many nodes of each position.
const NODES: u64 = 20_000;
/// As many random games are looked at from their ends; more would take longer than all other laws.
const GAMES: usize = 20;

/// Plays random games and compares, from their ends backwards, the engine that suits the game with plain minimax: a threat,
/// a line or an image that is wrong shows in a value. Returns whether anything could be compared.
pub(crate) fn engines_agree(variant: &Variant, games: usize, seed: u64) -> Result<bool, Broken> {
    if !variant.is_game() {
        return Ok(false);
    }
    let (system, mut random, mut compared) = (variant.system(), Random::new(seed), false);
    for _ in 0..games.min(GAMES) {
        let (states, texts) = random_game(system, &mut random);
        for at in (0..states.len()).rev() {
            let state = &states[at];
            let job = |engine| Job::default().engine(engine).nodes(NODES);
            let Ok(plain) = variant.solve(state, &job(Engine::Minimax)) else { return Ok(compared) };
            let Some(expected) = plain.exact() else { break };
            let Ok(found) = variant.solve(state, &job(Engine::Auto)) else { return Ok(compared) };
            let Some(value) = found.exact() else { break };
            compared = true;
            let is_same = value.verdict == expected.verdict
                && (value.verdict == Verdict::Draw || value.plies.is_none() || value.plies == expected.plies);
            if !is_same {
                return Err(Broken {
                    law: "the engine that suits the game and plain minimax find the same value",
                    found: format!("{value} and {expected}"),
                    path: texts[..at].join(","),
                    state: format!("\n{}", system.board_text(state)),
                });
            }
        }
    }
    Ok(compared)
}

/// The positions of a random game, and its moves as text.
fn random_game(system: &AnySystem, random: &mut Random) -> (Vec<AnyState>, Vec<String>) {
    const LONGEST: usize = 1000;
    let (mut states, mut texts) = (Vec::new(), Vec::new());
    let mut next = random.choose(system.starts());
    while let Some(state) = next.filter(|state| !system.is_final(state) && states.len() < LONGEST) {
        let action = random.choose(system.actions(&state));
        next = action.map(|action| {
            texts.push(system.action_text(&state, action));
            system.after(&state, action)
        });
        states.push(state);
    }
    (states, texts)
}

/// Compares the first plies as diagrams count them with the same positions listed. Returns whether there are diagrams.
pub(crate) fn diagrams_agree(variant: &Variant) -> Result<bool, Broken> {
    const ENOUGH: u64 = 5_000;
    if !variant.is_symbolic() {
        return Ok(false);
    }
    let listed = (1..).map(|depth| {
        let survey = Survey { depth: Some(depth), ..Survey::default() };
        (variant.count(None, &survey, &Job::default()), depth)
    });
    let mut listed = listed
        .skip_while(|(count, depth)| count.positions < ENOUGH && count.totals.by_ply.len() as u32 > *depth);
    let (listed, _) = listed.next().expect("there is always a next depth");
    // Only what comes quickly is compared: a limit of time changes how much, never what.
    let job = Job::default().limits(Limits::default().memory(64 << 20).time(Duration::from_secs(2)));
    // Whether the rules of a text have diagrams shows only when they are made.
    let Ok(counted) = variant.count_by_diagrams("it", (false, false), &job) else { return Ok(false) };
    if counted.by_ply.is_empty() {
        return Ok(false);
    }
    for (ply, (by_diagram, by_list)) in counted.by_ply.iter().zip(&listed.totals.by_ply).enumerate() {
        if *by_diagram != (*by_list).into() {
            return Err(Broken {
                law: "diagrams and lists have the same positions at each ply",
                found: format!("ply {ply} has {by_diagram} positions by diagrams and {by_list} by list"),
                path: String::new(),
                state: "the start".to_string(),
            });
        }
    }
    Ok(true)
}
