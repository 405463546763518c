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
    /// It is at least this.
    #[serde(serialize_with = "text")]
    pub least: Value,
    /// It is at most this.
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
    /// The engine that was asked for.
    pub engine: String,
    /// The number of threads.
    pub threads: usize,
    /// Whether the search came to its end.
    pub complete: bool,
    /// Why it did not.
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
            threads: job.threads,
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
    /// Whether all is known.
    pub complete: bool,
    /// Why it is not.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Halt>,
    /// The move that the engine would play, where no move is proved to be best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub favourite: Option<Favourite>,
    /// The position, drawn.
    #[serde(skip)]
    pub board: String,
}

/// The move that an engine would play, and what it expects to come of it: an estimate, of which nothing is proved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Favourite {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The chances of whoever makes it, from 0, lost, to 1, won.
    pub estimate: f64,
    /// What the engine would play from here on, the favourite first.
    pub line: Vec<String>,
}

/// The value of one move, for whoever makes it, from before it.
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
    /// It is worth at least this.
    #[serde(serialize_with = "text")]
    pub least: Value,
    /// It is worth at most this.
    #[serde(serialize_with = "text")]
    pub most: Value,
    /// Why no more is known.
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

    /// Whether some move is proved to be at least as good as any other.
    pub(crate) fn has_best(&self) -> bool {
        let best = self.analysis.iter().map(|judged| judged.least).max();
        best.is_some_and(|best| {
            let may_be_better = |judged: &Judgement| judged.most.verdict > best.verdict;
            !self.analysis.iter().any(may_be_better)
        })
    }
}

/// The number of ways to play so many moves.
#[derive(Clone, Debug, Serialize)]
pub struct Perft {
    /// The depth asked for.
    pub depth: u32,
    /// The ways to play so many moves, if that is known.
    #[serde(serialize_with = "option_text")]
    pub paths: Option<BigUint>,
    /// The ways to play 0, 1, … moves.
    #[serde(serialize_with = "texts")]
    pub by_depth: Vec<BigUint>,
    /// How many of them end the game there.
    #[serde(serialize_with = "texts")]
    pub ended_by_depth: Vec<BigUint>,
    /// Whether the depth was reached, or no game is longer.
    pub complete: bool,
    /// Why it was not.
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

/// What became of random games.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// What was counted.
    pub statistics: Statistics,
    /// Whether it is a game, so that somebody wins.
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

/// The least, the mean and the most of something.
#[derive(Serialize)]
struct Spread<T> {
    min: Option<T>,
    mean: f64,
    max: Option<T>,
}

/// What a game is.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// Whether it is a game of two players.
    pub is_game: bool,
    /// How many symmetries are known, the identity among them.
    #[serde(serialize_with = "text")]
    pub symmetries: usize,
    /// How many positions are numbered without gaps, if they are.
    #[serde(serialize_with = "option_text")]
    pub index_size: Option<u64>,
    /// What an evaluation goes by, if there is one.
    pub knowledge: Option<&'static str>,
    /// The bytes of a state.
    pub state_bytes: usize,
    /// What may be asked of a position.
    pub names: Vec<Name>,
    /// How many first moves there are.
    #[serde(serialize_with = "text")]
    pub first_moves: usize,
    /// The start, drawn.
    pub start: String,
    /// Some of the first moves.
    #[serde(skip)]
    pub some_moves: String,
}

/// Something that may be asked of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Name {
    /// How it is written.
    pub name: String,
    /// What it is.
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
