//! The templates are copied, built and run like a stranger would, and do what their documents say.

#[path = "templates/oracle.rs"]
mod oracle;
#[path = "templates/transcript.rs"]
mod transcript;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use catalogue::{Entry, Variant};
use cli::App;
use games::nim::Nim;
use oracle::Oracle;
use registry::{About, Field};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Where the workspace is built.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("..")
}

/// The crates of the workspace that a template is made of.
const ROOMS: [&str; 13] = [
    "arena",
    "catalogue",
    "cli",
    "dd",
    "explore",
    "game",
    "games",
    "levels",
    "registry",
    "search",
    "symbolic",
    "tablebase",
    "terminal",
];

/// Copies a template out of the repository and builds it. Returns the folder of the copy, and the program.
///
/// The copy has the lock file of the workspace, so it takes the same packages, and needs no network where they are
/// already there. It is built where the workspace is: packages from elsewhere are compiled once for both.
fn built(name: &str) -> (PathBuf, PathBuf) {
    let (from, all) =
        (root().join("templates").join(name), Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates"));
    let to = all.join(name);
    std::fs::create_dir_all(to.join("src")).unwrap();
    let manifest = std::fs::read_to_string(from.join("Cargo.toml")).unwrap();
    let morpion = root().join("morpion").display().to_string();
    assert!(manifest.contains("\"../../morpion\""));
    write(&to.join("Cargo.toml"), &manifest.replace("../../morpion", &morpion));
    write(&to.join("src/main.rs"), &std::fs::read_to_string(from.join("src/main.rs")).unwrap());
    std::fs::copy(root().join("Cargo.lock"), to.join("Cargo.lock")).unwrap();
    let cargo = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args(["build", "--quiet"]).args(more).current_dir(&to).env("CARGO_TARGET_DIR", target());
        // For tests, what compiles soon is fast enough.
        for room in ROOMS {
            command.args(["--config", &format!("profile.dev.package.morpion-{room}.opt-level=1")]);
        }
        command.output().unwrap()
    };
    let offline = cargo(&["--offline"]);
    let output = if offline.status.success() { offline } else { cargo(&[]) };
    assert!(output.status.success(), "{name}\n{}", String::from_utf8_lossy(&output.stderr));
    let program = target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    (to, program)
}

/// Writes a file, unless it is there already: what has not changed is not compiled again.
fn write(path: &Path, text: &str) {
    if std::fs::read_to_string(path).ok().as_deref() != Some(text) {
        std::fs::write(path, text).unwrap();
    }
}

/// The answer of a program as data.
fn ask(program: &Path, question: &str) -> serde_json::Value {
    let words: Vec<String> = question.split(' ').map(str::to_string).chain(["--json".to_string()]).collect();
    let output = transcript::run(program, Path::new("."), &words, "");
    assert!(output.status.success(), "{question}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn breakthrough_does_what_its_document_says() {
    let (folder, program) = built("breakthrough");
    let document = root().join("templates/breakthrough/commands.md");
    assert!(transcript::compare(&document, "breakthrough", &program, &folder) >= 20);
}

#[test]
fn the_sliding_puzzle_does_what_its_document_says() {
    let (folder, program) = built("sliding");
    let document = root().join("templates/sliding/commands.md");
    assert!(transcript::compare(&document, "sliding", &program, &folder) >= 15);
}

#[test]
fn breakthrough_agrees_with_a_plain_search() {
    let (_, program) = built("breakthrough");
    for (w, h) in [(2, 4), (2, 5), (3, 4), (3, 5), (4, 4)] {
        let (oracle, start) = Oracle::new(w, h);
        let value = if start.wins { "win" } else { "loss" };
        let solved = ask(&program, &format!("solve breakthrough:{w},{h}"));
        assert_eq!((&solved["value"], &solved["plies"]), (&value.into(), &start.plies.into()), "{w}x{h}");
        let tree = ask(&program, &format!("tree breakthrough:{w},{h} --alpha-beta-nodes 1000"));
        assert_eq!((&tree["value"], &tree["plies"]), (&value.into(), &start.plies.into()), "{w}x{h}");
        assert_eq!(tree["games"], start.games.to_string(), "{w}x{h}");
        let count = ask(&program, &format!("count breakthrough:{w},{h}"));
        let [first, second] = oracle.won();
        assert_eq!(count["positions"], oracle.known.len().to_string(), "{w}x{h}");
        assert_eq!(count["first_wins"], first.to_string(), "{w}x{h}");
        assert_eq!(count["second_wins"], second.to_string(), "{w}x{h}");
    }
}

#[test]
fn templates_are_short() {
    for (name, most) in [("breakthrough", 120), ("sliding", 100)] {
        let text = std::fs::read_to_string(root().join("templates").join(name).join("src/main.rs")).unwrap();
        assert!(text.lines().count() <= most, "{name} has {} lines", text.lines().count());
    }
}

const FIELDS: &[Field] = &[Field::number("SIZE", "the size", 1, 9)];
const fn entry(about: &'static About) -> Entry {
    Entry::new(about, |_| Ok(Variant::of_game(Nim::new(&[1, 2], false))))
}

/// A program whose entries cannot work says so, whatever it is asked.
#[test]
fn entries_that_cannot_work_are_named_when_a_program_starts() {
    const ONE: Entry = entry(&About::new("one"));
    const EXAMPLE: Entry =
        entry(&About { fields: FIELDS, default: "two:1", examples: &["two:x"], ..About::new("two") });
    const DEFAULT: Entry = entry(&About { fields: FIELDS, default: "three:10", ..About::new("three") });
    const NAME: Entry = entry(&About::new("Number Four"));
    const OTHER: Entry = entry(&About { default: "one", ..About::new("five") });
    let app = || App::bare("program").game(ONE);
    let cases = [
        (app().game(ONE), "two entries have the name `one`"),
        (app().game(EXAMPLE), "the entry of `two` promises `two:x`: `x` is not a number"),
        (app().game(DEFAULT), "the entry of `three` promises `three:10`: 10 is too large"),
        (app().game(NAME), "`Number Four` cannot be typed as a name"),
        (app().game(OTHER), "the entry of `five` promises `one`, another game"),
    ];
    let games = || ["program", "games"].map(Into::into);
    for (app, problem) in cases {
        let found = app.problems().join("\n");
        assert!(found.contains(problem), "{found}");
        assert_eq!(app.run_on(games()), ExitCode::from(2), "{problem}");
    }
    assert!(app().problems().is_empty());
    assert_eq!(app().run_on(games()), ExitCode::SUCCESS);
}
