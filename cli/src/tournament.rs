//! `morpion tournament`: who is stronger.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::{
    AnyGame, Engines, Entrant, Format, Record, Results, Rules, Sprt, SprtVerdict, Standing, Tournament, Who,
    check_writable, random_openings, write_atomically,
};
use catalogue::{Catalogue, Opened};
use serde_json::{Value as Json, json};

use crate::answer::{Answer, Failure};
use crate::play_args::{ContestArgs, TournamentArgs};
use crate::progress::{Progress, interrupt};
use crate::solve::game;

pub fn answer(args: &TournamentArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = game(&args.game, games)?;
    let contest = Contest::new(&opened, &args.contest)?;
    let names = numbered(&args.players);
    let entrants = entrants(&contest.engines, &args.players, &names)?;
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
    let complete = all && played.unwritten.is_none();
    if let Some(why) = &played.unwritten {
        text += &format!("\n{why}\n");
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
        "seconds": played.seconds, "complete": complete,
    });
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

/// The results that were kept in a file; none if there is no such file yet.
fn kept(place: &Path) -> Result<Results, Failure> {
    let wrong = |why: String| Failure::new(format!("--results {}: {why}", place.display()));
    match std::fs::read_to_string(place) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Results::default()),
        Err(error) => Err(wrong(error.to_string())),
        Ok(text) => {
            let json = serde_json::from_str(&text).map_err(|error| wrong(format!("no results: {error}")))?;
            Results::from_json(&json).map_err(wrong)
        }
    }
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
    /// Why a file was not written.
    pub unwritten: Option<String>,
}

impl<'a> Contest<'a> {
    pub fn new(opened: &Opened, args: &'a ContestArgs) -> Result<Contest<'a>, Failure> {
        let players = opened.variant.players();
        let (game, engines) = players.ok_or_else(|| Failure::new(format!("{opened} has no players")))?;
        Ok(Contest { name: opened.to_string(), game: Arc::new(game), engines, args })
    }

    /// The games that are to be played.
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
                "--openings {plies}: no game of {name} was found that goes on after so many moves at random; fewer may do"
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
        place: Option<&Path>,
    ) -> Result<Played, Failure> {
        const NOW_AND_THEN: Duration = Duration::from_secs(2);
        for file in place.into_iter().chain(self.args.records.as_deref()) {
            check_writable(file).map_err(|error| unwritable(file, &error))?;
        }
        let (names, mut progress) = (tournament.names(), Progress::new());
        let (mut records, mut saved) = (self.old_records(results)?, Instant::now());
        let keeps_records = self.args.records.is_some();
        let done = tournament.run(results, &interrupt(), &mut |so_far| {
            progress.show(&|| format!("{} of {} games", so_far.results.games.len(), so_far.total));
            if keeps_records {
                let players = so_far.fixture.players.map(|player| plain_name(&names[player]));
                let number = so_far.fixture.number;
                let record = Record::of(so_far.table, &self.name, players);
                records.insert(number, record.with_header(NUMBER, number.to_string()));
            }
            if let Some(place) = place
                && saved.elapsed() >= NOW_AND_THEN
            {
                // If this fails, so will the last time, which is told.
                let _ = save_results(place, so_far.results);
                saved = Instant::now();
            }
        });
        done.map_err(Failure::new)?;
        let mut files = Ok(());
        if let Some(place) = place {
            files = save_results(place, results);
        }
        if let Some(place) = &self.args.records {
            records.retain(|number, _| results.games.contains_key(number));
            let saved = Record::save_all(records.values(), place);
            files = files.and(saved.map_err(|error| unwritable(place, &error)));
        }
        let complete = !interrupt().is_stopped();
        let unwritten = files.err().map(|failure| failure.to_string());
        Ok(Played { complete, seconds: progress.seconds(), unwritten })
    }

    /// The games in the file of records, if they are of these results.
    ///
    /// # Errors
    /// If one of them is damaged: it would be lost.
    fn old_records(&self, results: &Results) -> Result<BTreeMap<usize, Record>, Failure> {
        let mut records = BTreeMap::new();
        let Some(place) = self.args.records.as_deref().filter(|_| !results.games.is_empty()) else {
            return Ok(records);
        };
        let bytes = match std::fs::read(place) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|error| Failure::new(format!("--records {}: {error}", place.display())))?,
        };
        for record in Record::parse_all(&String::from_utf8_lossy(&bytes)) {
            let record = record.map_err(|damage| {
                let (place, help) = (place.display(), "mend it, or name another file");
                Failure::new(format!("--records {place}: {damage}; {help}"))
            })?;
            if let Some(number) = record.header(NUMBER).and_then(|number| number.parse().ok()) {
                records.insert(number, record);
            }
        }
        Ok(records)
    }
}

/// With more rounds than that, openings are played again.
const MOST_OPENINGS: usize = 10_000;

/// The header of a record that says which game of a contest it is.
const NUMBER: &str = "number";

/// A player's name as it is typed: without the mark before it, and the number behind it.
fn plain_name(name: &str) -> &str {
    let name = name.strip_prefix("x ").or_else(|| name.strip_prefix("o ")).unwrap_or(name);
    name.split_once('#').map_or(name, |(name, _)| name)
}

fn unwritable(place: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", place.display()))
}

fn save_results(place: &Path, results: &Results) -> Result<(), Failure> {
    written(place, &format!("{}\n", results.to_json()))
}

fn written(place: &Path, text: &str) -> Result<(), Failure> {
    write_atomically(place, text).map_err(|error| unwritable(place, &error))
}

/// Those who take part, with these names.
pub fn entrants(engines: &Engines, who: &[Who], names: &[String]) -> Result<Vec<Entrant<AnyGame>>, Failure> {
    if who.contains(&Who::Human) {
        return Err(Failure::new("people do not play in matches of programs; morpion play is for them"));
    }
    let entrant = |(who, name): (&Who, &String)| {
        let (engines, who) = (engines.clone(), *who);
        Entrant::new(name.clone(), move |seed| {
            // Nobody but people is left out by the engines, and those were refused.
            let random = || Box::new(arena::RandomPlayer::new(seed)) as Box<dyn arena::Player<AnyGame>>;
            engines.player(who, seed).unwrap_or_else(random)
        })
    };
    Ok(who.iter().zip(names).map(entrant).collect())
}

/// How many games ended for which reason.
pub fn reasons(results: &Results) -> BTreeMap<String, usize> {
    let mut reasons = BTreeMap::new();
    for game in results.games.values() {
        *reasons.entry(game.ending.reason.to_string()).or_default() += 1;
    }
    reasons
}

fn standings_text(standings: &[Standing]) -> String {
    let width = standings.iter().map(|standing| standing.name.len()).max().unwrap_or(0).max(6);
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
