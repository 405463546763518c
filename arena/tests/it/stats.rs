//! Elo and the sequential test, against the figures that fastchess's own tests expect
//! (`app/tests/elo_test.cpp` and `app/tests/sprt_test.cpp` there; they are given to a hundredth).

use arena::{Elo, Pairs, Score, Sprt, SprtVerdict};
use game::Random;

fn score([wins, losses, draws]: [u64; 3]) -> Score {
    Score { wins, draws, losses }
}

#[track_caller]
fn near(found: f64, published: f64) {
    let allowed = 0.01 * (1.0 + published.abs());
    assert!((found - published).abs() < allowed, "{found}, published {published}");
}

#[test]
fn elo_is_that_of_fastchess() {
    let elo = Elo::of(&score([136, 96, 111])).unwrap();
    near(elo.difference, 40.70);
    near(elo.error(), 30.43);
    // There the games of a pair that were won and lost are counted beside those that were both drawn.
    for ([ll, ld, wl, dd, wd, ww], difference, error) in [
        ([34, 54, 31, 32, 64, 75], 55.58, 27.65),
        ([332, 433, 457, 41, 333, 334], -8.64, 10.33),
        ([7895, 8757, 5485, 200, 568, 9999], -21.04, 2.95),
    ] {
        let elo = Elo::of_pairs(&Pairs([ll, ld, wl + dd, wd, ww])).unwrap();
        near(elo.difference, difference);
        near(elo.error(), error);
    }
}

#[test]
fn elo_of_one_sided_scores_is_infinite_and_says_so() {
    let all = Elo::of(&score([9, 0, 0])).unwrap();
    assert_eq!((all.difference, all.to_string().as_str()), (f64::INFINITY, "+∞"));
    assert_eq!(Elo::of(&score([0, 9, 0])).unwrap().to_string(), "−∞");
    assert_eq!(Elo::of(&score([0, 0, 9])).unwrap().to_string(), "+0.0 ± 0.0");
    assert_eq!(Elo::of(&score([0, 0, 0])), None);
    assert_eq!(Elo::of_pairs(&Pairs::default()), None);
}

#[test]
fn likelihood_ratios_are_those_of_fastchess() {
    for (games, elo0, elo1, llr) in
        [([21404, 21184, 40708], 0.5, 2.5, -1.57), ([57433, 57030, 106_593], 0.0, 2.0, -2.59)]
    {
        near(Sprt::new(elo0, elo1).test(&score(games)).llr, llr);
    }
    for ([ll, ld, wl, dd, wd, ww], elo0, elo1, llr) in [
        ([223, 9863, 20279, 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003, 980, 26678, 821], 0.0, 2.0, -4.98),
    ] {
        near(Sprt::new(elo0, elo1).test_pairs(&Pairs([ll, ld, wl + dd, wd, ww])).llr, llr);
    }
}

/// Where the differences are small, the ratio is nearly (s₁ − s₀)(2s − s₀ − s₁) / (2 var / n).
#[test]
fn likelihood_ratios_agree_with_the_simple_formula() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let games = [0; 3].map(|_| 3000 + random.below(400) as u64);
        let (score, elo1) = (score(games), 1.0 + random.below(5) as f64);
        let n = score.games() as f64;
        let mean = score.points() / n;
        let variance = (score.wins as f64 + score.draws as f64 / 4.0) / n - mean * mean;
        let [s0, s1] = [0.0, elo1].map(Elo::expected);
        let simple = (s1 - s0) * (2.0 * mean - s0 - s1) * n / (2.0 * variance);
        let llr = Sprt::new(0.0, elo1).test(&score).llr;
        assert!((llr - simple).abs() < 0.02 + 0.02 * simple.abs(), "{llr} {simple}");
    }
}

#[test]
fn bounds_are_walds() {
    let state = Sprt::new(0.0, 5.0).test(&Score::default());
    near(state.upper, 2.94);
    near(state.lower, -2.94);
    assert_eq!((state.llr, state.verdict), (0.0, None));
    let state = Sprt::new(0.0, 5.0).errors(0.01, 0.1).test(&Score::default());
    near(state.upper, (0.9_f64 / 0.01).ln());
    near(state.lower, (0.1_f64 / 0.99).ln());
    assert!(Sprt::new(5.0, 5.0).check().is_err());
    assert!(Sprt::new(0.0, 5.0).errors(0.0, 0.05).check().is_err());
    assert!(Sprt::new(0.0, 5.0).check().is_ok());
}

/// The errors of the test itself: with random games of known strength it is wrong about as often as agreed, or less.
#[test]
fn the_test_is_wrong_as_seldom_as_agreed() {
    let sprt = Sprt::new(0.0, 40.0).errors(0.1, 0.1);
    for (true_elo, right) in [(0.0, SprtVerdict::NotStronger), (40.0, SprtVerdict::Stronger)] {
        let mut random = Random::new(11);
        let (draws, runs) = (0.3, 300);
        let win = Elo::expected(true_elo) - draws / 2.0;
        let mut wrong = 0;
        for _ in 0..runs {
            let mut score = Score::default();
            let verdict = loop {
                let throw = random.below(1 << 20) as f64 / f64::from(1 << 20);
                match throw {
                    throw if throw < win => score.wins += 1,
                    throw if throw < win + draws => score.draws += 1,
                    _ => score.losses += 1,
                }
                if let (Some(verdict), true) = (sprt.test(&score).verdict, score.games() > 10) {
                    break verdict;
                }
            };
            wrong += u32::from(verdict != right);
        }
        // Expected at most a tenth; three deviations more are allowed.
        assert!(wrong <= 30 + 16, "{wrong} of {runs} at {true_elo}");
    }
}
