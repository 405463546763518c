//! Damaged files are refused, whatever is wrong with them.

use games::mnk::{Mnk, Rule};
use games::nim::Nim;
use proptest::prelude::*;
use tablebase::{Access, Body, Header, Tablebase, Unreadable};

use crate::common::{by_all, file, table};

/// A small file of each body, with distances and without.
fn files<G>(name: &str, access: &Access<'_, G>) -> Vec<Vec<u8>>
where
    G: game::Playable,
{
    let kinds = Body::ALL.into_iter().flat_map(|body| [(body, true), (body, false)]);
    kinds.map(|(body, distances)| file(&table(access, body, distances), name)).collect()
}

#[test]
fn every_byte_counts() {
    let game: Mnk<u64, _> = Mnk::with_gravity(3, 3, 3, Rule::Normal);
    let nim = Nim::new(&[2, 3], false);
    let (by_game, by_nim) = (by_all(&game), by_all(&nim));
    for bytes in files("connect:3,3,3", &by_game) {
        refused(&by_game, &bytes);
    }
    for bytes in files("nim:2,3", &by_nim) {
        refused(&by_nim, &bytes);
    }
}

fn refused<G: game::Playable>(access: &Access<'_, G>, bytes: &[u8]) {
    let load = |bytes: &[u8]| Tablebase::load(access, 1, bytes).map(|_| ());
    assert_eq!(load(bytes), Ok(()));
    assert_eq!(load(&[]), Err(Unreadable::NotATablebase));
    for len in 1..bytes.len() {
        assert_eq!(load(&bytes[..len]), Err(Unreadable::Damaged("it ends too early".to_string())), "{len}");
    }
    for (at, flip) in (0..bytes.len()).flat_map(|at| [(at, 1), (at, 0x80), (at, 0xff)]) {
        let mut damaged = bytes.to_vec();
        damaged[at] ^= flip;
        let found = load(&damaged);
        match at {
            0..7 => assert_eq!(found, Err(Unreadable::NotATablebase), "byte {at}"),
            7 => assert!(matches!(found, Err(Unreadable::Older | Unreadable::Unknown))),
            _ => assert!(matches!(found, Err(Unreadable::Damaged(_))), "byte {at}, {flip:#x}: {found:?}"),
        }
    }
    let longer = [bytes, &[0]].concat();
    assert!(matches!(load(&longer), Err(Unreadable::Damaged(_))));
}

#[test]
fn beginnings_are_checked_by_themselves() {
    let nim = Nim::new(&[2, 3], false);
    let bytes = file(&table(&by_all(&nim), Body::Listed, true), "nim:2,3");
    // Magic, length and name, rules, body, distances, checksum.
    let end = 8 + 8 + "nim:2,3".len() + 4 * 8;
    assert_eq!(Header::read(&bytes[..end]).map(|header| header.game), Ok("nim:2,3".to_string()));
    for at in 0..end {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(Header::read(&damaged[..]).is_err(), "byte {at}");
        assert!(Header::read(&bytes[..at]).is_err(), "cut off at {at}");
    }
}

proptest! {
    /// Stretches of noise, in the place of what was there: never a panic, and never much memory.
    #[test]
    fn noise_is_refused(
        body in 0usize..3,
        noise in prop::collection::vec(any::<u8>(), 1..40),
        place in any::<prop::sample::Index>(),
    ) {
        let nim = Nim::new(&[1, 2, 3], false);
        let access = by_all(&nim);
        let mut bytes = file(&table(&access, Body::ALL[body], true), "nim:1,2,3");
        let whole = bytes.clone();
        let place = place.index(bytes.len() - noise.len());
        bytes[place..place + noise.len()].copy_from_slice(&noise);
        prop_assume!(bytes != whole);
        prop_assert!(Tablebase::load(&access, 1, &bytes[..]).is_err());
    }
}
