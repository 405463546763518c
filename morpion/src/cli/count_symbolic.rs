//! `morpion count --by symbolic`: the same by decision diagrams, exact however many there are.

use game::{Playable, Player};
use games::registry::{Catalogued, Spec, Visitor};
use num_bigint::BigUint;
use serde_json::json;
use symbolic::{Ending, Options, Reach, Symbolic, direct, most_mappings, reach};

use super::answer::{Answer, Failure};
use super::args::{CountArgs, Keep};
use super::draw::Sheet;
use super::perft::reason;
use super::progress::{Progress, limits_of};
use super::units::{about, thousands};

pub fn answer(args: &CountArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    if !matches!(args.searching.store, Keep::Auto) || args.searching.threads != 1 {
        return Err(Failure::new(
            "--store and --threads are for --by explicit: diagrams are made on one thread",
        ));
    }
    if args.searching.moves.is_some() {
        return Err(Failure::new("--moves is for --by explicit: diagrams begin at the start of the game"));
    }
    if args.direct && args.symmetry {
        return Err(Failure::new("--symmetry counts ply by ply: leave out --direct"));
    }
    let (found, is_game) = spec.visit(Count { args, spec: &spec })?;
    let text = text(&spec, &found, is_game, args);
    Ok(Answer { text, json: json(&spec, &found, is_game, args), complete: found.is_complete() })
}

/// What to say where there is no symbolic form.
pub fn no_form(spec: &Spec, instead: &str) -> Failure {
    Failure::new(format!(
        "{spec} has no symbolic form: its positions would have to be words of one shape, and a move a relation \
         between words that is read letter by letter (`symbolic::Symbolic`); {instead}"
    ))
}

/// How far diagrams have got, in words.
pub fn how_far(so_far: &symbolic::Progress) -> String {
    let symbolic::Progress { ply, percent, states, bytes } = *so_far;
    format!("ply {ply}, {percent} %: {} states, {}", thousands(states), about(bytes))
}

struct Count<'a> {
    args: &'a CountArgs,
    spec: &'a Spec,
}

impl Count<'_> {
    fn run<S: Symbolic>(&self, system: Option<&S>) -> Result<Reach, Failure> {
        let system =
            system.ok_or_else(|| no_form(self.spec, "`--by explicit` counts it position by position"))?;
        if self.args.symmetry && system.mappings().is_none() {
            return Err(Failure::new(format!(
                "{} has too many symmetries for diagrams, which try each of them, at most {}; `--by explicit --symmetry` \
                 counts up to all of them",
                self.spec,
                most_mappings()
            )));
        }
        let limits = limits_of(self.args.searching.memory, self.args.searching.time);
        let mut progress = Progress::new();
        let mut tell = |so_far: &symbolic::Progress| progress.show(|| how_far(so_far));
        if !self.args.direct {
            let options = Options { classes: self.args.symmetry };
            return Ok(reach(system, options, &limits, &mut tell, &mut |_| ()));
        }
        let found = direct(system, &limits, &mut tell);
        found.ok_or_else(|| {
            Failure::new(format!(
                "{}: which positions are unfinished does not decide whether they can be reached; \
                 without --direct they are counted ply by ply",
                self.spec
            ))
        })
    }
}

impl Visitor for Count<'_> {
    type Output = Result<(Reach, bool), Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        Ok((self.run(game.as_symbolic())?, true))
    }

    fn system<S: Catalogued>(self, system: &S) -> Self::Output {
        Ok((self.run(system.as_symbolic())?, false))
    }
}

fn text(spec: &Spec, found: &Reach, is_game: bool, args: &CountArgs) -> String {
    let mut sheet = Sheet::default();
    for (ply, layer) in found.layers.iter().enumerate() {
        let nodes = if args.direct { String::new() } else { format!("  ({} nodes)", thousands(layer.nodes)) };
        sheet.row(format!("ply {ply:>2}"), format!("{}{nodes}", thousands(layer.positions())));
    }
    let mut text = format!("{spec}: positions that can be reached\n\n");
    let mut totals = Sheet::default();
    if is_known(found) {
        text += &format!("{}\n", sheet.text());
        tell(&mut totals, found, is_game, args);
    }
    totals.row("memory", about(found.bytes));
    totals.row("time", format!("{:.2} s", found.elapsed.as_secs_f64()));
    text += &totals.text();
    if let Some(why) = why(found, args.searching.memory) {
        text += &format!("\nStopped: {why}. {}\n", what_is_known(found));
    }
    text
}

/// All plies together.
fn tell(sheet: &mut Sheet, found: &Reach, is_game: bool, args: &CountArgs) {
    sheet.row("positions", thousands(found.positions()));
    if let Some(classes) = found.all_classes() {
        sheet.row("up to symmetry", thousands(classes));
    }
    sheet.row("terminal", ends(found, is_game));
    if let Some((ply, most)) = found.largest() {
        sheet.row("largest ply", format!("{ply}: {}", thousands(most)));
    }
    if !args.direct {
        let (nodes, largest) = found.nodes();
        sheet.row("nodes", format!("{}, {} in the largest ply", thousands(nodes), thousands(largest)));
    }
}

/// Is something known? Counted directly, all plies are known at once, or none.
fn is_known(found: &Reach) -> bool {
    !found.layers.is_empty()
}

fn what_is_known(found: &Reach) -> String {
    match found.layers.len() {
        0 => "Counted directly, nothing is known before all is; without --direct the plies that were done would be."
            .to_string(),
        1 => "What is above is exact for the one ply that was done.".to_string(),
        plies => format!("What is above is exact for the {plies} plies that were done."),
    }
}

fn why(found: &Reach, memory: usize) -> Option<String> {
    let stopped = found.stopped.map(|why| reason(why, memory));
    stopped.or_else(|| found.problem.clone())
}

fn ends(found: &Reach, is_game: bool) -> String {
    let terminal = thousands(found.terminal());
    if !is_game {
        return terminal;
    }
    let [first, second] = Player::BOTH.map(|player| thousands(found.won_by(player)));
    let draws = thousands(found.count(Ending::Drawn));
    format!("{terminal}: {first} first wins, {second} second wins, {draws} draws")
}

fn json(spec: &Spec, found: &Reach, is_game: bool, args: &CountArgs) -> serde_json::Value {
    let known = |count: BigUint| is_known(found).then(|| count.to_string());
    let of_game = |count: BigUint| known(count).filter(|_| is_game);
    let by_ply: Vec<String> = found.by_ply().iter().map(ToString::to_string).collect();
    let (nodes, largest) = found.nodes();
    json!({
        "game": spec.to_string(), "by": "symbolic", "route": if args.direct { "direct" } else { "plies" },
        "positions": known(found.positions()), "by_ply": by_ply, "terminal": known(found.terminal()),
        "first_wins": of_game(found.won_by(Player::First)), "second_wins": of_game(found.won_by(Player::Second)),
        "draws": of_game(found.count(Ending::Drawn)),
        "classes": found.all_classes().filter(|_| found.is_complete()).map(|n| n.to_string()),
        "nodes": nodes, "peak_nodes": largest, "bytes": found.bytes, "complete": found.is_complete(),
        "stopped": why(found, args.searching.memory), "seconds": found.elapsed.as_secs_f64(),
    })
}
