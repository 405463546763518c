//! Drawings of odd diagrams.
#![cfg(feature = "svg")]

use dd::{Error, Manager, Result};

#[test]
fn odd_diagrams_are_drawn() -> Result<()> {
    let manager = Manager::new();
    manager.set_name(1, "a \"name\" with\n<odd> & \\ characters…")?;
    let sets = [
        manager.empty(),
        manager.unit(),
        manager.undefined(),
        manager.range(1, -20..=20)?,
        manager.word(&[(1, 1), (1, 1), (2, -5)])?,
        manager.arc(1, 0)?.concat(&manager.undefined())?,
    ];
    for set in &sets {
        let svg = set.to_svg()?;
        assert!(svg.contains("<svg") && svg.contains("</svg>"));
    }
    let large = manager.word(&(0..1200).map(|var| (var, 0)).collect::<Vec<_>>())?;
    assert!(matches!(large.to_svg(), Err(Error::Unsupported(_))));
    Ok(())
}
