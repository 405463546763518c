//! Who plays whom.

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Everybody plays everybody.
    RoundRobin,
    /// The first plays everybody else.
    Gauntlet,
    /// The first plays the second, and always moves first: a match with fixed sides, one game a round.
    FixedSides,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixture {
    /// Its number, counted from 0. Games 2k and 2k + 1 are a pair, unless the sides are fixed: the same opening, with the
    /// sides changed.
    pub number: usize,
    /// Who moves first and second, by their places among the entrants.
    pub players: [usize; 2],
    /// The number of the opening, counted from 0.
    pub opening: usize,
}

/// All games, round by round, so that whenever it is stopped everybody has played nearly as often.
pub(super) fn schedule(format: Format, entrants: usize, rounds: usize, openings: usize) -> Vec<Fixture> {
    let hosts = match format {
        Format::RoundRobin => entrants,
        Format::Gauntlet => entrants.min(1),
        Format::FixedSides => {
            let game = |number| Fixture { number, players: [0, 1], opening: number % openings };
            return (0..rounds).map(game).collect();
        }
    };
    let meetings = (0..hosts).flat_map(|host| (host + 1..entrants).map(move |guest| [host, guest]));
    let pairs = (0..rounds).flat_map(|round| meetings.clone().map(move |players| (round, players)));
    let games = pairs.flat_map(|(round, [host, guest])| [(round, [host, guest]), (round, [guest, host])]);
    let fixture = |(number, (round, players))| Fixture { number, players, opening: round % openings };
    games.enumerate().map(fixture).collect()
}
