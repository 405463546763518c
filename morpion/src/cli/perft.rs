//! `morpion perft`: how many ways there are to play so many moves.

use explore::perft::{Paths, Reached, Short, paths};
use game::{Playable, Stopped};
use games::registry::{Catalogued, Spec, Visitor};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::PerftArgs;
use super::draw::Sheet;
use super::progress::{Progress, limits};
use super::start::starts;
use super::units::{bytes, thousands};

pub fn answer(args: &PerftArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let (paths, seconds) = spec.visit(Count(args))?;
    let mut sheet = Sheet::default();
    for (depth, ways) in paths.by_depth.iter().enumerate() {
        let ended = paths.ended.get(depth).filter(|n| **n != 0u32.into());
        let ended = ended.map_or(String::new(), |n| format!("  (of them {} end there)", thousands(n)));
        sheet.row(format!("depth {depth:>2}"), format!("{}{ended}", thousands(ways)));
    }
    let mut text = format!("{spec}: ways to play so many moves\n\n{}", sheet.text());
    let reached = paths.by_depth.len() as u32;
    if paths.stopped.is_none() && reached <= args.depth {
        text += &format!("\nNo game is longer than {} moves.\n", reached.saturating_sub(1));
    }
    if let Some(why) = paths.stopped {
        text += &format!("\nStopped before depth {reached}: {}.\n", reason(why, args.spending.memory));
    }
    text += &format!("\n{seconds:.2} s\n");
    Ok(Answer { text, json: json(&spec, args.depth, &paths, seconds), complete: paths.stopped.is_none() })
}

fn json(spec: &Spec, depth: u32, paths: &Paths, seconds: f64) -> serde_json::Value {
    let by_depth: Vec<String> = paths.by_depth.iter().map(ToString::to_string).collect();
    let ended: Vec<String> = paths.ended.iter().map(ToString::to_string).collect();
    let at_depth = match (paths.by_depth.get(depth as usize), paths.stopped) {
        (Some(ways), _) => Some(ways.to_string()),
        (None, None) => Some("0".to_string()),
        (None, Some(_)) => None,
    };
    json!({
        "game": spec.to_string(), "depth": depth, "paths": at_depth, "by_depth": by_depth, "ended_by_depth": ended,
        "complete": paths.stopped.is_none(), "stopped": paths.stopped.map(|why| why.to_string()), "seconds": seconds,
    })
}

/// How far the layers have got, in words.
pub fn layer(reached: Reached) -> String {
    format!("depth {}: {} distinct positions", reached.depth, thousands(reached.positions))
}

/// Why the work stopped, with the limit in question.
pub fn reason(why: Stopped, memory: usize) -> String {
    match why {
        Stopped::Memory => format!("{why} by --memory {}", bytes(memory)),
        Stopped::Time | Stopped::Asked => why.to_string(),
    }
}

struct Count<'a>(&'a PerftArgs);

impl Visitor for Count<'_> {
    type Output = Result<(Paths, f64), Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        self.system(game)
    }

    fn system<S: Catalogued>(self, system: &S) -> Self::Output {
        let args = self.0;
        let starts = starts(system, args.spending.moves.as_deref())?;
        let normal = |s| if args.spending.no_symmetry { s } else { system.canonical(&s) };
        let mut progress = Progress::new();
        let watch = |reached: Reached| progress.show(|| layer(reached));
        let found = paths(system, &starts, args.depth, Short::Walk, normal, &limits(&args.spending), watch);
        Ok((found, progress.seconds()))
    }
}
