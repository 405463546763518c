//! `morpion tree`: the game tree, counted and evaluated.
//!
//! The tree is counted twice, by ways that are independent of each other: forwards, layer by layer, and from the leaves
//! up. The first also shows early that a tree is hopeless, and what is known of it then.

use catalogue::numbers::{counted, thousands};
use catalogue::{Catalogue, Opened, Pruned, Tree, TreeRequest};

use crate::answer::{Answer, Failure, object};
use crate::args::TreeArgs;
use crate::draw::{Sheet, indented};
use crate::progress::{at_work, limits_of};
use crate::units::reason;

pub fn answer(args: &TreeArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let (opened, spending) = (games.open(&args.game)?, &args.spending);
    let from = &spending.from;
    let start = from.position(&opened)?;
    let request = TreeRequest {
        depth: args.depth,
        symmetry: !spending.no_symmetry,
        alpha_beta_nodes: args.alpha_beta_nodes,
    };
    let mut found =
        at_work(limits_of(spending.memory, spending.time), |job| opened.variant.tree(&start, request, &job))?;
    found.stopped = unfinished(&found, spending.memory);
    let text = text(&opened, &found, &from.title());
    Ok(Answer { text, json: object(&opened, Some(from), &found), complete: found.complete })
}

/// Why the whole tree is not known.
fn unfinished(found: &Tree, memory: usize) -> Option<String> {
    if let Some(cycle) = &found.cycle {
        let problem = "positions repeat, so the tree has no end: this one returns after";
        let board = indented(&cycle.board);
        let moves = counted(cycle.moves, "move", "moves");
        return Some(format!("{problem} {moves}\n\n{}", board.trim_end()));
    }
    found.limit.map(|why| reason(why, memory))
}

fn text(opened: &Opened, found: &Tree, after: &str) -> String {
    let board = indented(&found.board);
    match &found.stopped {
        Some(why) => {
            format!("{opened}{after}: what is known of the game tree\n\n{board}\n{}", known(found, why))
        }
        None => format!("{opened}{after}: {}\n\n{board}\n{}", heading(found), sheet(found).text()),
    }
}

fn heading(found: &Tree) -> String {
    match found.depth {
        Some(depth) => format!("the game tree down to depth {depth}"),
        None => "the whole game tree".to_string(),
    }
}

fn sheet(found: &Tree) -> Sheet {
    let mut sheet = Sheet::default();
    if let Some(value) = found.value {
        let plies = |n| format!(", in {n} {}", if n == 1 { "ply" } else { "plies" });
        let plies = found.plies.map_or(String::new(), plies);
        sheet.row("value", format!("{value} for the player to move{plies}"));
    }
    if let (Some(nodes), Some(games), Some(height)) = (&found.nodes, &found.games, found.height) {
        sheet.row("nodes", thousands(nodes));
        sheet.row("games", thousands(games));
        sheet.row("height", height.to_string());
    }
    if let Some(positions) = found.positions {
        sheet.row("positions", format!("{} examined, each once", thousands(positions)));
    }
    if let Some(Pruned { nodes, leaves, complete }) = found.alpha_beta {
        let gave_up = if complete { "" } else { "gave up after " };
        let (nodes, leaves) = (thousands(nodes), thousands(leaves));
        sheet.row("alpha-beta", format!("{gave_up}{nodes} nodes, {leaves} of them leaves"));
    }
    sheet.row("time", format!("{:.2} s", found.seconds));
    sheet
}

/// Why it is not the whole tree, and what is known by depth.
fn known(found: &Tree, why: &str) -> String {
    let mut sheet = Sheet::default();
    for (depth, nodes) in found.by_depth.iter().enumerate() {
        sheet.row(format!("depth {depth:>2}"), thousands(nodes));
    }
    let deepest = found.by_depth.len().saturating_sub(1);
    let hint = if found.cycle.is_some() { "" } else { "; --memory and --time allow more" };
    format!(
        "Not finished after {:.2} s: {why}\n\nNodes by depth, as far as they are known:\n{}\n--depth {deepest} \
         counts no further{hint}.\n",
        found.seconds,
        sheet.text()
    )
}
