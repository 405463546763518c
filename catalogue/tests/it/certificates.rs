//! Certificates, checked by the program that shares no line with the engines, and forged ones.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};

use catalogue::{Catalogue, CertificateFile, Job};
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use game::{Limits, Random, System};
use verify::{Checked, Fault};

/// Returns what the checker says of the bytes of a file.
fn check(bytes: &[u8]) -> Checked<(String, String, u64)> {
    verify::check(Cursor::new(bytes.to_vec()))
}

/// A certificate with its parts apart, so that it can be changed.
#[derive(Clone)]
struct Parts {
    header: Vec<String>,
    numbers: Vec<u32>,
}

impl Parts {
    fn of(bytes: &[u8]) -> Parts {
        let end = bytes.windows(2).position(|two| two == b"\n\n").expect("a header ends with an empty line");
        let header = std::str::from_utf8(&bytes[..end]).expect("a header is text");
        let mut body = Vec::new();
        DeflateDecoder::new(&bytes[end + 2..]).read_to_end(&mut body).expect("a body is packed");
        let header: Vec<String> = header.lines().map(String::from).collect();
        let (mut numbers, mut number, mut shift) = (Vec::new(), 0, 0);
        for byte in body {
            number |= u32::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                numbers.push(number);
                (number, shift) = (0, 0);
            }
        }
        Parts { header, numbers }
    }

    /// Returns the file, with a right checksum and any number of nodes.
    fn file(&self, nodes: u64) -> Vec<u8> {
        let header = self.header.iter().map(|line| match line.starts_with("nodes ") {
            true => format!("nodes {nodes}\n"),
            false => format!("{line}\n"),
        });
        let header: String = header.collect();
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
        for &number in &self.numbers {
            let mut rest = number;
            while rest >= 128 {
                packed.write_all(&[(rest & 127) as u8 | 128]).expect("memory can be written");
                rest >>= 7;
            }
            packed.write_all(&[rest as u8]).expect("memory can be written");
        }
        let packed = packed.finish().expect("memory can be written");
        sealed([header.as_bytes(), b"\n", &packed].concat())
    }

    /// Returns what the checker says, whatever number of nodes the header should name.
    fn checked(&self) -> Result<String, Fault> {
        // The number of nodes is compared at the very end, so a forger would simply write the right one.
        let mut nodes = 0;
        for _ in 0..2 {
            match check(&self.file(nodes)) {
                Ok((_, value, _)) => return Ok(value),
                Err(Fault::False(why)) if why.contains("and the header names") && nodes == 0 => {
                    nodes = why.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0);
                }
                Err(fault) => return Err(fault),
            }
        }
        Err(Fault::Damaged("the number of nodes is not stable".to_string()))
    }
}

/// Returns the bytes with their checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(&bytes);
    bytes.extend(sum.sum().to_le_bytes());
    bytes
}

fn certified(
    games: &Catalogue,
    name: &str,
    moves: Option<&str>,
    distance: bool,
) -> Option<(String, Vec<u8>)> {
    let opened = games.open(name).expect("the game is there");
    let state = opened.variant.position(moves).expect("the moves are legal");
    let job = Job::default().limits(Limits::default().nodes(50_000));
    let (solved, certificate) = opened.variant.certify(&state, distance, &job).expect("it is a game");
    let file = CertificateFile::new(&opened, moves, &certificate?).expect("the moves are legal");
    let first = opened.variant.system().turn(&state) == Some(game::Player::First);
    let plies =
        solved.plies.filter(|_| distance).map(|plies| format!(" in {plies} plies")).unwrap_or_default();
    let value = match solved.value.as_str() {
        "draw" => "draw".to_string(),
        won => {
            format!("win for the {} player{plies}", if (won == "win") == first { "first" } else { "second" })
        }
    };
    Some((value, file.bytes))
}

