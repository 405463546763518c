//! Random walks: for what is too large to be searched.

use game::{Limits, Random, Stopped, System};

/// What became of one random walk.
#[derive(Clone, Debug)]
pub struct Play<C, A> {
    /// What was done.
    pub actions: Vec<A>,
    /// Where it ended.
    pub end: C,
    /// Whether nothing more could be done there. If not, the walk was broken off.
    pub ended: bool,
}

/// Walks at random from a random start, at most `plies` actions far, so many times; each action has the same chance.
/// `watch` is told of every walk, and may end the whole by saying `false`.
///
/// The same seed gives the same walks. How many were done, and why not all, if not all were. For statistics of many
/// walks, on several threads, there is [`Simulation`](crate::Simulation).
///
/// ```
/// use explore::simulate;
/// use game::{Game, Limits};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let mut draws = 0;
/// simulate(&game, 1000, u32::MAX, 1, &Limits::default(), |play| {
///     draws += u32::from(game.outcome(&play.end).is_some_and(|outcome| outcome.winner().is_none()));
///     true
/// });
/// assert!((90..170).contains(&draws), "{draws}");
/// ```
pub fn simulate<S: System>(
    system: &S,
    walks: u64,
    plies: u32,
    seed: u64,
    limits: &Limits,
    mut watch: impl FnMut(&Play<S::Configuration, S::Action>) -> bool,
) -> (u64, Option<Stopped>) {
    let mut random = Random::new(seed);
    let mut walker = Walker { system, plies, limits, actions: Vec::new() };
    for done in 0..walks {
        let Some(start) = random.choose(system.starts()) else { return (done, None) };
        let mut play = Play { actions: Vec::new(), end: start, ended: false };
        let Play { actions, end, ended } = &mut play;
        match walker.walk(end, &mut random, |_, action| actions.push(action)) {
            Ok(at_end) => *ended = at_end,
            Err(why) => return (done, Some(why)),
        }
        if !watch(&play) {
            return (done + 1, None);
        }
    }
    (walks, None)
}

/// Walks at random.
pub(crate) struct Walker<'a, S: System> {
    pub(crate) system: &'a S,
    /// At most so many actions.
    pub(crate) plies: u32,
    pub(crate) limits: &'a Limits,
    /// The actions of the state that is looked at.
    pub(crate) actions: Vec<S::Action>,
}

impl<S: System> Walker<'_, S> {
    /// Walks on from a state, and tells of every action and out of how many it was chosen; whether nothing more could
    /// be done in the end, or the walk was broken off.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(crate) fn walk(
        &mut self,
        state: &mut S::Configuration,
        random: &mut Random,
        mut tell: impl FnMut(usize, S::Action),
    ) -> Result<bool, Stopped> {
        for step in 0u32.. {
            if step.is_multiple_of(1024)
                && let Some(why) = self.limits.exceeded(0)
            {
                return Err(why);
            }
            if self.system.is_final(state) {
                return Ok(true);
            }
            self.actions.clear();
            self.actions.extend(self.system.actions(state));
            let Some(&action) = self.actions.get(random.below(self.actions.len())) else { return Ok(true) };
            if step == self.plies {
                return Ok(false);
            }
            tell(self.actions.len(), action);
            self.system.apply(state, action);
        }
        Ok(false)
    }
}
