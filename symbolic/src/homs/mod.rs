//! All states that can be reached, by homomorphisms on sets of words: the other kind of diagrams, [`dd`].
//!
//! [`reach`](crate::reach()) sweeps diagrams level by level. [`reach_by_homs`] finds the same states as the least
//! fixpoint of one homomorphism, in a [`dd::Manager`], from the same [`Symbolic`] form: so the two engines check each
//! other on every game that has one.
//!
//! # How a homomorphism is derived
//!
//! A homomorphism says what becomes of one arc, and what goes on below it. That is what an automaton does with a
//! letter, so its states become homomorphisms, made as they are met:
//!
//! - A *step* is [`Symbolic::step_back`], the relation that reads a step forwards: where the word before the step has a
//!   letter, what the word after it may have. A state `s` that answers the letter `v` with the letters `w` and the
//!   state `t`, or `w'` and `t'`, is the homomorphism `s(x -v-> rest) = x -w-> t(rest) + x -w'-> t'(rest)`. A state
//!   that copies whatever follows is the identity, so nothing below it is looked at. See [`sources`].
//! - A [`Symbolic::judge`] is a selector: `j(x -v-> rest) = x -v-> j'(rest)`, and at the end the number given decides
//!   whether the word is kept. *open* keeps what [`Symbolic::meaning`] calls open, *accepted* keeps what is given any
//!   number. A state from which all words are given the same is the identity or the empty set. See [`Selectors`].
//!
//! With *m* to move and the other player having moved last,
//!
//! ```text
//! move(m)               =  accepted(m) ∘ step(m) ∘ open(other)
//! next(turn -m-> rest)  =  turn -other-> move(m)(rest)
//! reach                 =  (next + id).fixpoint()(starts)
//! ```
//!
//! The variable 0 tells whose turn it is, or the ply: see [`Lead`]. The letter of level `l` is the variable `l + 1`.
//! A move looks at every letter, since it is judged, so nothing is skipped that saturation could live on:
//! [`Strategy::Automatic`] is a frontier here, and [`Strategy::Layers`] spares it some work where states tell their
//! ply.
//!
//! # A worked example
//!
//! A light that is switched on, one of three at a time. Its relation has two states, *before* and *done*:
//!
//! ```text
//! before(x -0-> rest)  =  x -0-> before(rest)  +  x -1-> rest        done is the identity
//! before(x -1-> rest)  =  x -1-> before(rest)
//! ```
//!
//! ```
//! # use game::{Player, System};
//! # use symbolic::{Direct, Ending, Never, Symbolic};
//! # use symbolic::levels::{Judge, Relation, Shape, Way};
//! # struct Lights;
//! # impl System for Lights {
//! #     type Configuration = [bool; 3];
//! #     type Action = usize;
//! #     fn starts(&self) -> impl Iterator<Item = [bool; 3]> { std::iter::once([false; 3]) }
//! #     fn actions(&self, on: &[bool; 3]) -> impl Iterator<Item = usize> { (0..3).filter(|&i| !on[i]) }
//! #     fn apply(&self, on: &mut [bool; 3], i: usize) { on[i] = true; }
//! #     fn is_final(&self, on: &[bool; 3]) -> bool { *on == [true; 3] }
//! # }
//! # struct AllOn;
//! # impl Judge for AllOn {
//! #     type State = bool;
//! #     fn start(&self) -> bool { true }
//! #     fn read(&self, _: usize, &all: &bool, value: u32) -> Option<bool> { Some(all && value == 1) }
//! #     fn end(&self, &all: &bool) -> u32 { 1 + u32::from(all) }
//! # }
//! /// One letter of the word that is read is this one, and the other one in the other word.
//! struct Switch(u32);
//! impl Relation for Switch {
//!     type State = bool; // done?
//!     fn states(&self) -> u32 {
//!         2
//!     }
//!     fn start(&self) -> bool {
//!         false
//!     }
//!     fn ways(&self, _: usize, &done: &bool, value: u32) -> Vec<Way<bool>> {
//!         let here = (!done && value == self.0).then(|| Way::letter(1 - value, true));
//!         here.into_iter().chain([Way::letter(value, done)]).collect()
//!     }
//!     fn accepts(&self, &done: &bool) -> bool {
//!         done
//!     }
//! }
//! # impl Symbolic for Lights {
//! #     type Step = Switch;
//! #     type Back = Switch;
//! #     type Judge = AllOn;
//! #     type Unfinished = Never;
//! #     fn shape(&self) -> Shape { Shape::uniform(3, 2) }
//! #     fn encode(&self, on: &[bool; 3]) -> Vec<u32> { on.iter().map(|&on| on.into()).collect() }
//! #     fn decode(&self, word: &[u32], _: Player) -> Option<[bool; 3]> {
//! #         Some([word[0] == 1, word[1] == 1, word[2] == 1])
//! #     }
//! #     fn step(&self, _: Player) -> Switch { Switch(1) }
//! #     fn step_back(&self, _: Player) -> Switch { Switch(0) }
//! #     fn judge(&self, _: Player) -> AllOn { AllOn }
//! #     fn meaning(&self, judged: u32, _: u32) -> Ending {
//! #         if judged == 2 { Ending::Final } else { Ending::Open }
//! #     }
//! #     fn has_turns(&self) -> bool { false }
//! # }
//! use symbolic::homs::{Lead, Options, sources};
//! use symbolic::{levels::Steps, reach_by_homs};
//!
//! // The step by itself: in 0 1 0 one more light is switched on, the first or the last.
//! let manager = dd::Manager::new();
//! let step = sources(Steps::new(Switch(0), &Shape::uniform(3, 2).into()), 1);
//! let after = step.apply(&manager.word(&[(1, 0), (2, 1), (3, 0)])?)?;
//! assert_eq!(after, manager.words([[(1, 1), (2, 1), (3, 0)], [(1, 0), (2, 1), (3, 1)]])?);
//!
//! // All that can be reached.
//! let options = Options { endings: true, ..Options::default() };
//! let found = reach_by_homs(&Lights, options, &game::Limits::default(), &mut |_| ())?;
//! assert_eq!(found.states, 8u32.into());
//! assert_eq!(found.by_ply, [1u32, 3, 3, 1].map(Into::into));
//! assert_eq!(found.lead, Lead::Nothing);
//! assert!(found.contains(&[0, 1, 1], 2)?);
//! assert_eq!(found.count(Ending::Final), Some(1u32.into()));
//! # dd::Result::Ok(())
//! ```
//!
//! [`Strategy::Automatic`]: dd::Strategy::Automatic
//! [`Strategy::Layers`]: dd::Strategy::Layers

