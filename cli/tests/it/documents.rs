//! Every command shown in a document is run, and prints what the document says: a test for each document.
//!
//! `MORPION_UPDATE=1 cargo test -p morpion-cli --test it documents` writes what has changed.

#[path = "../templates/transcript.rs"]
mod transcript;

use std::path::{Path, PathBuf};

use crate::program::{folder, morpion};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs the commands of a document, in a folder of its own.
fn compare(path: &str) {
    let folder = folder(&format!("document-{}", path.replace(['/', '.'], "-")));
    // Games to be read from files.
    let examples =
        ["games/examples", "rules/examples"].map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    for example in examples.into_iter().flatten() {
        let path = example.unwrap().path();
        std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_morpion"));
    assert!(
        transcript::compare(&root().join(path), "morpion", program, &folder) > 0,
        "{path} has no commands"
    );
}

macro_rules! documents {
    ($($test:ident: $path:literal,)*) => {
        const DOCUMENTS: &[&str] = &[$($path,)*];

        $(#[test]
        fn $test() {
            compare($path);
        })*
    };
}

documents! {
    the_readme: "README.md",
    the_book_on_bitmaps: "book/src/bitmaps.md",
    the_book_on_certificates: "book/src/certificates.md",
    the_book_on_checking: "book/src/checking.md",
    the_book_on_counting: "book/src/counting.md",
    the_book_in_five_minutes: "book/src/five-minutes.md",
    the_book_on_exploring: "book/src/exploring.md",
    the_book_on_nets: "book/src/nets.md",
    the_book_on_playing: "book/src/playing.md",
    the_book_on_positional_games: "book/src/positional.md",
    the_book_on_solving: "book/src/solving.md",
    the_book_on_symbolic_counting: "book/src/symbolic.md",
    the_book_on_a_planted_bug: "book/src/planted-bug.md",
    the_book_on_draws: "book/src/draws.md",
    the_book_on_saturation: "book/src/saturation.md",
    the_book_on_strong_solutions: "book/src/strong.md",
    the_book_on_results: "book/src/results.md",
    the_book_on_trees: "book/src/trees.md",
    commands_that_answer: "cli/tests/commands/answers.md",
    commands_of_the_catalogue: "cli/tests/commands/catalogue.md",
    commands_that_check: "cli/tests/commands/check.md",
    commands_that_explore: "cli/tests/commands/exploring.md",
    commands_with_mistakes: "cli/tests/commands/mistakes.md",
    commands_that_play: "cli/tests/commands/playing.md",
    commands_that_solve: "cli/tests/commands/solve.md",
    commands_with_diagrams: "cli/tests/commands/symbolic.md",
}

#[test]
fn every_document_with_commands_is_listed() {
    for folder in ["book/src", "cli/tests/commands"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let path = format!("{folder}/{file}");
            // Pictures are in a folder of their own.
            if !path.ends_with(".md") {
                continue;
            }
            let text = std::fs::read_to_string(root().join(&path)).unwrap();
            let has_commands = text.contains("\n$ morpion") || text.contains("| morpion");
            assert_eq!(DOCUMENTS.contains(&path.as_str()), has_commands, "{path}");
        }
    }
}

/// The list of games in the book is the one that the program prints.
#[test]
fn the_book_lists_the_games() {
    let chapter = std::fs::read_to_string(root().join("book/src/five-minutes.md")).unwrap();
    let printed = String::from_utf8(morpion(&["games"]).stdout).unwrap();
    assert!(chapter.contains(&format!("$ morpion games\n{}", printed.trim_end())), "{printed}");
}

/// The text that the README shows is the file that it names, and is worth what the README says.
#[test]
fn the_readme_shows_a_text() {
    let path = root().join("rules/examples/domineering.rbg");
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains(std::fs::read_to_string(&path).unwrap().trim_end()));
    let solved = String::from_utf8(morpion(&["solve", path.to_str().unwrap()]).stdout).unwrap();
    assert!(solved.contains("win in 7 plies for the player to move"), "{solved}");
}
