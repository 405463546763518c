//! What was found, as plain data: moves and boards are text, and every type can be written by serde.

use explore::perft::Paths;
use explore::{Statistics, Vocabulary};
use game::{Notation, Observable, Stopped, System, Value, Verdict};
use num_bigint::BigUint;
use search::{Answer, Halt};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::data::{option_text, text, texts};
use crate::numbers::estimate;
use crate::{AnySystem, Job};

/// The value of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// `win`, `draw` or `loss` for the player to move, or `unknown`.
    pub value: String,
    /// The distance in plies, if it is known; a draw has none.
    pub plies: Option<u32>,
    /// A lower bound of the value.
    #[serde(serialize_with = "text")]
    pub least: Value,
    /// An upper bound of the value.
    #[serde(serialize_with = "text")]
    pub most: Value,
    /// The best move found; none if the game is over.
    pub best: Option<String>,
    /// Best play from here on.
    pub pv: Vec<String>,
    /// Nodes examined.
    #[serde(serialize_with = "text")]
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The engine that the job names.
    pub engine: String,
    /// The number of threads.
    pub threads: usize,
    /// Whether the search was finished.
    pub complete: bool,
    /// Why it was not finished, if it was not.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Halt>,
    /// The position, drawn.
    #[serde(skip)]
    pub board: String,
    /// Whether the game is over.
    #[serde(skip)]
    pub over: bool,
}

impl Solved {
    pub(crate) fn new(
        found: &Answer<()>,
        best: Option<String>,
        pv: Vec<String>,
        (board, over): (String, bool),
        job: &Job<'_>,
    ) -> Solved {
        Solved {
            value: value_word(found.verdict()),
            plies: found.value().and_then(|value| value.plies),
            least: found.worth.least(),
            most: found.worth.most(),
            best,
            pv,
            nodes: found.nodes,
            seconds: found.seconds,
            engine: job.engine.to_string(),
            threads: job.limits.thread_count(),
            complete: found.stopped.is_none(),
            stopped: found.stopped,
            board,
            over,
        }
    }

    /// Returns win, draw or loss, if that is known.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        (self.least.verdict == self.most.verdict).then_some(self.least.verdict)
    }

    /// Returns the value, if it is known, distance and all.
    #[must_use]
    pub fn exact(&self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }
}

fn value_word(verdict: Option<Verdict>) -> String {
    verdict.map_or("unknown".to_string(), |verdict| verdict.to_string())
}

/// The value of every legal move.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The moves, the best first.
    pub analysis: Vec<Judgement>,
    /// Whether the value of every move is known.
    pub complete: bool,
    /// Why it is not, if it is not.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Halt>,
    /// The move that the engine would play, where no move is proved to be best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub favourite: Option<Favourite>,
    /// The position, drawn.
    #[serde(skip)]
    pub board: String,
}

/// The move that an engine would play, with its chances and how the game would go on: an estimate, not a proof.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Favourite {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The chances of the player who makes it, from 0 (lost) to 1 (won).
    pub estimate: f64,
    /// What the engine would play from here on, the favourite first.
    pub line: Vec<String>,
}

/// The value of one move for the player who makes it. Distances count the move itself.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `win`, `draw`, `loss` or `unknown`.
    pub value: String,
    /// The distance in plies, if it is known; a draw has none.
    pub plies: Option<u32>,
    /// Nodes examined for it.
    #[serde(serialize_with = "text")]
    pub nodes: u64,
    /// A lower bound of the value.
    #[serde(serialize_with = "text")]
    pub least: Value,
    /// An upper bound of the value.
    #[serde(serialize_with = "text")]
    pub most: Value,
    /// Why no more is known, if the search was stopped.
    #[serde(skip)]
    pub stopped: Option<Halt>,
    /// The position it leads to, drawn.
    #[serde(skip)]
    pub board: String,
}

impl Judgement {
    pub(crate) fn new(mv: String, board: String, answer: &Answer<()>) -> Judgement {
        Judgement {
            mv,
            value: value_word(answer.verdict()),
            plies: answer.value().and_then(|value| value.plies),
            nodes: answer.nodes,
            least: answer.worth.least(),
            most: answer.worth.most(),
            stopped: answer.stopped,
            board,
        }
    }

    /// Returns win, draw or loss, if that is known.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        (self.least.verdict == self.most.verdict).then_some(self.least.verdict)
    }
}

impl Analysis {
    pub(crate) fn new(mut analysis: Vec<Judgement>, board: String) -> Analysis {
        analysis.sort_by_key(|judged| std::cmp::Reverse((judged.least, judged.most)));
        let stopped = analysis.iter().find_map(|judged| judged.stopped);
        Analysis { analysis, complete: stopped.is_none(), stopped, favourite: None, board }
    }

    /// Returns whether some move is proved to be at least as good as any other.
    pub(crate) fn has_best(&self) -> bool {
        let best = self.analysis.iter().map(|judged| judged.least).max();
        best.is_some_and(|best| {
            let may_be_better = |judged: &Judgement| judged.most.verdict > best.verdict;
            !self.analysis.iter().any(may_be_better)
        })
    }
}

/// The number of ways to play n moves, for each n up to a depth.
#[derive(Clone, Debug, Serialize)]
pub struct Perft {
    /// The greatest number of moves to be counted.
    pub depth: u32,
    /// The number of ways to play `depth` moves, if that is known.
    #[serde(serialize_with = "option_text")]
    pub paths: Option<BigUint>,
    /// The number of ways to play 0, 1, … moves.
    #[serde(serialize_with = "texts")]
    pub by_depth: Vec<BigUint>,
    /// How many of them end the game there.
    #[serde(serialize_with = "texts")]
    pub ended_by_depth: Vec<BigUint>,
    /// Whether the depth was reached, or no game is longer.
    pub complete: bool,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub seconds: f64,
}

