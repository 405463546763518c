//! Claims about a system, all decided in one search.

pub(crate) mod expression;
pub(crate) mod find;
pub(crate) mod force;
pub(crate) mod liveness;
pub(crate) mod product;
pub(crate) mod property;

use std::ops::ControlFlow;

use game::{Indexed, Limits, Stopped, System, Unsupported};

use crate::check::liveness::{Duty, Lasso, failing};
use crate::check::property::{Predicate, Property};
use crate::explorer::Explorer;
use crate::graph::Graph;
use crate::path::Path;
use crate::report::Report;
use crate::search::erased::Erased;
use crate::search::visitor::{Match, Seen, Visitor};

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is true, and everything was searched.
    Holds,
    /// It is false.
    Fails,
    /// The search ended before it could be decided.
    Unknown,
}

/// A path that proves a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness<C, A> {
    /// The path, from a start.
    pub path: Path<C, A>,
    /// If it goes on for ever: the index in the path of the state to which the last action leads back. With
    /// [`Explorer::normal`], it leads back to a state that is treated as the same.
    pub back_to: Option<usize>,
}

/// A claim, whether it holds, and why.
#[derive(Clone, Debug)]
pub struct Finding<C, A> {
    /// The name of the claim.
    pub label: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The counter-example, or the example if the claim was that there is one.
    pub witness: Option<Witness<C, A>>,
}

/// Claims about a system, all decided in one search.
///
/// ```
/// use explore::{Checker, Explorer, Property, Verdict};
/// use game::Game;
/// use games::mnk::{Marks, Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let in_turn = |state: &Marks<u64>| state.own & state.other == 0;
/// let over = |state: &Marks<u64>| game.outcome(state).is_some();
/// let (findings, _) = Checker::new(Explorer::new(&game))
///     .claim("no square is marked twice", Property::Always(&in_turn))
///     .claim("every game ends", Property::Eventually(&over))
///     .run();
/// assert!(findings.iter().all(|finding| finding.verdict == Verdict::Holds));
/// ```
pub struct Checker<'a, S: System, I = Unsupported<S>> {
    explorer: Explorer<'a, S, I>,
    claims: Vec<(String, Property<'a, S::Configuration>)>,
}

type Findings<S> = Vec<Finding<<S as System>::Configuration, <S as System>::Action>>;

impl<'a, S, I> Checker<'a, S, I>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    /// Returns a checker without claims that searches as the explorer says.
    #[must_use]
    pub fn new(explorer: Explorer<'a, S, I>) -> Self {
        Checker { explorer, claims: Vec::new() }
    }

    /// Adds a claim with a name.
    #[must_use]
    pub fn claim(mut self, label: impl Into<String>, property: Property<'a, S::Configuration>) -> Self {
        self.claims.push((label.into(), property));
        self
    }

    /// Decides every claim. Returns a finding for each, in their order, and the report of the search.
    #[must_use]
    pub fn run(&self) -> (Findings<S>, Report) {
        let local = self.claims.iter().all(|(_, property)| property.is_local());
        let mut spotter =
            Spotter { claims: &self.claims, found: self.claims.iter().map(|_| None).collect(), local };
        if local {
            let exploration = self.explorer.run(&mut Erased::new(&mut spotter));
            let found = spotter.found;
            let path = |found: &Match<_>| exploration.path_to(found);
            let findings = self.claims.iter().zip(&found);
            let findings =
                findings.map(|(claim, found)| judge_local(claim, found.as_ref(), &exploration.report, path));
            return (findings.collect(), exploration.report.clone());
        }
        let mut graph = Graph::of(&self.explorer, &mut spotter);
        let found = spotter.found;
        let path = |found: &Match<_>| graph.path_to(found);
        let mut stopped = None;
        let judge = |(claim, found): (&(String, Property<'_, S::Configuration>), &Option<Match<_>>)| {
            if claim.1.is_local() {
                judge_local(claim, found.as_ref(), &graph.report, path)
            } else {
                // What was stopped is judged as not known.
                judge_lasting(claim, &graph, &self.explorer.limits).unwrap_or_else(|why| {
                    stopped = Some(why);
                    Finding { label: claim.0.clone(), verdict: Verdict::Unknown, witness: None }
                })
            }
        };
        let findings = self.claims.iter().zip(&found).map(judge).collect();
        graph.report.stopped = graph.report.stopped.or(stopped);
        graph.report.complete &= stopped.is_none();
        (findings, graph.report)
    }
}

