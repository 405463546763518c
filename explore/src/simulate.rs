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
/// The same seed gives the same walks. How many were done, and why not all, if not all were.
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
    for done in 0..walks {
        let Some(start) = random.choose(system.starts()) else { return (done, None) };
        let mut play = Play { actions: Vec::new(), end: start, ended: false };
        loop {
            if play.actions.len().is_multiple_of(1024)
                && let Some(why) = limits.exceeded(0)
            {
                return (done, Some(why));
            }
            let over = system.is_final(&play.end);
            let action = if over { None } else { random.choose(system.actions(&play.end)) };
            play.ended = action.is_none();
            match action.filter(|_| play.actions.len() < plies as usize) {
                Some(action) => {
                    system.apply(&mut play.end, action);
                    play.actions.push(action);
                }
                None => break,
            }
        }
        if !watch(&play) {
            return (done + 1, None);
        }
    }
    (walks, None)
}
