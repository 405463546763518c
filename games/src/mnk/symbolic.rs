//! k in a row, as diagrams.

use game::{Player, Symmetry};
use symbolic::levels::{Mapping, Shape};
use symbolic::{Direct, Ending, Symbolic};

use super::board::Board;
use super::form::Form;
use super::{Both, Mnk, Notakto, Rule, Square, Wild, WildRule, bitmap};
use crate::bits::Bits;
use crate::diagram::{self, Cells, Lines, NO_LINE, O, Place, TakeBack, X, any_marks, own_marks};
use crate::marks::Marks;

/// The squares along the shorter side first, so that little has to be remembered: columns where marks fall.
fn cells<B: Bits>(board: &Board<B>, falls: bool, marks: usize) -> Cells {
    let (w, h, _) = board.size();
    let by_column = falls || h <= w;
    let (long, short) = if by_column { (w, h) } else { (h, w) };
    let squares = (0..long).flat_map(|i| (0..short).map(move |j| if by_column { (i, j) } else { (j, i) }));
    let bits: Vec<u32> = squares.map(|(i, j)| bitmap::encode(w, h, i, j)).collect();
    if falls { Cells::upright(bits, h as usize) } else { Cells::table(bits, marks) }
}

impl<B: Bits, F: Form<B>> Mnk<B, F> {
    fn cells(&self) -> Cells {
        cells(self.board(), self.falls(), 2)
    }

    fn lines(&self, watched: &[u32]) -> Lines {
        self.cells().lines(&self.board().lines(), watched)
    }

    /// The marks that can end the game.
    fn watched(&self) -> &'static [u32] {
        if self.rule() == Rule::Weak { &[X] } else { &[X, O] }
    }
}

/// A variable for each square. With gravity, nothing is said of the squares above an empty one.
impl<B: Bits, F: Form<B>> Symbolic for Mnk<B, F> {
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
        let own = diagram::own(mover);
        let watched: Vec<u32> = self.watched().iter().copied().filter(|mark| *mark == own).collect();
        self.lines(&watched)
    }

    fn ending(&self, judged: u32, ply: u32) -> Ending {
        let next = Player::at_ply(ply);
        match (judged, self.rule()) {
            (NO_LINE, _) if ply == self.board().full().count() => Ending::Drawn,
            (NO_LINE, _) => Ending::Open,
            (_, Rule::Normal | Rule::Weak) => Ending::Won(next.other()),
            (_, Rule::Misere) => Ending::Won(next),
        }
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let cells = self.cells();
        let image = |g: usize| cells.mapping(|bit| u32::from(self.image_of_action(Square(bit as u16), g).0));
        Some((0..self.symmetries()).map(image).collect())
    }

    fn direct(&self) -> Option<Direct<Lines>> {
        (!self.falls()).then(|| own_marks(self.lines(self.watched())))
    }
}

impl<B: Bits> Wild<B> {
    fn cells(&self) -> Cells {
        cells(self.board(), false, 2)
    }

    fn lines(&self, watched: &[u32]) -> Lines {
        self.cells().lines(&self.board().lines(), watched)
    }
}

impl<B: Bits> Symbolic for Wild<B> {
    type Step = Place;
    type Back = TakeBack;
    type Judge = Lines;
    type Unfinished = Lines;

    fn shape(&self) -> Shape {
        self.cells().shape().clone()
    }

    fn encode(&self, state: &Both<B>) -> Vec<u32> {
        self.cells().encode(state.x, state.o)
    }

    fn decode(&self, word: &[u32], _: Player) -> Option<Both<B>> {
        let (x, o) = self.cells().decode(word)?;
        Some(Both { x, o })
    }

    fn step(&self, _: Player) -> Place {
        self.cells().place(&[X, O])
    }

    fn step_back(&self, mover: Player) -> TakeBack {
        TakeBack(self.step(mover))
    }

    fn judge(&self, _: Player) -> Lines {
        self.lines(&[X, O])
    }

    fn ending(&self, judged: u32, ply: u32) -> Ending {
        let next = Player::at_ply(ply);
        let full = ply == self.board().full().count();
        match (judged, self.rule()) {
            (NO_LINE, WildRule::Order) if full => Ending::Won(Player::Second),
            (NO_LINE, _) if full => Ending::Drawn,
            (NO_LINE, _) => Ending::Open,
            (_, WildRule::Normal) => Ending::Won(next.other()),
            (_, WildRule::Misere) => Ending::Won(next),
            (_, WildRule::Order) => Ending::Won(Player::First),
        }
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let cells = self.cells();
        let levels = cells.shape().levels();
        let image = |g: usize| {
            let placed = |bit| super::Placed { square: Square(bit as u16), is_o: false };
            let mapping = cells.mapping(|bit| u32::from(self.image_of_action(placed(bit), g).square.0));
            let values = if g % 2 == 1 { [0, O, X] } else { [0, X, O] };
            Mapping { values: vec![values.to_vec(); levels], ..mapping }
        };
        Some((0..self.symmetries()).map(image).collect())
    }

    fn direct(&self) -> Option<Direct<Lines>> {
        Some(any_marks(self.lines(&[X, O])))
    }
}

impl<B: Bits> Notakto<B> {
    fn cells(&self) -> Cells {
        cells(self.board(), false, 1)
    }

    fn lines(&self, watched: &[u32]) -> Lines {
        self.cells().lines(&self.board().lines(), watched)
    }
}

impl<B: Bits> Symbolic for Notakto<B> {
    type Step = Place;
    type Back = TakeBack;
    type Judge = Lines;
    type Unfinished = Lines;

    fn shape(&self) -> Shape {
        self.cells().shape().clone()
    }

    fn encode(&self, state: &B) -> Vec<u32> {
        self.cells().encode(*state, B::ZERO)
    }

    fn decode(&self, word: &[u32], _: Player) -> Option<B> {
        Some(self.cells().decode(word)?.0)
    }

    fn step(&self, _: Player) -> Place {
        self.cells().place(&[X])
    }

    fn step_back(&self, mover: Player) -> TakeBack {
        TakeBack(self.step(mover))
    }

    fn judge(&self, _: Player) -> Lines {
        self.lines(&[X])
    }

    fn ending(&self, judged: u32, ply: u32) -> Ending {
        match judged {
            NO_LINE if ply == self.board().full().count() => Ending::Drawn,
            NO_LINE => Ending::Open,
            _ => Ending::Won(Player::at_ply(ply)),
        }
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let cells = self.cells();
        let image = |g: usize| cells.mapping(|bit| u32::from(self.image_of_action(Square(bit as u16), g).0));
        Some((0..self.symmetries()).map(image).collect())
    }

    fn direct(&self) -> Option<Direct<Lines>> {
        Some(any_marks(self.lines(&[X])))
    }
}
