//! What was found, as plain data: moves and boards are text, and every type can be written by serde.

use explore::perft::Paths;
use explore::{Counts, Report, Statistics, Vocabulary};
use game::{Notation, Observable, Stopped, System, Value, Verdict};
use num_bigint::BigUint;
use search::{Answer, Halt};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::data::{option_text, text, texts};
use crate::numbers::estimate;
use crate::{AnySystem, Job, Survey, Surveyed};

/// The value of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// `win`, `draw` or `loss` for the player to move, or `unknown`.
    pub value: String,
    /// The distance in plies, if it is known.
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
            least: found.least,
            most: found.most,
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
    /// The position, drawn.
    #[serde(skip)]
    pub board: String,
}

/// The value of one move, for whoever makes it, from before it.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `win`, `draw`, `loss` or `unknown`.
    pub value: String,
    /// The distance in plies, if it is known.
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
            least: answer.least,
            most: answer.most,
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
        Analysis { analysis, complete: stopped.is_none(), stopped, board }
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
    pub(crate) fn new(paths: &Paths, depth: u32, seconds: f64) -> Perft {
        let at_depth = match (paths.by_depth.get(depth as usize), paths.stopped) {
            (Some(ways), _) => Some(ways.clone()),
            (None, None) => Some(BigUint::ZERO),
            (None, Some(_)) => None,
        };
        Perft {
            depth,
            paths: at_depth,
            by_depth: paths.by_depth.clone(),
            ended_by_depth: paths.ended.clone(),
            complete: paths.stopped.is_none(),
            stopped: paths.stopped,
            seconds,
        }
    }
}

/// How many positions can be reached, and how they end.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// All positions.
    #[serde(serialize_with = "text")]
    pub positions: u64,
    /// Positions of each ply.
    #[serde(serialize_with = "texts")]
    pub by_ply: Vec<u64>,
    /// Moves between them.
    #[serde(serialize_with = "text")]
    pub transitions: u64,
    /// Positions where the game is over.
    #[serde(serialize_with = "text")]
    pub terminal: u64,
    /// Positions where nothing can be done although it is not over.
    #[serde(serialize_with = "text")]
    pub deadlocks: u64,
    /// Won by the first player; none for systems.
    #[serde(serialize_with = "option_text")]
    pub first_wins: Option<u64>,
    /// Won by the second player.
    #[serde(serialize_with = "option_text")]
    pub second_wins: Option<u64>,
    /// Drawn.
    #[serde(serialize_with = "option_text")]
    pub draws: Option<u64>,
    /// Positions up to symmetry, if that was asked.
    #[serde(serialize_with = "option_text")]
    pub classes: Option<u64>,
    /// How positions were kept.
    pub store: String,
    /// The bytes held.
    pub bytes: usize,
    /// The bytes that the next step would have needed, if memory was short.
    pub needed: Option<usize>,
    /// The bytes that all of it would have needed, as a guess.
    pub needed_in_all: Option<usize>,
    /// Whether that is all.
    pub complete: bool,
    /// Why it is not.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub seconds: f64,
}

impl Count {
    pub(crate) fn new(counted: &Surveyed, classes: Option<Report>) -> Count {
        let Surveyed { report, ends } = counted;
        let stopped = report.stopped.or(classes.as_ref().and_then(|classes| classes.stopped));
        let counts = &report.counts;
        let [first_wins, second_wins, draws] = each(*ends);
        Count {
            positions: counts.states,
            by_ply: counts.by_depth.clone(),
            transitions: counts.transitions,
            terminal: counts.finals,
            deadlocks: counts.stuck,
            first_wins,
            second_wins,
            draws,
            classes: classes.map(|classes| classes.counts.states),
            store: report.store.to_string(),
            bytes: report.bytes,
            needed: report.needed,
            needed_in_all: report.needed_in_all,
            complete: stopped.is_none(),
            stopped,
            seconds: report.elapsed.as_secs_f64(),
        }
    }

    /// Returns wins of the first player, of the second, and draws; none for systems.
    #[must_use]
    pub fn ends(&self) -> Option<[u64; 3]> {
        Some([self.first_wins?, self.second_wins?, self.draws?])
    }
}

