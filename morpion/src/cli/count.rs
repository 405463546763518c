//! `morpion count`: how many positions can be reached, ply by ply, and how they end.

use explore::{Ends, Explorer, Report, Store};
use game::{Playable, System};
use games::registry::{Catalogued, Spec, Visitor};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::{By, CountArgs, Keep};
use super::count_symbolic;
use super::draw::Sheet;
use super::perft::reason;
use super::progress::{Progress, limits_of};
use super::units::{about, thousands};

pub fn answer(args: &CountArgs) -> Result<Answer, Failure> {
    match args.by {
        By::Explicit if args.direct => Err(Failure::new("--direct is for --by symbolic")),
        By::Explicit => explicit(args),
        By::Symbolic => count_symbolic::answer(args),
    }
}

fn explicit(args: &CountArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let Counted { report, ends, classes } = spec.visit(Count(args));
    let counts = &report.counts;
    let mut sheet = Sheet::default();
    for (ply, positions) in counts.by_depth.iter().enumerate() {
        sheet.row(format!("ply {ply:>2}"), thousands(positions));
    }
    let mut text = format!("{spec}: positions that can be reached\n\n{}\n", sheet.text());
    let mut sheet = Sheet::default();
    sheet.row("positions", thousands(counts.states));
    if let Some(classes) = &classes {
        sheet.row("up to symmetry", thousands(classes.counts.states));
    }
    sheet.row("transitions", thousands(counts.transitions));
    match ends {
        Some([first, second, draws]) => sheet.row(
            "terminal",
            format!(
                "{}: {} first wins, {} second wins, {} draws",
                thousands(counts.finals),
                thousands(first),
                thousands(second),
                thousands(draws)
            ),
        ),
        None => sheet.row("terminal", thousands(counts.finals)),
    }
    if counts.stuck > 0 {
        sheet.row("deadlocks", thousands(counts.stuck));
    }
    sheet.row("store", format!("{}, {}", report.store, about(report.bytes)));
    let seconds = report.elapsed.as_secs_f64();
    sheet.row("time", format!("{seconds:.2} s"));
    text += &sheet.text();
    let stopped = report.stopped.or(classes.as_ref().and_then(|classes| classes.stopped));
    if let Some(why) = stopped {
        text += &format!("\nStopped: {}.\n", reason(why, args.memory));
    }
    if let Some(needed) = report.needed {
        text += &format!("The next step would have needed {}.\n", about(needed));
    }
    let text_of = |number: &u64| number.to_string();
    let [first, second, draws] =
        ends.map_or([None; 3], |ends| ends.map(Some)).map(|n| n.map(|n| text_of(&n)));
    let json = json!({
        "game": spec.to_string(), "positions": text_of(&counts.states),
        "by_ply": counts.by_depth.iter().map(text_of).collect::<Vec<_>>(),
        "transitions": text_of(&counts.transitions), "terminal": text_of(&counts.finals),
        "deadlocks": text_of(&counts.stuck), "first_wins": first, "second_wins": second, "draws": draws,
        "classes": classes.as_ref().map(|classes| text_of(&classes.counts.states)),
        "store": report.store.to_string(), "bytes": report.bytes, "needed": report.needed,
        "complete": stopped.is_none(), "stopped": stopped.map(|why| why.to_string()), "seconds": seconds,
    });
    Ok(Answer { text, json, complete: stopped.is_none() })
}

/// What was counted.
struct Counted {
    report: Report,
    /// Wins of the first player, of the second, and draws; none for systems.
    ends: Option<[u64; 3]>,
    /// The same up to symmetry, if that was asked.
    classes: Option<Report>,
}

struct Count<'a>(&'a CountArgs);

impl Count<'_> {
    fn run<S: Catalogued, V: explore::Visitor<S>>(
        &self,
        system: &S,
        symmetric: bool,
        visitor: &mut V,
    ) -> Report {
        let args = self.0;
        let canonical = |state: <S as System>::Configuration| system.canonical(&state);
        let store = match args.store {
            Keep::Auto => Store::Auto,
            Keep::Exact => Store::Exact,
            Keep::Layered => Store::Layered,
            Keep::Indexed => Store::Indexed,
        };
        let limits = limits_of(args.memory, args.time);
        let explorer = Explorer::new(system)
            .index(system.as_indexed())
            .store(store)
            .threads(args.threads.into())
            .limits(&limits);
        let explorer = if symmetric { explorer.normal(&canonical) } else { explorer };
        let mut progress = Progress::new();
        let watch = |so_far: &explore::Progress| {
            let speed = so_far.per_second() / 1e6;
            let (states, depth) = (thousands(so_far.states), so_far.depth);
            progress
                .show(|| format!("ply {depth}: {states} positions, {speed:.1} M/s, {}", about(so_far.bytes)));
        };
        explorer.run_watched(visitor, &mut { watch }).report
    }

    fn classes<S: Catalogued>(&self, system: &S) -> Option<Report> {
        self.0.symmetry.then(|| self.run(system, true, &mut ()))
    }
}

impl Visitor for Count<'_> {
    type Output = Counted;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Counted {
        let mut ends = Ends::of(game);
        let report = self.run(game, false, &mut ends);
        let ends = Some([ends.first_wins, ends.second_wins, ends.draws]);
        Counted { report, ends, classes: self.classes(game) }
    }

    fn system<S: Catalogued>(self, system: &S) -> Counted {
        let report = self.run(system, false, &mut ());
        Counted { report, ends: None, classes: self.classes(system) }
    }
}
