//! Games of marks and lines, as diagrams in any order of their squares.

use game::{Player, Symmetry, System};
use symbolic::levels::{Mapping, Shape};
use symbolic::{Direct, Ending, Symbolic};

use super::{Cells, Lines, NO_LINE, O, Order, Place, Stacked, TakeBack, X, any_marks, own_marks};
use crate::bits::Bits;

/// A game in which marks are placed, and lines of them end it.
pub trait Marked: Symmetry {
    /// A set of squares.
    type Squares: Bits;

    /// Returns the number of columns and of rows.
    fn size(&self) -> (u32, u32);
    /// Returns the bit of a square.
    fn bit(&self, column: u32, row: u32) -> u32;
    /// Returns whether marks fall to the bottom of their column.
    fn falls(&self) -> bool {
        false
    }
    /// Returns the number of squares of a line.
    fn in_a_row(&self) -> u32;
    /// Returns every line.
    fn all_lines(&self) -> Vec<Self::Squares>;
    /// Returns the x and the o of a position; where marks belong to players, x is the first's.
    fn marks(state: &Self::Configuration) -> (Self::Squares, Self::Squares);
    /// Returns the position with these marks.
    fn of_marks(x: Self::Squares, o: Self::Squares) -> Self::Configuration;
    /// Returns the marks that a player may place: 1 is x, 2 is o.
    fn placed(&self, mover: Player) -> &'static [u32];
    /// Returns the marks among them whose lines end the game.
    fn watched(&self, mover: Player) -> &'static [u32] {
        self.placed(mover)
    }
    /// Returns the winner if there is a line when it is `next`'s turn.
    fn winner(&self, next: Player) -> Player;
    /// Returns how the game ends if the board is full without a line.
    fn full(&self) -> Ending {
        Ending::Drawn
    }
    /// Returns the bit to which a symmetry maps a bit.
    fn image_of_bit(&self, bit: u32, symmetry: usize) -> u32;
    /// Returns whether a symmetry exchanges x and o.
    fn exchanges(&self, symmetry: usize) -> bool {
        let _ = symmetry;
        false
    }
}

/// A game with its squares in some order: the same game, with other diagrams.
///
/// A table that was saved in one order can only be read in that order.
///
/// ```
/// use games::diagram::{Order, Ordered};
/// use games::mnk::{Mnk, Rule};
/// use symbolic::{Options, reach};
///
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// let count = |order| {
///     let found = reach(&Ordered::new(&game, order), Options::default(), &Default::default(), &mut |_| ());
///     found.positions()
/// };
/// assert_eq!(count(Order::Rows), count(Order::Diagonals));
/// ```
pub struct Ordered<'a, G> {
    game: &'a G,
    order: Order,
}

impl<'a, G: Marked> Ordered<'a, G> {
    /// Reads the squares in this order.
    #[must_use]
    pub fn new(game: &'a G, order: Order) -> Ordered<'a, G> {
        Ordered { game, order }
    }

    /// Reads the squares in the best order known.
    #[must_use]
    pub fn best(game: &'a G) -> Ordered<'a, G> {
        let (w, h) = game.size();
        Ordered::new(game, Order::best(w, h, game.in_a_row(), game.falls()))
    }

    fn is_upright(&self) -> bool {
        self.game.falls() && self.order.is_upright()
    }

    /// Returns the cells in this order. Called for every look-up, so it must be cheap.
    fn cells(&self) -> Cells {
        let (w, h) = self.game.size();
        let bits = self.order.squares(w, h).into_iter().map(|(i, j)| self.game.bit(i, j)).collect();
        let marks = Player::BOTH.iter().flat_map(|&mover| self.game.placed(mover)).max();
        let marks = marks.map_or(0, |&mark| mark as usize);
        if self.is_upright() { Cells::upright(bits, h as usize) } else { Cells::table(bits, marks) }
    }

    fn lines(&self, watched: &[u32]) -> Lines {
        self.cells().lines(&self.game.all_lines(), watched)
    }

    /// Returns the level of the square above that of each level, if there is one.
    fn above(&self) -> Vec<Option<u16>> {
        let (w, h) = self.game.size();
        let squares = self.order.squares(w, h);
        let level_of = |square| squares.iter().position(|&other| other == square);
        squares.iter().map(|&(i, j)| Some(level_of((i, j + 1))? as u16)).collect()
    }
}

impl<G: Marked> System for Ordered<'_, G> {
    type Configuration = G::Configuration;
    type Action = G::Action;

    fn starts(&self) -> impl Iterator<Item = G::Configuration> {
        self.game.starts()
    }

    fn actions(&self, state: &G::Configuration) -> impl Iterator<Item = G::Action> {
        self.game.actions(state)
    }

    fn apply(&self, state: &mut G::Configuration, action: G::Action) {
        self.game.apply(state, action);
    }

    fn is_final(&self, state: &G::Configuration) -> bool {
        self.game.is_final(state)
    }

    fn ending(&self, state: &G::Configuration) -> Ending {
        self.game.ending(state)
    }

    fn heap_bytes_of(&self, state: &G::Configuration) -> usize {
        self.game.heap_bytes_of(state)
    }

    fn depth(&self, state: &G::Configuration) -> Option<u32> {
        self.game.depth(state)
    }
}

impl<G: Marked> Symmetry for Ordered<'_, G> {
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn image(&self, state: &G::Configuration, symmetry: usize) -> G::Configuration {
        self.game.image(state, symmetry)
    }

