//! A game without its type: engines are compiled once, not for each game.

use dd::levels::{Mapping, Shape, Steps, Tabulated};
use game::Player;
use std::sync::Arc;

use crate::direct::Direct;
use crate::ending::Ending;
use crate::symbolic::Symbolic;

/// What a [`Symbolic`] system says, gathered.
pub(crate) struct Model<'a> {
    pub(crate) shape: Arc<Shape>,
    pub(crate) starts: Vec<Vec<u32>>,
    /// Do states tell how many steps led to them?
    pub(crate) graded: bool,
    pub(crate) has_turns: bool,
    pub(crate) steps: [Steps; 2],
    pub(crate) backs: [Steps; 2],
    pub(crate) judges: [Tabulated; 2],
    pub(crate) ending: Box<dyn Fn(u32, u32) -> Ending + 'a>,
    pub(crate) mappings: Box<dyn Fn() -> Option<Vec<Mapping>> + 'a>,
    pub(crate) direct: Option<Direct<Tabulated>>,
}

impl<'a> Model<'a> {
    pub(crate) fn of<S: Symbolic>(system: &'a S) -> Model<'a> {
        let shape = Arc::new(system.shape());
        let direct = system.direct().map(|direct| Direct {
            unfinished: Tabulated::new(direct.unfinished, &shape),
            limits: direct.limits,
            kinds: direct.kinds,
            ply: direct.ply,
        });
        Model {
            starts: system.starts().map(|start| system.encode(&start)).collect(),
            graded: system.starts().all(|start| system.grade(&start).is_some()),
            has_turns: system.has_turns(),
            steps: Player::BOTH.map(|mover| Steps::new(system.step(mover), &shape)),
            backs: Player::BOTH.map(|mover| Steps::new(system.step_back(mover), &shape)),
            judges: Player::BOTH.map(|mover| Tabulated::new(system.judge(mover), &shape)),
            ending: Box::new(|judged, ply| system.ending(judged, ply)),
            mappings: Box::new(|| system.mappings()),
            direct,
            shape,
        }
    }
}
