//! Games given edge by edge, for testing engines on shapes that no real game has: cycles, passes, dead ends.
//!
//! ```
//! use game::mock::Mock;
//! use game::{Game, Outcome, Player};
//!
//! // The first player may win at once, or pass to and fro for ever.
//! let game = Mock::new(3)
//!     .turn(1, Player::Second)
//!     .turn(2, Player::Second)
//!     .edge(0, 1)
//!     .edge(1, 0)
//!     .edge(0, 2)
//!     .end(2, Outcome::Win(Player::First));
//! assert_eq!(game.moves(&0).collect::<Vec<_>>(), [1, 2]);
//! ```

mod lines;

pub use lines::LineGame;

use crate::{Game, Indexed, Notation, Outcome, Player, Random, Symmetry};

/// A game given as a graph: positions are numbers, and a move is the number of the position it leads to. It starts from
/// position 0. The players need not alternate, and positions may repeat.
#[derive(Clone, Debug)]
pub struct Mock {
    positions: Vec<Position>,
}

#[derive(Clone, Debug)]
struct Position {
    turn: Player,
    outcome: Option<Outcome>,
    moves: Vec<usize>,
}

impl Mock {
    /// Returns a game of `positions` positions: the first player to move in each, no moves and no ends yet.
    #[must_use]
    pub fn new(positions: usize) -> Mock {
        let empty = Position { turn: Player::First, outcome: None, moves: Vec::new() };
        Mock { positions: vec![empty; positions] }
    }

    /// Sets the player to move in a position.
    ///
    /// # Panics
    /// If there is no such position, here and in the methods below.
    #[must_use]
    pub fn turn(mut self, position: usize, player: Player) -> Mock {
        self.positions[position].turn = player;
        self
    }

    /// Adds a move from one position to another. Adding it again changes nothing.
    #[must_use]
    pub fn edge(mut self, from: usize, to: usize) -> Mock {
        assert!(to < self.positions.len(), "no position {to}");
        if !self.positions[from].moves.contains(&to) {
            self.positions[from].moves.push(to);
        }
        self
    }

    /// Ends the game in a position.
    #[must_use]
    pub fn end(mut self, position: usize, outcome: Outcome) -> Mock {
        self.positions[position].outcome = Some(outcome);
        self
    }

    /// Returns the number of positions, reachable or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns a random tree of the given height in which the players alternate: one to `branching` moves from each
    /// inner position, random ends at or above the given height.
    #[must_use]
    pub fn random_tree(seed: u64, height: usize, branching: usize) -> Mock {
        let mut random = Random::new(seed);
        let mut mock = Mock::new(1);
        let mut layer = vec![0];
        for ply in 0..=height {
            let mut next = Vec::new();
            for at in layer {
                if ply == height || (ply > 0 && random.below(8) == 0) {
                    mock = mock.end(at, random_outcome(&mut random));
                    continue;
                }
                for _ in 0..=random.below(branching) {
                    let child = mock.positions.len();
                    mock.positions.extend(Mock::new(1).positions);
                    mock = mock.edge(at, child);
                    mock.positions[child].turn = mock.positions[at].turn.other();
                    next.push(child);
                }
            }
            layer = next;
        }
        mock
    }

    /// Returns a random graph: any turn anywhere, up to `degree` moves to any position, so that there are cycles,
    /// joins, and players who move twice running. Positions without a move are ends.
    #[must_use]
    pub fn random_graph(seed: u64, positions: usize, degree: usize) -> Mock {
        let mut random = Random::new(seed);
        let mut mock = Mock::new(positions);
        for at in 0..positions {
            mock = mock.turn(at, Player::BOTH[random.below(2)]);
            for _ in 0..random.below(degree + 1) {
                mock = mock.edge(at, random.below(positions));
            }
            if mock.positions[at].moves.is_empty() {
                mock = mock.end(at, random_outcome(&mut random));
            }
        }
        mock
    }
}

fn random_outcome(random: &mut Random) -> Outcome {
    match random.below(3) {
        0 => Outcome::Draw,
        winner => Outcome::Win(Player::BOTH[winner - 1]),
    }
}

impl Game for Mock {
    type State = usize;
    type Move = usize;

    fn initial(&self) -> usize {
        0
    }

    fn turn(&self, &state: &usize) -> Player {
        self.positions[state].turn
    }

    fn outcome(&self, &state: &usize) -> Option<Outcome> {
        self.positions[state].outcome
    }

    fn moves(&self, &state: &usize) -> impl Iterator<Item = usize> {
        self.positions[state].moves.iter().copied()
    }

    fn play(&self, state: &mut usize, mv: usize) {
        *state = mv;
    }
}

impl Notation for Mock {
    fn action_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }

    fn board_text(&self, state: &usize) -> String {
        format!("at {state}")
    }
}

impl Symmetry for Mock {}

/// A position is a number already.
impl Indexed for Mock {
    fn size(&self) -> Option<u64> {
        Some(self.positions.len() as u64)
    }

    fn index(&self, &state: &usize) -> u64 {
        state as u64
    }

    fn state_at(&self, index: u64) -> usize {
        index as usize
    }
}
