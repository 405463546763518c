//! Tables that the engines write, and what is changed in them.

use game::{Limits, Notation, Playable, Random};
use games::mnk::{Gravity, Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use symbolic::Symbolic;
use tablebase::{Access, Body};
use verify::rules::State;

use super::*;
use crate::table::{Diagram, Shape};

type Falling = Mnk<u64, Gravity<u64>>;

/// Returns the file of a game's table.
fn file<G>(game: &G, name: &str, distances: bool) -> Vec<u8>
where
    G: Playable + Notation + Symbolic<Configuration = <G as game::Game>::State>,
{
    let access = Access::new(game).form(Some(game));
    let solved = access.solve_as(Body::Diagrams, distances, &Limits::default(), &|_| ());
    let mut bytes = Vec::new();
    solved.expect("it is small").table.save(name, 1, &mut bytes).expect("memory can be written");
    bytes
}

fn read(bytes: &[u8]) -> Table {
    Table::read(bytes).expect("it is a table")
}

fn both(table: &Table) -> [Result<u128, Fault>; 2] {
    [sets::check(table), states::check(table)]
}

#[test]
fn tables_of_the_engines_are_right() {
    let mnk = |w, h, k, rule| Mnk::<u64>::new(w, h, k, rule);
    for distances in [false, true] {
        for (bytes, positions) in [
            (file(&mnk(3, 3, 3, Rule::Normal), "mnk:3,3,3", distances), 5478),
            (file(&mnk(4, 3, 3, Rule::Misere), "mnk:4,3,3,misere", distances), 111_973),
            (file(&mnk(3, 3, 3, Rule::Weak), "mnk:3,3,3,weak", distances), 5646),
            (file(&mnk(2, 4, 3, Rule::Normal), "mnk:2,4,3", distances), 0),
            (file(&Wild::<u64>::new(3, 2, 2, WildRule::Normal), "mnk:3,2,2,wild", distances), 0),
            (file(&Wild::<u64>::new(3, 3, 3, WildRule::Misere), "mnk:3,3,3,wild-misere", distances), 18_753),
            (file(&Wild::<u64>::new(3, 2, 2, WildRule::Order), "mnk:3,2,2,order", distances), 349),
            (file(&Notakto::<u64>::new(3, 3, 3), "mnk:3,3,3,notakto", distances), 450),
            (file(&Falling::with_gravity(4, 4, 4, Rule::Normal), "connect:4,4,4", distances), 161_029),
            (file(&Falling::with_gravity(4, 3, 3, Rule::Misere), "connect:4,3,3,misere", distances), 7157),
            (file(&Nim::new(&[2, 3, 4], false), "nim:2,3,4", distances), 112),
            (file(&Nim::new(&[1, 2, 3], true), "nim:1,2,3,misere", distances), 40),
        ] {
            let table = read(&bytes);
            let [by_sets, by_states] = both(&table);
            assert_eq!(by_sets, by_states, "{}", table.game);
            assert!(by_sets.as_ref().is_ok_and(|&found| positions == 0 || found == positions), "{by_sets:?}");
        }
    }
}

impl Diagram {
    /// Gives one position a value, without a change for others. Returns the old one.
    fn set(&mut self, shape: &Shape, cells: &[u16], value: u32) -> u32 {
        let old = self.value(shape, cells);
        self.root = self.changed(shape, cells, 0, self.root, value);
        old
    }

    fn changed(&mut self, shape: &Shape, cells: &[u16], level: usize, node: u32, value: u32) -> u32 {
        if level == self.levels.len() {
            return value;
        }
        let at = (node as usize).wrapping_sub(1).wrapping_mul(shape.letters);
        let children = match node {
            0 => vec![0; shape.letters],
            _ => self.levels[level][at..at + shape.letters].to_vec(),
        };
        let letter = usize::from(cells[shape.cells[level]]);
        let child = self.changed(shape, cells, shape.next(level, letter), children[letter], value);
        self.levels[level].extend(children);
        let end = self.levels[level].len();
        self.levels[level][end - shape.letters + letter] = child;
        (end / shape.letters) as u32
    }
}

/// Returns positions of a game that is played at random.
fn played(table: &Table, random: &mut Random) -> Vec<State> {
    let mut line = vec![table.start.clone()];
    while let Some(next) = random.choose(table.rules.next(&line[line.len() - 1])) {
        line.push(next);
    }
    line
}

#[test]
fn one_wrong_value_is_found() {
    let mut random = Random::new(3);
    for bytes in [
        file(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", false),
        file(&Mnk::<u64>::new(3, 3, 3, Rule::Misere), "mnk:3,3,3,misere", true),
        file(&Falling::with_gravity(3, 3, 3, Rule::Normal), "connect:3,3,3", false),
        file(&Nim::new(&[1, 2, 3], true), "nim:1,2,3,misere", false),
    ] {
        for _ in 0..12 {
            let mut table = read(&bytes);
            let line = played(&table, &mut random);
            let ply = random.below(line.len());
            let slice = table.slice(ply);
            let Table { shape, slices, distances, .. } = &mut table;
            let wrong = random.below(4) as u32;
            let old = slices[slice].set(shape, &line[ply].cells, wrong);
            assert_ne!(old, 0, "what can be reached has a value");
            let wrong = decoded(old, *distances) != decoded(wrong.max(1), *distances) || wrong == 0;
            for checked in both(&table) {
                match checked {
                    Ok(_) => assert!(!wrong, "{} at ply {ply}", table.drawn(&line[ply].cells)),
                    Err(Fault::False(why)) => assert!(wrong && why.contains(' '), "{why}"),
                    Err(fault) => panic!("{fault:?}"),
                }
            }
        }
    }
    // The position itself is named, if nothing before it depends on it.
    let mut table = read(&file(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", false));
    table.slices[0].set(&table.shape, &[0; 9], 3);
    let why = "ply 0: .../.../... is not a win".to_string();
    assert_eq!(sets::check(&table), Err(Fault::False(why)));
    assert_eq!(
        states::check(&table),
        Err(Fault::False("ply 0: .../.../... is a draw, not a win".to_string()))
    );
}

#[test]
fn what_cannot_be_reached_has_no_value() {
    let mut table = read(&file(&Mnk::<u64>::new(3, 3, 3, Rule::Normal), "mnk:3,3,3", false));
    // Two x and no o.
    table.slices[2].set(&table.shape, &[1, 1, 0, 0, 0, 0, 0, 0, 0], 1);
    let why = "ply 2: .../x../x.. has a value, but cannot be reached".to_string();
    assert_eq!(sets::check(&table), Err(Fault::False(why)));
    let why = "diagram 2 has 73 positions, of which 72 can be reached".to_string();
    assert_eq!(states::check(&table), Err(Fault::False(why)));
}

/// Returns the bytes with both checksums as they should be: that of the header, and that of the whole.
fn sealed(mut bytes: Vec<u8>, header: usize) -> Vec<u8> {
    for end in [header, bytes.len() - 8] {
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |word: u64| sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let (words, rest) = bytes[..end].as_chunks::<8>();
        words.iter().for_each(|word| add(u64::from_le_bytes(*word)));
        add(rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        add(rest.len() as u64 + 1);
        bytes[end..end + 8].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

#[test]
fn changed_bytes_are_found() {
    for (name, bytes) in [
        ("nim:1,2,misere", file(&Nim::new(&[1, 2], true), "nim:1,2,misere", false)),
        ("mnk:2,2,2", file(&Mnk::<u64>::new(2, 2, 2, Rule::Normal), "mnk:2,2,2", true)),
    ] {
        let (header, table) = (16 + name.len() + 24, read(&bytes));
        assert_eq!(sealed(bytes.clone(), header), bytes);
        for length in 0..bytes.len() {
            assert!(matches!(Table::read(&bytes[..length]), Err(Fault::Damaged(_))), "cut to {length} bytes");
        }
        for (at, bit) in (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(matches!(Table::read(&changed[..]), Err(Fault::Damaged(_))), "byte {at}");
            // Behind the header, every change of the values is noticed whatever the checksum says.
            if at < header || at >= bytes.len() - 8 {
                continue;
            }
            let Ok(changed) = Table::read(&sealed(changed, header)[..]) else { continue };
            let same = changed.slices == table.slices && changed.by_turn == table.by_turn;
            assert_eq!(states::check(&changed).is_ok(), same, "{name}: byte {at}, bit {bit}");
        }
    }
}

/// Returns the file of a table of Nim with these heaps, whose two diagrams are the same: on each level one node with
/// these children, the root, and whether distances are known.
fn forged(name: &str, levels: &[[u8; 2]], root: u64, distances: u64) -> Vec<u8> {
    let number = |bytes: &mut Vec<u8>, number: u64| bytes.extend(number.to_le_bytes());
    let mut bytes = b"MORPTAB3".to_vec();
    number(&mut bytes, name.len() as u64);
    bytes.extend(name.as_bytes());
    [1, 1, distances, 0, 2, 2].into_iter().for_each(|field| number(&mut bytes, field));
    for _ in 0..2 {
        for children in levels.iter().rev() {
            [2, 8].into_iter().for_each(|field| number(&mut bytes, field));
            bytes.extend(children);
        }
        number(&mut bytes, root);
    }
    number(&mut bytes, 0);
    sealed(bytes, 16 + name.len() + 24)
}

#[test]
fn values_that_are_none_are_not_read() {
    // Of one heap of one object: who cannot move has lost.
    let right = forged("nim:1", &[[1, 3]], 1, 0);
    assert!(both(&read(&right)).iter().all(|checked| matches!(checked, Err(Fault::False(_)))), "unreached");
    for code in 4..=255 {
        let wrong = Table::read(&forged("nim:1", &[[1, code]], 1, 0)[..]).expect_err("it is no value");
        assert_eq!(wrong, Fault::Damaged("a child of level 0 is no node, or no value".to_string()));
        let far = read(&forged("nim:1", &[[1, code]], 1, 1));
        assert!(both(&far).iter().all(|checked| matches!(checked, Err(Fault::False(_)))), "{code}");
    }
    for distances in [2, u64::MAX] {
        assert!(matches!(Table::read(&forged("nim:1", &[[1, 3]], 1, distances)[..]), Err(Fault::Damaged(_))));
    }
}

#[test]
fn more_positions_than_can_be_counted_are_not_counted() {
    for (heaps, fits) in [(126, true), (128, false), (512, false)] {
        let name = format!("nim:{}", vec!["1"; heaps].join(","));
        let table = read(&forged(&name, &vec![[1, 1]; heaps], 1, 0));
        let counted = table.slices[0].count(&table.shape);
        let too_many = Err(Fault::Damaged("it has more positions than this checker can count".to_string()));
        assert_eq!(counted, if fits { Ok(1 << heaps) } else { too_many.clone() });
        assert_eq!(table.count(), if fits { Ok(1 << (heaps + 1)) } else { too_many });
    }
}
