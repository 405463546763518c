//! `morpion count`: how many positions can be reached, ply by ply, and how they end.

use explore::{Ends, Erased, Report};
use game::Playable;
use games::registry::{Catalogued, Spec, Visitor};
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::{By, CountArgs};
use super::draw::Sheet;
use super::perft::reason;
use super::start::after;
use super::survey::{Survey, needed, terminal};
use super::units::{about, thousands};

pub fn answer(args: &CountArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let Counted { report, ends, classes } = match args.by {
        By::Explicit => spec.visit(Count(args))?,
    };
    let counts = &report.counts;
    let mut sheet = Sheet::default();
    for (ply, positions) in counts.by_depth.iter().enumerate() {
        sheet.row(format!("ply {ply:>2}"), thousands(positions));
    }
    let from = after(args.searching.moves.as_deref());
    let mut text = format!("{spec}{from}: positions that can be reached\n\n{}\n", sheet.text());
    let mut sheet = Sheet::default();
    sheet.row("positions", thousands(counts.states));
    if let Some(classes) = &classes {
        sheet.row("up to symmetry", thousands(classes.counts.states));
    }
    sheet.row("transitions", thousands(counts.transitions));
    sheet.row("terminal", terminal(counts.finals, ends));
    if counts.stuck > 0 {
        sheet.row("deadlocks", thousands(counts.stuck));
    }
    sheet.row("store", format!("{}, {}", report.store, about(report.bytes)));
    let seconds = report.elapsed.as_secs_f64();
    sheet.row("time", format!("{seconds:.2} s"));
    text += &sheet.text();
    let stopped = report.stopped.or(classes.as_ref().and_then(|classes| classes.stopped));
    if let Some(why) = stopped {
        text += &format!("\nStopped: {}.\n", reason(why, args.searching.memory));
    }
    text += &needed(&report);
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
        "needed_in_all": report.needed_in_all, "moves": args.searching.moves,
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
    /// Counts, and once more up to symmetry if that is asked.
    fn run<S: Catalogued, V: explore::Visitor<S>>(
        &self,
        system: &S,
        visitor: &mut V,
    ) -> Result<(Report, Option<Report>), Failure> {
        let survey = Survey::new(system, &self.0.searching)?;
        let report = survey.run(false, visitor);
        let classes = self.0.symmetry.then(|| survey.run(true, &mut Erased::new(&mut ())));
        Ok((report, classes))
    }
}

impl Visitor for Count<'_> {
    type Output = Result<Counted, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let mut ends = Ends::of(game);
        let (report, classes) = self.run(game, &mut ends)?;
        Ok(Counted { report, ends: Some([ends.first_wins, ends.second_wins, ends.draws]), classes })
    }

    fn system<S: Catalogued>(self, system: &S) -> Self::Output {
        let (report, classes) = self.run(system, &mut Erased::new(&mut ()))?;
        Ok(Counted { report, ends: None, classes })
    }
}