#[test]
fn values_of_the_facts_are_certified() {
    let games = builtin::catalogue("test");
    let rows: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../facts/mnk_values.json")).expect("facts are JSON");
    for row in rows.iter().filter(|row| row["game"] == "mnk") {
        let name = format!("mnk:{},{},{}", row["w"], row["h"], row["k"]);
        for distance in [false, true] {
            let Some((value, file)) = certified(&games, &name, None, distance) else {
                // These take longer than a second; of the others, only the distance may.
                assert!(
                    distance || ["mnk:8,4,4", "mnk:8,8,5"].contains(&name.as_str()),
                    "{name} is not settled"
                );
                continue;
            };
            let (game, proved, _) = check(&file).unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
            assert_eq!((game.as_str(), proved.as_str()), (name.as_str(), value.as_str()));
            let expected = match (row["value"].as_str(), row["plies"].as_u64()) {
                (Some("draw"), _) => "draw".to_string(),
                (_, Some(plies)) if distance => format!("win for the first player in {plies} plies"),
                _ => "win for the first player".to_string(),
            };
            assert!(proved.starts_with(&expected), "{name}: {proved}");
        }
    }
}

/// Games of every kind that the checker knows.
const KINDS: [&str; 16] = [
    "mnk:3,3,3",
    "mnk:4,3,3",
    "mnk:4,4,4,weak",
    "mnk:3,3,3,misere",
    "mnk:3,2,2,wild",
    "mnk:3,3,3,wild-misere",
    "mnk:3,3,3,notakto",
    "mnk:3,2,2,order",
    "connect:4,3,3",
    "connect:4,4,4",
    "connect:3,3,3,misere",
    "connect:4,3,3,weak",
    "nim:2,3,4",
    "nim:1,2,3,misere",
    // Words such as 10 and 2, which are in order by their bytes.
    "connect:11,1,2,misere",
    "mnk:1,10,2,misere",
];

/// Returns a few positions of each game: the moves that lead there.
fn positions(games: &Catalogue, name: &str, seed: u64) -> Vec<String> {
    let opened = games.open(name).expect("the game is there");
    let (system, mut random) = (opened.variant.system(), Random::new(seed));
    let mut lines = vec![String::new()];
    for _ in 0..6 {
        let (mut state, mut words) = (opened.variant.position(None).expect("a start"), Vec::new());
        for _ in 0..1 + random.below(4) {
            let next = random.choose(system.actions(&state)).filter(|_| !system.is_final(&state));
            let Some(mv) = next else { break };
            words.push(game::Notation::action_text(system, &state, mv));
            system.apply(&mut state, mv);
        }
        lines.push(words.join(" "));
    }
    lines
}

#[test]
fn positions_of_all_kinds_of_games_are_certified() {
    let games = builtin::catalogue("test");
    for name in KINDS {
        for moves in positions(&games, name, 7) {
            for distance in [false, true] {
                let Some((value, file)) = certified(&games, name, Some(&moves), distance) else { continue };
                let (position, proved, _) =
                    check(&file).unwrap_or_else(|fault| panic!("{name} {moves}: {fault:?}"));
                assert_eq!(proved, value, "{name} after {moves}");
                // Nobody takes the value of a position for that of the game.
                assert_eq!(position == name, moves.is_empty(), "{position}");
            }
        }
    }
}

