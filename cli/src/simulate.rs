//! `morpion simulate`: random games, and how they ended.

use catalogue::numbers::{counted, estimate, thousands};
use catalogue::{Catalogue, Opened, Simulate, Simulated};
use explore::Statistics;
use serde_json::Map;

use crate::answer::{Answer, Failure, object, with};
use crate::args::SimulateArgs;
use crate::draw::Sheet;
use crate::progress::{at_work, limits_of};

pub fn answer(args: &SimulateArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open(&args.game)?;
    let starts = args.from.starts(&opened)?;
    let simulate = Simulate { games: args.games, seed: args.seed, plies: args.steps };
    let found = at_work(limits_of(usize::MAX, args.time), |job| {
        opened.variant.simulate(&starts, simulate, &job.threads(args.threads.into()))
    });
    let text = text(&opened, args, &found);
    let seed = Map::from_iter([("seed".to_string(), args.seed.to_string().into())]);
    let json = with(object(&opened, Some(&args.from), &found), seed);
    Ok(Answer { text, json, complete: found.statistics.stopped.is_none() })
}

fn text(opened: &Opened, args: &SimulateArgs, found: &Simulated) -> String {
    let (all, is_game) = (&found.statistics, found.is_game);
    let mut sheet = Sheet::default();
    sheet.row("games", thousands(all.walks));
    for (label, count) in endings(all, is_game) {
        sheet.row(label, share(count, all.walks));
    }
    let lengths = (all.lengths.keys().next(), all.lengths.keys().next_back());
    if let (Some(least), Some(most)) = lengths {
        sheet.row(
            "length",
            format!("{least} to {}, mean {:.3}", counted(most, "move", "moves"), all.mean_length()),
        );
    }
    if let Some((least, most)) = all.branching {
        sheet.row(
            "branching",
            format!("{least} to {}, mean {:.3}", counted(most, "move", "moves"), all.mean_branching()),
        );
    }
    let seconds = all.elapsed.as_secs_f64();
    let speed = all.walks as f64 / seconds.max(1e-9);
    sheet.row("time", format!("{seconds:.2} s, {:.1} thousand games/s", speed / 1000.0));
    let from = args.from.title();
    let mut text = format!("{opened}{from}: games played at random, seed {}\n\n{}", args.seed, sheet.text());
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
        endings.push(("unfinished", all.broken_off));
    }
    endings
}

/// A count and its part of all, with the error that 95 of 100 such samples keep to.
fn share(count: u64, all: u64) -> String {
    let (part, error) = estimate(count, all);
    format!("{}  {:.2} % ± {:.2}", thousands(count), 100.0 * part, 100.0 * error)
}

/// The most bars of lengths.
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
    let highest = bars.iter().map(|(_, walks)| *walks).fold(1, u64::max);
    let mut sheet = Sheet::default();
    for (first, walks) in bars {
        let label = if step == 1 { first.to_string() } else { format!("{first}-{}", first + step - 1) };
        let length = (u128::from(walks) * u128::from(WIDTH)).div_ceil(u128::from(highest)) as usize;
        sheet.row(format!("{label:>9}"), format!("{:>12}  {}", thousands(walks), "#".repeat(length)));
    }
    sheet.text()
}
