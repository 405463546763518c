//! Damaged files and texts: an error, never a panic or a huge allocation.

use dd::{Error, Manager, Result};
use proptest::prelude::*;

fn sample(manager: &Manager) -> Result<Vec<u8>> {
    manager.set_name(2, "second \"é\"\n")?;
    let set = manager.range(1, -3..=3)?.concat(&manager.range(2, 0..=5)?)?;
    let mut bytes = Vec::new();
    set.union(&manager.word(&[(1, 9), (3, 1), (1, 1)])?)?.save(&mut bytes)?;
    Ok(bytes)
}

#[test]
fn every_changed_byte_is_noticed() -> Result<()> {
    let manager = Manager::new();
    let bytes = sample(&manager)?;
    for i in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[i] ^= change;
            assert!(manager.load(&damaged[..]).is_err(), "byte {i}");
        }
        assert!(matches!(manager.load(&bytes[..i]), Err(Error::Corrupt { .. })));
    }
    Ok(())
}

#[test]
fn huge_numbers_do_not_allocate() {
    let manager = Manager::builder().memory_limit(1 << 20).build();
    let mut bytes = b"DDD2".to_vec();
    bytes.extend([0xff; 20]);
    assert!(manager.load(&bytes[..]).is_err());
    let mut bytes =
        b"DDD2\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0\0\xff\xff\xff\xff".to_vec();
    bytes.extend([0; 100]);
    assert!(manager.load(&bytes[..]).is_err());
}

#[test]
fn names_survive_files_and_texts() -> Result<()> {
    let manager = Manager::new();
    let odd = " \"odd\" \\ and\r\nlong ";
    manager.set_name(1, "first")?;
    manager.set_name(2, odd)?;
    manager.set_name(7, "elsewhere")?;
    let set = manager.word(&[(1, 5), (2, 6), (3, 7)])?;
    let mut bytes = Vec::new();
    set.save(&mut bytes)?;
    let text = set.to_text()?;
    assert!(text.starts_with("ddd 2\nname 1 \"first\"\nname 2 ") && !text.contains("elsewhere"), "{text}");
    for from_text in [false, true] {
        let other = Manager::new();
        other.set_name(1, "own")?;
        let read = if from_text { other.parse(&text)? } else { other.load(&bytes[..])? };
        let printed = read.to_string();
        assert!(
            printed.contains("own -|5|>") && printed.contains(odd) && printed.contains("3 -|7|>"),
            "{printed}"
        );
    }
    Ok(())
}

#[test]
fn sets_follow_one_another_in_a_stream() -> Result<()> {
    let manager = Manager::new();
    let sets = [manager.unit(), manager.range(3, 0..=99_999)?, manager.arc(1, 1)?];
    let mut bytes = Vec::new();
    for set in &sets {
        set.save(&mut bytes)?;
    }
    let mut from = &bytes[..];
    for set in &sets {
        assert_eq!(&manager.load(&mut from)?, set);
    }
    assert!(from.is_empty());
    Ok(())
}

/// Counts the pieces in which it is read and written.
struct Pieces(Vec<u8>, usize);

impl std::io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1 += 1;
        self.0.write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::io::Read for Pieces {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        let len = bytes.len().min(self.0.len());
        bytes[..len].copy_from_slice(&self.0[..len]);
        self.0.drain(..len);
        Ok(len)
    }
}

#[test]
fn files_are_read_and_written_in_large_pieces() -> Result<()> {
    let manager = Manager::new();
    let set = manager.word(&(0..20_000).map(|var| (var, 1)).collect::<Vec<_>>())?;
    let mut file = Pieces(Vec::new(), 0);
    set.save(&mut file)?;
    assert!(file.1 < 100, "{} writes", file.1);
    file.1 = 0;
    assert_eq!(manager.load(&mut file)?, set);
    assert!(file.1 < 100, "{} reads", file.1);
    Ok(())
}

#[test]
fn other_versions_are_refused_with_the_reason() {
    let manager = Manager::new();
    let reason = |error| match error {
        Err(Error::Corrupt { reason }) => reason,
        other => panic!("{other:?}"),
    };
    assert!(reason(manager.load(&b"DDD1\0\0\0\0\x01\0\0\0"[..])).contains("version 1"));
    assert!(reason(manager.parse("ddd 1\nroot 1")).contains("version 1"));
    assert!(reason(manager.load(&b"GIF8"[..])).contains("no diagram"));
}

#[test]
fn texts_end_with_the_root() {
    let manager = Manager::new();
    assert!(manager.parse("ddd 2\nroot 1\n\n").is_ok());
    for text in ["ddd 2\nroot1", "ddd 2\nroot", "ddd 2\nroot 1\ngarbage", "ddd 2\nroot 1 1", "ddd 2\n", ""] {
        assert!(matches!(manager.parse(text), Err(Error::Corrupt { .. })), "{text:?}");
    }
}

proptest! {
    #[test]
    fn random_bytes(tail in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [&b"DDD2"[..], &(tail.len() as u64).to_le_bytes(), &tail].concat();
        prop_assert!(Manager::new().load(&bytes[..]).is_err());
    }

    #[test]
    fn random_text(lines in prop::collection::vec("[0-9]{1,2} = [0-9]{1,2}( -\\|-?[0-9]\\|> [0-9])*|name [0-9] \"[a-z\\\\]{0,3}\"|root [0-9]|.*", 0..6)) {
        let manager = Manager::new();
        if let Ok(set) = manager.parse(&format!("ddd 2\n{}", lines.join("\n"))) {
            prop_assert_eq!(manager.parse(&set.to_text().unwrap()).unwrap(), set);
        }
    }
}
