//! `morpion store`: folders in which state spaces are kept; and what `solve --strong` and `lookup` do with them.

use std::path::Path;

use catalogue::numbers::{about, thousands};
use catalogue::{Catalogue, Damage, Folder, Kept, Manifest, Opened};
use game::Stopped;
use serde_json::{Value, json};

use crate::answer::{Answer, Failure, object};
use crate::args::{ExportArgs, LookupArgs, SolveArgs, StoreArgs, StoreCommand, VerifyArgs};
use crate::draw::Sheet;
use crate::kept::{notes, with_disk};
use crate::progress::{at_work, limits_of};
use crate::strong::{partial, report, save, text};
use crate::units::reason;

/// Returns the answer to `store`, and whether it is wanted as JSON.
pub fn answer(args: &StoreArgs, games: &Catalogue) -> Result<(Answer, bool), Failure> {
    match (&args.command, &args.place) {
        (Some(StoreCommand::Verify(args)), _) => Ok((verify(args, games)?, args.json)),
        (Some(StoreCommand::Export(args)), _) => Ok((export(args, games)?, args.json)),
        (None, Some(place)) => {
            let manifest = Folder::glance(place).map_err(|error| Failure::new(error.to_string()))?;
            Ok((describe(place, &manifest), args.json))
        }
        (None, None) => unreachable!("a folder is required where there is no other command"),
    }
}

fn existing(place: &Path) -> Result<Folder, Failure> {
    Folder::existing(place).map_err(|error| Failure::new(error.to_string()))
}

/// What a folder holds of each ply, to be read and as JSON.
fn describe_plies(manifest: &Manifest) -> (Sheet, Vec<Value>) {
    let (mut sheet, mut rows) = (Sheet::default(), Vec::new());
    for (number, ply) in manifest.plies.iter().enumerate() {
        let bytes: u64 = ply.parts.iter().map(|part| part.sealed.bytes).sum();
        let solved =
            if ply.valued() > 0 { format!(", {} solved", thousands(ply.valued())) } else { String::new() };
        sheet.row(format!("ply {number:>2}"), format!("{}{solved}", thousands(ply.states())));
        rows.push(json!({
            "states": ply.states().to_string(),
            "expanded": ply.tally.is_some(),
            "solved": ply.valued().to_string(),
            "bytes": bytes.to_string(),
        }));
    }
    (sheet, rows)
}

/// What a folder holds.
fn describe(place: &Path, manifest: &Manifest) -> Answer {
    if manifest.asked.diagrams.is_some() {
        return describe_diagrams(place, manifest);
    }
    let asked = &manifest.asked;
    let (plies, rows) = describe_plies(manifest);
    let states = manifest.states();
    let each = manifest.bytes() as f64 / states.max(1) as f64;
    let expanded: u64 = manifest.runs.iter().map(|run| run.to - run.from).sum();
    let mut sheet = Sheet::default();
    sheet.row("game", format!("{}, version {} of its rules", asked.game, asked.rules));
    if asked.symmetry {
        sheet.row("taken as one", "symmetric positions");
    }
    if let Some(depth) = asked.depth {
        sheet.row("to depth", depth.to_string());
    }
    sheet.row("positions", thousands(states));
    if !manifest.complete {
        sheet.row("in work", format!("{} of the last ply looked at", thousands(expanded)));
    }
    sheet.row("complete", if manifest.complete { "yes" } else { "no; the command that began it goes on" });
    sheet.row("solved", if manifest.is_solved() { "yes" } else { "no" });
    let bytes =
        usize::try_from(manifest.bytes()).expect("a computer of 64 bits, which files of this size need");
    let bytes = about(bytes);
    sheet.row("on disk", format!("{bytes}, {each:.3} bytes for each position"));
    let text = format!("{}: a state space\n\n{}\n{}", place.display(), plies.text(), sheet.text());
    let json = json!({
        "folder": place.display().to_string(),
        "game": asked.game,
        "rules": asked.rules,
        "symmetry": asked.symmetry,
        "depth": asked.depth,
        "positions": states.to_string(),
        "plies": rows,
        "looked_at_in_last_ply": expanded.to_string(),
        "complete": manifest.complete,
        "solved": manifest.is_solved(),
        "disk_bytes": manifest.bytes().to_string(),
        "disk_bytes_per_state": each,
    });
    Answer::complete(text, json)
}

/// What a folder holds of a count by diagrams.
fn describe_diagrams(place: &Path, manifest: &Manifest) -> Answer {
    let (asked, mut sheet) = (&manifest.asked, Sheet::default());
    let last = manifest.kept.last();
    let plies = last.map_or(0, |kept| kept.plies);
    let positions = last.map_or("0", |kept| &kept.positions);
    sheet.row("game", format!("{}, version {} of its rules", asked.game, asked.rules));
    let order = asked.diagrams.as_deref().filter(|order| !order.is_empty());
    order.into_iter().for_each(|order| sheet.row("order", order));
    sheet.row("plies", plies.to_string());
    sheet.row("positions", thousands(positions));
    sheet.row("complete", if manifest.complete { "yes" } else { "no; the command that began it goes on" });
    let bytes = usize::try_from(manifest.bytes()).expect("files are addressed by 64 bits");
    sheet.row("on disk", about(bytes));
    let place = place.display();
    let json = json!({
        "folder": place.to_string(),
        "game": asked.game,
        "rules": asked.rules,
        "by": "symbolic",
        "order": order,
        "plies": plies,
        "positions": positions,
        "complete": manifest.complete,
        "solved": false,
        "disk_bytes": manifest.bytes().to_string(),
    });
    Answer::complete(format!("{place}: a count by diagrams\n\n{}", sheet.text()), json)
}

