//! Wins, draws and losses.

use std::ops::AddAssign;

use game::{Outcome, Player as Side};

/// Wins, draws and losses of one side.
///
/// ```
/// use arena::Score;
/// let score = Score { wins: 3, draws: 2, losses: 1 };
/// assert_eq!((score.games(), score.points()), (6, 4.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: one for a win, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game, for the player of this side.
    pub fn add(&mut self, outcome: Outcome, side: Side) {
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(winner) if winner == side => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
        }
    }

    /// How often a game brought 0, 1/2 and 1 point.
    pub(crate) fn shares(&self) -> Vec<(f64, f64)> {
        let counts = [self.losses, self.draws, self.wins];
        [0.0, 0.5, 1.0].into_iter().zip(counts.map(|count| count as f64)).collect()
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Pairs of games from the same opening with the sides changed, by the points they brought: 0, 1/2, 1, 3/2 or 2.
///
/// Where an opening favours a side, the two games of a pair differ less than two games at random: counting pairs gives
/// truer, and mostly smaller, error bars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair: the points of both games together, doubled, from 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How often a pair brought 0, 1/4, 1/2, 3/4 and 1 point a game.
    pub(crate) fn shares(&self) -> Vec<(f64, f64)> {
        [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(self.0.map(|count| count as f64)).collect()
    }
}
