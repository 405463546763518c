//! Players, clocks, matches, records and tournaments, for any game.

mod ask;
mod clock;
mod duration;
mod ending;
mod event;
mod hint;
mod level;
mod live;
mod objection;
mod player;
mod players;
mod record;
mod rules;
mod stats;
mod table;
mod tournament;

pub use clock::{Clock, TimeControl};
pub use duration::{duration_text, parse_duration};
pub use ending::{Ending, Reason};
pub use event::Event;
pub use hint::{Hint, hints, hints_by_solver};
pub use level::{Level, Strength};
pub use live::{Live, Seat};
pub use objection::Objection;
pub use player::{Action, Kind, Player, Proposal, Request};
pub use players::{
    Chooser, EnginePlayer, Hand, Human, Perfect, Prover, RandomPlayer, Scripted, Searching, Solving,
};
pub use record::{Damage, Entry, Record, Replayed, write_atomically};
pub use rules::{Illegal, Judge, Rules};
pub use stats::{Elo, Pairs, Score, Sprt, SprtState, SprtVerdict};
pub use table::{Match, Played};
pub use tournament::{
    Entrant, Fixture, Format, GameResult, Progress, Results, Standing, Tournament, Trial, random_openings,
};
