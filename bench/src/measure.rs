//! Counting instructions, or measuring processor time and memory.

use std::process::{Command, ExitCode, Stdio};

use crate::{Contest, Measure, Workload};

/// The output of a workload and its cost: instructions or seconds, and kilobytes where they are known.
struct Cost {
    result: String,
    amount: f64,
    kilobytes: u64,
}

/// Runs every contest and prints a table; fails if results differ or a limit is exceeded.
pub(crate) fn all(contests: impl Iterator<Item = Contest>) -> ExitCode {
    let counting = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !counting {
        println!("valgrind is not installed: time in place of instructions");
    }
    println!("{:<38} {:>22} {:>22} {:>8} {:>8}", "", "ours", "theirs", "ratio", "limit");
    let mut good = true;
    for contest in contests {
        let by = if counting { contest.by } else { Measure::Time };
        good &= compare(&contest, by).unwrap_or_else(|| {
            println!("{}: could not be run", contest.title);
            false
        });
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs one contest and prints its row. Returns whether results agree and the limit is kept, or `None` if it could not
/// be run.
fn compare(contest: &Contest, by: Measure) -> Option<bool> {
    let ours = cost(&contest.ours, by)?;
    let theirs = match &contest.theirs {
        Some(workload) => Some(cost(workload, by)?),
        None => None,
    };
    if theirs.as_ref().is_some_and(|theirs| theirs.result != ours.result) {
        println!("{}: the results differ", contest.title);
        return Some(false);
    }
    let ratio = theirs.as_ref().map(|theirs| ours.amount / theirs.amount);
    let text = |cost: &Cost| match by {
        Measure::Instructions => format!("{} instr", cost.amount),
        Measure::Time => format!("{:.2} s {} MB", cost.amount, cost.kilobytes / 1024),
    };
    let shown = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.3}"));
    let (ours_text, theirs_text) = (text(&ours), theirs.as_ref().map_or(String::new(), text));
    let (ratio_text, limit) = (shown(ratio), shown(contest.limit));
    println!("{:<38} {ours_text:>22} {theirs_text:>22} {ratio_text:>8} {limit:>8}", contest.title);
    Some(contest.limit.is_none_or(|limit| ratio.unwrap_or(ours.amount) <= limit))
}

fn cost(workload: &Workload, by: Measure) -> Option<Cost> {
    let program = std::env::current_exe().ok()?;
    match by {
        Measure::Instructions => {
            let mut command = Command::new("valgrind");
            command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
            let output = command.args(["run", workload.name]).output().ok()?;
            let report = String::from_utf8_lossy(&output.stderr);
            let line = report.lines().find(|line| line.contains("Collected"))?;
            let amount = line.rsplit(' ').find_map(|word| word.parse().ok())?;
            Some(Cost { result: first_line(&output.stdout), amount, kilobytes: 0 })
        }
        Measure::Time => {
            // The least of three: the machine may be busy.
            let runs = (0..3).filter_map(|_| timed(workload, &program));
            runs.min_by(|a, b| a.amount.total_cmp(&b.amount))
        }
    }
}

fn timed(workload: &Workload, program: &std::path::Path) -> Option<Cost> {
    let output = Command::new(program).args(["run", workload.name]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.lines().nth(1)?.split(' ');
    let (amount, kilobytes) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    Some(Cost { result: first_line(&output.stdout), amount, kilobytes })
}

fn first_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_string()
}

/// Returns the seconds of processor time and the peak of kilobytes of this process so far, as Linux reports them.
pub(crate) fn spent() -> String {
    let status = read("/proc/self/status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: u64 = peak.and_then(|text| text.split_whitespace().next()?.parse().ok()).unwrap_or(0);
    format!("{:.4} {kilobytes}", processor_seconds())
}

/// Returns the seconds of processor time of all threads so far. The first thread is known to the nanosecond, all of
/// them to a hundredth of a second.
pub(crate) fn processor_seconds() -> f64 {
    let nanoseconds: f64 =
        read("/proc/self/schedstat").split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN);
    // After the name, which may hold anything, come the state and the numbers; the 12th and 13th are the times.
    let stat = read("/proc/self/stat");
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = numbers.skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    (nanoseconds / 1e9).max(ticks / 100.0)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}