mod derive;
mod rules;
mod watch;

use dd::{Error, Manager, Set, Statistics, Strategy};
use game::{Ending, Limits, Stopped};
use levels::Shape;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::model::Model;
use crate::symbolic::{Symbolic, Unformed};
pub use derive::{Selectors, sources, to_set};
pub use rules::Lead;
use rules::Rules;
pub use watch::Progress;
use watch::Watch;

/// How the fixpoint is found, and what is counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How the fixpoint is found. The states are the same.
    pub strategy: Strategy,
    /// Whether to count how the states have ended: see [`Reached::endings`].
    pub endings: bool,
    /// Whether to count the nodes after each round: see [`Reached::nodes_by_ply`].
    pub sizes: bool,
    /// Ends after so many rounds, with the states of these.
    pub rounds: Option<usize>,
}

/// The states that were found: all of them, or those known when a limit was reached.
#[derive(Clone)]
pub struct Reached {
    /// The states as words: variable 0 is the [`lead`](Reached::lead), if there is one, and the letter of level `l` is
    /// the variable `l + 1`. If a limit was reached these are the states of the rounds that were done, and `None` if
    /// nothing is left of them, as where the manager is out of memory.
    pub set: Option<Set>,
    /// What stands before the letters of a state.
    pub lead: Lead,
    /// The number of states found.
    pub states: BigUint,
    /// The number of new states of each ply.
    pub by_ply: Vec<BigUint>,
    /// The nodes of the set of all states found up to each ply, if [`Options::sizes`] is set.
    pub nodes_by_ply: Vec<usize>,
    /// The number of states with each ending, if [`Options::endings`] is set and there was time for it.
    pub endings: Option<BTreeMap<Ending, BigUint>>,
    /// The nodes of the set.
    pub nodes: Option<usize>,
    /// Statistics of the manager.
    pub statistics: Statistics,
    /// The limit because of which states or endings are missing, if one was reached.
    pub stopped: Option<Stopped>,
    /// The time it took.
    pub elapsed: Duration,
    shape: Arc<Shape>,
}

