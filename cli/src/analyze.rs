//! `morpion analyze`: what each legal move is worth.

use std::io::IsTerminal;

use catalogue::{Analysis, Catalogue, Favourite, Judgement};
use game::Verdict;

use crate::answer::{Answer, Failure, object};
use crate::args::AnalyzeArgs;
use crate::draw::{Sheet, indented};
use crate::progress::{at_work, limits_of};
use crate::solve::{bounds, game, why_stopped};

pub fn answer(args: &AnalyzeArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let (opened, search) = (game(&args.game, games)?, &args.search);
    let state = search.from.position(&opened)?;
    let found = at_work(limits_of(search.memory(), search.time), |job| {
        opened.variant.analyze(&state, &job.threads(search.threads.into()).engine(search.engine))
    })?;
    let mut sheet = Sheet::default();
    for judged in &found.analysis {
        sheet.row(&judged.mv, words(judged));
    }
    let colour = std::io::stdout().is_terminal() && !search.json;
    let (board, from) = (indented(&draw(&found, colour)), search.from.title());
    let legend = "+ wins, = draws, - loses, ? is not known";
    let mut text = format!("{opened}{from}\n\n{board}\n{legend}\n\n{}", sheet.text());
    if let Some(Favourite { mv, estimate, line }) = &found.favourite {
        let (chances, line) = ((100.0 * estimate).round(), line.join(" "));
        text +=
            &format!("\nThe engine's favourite, an estimate: {mv}, chances about {chances} %, line {line}\n");
    }
    if let Some(why) = found.stopped {
        text += &format!("\nStopped: {}.\n", why_stopped(why, search.memory()));
    }
    Ok(Answer { text, json: object(&opened, Some(&search.from), &found), complete: found.complete })
}

/// The board with a sign where each move would be, as far as a move changes one character of the drawing.
fn draw(found: &Analysis, colour: bool) -> String {
    let mut cells: Vec<String> = found.board.chars().map(String::from).collect();
    let plain = cells.clone();
    // The best move last, so that it is the one shown where several change one place.
    for judged in found.analysis.iter().rev() {
        let after: Vec<String> = judged.board.chars().map(String::from).collect();
        let changed: Vec<usize> = (0..plain.len()).filter(|&i| after.get(i) != plain.get(i)).collect();
        if let ([place], true) = (&changed[..], after.len() == plain.len()) {
            cells[*place] = sign(judged.verdict(), colour);
        }
    }
    cells.concat()
}

fn sign(verdict: Option<Verdict>, coloured: bool) -> String {
    let (sign, colour) = match verdict {
        Some(Verdict::Win) => ('+', 32),
        Some(Verdict::Draw) => ('=', 33),
        Some(Verdict::Loss) => ('-', 31),
        None => ('?', 36),
    };
    if coloured { format!("\x1b[{colour}m{sign}\x1b[0m") } else { sign.to_string() }
}

fn words(judged: &Judgement) -> String {
    match judged.least == judged.most {
        true => judged.least.to_string(),
        false => bounds(judged.least, judged.most),
    }
}
