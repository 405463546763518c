//! `morpion bitmap`: a board as a number.

use catalogue::Catalogue;
use games::bits::{Bits, WIDEST};
use games::mnk::bitmap::{self, DIRECTIONS};
use games::with_bits;
use num_bigint::BigUint;
use serde_json::json;

use crate::answer::{Answer, Failure};
use crate::args::BitmapArgs;
use crate::draw::{Sheet, indented};

/// The directions of `DIRECTIONS`, by name.
const NAMES: [&str; 4] = ["north", "east", "northeast", "southeast"];

pub fn answer(args: &BitmapArgs, games: &Catalogue) -> Result<Answer, Failure> {
    let (w, h) = (args.w, args.h);
    let (bits, program) = (bitmap::size(w, h), games.program());
    if bits > WIDEST {
        return Err(Failure::new(format!(
            "a {w}x{h} board takes {bits} bits; (W+1)·(H+1) may be at most {WIDEST}: \
             {program} bitmap 3 3 \"....111.111.111.\""
        )));
    }
    with_bits!(bits, B => Ok(describe::<B>(args, read::<B>(args, program)?)))
}

fn read<B: Bits>(args: &BitmapArgs, program: &str) -> Result<B, Failure> {
    let (w, h) = (args.w, args.h);
    if let Some(text) = &args.text {
        return bitmap::bitmap(w, h, text).map_err(|error| {
            let working = bitmap::text(w, h, bitmap::full::<B>(w, h)).replace('\n', "");
            Failure::new(format!(
                "{error}\nfor example, every square marked: {program} bitmap {w} {h} \"{working}\""
            ))
        });
    }
    let typed = args.value.as_deref().expect("without a text a value is required");
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

fn describe<B: Bits>(args: &BitmapArgs, board: B) -> Answer {
    let (w, h, k) = (args.w, args.h, args.k);
    let found = DIRECTIONS.map(|direction| bitmap::alignments(w, h, k, direction, board));
    let squares = |set: B| -> Vec<String> {
        let places = set.iter().map(|bit| bitmap::decode(w, h, bit));
        places.map(|(i, j)| game::square(i as usize, j as usize)).collect()
    };
    let mut sheet = Sheet::default();
    sheet.row("value", value(board).to_string());
    sheet.row("binary", format!("{:0>1$}", value(board).to_str_radix(2), bitmap::size(w, h) as usize));
    sheet.row("squares", if board.is_empty() { "none".to_string() } else { squares(board).join(" ") });
    for (name, set) in NAMES.iter().zip(found).filter(|(_, set)| !set.is_empty()) {
        sheet.row(format!("{k} {name}"), format!("from {}", squares(set).join(" ")));
    }
    let has_alignment = bitmap::has_alignment(w, h, k, board);
    if !has_alignment {
        sheet.row(format!("{k} in a row"), "none");
    }
    let drawn = bitmap::text(w, h, board);
    let alignments: serde_json::Map<String, serde_json::Value> = NAMES
        .iter()
        .zip(found)
        .map(|(name, set)| (name.to_string(), json!(value(set).to_string())))
        .collect();
    let json = json!({
        "w": w, "h": h, "k": k, "value": value(board).to_string(), "text": drawn, "squares": squares(board),
        "has_alignment": has_alignment, "alignments": alignments,
    });
    Answer::complete(format!("{}\n{}", indented(&drawn), sheet.text()), json)
}