impl Reached {
    /// Returns whether nothing is missing.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Not even the relation could be made before a limit was reached.
    fn nothing(stopped: Stopped) -> dd::Result<Reached> {
        Ok(Reached {
            set: None,
            lead: Lead::Nothing,
            states: BigUint::default(),
            by_ply: Vec::new(),
            nodes_by_ply: Vec::new(),
            endings: None,
            nodes: None,
            statistics: Manager::new().statistics()?,
            stopped: Some(stopped),
            elapsed: Duration::ZERO,
            shape: Arc::new(Shape::new(Vec::new()).expect("no level leads anywhere")),
        })
    }

    /// Returns the number of states with this ending, if endings were counted.
    #[must_use]
    pub fn count(&self, ending: Ending) -> Option<BigUint> {
        // Endings that no state has are not listed.
        self.endings.as_ref().map(|endings| endings.get(&ending).cloned().unwrap_or_default())
    }

    /// Returns the word that stands for a state in the [`set`](Reached::set); `None` if the state has not the shape of
    /// the system.
    #[must_use]
    pub fn spell(&self, word: &[u32], ply: u32) -> Option<dd::Word> {
        self.lead.spell(&self.shape, word, ply)
    }

    /// Returns whether the state of this word at this ply is among those that were found.
    ///
    /// # Errors
    /// [`Error::Undefined`] if the system's relations made words that do not have its shape.
    pub fn contains(&self, word: &[u32], ply: u32) -> dd::Result<bool> {
        match (&self.set, self.spell(word, ply)) {
            (Some(set), Some(word)) => set.contains(&word),
            _ => Ok(false),
        }
    }
}

/// Finds all states that can be reached, by homomorphisms. When a limit is reached, the states found so far are the
/// result.
///
/// `tell` is called every thousand steps of the manager with how far the work has got. The limit in bytes is for the
/// manager and for what the judges hold.
///
/// # Errors
/// What goes wrong in the manager, other than reaching a limit.
pub fn reach_by_homs<S: Symbolic>(
    system: &S,
    options: Options,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress<'_>),
) -> dd::Result<Reached> {
    match system.prepare(limits) {
        Ok(()) => {}
        Err(Unformed::Stopped(stopped)) => return Reached::nothing(stopped),
        Err(unformed) => return Err(Error::Failed(unformed.to_string())),
    }
    // The set that is returned has the shape of the system, which is known now.
    let model = Model::of(system, &Limits::default()).expect("it is prepared, and nothing is limited");
    run(model, options, limits, tell)
}

fn run(
    model: Model<'_>,
    options: Options,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress<'_>),
) -> dd::Result<Reached> {
    let begin = Instant::now();
    // A sixteenth is left for what is not counted: the homomorphisms of the relation, and collecting and counting nodes.
    let limits = &match limits.bytes() {
        Some(bytes) => limits.clone().memory(bytes - bytes / 16),
        None => limits.clone(),
    };
    let manager = match limits.bytes() {
        Some(bytes) => Manager::builder().memory_limit(bytes).build(),
        None => Manager::new(),
    };
    let mut rules = Rules::of(model);
    let mut watch = Watch::new(&rules, options, limits, tell);
    let reached = fixpoint(&manager, &mut rules, options.strategy, &mut watch);
    let set = watch.outcome(reached)?;
    let mut endings = None;
    if let (Some(set), true, None) = (&set, options.endings, watch.stopped) {
        let counted = rules.endings(set, &mut watch);
        endings = watch.outcome(counted)?;
    }
    let counted = set.as_ref().map(Set::count).map(|counted| watch.outcome(counted)).transpose()?.flatten();
    let states = match counted {
        Some(states) => states,
        None => watch.by_ply.iter().sum(),
    };
    Ok(Reached {
        nodes: set.as_ref().map(Set::nodes).transpose()?,
        set,
        lead: rules.lead,
        states,
        endings,
        statistics: manager.statistics()?,
        stopped: watch.stopped,
        by_ply: watch.by_ply,
        nodes_by_ply: watch.nodes_by_ply,
        elapsed: begin.elapsed(),
        shape: rules.shape,
    })
}

/// Begins anew when the rules have to say more than was expected.
fn fixpoint(
    manager: &Manager,
    rules: &mut Rules<'_>,
    strategy: Strategy,
    watch: &mut Watch<'_>,
) -> dd::Result<Set> {
    rules.lead.name(manager)?;
    let starts = rules.starts(manager)?;
    loop {
        let reach = (rules.next() + dd::id()).fixpoint_by(strategy);
        match reach.apply_watched(&starts, watch) {
            Err(Error::Failed(_)) if rules.say_more() => {}
            result => return result,
        }
    }
}
