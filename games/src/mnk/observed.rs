//! What may be asked of the boards of k in a row.

use game::{Observable, Observe};

use super::bitmap;
use super::board::Board;
use super::notakto::Notakto;
use super::placement::Placement;
use super::rules::Mnk;
use super::wild::{Both, Wild};
use crate::bits::Bits;
use crate::marks::Marks;
use crate::observed::{self, MARKS, mark};

/// Returns the squares of a board, of which a state tells the sets of x and o.
fn squares<'a, B: Bits, C: 'a>(
    board: &'a Board<B>,
    sets: impl Fn(&C) -> (B, B) + Clone + Send + Sync + 'a,
) -> Vec<Observable<'a, C>> {
    let (w, h, _) = board.size();
    observed::board((w, h), MARKS, move |state, i, j| {
        let (x, o) = sets(state);
        mark(bitmap::read(w, h, x, i, j), bitmap::read(w, h, o, i, j))
    })
}

impl<B: Bits, F: Placement<B>> Observe for Mnk<B, F> {
    fn observables(&self) -> Vec<Observable<'_, Marks<B>>> {
        squares(self.board(), Marks::by_player)
    }
}

impl<B: Bits> Observe for Wild<B> {
    fn observables(&self) -> Vec<Observable<'_, Both<B>>> {
        squares(&self.board, |state: &Both<B>| (state.x, state.o))
    }
}

impl<B: Bits> Observe for Notakto<B> {
    fn observables(&self) -> Vec<Observable<'_, B>> {
        squares(&self.board, |&state| (state, B::ZERO))
    }
}
