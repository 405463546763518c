//! All positions, ply by ply.

use game::{Ending, Limits, Player};
use levels::{Diagram, Image, Natural, Reader, Shape, Sweep, Tabulated, sweep};
use levels::{Error, Result};
use num_bigint::BigUint;
use std::collections::BTreeMap;

use crate::ending::{code_of, ending_of};
use crate::keeper::{self, Keeper, Known};
use crate::model::Model;
use crate::symbolic::{Symbolic, Unformed};
use crate::watch::Watch;

/// The positions of one ply, counted.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// The number of new positions, by how they have ended.
    pub counts: BTreeMap<Ending, BigUint>,
    /// Nodes of the diagram that holds them.
    pub nodes: usize,
    /// States of the automaton that found them.
    pub states: u64,
}

impl Layer {
    /// Returns the number of new positions with this ending.
    #[must_use]
    pub fn count(&self, ending: Ending) -> BigUint {
        // Endings that no position has are not listed.
        self.counts.get(&ending).cloned().unwrap_or_default()
    }

    /// Returns the number of new positions.
    #[must_use]
    pub fn positions(&self) -> BigUint {
        self.counts.values().sum()
    }
}

/// A search for positions, ply by ply. Only the diagram of the last ply is kept, unless positions can repeat.
///
/// ```
/// # use game::{Player, System};
/// # use symbolic::{Direct, Ending, Never, Symbolic};
/// # use symbolic::levels::{Judge, Relation, Shape, Way};
/// // A light that is switched on, one of three at a time.
/// # struct Lights;
/// # impl System for Lights {
/// #     type Configuration = [bool; 3];
/// #     type Action = usize;
/// #     fn starts(&self) -> impl Iterator<Item = [bool; 3]> { std::iter::once([false; 3]) }
/// #     fn actions(&self, on: &[bool; 3]) -> impl Iterator<Item = usize> { (0..3).filter(|&i| !on[i]) }
/// #     fn apply(&self, on: &mut [bool; 3], i: usize) { on[i] = true; }
/// #     fn is_final(&self, on: &[bool; 3]) -> bool { *on == [true; 3] }
/// # }
/// # struct Switch(u32);
/// # impl Relation for Switch {
/// #     type State = bool;
/// #     fn states(&self) -> u32 { 2 }
/// #     fn start(&self) -> bool { false }
/// #     fn ways(&self, _: usize, &done: &bool, value: u32) -> Vec<Way<bool>> {
/// #         let here = (!done && value == self.0).then(|| Way::letter(1 - value, true));
/// #         here.into_iter().chain([Way::letter(value, done)]).collect()
/// #     }
/// #     fn accepts(&self, &done: &bool) -> bool { done }
/// # }
/// # struct AllOn;
/// # impl Judge for AllOn {
/// #     type State = bool;
/// #     fn start(&self) -> bool { true }
/// #     fn read(&self, _: usize, &all: &bool, value: u32) -> Option<bool> { Some(all && value == 1) }
/// #     fn end(&self, &all: &bool) -> u32 { 1 + u32::from(all) }
/// # }
/// impl Symbolic for Lights {
///     type Step = Switch; // on
///     type Back = Switch; // off
///     type Judge = AllOn;
///     type Unfinished = Never;
///     fn shape(&self) -> Shape {
///         Shape::uniform(3, 2)
///     }
///     fn encode(&self, on: &[bool; 3]) -> Vec<u32> {
///         on.iter().map(|&on| on.into()).collect()
///     }
///     fn decode(&self, word: &[u32], _: Player) -> Option<[bool; 3]> {
///         Some([word[0] == 1, word[1] == 1, word[2] == 1])
///     }
///     fn step(&self, _: Player) -> Switch {
///         Switch(1)
///     }
///     fn step_back(&self, _: Player) -> Switch {
///         Switch(0)
///     }
///     fn judge(&self, _: Player) -> AllOn {
///         AllOn
///     }
///     fn meaning(&self, judged: u32, _: u32) -> Ending {
///         if judged == 2 { Ending::Final } else { Ending::Open }
///     }
///     fn has_turns(&self) -> bool {
///         false
///     }
/// }
/// # impl game::Symmetry for Lights {}
/// symbolic::laws::check(&Lights);
/// let found = symbolic::reach(&Lights, Default::default(), &Default::default(), &mut |_| ());
/// assert_eq!(found.positions(), 8u32.into());
/// assert_eq!(found.by_ply(), [1u32, 3, 3, 1].map(Into::into));
/// ```
pub struct Reaching<'a> {
    pub(crate) model: Model<'a>,
    start: Layer,
    /// The unfinished positions of the last ply, all given 1.
    open: Diagram,
    /// All positions of the last ply, given their endings, if they are wanted.
    all: Option<Diagram>,
    want_all: bool,
    /// What was found before, by who is to move; none where it need not be known.
    seen: Option<[Diagram; 2]>,
    ply: u32,
}

