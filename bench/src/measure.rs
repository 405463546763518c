//! Counting instructions, or measuring processor time and memory.

use std::process::{Command, ExitCode, Stdio};

use crate::{Contest, Measure, Workload};

/// The output of a workload and its cost: instructions or seconds, and kilobytes where they are known.
pub(crate) struct Cost {
    pub(crate) result: String,
    pub(crate) amount: f64,
    pub(crate) kilobytes: u64,
}

/// Runs every contest and prints a table; fails if results differ or a limit is exceeded.
pub(crate) fn all(contests: impl Iterator<Item = Contest>) -> ExitCode {
    let counting = counts_instructions();
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
    match by {
        Measure::Instructions => instructions(workload.name),
        Measure::Time => {
            // The least of three: the machine may be busy.
            let runs = (0..3).filter_map(|_| timed(workload.name));
            runs.min_by(|a, b| a.amount.total_cmp(&b.amount))
        }
    }
}

/// Whether instructions can be counted here.
pub(crate) fn counts_instructions() -> bool {
    Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok()
}

/// Counts the instructions of a workload in a process of its own; memory is not known then.
pub(crate) fn instructions(name: &str) -> Option<Cost> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe().ok()?);
    let output = command.args(["run", name]).output().ok()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let line = report.lines().find(|line| line.contains("Collected"))?;
    let amount = line.rsplit(' ').find_map(|word| word.parse().ok())?;
    Some(Cost { result: first_line(&output.stdout), amount, kilobytes: 0 })
}

/// Runs a workload in a process of its own: seconds of processor time, and the most memory it held.
pub(crate) fn timed(name: &str) -> Option<Cost> {
    let output = Command::new(std::env::current_exe().ok()?).args(["run", name]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.lines().nth(1)?.split(' ');
    let (amount, kilobytes) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    Some(Cost { result: first_line(&output.stdout), amount, kilobytes })
}

/// Returns the seconds of processor time of a workload and of a program on the path that computes the same: it prints
/// the result behind `mark` at the beginning of a line. Each time is the least of three, run in turn. Nothing if there
/// is no such program.
pub(crate) fn beside_program(
    workload: &str,
    program: &str,
    arguments: &[&str],
    mark: &str,
) -> Option<Result<(f64, f64), String>> {
    let own = std::env::current_exe().ok()?;
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        let before = children_seconds()?;
        let output = Command::new(program).args(arguments).output().ok()?;
        theirs = theirs.min(children_seconds()? - before);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let Some(found) = text.lines().find_map(|line| line.strip_prefix(mark)) else {
            return Some(Err(format!("{program} printed no `{mark}`")));
        };
        let before = children_seconds()?;
        let output = Command::new(&own).args(["run", workload]).output().ok()?;
        ours = ours.min(children_seconds()? - before);
        let result = first_line(&output.stdout);
        if result != found.trim() {
            return Some(Err(format!("the results differ: {result}, {}", found.trim())));
        }
    }
    Some(Ok((ours, theirs)))
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

/// Returns the seconds of processor time of all processes that this one has started and waited for.
pub(crate) fn children_seconds() -> Option<f64> {
    let stat = read("/proc/self/stat");
    // The 14th and 15th number behind the name and the state.
    let numbers = stat.rsplit(')').next()?.split_whitespace().skip(13).take(2);
    let ticks: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<f64>() / 100.0)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}
