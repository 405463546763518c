//! `morpion match`: two engines play each other, and one of them always begins.

use arena::{Format, Results};
use catalogue::Catalogue;
use catalogue::numbers::thousands;
use game::{Outcome, Player as Side};
use serde_json::json;

use crate::answer::{Answer, Failure};
use crate::draw::Sheet;
use crate::play_args::MatchArgs;
use crate::solve::game;
use crate::tournament::{Contest, entrants, reasons};

pub fn answer(args: &MatchArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let opened = game(&args.game, games)?;
    let names = [format!("x {}", args.first), format!("o {}", args.second)];
    let players = [args.first.clone(), args.second.clone()];
    let contest = Contest::new(&opened, &players, &args.contest)?;
    let entrants = entrants(&contest.engines, &players, &names, games.program())?;
    let tournament = contest.tournament(entrants, args.games as usize)?.format(Format::FixedSides);
    let mut results = Results::default();
    let played = contest.play(&tournament, &mut results, None)?;
    let count = |outcome: Option<Outcome>| {
        results.games.values().filter(|game| game.ending.outcome == outcome).count()
    };
    let first = count(Some(Outcome::Win(Side::First)));
    let second = count(Some(Outcome::Win(Side::Second)));
    let (draws, played_games) = (count(Some(Outcome::Draw)), results.games.len());
    let plies: usize = results.games.values().map(|game| game.plies).sum();
    let mean = plies as f64 / played_games.max(1) as f64;
    let mut sheet = Sheet::default();
    sheet.row("games", thousands(played_games as u64));
    sheet.row(format!("{} wins", names[0]), thousands(first as u64));
    sheet.row(format!("{} wins", names[1]), thousands(second as u64));
    sheet.row("draws", thousands(draws as u64));
    sheet.row("mean length", format!("{mean:.1} plies"));
    for (reason, count) in reasons(&results) {
        sheet.row(reason, thousands(count as u64));
    }
    if !played.complete {
        sheet.row("stopped", format!("after {played_games} of {} games", args.games));
    }
    if let Some(why) = &played.unwritten {
        sheet.row("not written", why.clone());
    }
    let moves = played.only.as_ref().map(|record| record.moves.iter().map(|entry| &entry.text));
    let moves = moves.map(Iterator::collect::<Vec<_>>);
    let json = json!({
        "game": opened.to_string(), "first": args.first.to_string(), "second": args.second.to_string(),
        "games": played_games.to_string(), "first_wins": first.to_string(), "second_wins": second.to_string(),
        "draws": draws.to_string(), "mean_plies": mean, "seconds": played.seconds, "complete": played.complete,
        "unwritten": played.unwritten, "moves": moves,
    });
    let game = played.only.as_ref().map_or(String::new(), |record| contest.drawn(record));
    let complete = played.complete && played.unwritten.is_none();
    Ok(Answer { text: format!("{opened}\n\n{game}{}", sheet.text()), json, complete })
}
