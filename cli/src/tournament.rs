//! `morpion tournament`: engines play each other and are rated.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use arena::{
    AnyGame, Engines, Entrant, Format, Record, Results, Rules, Sprt, SprtVerdict, Standing, Tournament, Who,
    random_openings,
};
use catalogue::{Catalogue, Opened};
use game::Notation;
use serde_json::{Value as Json, json};

use crate::answer::{Answer, Failure};
use crate::draw::{indented, widest, wrapped};
use crate::play_args::{ContestArgs, TournamentArgs};
use crate::programs;
use crate::progress::Progress;
use crate::records::{Log, RecordFile, agrees, kept};
use crate::signals::interrupt;
use crate::solve::game;

pub fn answer(args: &TournamentArgs, games: &Catalogue) -> Result<Answer, Failure> {
    // From the start, not when the first game begins: there may be much to read before.
    interrupt();
    let opened = game(&args.game, games)?;
    let contest = Contest::new(&opened, &args.players, &args.contest)?;
    let names = numbered(&args.players);
    let entrants = entrants(&contest.engines, &args.players, &names, games.program())?;
    let format = if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let mut tournament = contest.tournament(entrants, args.rounds as usize)?.format(format);
    if let Some((less, more)) = args.sprt {
        tournament = tournament.sprt(Sprt::new(less, more));
    }
    let mut results = args.results.as_deref().map_or(Ok(Results::default()), kept)?;
    let played = contest.play(&tournament, &mut results, args.results.as_deref())?;
    let trial = tournament.trial(&results).map(|trial| (trial.state(), trial.games()));
    let mut text = format!("{opened}\n\n{}", standings_text(&results.standings()));
    let total = tournament.schedule().len();
    if let Some((state, games)) = trial {
        let verdict = verdict_text(state.verdict);
        text += &format!("\nsequential test after {games} games: {verdict} (LLR {:.2})\n", state.llr);
    }
    let over = trial.is_some_and(|(state, _)| state.verdict.is_some());
    let all = over || results.games.len() == total;
    if let Some(why) = &played.unwritten {
        text += &format!("\nNot written: {why}\n");
    }
    if let Some(recorded) = played.recorded.filter(|recorded| *recorded < results.games.len()) {
        let (all, records) = (results.games.len(), "the others were played without --records");
        text += &format!("\n{recorded} of {all} games have a record: {records}\n");
    }
    if !all {
        text += &format!("\nstopped after {} of {total} games\n", results.games.len());
    }
    let json = json!({
        "game": opened.to_string(), "games": results.games.len().to_string(), "total": total.to_string(),
        "standings": results.standings().iter().map(standing_json).collect::<Vec<Json>>(),
        "sprt": trial.map(|(state, games)| json!({
            "llr": state.llr, "verdict": verdict_text(state.verdict), "games": games.to_string(),
        })),
        "records": played.recorded.map(|records| records.to_string()), "unwritten": played.unwritten,
        "seconds": played.seconds, "complete": all,
    });
    let complete = all && played.unwritten.is_none();
    Ok(Answer { text, json, complete })
}

fn verdict_text(verdict: Option<SprtVerdict>) -> &'static str {
    match verdict {
        None => "not clear yet",
        Some(SprtVerdict::NotStronger) => "not stronger",
        Some(SprtVerdict::Stronger) => "stronger",
    }
}

/// The names of players; those who come twice are numbered.
fn numbered(players: &[Who]) -> Vec<String> {
    let name =
        |(place, who): (usize, &Who)| match players[..place].iter().filter(|other| *other == who).count() {
            0 => who.to_string(),
            before => format!("{who}#{}", before + 1),
        };
    players.iter().enumerate().map(name).collect()
}

/// A game, its engines, and how they are to meet.
pub struct Contest<'a> {
    name: String,
    game: Arc<AnyGame>,
    pub engines: Engines,
    args: &'a ContestArgs,
}

/// How it went.
pub struct Played {
    pub complete: bool,
    pub seconds: f64,
    /// How many games there are records of, if they were to be recorded.
    pub recorded: Option<usize>,
    /// The game, if one was to be played.
    pub only: Option<Record>,
    /// Why a file was not written.
    pub unwritten: Option<String>,
}