/// Decides what can be decided state by state.
fn judge_local<C, A>(
    (label, property): &(String, Property<'_, C>),
    found: Option<&Match<C>>,
    report: &Report,
    path: impl Fn(&Match<C>) -> Option<Path<C, A>>,
) -> Finding<C, A> {
    let wanted = matches!(property, Property::Sometimes(_));
    let verdict = match (found.is_some(), report.complete) {
        (true, _) => {
            if wanted {
                Verdict::Holds
            } else {
                Verdict::Fails
            }
        }
        (false, true) => {
            if wanted {
                Verdict::Fails
            } else {
                Verdict::Holds
            }
        }
        (false, false) => Verdict::Unknown,
    };
    let witness = found.and_then(path).map(|path| Witness { path, back_to: None });
    Finding { label: label.clone(), verdict, witness }
}

/// Decides what is about every way.
fn judge_lasting<S: System>(
    (label, property): &(String, Property<'_, S::Configuration>),
    graph: &Graph<'_, S>,
    limits: &Limits,
) -> Result<Finding<S::Configuration, S::Action>, Stopped> {
    let any = |_: &S::Configuration| true;
    let duty = match property {
        Property::Eventually(goal) => Duty { goal, hold: &any, trigger: None },
        Property::LeadsTo(trigger, goal) => Duty { goal, hold: &any, trigger: Some(trigger) },
        Property::Until(hold, goal) => Duty { goal, hold, trigger: None },
        Property::Always(_) | Property::Sometimes(_) | Property::NoDeadlock => {
            Duty { goal: &any, hold: &any, trigger: None }
        }
    };
    let lasso = failing(graph, &duty, limits)?;
    let verdict = match (&lasso, graph.report.complete) {
        (Some(_), _) => Verdict::Fails,
        (None, true) => Verdict::Holds,
        (None, false) => Verdict::Unknown,
    };
    let witness = lasso.and_then(|lasso| graph.witness(&lasso));
    Ok(Finding { label: label.clone(), verdict, witness })
}

impl<S: System> Graph<'_, S> {
    /// The way along a lasso, with the action that closes the circle.
    fn witness(&self, lasso: &Lasso) -> Option<Witness<S::Configuration, S::Action>> {
        let closing = lasso.back_to.map(|place| lasso.states[place]);
        let states: Vec<S::Configuration> =
            lasso.states.iter().copied().chain(closing).map(|number| self.state(number)).collect();
        Some(Witness { path: Path::along(self.space(), &states)?, back_to: lasso.back_to })
    }
}

/// Notes for every claim about single states the first state that decides it.
struct Spotter<'p, 'a, C> {
    claims: &'p [(String, Property<'a, C>)],
    found: Vec<Option<Match<C>>>,
    /// Whether all claims are about single states, so that the search may end when all are decided.
    local: bool,
}

impl<S: System> Visitor<S> for Spotter<'_, '_, S::Configuration> {
    type Tally = Vec<(usize, Match<S::Configuration>)>;

    #[inline]
    fn visit(&self, seen: &Seen<'_, S>, tally: &mut Self::Tally) {
        for (number, ((_, property), found)) in self.claims.iter().zip(&self.found).enumerate() {
            let is = |predicate: &Predicate<'_, S::Configuration>| predicate(seen.state);
            let decides = found.is_none()
                && match property {
                    Property::Always(predicate) => !is(predicate),
                    Property::Sometimes(predicate) => is(predicate),
                    Property::NoDeadlock => seen.is_stuck,
                    Property::Eventually(_) | Property::LeadsTo(..) | Property::Until(..) => false,
                };
            if decides && tally.iter().all(|(other, _)| *other != number) {
                tally.push((number, seen.to_match()));
            }
        }
    }

    fn collect(&mut self, tally: Self::Tally) -> ControlFlow<()> {
        for (number, found) in tally {
            self.found[number].get_or_insert(found);
        }
        if self.local && self.found.iter().all(Option::is_some) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
