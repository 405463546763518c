//! `morpion check`: claims about everything that can happen.

use catalogue::numbers::{about, counted, thousands};
use catalogue::{Catalogue, Checked, ClaimKind, Claims, Decided, Kept, Opened};

use crate::answer::{Answer, Failure, object};
use crate::args::CheckArgs;
use crate::draw::{Sheet, side_by_side};
use crate::kept::{notes, with_disk};
use crate::progress::{at_work, limits_of};
use crate::units::{needed, reason};

pub fn answer(args: &CheckArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = games.open(&args.game)?;
    let searching = &args.searching;
    let storage = searching.storage()?;
    // Where there is a folder, nothing is kept in memory.
    let claims = claims(args, *storage.as_ref().unwrap_or(&explore::Store::Auto));
    if claims.is_empty() {
        let program = games.program();
        return Err(Failure::new(format!(
            "nothing is claimed about {opened}\nfor example: {program} check {opened} --eventually over; \
             `{program} check --help` lists the kinds of claims"
        )));
    }
    if !claims.force.is_empty() && !opened.variant.is_game() {
        return Err(Failure::new(format!(
            "{opened} has no players, so nothing can be forced in it\nask with --find, --always or --eventually"
        )));
    }
    let from = &searching.from;
    if let Err(kept) = storage {
        return on_disk(args, &opened, &claims, &kept);
    }
    let starts = from.starts(&opened)?;
    let found = at_work(limits_of(searching.memory, searching.time), |job| {
        opened.variant.check(&starts, &claims, &job.threads(searching.threads.into()))
    })?;
    let report = found.claims.first().map(|claim| &claim.report);
    let store = report.map(|report| format!("{}, {}", report.store, about(report.bytes)));
    let text = format!("{opened}{}\n{}", from.title(), text(&found, store.as_deref(), args));
    Ok(Answer { text, json: object(&opened, Some(from), &found), complete: found.complete })
}

/// Decides claims by positions that are kept in a folder.
fn on_disk(args: &CheckArgs, opened: &Opened, claims: &Claims, kept: &Kept) -> Result<Answer, Failure> {
    let searching = &args.searching;
    let from = &searching.from;
    let starts = from.is_given().then(|| from.starts(opened)).transpose()?;
    let limits = limits_of(searching.memory, searching.time);
    let (found, disk) = at_work(limits, |job| {
        opened.check_kept(starts.as_deref(), claims, kept, &job.threads(searching.threads.into()))
    })?;
    let bytes = usize::try_from(disk.disk_bytes).expect("files are addressed by 64 bits");
    let store = format!("disk, {}", about(bytes));
    let text = format!("{opened}{}\n{}{}", from.title(), text(&found, Some(&store), args), notes(&disk));
    let json = with_disk(object(opened, Some(from), &found), &disk);
    Ok(Answer { text, json, complete: found.complete })
}

fn claims(args: &CheckArgs, store: explore::Store) -> Claims {
    Claims {
        find: args.find.clone(),
        path: args.path.clone(),
        always: args.always.clone(),
        eventually: args.eventually.clone(),
        leads_to: args.leads_to.clone(),
        until: args.until.clone(),
        no_deadlock: args.no_deadlock,
        force: args.force.clone(),
        depth: args.depth,
        all: args.all,
        store,
    }
}

/// `store` is how positions were kept.
fn text(found: &Checked, store: Option<&str>, args: &CheckArgs) -> String {
    let mut text = String::new();
    for decided in &found.claims {
        text += &format!("\n{}", claim_text(decided, args));
    }
    let mut sheet = Sheet::default();
    sheet.row("explored", counted(found.explored, "position", "positions"));
    if let Some(store) = store {
        sheet.row("store", store);
    }
    sheet.row("time", format!("{:.2} s", found.seconds));
    text += &format!("\n{}", sheet.text());
    if let Some(why) = found.stopped {
        text += &format!("\nStopped: {}.\n", reason(why, args.searching.memory));
    }
    text + &needed(found.needed, found.needed_in_all, args.searching.memory)
}