impl<'a> Contest<'a> {
    pub fn new(opened: &Opened, who: &[Who], args: &'a ContestArgs) -> Result<Contest<'a>, Failure> {
        let players = opened.variant.players();
        let (game, engines) = players.ok_or_else(|| Failure::new(format!("{opened} has no players")))?;
        let engines = programs::with_programs(engines, opened, who, &args.program)?;
        Ok(Contest { name: opened.to_string(), game: Arc::new(game), engines, args })
    }

    /// Returns the games that are to be played.
    pub fn tournament(
        &self,
        entrants: Vec<Entrant<AnyGame>>,
        rounds: usize,
    ) -> Result<Tournament<AnyGame>, Failure> {
        let ContestArgs { openings: plies, seed, at_once, .. } = *self.args;
        let openings = match plies {
            0 => Vec::new(),
            plies => random_openings(&*self.game, plies, rounds.min(MOST_OPENINGS), seed),
        };
        if plies > 0 && openings.is_empty() {
            let name = &self.name;
            return Err(Failure::new(format!(
                "--openings {plies}: no game of {name} was found that lasts longer than that at random; try fewer"
            )));
        }
        let rules = Rules { time: [self.args.clock.control(); 2], ..Rules::default() };
        let tournament = Tournament::new(&self.game, &self.name, entrants);
        Ok(tournament.rounds(rounds).openings(openings).rules(rules).seed(seed).at_once(at_once.into()))
    }

    /// Plays them, until all are played or Ctrl-C; what was played is written to the files.
    pub fn play(
        &self,
        tournament: &Tournament<AnyGame>,
        results: &mut Results,
        place: Option<&'a Path>,
    ) -> Result<Played, Failure> {
        let (names, mut progress) = (tournament.names(), Progress::new());
        let mut log = self.log(tournament, results, place)?;
        let keeps_records = self.args.records.is_some() || tournament.schedule().len() == 1;
        let done = tournament.run(results, &interrupt(), &mut |so_far| {
            progress.show(&|| format!("{} of {} games", so_far.results.games.len(), so_far.total));
            if keeps_records {
                let players = so_far.fixture.players.map(|player| plain_name(&names[player]));
                log.add(so_far.fixture, Record::of(so_far.table, &self.name, players));
            }
            log.save_now_and_then(so_far.results);
        });
        programs::finish();
        done.map_err(Failure::new)?;
        let unwritten = log.finish(results).err().map(|failure| failure.to_string());
        let recorded = self.args.records.as_ref().map(|_| log.games.len());
        let only = log.games.into_values().next().filter(|_| tournament.schedule().len() == 1);
        let complete = !interrupt().is_stopped();
        Ok(Played { complete, seconds: progress.seconds(), recorded, only, unwritten })
    }

    /// Returns a game of it: where it ended, and its moves.
    pub fn drawn(&self, record: &Record) -> String {
        let table = record.replay(&*self.game).expect("a record of a match that was just played");
        let board = indented(&self.game.board_text(table.state()));
        let moves: Vec<&str> = record.moves.iter().map(|entry| entry.text.as_str()).collect();
        let ending = record.ending.map_or("stopped".to_string(), |ending| ending.to_string());
        format!("{board}\n{}\n{ending}\n\n", wrapped(&moves.join(" ")))
    }

    /// The files to keep it in, with the records that are already there.
    fn log(
        &self,
        tournament: &Tournament<AnyGame>,
        results: &Results,
        place: Option<&'a Path>,
    ) -> Result<Log<'a>, Failure> {
        let (names, schedule) = (tournament.names(), tournament.schedule());
        let belongs = |number: usize, record: &Record| {
            let players = schedule.get(number).map(|fixture| fixture.players);
            players.is_some_and(|players| players.map(|player| plain_name(&names[player])) == record.players)
                && record.game == self.name
                && results.games.get(&number).is_none_or(|result| agrees(record, result))
        };
        let records = self.args.records.as_deref();
        let records = records.map(|place| RecordFile { place, replace: self.args.replace });
        Log::open(place, records, &belongs)
    }
}

/// With more rounds than that, openings are played again.
const MOST_OPENINGS: usize = 10_000;

/// A player's name as it is typed: without the mark before it, and the number behind it.
fn plain_name(name: &str) -> &str {
    // Tournaments put no mark before names.
    let name = name.strip_prefix("x ").or_else(|| name.strip_prefix("o ")).unwrap_or(name);
    let number = |tail: &str| !tail.is_empty() && tail.bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit_once('#').filter(|(_, tail)| number(tail)).map_or(name, |(name, _)| name)
}

/// Those who take part, with these names.
pub fn entrants(
    engines: &Engines,
    who: &[Who],
    names: &[String],
    program: &str,
) -> Result<Vec<Entrant<AnyGame>>, Failure> {
    if who.contains(&Who::Human) {
        let help = format!("to play yourself use `{program} play`");
        return Err(Failure::new(format!("`match` and `tournament` are for engines; {help}")));
    }
    let entrant = |(who, name): (&Who, &String)| {
        let (engines, who) = (engines.clone(), who.clone());
        Entrant::new(name.clone(), move |seed| {
            engines.player(who.clone(), seed).expect("engines have every player but people, who were refused, and programs were made known to them")
        })
    };
    Ok(who.iter().zip(names).map(entrant).collect())
}

/// Returns how many games ended for which reason.
pub fn reasons(results: &Results) -> BTreeMap<String, usize> {
    let mut reasons = BTreeMap::new();
    for game in results.games.values() {
        *reasons.entry(game.ending.reason.to_string()).or_default() += 1;
    }
    reasons
}

fn standings_text(standings: &[Standing]) -> String {
    let width = widest(standings.iter().map(|standing| standing.name.as_str())).max("player".len());
    let mut text = format!("{:<width$}  games    won  drawn   lost  points  Elo\n", "player");
    for standing in standings {
        let (score, elo) = (standing.score, standing.elo.map_or("-".to_string(), |elo| elo.to_string()));
        text += &format!(
            "{:<width$} {:>6} {:>6} {:>6} {:>6} {:>7}  {elo}\n",
            standing.name,
            score.games(),
            score.wins,
            score.draws,
            score.losses,
            score.points(),
        );
    }
    text
}

fn standing_json(standing: &Standing) -> Json {
    let score = standing.score;
    json!({
        "player": standing.name, "games": score.games().to_string(), "wins": score.wins.to_string(),
        "draws": score.draws.to_string(), "losses": score.losses.to_string(), "points": score.points(),
        "elo": standing.elo.map(|elo| elo.difference), "error": standing.elo.map(|elo| elo.error()),
    })
}
