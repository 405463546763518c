//! Saved games: which game a file holds, which of several is chosen, and how it is resumed.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use arena::{AnyGame, CorruptRecord, Engines, Record, Who};
use catalogue::{Catalogue, Opened};
use game::shortened;
use terminal::{Session, Setup};

use crate::answer::Failure;
use crate::files;
use crate::play_args::PlayArgs;

/// What a file holds.
pub struct Saved<'a> {
    /// The option that names the file.
    option: &'static str,
    place: &'a Path,
    /// The text of each game.
    texts: Vec<String>,
    records: Vec<Result<Record, CorruptRecord>>,
}

impl<'a> Saved<'a> {
    /// Reads a file.
    pub fn read(option: &'static str, place: &'a Path) -> Result<Saved<'a>, Failure> {
        let bytes = std::fs::read(place).map_err(|error| files::unreadable(option, place, &error))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let records = Record::parse_all(&text);
        Ok(match records.len() {
            // CorruptRecord is reported by the line of the file.
            0 | 1 => Saved { option, place, records: vec![Record::parse(&text)], texts: vec![text] },
            _ => {
                let text = |record: &Result<Record, CorruptRecord>| match record {
                    Ok(record) => record.to_string(),
                    Err(damage) => damage.saved.to_string(),
                };
                Saved { option, place, texts: records.iter().map(text).collect(), records }
            }
        })
    }

    /// Returns how many games there are.
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// Returns a game, or what is wrong with it.
    pub fn record(&self, number: usize) -> &Result<Record, CorruptRecord> {
        &self.records[number]
    }

    /// Returns the games, each as a line of text.
    pub fn lines(&self) -> Vec<String> {
        let line = |(number, record): (usize, &Result<Record, CorruptRecord>)| match record {
            Ok(record) => format!("{number}. {}", summary(record)),
            Err(damage) => format!("{number}. damaged: {damage}").replace('\n', "; "),
        };
        (1..).zip(&self.records).map(line).collect()
    }

    /// Returns the name of a game, as it is written in the file; empty if it is not.
    fn name(&self, number: usize) -> &str {
        self.records[number].as_ref().map_or_else(|damage| &*damage.saved.game, |record| &*record.game)
    }

    /// Opens the game that was named on the command line or, if none was, that of the file.
    pub fn open(&self, number: usize, args: &PlayArgs, games: &Catalogue) -> Result<Opened, Failure> {
        let name = self.name(number);
        let named = |name: &str| {
            let wrong = |mistake| self.wrong(format_args!("`game: {}`: {mistake}", shortened(name)));
            games.open(name).map_err(wrong)
        };
        match args.game.as_deref() {
            None if name.is_empty() => match &self.records[number] {
                Err(damage) => Err(self.wrong(damage)),
                Ok(_) => Err(self.wrong("nothing says which game it is; name the game before --resume")),
            },
            None => named(name),
            Some(typed) => {
                let opened = games.open(typed)?;
                // A game of another name is reported before what is wrong with its moves.
                if !name.is_empty() && named(name)?.to_string() != opened.to_string() {
                    let program = games.program();
                    let help = format!("{program} play --resume {}", self.place.display());
                    return Err(self.wrong(format_args!("this is a game of {name}: {help}")));
                }
                Ok(opened)
            }
        }
    }

    /// Returns the path of the file.
    pub fn place(&self) -> &Path {
        self.place
    }

    /// Returns what is wrong with the file, as an error that names it.
    pub fn wrong(&self, why: impl Display) -> Failure {
        files::wrong(self.option, self.place, why)
    }

    /// Goes on with a game, between those who played it unless others are named.
    pub fn session<'g>(
        &self,
        number: usize,
        game: &'g Arc<AnyGame>,
        engines: Engines,
        args: &PlayArgs,
        setup: impl FnOnce([Option<Who>; 2]) -> Setup,
    ) -> Result<Session<'g>, Failure> {
        if let Err(damage) = &self.records[number] {
            return Err(self.wrong(damage));
        }
        let loaded = Record::load(&**game, &self.texts[number]);
        let replayed = loaded.map_err(|damage| match self.count() {
            1 => self.wrong(damage),
            _ => self.wrong(format_args!("game {}: {damage}", number + 1)),
        })?;
        if args.clock.control().is_limited() && replayed.record.time != [args.clock.control(); 2] {
            let help = "leave out --time and --move-time to resume it";
            let time = replayed.record.time[0];
            return Err(self.wrong(format_args!("this game has other times, {time}; {help}")));
        }
        let Record { players, time, headers, .. } = replayed.record;
        // A name that is no kind of player is that of a person. A file starts no program: whoever wants it names it.
        let known = |side: usize| players[side].parse().ok().filter(|who| !matches!(who, Who::Program(_)));
        let before = [0, 1].map(known);
        let mut setup = Setup { time, headers, ..setup(before) };
        for (side, (name, named)) in players.into_iter().zip([&args.first, &args.second]).enumerate() {
            setup.names[side] = Some(name).filter(|name| named.is_none() && !name.is_empty());
        }
        Ok(Session::resumed(game, engines, setup, replayed.table))
    }
}

/// A game in a few words.
fn summary(record: &Record) -> String {
    let Record { game, players: [first, second], moves, ending, .. } = record;
    let ending = ending.map_or("unfinished".to_string(), |ending| ending.to_string());
    format!("{game}: {first} and {second}, {} moves, {ending}", moves.len())
}