/// The option that asks for a kind of claim.
fn name(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Find => "find",
        ClaimKind::Path => "path",
        ClaimKind::Always => "always",
        ClaimKind::Eventually => "eventually",
        ClaimKind::LeadsTo => "leads-to",
        ClaimKind::Until => "until",
        ClaimKind::NoDeadlock => "no-deadlock",
        ClaimKind::Force => "force",
    }
}

/// What the way is that proves or disproves it.
fn of_way(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Find | ClaimKind::Path | ClaimKind::Always | ClaimKind::NoDeadlock => "shortest",
        ClaimKind::Eventually | ClaimKind::LeadsTo | ClaimKind::Until => "one way",
        ClaimKind::Force => "longest",
    }
}

/// What it means that it holds, and that it does not.
fn words(kind: ClaimKind) -> (&'static str, &'static str) {
    match kind {
        ClaimKind::Find => ("yes, it can be reached", "no, it cannot be reached"),
        ClaimKind::Path => ("yes, there is such a path", "no, there is no such path"),
        ClaimKind::Always => ("yes, always", "no, not always"),
        ClaimKind::Eventually | ClaimKind::LeadsTo | ClaimKind::Until => {
            ("yes, however it goes", "no, it can be avoided")
        }
        ClaimKind::NoDeadlock => ("yes, none", "no, there is one"),
        ClaimKind::Force => ("yes, it can be forced", "no, it cannot be forced"),
    }
}

fn verdict(found: &Decided, args: &CheckArgs) -> String {
    let (yes, no) = words(found.kind);
    let verdict = match found.holds {
        Some(true) => yes.to_string(),
        Some(false) => no.to_string(),
        None => "not decided".to_string(),
    };
    match args.depth.filter(|_| found.holds != Some(found.kind.is_witnessed())) {
        Some(depth) => format!("{verdict} within {}", counted(depth, "move", "moves")),
        None => verdict,
    }
}

fn claim_text(found: &Decided, args: &CheckArgs) -> String {
    let mut sheet = Sheet::default();
    sheet.row(name(found.kind), &found.claim);
    sheet.row("answer", verdict(found, args));
    if let Some(matches) = found.matches.filter(|_| args.all) {
        sheet.row("matches", thousands(matches));
    }
    if let Some(moves) = found.moves {
        sheet.row("in at most", counted(moves, "move", "moves"));
        sheet.row("strategy", format!("{} to know", counted(found.strategy_size, "move", "moves")));
    }
    if let Some(moves) = &found.path {
        sheet.row(of_way(found.kind), line(moves));
    } else if found.holds == Some(found.kind.is_witnessed()) {
        sheet.row("one way", "not found before a limit was reached");
    }
    let mut text = sheet.text();
    if let (Some(moves), Some(boards)) = (&found.path, &found.boards) {
        text += &format!("\n{}", drawing(moves, boards, found.back_to));
    }
    if let Some(paths) = &found.paths {
        let all = found.matches == Some(paths.len() as u64);
        text += if all { "\nAll of them, nearest first:\n" } else { "\nThe nearest of them:\n" };
        text += &paths.iter().map(|moves| format!("  {}\n", line(moves))).collect::<String>();
    }
    if let Some(strategy) = &found.strategy {
        let block = |planned: &catalogue::Planned| format!("play {}\n{}", planned.mv, planned.board);
        let blocks: Vec<String> = strategy.iter().map(block).collect();
        text += &format!("\nThe strategy:\n\n{}", side_by_side(&blocks));
    }
    text
}

fn line(moves: &[String]) -> String {
    if moves.is_empty() { "the start itself".to_string() } else { moves.join(" ") }
}

/// The boards with the moves above them.
fn drawing(moves: &[String], boards: &[String], back_to: Option<usize>) -> String {
    let captions = std::iter::once("start".to_string())
        .chain((1..).zip(moves).map(|(number, mv)| format!("{number}: {mv}")));
    let blocks: Vec<String> =
        captions.zip(boards).map(|(caption, board)| format!("{caption}\n{board}")).collect();
    let mut text = side_by_side(&blocks);
    if let Some(place) = back_to {
        let again = if place == 0 { "the start".to_string() } else { format!("move {place}") };
        text += &format!("\nand from there as after {again}, for ever\n");
    }
    text
}
