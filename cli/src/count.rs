//! `morpion count`: how many positions can be reached, ply by ply, and how they end.

use arena::AnyState;
use catalogue::numbers::{about, thousands};
use catalogue::{Catalogue, Count, CountByDiagrams, Kept, Opened, Survey};

use crate::answer::{Answer, Failure, object};
use crate::args::{By, CountArgs, Keep, Storage};
use crate::draw::Sheet;
use crate::kept::{notes, with_disk};
use crate::progress::{at_work, limits_of};
use crate::units::{needed, reason, so_far, terminal};

pub fn answer(args: &CountArgs, games: &Catalogue) -> Result<Answer, Failure> {
    match args.by {
        By::Explicit if args.direct => Err(Failure::new("--direct needs --by symbolic")),
        By::Explicit if args.order.order.is_some() => Err(Failure::new("--order needs --by symbolic")),
        By::Explicit => explicit(args, &games.open(&args.game)?),
        By::Symbolic => symbolic(args, &games.open_ordered(&args.game, args.order.order.as_deref())?),
    }
}

fn explicit(args: &CountArgs, opened: &Opened) -> Result<Answer, Failure> {
    let searching = &args.searching;
    let from = &searching.from;
    let starts = from.is_given().then(|| from.starts(opened)).transpose()?;
    let store = match searching.storage()? {
        Ok(store) => store,
        Err(kept) => return on_disk(args, opened, starts.as_deref(), &kept),
    };
    let survey = Survey { store, depth: None, symmetry: args.symmetry };
    let found = at_work(limits_of(searching.memory, searching.time), |job| -> Result<Count, Failure> {
        if starts.is_none() {
            opened.variant.has_end(&opened.to_string(), &job)?;
        }
        Ok(opened.variant.count(starts.as_deref(), &survey, &job.threads(searching.threads.into())))
    })?;
    let text = format!("{opened}{}: positions that can be reached\n\n{}", from.title(), text(&found, args));
    Ok(Answer { text, json: object(opened, Some(from), &found), complete: found.totals.complete })
}

/// Counts positions that are kept in a folder.
fn on_disk(
    args: &CountArgs,
    opened: &Opened,
    starts: Option<&[AnyState]>,
    kept: &Kept,
) -> Result<Answer, Failure> {
    let from = &args.searching.from;
    if args.symmetry {
        return Err(Failure::new(
            "a folder holds positions one by one or up to symmetry: `explore --symmetry --store DIR` keeps the latter",
        ));
    }
    let limits = limits_of(args.searching.memory, args.searching.time);
    let (found, disk) =
        at_work(limits, |job| opened.count_kept(starts, kept, &job.threads(args.searching.threads.into())))?;
    let text = format!("{opened}{}: positions that can be reached\n\n{}", from.title(), text(&found, args));
    let json = with_disk(object(opened, Some(from), &found), &disk);
    Ok(Answer { text: text + &notes(&disk), json, complete: found.totals.complete })
}

fn text(found: &Count, args: &CountArgs) -> String {
    let mut plies = Sheet::default();
    for (ply, positions) in found.totals.by_ply.iter().enumerate() {
        let so_far = so_far(found.totals.partial_ply, ply);
        plies.row(format!("ply {ply:>2}"), format!("{}{so_far}", thousands(positions)));
    }
    let mut sheet = Sheet::default();
    sheet.row("positions", thousands(found.positions));
    if args.symmetry {
        sheet.row("up to symmetry", classes(found));
    }
    sheet.row("transitions", thousands(found.totals.transitions));
    sheet.row("terminal", terminal(found.totals.terminal, found.totals.ends()));
    if found.totals.deadlocks > 0 {
        sheet.row("deadlocks", thousands(found.totals.deadlocks));
    }
    for (name, value) in &found.totals.largest {
        sheet.row(format!("{name}, at most"), thousands(value));
    }
    sheet.row("store", format!("{}, {}", found.totals.store, about(found.totals.bytes)));
    sheet.row("time", format!("{:.2} s", found.totals.seconds));
    let mut text = format!("{}\n{}", plies.text(), sheet.text());
    if let Some(why) = found.totals.stopped {
        text += &format!("\nStopped: {}.\n", reason(why, args.searching.memory));
    }
    text + &needed(found.totals.needed, found.totals.needed_in_all, args.searching.memory)
}

/// How many positions there are up to symmetry, as far as that is known.
fn classes(found: &Count) -> String {
    match (found.classes, found.classes_so_far) {
        (Some(classes), _) => thousands(classes),
        (None, Some(classes)) => format!("{} so far", thousands(classes)),
        (None, None) => "not counted".to_string(),
    }
}