    fn image_of_action(&self, action: G::Action, symmetry: usize) -> G::Action {
        self.game.image_of_action(action, symmetry)
    }

    fn to_canonical(&self, state: &G::Configuration) -> usize {
        self.game.to_canonical(state)
    }
}

/// A variable for each square. Where marks fall and columns are read upwards, nothing is said of the squares above an
/// empty one.
impl<G: Marked> Symbolic for Ordered<'_, G> {
    type Step = Place;
    type Back = TakeBack;
    type Judge = Stacked;
    type Unfinished = Lines;

    fn shape(&self) -> Shape {
        self.cells().shape()
    }

    fn encode(&self, state: &G::Configuration) -> Vec<u32> {
        let (x, o) = G::marks(state);
        self.cells().encode(x, o)
    }

    fn decode(&self, word: &[u32], _: Player) -> Option<G::Configuration> {
        let (x, o) = self.cells().decode(word)?;
        Some(G::of_marks(x, o))
    }

    fn step(&self, mover: Player) -> Place {
        self.cells().place(self.game.placed(mover))
    }

    fn step_back(&self, mover: Player) -> TakeBack {
        TakeBack(self.step(mover))
    }

    fn judge(&self, mover: Player) -> Stacked {
        let lines = self.lines(self.game.watched(mover));
        let floats = self.game.falls() && !self.is_upright();
        if floats { Stacked::on(lines, self.above()) } else { Stacked::nowhere(lines) }
    }

    fn meaning(&self, judged: u32, ply: u32) -> Ending {
        let (w, h) = self.game.size();
        match judged {
            NO_LINE if ply == w * h => self.game.full(),
            NO_LINE => Ending::Open,
            _ => Ending::Won(self.game.winner(Player::at_ply(ply))),
        }
    }

    fn mappings(&self) -> Option<Vec<Mapping>> {
        let cells = self.cells();
        let (w, h) = self.game.size();
        let mapping = |g: usize| {
            let mapping = cells.mapping(|bit| self.game.image_of_bit(bit, g));
            if self.game.exchanges(g) {
                Mapping { values: vec![vec![0, O, X]; (w * h) as usize], ..mapping }
            } else {
                mapping
            }
        };
        Some((0..self.game.symmetries()).map(mapping).collect())
    }

    fn direct(&self) -> Option<Direct<Lines>> {
        let [first, second] = Player::BOTH.map(|mover| self.game.placed(mover));
        let watched = Player::BOTH.map(|mover| self.game.watched(mover)).concat();
        let lines = (!self.game.falls()).then(|| self.lines(&watched))?;
        Some(if first == second { any_marks(lines) } else { own_marks(lines) })
    }
}

/// Makes a game of marks symbolic, in the best order known.
macro_rules! symbolic_by_marks {
    ([$($parameters:tt)*] $game:ty) => {
        impl<$($parameters)*> symbolic::Symbolic for $game {
            type Step = $crate::diagram::Place;
            type Back = $crate::diagram::TakeBack;
            type Judge = $crate::diagram::Stacked;
            type Unfinished = $crate::diagram::Lines;

            fn shape(&self) -> symbolic::levels::Shape {
                $crate::diagram::Ordered::best(self).shape()
            }
            fn encode(&self, state: &Self::Configuration) -> Vec<u32> {
                $crate::diagram::Ordered::best(self).encode(state)
            }
            fn decode(&self, word: &[u32], turn: game::Player) -> Option<Self::Configuration> {
                $crate::diagram::Ordered::best(self).decode(word, turn)
            }
            fn step(&self, mover: game::Player) -> Self::Step {
                $crate::diagram::Ordered::best(self).step(mover)
            }
            fn step_back(&self, mover: game::Player) -> Self::Back {
                $crate::diagram::Ordered::best(self).step_back(mover)
            }
            fn judge(&self, mover: game::Player) -> Self::Judge {
                $crate::diagram::Ordered::best(self).judge(mover)
            }
            fn meaning(&self, judged: u32, ply: u32) -> symbolic::Ending {
                $crate::diagram::Ordered::best(self).meaning(judged, ply)
            }
            fn mappings(&self) -> Option<Vec<symbolic::levels::Mapping>> {
                $crate::diagram::Ordered::best(self).mappings()
            }
            fn direct(&self) -> Option<symbolic::Direct<Self::Unfinished>> {
                $crate::diagram::Ordered::best(self).direct()
            }
        }
    };
}

pub(crate) use symbolic_by_marks;