/// Reads all of a folder.
fn verify(args: &VerifyArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let folder = existing(&args.place)?;
    let (place, files) = (folder.place().to_string(), folder.manifest.files().count());
    let is_of_diagrams = folder.manifest.asked.diagrams.is_some();
    let states = match folder.manifest.kept.last() {
        Some(kept) => kept.positions.clone(),
        None => folder.manifest.states().to_string(),
    };
    let damages: Vec<Damage> = at_work(limits_of(args.memory, None), |job| {
        if args.repair {
            let opened = games.open(&folder.manifest.asked.game)?;
            return opened.repair_kept(folder, &job);
        }
        let limits = job.limits.clone();
        let looked = folder.verify(&|_| limits.exceeded(0).map_or(Ok(()), |why| Err(why.into())));
        looked.map_err(|error| Failure::new(error.to_string()))
    })?;
    let named = |damage: &Damage| format!("{}: {}", damage.file, damage.what);
    let list: Vec<String> = damages.iter().map(named).collect();
    let sound = list.is_empty() || args.repair;
    let mut text = format!(
        "{place}: {} positions in {}\n",
        thousands(&states),
        catalogue::numbers::counted(files, "file", "files")
    );
    let lines = list.join("\n  ");
    text += &match (list.is_empty(), args.repair) {
        (true, _) => "\nEverything is sound.\n".to_string(),
        (false, true) => format!("\nDamaged, and made again:\n  {lines}\n"),
        (false, false) => {
            let repair = if is_of_diagrams { "" } else { "; --repair makes all of it again" };
            format!(
                "\nDamaged:\n  {lines}\n\nThe command that wrote it makes again what it needs of this{repair}.\n"
            )
        }
    };
    let json =
        json!({ "folder": place, "files": files, "positions": states, "damaged": list, "sound": sound });
    Ok(Answer { text, json, complete: sound })
}

/// Writes the values of a folder into one file.
fn export(args: &ExportArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let (folder, opened) = solved(&args.place, games)?;
    let (place, states) = (args.place.display(), folder.manifest.states());
    let table = opened.table_kept(&folder, args.memory)?;
    let file = args.file.display().to_string();
    let json = |bytes: Option<u64>| {
        let positions = states.to_string();
        json!({ "folder": place.to_string(), "positions": positions, "file": file, "file_bytes": bytes })
    };
    Ok(match save("FILE", &opened, &table, &args.file) {
        Ok(bytes) => {
            let size = about(usize::try_from(bytes).expect("files are addressed by 64 bits"));
            let text =
                format!("{place}: {} positions with values\n\nsaved  {file}, {size}\n", thousands(states));
            Answer::complete(text, json(Some(bytes)))
        }
        Err(why) => {
            Answer::complete(format!("{place}: {} positions with values\n", thousands(states)), json(None))
                .unwritten(&why)
        }
    })
}

/// Opens a folder that holds all values, and its game.
fn solved(place: &Path, games: &Catalogue) -> Result<(Folder, Opened), Failure> {
    let folder = existing(place)?;
    let place = place.display();
    let game = &folder.manifest.asked.game;
    let opened = games
        .open(game)
        .map_err(|mistake| Failure::new(format!("{place}: a store of `{game}`: {}", mistake.problem)))?;
    match valueless(&folder, &opened, games.program()) {
        Some(why) => Err(Failure::new(format!("{place}: {why}"))),
        None => Ok((folder, opened)),
    }
}

/// Why a folder does not hold all values, and what would find them; none if it does.
fn valueless(folder: &Folder, opened: &Opened, program: &str) -> Option<String> {
    let (asked, place) = (&folder.manifest.asked, folder.place());
    if !opened.variant.is_game() {
        return Some("a puzzle has no values".to_string());
    }
    let solve = format!("`{program} solve {} --strong --store", asked.game);
    if asked.diagrams.is_some() {
        return Some(format!(
            "this folder keeps a count by diagrams, which has no values; {solve} DIR` finds them in another"
        ));
    }
    if asked.symmetry || asked.depth.is_some() || asked.starts.is_some() {
        return Some(format!(
            "this folder holds only some positions; {solve} DIR` finds all values in another"
        ));
    }
    (!folder.manifest.is_solved()).then(|| format!("not all values are there; {solve} {place}` finds them"))
}

/// Returns the answer to `solve --strong --store`.
pub fn strong(args: &SolveArgs, opened: &Opened, kept: &Kept) -> Result<Answer, Failure> {
    let memory = args.search.memory_for_all();
    let limits = limits_of(memory, args.search.time);
    let (mut found, disk) = at_work(limits, |job| {
        opened.strong_kept(args.distance, kept, &job.threads(args.search.threads.into()))
    })?;
    if found.limit == Some(Stopped::Memory) {
        found.stopped = Some(reason(Stopped::Memory, memory));
    }
    let answer = if found.complete { report(opened, &found, None) } else { partial(opened, &found) };
    Ok(Answer { text: answer.text + &notes(&disk), json: with_disk(answer.json, &disk), ..answer })
}

/// Returns the answer to `lookup` of a folder.
pub fn lookup(args: &LookupArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let (folder, opened) = solved(&args.file, games)?;
    let state = args.from.position(&opened)?;
    let found = opened.look_up_kept(&folder, &state)?;
    let found = found.ok_or_else(|| {
        Failure::new(format!("no such position in the store of {opened}: by its rules it cannot be reached"))
    })?;
    let json: Value = object(&opened, None, &found);
    Ok(Answer::complete(text(&opened, &found), json))
}