#[test]
fn what_is_changed_at_random_proves_nothing_false() {
    let (games, mut random) = (builtin::catalogue("test"), Random::new(16));
    let names =
        ["mnk:3,3,3", "mnk:4,3,3", "mnk:5,3,3", "mnk:5,4,4", "mnk:3,3,3,weak", "connect:4,3,3", "nim:1,2,3"];
    let certificates: Vec<(&str, String, Parts)> = names
        .into_iter()
        .flat_map(|name| [(name, false), (name, true)])
        .map(|(name, distance)| {
            let (value, file) = certified(&games, name, None, distance).expect("it is solved");
            (name, value, Parts::of(&file))
        })
        .collect();
    let mut verdicts: BTreeMap<&str, u32> = BTreeMap::new();
    for number in 0..10_000 {
        let (name, value, mut parts) = certificates[number % certificates.len()].clone();
        change(&mut parts, &mut random);
        let what = match parts.checked() {
            Ok(proved) if value.starts_with(&proved) => "still true",
            Ok(proved) => panic!("{name}: {proved}, but it is a {value}: {:?}", parts.header),
            Err(Fault::Damaged(_)) => "damaged",
            Err(Fault::False(_)) => "false",
        };
        *verdicts.entry(what).or_default() += 1;
    }
    // Those that are still true either lost their distance or were changed where nothing depends on it.
    assert!(verdicts["false"] > 5_000 && verdicts["still true"] < 2_000, "{verdicts:?}");
}

/// Changes one thing, or a few, in the proof or in the claim.
fn change(parts: &mut Parts, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let count = parts.numbers.len();
        match random.below(9) {
            0..4 if count > 0 => {
                let (at, most) = (random.below(count), 16);
                parts.numbers[at] = random.below(most) as u32;
            }
            4 if count > 0 => {
                parts.numbers.remove(random.below(count));
            }
            5 => parts.numbers.insert(random.below(count + 1), random.below(16) as u32),
            6 if count > 0 => parts.numbers.swap(random.below(count), random.below(count)),
            7 => parts.numbers.truncate(random.below(count + 1)),
            _ => claim_more(parts, random),
        }
    }
}

/// Changes a word of the claim.
fn claim_more(parts: &mut Parts, random: &mut Random) {
    let claims = ["value ", "reasons "];
    let lines: Vec<usize> = (0..parts.header.len())
        .filter(|&at| claims.iter().any(|key| parts.header[at].starts_with(key)))
        .collect();
    let line = &mut parts.header[lines[random.below(lines.len())]];
    let changes = [
        ("win", "loss"),
        ("draw", "win"),
        ("win", "draw"),
        ("proof", "weak"),
        ("weak", "proof"),
        ("proof", "stealing"),
        ("weak", "stealing"),
        ("stealing", "proof"),
        ("stealing", "rules"),
        ("rules", "proof"),
        ("7", "5"),
        ("6", "4"),
    ];
    let (from, to) = changes[random.below(changes.len())];
    *line = line.replacen(from, to, 1);
}

/// Returns all lists of this many reasons.
fn reasons(count: usize) -> Vec<String> {
    let words = ["proof", "weak", "stealing", "rules"];
    let longer = |list: String| words.map(|word| format!("{list} {word}").trim_start().to_string());
    (0..count).fold(vec![String::new()], |lists, _| lists.into_iter().flat_map(longer).collect())
}

