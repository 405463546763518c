//! One random game of every kind, drawn move by move and kept as text: a change of rules, drawing or notation shows.
//!
//! The games are those of the registry: every example, default and short name; and some variants beside.
//! `MORPION_UPDATE=1 cargo test -p morpion-cli --test it playthroughs` writes them anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use game::{Notation, Playable, Random, Symmetry};
use registry::{Capabilities, Visitor};

/// What no entry gives as an example.
const MORE: [&str; 9] = [
    "mnk:3,3,3,weak",
    "mnk:3,3,3,wild",
    "mnk:3,3,3,wild-misere",
    "mnk:4,4,4,order",
    "mnk:10,9,5",
    "amazons:5,4",
    "cube:2,4",
    "cube:3,3,weak",
    "coins:16,1,5,10",
];

/// The games, as they are written, each once.
fn all() -> BTreeSet<String> {
    let listed = games::ABOUTS.iter().flat_map(|about| {
        let aliases = about.aliases.iter().map(|alias| alias.name);
        about.examples.iter().copied().chain([about.default]).chain(aliases)
    });
    listed.chain(MORE).map(|text| games::read(text).unwrap().to_string()).collect()
}

struct Playthrough;

impl Visitor for Playthrough {
    type Output = String;

    fn game<G: Playable + Notation + Capabilities>(self, game: G) -> String {
        play(&game, |state| match game.outcome(state) {
            Some(outcome) => format!("over: {outcome}"),
            None => format!("{} to move, key {:016x}", game.turn(state), game.key(state)),
        })
    }

    fn system<S: Notation + Capabilities>(self, system: S) -> String {
        play(
            &system,
            |state| if system.is_final(state) { "final".to_string() } else { "goes on".to_string() },
        )
    }
}

fn play<S: Notation + Capabilities>(system: &S, status: impl Fn(&S::Configuration) -> String) -> String {
    let mut random = Random::new(2024);
    let mut state = system.starts().next().unwrap();
    let mut text = String::new();
    for ply in 0..20 {
        writeln!(text, "ply {ply}: {}\n{}", status(&state), system.board_text(&state)).unwrap();
        let symmetry = system.as_symmetric().map_or(0, |group| group.to_canonical(&state));
        writeln!(text, "canonical by symmetry {symmetry}").unwrap();
        if system.is_final(&state) {
            break;
        }
        let actions: Vec<_> = system.actions(&state).collect();
        let names: Vec<String> = actions.iter().take(30).map(|&a| system.action_text(&state, a)).collect();
        let more = if actions.len() > 30 { " …" } else { "" };
        writeln!(text, "{} moves: {}{more}", actions.len(), names.join(" ")).unwrap();
        let action = actions[random.below(actions.len())];
        writeln!(text, "plays {}\n", system.action_text(&state, action)).unwrap();
        system.apply(&mut state, action);
    }
    text
}

#[test]
fn games_go_as_they_always_did() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let files: BTreeSet<String> = all().iter().map(|name| check(name, &folder)).collect();
    let kept =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let unknown: Vec<String> = kept.filter(|file| !files.contains(file)).collect();
    assert!(unknown.is_empty(), "no game is kept in {unknown:?}");
}

/// Plays a game again. Returns the name of the file it is kept in.
fn check(name: &str, folder: &Path) -> String {
    let text = format!("{name}\n\n{}", games::visit(name, Playthrough).unwrap());
    let file = format!("{}.txt", name.replace([':', ',', '/'], "-"));
    let path = folder.join(&file);
    if std::env::var_os("MORPION_UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{name} differs from {}; it is now\n{text}", path.display());
    file
}
