//! The pictures of the book's chapters on trees and on proofs, drawn from what the engines do.
//!
//! `MORPION_UPDATE=1 cargo test -p morpion-search pictures` draws them anew.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::Path;

use search::tree::{Tree, Window};

const INK: &str = "#1f2937";
const FAINT: &str = "#c3c9d2";
const FIRST: &str = "#1f5fa8";
const SECOND: &str = "#b3541e";

/// Compares a picture with the one in the book, or keeps it.
fn is_kept(name: &str, (width, height): (u32, u32), title: &str, content: &str) {
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n<title>{title}</title>\n<rect \
         width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{content}</svg>\n"
    );
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/pictures").join(name);
    if std::env::var_os("MORPION_UPDATE").is_some() {
        std::fs::write(&place, &picture).unwrap();
    }
    let kept = std::fs::read_to_string(&place).unwrap_or_default();
    assert_eq!(kept, picture, "{name} has changed; MORPION_UPDATE=1 keeps it so");
}

/// The branches of the nodes at each depth.
const BRANCHES: [usize; 3] = [3, 2, 3];
/// The values of the leaves for the player who begins.
const LEAVES: [i32; 18] = [4, 7, 2, 9, 1, 3, 5, 8, 1, 6, 2, 4, 3, 2, 1, 9, 9, 8];

/// A depth, and the number of a node among those of that depth.
type Place = (usize, usize);

/// The tree below a place; what is made of it is noted.
fn tree(place: Place, made: &RefCell<BTreeSet<Place>>) -> Tree<'_, usize> {
    made.borrow_mut().insert(place);
    let (depth, number) = place;
    match BRANCHES.get(depth) {
        // At the leaves the second player is up.
        None => Tree::leaf(-LEAVES[number]),
        Some(&branches) => {
            let below = move |branch| (branch, tree((depth + 1, number * branches + branch), made));
            Tree::node((0..branches).map(below))
        }
    }
}

/// What is known of a node when some of those below were not made: a value for the player who begins, and whether it is
/// a bound only.
fn known((depth, number): Place, made: &BTreeSet<Place>) -> (i32, bool) {
    let Some(&branches) = BRANCHES.get(depth) else { return (LEAVES[number], false) };
    let below = (0..branches).map(|branch| (depth + 1, number * branches + branch));
    let below: Vec<Place> = below.filter(|place| made.contains(place)).collect();
    let values = below.iter().map(|&place| known(place, made));
    let best = if depth % 2 == 0 {
        values.max_by_key(|&(value, bound)| (value, !bound))
    } else {
        values.min_by_key(|&(value, bound)| (value, bound))
    };
    let (value, is_bound) = best.expect("a node that was made has one below");
    (value, is_bound || below.len() < branches)
}

#[test]
fn alpha_beta_leaves_branches_out() {
    let made = RefCell::default();
    let value = tree((0, 0), &made).alpha_beta(Window::FULL);
    let made = made.into_inner();
    let all = RefCell::default();
    assert_eq!(tree((0, 0), &all).negamax(), value);
    assert_eq!(known((0, 0), &made), (value, false));
    // The figures of the text.
    assert_eq!((all.borrow().len(), made.len()), (28, 22));

    let across = |(depth, number): Place| {
        let leaves: usize = BRANCHES[depth..].iter().product();
        20.0 + 36.0 * (number as f64 + 0.5) * leaves as f64
    };
    let down = |depth: usize| 30.0 + 76.0 * depth as f64;
    let (mut lines, mut nodes) = (String::new(), String::new());
    for place @ (depth, number) in all.into_inner() {
        let (x, y, is_made) = (across(place), down(depth), made.contains(&place));
        if depth > 0 {
            let above = (depth - 1, number / BRANCHES[depth - 1]);
            let (colour, dashes) = if is_made { (INK, "") } else { (FAINT, " stroke-dasharray=\"4 4\"") };
            let (from, start) = (across(above), down(depth - 1));
            writeln!(lines, "<path d=\"M{from} {start}L{x} {y}\" stroke=\"{colour}\"{dashes}/>").unwrap();
        }
        node(&mut nodes, (x, y), place, is_made.then(|| known(place, &made)));
    }
    let (left, right) = ("the largest", "the smallest");
    for (depth, text) in [(0, left), (1, right), (2, left)] {
        let y = down(depth) + 4.0;
        writeln!(nodes, "<text x=\"704\" y=\"{y}\" text-anchor=\"start\" fill=\"{INK}\">{text}</text>")
            .unwrap();
    }
    is_kept("tree.svg", (800, 290), "A tree, and what alpha-beta makes of it", &(lines + &nodes));
}

/// Draws a node: a circle where the first player chooses, a square where the second does, a number alone for a leaf.
fn node(svg: &mut String, (x, y): (f64, f64), (depth, number): Place, known: Option<(i32, bool)>) {
    let ink = if known.is_some() { INK } else { FAINT };
    let (left, top) = (x - 15.0, y - 15.0);
    match depth {
        3 => writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"30\" height=\"30\" fill=\"#ffffff\"/>"),
        1 => writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"30\" height=\"30\" fill=\"#ffffff\" stroke=\"{ink}\"/>"
        ),
        _ => writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"#ffffff\" stroke=\"{ink}\"/>"),
    }
    .unwrap();
    let text = match known {
        Some((value, false)) => value.to_string(),
        Some((value, true)) => format!("{} {value}", if depth % 2 == 0 { "≥" } else { "≤" }),
        None if depth == 3 => LEAVES[number].to_string(),
        None => return,
    };
    writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{text}</text>", y + 4.5).unwrap();
}

