//! A process that is killed at random moments.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use game::{Limits, Random};
use games::mnk::{Mnk, Rule};
use layers::{Folder, Keeping, Manifest, Store};

use crate::{Temporary, asked, compare, files, whole};

/// The variable that tells this program that it is the one to be killed, and the folder.
const FOLDER: &str = "MORPION_LAYERS_KILLED";
const STEP: &str = "a step begins";

/// Solves a game in a folder, and says when a step begins.
fn work(place: &Path) {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let (space, limits) = (whole(&game), Limits::default().memory(1 << 12));
    let tell = |_: &layers::Progress| {
        let mut output = std::io::stdout().lock();
        writeln!(output, "\n{STEP}").expect("the other process reads it");
    };
    let mut store = Store::open((place, &Keeping::default()), asked("m"), &space, &limits, &tell).unwrap();
    store.solve().unwrap();
    compare(&space, &store);
}

/// Starts this program once more, for nothing but the work.
fn start(place: &OsStr) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let test = "kills::whenever_it_is_killed_the_work_goes_on";
    command.args(["--exact", test, "--nocapture"]).env(FOLDER, place).stdout(Stdio::piped());
    command.spawn().unwrap()
}

fn manifest(place: &Path) -> Option<Manifest> {
    Folder::existing(place).ok().map(|folder| folder.manifest.clone())
}

#[test]
fn whenever_it_is_killed_the_work_goes_on() {
    if let Some(place) = std::env::var_os(FOLDER) {
        return work(Path::new(&place));
    }
    let (folder, calm) = (Temporary::new("killed"), Temporary::new("calm"));
    assert!(start(calm.0.as_os_str()).wait_with_output().unwrap().status.success());
    let solved = manifest(&calm.0).expect("it was solved");
    let (mut random, mut kills, mut known) = (Random::new(1), 0, 0);
    while kills < 20 {
        let mut child = start(folder.0.as_os_str());
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let steps = lines.filter(|line| line.as_ref().is_ok_and(|line| line == STEP));
        let moment = random.below(12) + 1;
        if steps.take(moment).count() < moment {
            assert!(child.wait().unwrap().success());
            // What was made at several attempts is what is made at once.
            assert_eq!(manifest(&folder.0).unwrap(), solved);
            assert_eq!(files(&folder.0), files(&calm.0));
            std::fs::remove_dir_all(&folder.0).unwrap();
            known = 0;
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let plies = manifest(&folder.0).map_or(0, |manifest| manifest.plies.len());
        assert!(plies >= known, "a ply that was finished stays so");
        known = plies;
    }
}
