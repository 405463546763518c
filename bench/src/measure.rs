//! Counting instructions, or failing that measuring time.

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crate::{Contest, Workload};

/// Runs every contest and prints a table; fails if results differ or a limit is exceeded.
pub(crate) fn all(contests: &[Contest]) -> ExitCode {
    let counting = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !counting {
        println!("valgrind is not installed: time in place of instructions");
    }
    let unit = if counting { "instructions" } else { "microseconds" };
    println!("{:<34} {:>18} {:>18} {:>8} {:>8}", unit, "ours", "by hand", "ratio", "limit");
    let mut good = true;
    for contest in contests {
        let (ours, theirs) = (&contest.ours, &contest.theirs);
        if (ours.run)() != (theirs.run)() {
            println!("{}: the results differ", contest.title);
            good = false;
            continue;
        }
        let cost = |w| if counting { instructions(w) } else { Some(microseconds(w)) };
        let (Some(a), Some(b)) = (cost(ours), cost(theirs)) else {
            println!("{}: valgrind failed", contest.title);
            good = false;
            continue;
        };
        let ratio = a as f64 / b as f64;
        good &= contest.limit.is_none_or(|limit| ratio <= limit);
        let limit = contest.limit.map_or(String::new(), |limit| format!("{limit:.3}"));
        println!("{:<34} {a:>18} {b:>18} {ratio:>8.3} {limit:>8}", contest.title);
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The instructions this program takes for one workload, by callgrind.
fn instructions(workload: &Workload) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["run", workload.name])
        .output()
        .ok()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let line = report.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(' ').find_map(|word| word.parse().ok())
}

/// The least time of five runs.
fn microseconds(workload: &Workload) -> u64 {
    let once = || {
        let start = Instant::now();
        std::hint::black_box((workload.run)());
        start.elapsed().as_micros() as u64
    };
    (0..5).map(|_| once()).min().unwrap_or(0)
}