const COLUMNS: usize = 4;
const ROWS: usize = 3;
const ALL: u16 = (1 << (COLUMNS * ROWS)) - 1;

/// The lines of three on the board of four columns and three rows; squares are numbered a1, a2, a3, b1, ….
fn lines() -> Vec<u16> {
    let mut lines = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (column, row) in (0..COLUMNS as i32).flat_map(|c| (0..ROWS as i32).map(move |r| (c, r))) {
            let end = (column + 2 * right, row + 2 * up);
            if end.0 < COLUMNS as i32 && (0..ROWS as i32).contains(&end.1) {
                let squares = (0..3).map(|step| (column + step * right) * ROWS as i32 + row + step * up);
                lines.push(squares.fold(0, |line, square| line | 1 << square));
            }
        }
    }
    lines
}

fn squares(set: u16) -> impl Iterator<Item = u16> {
    (0..16).map(|number| 1 << number).filter(move |square| set & square != 0)
}

/// Whether x, who is to move, fills a line, when o only prevents it: by trying everything.
fn fills(x: u16, o: u16, lines: &[u16], seen: &mut HashMap<(u16, u16), bool>) -> bool {
    if let Some(&known) = seen.get(&(x, o)) {
        return known;
    }
    let free = ALL & !x & !o;
    let found = squares(free).any(|mv| {
        let after = x | mv;
        lines.iter().any(|line| after & line == *line)
            || (free != mv && squares(free & !mv).all(|reply| fills(after, o | reply, lines, seen)))
    });
    seen.insert((x, o), found);
    found
}

/// The fewest squares in which x, who is to move, fills a line even if o owned all others.
fn zone(x: u16, o: u16, lines: &[u16], seen: &mut HashMap<(u16, u16), bool>) -> u16 {
    let free = ALL & !x & !o;
    let mut sets: Vec<u16> = (0..=ALL).filter(|set| set & !free == 0).collect();
    sets.sort_by_key(|set| set.count_ones());
    let found = sets.into_iter().find(|set| fills(x, ALL & !x & !set, lines, seen));
    found.expect("x wins wherever o has moved")
}

#[test]
fn two_zones_answer_eleven_replies() {
    let (lines, mut seen) = (lines(), HashMap::new());
    assert_eq!(lines.len(), 14);
    // c2.
    let x = 1 << 7;
    let on = |square: &u16| lines.iter().filter(|line| **line & square != 0).count();
    let (mut left, mut zones) = (ALL & !x, Vec::new());
    // The heaviest reply that is not answered yet.
    while let Some(reply) = squares(left).max_by_key(on) {
        let zone = zone(x, reply, &lines, &mut seen);
        left &= zone & !reply;
        zones.push((reply, zone, left));
    }
    assert_eq!(zones.len(), 2, "the figure of the text");
    // What the picture says, by trying every reply.
    assert!(squares(ALL & !x).all(|reply| fills(x, reply, &lines, &mut seen)));

    let mut svg = String::new();
    for (number, &(reply, zone, left)) in zones.iter().enumerate() {
        let across = 20.0 + 160.0 * number as f64;
        let name = name_of(reply);
        writeln!(svg, "<text x=\"{}\" y=\"20\" fill=\"{INK}\">o plays {name}</text>", across + 64.0).unwrap();
        board(&mut svg, across, (x, reply, zone, left));
    }
    let width = 20 + 160 * zones.len() as u32;
    is_kept("zones.svg", (width, 140), "Zones of the replies to c2 on 4×3", &svg);
}

fn name_of(square: u16) -> String {
    let number = square.trailing_zeros() as usize;
    format!("{}{}", ['a', 'b', 'c', 'd'][number / ROWS], number % ROWS + 1)
}

/// Draws a board with the marks of both, the zone, and a ring where a reply is still to be answered.
fn board(svg: &mut String, across: f64, (x, o, zone, left): (u16, u16, u16, u16)) {
    for square in squares(ALL) {
        let number = square.trailing_zeros() as usize;
        let (column, row) = ((number / ROWS) as f64, (ROWS - 1 - number % ROWS) as f64);
        let (at, top) = (across + 32.0 * column, 32.0 + 32.0 * row);
        let fill = if zone & square != 0 { "#fde68a" } else { "#ffffff" };
        writeln!(
            svg,
            "<rect x=\"{at}\" y=\"{top}\" width=\"32\" height=\"32\" fill=\"{fill}\" stroke=\"{INK}\"/>"
        )
        .unwrap();
        let (middle, base) = (at + 16.0, top + 22.0);
        let mark = if x & square != 0 {
            Some(("x", FIRST))
        } else if o & square != 0 {
            Some(("o", SECOND))
        } else {
            None
        };
        if let Some((text, colour)) = mark {
            writeln!(
                svg,
                "<text x=\"{middle}\" y=\"{base}\" font-size=\"20\" font-weight=\"bold\" fill=\"{colour}\">{text}</text>"
            )
            .unwrap();
        } else if left & square != 0 {
            let y = top + 16.0;
            writeln!(svg, "<circle cx=\"{middle}\" cy=\"{y}\" r=\"4\" fill=\"{INK}\"/>").unwrap();
        }
    }
}
