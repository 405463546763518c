//! From records to matches and back.

use std::time::Duration;

use game::{Game, Notation, ParseError, Playable};

use super::text::{Fault, read};
use super::{CorruptRecord, Entry, Record};
use crate::{Match, MatchEnd, Played, Reason, Rules};

/// A record, and the match it describes, ready to go on.
#[derive(Debug)]
pub struct Replayed<'g, G: Game> {
    /// What stands in the record.
    pub record: Record,
    /// The match: over if the record says so, else ready to be continued.
    pub table: Match<'g, G>,
}

impl Record {
    /// Creates the record of a match, with the name of the game and of the players.
    ///
    /// ```
    /// use arena::{Match, RandomPlayer, Record};
    /// use games::mnk::{Mnk, Rule};
    ///
    /// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    /// let mut table = Match::new(&game);
    /// table.run([&mut RandomPlayer::new(1), &mut RandomPlayer::new(2)], &mut |_| {});
    /// let record = Record::of(&table, "mnk:3,3,3", ["one", "two"]);
    /// let replayed = Record::load(&game, &record.to_string()).unwrap();
    /// assert_eq!(replayed.table.state(), table.state());
    /// ```
    #[must_use]
    pub fn of<G: Playable + Notation>(table: &Match<'_, G>, game: &str, players: [&str; 2]) -> Record {
        // Milliseconds outgrow 64 bits after half a billion years.
        let entry = |(played, state): (Played<G::Move>, &G::State)| Entry {
            text: squeezed(&table.game().action_text(state, played.mv)),
            spent: Duration::from_millis(u64::try_from(played.spent.as_millis()).unwrap_or(u64::MAX)),
            comment: played.comment,
        };
        let start = table.states().first().filter(|start| **start != table.game().initial());
        Record {
            game: game.to_string(),
            players: players.map(str::to_string),
            time: table.agreed().time,
            start: start.map(|start| table.game().board_text(start)),
            opening: table.opening_moves(),
            headers: table.explanation().map(|why| (WHY.to_string(), why.to_string())).into_iter().collect(),
            moves: table.played().zip(table.states()).map(entry).collect(),
            ending: table.ending(),
        }
    }

    /// Plays the game again: the match as it was, with its clocks.
    ///
    /// # Errors
    /// With the number of the first move that is not legal where it stands, counted from 1; or, one more than there are
    /// moves, if the result does not fit.
    pub fn replay<'g, G: Playable + Notation>(
        &self,
        game: &'g G,
    ) -> Result<Match<'g, G>, (usize, ParseError)> {
        let start = self.start.as_deref().map(|start| game.parse_board(start));
        let start = start.transpose().map_err(|error| (0, error))?;
        // A record without a position begins at the start of the game.
        let mut table = Match::from_position(game, start.unwrap_or_else(|| game.initial()));
        for (number, entry) in (1..).zip(&self.moves) {
            let mv = game.parse_action(table.state(), &entry.text).map_err(|error| (number, error))?;
            table.replay_move(Played { mv, spent: entry.spent, comment: entry.comment.clone() });
        }
        let mut table = table.rules(Rules { time: self.time, ..Rules::default() });
        table.set_opening(self.opening);
        match (table.ending(), self.ending) {
            (Some(real), Some(told)) if real != told => {
                let problem = format!("the result is said to be `{told}`");
                Err((self.moves.len() + 1, ParseError::new(problem, format!("by the moves it is `{real}`"))))
            }
            (None, Some(MatchEnd { outcome: Some(_), reason: Reason::Rules })) => {
                let help = "there moves are missing, or the result is another";
                let problem = "the game is not over after the last move";
                Err((self.moves.len() + 1, ParseError::new(problem, help)))
            }
            (None, Some(told)) if told.outcome.is_some() => {
                table.end(told);
                Ok(table)
            }
            _ => Ok(table),
        }
    }

    /// Reads a record, as text or as JSON, and plays the game again. A game that was left unfinished can go on.
    ///
    /// # Errors
    /// If the text is damaged, a move is not legal, or the result does not fit: with the line, and the moves before it.
    pub fn load<'g, G: Playable + Notation>(
        game: &'g G,
        text: &str,
    ) -> Result<Replayed<'g, G>, CorruptRecord> {
        let mut read = read(text, 1);
        match (read.record.replay(game), read.fault.take()) {
            (Err((number, error)), fault) => {
                let line = match number {
                    0 => read.start,
                    // Behind the moves it is the result that does not fit.
                    number => read.lines.get(number - 1).copied().unwrap_or(read.last),
                };
                // Where the text is cut off, that is the reason why the result does not fit.
                let legal = number > read.record.moves.len();
                if let Some(fault) = fault.filter(|_| legal) {
                    return Err(read.damage(fault));
                }
                if number == 0 {
                    read.record.start = None;
                }
                read.record.moves.truncate(number.saturating_sub(1));
                read.record.ending = None;
                Err(read.damage(Fault { line, problem: error.problem, help: error.help }))
            }
            (Ok(_), Some(fault)) => Err(read.damage(fault)),
            (Ok(table), None) => Ok(Replayed { record: read.record, table }),
        }
    }
}

/// The header that says more about how a game ended.
const WHY: &str = "why";

/// With one space wherever there is white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