fn symbolic(args: &CountArgs, opened: &Opened) -> Result<Answer, Failure> {
    let searching = &args.searching;
    let storage = searching.storage()?;
    if searching.threads != 1 {
        return Err(Failure::new("--threads is for --by explicit: diagrams are made on one thread"));
    }
    if !matches!(searching.store, Storage::Memory(Keep::Auto) | Storage::Folder(_)) {
        return Err(Failure::new(
            "how positions are kept is for --by explicit: leave out --store, or name a folder",
        ));
    }
    if searching.from.is_given() {
        let message = "--moves and --board are for --by explicit: diagrams begin at the start of the game";
        return Err(Failure::new(message));
    }
    if args.direct && args.symmetry {
        return Err(Failure::new("--symmetry counts ply by ply: leave out --direct"));
    }
    if (args.direct || args.symmetry) && storage.is_err() {
        return Err(Failure::new("a folder keeps plies: leave out --direct and --symmetry, or --store DIR"));
    }
    let limits = limits_of(searching.memory, searching.time);
    let (mut found, disk) = at_work(limits, |job| match &storage {
        Ok(_) => {
            let how = (args.direct, args.symmetry);
            opened.variant.count_by_diagrams(&opened.to_string(), how, &job).map(|found| (found, None))
        }
        Err(kept) => {
            let order = args.order.order.as_deref();
            opened.count_by_diagrams_kept(order, kept, &job).map(|(found, disk)| (found, Some(disk)))
        }
    })?;
    if let Some(why) = found.limit {
        found.stopped = Some(reason(why, searching.memory));
    }
    let text = format!("{opened}: positions that can be reached\n\n{}", symbolic_text(&found, args));
    let json = object(opened, None, &found);
    let (text, json) = match &disk {
        Some(disk) => (text + &notes(disk), with_disk(json, disk)),
        None => (text, json),
    };
    Ok(Answer { text, json, complete: found.complete })
}

fn symbolic_text(found: &CountByDiagrams, args: &CountArgs) -> String {
    let (mut text, mut totals) = (String::new(), Sheet::default());
    if let Some(positions) = &found.positions {
        let mut plies = Sheet::default();
        for (ply, (positions, nodes)) in found.by_ply.iter().zip(&found.nodes_by_ply).enumerate() {
            let nodes = if args.direct { String::new() } else { format!("  ({} nodes)", thousands(nodes)) };
            plies.row(format!("ply {ply:>2}"), format!("{}{nodes}", thousands(positions)));
        }
        // Counted at once, there are no plies.
        if !found.by_ply.is_empty() {
            text += &format!("{}\n", plies.text());
        }
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
    let ends = match ends {
        [Some(first), Some(second), Some(draws)] => {
            format!(": {first} first wins, {second} second wins, {draws} draws")
        }
        _ => String::new(),
    };
    if let Some(terminal) = count(&found.terminal) {
        sheet.row("terminal", terminal + &ends);
    }
    if let Some(transitions) = count(&found.transitions) {
        sheet.row("transitions", transitions);
    }
    if let Some(deadlocks) = count(&found.deadlocks) {
        sheet.row("deadlocks", deadlocks);
    }
    for (name, value) in &found.largest_values {
        sheet.row(format!("{name}, at most"), thousands(value));
    }
    if let Some((ply, most)) = &found.largest {
        sheet.row("largest ply", format!("{ply}: {}", thousands(most)));
    }
    if !args.direct {
        let (nodes, largest) = (thousands(found.nodes), thousands(found.peak_nodes));
        let at_most = if found.route == "saturation" { "at most on the way" } else { "in the largest ply" };
        sheet.row("nodes", format!("{nodes}, {largest} {at_most}"));
    }
}

fn what_is_known(found: &CountByDiagrams) -> String {
    match found.by_ply.len() {
        _ if found.route == "saturation" && found.positions.is_some() => "What is not shown is not known.".to_string(),
        _ if found.route == "saturation" => {
            "Diagrams that are saturated have no partial results; it may also be that there is no end to its states."
                .to_string()
        }
        0 if found.route == "plies" => "No ply was finished before.".to_string(),
        0 => "Counting directly has no partial results; without --direct the finished plies would be shown."
            .to_string(),
        1 => "The numbers above are exact for the one finished ply.".to_string(),
        plies => format!("The numbers above are exact for the {plies} finished plies."),
    }
}
