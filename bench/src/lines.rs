//! Games of lines: nodes and seconds beside the figures to beat.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::{Game, Limits, Value, Verdict};
use games::mnk::{Mnk, Rule};
use search::Answer;
use search::lines::{Progress, Solver};

use crate::Workload;

/// A board, its known value, and the figures to beat.
struct Row {
    size: (u32, u32, u32),
    /// The plies that the win takes, if it is a win and they are to be found, too.
    plies: Option<u32>,
    verdict: Verdict,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

const fn draw(size: (u32, u32, u32), nodes: u64, seconds: Option<f64>) -> Row {
    Row { size, plies: None, verdict: Verdict::Draw, nodes: Some(nodes), seconds }
}

const fn win(size: (u32, u32, u32), plies: u32, nodes: Option<u64>) -> Row {
    Row { size, plies: Some(plies), verdict: Verdict::Win, nodes, seconds: None }
}

/// Nodes to beat are those of a solver and a prover made in a day; the seconds, of the published record or a wish.
const ROWS: [Row; 14] = [
    draw((5, 4, 4), 85, None),
    draw((6, 4, 4), 1238, None),
    draw((7, 4, 4), 89_000, None),
    draw((6, 6, 5), 21, None),
    draw((8, 8, 6), 29, None),
    draw((7, 6, 5), 306, Some(0.1)),
    draw((7, 7, 5), 8_243, Some(2.0)),
    draw((5, 5, 4), 476_703, None),
    win((6, 5, 4), 11, Some(19_503)),
    win((6, 6, 4), 11, None),
    win((7, 5, 4), 11, None),
    win((7, 7, 4), 11, None),
    Row { size: (8, 4, 4), plies: None, verdict: Verdict::Draw, nodes: None, seconds: Some(300.0) },
    Row { size: (8, 7, 5), plies: None, verdict: Verdict::Draw, nodes: None, seconds: None },
];

/// Boards that take minutes with two threads: `bench lines far`.
const FAR: [Row; 2] = [
    Row { size: (9, 4, 4), plies: None, verdict: Verdict::Win, nodes: None, seconds: None },
    Row { size: (8, 8, 5), plies: None, verdict: Verdict::Draw, nodes: None, seconds: Some(3600.0) },
];

/// Boards large enough to see what a second thread does.
const LARGE: [(u32, u32, u32); 2] = [(8, 4, 4), (8, 7, 5)];

type Found = Answer<games::mnk::Square>;

/// Solves every row, then the large boards with two threads; fails if a value is wrong or a figure is not beaten.
/// What a second thread brings depends on what else the machine does, so that only has to give the same value.
pub(crate) fn all() -> ExitCode {
    print_head();
    let bad_rows = ROWS.iter().filter(|row| !print_row(row, 1)).count();
    println!("\n{:<10} {:>12} {:>12} {:>8}", "", "one thread", "two threads", "ratio");
    let differing = LARGE.iter().filter(|size| !print_threads(**size)).count();
    if bad_rows + differing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Solves the boards that take minutes, with two threads; fails if a value is wrong.
pub(crate) fn far() -> ExitCode {
    print_head();
    let bad_rows = FAR.iter().filter(|row| !print_row(row, 2)).count();
    if bad_rows == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_head() {
    println!(
        "{:<10} {:>12} {:>10} {:>10} {:>9} {:>9}",
        "", "value", "nodes", "to beat", "seconds", "to beat"
    );
}

/// Solves one board within `seconds`, printing its progress.
pub(crate) fn one(size: &str, threads: &str, seconds: &str) -> ExitCode {
    let numbers: Vec<u32> = size.split(',').filter_map(|number| number.parse().ok()).collect();
    let (&[w, h, k], Ok(threads), Ok(seconds)) = (&numbers[..], threads.parse(), seconds.parse()) else {
        eprintln!("usage: bench lines W,H,K THREADS SECONDS, as in `bench lines 8,8,5 2 3600`");
        return ExitCode::from(2);
    };
    let limits = Limits::default().time(Duration::from_secs(seconds)).memory(2 << 30);
    let begun = Instant::now();
    let found = solve((w, h, k), false, threads, limits, &report);
    println!("{found:?}\n{:.1} s", begun.elapsed().as_secs_f64());
    if found.stopped.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report(progress: &Progress) {
    if progress.nodes.is_multiple_of(1 << 20) {
        eprintln!("{progress:?}");
    }
}

/// Boards for the plot of what the prover takes, by name.
pub(crate) fn workloads() -> Vec<Workload> {
    vec![
        Workload { name: "lines-4x4x4", run: nodes::<4, 4, 4> },
        Workload { name: "lines-5x4x4", run: nodes::<5, 4, 4> },
        Workload { name: "lines-6x4x4", run: nodes::<6, 4, 4> },
        Workload { name: "lines-7x4x4", run: nodes::<7, 4, 4> },
        Workload { name: "lines-8x4x4", run: nodes::<8, 4, 4> },
        Workload { name: "lines-6x6x5", run: nodes::<6, 6, 5> },
        Workload { name: "lines-7x6x5", run: nodes::<7, 6, 5> },
        Workload { name: "lines-7x7x5", run: nodes::<7, 7, 5> },
    ]
}

fn nodes<const W: u32, const H: u32, const K: u32>() -> String {
    let found = solve((W, H, K), false, 1, Limits::default().memory(1 << 30), &|_| {});
    found.verdict().map_or("unknown".to_string(), |verdict| format!("{verdict:?}: {} nodes", found.nodes))
}

fn solve(
    size: (u32, u32, u32),
    plies: bool,
    threads: usize,
    limits: Limits,
    watch: &(dyn Fn(&Progress) + Sync),
) -> Found {
    let (w, h, k) = size;
    let game: Mnk<u128> = Mnk::new(w, h, k, Rule::Normal);
    let solver = Solver::new(&game).map(|solver| solver.limits(limits.threads(threads)).watch(watch));
    let solver = solver.map(|solver| if plies { solver.without_line() } else { solver.verdict_only() });
    solver.map_or_else(|| Found::unknown(None), |solver| solver.solve(&game.initial()))
}

fn timed(size: (u32, u32, u32), plies: bool, threads: usize) -> (Found, f64) {
    let begun = Instant::now();
    let found = solve(size, plies, threads, Limits::default().memory(1 << 30), &|_| {});
    (found, begun.elapsed().as_secs_f64())
}

fn print_row(row: &Row, threads: usize) -> bool {
    let (found, seconds) = timed(row.size, row.plies.is_some(), threads);
    let value = found.value().or_else(|| found.verdict().map(Value::of));
    let text = value.map_or_else(|| "unknown".to_string(), |value| value.to_string());
    let (nodes, name) = (found.nodes, format!("{:?}", row.size));
    let wanted = row.nodes.map_or(String::new(), |nodes| nodes.to_string());
    let limit = row.seconds.map_or(String::new(), |seconds| format!("{seconds:.1}"));
    println!("{name:<10} {text:>12} {nodes:>10} {wanted:>10} {seconds:>9.3} {limit:>9}");
    value.is_some_and(|value| value.verdict == row.verdict && value.plies == row.plies)
        && row.nodes.is_none_or(|limit| nodes < limit)
        && row.seconds.is_none_or(|limit| seconds <= limit)
}

fn print_threads(size: (u32, u32, u32)) -> bool {
    let ((one, alone), (two, together)) = (timed(size, false, 1), timed(size, false, 2));
    let name = format!("{size:?}");
    println!("{name:<10} {alone:>10.2} s {together:>10.2} s {:>8.2}", alone / together);
    one.verdict() == two.verdict()
}
