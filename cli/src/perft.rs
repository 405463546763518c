//! `morpion perft`: how many ways there are to play 0, 1, 2 … moves.

use catalogue::Catalogue;
use catalogue::numbers::{counted, thousands};

use crate::answer::{Answer, Failure, object};
use crate::args::PerftArgs;
use crate::draw::Sheet;
use crate::progress::{at_work, limits_of};
use crate::units::reason;

pub fn answer(args: &PerftArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let (opened, spending) = (games.open(&args.game)?, &args.spending);
    let starts = spending.from.starts(&opened)?;
    let found = at_work(limits_of(spending.memory, spending.time), |job| {
        opened.variant.perft(&starts, args.depth, !spending.no_symmetry, &job)
    });
    let mut sheet = Sheet::default();
    for (depth, ways) in found.by_depth.iter().enumerate() {
        let ended = found.ended_by_depth.get(depth).filter(|n| **n != 0u32.into());
        let ended = ended.map_or(String::new(), |n| format!("  (of them {} end there)", thousands(n)));
        sheet.row(format!("depth {depth:>2}"), format!("{}{ended}", thousands(ways)));
    }
    let mut text = format!("{opened}: ways to play, by the number of moves\n\n");
    sheet.write(&mut text);
    let reached = found.by_depth.len() as u32;
    if found.complete && reached <= args.depth {
        let longest = counted(reached.saturating_sub(1), "move", "moves");
        text += &format!("\nNo game is longer than {longest}.\n");
    }
    if let Some(why) = found.stopped {
        text += &format!("\nStopped before depth {reached}: {}.\n", reason(why, spending.memory));
    }
    text += &format!("\n{:.2} s\n", found.seconds);
    Ok(Answer { text, json: object(&opened, None, &found), complete: found.complete })
}
