//! Games as diagrams, whatever their type.

use arena::{AnyGame, AnyState};
use game::{Game, Limits, Symmetry, System, Value};
use registry::Capabilities;
use symbolic::homs::{self, Reached};
use symbolic::levels::Shape;
use symbolic::{
    Keeper, Options, Reach, Saturated, Solved, Symbolic, Table, Unsolved, direct, reach, reach_by_homs,
    reach_kept, solve,
};

use crate::Job;
use crate::numbers::{about, thousands};
use crate::walking::state_of;

/// The symbolic form of a system, whatever its type. Asked only if there is one.
pub(crate) trait Formed: Send + Sync {
    /// Whether there is a form: a system may have one for some parameters only.
    fn is_there(&self) -> bool;
    /// Whether its symmetries are few enough to be listed.
    fn has_mappings(&self) -> bool;
    fn reach(&self, classes: bool, job: &Job<'_>) -> Reach;
    /// The same with plies that are kept.
    fn reach_kept(&self, keeper: &mut dyn Keeper, job: &Job<'_>) -> Reach;
    fn direct(&self, job: &Job<'_>) -> Option<Reach>;
    /// How many symmetries are known. Asked whether or not there is a form.
    fn symmetries(&self) -> usize;
    /// All states at once, if the system itself can do that. Asked whether or not there is a form.
    fn saturate(&self, job: &Job<'_>) -> Option<Saturated>;
    /// Why there is no end to the states, if that is known. Asked whether or not there is a form.
    fn endless(&self, job: &Job<'_>) -> Option<String>;
    /// What else there is to know. Asked whether or not there is a form.
    fn details(&self) -> Vec<(&'static str, String)>;
    /// Everything that can be reached, by homomorphisms made from the relation.
    fn homs(&self, options: homs::Options, job: &Job<'_>) -> dd::Result<Reached>;
    /// A state as a word.
    fn word(&self, state: &AnyState) -> Vec<u32>;
    /// The form as tablebases of the erased game see it.
    fn in_tablebases(&self) -> Box<dyn tablebase::Form<AnyGame> + '_>;
}

/// A system that may have a symbolic form.
pub(crate) struct Form<S>(pub(crate) S);

const THERE: &str = "a form is asked only if it is there";

impl<S: Capabilities> Form<S> {
    fn form(&self) -> &impl Symbolic<Configuration = S::Configuration, Action = <S as System>::Action> {
        self.0.as_symbolic().expect(THERE)
    }
}

impl<S: Capabilities> Formed for Form<S> {
    fn is_there(&self) -> bool {
        self.0.as_symbolic().is_some()
    }

    fn has_mappings(&self) -> bool {
        self.form().mappings().is_some()
    }

    fn reach(&self, classes: bool, job: &Job<'_>) -> Reach {
        let mut tell = |so_far: &symbolic::Progress| job.say(&|| how_far(so_far));
        reach(self.form(), Options { classes }, &job.limits, &mut tell)
    }

    fn reach_kept(&self, keeper: &mut dyn Keeper, job: &Job<'_>) -> Reach {
        let mut tell = |so_far: &symbolic::Progress| job.say(&|| how_far(so_far));
        reach_kept(self.form(), keeper, &job.limits, &mut tell)
    }

    fn direct(&self, job: &Job<'_>) -> Option<Reach> {
        direct(self.form(), &job.limits, &mut |so_far| job.say(&|| how_far(so_far)))
    }

    fn symmetries(&self) -> usize {
        self.0.as_symmetric().map_or(1, Symmetry::symmetries)
    }

    fn saturate(&self, job: &Job<'_>) -> Option<Saturated> {
        self.0.saturate(&job.limits, &mut |symbolic::Progress { states, bytes, .. }| {
            job.say(&|| format!("{} nodes, {}", thousands(states), about(*bytes)));
        })
    }

    fn endless(&self, job: &Job<'_>) -> Option<String> {
        self.0.endless(&job.limits)
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        self.0.details()
    }

    fn homs(&self, options: homs::Options, job: &Job<'_>) -> dd::Result<Reached> {
        reach_by_homs(self.form(), options, &job.limits, &mut |so_far| {
            let homs::Progress { round, states, bytes, .. } = *so_far;
            job.say(&|| format!("round {round}: {} states, {}", thousands(states), about(bytes)));
        })
    }

    fn word(&self, state: &AnyState) -> Vec<u32> {
        self.form().encode(state_of(state))
    }

    fn in_tablebases(&self) -> Box<dyn tablebase::Form<AnyGame> + '_> {
        Box::new(Within(self))
    }
}

/// A form, asked about positions without their type.
struct Within<'a, S>(&'a Form<S>);

impl<S: Capabilities> tablebase::Form<AnyGame> for Within<'_, S> {
    fn shape(&self) -> Shape {
        self.0.form().shape()
    }

    fn value(&self, table: &Table, game: &AnyGame, state: &AnyState) -> Option<Value> {
        let word = self.0.form().encode(state_of(state));
        table.value_of(&word, game.ply(state), game.turn(state))
    }

    fn solve(
        &self,
        distances: bool,
        limits: &Limits,
        watch: &mut dyn FnMut(&symbolic::Progress),
    ) -> Result<Solved, Box<Unsolved>> {
        solve(self.0.form(), distances, limits, watch)
    }
}

/// How far diagrams have got, in words.
pub(crate) fn how_far(so_far: &symbolic::Progress) -> String {
    let symbolic::Progress { ply, percent, states, bytes } = *so_far;
    format!("ply {ply}, {percent} %: {} states, {}", thousands(states), about(bytes))
}
