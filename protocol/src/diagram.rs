//! `diagram`: the set of all positions as a decision diagram.

use std::collections::HashMap;

use catalogue::{Opened, Rounds, Variant};
use dd::{Diagram, Error, Manager, Set, Strategy};
use game::look::{Look, Pick};
use game::{Limits, Notation, Stopped, System};
use num_bigint::BigUint;
use serde_json::{Value, json};
use symbolic::tictactoe::Model;

use crate::games::GAME_CHARACTERS;
use crate::position::{MOST_MOVES, MOVE_CHARACTERS, Played, start_of};
use crate::refusal::{Kind, Refusal};
use crate::service::{Read, SOURCE_CHARACTERS, Task};

/// The largest board of the formulas.
const LARGEST_SQUARE: u32 = 8;

/// What a request asks for.
pub(crate) struct Asked {
    subject: Subject,
    round: Option<usize>,
    most: usize,
}

/// What the diagram is of.
enum Subject {
    /// A game by its relation, and the position to be followed.
    Game(Box<Opened>, Option<Box<Played>>),
    /// N×N tic-tac-toe by a formula, and the cells of the position to be followed.
    Square { size: u32, immediate: bool, cells: Option<Vec<usize>> },
}

impl Read for Asked {
    fn read(task: &Task<'_>) -> Result<Asked, Refusal> {
        let body = &task.body;
        let text = body.needed("subject", GAME_CHARACTERS)?.trim();
        let formula = body.text("formula", 50)?;
        let round = body.number("round", 0..=1_000_000)?.map(|round| round as usize);
        // What may be left out has a usual value; what is given and wrong is an error.
        let most = body.number("most", 1..=3000)?.unwrap_or(1500) as usize;
        let moves =
            body.has("moves").then(|| body.texts("moves", MOST_MOVES, MOVE_CHARACTERS)).transpose()?;
        let source = body.text("source", SOURCE_CHARACTERS)?;
        let subject = match text.parse::<u32>() {
            Ok(_) if source.is_some() => {
                return Err(Refusal::wrong("N×N tic-tac-toe has no file").help("leave out `source`"));
            }
            // The formula that is used where none is named.
            Ok(size) => read_square(task, size, formula.unwrap_or("separate-win"), moves.as_deref())?,
            Err(_) if formula.is_some() => {
                return Err(Refusal::wrong("a formula is for N×N tic-tac-toe").help("for example 3"));
            }
            Err(_) => {
                let opened = task.open(text)?;
                let played = moves.map(|moves| Played::from(opened.clone(), None, &moves)).transpose()?;
                Subject::Game(Box::new(opened), played.map(Box::new))
            }
        };
        Ok(Asked { subject, round, most })
    }
}

fn read_square(
    task: &Task<'_>,
    size: u32,
    formula: &str,
    moves: Option<&[&str]>,
) -> Result<Subject, Refusal> {
    if !(1..=LARGEST_SQUARE).contains(&size) {
        let error = format!("boards have 1 to {LARGEST_SQUARE} rows here");
        let program = task.catalogue().program();
        let help = format!("`{program} reach {size}` tries it at home");
        return Err(Refusal::new(Kind::TooLarge, error).help(help));
    }
    let immediate = match formula {
        "separate-win" => false,
        "immediate-win" => true,
        other => {
            let error = format!("there is no formula `{}`", game::shortened(other));
            return Err(Refusal::wrong(error).help("there are separate-win and immediate-win"));
        }
    };
    let cells = moves.map(|moves| moves.iter().map(|text| cell(size, text)).collect()).transpose()?;
    Ok(Subject::Square { size, immediate, cells })
}

/// Answers `diagram`.
pub(crate) fn diagram(task: &Task<'_>) -> Result<Value, Refusal> {
    let Asked { subject, round, most } = Asked::read(task)?;
    match subject {
        Subject::Game(opened, played) => game(task, &opened, played.as_deref(), (round, most)),
        Subject::Square { size, immediate, cells } => {
            square(task, (size, immediate), cells.as_deref(), (round, most))
        }
    }
}

/// The set after some round, and the sizes of all rounds.
struct Found {
    set: Option<Set>,
    /// The round of the set, if it is not the last.
    round: Option<usize>,
    /// The states and the nodes after each round.
    rounds: Vec<(BigUint, usize)>,
    stopped: Option<Stopped>,
}