impl Perft {
    pub(crate) fn new(paths: Paths, depth: u32, seconds: f64) -> Perft {
        let at_depth = match (paths.by_depth.get(depth as usize), paths.stopped) {
            (Some(ways), _) => Some(ways.clone()),
            (None, None) => Some(BigUint::ZERO),
            (None, Some(_)) => None,
        };
        Perft {
            depth,
            paths: at_depth,
            by_depth: paths.by_depth,
            ended_by_depth: paths.ended,
            complete: paths.stopped.is_none(),
            stopped: paths.stopped,
            seconds,
        }
    }
}

/// The results of random games.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// Results, lengths and branching.
    pub statistics: Statistics,
    /// Whether it is a game of two players: only then are wins and draws counted.
    pub is_game: bool,
}

impl Serialize for Simulated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = &self.statistics;
        let of_game = |number: u64| self.is_game.then(|| number.to_string());
        let (part, error) = estimate(all.wins[0], all.walks);
        let (least, most) = (all.lengths.keys().next(), all.lengths.keys().next_back());
        let by_length: std::collections::BTreeMap<String, String> =
            all.lengths.iter().map(|(length, walks)| (length.to_string(), walks.to_string())).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("games", &all.walks.to_string())?;
        map.serialize_entry("first_wins", &of_game(all.wins[0]))?;
        map.serialize_entry("second_wins", &of_game(all.wins[1]))?;
        map.serialize_entry("draws", &of_game(all.draws))?;
        map.serialize_entry("first_wins_share", &self.is_game.then_some(part))?;
        map.serialize_entry("first_wins_error", &self.is_game.then_some(error))?;
        map.serialize_entry("ended", &all.finals.to_string())?;
        map.serialize_entry("deadlocks", &all.stuck.to_string())?;
        map.serialize_entry("broken_off", &all.broken_off.to_string())?;
        map.serialize_entry("length", &Spread { min: least, mean: all.mean_length(), max: most })?;
        map.serialize_entry("by_length", &by_length)?;
        let (fewest, widest) = (all.branching.map(|(least, _)| least), all.branching.map(|(_, most)| most));
        map.serialize_entry("branching", &Spread { min: fewest, mean: all.mean_branching(), max: widest })?;
        map.serialize_entry("complete", &all.stopped.is_none())?;
        map.serialize_entry("stopped", &all.stopped.map(|why| why.to_string()))?;
        map.serialize_entry("seconds", &all.elapsed.as_secs_f64())?;
        map.end()
    }
}

/// A minimum, a mean and a maximum.
#[derive(Serialize)]
struct Spread<T> {
    min: Option<T>,
    mean: f64,
    max: Option<T>,
}

/// A description of a game: its capabilities, its start and its first moves.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// Whether it is a game of two players.
    pub is_game: bool,
    /// The number of known symmetries, the identity among them.
    #[serde(serialize_with = "text")]
    pub symmetries: usize,
    /// The size of the game's index, if it has one.
    #[serde(serialize_with = "option_text")]
    pub index_size: Option<u64>,
    /// What the evaluation is based on, if there is one.
    pub knowledge: Option<&'static str>,
    /// The size of a state in bytes.
    pub state_bytes: usize,
    /// What else there is to know, in pairs of a word and what it means; for games that are read from files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<(&'static str, String)>,
    /// The names that claims about a position may use.
    pub names: Vec<Name>,
    /// The number of first moves.
    #[serde(serialize_with = "text")]
    pub first_moves: usize,
    /// The start, drawn.
    pub start: String,
    /// Some of the first moves.
    #[serde(skip)]
    pub some_moves: String,
}

/// A name that claims about a position may use.
#[derive(Clone, Debug, Serialize)]
pub struct Name {
    /// The name as it is written.
    pub name: String,
    /// What it means.
    pub what: String,
}

impl Facts {
    pub(crate) fn gather(
        system: &AnySystem,
        symmetries: usize,
        index_size: Option<u64>,
        knowledge: Option<&'static str>,
        state_bytes: usize,
    ) -> Facts {
        const SOME: usize = 9;
        let (mut start, mut some, mut first_moves) = (Vec::new(), Vec::new(), 0);
        for state in system.starts() {
            start.push(system.board_text(&state));
            for (action, _) in system.steps(&state) {
                first_moves += 1;
                if some.len() < SOME {
                    some.push(system.action_text(&state, action));
                }
            }
        }
        if first_moves > some.len() {
            some.push("…".to_string());
        }
        Facts {
            is_game: system.is_game(),
            symmetries,
            index_size,
            knowledge,
            state_bytes,
            details: Vec::new(),
            names: names(&system.vocabulary()),
            first_moves,
            start: start.join("\n\n"),
            some_moves: some.join(" "),
        }
    }
}

fn names<C>(vocabulary: &Vocabulary<'_, C>) -> Vec<Name> {
    let explained = |name: &Observable<'_, C>| {
        let short = name.shorthand().map_or(String::new(), |short| format!(" or {short}"));
        Name { name: name.signature() + &short, what: format!("{}: {}", name.help(), name.kind()) }
    };
    vocabulary.names().iter().map(explained).collect()
}
