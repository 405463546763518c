//! `morpion simulate`: games played at random, and what became of them.

use explore::{Simulation, Statistics};
use game::{Outcome, Playable};
use games::registry::{Catalogued, Spec, Visitor};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::SimulateArgs;
use super::draw::Sheet;
use super::progress::{Progress, limits_of};
use super::start::{after, starts};
use super::units::{estimate, thousands};

pub fn answer(args: &SimulateArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let (statistics, is_game) = spec.visit(Simulate(args))?;
    let complete = statistics.stopped.is_none();
    let text = text(&spec, args, &statistics, is_game);
    Ok(Answer { text, json: json(&spec, args, &statistics, is_game), complete })
}

fn text(spec: &Spec, args: &SimulateArgs, all: &Statistics, is_game: bool) -> String {
    let mut sheet = Sheet::default();
    sheet.row("games", thousands(all.walks));
    for (label, count) in endings(all, is_game) {
        sheet.row(label, share(count, all.walks));
    }
    let lengths = (all.lengths.keys().next(), all.lengths.keys().next_back());
    if let (Some(least), Some(most)) = lengths {
        sheet.row("length", format!("{least} to {most} moves, mean {:.3}", all.mean_length()));
    }
    if let Some((least, most)) = all.branching {
        sheet.row("branching", format!("{least} to {most} moves, mean {:.3}", all.mean_branching()));
    }
    let seconds = all.elapsed.as_secs_f64();
    let speed = all.walks as f64 / seconds.max(1e-9);
    sheet.row("time", format!("{seconds:.2} s, {:.1} thousand games/s", speed / 1000.0));
    let from = after(args.moves.as_deref());
    let mut text = format!("{spec}{from}: games played at random, seed {}\n\n{}", args.seed, sheet.text());
    text += &format!("\nLengths:\n{}", histogram(all));
    if let Some(why) = all.stopped {
        text +=
            &format!("\nStopped after {} of {} games: {why}.\n", thousands(all.walks), thousands(args.games));
    }
    text
}

/// How games ended, in words, and how often.
fn endings(all: &Statistics, is_game: bool) -> Vec<(&'static str, u64)> {
    let mut endings = if is_game {
        vec![("first wins", all.wins[0]), ("second wins", all.wins[1]), ("draws", all.draws)]
    } else {
        vec![("proper ends", all.finals), ("deadlocks", all.stuck)]
    };
    if all.broken_off > 0 || !is_game {
        endings.push(("broken off", all.broken_off));
    }
    endings
}

/// A count and its part of all, with the error that 95 of 100 such samples keep to.
fn share(count: u64, all: u64) -> String {
    let (part, error) = estimate(count, all);
    format!("{}  {:.2} % ± {:.2}", thousands(count), 100.0 * part, 100.0 * error)
}

/// At most so many bars of lengths.
const BARS: u32 = 16;

/// How many games were how long, as bars.
fn histogram(all: &Statistics) -> String {
    const WIDTH: u64 = 40;
    let (Some(&least), Some(&most)) = (all.lengths.keys().next(), all.lengths.keys().next_back()) else {
        return String::new();
    };
    let step = (most - least) / BARS + 1;
    let bars: Vec<(u32, u64)> = (0..=(most - least) / step)
        .map(|bar| {
            let first = least + bar * step;
            (first, all.lengths.range(first..=first.saturating_add(step - 1)).map(|(_, walks)| walks).sum())
        })
        .collect();
    let highest = bars.iter().map(|(_, walks)| *walks).max().unwrap_or(1).max(1);
    let mut sheet = Sheet::default();
    for (first, walks) in bars {
        let label = if step == 1 { first.to_string() } else { format!("{first}-{}", first + step - 1) };
        let length = (u128::from(walks) * u128::from(WIDTH)).div_ceil(u128::from(highest)) as usize;
        sheet.row(format!("{label:>9}"), format!("{:>12}  {}", thousands(walks), "#".repeat(length)));
    }
    sheet.text()
}

fn json(spec: &Spec, args: &SimulateArgs, all: &Statistics, is_game: bool) -> serde_json::Value {
    let text = |number: u64| number.to_string();
    let outcome = |number: u64| is_game.then(|| number.to_string());
    let (part, error) = estimate(all.wins[0], all.walks);
    let seconds = all.elapsed.as_secs_f64();
    json!({
        "game": spec.to_string(), "moves": args.moves, "seed": text(args.seed), "games": text(all.walks),
        "first_wins": outcome(all.wins[0]), "second_wins": outcome(all.wins[1]), "draws": outcome(all.draws),
        "first_wins_share": is_game.then_some(part), "first_wins_error": is_game.then_some(error),
        "ended": text(all.finals), "deadlocks": text(all.stuck), "broken_off": text(all.broken_off),
        "length": {
            "min": all.lengths.keys().next(), "mean": all.mean_length(), "max": all.lengths.keys().next_back(),
        },
        "by_length": all.lengths.iter().map(|(length, walks)| (length.to_string(), text(*walks).into()))
            .collect::<serde_json::Map<_, _>>(),
        "branching": {
            "min": all.branching.map(|(least, _)| least), "mean": all.mean_branching(),
            "max": all.branching.map(|(_, most)| most),
        },
        "complete": all.stopped.is_none(), "stopped": all.stopped.map(|why| why.to_string()), "seconds": seconds,
    })
}

struct Simulate<'a>(&'a SimulateArgs);

impl Simulate<'_> {
    fn run<S: Catalogued>(
        &self,
        system: &S,
        judge: impl Fn(&S::Configuration) -> Option<Outcome> + Sync,
    ) -> Result<Statistics, Failure> {
        let args = self.0;
        let starts = starts(system, args.moves.as_deref())?;
        let mut progress = Progress::new();
        let simulation = Simulation::new(system, args.games)
            .seed(args.seed)
            .plies(args.steps)
            .threads(args.threads.into())
            .starting_from(&starts)
            .limits(&limits_of(usize::MAX, args.time));
        Ok(simulation.run_watched(judge, |so_far| {
            let (done, all) = (thousands(so_far.walks), thousands(args.games));
            progress.show(|| format!("{done} of {all} games"));
        }))
    }
}

impl Visitor for Simulate<'_> {
    type Output = Result<(Statistics, bool), Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        Ok((self.run(game, |state| game.outcome(state))?, true))
    }

    fn system<S: Catalogued>(self, system: &S) -> Self::Output {
        Ok((self.run(system, |_| None)?, false))
    }
}
