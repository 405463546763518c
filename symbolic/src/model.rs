//! A game without its type: engines are compiled once, not for each game.

use game::{Ending, Limits, Player, Stopped};
use levels::{Mapping, Reader, Shape, Steps, Tabulated};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::direct::Direct;
use crate::symbolic::{Symbolic, Unformed};

/// Limits are not looked at before a system has taken this long to say what it is.
const PATIENCE: Duration = Duration::from_millis(100);

/// What a [`Symbolic`] system says, gathered.
pub(crate) struct Model<'a> {
    pub(crate) shape: Arc<Shape>,
    pub(crate) starts: Vec<Vec<u32>>,
    /// Do states tell how many steps led to them?
    pub(crate) tells_ply: bool,
    /// Can no state be reached by two different numbers of steps?
    pub(crate) plies_apart: bool,
    pub(crate) has_turns: bool,
    pub(crate) steps: [Steps; 2],
    pub(crate) backs: [Steps; 2],
    pub(crate) judges: [Tabulated; 2],
    pub(crate) ending: Box<dyn Fn(u32, u32) -> Ending + 'a>,
    pub(crate) mappings: Box<dyn Fn() -> Option<Vec<Mapping>> + 'a>,
    /// Asked only for the direct route, since it may list all lines of a board.
    pub(crate) direct: Box<dyn Fn() -> Option<Direct<Tabulated>> + 'a>,
}

impl<'a> Model<'a> {
    /// Asks a system for all that engines need. Systems may take long to answer, so limits are looked at in between;
    /// but where they do not, the start is always known.
    ///
    /// # Errors
    /// The limit that was reached, or why there is no form.
    pub(crate) fn of<S: Symbolic>(system: &'a S, limits: &Limits) -> Result<Model<'a>, Unformed> {
        system.prepare(limits)?;
        let begin = Instant::now();
        let in_time = || match limits.exceeded(0) {
            Some(stopped) if begin.elapsed() > PATIENCE => Err(stopped),
            _ => Ok(()),
        };
        let shape = Arc::new(system.shape());
        in_time()?;
        let for_both = |make: &dyn Fn(Player) -> Steps| -> Result<[Steps; 2], Stopped> {
            in_time()?;
            let first = make(Player::First);
            in_time()?;
            Ok([first, make(Player::Second)])
        };
        let steps = for_both(&|mover| Steps::new(system.step(mover), &shape))?;
        let backs = for_both(&|mover| Steps::new(system.step_back(mover), &shape))?;
        in_time()?;
        let first = Tabulated::new(system.judge(Player::First), &shape);
        in_time()?;
        let judges = [first, Tabulated::new(system.judge(Player::Second), &shape)];
        in_time()?;
        let of_shape = Arc::clone(&shape);
        let tabulated = move |direct: Direct<S::Unfinished>| Direct {
            unfinished: Tabulated::new(direct.unfinished, &of_shape),
            limits: direct.limits,
            kinds: direct.kinds,
            ply: direct.ply,
        };
        Ok(Model {
            starts: system.starts().map(|start| system.encode(&start)).collect(),
            tells_ply: system.starts().all(|start| system.depth(&start).is_some()),
            plies_apart: system.has_plies_apart(),
            has_turns: system.has_turns(),
            steps,
            backs,
            judges,
            ending: Box::new(|judged, ply| system.meaning(judged, ply)),
            mappings: Box::new(|| system.mappings()),
            direct: Box::new(move || system.direct().map(&tabulated)),
            shape,
        })
    }

    /// Bytes that the tables hold which are idle while steps of `mover` are read.
    pub(crate) fn idle_bytes(&self, mover: Player) -> usize {
        let other = mover.other().index();
        let backs: usize = self.backs.iter().map(Steps::bytes).sum();
        self.steps[other].bytes() + self.judges[other].bytes() + backs
    }
}
