//! Breakthrough once more, as plainly as can be: boards are texts, and every line of play is followed.

use std::collections::HashMap;

/// What is known of a position, for the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// Whether that player wins. There are no draws.
    pub(crate) wins: bool,
    /// In how many plies, if the winner hurries and the loser does not.
    pub(crate) plies: u64,
    /// How many games can be played from here on.
    pub(crate) games: u64,
}

/// A board as text, row by row from the bottom, with the player to move behind it.
pub(crate) struct Oracle {
    w: usize,
    h: usize,
    /// Every position met.
    pub(crate) known: HashMap<String, Known>,
}

impl Oracle {
    /// Follows every game on a board of this size.
    pub(crate) fn new(w: usize, h: usize) -> (Oracle, Known) {
        let mut oracle = Oracle { w, h, known: HashMap::new() };
        let start = "x".repeat(2 * w) + &".".repeat(w * (h - 4)) + &"o".repeat(2 * w) + "x";
        let known = oracle.know(&start);
        (oracle, known)
    }

    /// Whether the player who has just moved has won.
    fn is_over(&self, position: &str) -> bool {
        let (board, turn) = position.split_at(self.w * self.h);
        let (bottom, top) = (&board[..self.w], &board[self.w * (self.h - 1)..]);
        !board.contains(turn) || if turn == "x" { bottom.contains('o') } else { top.contains('x') }
    }

    fn moves(&self, position: &str) -> Vec<String> {
        let cells: Vec<char> = position.chars().collect();
        let own = cells[self.w * self.h];
        let (up, other) = if own == 'x' { (1, 'o') } else { (-1, 'x') };
        let mut next = Vec::new();
        for row in 0..self.h as isize {
            for column in 0..self.w as isize {
                for (to_column, to_row) in [-1, 0, 1].map(|side| (column + side, row + up)) {
                    let inside =
                        (0..self.w as isize).contains(&to_column) && (0..self.h as isize).contains(&to_row);
                    let number = |column: isize, row: isize| row as usize * self.w + column as usize;
                    if !inside || cells[number(column, row)] != own {
                        continue;
                    }
                    let target = cells[number(to_column, to_row)];
                    if target == '.' || target == other && to_column != column {
                        let mut after = cells.clone();
                        after[number(column, row)] = '.';
                        after[number(to_column, to_row)] = own;
                        after[self.w * self.h] = other;
                        next.push(after.into_iter().collect());
                    }
                }
            }
        }
        next
    }

    fn know(&mut self, position: &str) -> Known {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let mut known = Known { wins: false, plies: 0, games: 0 };
        if self.is_over(position) {
            known.games = 1;
        } else {
            let after: Vec<Known> = self.moves(position).iter().map(|next| self.know(next)).collect();
            let wins = after.iter().filter(|next| !next.wins).map(|next| next.plies + 1).min();
            let longest = after.iter().map(|next| next.plies + 1).max().expect("somebody can move");
            known = Known {
                wins: wins.is_some(),
                plies: wins.unwrap_or(longest),
                games: after.iter().map(|next| next.games).sum(),
            };
        }
        self.known.insert(position.to_string(), known);
        known
    }

    /// How many finished positions each player has won.
    pub(crate) fn won(&self) -> [usize; 2] {
        ["o", "x"].map(|turn| self.known.keys().filter(|p| p.ends_with(turn) && self.is_over(p)).count())
    }
}
