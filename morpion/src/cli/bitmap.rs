//! `morpion bitmap`: a board as a number.

use games::bits::{Bits, WIDEST};
use games::mnk::bitmap::{self, DIRECTIONS};
use games::with_bits;
use num_bigint::BigUint;
use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::BitmapArgs;
use super::draw::{Sheet, indented};

pub fn answer(args: &BitmapArgs) -> Result<Answer, Failure> {
    let (w, h) = (args.w, args.h);
    let bits = (u64::from(w) + 1) * (u64::from(h) + 1);
    if w == 0 || h == 0 || bits > u64::from(WIDEST) {
        return Err(Failure::new(format!(
            "a {w}x{h} board takes {bits} bits; both sides are at least 1, and (W+1)·(H+1) at most {WIDEST}: \
             morpion bitmap 3 3 \"....111.111.111.\""
        )));
    }
    with_bits!(bits as u32, B => describe::<B>(args, read::<B>(args)?))
}

fn read<B: Bits>(args: &BitmapArgs) -> Result<B, Failure> {
    let (w, h) = (args.w, args.h);
    if let Some(text) = &args.text {
        return bitmap::bitmap(w, h, text).map_err(|error| {
            let working = bitmap::text(w, h, bitmap::full::<B>(w, h)).replace('\n', "");
            Failure::new(format!(
                "{error}\nfor example, every square marked: morpion bitmap {w} {h} \"{working}\""
            ))
        });
    }
    let typed = args.value.as_deref().unwrap_or_default();
    let number = typed
        .parse::<BigUint>()
        .map_err(|_| Failure::new(format!("`{typed}` is not a number: --value 1911")))?;
    let full = bitmap::full::<B>(w, h);
    match (0..number.bits())
        .find(|&bit| number.bit(bit) && !(bit < u64::from(B::WIDTH) && full.has(bit as u32)))
    {
        Some(bit) => Err(Failure::new(format!(
            "bit {bit} of {number} is outside a {w}x{h} board; with every square marked it is {}",
            value(full)
        ))),
        None => Ok((0..number.bits())
            .filter(|&bit| number.bit(bit))
            .fold(B::ZERO, |b, bit| b | B::bit(bit as u32))),
    }
}

fn value<B: Bits>(board: B) -> BigUint {
    let mut number = BigUint::ZERO;
    for bit in board.iter() {
        number.set_bit(u64::from(bit), true);
    }
    number
}

fn describe<B: Bits>(args: &BitmapArgs, board: B) -> Result<Answer, Failure> {
    let (w, h, k) = (args.w, args.h, args.k);
    if k == 0 {
        return Err(Failure::new("none in a row are everywhere; K is at least 1: --k 3"));
    }
    let names = ["north", "east", "northeast", "southeast"];
    let found = DIRECTIONS.map(|direction| bitmap::alignments(w, h, k, direction, board));
    let squares: Vec<String> = board
        .iter()
        .map(|bit| bitmap::decode(w, h, bit))
        .map(|(i, j)| game::square(i as usize, j as usize))
        .collect();
    let drawn = bitmap::text(w, h, board);
    let mut sheet = Sheet::default();
    sheet.row("value", value(board).to_string());
    sheet.row("binary", format!("{:0>1$}", value(board).to_str_radix(2), bitmap::size(w, h) as usize));
    sheet.row("squares", if squares.is_empty() { "none".to_string() } else { squares.join(" ") });
    let starts = |set: B| {
        set.iter().map(|bit| bitmap::decode(w, h, bit)).map(|(i, j)| game::square(i as usize, j as usize))
    };
    for (name, set) in names.iter().zip(found).filter(|(_, set)| !set.is_empty()) {
        sheet.row(format!("{k} {name}"), format!("from {}", starts(set).collect::<Vec<_>>().join(" ")));
    }
    let has_alignment = bitmap::has_alignment(w, h, k, board);
    if !has_alignment {
        sheet.row(format!("{k} in a row"), "none");
    }
    let alignments: serde_json::Map<String, serde_json::Value> = names
        .iter()
        .zip(found)
        .map(|(name, set)| (name.to_string(), json!(value(set).to_string())))
        .collect();
    let json = json!({
        "w": w, "h": h, "k": k, "value": value(board).to_string(), "text": drawn, "squares": squares,
        "has_alignment": has_alignment, "alignments": alignments,
    });
    Ok(Answer::complete(format!("{}\n{}", indented(&drawn), sheet.text()), json))
}
