//! Counting by decision diagrams, as data.

use arena::AnyState;
use dd::Strategy;
use game::{Player, Stopped};
use num_bigint::BigUint;
use serde::Serialize;
use symbolic::homs::{self, Reached};
use symbolic::{Ending, Reach, Saturated, most_mappings};

use crate::data::{option_text, texts};
use crate::forms::Formed;
use crate::{Failure, Job, Variant};

/// The number of positions that can be reached, counted by decision diagrams.
#[derive(Clone, Debug, Serialize)]
pub struct CountByDiagrams {
    /// `symbolic`.
    pub by: &'static str,
    /// `plies`, `direct` or `saturation`.
    pub route: &'static str,
    /// All positions; none if nothing is known.
    #[serde(serialize_with = "option_text")]
    pub positions: Option<BigUint>,
    /// Positions of each ply.
    #[serde(serialize_with = "texts")]
    pub by_ply: Vec<BigUint>,
    /// Steps between positions, where they are counted.
    #[serde(serialize_with = "option_text", skip_serializing_if = "Option::is_none")]
    pub transitions: Option<BigUint>,
    /// Positions where nothing can be done although it is no proper end, where they are counted.
    #[serde(serialize_with = "option_text", skip_serializing_if = "Option::is_none")]
    pub deadlocks: Option<BigUint>,
    /// The largest values of what is measured, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub largest_values: Vec<(&'static str, String)>,
    /// Positions where the game is over.
    #[serde(serialize_with = "option_text")]
    pub terminal: Option<BigUint>,
    /// Won by the first player; none for systems.
    #[serde(serialize_with = "option_text")]
    pub first_wins: Option<BigUint>,
    /// Won by the second player.
    #[serde(serialize_with = "option_text")]
    pub second_wins: Option<BigUint>,
    /// Drawn.
    #[serde(serialize_with = "option_text")]
    pub draws: Option<BigUint>,
    /// Positions up to symmetry, if they were requested and all were counted.
    #[serde(serialize_with = "option_text")]
    pub classes: Option<BigUint>,
    /// Nodes of all plies together.
    pub nodes: usize,
    /// Nodes of the largest ply.
    pub peak_nodes: usize,
    /// The most bytes in use.
    pub bytes: usize,
    /// Whether all positions were counted.
    pub complete: bool,
    /// Why they were not, in words.
    pub stopped: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(skip)]
    pub limit: Option<Stopped>,
    /// Nodes of each ply.
    #[serde(skip)]
    pub nodes_by_ply: Vec<usize>,
    /// Positions up to symmetry of the plies that were counted.
    #[serde(skip)]
    pub classes_so_far: Option<BigUint>,
    /// The ply with most positions, and their number.
    #[serde(skip)]
    pub largest: Option<(usize, BigUint)>,
}

impl CountByDiagrams {
    pub(crate) fn new(found: &Reach, direct: bool, is_game: bool) -> CountByDiagrams {
        // Counted directly, all plies are known at once, or none.
        let known = |count: BigUint| (!found.layers.is_empty()).then_some(count);
        let of_game = |count: BigUint| known(count).filter(|_| is_game);
        let (nodes, peak_nodes) = found.nodes();
        CountByDiagrams {
            by: "symbolic",
            route: if direct { "direct" } else { "plies" },
            positions: known(found.positions()),
            by_ply: found.by_ply(),
            transitions: None,
            deadlocks: None,
            largest_values: Vec::new(),
            terminal: known(found.terminal()),
            first_wins: of_game(found.won_by(Player::First)),
            second_wins: of_game(found.won_by(Player::Second)),
            draws: of_game(found.count(Ending::Drawn)),
            classes: found.all_classes().filter(|_| found.is_complete()),
            nodes,
            peak_nodes,
            bytes: found.bytes,
            complete: found.is_complete(),
            stopped: found.stopped.map(|why| why.to_string()).or_else(|| found.problem.clone()),
            seconds: found.elapsed.as_secs_f64(),
            limit: found.stopped,
            nodes_by_ply: found.layers.iter().map(|layer| layer.nodes).collect(),
            classes_so_far: found.all_classes(),
            largest: found.largest(),
        }
    }