/// A game, by homomorphisms made from its relation.
fn game(
    task: &Task<'_>,
    opened: &Opened,
    played: Option<&Played>,
    (round, most): (Option<usize>, usize),
) -> Result<Value, Refusal> {
    let (name, limits) = (opened.to_string(), task.limits()?);
    let variant = &opened.variant;
    let mut reached = task.at_work(limits.clone(), |job| variant.reach_by_rounds(&name, None, &job))?;
    let mut states = BigUint::ZERO;
    let sums = reached.by_ply.iter().map(|new| {
        states += new;
        states.clone()
    });
    let rounds: Vec<(BigUint, usize)> = sums.zip(reached.nodes_by_ply.iter().copied()).collect();
    let stopped = reached.stopped;
    let round = round.filter(|round| *round + 1 < rounds.len());
    if let Some(round) = round {
        // Both at once would take twice the memory.
        reached.set = None;
        reached = task.at_work(limits, |job| variant.reach_by_rounds(&name, Some(round), &job))?;
    }
    let word = played.and_then(|played| {
        let (system, state) = (played.system(), played.state());
        // Where positions do not tell their ply, the turn is what counts.
        let turn = system.turn(state).map_or(0, |turn| turn.index() as u32);
        reached.spell(&variant.word(state)?, system.depth(state).unwrap_or(turn))
    });
    let found = Found { set: reached.set, round, rounds, stopped };
    let names = letters(variant)?;
    drawn(&found, most, word.as_deref(), |var, name| match var.checked_sub(1) {
        // Only some games name their letters.
        Some(level) => names.get(&(level as usize)).cloned().unwrap_or_else(|| format!("letter {var}")),
        None => name.to_string(),
    })
}

const HAS_WORDS: &str = "a game whose states were reached by homomorphisms has words";

/// The names of letters that stand for one cell each, found out by playing first moves: a move that changes one letter
/// and one cell tells that they belong together.
fn letters(variant: &Variant) -> Result<HashMap<usize, String>, Refusal> {
    const TRIED: usize = 600;
    let system = variant.system();
    let mut names = HashMap::new();
    let mut from = start_of(system)?;
    // The moves of both players may be needed: a square that one of them cannot reach first.
    for _ in 0..2 {
        let (look, word) = (system.look(&from), variant.word(&from).expect(HAS_WORDS));
        let mut next = None;
        for (_, state) in system.steps(&from).take(TRIED) {
            let after = variant.word(&state).expect(HAS_WORDS);
            let changed: Vec<usize> =
                word.iter().zip(&after).enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect();
            if let ([letter], [Pick::Cell { grid, cell }], Look::Grids(grids)) =
                (&changed[..], &system.look(&state).changed(&look)[..], &look)
            {
                names.entry(*letter).or_insert_with(|| grids[*grid].cells[*cell].name.clone());
            }
            next.get_or_insert(state);
        }
        let Some(state) = next else { break };
        from = state;
    }
    Ok(names)
}

/// N×N tic-tac-toe, by a formula.
fn square(
    task: &Task<'_>,
    formula: (u32, bool),
    cells: Option<&[usize]>,
    (round, most): (Option<usize>, usize),
) -> Result<Value, Refusal> {
    let (size, limits) = (formula.0, task.limits()?);
    let (mut found, model) = fixpoint(task, formula, &limits, None)?;
    let illegal = "these moves cannot be played: a cell is taken, or the game is over before the last";
    let word = cells.map(|cells| model.word(cells).ok_or_else(|| Refusal::wrong(illegal))).transpose()?;
    drop(model);
    found.round = round.filter(|round| *round + 1 < found.rounds.len());
    if let Some(round) = found.round {
        // Both at once would take twice the memory.
        found.set = None;
        found.set = fixpoint(task, formula, &limits, Some(round))?.0.set;
    }
    drawn(&found, most, word.as_deref(), |var, name| match var < size * size {
        true => game::square((var % size) as usize, (var / size) as usize),
        false => name.to_string(),
    })
}

