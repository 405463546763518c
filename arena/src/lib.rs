//! Players, clocks, matches, records and tournaments, for any game. It prints nothing: whoever drives it is told what
//! happens, and draws.
//!
//! # A match
//!
//! A [`Match`] is two sides, a game, and what they do. [`Player`]s are asked with the position, the history, the clock and
//! a stop switch, and answer with an [`Action`]: a move, a proposal, or giving up. No knowledge of the game is needed to
//! take part.
//!
//! ```
//! use arena::{Event, Match, Perfect, RandomPlayer};
//! use game::Notation;
//! use games::mnk::{Mnk, Rule};
//!
//! let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
//! let mut table = Match::new(&game);
//! let mut moves = 0;
//! let ending = table.run([&mut RandomPlayer::new(5), &mut Perfect::solving()], &mut |event| {
//!     if let Event::Moved { ply, .. } = event {
//!         moves = *ply;
//!     }
//! });
//! assert_eq!(moves, table.history().len());
//! println!("{}\n{ending}", game.board_text(table.state()));
//! ```
//!
//! | to drive it | who asks | who waits |
//! |---|---|---|
//! | [`Match::act`], [`Match::tick`], [`Match::undo`], [`Match::redo`] | nobody: you say what was done and how long it took | nobody; no clock is read and no thread started, so it runs in a browser |
//! | [`Match::step`], [`Match::run`] | the match, on the spot | the caller, until the player answers |
//! | [`Live::poll`], [`Live::run`] | the match, in a thread for each player | nobody longer than the clock allows: who hangs loses on time |
//!
//! # Players
//!
//! | player | plays |
//! |---|---|
//! | [`Human`] | what comes through its [`Hand`]; or leave the [`Seat`] of a live match to your own program |
//! | [`RandomPlayer`] | anything legal, by a seed |
//! | [`EnginePlayer`] | what a [`Chooser`] chooses within the clock, at any [`Level`] |
//! | [`Perfect`] | by a tablebase, or by a [`Prover`] that solves each position |
//! | [`Scripted`] | what it was told, for tests |
//!
//! [`AnyGame`] and [`Engines`] let all this be compiled once for all games. [`Who`] reads how people name them, such as `level:3`. [`hints`] tells what each move is worth, for people who ask.
//!
//! # Clocks
//!
//! A [`TimeControl`] is written `5m`, `5m+3s`, `2s/move` or `none`. Engines are told what they have, and keep a margin.
//! Whoever runs out of time has lost at that moment.
//!
//! # Records
//!
//! A [`Record`] is text that people read and compare, or JSON. [`Record::load`] plays it again, and a game that was left
//! goes on; damage is told with its line, and the moves before it are saved.
//!
//! # Tournaments
//!
//! A [`Tournament`] plays everybody against everybody, or one against all, both sides of every opening, several games at
//! once. [`Results`] can be kept and taken up again; [`Elo`] tells who is stronger, and [`Sprt`] when that is clear.

mod any;
mod ask;
mod chance;
mod clock;
mod duration;
mod ending;
mod engines;
mod event;
mod file;
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
mod who;

pub use any::{AnyGame, AnyMove, AnyState, Forgotten};
pub use chance::balance;
pub use clock::{Clock, TimeControl};
pub use duration::{duration_text, parse_duration};
pub use ending::{Ending, Reason};
pub use engines::Engines;
pub use event::Event;
pub use file::{check_writable, write_atomically, write_atomically_with};
pub use hint::{Hint, hints, hints_by_solver};
pub use level::{Level, Strength};
pub use live::{Live, Seat};
pub use objection::Objection;
pub use player::{Action, Kind, Player, Proposal, Request};
pub use players::{
    Chooser, EnginePlayer, Hand, Human, Perfect, Prover, RandomPlayer, Scripted, Searching, Solving,
};
pub use record::{Damage, Entry, Record, Replayed};
pub use rules::{Illegal, Judge, Rules};
pub use stats::{Elo, Pairs, Score, Sprt, SprtState, SprtVerdict};
pub use table::{Match, Played};
pub use tournament::{
    Entrant, Fixture, Format, GameResult, Progress, Results, Schedule, Standing, Tournament, Trial,
    random_openings,
};
pub use who::Who;
