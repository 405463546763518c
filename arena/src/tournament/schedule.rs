//! Who plays whom.

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Every entrant plays every other.
    RoundRobin,
    /// The first plays all others.
    Gauntlet,
    /// The first plays the second, and always moves first: a match with fixed sides, one game a round.
    FixedSides,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixture {
    /// Its number, counted from 0. Games 2k and 2k + 1 are a pair, unless the sides are fixed: the same opening, with
    /// the sides changed.
    pub number: usize,
    /// Who moves first and second, by their places among the entrants.
    pub players: [usize; 2],
    /// The number of the opening, counted from 0.
    pub opening: usize,
}

/// All games of a tournament, round by round, so that at any time all entrants have played nearly as often. Games are
/// computed on demand, since there may be millions.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Who meets whom in a round.
    meetings: Vec<[usize; 2]>,
    /// How many games they play then: two, with the sides changed, or one.
    games: usize,
    rounds: usize,
    openings: usize,
}

impl Schedule {
    pub(super) fn new(format: Format, entrants: usize, rounds: usize, openings: usize) -> Schedule {
        let hosts = match format {
            Format::RoundRobin => entrants,
            Format::Gauntlet | Format::FixedSides => entrants.min(1),
        };
        let meetings = (0..hosts).flat_map(|host| (host + 1..entrants).map(move |guest| [host, guest]));
        let games = if format == Format::FixedSides { 1 } else { 2 };
        Schedule { meetings: meetings.collect(), games, rounds, openings: openings.max(1) }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        (self.meetings.len() * self.games).saturating_mul(self.rounds)
    }

    /// Returns whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the game of a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Fixture> {
        if number >= self.len() {
            return None;
        }
        let (pair, second) = (number / self.games, number % self.games == 1);
        let (round, [host, guest]) = (pair / self.meetings.len(), self.meetings[pair % self.meetings.len()]);
        let players = if second { [guest, host] } else { [host, guest] };
        Some(Fixture { number, players, opening: round % self.openings })
    }

    /// Returns all games in order.
    pub fn iter(&self) -> impl Iterator<Item = Fixture> {
        (0..self.len()).filter_map(|number| self.get(number))
    }
}
