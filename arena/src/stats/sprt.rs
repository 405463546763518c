//! Testing while the games are played, and stopping as soon as it is clear.
//!
//! Wald's sequential test, with the generalised likelihood ratio of M. Van den Bergh, as fishtest and fastchess use it
//! with the logistic model: under each hypothesis the distribution of results is the most likely one whose mean is what
//! that difference of strength leads to expect.

use super::{Elo, Pairs, Score};

/// A sequential test of whether a player is stronger than another by `elo1` or only by `elo0`.
///
/// ```
/// use arena::{Score, Sprt, SprtVerdict};
/// let sprt = Sprt::new(0.0, 10.0);
/// let clear = sprt.test(&Score { wins: 2500, draws: 3000, losses: 2100 });
/// assert_eq!(clear.verdict, Some(SprtVerdict::Stronger));
/// let few = sprt.test(&Score { wins: 25, draws: 30, losses: 21 });
/// assert_eq!(few.verdict, None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative.
    pub elo1: f64,
    /// The largest probability of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The largest probability of accepting `elo0` where `elo1` is true.
    pub beta: f64,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At this or below, `elo0` is accepted.
    pub lower: f64,
    /// At this or above, `elo1` is accepted.
    pub upper: f64,
    /// What is accepted, once it is clear.
    pub verdict: Option<SprtVerdict>,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtVerdict {
    /// `elo1` is accepted.
    Stronger,
    /// `elo0` is accepted.
    NotStronger,
}

impl Sprt {
    /// Creates a test of these two differences, wrong in no more than 5 of 100 cases either way.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Sets the probabilities of accepting `elo1` and `elo0` in error.
    #[must_use]
    pub fn errors(mut self, alpha: f64, beta: f64) -> Sprt {
        (self.alpha, self.beta) = (alpha, beta);
        self
    }

    /// Checks that the differences grow and the errors are possible.
    ///
    /// # Errors
    /// With the reason, in words.
    pub fn check(&self) -> Result<(), String> {
        let possible = |error: f64| error > 0.0 && error < 0.5;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(format!("elo0 = {} must be less than elo1 = {}", self.elo0, self.elo1));
        }
        if !(possible(self.alpha) && possible(self.beta)) {
            return Err(format!(
                "alpha = {} and beta = {} must lie between 0 and 0.5",
                self.alpha, self.beta
            ));
        }
        Ok(())
    }

    /// Returns the state of the test after these games.
    #[must_use]
    pub fn test(&self, score: &Score) -> SprtState {
        self.test_shares(&score.shares())
    }

    /// Returns the state of the test after these pairs of games.
    #[must_use]
    pub fn test_pairs(&self, pairs: &Pairs) -> SprtState {
        self.test_shares(&pairs.shares())
    }

    fn test_shares(&self, shares: &[(f64, f64)]) -> SprtState {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let played: f64 = shares.iter().map(|(_, n)| n).sum();
        let llr = if played > 0.0 { self.llr(shares) } else { 0.0 };
        let verdict = if llr >= upper {
            Some(SprtVerdict::Stronger)
        } else if llr <= lower {
            Some(SprtVerdict::NotStronger)
        } else {
            None
        };
        SprtState { llr, lower, upper, verdict }
    }

    fn llr(&self, shares: &[(f64, f64)]) -> f64 {
        // What has never happened is taken to have happened very rarely, else one game would prove too much.
        const RARE: f64 = 1e-3;
        let counts: Vec<(f64, f64)> = shares.iter().map(|&(points, n)| (points, n.max(RARE))).collect();
        let total: f64 = counts.iter().map(|(_, n)| n).sum();
        let [tilt0, tilt1] = [self.elo0, self.elo1].map(|elo| {
            let mean = Elo::expected(elo);
            (mean, tilt(&counts, mean))
        });
        let likelihood = |(mean, tilt): (f64, f64), points: f64| -(1.0 + tilt * (points - mean)).ln();
        let ratio = |points: f64| likelihood(tilt1, points) - likelihood(tilt0, points);
        counts.iter().map(|&(points, n)| n / total * ratio(points)).sum::<f64>() * total
    }
}

/// The t for which the distribution p(x) / (1 + t (x − mean)) has this mean: the most likely one that has.
fn tilt(counts: &[(f64, f64)], mean: f64) -> f64 {
    // The sum falls from +∞ to −∞ between the poles at the least and the greatest result, 0 and 1 point a game.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let excess = |t: f64| -> f64 {
        counts.iter().map(|&(points, n)| n * (points - mean) / (1.0 + t * (points - mean))).sum()
    };
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