impl<'a> Reaching<'a> {
    /// Returns a search that begins with the starts of the system. With `want_all`, [`all`](Reaching::all) has every
    /// ply in full.
    ///
    /// # Errors
    /// If a start is not a word of the shape, or not accepted by the judge.
    pub fn new<S: Symbolic>(system: &'a S, want_all: bool) -> Result<Reaching<'a>> {
        let unlimited = Limits::default();
        let formed = Model::of(system, &unlimited);
        Reaching::of(formed.map_err(|unformed| Error::OutOfRange { what: unformed.to_string() })?, want_all)
    }

    /// Begins with the starts of the model. If no position occurs at two plies, what was found before need not be kept.
    pub(crate) fn of(mut model: Model<'a>, want_all: bool) -> Result<Reaching<'a>> {
        let mut all = Diagram::empty(&model.shape);
        for word in &model.starts {
            let wrong = || Error::OutOfRange { what: format!("the start {word:?}") };
            let one = Diagram::word(&model.shape, word).ok_or_else(wrong)?;
            // As if the second player had just moved.
            let judged =
                read(&mut model.judges[Player::Second.index()], &model.shape, word).ok_or_else(wrong)?;
            let code = code_of((model.ending)(judged, 0));
            all = all.or(&one.relabelled(|_| code, &mut |_| true)?)?;
        }
        let open = all.relabelled(|code| u32::from(code == code_of(Ending::Open)), &mut |_| true)?;
        let seen = (!model.plies_apart).then(|| [all.clone(), Diagram::empty(&model.shape)]);
        let start = Layer { counts: by_ending(&all), nodes: open.nodes(), states: 0 };
        Ok(Reaching { model, start, open, all: Some(all), want_all, seen, ply: 0 })
    }

    /// Goes on from what was kept, if anything was; returns all plies up to there.
    ///
    /// # Errors
    /// Why nothing can be begun.
    pub(crate) fn load(
        &mut self,
        keeper: &mut dyn Keeper,
    ) -> std::result::Result<Option<Vec<Layer>>, Unformed> {
        let (shape, repeats) = (&self.model.shape, self.seen.is_some());
        let mut known = None;
        keeper.load(&mut |from| {
            known = Some(keeper::read(from, shape, repeats)?);
            Ok(())
        })?;
        let Some(Known { layers, open, seen }) = known else { return Ok(None) };
        self.ply = u32::try_from(layers.len() - 1).expect("plies are counted in 32 bits");
        (self.open, self.seen, self.all) = (open, seen, None);
        Ok(Some(layers))
    }

    /// Has all kept that must be known to go on from here.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub(crate) fn save(
        &self,
        layers: &[Layer],
        keeper: &mut dyn Keeper,
    ) -> std::result::Result<(), Unformed> {
        keeper.save(layers, &mut |to| keeper::write(to, layers, &self.open, self.seen.as_ref()))
    }

    /// Returns the ply reached: the number of steps made.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns whether nothing is left to expand.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the unfinished positions of this ply, all with the number 1.
    #[must_use]
    pub fn open(&self) -> &Diagram {
        &self.open
    }

    /// Returns all positions of this ply, with the codes of their endings; `None` if they are not kept.
    #[must_use]
    pub fn all(&self) -> Option<&Diagram> {
        self.all.as_ref()
    }

    pub(crate) fn take_all(&mut self) -> Option<Diagram> {
        self.all.take()
    }

    /// Returns the starts, counted.
    #[must_use]
    pub fn first_layer(&self) -> Layer {
        self.start.clone()
    }

    fn bytes(&self) -> usize {
        let seen: usize = self.seen.iter().flatten().map(Diagram::bytes).sum();
        seen + self.open.bytes() + self.all.as_ref().map_or(0, Diagram::bytes)
    }

    /// Makes one step from all unfinished positions.
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit was reached: then this ply is as it was.
    pub(crate) fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer> {
        watch.ply = self.ply + 1;
        let outside = watch.held;
        watch.held += self.bytes() + self.model.idle_bytes(Player::at_ply(self.ply));
        // Numbers of 128 bits are many times faster than large ones, and overflow on few boards.
        let made = match self.image::<u128>(watch) {
            Err(Error::Overflow) => {
                self.image::<BigUint>(watch).and_then(|image| self.take_over(image, watch))
            }
            image => image.and_then(|image| self.take_over(image, watch)),
        };
        watch.held = outside;
        made
    }

    fn image<N: Natural>(&mut self, watch: &mut Watch<'_>) -> Result<Sweep<N>> {
        let mover = Player::at_ply(self.ply);
        let Model { shape, steps, judges, .. } = &mut self.model;
        let (step, judge) = (&mut steps[mover.index()], &mut judges[mover.index()]);
        let mut image = Image::new(shape, &self.open, step, judge, |judged, _| judged);
        sweep(shape, &mut image, N::one(), &mut |effort| watch.go_on(effort))
    }

    fn take_over<N: Natural>(&mut self, image: Sweep<N>, watch: &mut Watch<'_>) -> Result<Layer> {
        let ply = self.ply + 1;
        let ending = |judged: u32| (self.model.ending)(judged, ply);
        let mut layer = Layer { states: image.states, ..Layer::default() };
        for (&judged, count) in &image.totals {
            *layer.counts.entry(ending(judged)).or_default() += count.big();
        }
        let code = |judged: u32| if judged == 0 { 0 } else { code_of(ending(judged)) };
        let open_only = |judged: u32| u32::from(judged != 0 && ending(judged) == Ending::Open);
        if self.want_all || self.seen.is_some() {
            let mut all = image.diagram(&self.model.shape, code, &mut |effort| watch.go_on(effort))?;
            if self.seen.is_some() {
                watch.held += all.bytes();
                all = self.unseen(&all, watch)?;
                layer.counts = by_ending(&all);
            }
            watch.held += all.bytes();
            let open = |code| u32::from(code == code_of(Ending::Open));
            self.open = all.relabelled(open, &mut |effort| watch.go_on(effort))?;
            layer.nodes = all.nodes();
            self.all = self.want_all.then_some(all);
        } else {
            self.all = None;
            self.open = image.diagram(&self.model.shape, open_only, &mut |effort| watch.go_on(effort))?;
            layer.nodes = self.open.nodes();
        }
        self.ply = ply;
        Ok(layer)
    }

    /// Returns the positions of a ply that were not seen before, and notes that they have been seen.
    fn unseen(&mut self, all: &Diagram, watch: &mut Watch<'_>) -> Result<Diagram> {
        let turn = if self.model.has_turns { (self.ply as usize + 1) % 2 } else { 0 };
        let Some(seen) = &mut self.seen else { return Ok(all.clone()) };
        let mut watching = |effort| watch.go_on(effort);
        let new = |given: &[u32]| if given[1] == 0 { given[0] } else { 0 };
        let fresh = Diagram::combine(&self.model.shape, &[all, &seen[turn]], new, &mut watching)?;
        let either = |given: &[u32]| u32::from(given[0] != 0 || given[1] != 0);
        seen[turn] = Diagram::combine(&self.model.shape, &[&fresh, &seen[turn]], either, &mut watching)?;
        Ok(fresh)
    }
}

/// What a judge says of a word; `None` if it is not of the shape or not accepted.
fn read(judge: &mut Tabulated, shape: &Shape, word: &[u32]) -> Option<u32> {
    let mut state = judge.start();
    for (level, &value) in shape.levels_of(word)?.into_iter().zip(word) {
        if state == 0 {
            return None;
        }
        state = judge.read(level, state, value);
    }
    (state != 0).then(|| judge.end(state)).filter(|judged| *judged != 0)
}

fn by_ending(all: &Diagram) -> BTreeMap<Ending, BigUint> {
    let counts = all.counts().into_iter();
    let ending = |code| ending_of(code).expect("words are given the codes of their endings");
    counts.map(|(code, count)| (ending(code), count)).collect()
}
