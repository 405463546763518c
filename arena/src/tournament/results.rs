//! What a tournament has shown so far.

use std::collections::BTreeMap;

use game::Player as Side;

use super::Fixture;
use crate::{Elo, MatchEnd, Pairs, Score};

/// A game that was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// Who moved first and second, by their places among the entrants.
    pub players: [usize; 2],
    /// The number of the opening.
    pub opening: usize,
    /// A fingerprint of its moves, to recognise it.
    pub moves: u64,
    /// How it ended.
    pub ending: MatchEnd,
    /// How many moves it took, those of the opening among them.
    pub plies: usize,
}

/// The games of a tournament that were played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// What was played, as [`Tournament::plan`](super::Tournament::plan) writes it; empty before the first game.
    pub plan: String,
    /// The entrants.
    pub names: Vec<String>,
    /// The games, by their numbers in the schedule.
    pub games: BTreeMap<usize, GameResult>,
}

/// What one entrant has achieved.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Its place among the entrants.
    pub entrant: usize,
    /// Its name.
    pub name: String,
    /// All games.
    pub score: Score,
    /// Those in which it moved first, and those in which it moved second.
    pub by_side: [Score; 2],
    /// How much stronger it is than its opponents, taken together; `None` before its first game.
    pub elo: Option<Elo>,
}

impl Results {
    /// Keeps a game.
    pub(super) fn add(&mut self, fixture: &Fixture, moves: u64, ending: MatchEnd, plies: usize) {
        let Fixture { number, players, opening } = *fixture;
        self.games.insert(number, GameResult { players, opening, moves, ending, plies });
    }

    /// Returns the standing of each entrant, the most points for a game first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |(entrant, name): (usize, &String)| {
            let by_side =
                Side::BOTH.map(|side| self.score_where(|players| players[side.index()] == entrant, side));
            let mut score = by_side[0];
            score += by_side[1];
            Standing { entrant, name: name.clone(), score, by_side, elo: Elo::of(&score) }
        };
        let mut standings: Vec<Standing> = self.names.iter().enumerate().map(standing).collect();
        let share = |standing: &Standing| standing.score.points() / standing.score.games().max(1) as f64;
        standings.sort_by(|a, b| share(b).total_cmp(&share(a)).then(a.entrant.cmp(&b.entrant)));
        standings
    }

    /// Returns the score of an entrant against another.
    #[must_use]
    pub fn between(&self, entrant: usize, other: usize) -> Score {
        let mut score = self.score_where(|players| players == [entrant, other], Side::First);
        score += self.score_where(|players| players == [other, entrant], Side::Second);
        score
    }

    /// Returns the same score by pairs of finished games from the same opening with the sides changed.
    #[must_use]
    pub fn pairs_between(&self, entrant: usize, other: usize) -> Pairs {
        let mut pairs = Pairs::default();
        for (number, one) in self.games.iter().filter(|(number, _)| **number % 2 == 0) {
            let Some(two) = self.games.get(&(number + 1)) else { continue };
            let points = [one, two].map(|game| game.half_points(entrant, other));
            if let [Some(one), Some(two)] = points {
                pairs.add(one + two);
            }
        }
        pairs
    }

    /// The score of the players of `side` in those games.
    fn score_where(&self, counts: impl Fn([usize; 2]) -> bool, side: Side) -> Score {
        let mut score = Score::default();
        for game in self.games.values().filter(|game| counts(game.players)) {
            if let Some(outcome) = game.ending.outcome {
                score.add(outcome, side);
            }
        }
        score
    }
}

impl GameResult {
    /// Returns the half points of an entrant against another: 0, 1 or 2; `None` if they did not play or finish.
    #[must_use]
    pub fn half_points(&self, entrant: usize, other: usize) -> Option<usize> {
        let side = match self.players {
            players if players == [entrant, other] => Side::First,
            players if players == [other, entrant] => Side::Second,
            _ => return None,
        };
        let verdict = self.ending.outcome?.value_for(side).verdict;
        Some((verdict.sign() + 1) as usize)
    }
}
