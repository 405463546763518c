//! One random game of every kind, drawn move by move and kept as text: a change of rules, drawing or notation shows.
//!
//! `MORPION_UPDATE=1 cargo test -p morpion --test playthroughs` writes them anew.

use std::fmt::Write;
use std::path::PathBuf;

use morpion::prelude::*;

const GAMES: [&str; 18] = [
    "mnk:3,3,3",
    "mnk:3,3,3,misere",
    "mnk:3,3,3,weak",
    "mnk:3,3,3,wild",
    "mnk:3,3,3,wild-misere",
    "mnk:3,3,3,notakto",
    "mnk:4,4,4,order",
    "mnk:10,9,5",
    "mnk:15,15,5",
    "connect:7,6,4",
    "connect:4,4,3,misere",
    "nim:3,4,5",
    "amazons:5,4",
    "cube:3,3",
    "cube:2,4",
    "ultimate",
    "coins:16,1,5,10",
    "hanoi:3,3",
];

struct Playthrough;

impl Visitor for Playthrough {
    type Output = String;

    fn game<G: Playable + Catalogued>(self, game: &G) -> String {
        play(game, |state| match game.outcome(state) {
            Some(outcome) => format!("over: {outcome}"),
            None => format!("{} to move, key {:016x}", game.turn(state), game.key(state)),
        })
    }

    fn system<S: Catalogued>(self, system: &S) -> String {
        play(system, |state| if system.is_final(state) { "final".to_string() } else { "goes on".to_string() })
    }
}

fn play<S: Catalogued>(system: &S, status: impl Fn(&S::Configuration) -> String) -> String {
    let mut random = Random::new(2024);
    let mut state = system.starts().next().unwrap();
    let mut text = String::new();
    for ply in 0..20 {
        writeln!(text, "ply {ply}: {}\n{}", status(&state), system.board_text(&state)).unwrap();
        writeln!(text, "canonical by symmetry {}", system.to_canonical(&state)).unwrap();
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
    for name in GAMES {
        let spec: Spec = name.parse().unwrap();
        let text = format!("{spec}\n\n{}", spec.visit(Playthrough));
        let path = folder.join(format!("{}.txt", name.replace([':', ','], "-")));
        if std::env::var_os("MORPION_UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{name} differs from {}; it is now\n{text}", path.display());
    }
}
