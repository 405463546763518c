//! `morpion count`: how many positions can be reached, ply by ply, and how they end.

use catalogue::numbers::{about, thousands};
use catalogue::{Catalogue, Count, CountByDiagrams, Opened, Survey};

use crate::answer::{Answer, Failure, after, object};
use crate::args::{By, CountArgs, Keep};
use crate::draw::Sheet;
use crate::progress::{at_work, limits_of};
use crate::solve::starts;
use crate::units::{needed, reason, terminal};

pub fn answer(args: &CountArgs, games: &Catalogue) -> Result<Answer, Failure> {
    match args.by {
        By::Explicit if args.direct => Err(Failure::new("--direct is for --by symbolic")),
        By::Explicit => explicit(args, &games.open(&args.game)?),
        By::Symbolic => symbolic(args, &games.open(&args.game)?),
    }
}

fn explicit(args: &CountArgs, opened: &Opened) -> Result<Answer, Failure> {
    let searching = &args.searching;
    let moves = searching.moves.as_deref();
    let starts = moves.map(|_| starts(opened, moves)).transpose()?;
    let survey = Survey { store: searching.store.into(), depth: None, symmetry: args.symmetry };
    let found = at_work(limits_of(searching.memory, searching.time), |job| {
        opened.variant.count(starts.as_deref(), &survey, &job.threads(searching.threads.into()))
    });
    let text = format!("{opened}{}: positions that can be reached\n\n{}", after(moves), text(&found, args));
    Ok(Answer { text, json: object(opened, Some(moves), &found), complete: found.complete })
}

fn text(found: &Count, args: &CountArgs) -> String {
    let mut plies = Sheet::default();
    for (ply, positions) in found.by_ply.iter().enumerate() {
        plies.row(format!("ply {ply:>2}"), thousands(positions));
    }
    let mut sheet = Sheet::default();
    sheet.row("positions", thousands(found.positions));
    if let Some(classes) = found.classes {
        sheet.row("up to symmetry", thousands(classes));
    }
    sheet.row("transitions", thousands(found.transitions));
    sheet.row("terminal", terminal(found.terminal, found.ends()));
    if found.deadlocks > 0 {
        sheet.row("deadlocks", thousands(found.deadlocks));
    }
    sheet.row("store", format!("{}, {}", found.store, about(found.bytes)));
    sheet.row("time", format!("{:.2} s", found.seconds));
    let mut text = format!("{}\n{}", plies.text(), sheet.text());
    if let Some(why) = found.stopped {
        text += &format!("\nStopped: {}.\n", reason(why, args.searching.memory));
    }
    text + &needed(found.needed, found.needed_in_all)
}

fn symbolic(args: &CountArgs, opened: &Opened) -> Result<Answer, Failure> {
    let searching = &args.searching;
    if !matches!(searching.store, Keep::Auto) || searching.threads != 1 {
        return Err(Failure::new(
            "--store and --threads are for --by explicit: diagrams are made on one thread",
        ));
    }
    if searching.moves.is_some() {
        return Err(Failure::new("--moves is for --by explicit: diagrams begin at the start of the game"));
    }
    if args.direct && args.symmetry {
        return Err(Failure::new("--symmetry counts ply by ply: leave out --direct"));
    }
    let mut found = at_work(limits_of(searching.memory, searching.time), |job| {
        opened.variant.count_by_diagrams(&opened.to_string(), (args.direct, args.symmetry), &job)
    })?;
    if let Some(why) = found.limit {
        found.stopped = Some(reason(why, searching.memory));
    }
    let text = format!("{opened}: positions that can be reached\n\n{}", symbolic_text(&found, args));
    Ok(Answer { text, json: object(opened, None, &found), complete: found.complete })
}

fn symbolic_text(found: &CountByDiagrams, args: &CountArgs) -> String {
    let (mut text, mut totals) = (String::new(), Sheet::default());
    if let Some(positions) = &found.positions {
        let mut plies = Sheet::default();
        for (ply, (positions, nodes)) in found.by_ply.iter().zip(&found.nodes_by_ply).enumerate() {
            let nodes = if args.direct { String::new() } else { format!("  ({} nodes)", thousands(nodes)) };
            plies.row(format!("ply {ply:>2}"), format!("{}{nodes}", thousands(positions)));
        }
        text += &format!("{}\n", plies.text());
        totals.row("positions", thousands(positions));
        total_rows(&mut totals, found, args);
    }
    totals.row("memory", about(found.bytes));
    totals.row("time", format!("{:.2} s", found.seconds));
    text += &totals.text();
    if let Some(why) = &found.stopped {
        text += &format!("\nStopped: {why}. {}\n", what_is_known(found));
    }
    text
}

/// All plies together.
fn total_rows(sheet: &mut Sheet, found: &CountByDiagrams, args: &CountArgs) {
    if let Some(classes) = &found.classes_so_far {
        sheet.row("up to symmetry", thousands(classes));
    }
    let count = |count: &Option<num_bigint::BigUint>| count.as_ref().map(thousands);
    let ends = [&found.first_wins, &found.second_wins, &found.draws].map(count);
    let terminal = count(&found.terminal).unwrap_or_default();
    sheet.row(
        "terminal",
        match ends {
            [Some(first), Some(second), Some(draws)] => {
                format!("{terminal}: {first} first wins, {second} second wins, {draws} draws")
            }
            _ => terminal,
        },
    );
    if let Some((ply, most)) = &found.largest {
        sheet.row("largest ply", format!("{ply}: {}", thousands(most)));
    }
    if !args.direct {
        let (nodes, largest) = (thousands(found.nodes), thousands(found.peak_nodes));
        sheet.row("nodes", format!("{nodes}, {largest} in the largest ply"));
    }
}

fn what_is_known(found: &CountByDiagrams) -> String {
    match found.by_ply.len() {
        0 => "Counted directly, nothing is known before all is; without --direct the plies that were done would be."
            .to_string(),
        1 => "What is above is exact for the one ply that was done.".to_string(),
        plies => format!("What is above is exact for the {plies} plies that were done."),
    }
}
