//! Differences of strength.

use std::fmt;

use super::{Pairs, Score};

/// 97.5 % of a normal distribution lie below the mean plus this number of standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// A difference of strength on Elo's scale: with 400 points more, ten points are expected for each of the other's.
///
/// The interval holds the true difference in 95 of 100 matches, by the normal approximation that Cute Chess and
/// fastchess use (`elo.cpp` and `elo_wdl.cpp` there). Where all games were won or lost it is infinite: they do not show
/// how large the difference is.
///
/// ```
/// use arena::{Elo, Score};
/// let elo = Elo::of(&Score { wins: 136, draws: 111, losses: 96 }).unwrap();
/// assert_eq!(elo.to_string(), "+40.7 ± 30.4");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference.
    pub difference: f64,
    /// The lower end of the interval.
    pub least: f64,
    /// The upper end of the interval.
    pub most: f64,
}

impl Elo {
    /// Returns the difference that a score shows; `None` without games.
    #[must_use]
    pub fn of(score: &Score) -> Option<Elo> {
        Elo::of_shares(&score.shares())
    }

    /// Returns the difference that pairs of games show; `None` without pairs.
    #[must_use]
    pub fn of_pairs(pairs: &Pairs) -> Option<Elo> {
        Elo::of_shares(&pairs.shares())
    }

    fn of_shares(shares: &[(f64, f64)]) -> Option<Elo> {
        let (mean, variance, count) = moments(shares)?;
        let error = Z95 * (variance / count).sqrt();
        Some(Elo { difference: to_elo(mean), least: to_elo(mean - error), most: to_elo(mean + error) })
    }

    /// Returns half the width of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.most - self.least) / 2.0
    }

    /// Returns the share of the points that is expected at such a difference.
    ///
    /// ```
    /// assert!((arena::Elo::expected(400.0) - 10.0 / 11.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn expected(difference: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.difference.is_infinite() {
            return f.write_str(if self.difference > 0.0 { "+∞" } else { "−∞" });
        }
        if self.error().is_infinite() {
            return write!(f, "{:+.1} ± ∞", self.difference);
        }
        write!(f, "{:+.1} ± {:.1}", self.difference, self.error())
    }
}

/// The difference at which such a share of the points is expected.
fn to_elo(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

/// The mean, the variance and the number of samples; nothing if there is none.
pub(super) fn moments(shares: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let count: f64 = shares.iter().map(|(_, n)| n).sum();
    let mean = shares.iter().map(|(points, n)| points * n).sum::<f64>() / count;
    let variance = shares.iter().map(|(points, n)| (points - mean).powi(2) * n).sum::<f64>() / count;
    (count > 0.0).then_some((mean, variance, count))
}
