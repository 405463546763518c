//! Placing a mark, as a relation between words.

use symbolic::levels::{Relation, Shape, Way};

use super::EMPTY;

/// How much of a move has been read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// It is not placed yet.
    Before,
    /// It was placed on top of a column: the word before had nothing more to say of it, the word after has.
    OnTop,
    /// It is placed.
    Done,
}

/// A relation: one of some marks is placed on an empty cell.
pub struct Place {
    pub(super) marks: Vec<u32>,
    pub(super) shape: Shape,
}

impl Place {
    /// Returns whether an empty cell here ends a column that a mark does not end.
    fn is_below_others(&self, level: usize, mark: u32) -> bool {
        self.shape.next(level, EMPTY) != self.shape.next(level, mark)
    }
}

impl Relation for Place {
    type State = Phase;

    fn states(&self) -> u32 {
        3
    }

    fn start(&self) -> Phase {
        Phase::Before
    }

    fn ways(&self, level: usize, &phase: &Phase, value: u32) -> Vec<Way<Phase>> {
        if phase == Phase::OnTop {
            let above = (value == EMPTY).then_some(Way { letters: Vec::new(), state: Phase::Done });
            return above.into_iter().collect();
        }
        let placed = (phase == Phase::Before && self.marks.contains(&value)).then(|| {
            let on_top = self.is_below_others(level, value);
            Way::letter(EMPTY, if on_top { Phase::OnTop } else { Phase::Done })
        });
        placed.into_iter().chain([Way::letter(value, phase)]).collect()
    }

    fn accepts(&self, phase: &Phase) -> bool {
        *phase == Phase::Done
    }
}

/// The inverse of [`Place`]: one of some marks is taken away.
pub struct TakeBack(pub(crate) Place);

impl Relation for TakeBack {
    type State = bool;

    fn states(&self) -> u32 {
        2
    }

    fn start(&self) -> bool {
        false
    }

    fn ways(&self, level: usize, &done: &bool, value: u32) -> Vec<Way<bool>> {
        let mut ways = vec![Way::letter(value, done)];
        if !done && value == EMPTY {
            ways.extend(self.0.marks.iter().map(|&mark| {
                let above = self.0.is_below_others(level, mark).then_some(EMPTY);
                Way { letters: [mark].into_iter().chain(above).collect(), state: true }
            }));
        }
        ways
    }

    fn accepts(&self, done: &bool) -> bool {
        *done
    }
}
