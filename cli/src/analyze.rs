//! `morpion analyze`: what each legal move is worth.

use std::io::IsTerminal;

use catalogue::{Analysis, Catalogue, Favourite, Judgement};
use game::Verdict;

use crate::answer::{Answer, Failure, object};
use crate::args::AnalyzeArgs;
use crate::draw::{Sheet, indented, widest, wrapped_to};
use crate::progress::{at_work, limits_of};
use crate::solve::{bounds, game, why_stopped};

pub fn answer(args: &AnalyzeArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let (opened, search) = (game(&args.game, games)?, &args.search);
    let state = search.from.position(&opened)?;
    let found = at_work(limits_of(search.memory(), search.time), |job| {
        opened.variant.analyze(&state, &job.threads(search.threads.into()).engine(search.engine))
    })?;
    let colour = std::io::stdout().is_terminal() && !search.json;
    let (board, from) = (indented(&draw(&found, colour)), search.from.title());
    let star = if found.favourite.is_some() { ", * is the engine's favourite" } else { "" };
    let legend = format!("+ wins, = draws, - loses, ? is not known{star}");
    let mut text = format!("{opened}{from}\n\n{board}\n{legend}\n\n{}", by_worth(&found));
    if let Some(Favourite { mv, estimate, line }) = &found.favourite {
        let (chances, line) = ((100.0 * estimate).round(), line.join(" "));
        text += &format!(
            "\nThe engine's favourite (an estimate): {mv}, chances about {chances} %, line {line}\n"
        );
    }
    if let Some(why) = found.stopped {
        text += &format!("\nStopped: {}.\n", why_stopped(why, search.memory()));
    }
    Ok(Answer { text, json: object(&opened, Some(&search.from), &found), complete: found.complete })
}

/// The moves of each worth on a line, the best first and the favourite marked with a star.
fn by_worth(found: &Analysis) -> String {
    /// Of more moves of which little is known, only the favourite is named.
    const MANY: usize = 24;
    let favourite = found.favourite.as_ref().map(|favourite| &favourite.mv);
    let mut groups: Vec<(String, Vec<&Judgement>)> = Vec::new();
    for judged in &found.analysis {
        let worth = words(judged);
        match groups.last_mut() {
            Some((same, group)) if *same == worth => group.push(judged),
            _ => groups.push((worth, vec![judged])),
        }
    }
    let width = widest(groups.iter().map(|(worth, _)| worth.as_str()));
    let mut sheet = Sheet::default();
    for (worth, mut group) in groups {
        group.sort_by_key(|judged| Some(&judged.mv) != favourite);
        let star = if Some(&group[0].mv) == favourite { "*" } else { "" };
        let is_open = group[0].verdict().is_none();
        let moves = match group.len() {
            count @ MANY.. if is_open && !star.is_empty() => {
                format!("{} and {} more", group[0].mv, count - 1)
            }
            count @ MANY.. if is_open => format!("{count} moves"),
            _ => group.iter().map(|judged| &*judged.mv).collect::<Vec<&str>>().join(" "),
        };
        sheet.row(worth, wrapped_to(80usize.saturating_sub(width + 2), &format!("{star}{moves}")));
    }
    sheet.text()
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
            let is_favourite = found.favourite.as_ref().is_some_and(|favourite| favourite.mv == judged.mv);
            let known = sign(judged.verdict(), colour);
            cells[*place] = if is_favourite && judged.verdict().is_none() { star(colour) } else { known };
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
    painted(sign, colour, coloured)
}

/// The sign of the favourite, where nothing is proved of it.
fn star(coloured: bool) -> String {
    painted('*', 35, coloured)
}

fn painted(sign: char, colour: u8, coloured: bool) -> String {
    if coloured { format!("\x1b[{colour}m{sign}\x1b[0m") } else { sign.to_string() }
}

fn words(judged: &Judgement) -> String {
    match judged.least == judged.most {
        true => judged.least.to_string(),
        false => bounds(judged.least, judged.most),
    }
}
