//! What files say about themselves, and which are refused for it.

use game::Game;
use games::mnk::{Mnk, Notakto, Rule};
use games::nim::Nim;
use proptest::prelude::*;
use tablebase::{Access, Body, Header, Tablebase, Unreadable};

use crate::common::{by_all, file, table};

proptest! {
    #[test]
    fn what_is_said_is_read(
        name in ".{0,80}",
        rules in any::<u32>(),
        body in 0usize..3,
        distances in any::<bool>(),
    ) {
        let nim = Nim::new(&[1, 2], false);
        let access = by_all(&nim);
        let body = Body::ALL[body];
        let mut bytes = Vec::new();
        table(&access, body, distances).save(&name, rules, &mut bytes).unwrap();
        prop_assert_eq!(Header::read(&bytes[..]), Ok(Header { game: name, rules, body, distances }));
        prop_assert!(Tablebase::load(&access, rules, &bytes[..]).is_ok());
    }
}

#[test]
fn other_rules_are_refused() {
    let nim = Nim::new(&[1, 2], false);
    let bytes = file(&table(&by_all(&nim), Body::Diagrams, true), "nim:1,2");
    let refused = Tablebase::load(&by_all(&nim), 2, &bytes[..]).unwrap_err();
    assert_eq!(refused, Unreadable::OtherRules { game: "nim:1,2".to_string(), solved: 1, wanted: 2 });
    assert!(refused.to_string().contains("version 1 of the rules of nim:1,2"), "{refused}");
}

#[test]
fn older_files_and_others_are_told_apart() {
    let read = |bytes: &[u8]| Header::read(bytes).map(|_| ());
    assert_eq!(read(b"MORPTAB2\x07\0\0\0\0\0\0\0nim:2,3 and so on"), Err(Unreadable::Older));
    assert_eq!(read(b"MORPTAB1"), Err(Unreadable::Older));
    assert_eq!(read(b"morpion-table-1\n\x07\0\0\0\0\0\0\0nim:2,3"), Err(Unreadable::Older));
    assert_eq!(read(b"MORPTAB4\x07\0\0\0"), Err(Unreadable::Unknown));
    for other in ["", "a letter to a friend", "morpion-", "morpion-tale", "DDD2", "MORPION"] {
        assert_eq!(read(other.as_bytes()), Err(Unreadable::NotATablebase), "{other}");
    }
    assert!(Unreadable::Older.to_string().contains("older version: solve the game again"));
    assert_eq!(Unreadable::NotATablebase.to_string(), "this is not a tablebase");
    let nim = Nim::new(&[1, 2], false);
    let old = &b"morpion-table-1\n"[..];
    assert_eq!(Tablebase::load(&by_all(&nim), 1, old).map(|_| ()), Err(Unreadable::Older));
}

#[test]
fn tables_of_other_boards_and_bodies_are_refused() {
    let small: Mnk<u64, _> = Mnk::with_gravity(3, 3, 3, Rule::Normal);
    let large: Mnk<u64, _> = Mnk::with_gravity(4, 4, 3, Rule::Normal);
    for body in [Body::Diagrams, Body::Indexed] {
        let bytes = file(&table(&by_all(&small), body, false), "connect:3,3,3");
        let refused = Tablebase::load(&by_all(&large), 1, &bytes[..]);
        assert!(matches!(refused, Err(Unreadable::Damaged(_))));
        let refused = Tablebase::load(&Access::new(&small), 1, &bytes[..]);
        assert_eq!(refused.map(|_| ()), Err(Unreadable::NoAccess(body)));
    }
    let notakto: Notakto<u64> = Notakto::new(3, 3, 3);
    let nowhere = table(&by_all(&small), Body::Listed, false);
    assert_eq!(nowhere.value(&Access::new(&notakto), &notakto.initial()), None);
}

#[test]
fn a_name_may_be_long_but_not_endless() {
    let nim = Nim::new(&[1, 2], false);
    let table = table(&by_all(&nim), Body::Listed, false);
    let mut bytes = Vec::new();
    assert!(table.save(&"x".repeat(1 << 16), 1, &mut bytes).is_ok());
    assert_eq!(Header::read(&bytes[..]).map(|header| header.game.len()), Ok(1 << 16));
    assert!(table.save(&"x".repeat((1 << 16) + 1), 1, &mut Vec::new()).is_err());
}

#[test]
fn what_cannot_be_written_is_an_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is full"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let nim = Nim::new(&[1, 2], false);
    for body in Body::ALL {
        let error = table(&by_all(&nim), body, true).save("nim:1,2", 1, Full).unwrap_err();
        assert!(error.to_string().contains("the disk is full"), "{error}");
    }
}
