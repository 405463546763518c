//! Strong solutions: the value of every position, in memory, in a file, and looked up.

use std::io::Read;
use std::time::Instant;

use arena::{AnyGame, AnyState};
use explore::Stage;
use game::{Game, Notation, Stopped, Value};
use num_bigint::BigUint;
use serde::Serialize;
use symbolic::Slice;
use tablebase::{Access, Body, Progress, Tablebase, Unsolved};

use crate::data::{option_text, text};
use crate::numbers::{about, thousands};
use crate::{Failure, Job, Variant, forms, walking};

/// What a strong solution found: all of it, or what was known when a limit was reached.
#[derive(Clone, Debug, Serialize)]
pub struct Strong {
    /// The value of the start for the player to move.
    #[serde(serialize_with = "option_text")]
    pub value: Option<game::Verdict>,
    /// Its distance, if distances were requested; a draw has none.
    pub plies: Option<u32>,
    /// Positions that were found.
    #[serde(serialize_with = "text")]
    pub positions: BigUint,
    /// Won for the player to move.
    #[serde(serialize_with = "option_text")]
    pub won: Option<BigUint>,
    /// Drawn.
    #[serde(serialize_with = "option_text")]
    pub drawn: Option<BigUint>,
    /// Lost.
    #[serde(serialize_with = "option_text")]
    pub lost: Option<BigUint>,
    /// Won, drawn and lost positions of each ply, where diagrams keep the plies apart.
    pub won_drawn_lost_by_ply: Option<Vec<[String; 3]>>,
    /// Won, drawn and lost positions of each player to move, where diagrams keep the players apart.
    pub won_drawn_lost_by_turn: Option<Vec<[String; 3]>>,
    /// What the values are kept in: `diagrams`, `index` or `list`.
    #[serde(serialize_with = "text")]
    pub body: Body,
    /// Nodes of the diagrams, if it is kept in diagrams.
    pub nodes: Option<usize>,
    /// The most bytes in use.
    pub bytes: Option<usize>,
    /// Of diagrams that were not finished: plies reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_reached: Option<usize>,
    /// Of diagrams that were not finished: plies solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_solved: Option<usize>,
    /// Whether every position has its value.
    pub complete: bool,
    /// Why not, in words.
    pub stopped: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(skip)]
    pub limit: Option<Stopped>,
    /// Whether it is kept in a folder.
    #[serde(skip)]
    pub is_on_disk: bool,
}

impl Strong {
    fn solved(solved: &tablebase::Solved, seconds: f64) -> Strong {
        let [won, drawn, lost] = solved.table.totals();
        let diagrams = match &solved.table {
            Tablebase::Diagrams(table) => Some(table),
            Tablebase::Indexed(_) | Tablebase::Listed(_) => None,
        };
        let rows_by = |slicing| {
            let counts = diagrams.filter(|table| table.slicing() == slicing)?.counts();
            Some(counts.iter().map(|counts| counts.each_ref().map(ToString::to_string)).collect())
        };
        Strong {
            value: Some(solved.value.verdict),
            plies: solved.value.plies,
            positions: &won + &drawn + &lost,
            won: Some(won),
            drawn: Some(drawn),
            lost: Some(lost),
            won_drawn_lost_by_ply: rows_by(Slice::Ply),
            won_drawn_lost_by_turn: rows_by(Slice::Turn),
            body: solved.table.body(),
            nodes: diagrams.map(symbolic::Table::nodes),
            bytes: Some(solved.bytes),
            plies_reached: None,
            plies_solved: None,
            complete: true,
            stopped: None,
            seconds,
            limit: None,
            is_on_disk: false,
        }
    }

    /// What a folder says, solved or not.
    pub(crate) fn on_disk(found: &StrongOnDisk<'_>, seconds: f64) -> Strong {
        let StrongOnDisk { manifest, distances, stopped } = *found;
        let solved = manifest.is_solved();
        let by_ply: Vec<[u64; 3]> = manifest.plies.iter().map(layers::Ply::totals).collect();
        let total = |at: usize| solved.then(|| by_ply.iter().map(|totals| BigUint::from(totals[at])).sum());
        let value = manifest.plies.first().and_then(|ply| ply.values.first()).filter(|_| solved);
        let value = value.map(|valued| valued.value_of_first().without_draw_length());
        let plies_solved = manifest.plies.iter().filter(|ply| ply.valued() == ply.states()).count();
        Strong {
            value: value.map(|value| value.verdict),
            plies: value.and_then(|value| value.plies).filter(|_| distances),
            positions: manifest.plies.iter().map(layers::Ply::states).sum::<u64>().into(),
            won: total(0),
            drawn: total(1),
            lost: total(2),
            won_drawn_lost_by_ply: solved
                .then(|| by_ply.iter().map(|totals| totals.map(|count| count.to_string())).collect()),
            won_drawn_lost_by_turn: None,
            body: Body::Listed,
            nodes: None,
            bytes: Some(usize::try_from(manifest.bytes()).expect("files are addressed by 64 bits")),
            plies_reached: (!solved).then_some(manifest.plies.len()),
            plies_solved: (!solved).then_some(plies_solved),
            complete: solved,
            stopped: stopped.map(|why| why.to_string()),
            seconds,
            limit: stopped,
            is_on_disk: true,
        }
    }

    fn unsolved(unsolved: Unsolved, seconds: f64) -> Strong {
        Strong {
            value: None,
            plies: None,
            positions: unsolved.positions,
            won: None,
            drawn: None,
            lost: None,
            won_drawn_lost_by_ply: None,
            won_drawn_lost_by_turn: None,
            body: unsolved.body,
            nodes: None,
            bytes: None,
            plies_reached: unsolved.plies.map(|(reached, _)| reached),
            plies_solved: unsolved.plies.map(|(_, solved)| solved),
            complete: false,
            stopped: Some(unsolved.reason),
            seconds,
            limit: unsolved.stopped,
            is_on_disk: false,
        }
    }
}