#[test]
fn wrong_claims_about_small_boards_are_refused() {
    let (games, mut random) = (builtin::catalogue("test"), Random::new(12));
    let (mut refused, mut boards) = (0, 0);
    for (w, h) in (1..=12).flat_map(|w| (1..=12 / w).map(move |h| (w, h))) {
        for k in 1..=w.max(h) {
            let name = format!("mnk:{w},{h},{k}");
            let (value, file) = certified(&games, &name, None, true).expect("small boards are solved");
            boards += 1;
            let plies = (1..=w * h + 1).flat_map(|plies| ["win", "loss"].map(|won| format!("{won} {plies}")));
            for claim in ["win", "loss", "draw"].map(String::from).into_iter().chain(plies) {
                for reasons in reasons(if claim.ends_with('s') || claim == "win" { 1 } else { 2 }) {
                    let mut parts = Parts::of(&file);
                    parts.header[2] = format!("value {claim}");
                    parts.header[3] = format!("reasons {reasons}");
                    if random.below(2) == 0 {
                        let count = random.below(20);
                        parts.numbers = (0..count).map(|_| random.below(6 + w * h) as u32).collect();
                    }
                    match parts.checked() {
                        Ok(proved) => assert!(value.starts_with(&proved), "{name}: {proved}, not a {value}"),
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    assert!(boards > 100 && refused > 30_000, "{refused} claims about {boards} games");
}

#[test]
fn what_is_cut_or_damaged_is_refused() {
    let games = builtin::catalogue("test");
    let (_, file) = certified(&games, "mnk:5,4,4", None, false).expect("it is solved");
    for length in 0..file.len() {
        assert!(matches!(check(&file[..length]), Err(Fault::Damaged(_))), "cut to {length} bytes");
    }
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1;
        assert!(matches!(check(&changed), Err(Fault::Damaged(_))), "byte {at} changed");
    }
    let text = |from: &str, to: &str| {
        let mut parts = Parts::of(&file);
        parts.header.iter_mut().for_each(|line| *line = line.replacen(from, to, 1));
        format!("{:?}", parts.checked().expect_err("it is wrong"))
    };
    assert!(
        text("morpion", "morpho")
            .contains("`morpion` should be in the header in place of `morpho certificate 3`")
    );
    assert!(
        text("certificate 3", "certificate 2")
            .contains("it is a morpion certificate 2, not a morpion certificate 3")
    );
    assert!(text("mnk:", "mnk\u{200b}:").contains("is not text that can be seen"));
    for name in ["", "mnk :5,4,4", "mnk-é:5,4,4", "a win; 10 nodes"] {
        assert!(text("game mnk:5,4,4", &format!("game {name}")).contains("is not the name of a game"));
    }
    assert!(text("game mnk:5,4,4", "game mnk:4,5,4").contains("not those of mnk:4,5,4"));
    assert!(text("squares 20", "squares 19").contains("unknown"));
    assert!(text("squares 20", "squares 1025").contains("up to 1024 squares"));
    assert!(text("line 0 ", "line 77 ").contains("`77 1 2 3` a square is double or unknown"));
    assert!(text("turn first", "turn third").contains("`turn third` should be first or second"));
    assert!(text("relabelling ", "relabelling 99").contains("double or unknown"));
    assert!(text("second", "third").contains("`second` should be in the header in place of"));
    assert!(text("value ", "value \u{1b}[2K").contains("is not text"));
    assert!(text("value draw", "value win 0").contains("`0` is not a number that fits"));
    assert!(text("value draw", "value win 4294967296").contains("not a number that fits"));
    let more = |numbers: &[u32]| {
        let mut parts = Parts::of(&file);
        parts.numbers.extend(numbers);
        parts.checked()
    };
    assert!(matches!(more(&[0]), Err(Fault::False(why)) if why.contains("goes on after its end")));
    let unsealed = &file[..file.len() - 4];
    assert!(matches!(check(&sealed([unsealed, b"x"].concat())), Err(Fault::False(_))));
    assert!(matches!(check(&[&file[..], b"x"].concat()), Err(Fault::Damaged(_))));
}

/// Returns what the checker says of a proof of these numbers, behind a header of these lines.
fn forged(header: &[&str], numbers: &[u32]) -> Result<String, Fault> {
    let begin = ["morpion certificate 3", header[0], header[1], header[2], "nodes 1"];
    let header = begin.iter().chain(&header[3..]).map(ToString::to_string).collect();
    Parts { header, numbers: numbers.to_vec() }.checked()
}

#[test]
fn a_name_is_not_lent_to_other_lines() {
    let lists = ["squares 0", "filled-by either", "turn first", "first", "second"];
    // Nobody fills a line where there is none; but all these games have lines, or rules of their own.
    for name in [
        "mnk:3,3,3,misere",
        "mnk:3,3,3,notakto",
        "mnk:3,3",
        "mnk:513,1,1",
        "mnk:99999999999999999999,1,1",
        "mnk:+3,3,3",
        "mnk:3,3,3,weak,weak",
        "torus:3,3,3",
        "connect:4,4,4",
        "nim:1",
    ] {
        let game = format!("game {name}");
        let header = [&[&game, "value draw", "reasons weak weak"], &lists[..]].concat();
        let refused = forged(&header, &[]);
        let why = format!("the squares and lines are not those of {name}");
        assert_eq!(refused, Err(Fault::False(why)));
    }
    // Of other names nothing is known, and that is said.
    let header = [&["game mine", "value draw", "reasons weak weak"], &lists[..]].concat();
    assert_eq!(forged(&header, &[]), Ok("draw".to_string()));
    let header: Vec<String> =
        ["morpion certificate 3", "game mine", "value draw", "reasons weak weak", "nodes 2"]
            .iter()
            .chain(&lists)
            .map(ToString::to_string)
            .collect();
    let (position, ..) = check(&Parts { header, numbers: Vec::new() }.file(2)).expect("it is a draw");
    assert_eq!(position, "`mine` (0 squares; either player wins by filling one of 0 lines, as listed)");
}

#[test]
fn a_verdict_says_who_may_fill_lines() {
    // The weak game has the same squares and lines, and often another value.
    for (by, who) in [("filled-by either", "either player"), ("filled-by first", "only the first player")] {
        let lists = ["squares 0", by, "turn first", "first", "second"];
        let header: Vec<String> =
            ["morpion certificate 3", "game mine", "value draw", "reasons weak weak", "nodes 2"]
                .iter()
                .chain(&lists)
                .map(ToString::to_string)
                .collect();
        let (position, ..) = check(&Parts { header, numbers: Vec::new() }.file(2)).expect("it is a draw");
        let words = format!("`mine` (0 squares; {who} wins by filling one of 0 lines, as listed)");
        assert_eq!(position, words);
    }
}

#[test]
fn a_name_cannot_look_like_a_verdict() {
    let lists = ["squares 0", "filled-by either", "turn first", "first", "second"];
    let long = format!("game {}", "a".repeat(201));
    let unseen = "the header is not text that can be seen, or it quotes".to_string();
    for name in ["game a:` is a win", "game a:\u{3000}b", "game a:\u{ad}", "game a:\u{fe0f}", &long] {
        let header = [&[name, "value draw", "reasons weak weak"], &lists[..]].concat();
        let too_long = format!("`{}` is not the name of a game", &name[5..]);
        let why = if name == long { too_long } else { unseen.clone() };
        assert_eq!(forged(&header, &[]), Err(Fault::Damaged(why)), "{name}");
    }
}

#[test]
fn nobody_wins_without_a_line() {
    // There is no move that would need a reply, and so no reply that could be wrong.
    let lists = ["squares 3", "filled-by first", "turn first", "first", "second", "line 0 1 2"];
    for (claim, squares) in [("value loss", 6), ("value loss 4", 6), ("value win 3", 5)] {
        let plies = if claim.ends_with(|c: char| c.is_ascii_digit()) {
            "reasons proof proof"
        } else {
            "reasons proof"
        };
        let header = [&["game mine", claim, plies], &lists[..squares]].concat();
        for numbers in [&[6; 1][..], &[6; 2], &[6; 9], &[7, 6, 6, 6]] {
            let why = "node 1: no line is left to the winner".to_string();
            assert_eq!(forged(&header, numbers), Err(Fault::False(why)), "{claim} {numbers:?}");
        }
    }
}

#[test]
fn what_a_forger_may_try_is_refused() {
    // A square with four lines of two squares each, and more squares beside.
    let lists = ["squares 9", "filled-by either", "turn second", "first", "second"];
    let lines = [
        "line 0 1 2",
        "line 2 3 4",
        "line 4 5 6",
        "line 6 7 8",
        "line 0 8 4",
        "relabelling 8 7 6 5 4 3 2 1 0",
    ];
    let says = |reasons: &str, numbers: &[u32]| {
        let begin = ["game mine", "value draw", reasons];
        match forged(&[&begin[..], &lists, &lines].concat(), numbers) {
            Err(Fault::False(why) | Fault::Damaged(why)) => why,
            Ok(value) => panic!("{numbers:?} proves a {value}"),
        }
    };
    // Twins where there are none, as deep as one likes, and pairs that are not there or leave a line.
    assert_eq!(says("reasons weak weak", &[5; 4_000_000]), "node 1: no two squares are on the same lines");
    assert!(says("reasons weak weak", &[4]).contains("node 1: the proof ends here"));
    assert!(says("reasons weak weak", &[4, 2, 0]).contains("node 1: the proof ends here"));
    assert!(says("reasons weak weak", &[4, 1, 3]).contains("there is no such pair"));
    // A line whose squares the pairs of two others have taken has no pair left.
    assert!(says("reasons weak weak", &[4, 0]).contains("there is no such pair"));
    // What is kept nowhere, is kept twice, was never begun, or begins no node.
    assert!(says("reasons weak weak", &[1, 0, 0]).contains("nothing is kept there"));
    assert!(says("reasons weak weak", &[1, 1, 0]).contains("nothing is kept there"));
    assert!(says("reasons weak weak", &[0, 1, 0, 0]).contains("nothing is kept there"));
    assert!(says("reasons weak weak", &[0, 0, 0]).contains("no node begins with 0 here"));
    // Moves that are not there, numbers without end, and proofs of the wrong kind.
    assert!(says("reasons weak weak", &[6 + 9]).contains("there is no such move"));
    assert!(says("reasons weak weak", &[6 + 500]).contains("there is no such move"));
    assert!(says("reasons weak weak", &[u32::MAX]).contains("too large"));
    assert!(says("reasons weak weak", &[]).contains("node 1: the proof ends here"));
    assert!(says("reasons stealing weak", &[]).contains("node 1: the proof ends here"));
    assert!(says("reasons weak stealing", &[3, 3]).contains("`stealing` does not show that it is a draw"));
    assert!(says("reasons rules rules", &[]).contains("`rules` does not show"));
    assert!(says("reasons weak", &[3]).contains("a draw takes 2 reasons"));
    assert!(says("reasons weak weak weak", &[3, 3]).contains("a draw takes 2 reasons"));
}

#[test]
fn small_files_take_little() {
    let bomb = |header: &[&str], byte: u8| {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..200 {
            packed.write_all(&[byte; 1 << 20]).expect("memory can be written");
        }
        let packed = packed.finish().expect("memory can be written");
        let header = format!("{}\n\n", header.join("\n"));
        check(&sealed([header.as_bytes(), &packed].concat())).expect_err("it proves nothing")
    };
    // Taking one at a time, as deep as a game can be.
    let begin = ["morpion certificate 3", "game nim:255,255", "value win", "reasons proof"];
    let deep = [&begin[..], &["nodes 1", "moves"]].concat();
    assert!(
        matches!(bomb(&deep, 6), Fault::False(why) if why.contains("node 511: the game ends otherwise here"))
    );
    let zeros = bomb(&deep, 0);
    assert!(matches!(zeros, Fault::False(why) if why.contains("no node begins with 0 here")));
    // A header that does not end.
    let lists = ["nodes 1", "squares 9", "filled-by either", "turn first", "first", "second"];
    let squares =
        |line: usize| (0..15).filter(|at| line >> at & 1 == 1).map(|at| format!(" {at}")).collect::<String>();
    let many: Vec<String> = (1..=20_001).map(|line| format!("line{}", squares(line))).collect();
    let many = many.join("\n");
    let lists = lists.map(|line| line.replace('9', "15"));
    let lists: Vec<&str> = lists.iter().map(String::as_str).collect();
    let many = [&begin[..], &lists, &[&many]].concat();
    assert!(matches!(bomb(&many, 5), Fault::Damaged(why) if why.contains("20000 lines")));
    let lines = "line 1\n".repeat(3 << 20);
    let endless = [&begin[..], &[&lines]].concat();
    assert!(matches!(bomb(&endless, 5), Fault::Damaged(why) if why.contains("does not end")));
}
