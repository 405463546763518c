//! What several fuzz targets need.

use std::sync::OnceLock;

use catalogue::Opened;

/// Returns one small game of every kind: each built-in family's examples that open quickly.
pub fn games() -> &'static [Opened] {
    static GAMES: OnceLock<Vec<Opened>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let catalogue = builtin::catalogue("fuzz");
        let names = catalogue.entries().iter().flat_map(|entry| {
            let about = entry.about;
            about.examples.iter().copied().chain([about.default])
        });
        names.map(|name| catalogue.open(name).expect("an example opens")).collect()
    })
}

/// Splits the input: its first byte chooses a game, the rest is text.
pub fn game_and_text(bytes: &[u8]) -> Option<(&'static Opened, &str)> {
    let (&first, rest) = bytes.split_first()?;
    let text = std::str::from_utf8(rest).ok()?;
    Some((&games()[usize::from(first) % games().len()], text))
}
