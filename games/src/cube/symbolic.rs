//! The cube, as diagrams.

use game::{Player, Symmetry};
use symbolic::levels::{Mapping, Shape};
use symbolic::{Direct, Ending, Symbolic};

use super::Cube;
use crate::bits::Bits;
use crate::diagram::{self, Cells, Lines, NO_LINE, O, Place, TakeBack, X, own_marks};
use crate::mnk::{Marks, Square};

impl<B: Bits> Cube<B> {
    fn cells(&self) -> Cells {
        Cells::table((0..self.space.cells()).collect(), 2)
    }
}

/// A variable for each cell.
impl<B: Bits> Symbolic for Cube<B> {
    type Step = Place;
    type Back = TakeBack;
    type Judge = Lines;
    type Unfinished = Lines;

    fn shape(&self) -> Shape {
        self.cells().shape().clone()
    }

    fn encode(&self, state: &Marks<B>) -> Vec<u32> {
        let (x, o) = state.by_player();
        self.cells().encode(x, o)
    }

    fn decode(&self, word: &[u32], _: Player) -> Option<Marks<B>> {
        let (x, o) = self.cells().decode(word)?;
        Some(Marks::of_players(x, o))
    }

    fn step(&self, mover: Player) -> Place {
        self.cells().place(&[diagram::own(mover)])
    }

    fn step_back(&self, mover: Player) -> TakeBack {
        TakeBack(self.step(mover))
    }

    fn judge(&self, mover: Player) -> Lines {
        self.cells().lines(&self.lines(), &[diagram::own(mover)])
    }

    fn ending(&self, judged: u32, ply: u32) -> Ending {
        match judged {
            NO_LINE if ply == self.space.cells() => Ending::Drawn,
            NO_LINE => Ending::Open,
            _ => Ending::Won(Player::at_ply(ply).other()),
        }
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let cells = self.cells();
        let image = |g: usize| cells.mapping(|bit| u32::from(self.image_of_action(Square(bit as u16), g).0));
        Some((0..self.symmetries()).map(image).collect())
    }

    fn direct(&self) -> Option<Direct<Lines>> {
        Some(own_marks(self.cells().lines(&self.lines(), &[X, O])))
    }
}
