//! The pictures of the book, drawn by the program that they are about.
//!
//! `MORPION_UPDATE=1 cargo test -p book --test pictures` draws them anew.

use std::path::Path;

use morpion::dd::{Hom, Manager, id};

/// Compares a picture with the file of the book.
fn picture(name: &str, drawn: &str) {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pictures").join(name);
    if std::env::var_os("MORPION_UPDATE").is_some() {
        std::fs::write(&place, drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&place).unwrap_or_default();
    assert_eq!(kept, drawn, "{name} has changed; MORPION_UPDATE=1 keeps it so");
}

#[test]
fn a_diagram_grows_round_by_round() -> morpion::dd::Result<()> {
    let manager = Manager::new();
    let step = Hom::sum((0..3).map(|place| Hom::assign(place, 1).after(Hom::equal(place, 0)))) + id();
    let mut set = manager.word(&[(0, 0), (1, 0), (2, 0)])?;
    for round in 0..4 {
        picture(&format!("round-{round}.svg"), &set.to_svg()?);
        set = step.apply(&set)?;
    }
    Ok(())
}