    fn saturated(found: Saturated) -> CountByDiagrams {
        CountByDiagrams {
            by: "symbolic",
            route: "saturation",
            positions: found.states,
            by_ply: Vec::new(),
            transitions: found.transitions,
            deadlocks: found.deadlocks,
            largest_values: found.largest.iter().map(|(name, value)| (*name, value.to_string())).collect(),
            terminal: None,
            first_wins: None,
            second_wins: None,
            draws: None,
            classes: None,
            nodes: found.nodes,
            peak_nodes: found.peak_nodes,
            bytes: found.bytes,
            complete: found.stopped.is_none(),
            stopped: found.stopped.map(|why| why.to_string()),
            seconds: found.elapsed.as_secs_f64(),
            limit: found.stopped,
            nodes_by_ply: Vec::new(),
            classes_so_far: None,
            largest: None,
        }
    }
}

impl Variant {
    /// The symbolic form, or what to do instead.
    pub(crate) fn form_or(&self, name: &str, instead: &str) -> Result<&dyn Formed, Failure> {
        self.form().ok_or_else(|| {
            Failure::new(format!(
                "{name} has no symbolic form: its positions would have to be words of one shape, and a move a relation \
                 between words that is read letter by letter (`symbolic::Symbolic`); {instead}"
            ))
        })
    }

    /// Reaches every state by homomorphisms made from the relation of the game: the other engine of the diagrams, with
    /// the same numbers as [`count_by_diagrams`](Variant::count_by_diagrams). `name` is what messages call the game.
    ///
    /// # Errors
    /// If it has no symbolic form.
    pub fn reach_by_homs(&self, name: &str, strategy: Strategy, job: &Job<'_>) -> Result<Reached, Failure> {
        self.reach_with(name, homs::Options { strategy, ..homs::Options::default() }, job)
    }

    /// Reaches every state by homomorphisms round by round, and counts the nodes after each round; ends after so many
    /// `rounds`, if that is given. `name` is what messages call the game.
    ///
    /// # Errors
    /// If it has no symbolic form.
    pub fn reach_by_rounds(
        &self,
        name: &str,
        rounds: Option<usize>,
        job: &Job<'_>,
    ) -> Result<Reached, Failure> {
        let options = homs::Options { strategy: Strategy::Frontier, endings: false, sizes: true, rounds };
        self.reach_with(name, options, job)
    }

    fn reach_with(&self, name: &str, options: homs::Options, job: &Job<'_>) -> Result<Reached, Failure> {
        let form = self.form_or(name, "`count` counts it position by position")?;
        form.homs(options, job).map_err(|error| Failure::new(error.to_string()))
    }

    /// Returns a state as a word of its symbolic form, if the game has one: the letters of
    /// [`Reached::spell`](symbolic::homs::Reached::spell).
    #[must_use]
    pub fn word(&self, state: &AnyState) -> Option<Vec<u32>> {
        self.form().map(|form| form.word(state))
    }

    /// Counts the positions that can be reached, by decision diagrams: ply by ply and, if requested, also up to
    /// symmetry; or `direct`ly, from what unfinished positions have in common. `name` is what messages call the game.
    ///
    /// # Errors
    /// If it has no symbolic form, too many symmetries to be tried, or does not say what unfinished positions have in
    /// common.
    pub fn count_by_diagrams(
        &self,
        name: &str,
        (direct, symmetry): (bool, bool),
        job: &Job<'_>,
    ) -> Result<CountByDiagrams, Failure> {
        if !direct
            && !symmetry
            && let Some(found) = self.saturate(job)
        {
            return match found.endless {
                Some(why) => Err(Failure::endless(name, &why)),
                None => Ok(CountByDiagrams::saturated(found)),
            };
        }
        let form = self.form_or(name, "`--by explicit` counts it position by position")?;
        if symmetry && !form.has_mappings() {
            return Err(Failure::new(format!(
                "{name} has too many symmetries for diagrams, which try each of them, at most {}; `--by explicit --symmetry` \
                 counts up to all of them",
                most_mappings()
            )));
        }
        if !direct {
            let found = form.reach(symmetry, job);
            return match &found.problem {
                Some(problem) if found.layers.is_empty() => Err(Failure::new(format!(
                    "{name} cannot be counted by diagrams: {problem}; `--by explicit` counts it position by position"
                ))),
                _ => Ok(CountByDiagrams::new(&found, false, self.is_game())),
            };
        }
        let found = form.direct(job).ok_or_else(|| {
            Failure::new(format!(
                "{name}: which positions are unfinished does not decide whether they can be reached; \
                 without --direct they are counted ply by ply"
            ))
        })?;
        Ok(CountByDiagrams::new(&found, true, self.is_game()))
    }
}
