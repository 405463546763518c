//! The games that several fuzz targets read texts of.

use std::sync::OnceLock;

use catalogue::AnySystem;
use game::{Notation, Playable, System};
use registry::{Capabilities, Visitor};

/// A game under its name.
pub struct Named {
    /// The name, as in `mnk:3,3,3`.
    pub name: String,
    /// The game, whose type is forgotten.
    pub system: AnySystem,
}

/// Forgets the type of a game. No engine is compiled for it, so the targets build in a minute.
struct Forget;

impl Visitor for Forget {
    type Output = AnySystem;

    fn game<G: Playable + Notation + Capabilities + Clone + 'static>(self, game: G) -> AnySystem {
        AnySystem::of_game(game)
    }

    fn system<S: Notation + Capabilities + Clone + 'static>(self, system: S) -> AnySystem {
        AnySystem::of_system(system)
    }
}

/// A game with more moves than this takes so long to read a move that hardly any texts would be tried on the others.
const MOST_MOVES: usize = 300;

/// Takes the place of the games with too many moves.
const SMALLER: [&str; 1] = ["amazons:4,4"];

/// Returns the default and the examples of every built-in family, each once.
pub fn games() -> &'static [Named] {
    static GAMES: OnceLock<Vec<Named>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let names = games::ABOUTS.iter().flat_map(|about| about.examples.iter().chain([&about.default]));
        let open = |name: &&str| Named {
            name: games::read(name).expect("an example is read").to_string(),
            system: games::visit(name, Forget).expect("an example opens"),
        };
        let mut all: Vec<Named> = names.chain(&SMALLER).map(open).collect();
        all.retain(|named| {
            named.system.starts().all(|start| named.system.actions(&start).count() <= MOST_MOVES)
        });
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all.dedup_by(|one, other| one.name == other.name);
        all
    })
}

/// Splits the input: its first byte chooses a game, the rest is text.
pub fn game_and_text(bytes: &[u8]) -> Option<(&'static AnySystem, &str)> {
    let (&first, rest) = bytes.split_first()?;
    let text = std::str::from_utf8(rest).ok()?;
    Some((&games()[usize::from(first) % games().len()].system, text))
}
