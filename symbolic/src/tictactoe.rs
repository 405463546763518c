//! n×n tic-tac-toe by homomorphisms written by hand, the classical example of such diagrams: a variable for each cell
//! and one for the state of the game. Compare with what [`reach_by_homs`](crate::reach_by_homs) derives from a
//! relation.
//!
//! ```
//! use dd::{Manager, Strategy};
//! use symbolic::tictactoe::Model;
//! let manager = Manager::new();
//! let model = Model::new(&manager, 3)?;
//! let reach = model.immediate_win(Strategy::Automatic).apply(&model.start)?;
//! assert_eq!(reach.count()?, 5478u32.into());
//! # dd::Result::Ok(())
//! ```

use dd::{Hom, Inductive, Manager, Result, Set, Strategy, Val, Var, id, sum};

const A: Val = 0;
const B: Val = 1;
const EMPTY: Val = -1;
const TO_A: Val = -1;
const TO_B: Val = -2;

/// Puts the player's token on the cell if it is empty and the player's turn, and passes the turn.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Play {
    state: Var,
    cell: Var,
    player: Val,
}

impl Inductive for Play {
    fn phi(&self, var: Var, val: Val) -> Hom {
        let &Play { state, cell, player } = self;
        match (var == state, val, player) {
            (true, TO_A, A) => Hom::arc(var, TO_B, Hom::new(Play { state, cell, player })),
            (true, TO_B, B) => Hom::arc(var, TO_A, Hom::new(Play { state, cell, player })),
            (false, EMPTY, _) => Hom::arc(var, player, Hom::id()),
            _ => Hom::zero(),
        }
    }
    fn skips(&self, var: Var) -> bool {
        var != self.state && var != self.cell
    }
}

/// The start, and the homomorphisms that make moves and recognise who has won.
pub struct Model {
    /// The empty board, the first player to move.
    pub start: Set,
    size: Var,
    next: Hom,
    winner_a: Hom,
    winner_b: Hom,
    note_a: Hom,
    note_b: Hom,
}

/// Rows, columns and diagonals.
fn lines(n: Var) -> Vec<Vec<Var>> {
    let rows = (0..n).map(|i| (0..n).map(|j| i * n + j).collect());
    let columns = (0..n).map(|j| (0..n).map(|i| i * n + j).collect());
    let diagonals = [(0..n).map(|i| i * n + i).collect(), (0..n).map(|i| i * n + n - 1 - i).collect()];
    rows.chain(columns).chain(diagonals).collect()
}

impl Model {
    /// Returns the model of n×n cells. Cells are numbered row by row, and the state of the game comes first.
    ///
    /// # Errors
    /// If there is not enough memory for the start.
    pub fn new(manager: &Manager, n: Var) -> Result<Model> {
        let state = n * n;
        manager.set_name(state, "STATE")?;
        let empty = (0..n * n).map(|cell| (cell, EMPTY));
        let word: Vec<(Var, Val)> = [(state, TO_A)].into_iter().chain(empty).collect();
        let plays = (0..n * n).flat_map(|cell| [A, B].map(|player| Hom::new(Play { state, cell, player })));
        let line = |cells: Vec<Var>, player| {
            // A line without cells, as of a board without cells, asks for nothing.
            cells.into_iter().map(|cell| Hom::equal(cell, player)).reduce(Hom::after).unwrap_or_else(id)
        };
        let winner = |player| sum(lines(n).into_iter().map(|cells| line(cells, player)));
        Ok(Model {
            start: manager.word(&word)?,
            size: n,
            next: sum(plays),
            winner_a: winner(A),
            winner_b: winner(B),
            note_a: Hom::assign(state, A),
            note_b: Hom::assign(state, B),
        })
    }

    /// Returns the word of the position after the players have marked these cells in turn, with the victory noted if there
    /// is one. Cells are numbered row by row from 0. Returns `None` if a cell is marked twice or is not on the board, or
    /// if the game was over before.
    ///
    /// ```
    /// use dd::{Manager, Strategy};
    /// use symbolic::tictactoe::Model;
    /// let manager = Manager::new();
    /// let model = Model::new(&manager, 3)?;
    /// let reach = model.separate_win(Strategy::Automatic).apply(&model.start)?;
    /// assert!(reach.contains(&model.word(&[0, 3, 1, 4, 2]).unwrap())?);
    /// assert_eq!(model.word(&[0, 3, 1, 4, 2, 5]), None, "the first row is full");
    /// # dd::Result::Ok(())
    /// ```
    #[must_use]
    pub fn word(&self, marked: &[usize]) -> Option<dd::Word> {
        let n = self.size;
        let mut cells = vec![EMPTY; (n * n) as usize];
        let (mut state, mut player) = (TO_A, A);
        for &cell in marked {
            let is_open = state < A && cells.get(cell) == Some(&EMPTY);
            is_open.then(|| cells[cell] = player)?;
            let is_full = |line: &Vec<Var>| line.iter().all(|&cell| cells[cell as usize] == player);
            state = match (lines(n).iter().any(is_full), player) {
                (true, winner) => winner,
                (false, A) => TO_B,
                (false, _) => TO_A,
            };
            player = if player == A { B } else { A };
        }
        let cells = (0..n * n).zip(cells);
        Some([(n * n, state)].into_iter().chain(cells).collect())
    }

    fn noted(&self) -> Hom {
        (&self.note_a & &self.winner_a) + (&self.note_b & &self.winner_b)
    }

    /// Returns the fixpoint in which a victory is noted in a step of its own:
    /// fixpoint((notewA ∘ winnerA) + (notewB ∘ winnerB) + (nextAA ∘ nowinner) + id)
    #[must_use]
    pub fn separate_win(&self, strategy: Strategy) -> Hom {
        let no_winner = !(&self.winner_a + &self.winner_b);
        (self.noted() + (&self.next & no_winner) + id()).fixpoint_by(strategy)
    }

    /// Returns the fixpoint in which a victory is noted with the move that brings it:
    /// fixpoint(((notewA ∘ winnerA) + (notewB ∘ winnerB) + nowinner) ∘ nextAA + id)
    #[must_use]
    pub fn immediate_win(&self, strategy: Strategy) -> Hom {
        let no_winner = !(&self.winner_a + &self.winner_b);
        (((self.noted() + no_winner) & &self.next) + id()).fixpoint_by(strategy)
    }
}
