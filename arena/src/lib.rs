//! Players, clocks, matches, records and tournaments, for any game. The crate prints nothing: it reports what happens
//! as [`Event`]s, and your program shows them.
//!
//! # A match
//!
//! A [`Match`] holds the state of one game between two sides: positions, clocks, proposals, and how it ended. When it
//! is a [`Player`]'s turn, the player receives a [`Request`] with the position, the history, the clocks and a stop
//! flag. It answers with an [`Action`]: it moves, proposes something (such as a draw), resigns or leaves.
//!
//! ```
//! use arena::{Event, Match, Perfect, RandomPlayer};
//! use game::{Notation, Outcome, Player};
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
//! assert_ne!(ending.outcome, Some(Outcome::Win(Player::First)), "the second player makes no mistake");
//! println!("{}\n{ending}", game.board_text(table.state()));
//! ```
//!
//! These methods run a match:
//!
//! | methods | who asks the players for actions | how long a call takes |
//! |---|---|---|
//! | [`Match::act`], [`Match::tick`], [`Match::undo`] | your program, which also measures the time | no time |
//! | [`Match::step`], [`Match::run`] | the match, in the calling thread | until the players have answered |
//! | [`Live::poll`] | the match, in a thread for each player | at most as long as you say |
//! | [`Live::run`] | the same | until the match is over or you stop it |
//!
//! # Players
//!
//! | player | plays |
//! |---|---|
//! | [`Human`] | the actions that your program sends through its [`Hand`] |
//! | [`RandomPlayer`] | random legal moves; the same seed gives the same game |
//! | [`EnginePlayer`] | the moves that an engine (a [`Chooser`]) chooses within the clock, at any [`Level`] |
//! | [`Perfect`] | best moves, looked up in a tablebase or found by a [`Prover`] that solves each position |
//! | [`Scripted`] | a fixed list of actions, for tests |
//!
//! In a [`Live`] match your program can also play a side itself, without a player: see [`Seat::Here`].
//!
//! [`AnyGame`] hides the type of a game, and [`Engines`] are the engines that suit it, so that code that uses them is
//! compiled once for all games. [`Who`] reads the names of players, such as `level:3`. [`hints`] returns what each move
//! is worth.
//!
//! # Clocks
//!
//! A [`TimeControl`] is written `5m`, `5m+3s`, `2s/move` or `none`. Engines see how much time they have left, and
//! answer a little before it runs out. In a [`Live`] match a player who runs out of time loses at that moment;
//! [`Match::run`] waits for the player, who loses when the late answer arrives.
//!
//! # Records
//!
//! A [`Record`] stores a game, as text that people can read and compare or as JSON. [`Record::load`] reads a record and
//! replays its moves, so that an unfinished game can be continued. If the record is damaged, the error names the line
//! and contains the moves before it.
//!
//! # Tournaments
//!
//! A [`Tournament`] lets every player meet every other, or one player meet all others, and plays each opening twice,
//! with the sides changed. (Or two players meet with fixed sides.) Several games can run at once. You can save the
//! [`Results`] of an interrupted tournament and continue it later. [`Elo`] estimates how much stronger one player is
//! than another, and [`Sprt`] is a statistical test that can stop the tournament as soon as that is clear.

mod any;
mod ask;
mod chance;
mod clock;
mod duration;
mod engines;
mod error_text;
mod event;
mod file;
mod hint;
mod illegal_action;
mod level;
mod live;
mod match_end;
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
pub use engines::Engines;
pub use error_text::error_text;
pub use event::Event;
pub use file::{check_writable, write_atomically, write_atomically_with};
pub use hint::{Hint, hints, hints_by_solver};
pub use illegal_action::IllegalAction;
pub use level::{Level, Strength};
pub use live::{Live, Seat};
pub use match_end::{MatchEnd, Reason};
pub use player::{Action, Kind, Player, Proposal, Request};
pub use players::{
    Chooser, EnginePlayer, Hand, Human, Perfect, Prover, RandomPlayer, Scripted, Searching, Solving,
};
pub use record::{CorruptRecord, Entry, Record, Replayed};
pub use rules::{Illegal, Judge, Rules};
pub use stats::{Elo, Pairs, Score, Sprt, SprtState, SprtVerdict};
pub use table::{Match, Played};
pub use tournament::{
    Entrant, Fixture, Format, GameResult, Progress, Results, Schedule, Standing, Tournament, Trial,
    random_openings,
};
pub use who::Who;
