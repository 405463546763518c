//! Limits and progress while a fixpoint is found.

use dd::{Error, Layer, Observer, Strategy, Verdict};
use game::{Limits, Stopped};
use num_bigint::BigUint;

use super::Options;
use super::derive::Selectors;
use super::rules::{Lead, Rules};

/// How far the work has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The rounds that are done: the plies, the start not counted.
    pub round: usize,
    /// The states found in these rounds.
    pub states: &'a BigUint,
    /// Nodes in the manager, dead ones included.
    pub nodes: usize,
    /// Bytes in use.
    pub bytes: usize,
}

/// Counts the states of each round, checks the limits, reports progress, and remembers why the work stopped.
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    tell: &'a mut dyn FnMut(&Progress<'_>),
    judges: [Selectors; 2],
    /// Is what a round expands known to be new, so that all need not be counted?
    is_new: bool,
    pub(super) by_ply: Vec<BigUint>,
    /// The nodes after each round, if they are wanted.
    pub(super) nodes_by_ply: Vec<usize>,
    sizes: bool,
    rounds: Option<usize>,
    states: BigUint,
    pub(super) stopped: Option<Stopped>,
    /// Did a round lead to a set that is not defined?
    undefined: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        rules: &Rules<'_>,
        Options { strategy, sizes, rounds, .. }: Options,
        limits: &'a Limits,
        tell: &'a mut dyn FnMut(&Progress<'_>),
    ) -> Watch<'a> {
        Watch {
            limits,
            tell,
            judges: rules.judges.clone(),
            is_new: rules.lead == Lead::Ply && strategy != Strategy::Plain,
            by_ply: Vec::new(),
            nodes_by_ply: Vec::new(),
            sizes,
            rounds,
            states: BigUint::ZERO,
            stopped: None,
            undefined: false,
        }
    }

    /// The result, or none if a limit was reached.
    pub(super) fn outcome<T>(&mut self, result: dd::Result<T>) -> dd::Result<Option<T>> {
        match result {
            Ok(result) => Ok(Some(result)),
            Err(Error::OutOfMemory { .. }) => {
                self.stopped = self.stopped.or(Some(Stopped::Memory));
                Ok(None)
            }
            Err(Error::Stopped) if self.undefined => Err(Error::Undefined),
            Err(Error::Stopped) if self.stopped.is_some() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The same limits for work that has no rounds.
    pub(super) fn without_layers(&mut self) -> impl FnMut(&dd::Progress) -> Verdict {
        |progress| self.tick(progress)
    }

    fn verdict(&mut self, bytes: usize) -> Verdict {
        self.stopped = self.stopped.or_else(|| self.limits.exceeded(bytes));
        if self.stopped.is_some() { Verdict::Enough } else { Verdict::Continue }
    }
}

impl Observer for Watch<'_> {
    /// Rounds may be seen again, when the work began anew.
    fn layer(&mut self, layer: &Layer<'_>) -> Verdict {
        self.by_ply.truncate(layer.round());
        let before: BigUint = self.by_ply.iter().sum();
        let new = if self.is_new { layer.new_words() } else { layer.all_words().map(|all| all - &before) };
        let Some(new) = new else {
            self.undefined = true;
            return Verdict::Stop;
        };
        self.states = before + &new;
        self.by_ply.push(new);
        if self.sizes {
            self.nodes_by_ply.truncate(layer.round());
            self.nodes_by_ply.push(layer.all_nodes());
        }
        match self.rounds {
            Some(rounds) if layer.round() >= rounds => Verdict::Enough,
            _ => self.verdict(0),
        }
    }

    fn tick(&mut self, so_far: &dd::Progress) -> Verdict {
        let bytes = so_far.bytes + self.judges.iter().map(Selectors::bytes).sum::<usize>();
        let round = self.by_ply.len().saturating_sub(1);
        (self.tell)(&Progress { round, states: &self.states, nodes: so_far.nodes, bytes });
        self.verdict(bytes)
    }
}