/// Computes the fixpoint of a formula, up to its `last` round if that is given. It has a manager of its own, which would
/// otherwise know the result and pass through no rounds.
fn fixpoint(
    task: &Task<'_>,
    (size, immediate): (u32, bool),
    limits: &Limits,
    last: Option<usize>,
) -> Result<(Found, Model), Refusal> {
    let manager =
        Manager::builder().memory_limit(limits.bytes().expect("every task has a limit of memory")).build();
    let model = Model::new(&manager, size).map_err(|error| failed(&error))?;
    let reach = match immediate {
        true => model.immediate_win(Strategy::Frontier),
        false => model.separate_win(Strategy::Frontier),
    };
    let found = task.at_work(limits.clone(), |job| {
        let watch = Rounds::new(&job).with_nodes();
        let mut watch = match last {
            Some(last) => watch.up_to(last),
            None => watch,
        };
        let (set, stopped) = match reach.apply_watched(&model.start, &mut watch) {
            Ok(set) => (Some(set), watch.stopped()),
            Err(Error::OutOfMemory { .. }) => (None, Some(Stopped::Memory)),
            Err(Error::Stopped) => (None, watch.stopped()),
            Err(error) => return Err(failed(&error)),
        };
        Ok(Found { set, round: None, rounds: watch.into_counted(), stopped })
    });
    Ok((found?, model))
}

/// Reads the name of a cell.
fn cell(size: u32, text: &str) -> Result<usize, Refusal> {
    let is_named =
        |cell: &usize| game::square(cell % size as usize, cell / size as usize) == text.trim().to_lowercase();
    (0..(size * size) as usize).find(is_named).ok_or_else(|| {
        let error = format!("`{}` is not a cell of {size}×{size}", game::shortened(text));
        Refusal::wrong(error).help("cells are named as in chess: a1, b2")
    })
}

fn failed(error: &Error) -> Refusal {
    Refusal::wrong(error.to_string())
}

/// The set as nodes and arcs, unless it is too large to be looked at. `name` gives the name of a variable.
fn drawn(
    found: &Found,
    most: usize,
    word: Option<&[(dd::Var, dd::Val)]>,
    name: impl Fn(dd::Var, &str) -> String,
) -> Result<Value, Refusal> {
    let rounds: Vec<Value> = (0..)
        .zip(&found.rounds)
        .map(|(round, (states, nodes)): (usize, _)| json!({ "round": round, "states": states.to_string(), "nodes": nodes }))
        .collect();
    let stopped = found.stopped.map(|why| why.to_string());
    let Some(set) = &found.set else {
        let shown = found.round.and_then(|round| found.rounds.get(round)).or(found.rounds.last());
        // Not even the start was counted.
        let (states, nodes) = shown.cloned().unwrap_or_default();
        return Ok(json!({
            "states": states.to_string(), "nodes_total": nodes, "nodes": [], "edges": [], "rounds": rounds,
            "path": null, "too_large": true, "complete": false, "stopped": stopped,
        }));
    };
    let (states, count) = (set.count().map_err(|e| failed(&e))?, set.nodes().map_err(|e| failed(&e))?);
    let too_large = count > most;
    let diagram = if too_large { None } else { Some(set.diagram().map_err(|e| failed(&e))?) };
    let nodes = diagram.iter().flat_map(|diagram| diagram.nodes.iter().enumerate());
    let nodes: Vec<Value> = nodes
        .map(|(id, node)| {
            let words = node.words.to_string();
            json!({ "id": id, "level": node.level, "variable": name(node.var, &node.name), "words": words })
        })
        .collect();
    let path = diagram.as_ref().zip(word).and_then(|(diagram, word)| diagram.path(word));
    Ok(json!({
        "states": states.to_string(), "nodes_total": count, "nodes": nodes,
        "edges": diagram.as_ref().map_or_else(Vec::new, edges), "rounds": rounds, "path": path,
        "too_large": too_large, "complete": stopped.is_none(), "stopped": stopped,
    }))
}

/// The arcs, those between the same nodes as one.
fn edges(diagram: &Diagram) -> Vec<Value> {
    let mut edges = Vec::new();
    for (from, node) in diagram.nodes.iter().enumerate() {
        let mut values: Vec<(Option<usize>, Vec<String>)> = Vec::new();
        for (value, to) in &node.arcs {
            match values.iter_mut().find(|(known, _)| known == to) {
                Some((_, all)) => all.push(value.to_string()),
                None => values.push((*to, vec![value.to_string()])),
            }
        }
        let edge = |(to, values): (Option<usize>, Vec<String>)| {
            // The terminal is no node.
            let to = to.map_or(-1, |to| to as i64);
            json!({ "from": from, "to": to, "values": values.join(",") })
        };
        edges.extend(values.into_iter().map(edge));
    }
    edges
}
