//! Damaged files and texts: an error, never a panic or a huge allocation.

use dd::{Error, Manager, Result};
use proptest::prelude::*;

fn sample(manager: &Manager) -> Result<Vec<u8>> {
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
    let mut bytes = b"DDD1".to_vec();
    bytes.extend([0xff; 12]);
    assert!(manager.load(&bytes[..]).is_err());
    let mut bytes = b"DDD1\xff\xff\xff\xff\x01\0\0\0\xff\xff\xff\xff".to_vec();
    bytes.extend([0; 100]);
    assert!(manager.load(&bytes[..]).is_err());
}

proptest! {
    #[test]
    fn random_bytes(tail in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [&b"DDD1"[..], &tail].concat();
        prop_assert!(Manager::new().load(&bytes[..]).is_err());
    }

    #[test]
    fn random_text(lines in prop::collection::vec("[0-9]{1,2} = [0-9]{1,2}( -\\|-?[0-9]\\|> [0-9])*|root [0-9]|.*", 0..6)) {
        let manager = Manager::new();
        if let Ok(set) = manager.parse(&format!("ddd 1\n{}", lines.join("\n"))) {
            prop_assert_eq!(manager.parse(&set.to_text().unwrap()).unwrap(), set);
        }
    }
}