fn each(ends: Option<[u64; 3]>) -> [Option<u64>; 3] {
    ends.map_or([None; 3], |ends| ends.map(Some))
}

/// All states, described.
#[derive(Clone, Debug, Serialize)]
pub struct Explored {
    /// Whether symmetric positions were taken as one.
    pub symmetry: bool,
    /// All states.
    #[serde(serialize_with = "text")]
    pub states: u64,
    /// Steps between them.
    #[serde(serialize_with = "text")]
    pub transitions: u64,
    /// How far the farthest is from the start.
    pub depth: u32,
    /// States by distance.
    #[serde(serialize_with = "texts")]
    pub by_ply: Vec<u64>,
    /// Steps by the distance of where they begin.
    #[serde(serialize_with = "texts")]
    pub transitions_by_ply: Vec<u64>,
    /// How many actions states have.
    pub branching: Branching,
    /// States that are proper ends.
    #[serde(serialize_with = "text")]
    pub terminal: u64,
    /// Won by the first player; none for systems.
    #[serde(serialize_with = "option_text")]
    pub first_wins: Option<u64>,
    /// Won by the second player.
    #[serde(serialize_with = "option_text")]
    pub second_wins: Option<u64>,
    /// Drawn.
    #[serde(serialize_with = "option_text")]
    pub draws: Option<u64>,
    /// States where nothing can be done although it is no proper end.
    #[serde(serialize_with = "text")]
    pub deadlocks: u64,
    /// How states were kept.
    pub store: String,
    /// The bytes held.
    pub bytes: usize,
    /// The bytes that the next step would have needed, if memory was short.
    pub needed: Option<usize>,
    /// The bytes that all of it would have needed, as a guess.
    pub needed_in_all: Option<usize>,
    /// Whether nothing lies beyond the depth limit.
    pub whole: bool,
    /// Whether no limit was reached.
    pub complete: bool,
    /// Which one was.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub seconds: f64,
}

/// How many actions states have that are not ends.
#[derive(Clone, Debug, Serialize)]
pub struct Branching {
    /// The fewest; none if no actions were counted.
    #[serde(serialize_with = "option_text")]
    pub min: Option<u64>,
    /// On average, of those that have any.
    pub mean: f64,
    /// The most.
    #[serde(serialize_with = "text")]
    pub max: u64,
}

impl Explored {
    pub(crate) fn new(surveyed: &Surveyed, survey: &Survey) -> Explored {
        let Surveyed { report, ends } = surveyed;
        let Report { counts, .. } = report;
        let [first_wins, second_wins, draws] = each(*ends);
        Explored {
            symmetry: survey.symmetry,
            states: counts.states,
            transitions: counts.transitions,
            depth: counts.depth(),
            by_ply: counts.by_depth.clone(),
            transitions_by_ply: counts.transitions_by_depth.clone(),
            branching: Branching { min: counts.narrowest, mean: mean(counts), max: counts.widest },
            terminal: counts.finals,
            first_wins,
            second_wins,
            draws,
            deadlocks: counts.stuck,
            store: report.store.to_string(),
            bytes: report.bytes,
            needed: report.needed,
            needed_in_all: report.needed_in_all,
            whole: report.complete,
            complete: report.stopped.is_none(),
            stopped: report.stopped,
            seconds: report.elapsed.as_secs_f64(),
        }
    }

    /// Returns wins of the first player, of the second, and draws; none for systems.
    #[must_use]
    pub fn ends(&self) -> Option<[u64; 3]> {
        Some([self.first_wins?, self.second_wins?, self.draws?])
    }
}

/// Actions of states that have any, on average, where they were counted.
fn mean(counts: &Counts) -> f64 {
    counts.transitions as f64 / counts.expanded.max(1) as f64
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
        let short = name.shorthand().map(|short| format!(" or {short}")).unwrap_or_default();
        Name { name: name.signature() + &short, what: format!("{}: {}", name.help(), name.kind()) }
    };
    vocabulary.names().iter().map(explained).collect()
}