/// A strong solution that is kept in a folder, as far as it goes.
pub(crate) struct StrongOnDisk<'a> {
    pub(crate) manifest: &'a layers::Manifest,
    pub(crate) distances: bool,
    pub(crate) stopped: Option<Stopped>,
}

/// A position as a table knows it.
#[derive(Clone, Debug, Serialize)]
pub struct LookedUp {
    /// The value for the player to move.
    #[serde(serialize_with = "text")]
    pub value: game::Verdict,
    /// Its distance, if the table knows distances; a draw has none.
    pub plies: Option<u32>,
    /// The best moves.
    pub best: Vec<String>,
    /// Every move with its value for the player who makes it, the best first.
    pub moves: Vec<Rated>,
    /// The position, drawn.
    #[serde(skip)]
    pub board: String,
    /// Whether the game is over.
    #[serde(skip)]
    pub over: bool,
}

/// A move and its value.
#[derive(Clone, Debug, Serialize)]
pub struct Rated {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the player who makes it.
    pub worth: Distance,
}

/// A value as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Distance {
    /// Win, draw or loss.
    #[serde(serialize_with = "text")]
    pub value: game::Verdict,
    /// The number of plies to the end, if that is known; a draw has no length.
    pub plies: Option<u32>,
}

impl From<Value> for Distance {
    fn from(value: Value) -> Distance {
        Distance { value: value.verdict, plies: value.plies }
    }
}

/// Writes the value as text: `win in 3`.
impl std::fmt::Display for Distance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Value { verdict: self.value, plies: self.plies }.fmt(f)
    }
}

impl Variant {
    /// Returns how the positions of the game are found in a tablebase: by its diagrams or its index if it has them, and
    /// by how they are written in any case. None if it is a puzzle.
    fn with_access<R>(&self, work: impl FnOnce(&Access<'_, AnyGame>) -> R) -> Option<R> {
        let (game, _) = self.players()?;
        let index = Some(self.system()).filter(|system| game::Indexed::size(*system).is_some());
        let access = Access::new(&game).index(index);
        Some(work(&match self.form() {
            Some(form) => access.form_by(form.in_tablebases()),
            None => access,
        }))
    }

    /// Solves every position that can be reached: by decision diagrams where the game has that form, otherwise state by
    /// state. Returns what was found, and the table if it is complete.
    ///
    /// # Errors
    /// If it is a puzzle, which has no winner.
    pub fn strong(&self, distances: bool, job: &Job<'_>) -> Result<(Strong, Option<Tablebase>), Failure> {
        let begun = Instant::now();
        let limits = &job.limits;
        let watch = &|so_far: &Progress<'_>| job.say(&|| how_far(so_far));
        // A puzzle has no values, and no other access either: the error for that is below.
        let own = self.values().ok().and_then(|values| values.strong(distances, limits, watch));
        let solved = own.or_else(|| self.with_access(|access| access.solve(distances, limits, watch)));
        let seconds = begun.elapsed().as_secs_f64();
        match solved
            .ok_or_else(|| Failure::new("it is a puzzle: it has no winner, so it has no strong solution"))?
        {
            Ok(solved) => Ok((Strong::solved(&solved, seconds), Some(solved.table))),
            Err(unsolved) => Ok((Strong::unsolved(*unsolved, seconds), None)),
        }
    }

    /// Reads a table of this game, made by this version of its rules.
    ///
    /// # Errors
    /// If it is damaged, or of other rules, or the game is a puzzle.
    pub fn load_table(&self, rules: u32, from: impl Read) -> Result<Tablebase, Failure> {
        let table = self.with_access(|access| Tablebase::load(access, rules, from));
        let table = table.ok_or_else(|| Failure::new("it is a puzzle and has no tablebase"))?;
        table.map_err(|error| Failure::new(error.to_string()))
    }

    /// Returns what a table of this game says of a position; `None` if it, or a position after one of its moves, is not in
    /// the table: then it cannot be reached by the rules that the table was made by.
    #[must_use]
    pub fn look_up(&self, table: &Tablebase, state: &AnyState) -> Option<LookedUp> {
        self.with_access(|access| {
            let (game, value) = (access.game(), table.value(access, state)?);
            let rated =
                |(mv, worth): (_, Value)| Rated { mv: game.action_text(state, mv), worth: worth.into() };
            let moves: Vec<Rated> = table.moves(access, state)?.into_iter().map(rated).collect();
            let is_best = |rated: &&Rated| moves.first().is_some_and(|best| best.worth == rated.worth);
            Some(LookedUp {
                value: value.verdict,
                plies: value.plies,
                best: moves.iter().filter(is_best).map(|rated| rated.mv.clone()).collect(),
                moves,
                board: game.board_text(state),
                over: game.outcome(state).is_some(),
            })
        })
        .flatten()
    }
}

/// Returns how far a strong solution is, in words.
fn how_far(so_far: &Progress<'_>) -> String {
    let of = |what: &str, done: u64, all: u64, bytes: usize| {
        format!("{what} for {} of {} positions, {}", thousands(done), thousands(all), about(bytes))
    };
    match *so_far {
        Progress::Diagrams(so_far) => forms::how_far(so_far),
        Progress::States(so_far) => match so_far.stage {
            Stage::Search => walking::how_far(so_far),
            Stage::Values { done } => of("values", done, so_far.known, so_far.bytes),
        },
        Progress::List { done, all, bytes } => of("places", done, all, bytes),
    }
}
