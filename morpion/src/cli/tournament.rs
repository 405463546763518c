//! `morpion tournament`: who is stronger.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::{
    AnyGame, Engines, Entrant, Format, Record, Results, Rules, Sprt, SprtVerdict, Standing, Tournament, Who,
    random_openings, write_atomically,
};
use games::registry::Spec;
use serde_json::{Value as Json, json};

use super::answer::{Answer, Failure};
use super::args::{ContestArgs, TournamentArgs};
use super::engines::table;
use super::progress::{Progress, interrupt};

pub fn answer(args: &TournamentArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let contest = Contest::new(&spec, &args.contest)?;
    let names: Vec<String> = args.players.iter().map(Who::to_string).collect();
    let entrants = entrants(&contest.engines, &args.players, &names)?;
    let format = if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let mut tournament = contest.tournament(entrants, args.rounds as usize).format(format);
    if let Some((less, more)) = args.sprt {
        tournament = tournament.sprt(Sprt::new(less, more));
    }
    let mut results = args.results.as_deref().map_or(Ok(Results::default()), kept)?;
    let played = contest.play(&tournament, &mut results, args.results.as_deref())?;
    let trial = tournament.trial(&results).map(|trial| (trial.state(), trial.games()));
    let mut text = format!("{spec}\n\n{}", standings_text(&results.standings()));
    let total = tournament.schedule().len();
    if let Some((state, games)) = trial {
        let verdict = verdict_text(state.verdict);
        text += &format!("\nsequential test after {games} games: {verdict} (LLR {:.2})\n", state.llr);
    }
    let over = trial.is_some_and(|(state, _)| state.verdict.is_some());
    let complete = over || results.games.len() == total;
    if !complete {
        text += &format!("\nstopped after {} of {total} games\n", results.games.len());
    }
    let json = json!({
        "game": spec.to_string(), "games": results.games.len().to_string(), "total": total.to_string(),
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
}

impl<'a> Contest<'a> {
    pub fn new(spec: &Spec, args: &'a ContestArgs) -> Result<Contest<'a>, Failure> {
        let (game, engines) = table(spec)?;
        Ok(Contest { name: spec.to_string(), game: Arc::new(game), engines, args })
    }

    /// The games that are to be played.
    pub fn tournament(&self, entrants: Vec<Entrant<AnyGame>>, rounds: usize) -> Tournament<AnyGame> {
        let ContestArgs { openings, seed, at_once, .. } = *self.args;
        let openings = match openings {
            0 => Vec::new(),
            plies => random_openings(&*self.game, plies, rounds, seed),
        };
        let rules = Rules { time: [self.args.clock.control(); 2], ..Rules::default() };
        Tournament::new(&self.game, &self.name, entrants)
            .rounds(rounds)
            .openings(openings)
            .rules(rules)
            .seed(seed)
            .at_once(at_once.into())
    }

    /// Plays them, until all are played or Ctrl-C; what was played is written to the files.
    pub fn play(
        &self,
        tournament: &Tournament<AnyGame>,
        results: &mut Results,
        place: Option<&Path>,
    ) -> Result<Played, Failure> {
        const NOW_AND_THEN: Duration = Duration::from_secs(2);
        let (names, mut progress) = (tournament.names(), Progress::new());
        let (mut records, mut saved, mut failed) = (BTreeMap::new(), Instant::now(), None);
        let keeps_records = self.args.records.is_some();
        let done = tournament.run(results, &interrupt(), &mut |so_far| {
            progress.show(|| format!("{} of {} games", so_far.results.games.len(), so_far.total));
            if keeps_records {
                let players = so_far.fixture.players.map(|player| names[player].as_str());
                let record = Record::of(so_far.table, &self.name, players);
                records.insert(so_far.fixture.number, record.to_string());
            }
            if let Some(place) = place
                && saved.elapsed() >= NOW_AND_THEN
            {
                failed = save_results(place, so_far.results).err();
                saved = Instant::now();
            }
        });
        done.map_err(Failure::new)?;
        if let Some(place) = place {
            failed = save_results(place, results).err().or(failed);
        }
        if let Some(place) = &self.args.records {
            let texts: Vec<String> = records.into_values().collect();
            failed = written(place, &texts.join("\n")).err().or(failed);
        }
        failed.map_or(Ok(()), Err)?;
        let complete = !interrupt().is_stopped();
        Ok(Played { complete, seconds: progress.seconds() })
    }
}

fn save_results(place: &Path, results: &Results) -> Result<(), Failure> {
    written(place, &format!("{}\n", results.to_json()))
}

fn written(place: &Path, text: &str) -> Result<(), Failure> {
    write_atomically(place, text)
        .map_err(|error| Failure::new(format!("cannot write {}: {error}", place.display())))
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
