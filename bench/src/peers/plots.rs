//! How cost grows with size: measured, and drawn with both axes logarithmic. And what threads bring, and how many bytes a
//! position takes: drawn as bars.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::{explore_all, measure};

/// One size of one series.
pub(crate) struct Point {
    pub(crate) series: &'static str,
    pub(crate) size: String,
    /// The states, by which it is drawn.
    pub(crate) states: f64,
    pub(crate) seconds: f64,
    pub(crate) megabytes: f64,
    pub(crate) result: String,
}

impl Point {
    pub(crate) fn json(&self) -> Value {
        json!({
            "series": self.series,
            "size": self.size,
            "seconds": self.seconds,
            "megabytes": self.megabytes,
            "result": self.result,
        })
    }
}

const LEVELS: &str = "n×n by levels, directly";
const HOMS: &str = "n×n by homomorphisms";
const STRONG: &str = "Connect Four, solved strongly";
const FOURS: &str = "k = 4: is it a win?";
const FIVES: &str = "k = 5: is it a win?";

/// Series, size, workload, and whether it takes long.
const SERIES: [(&str, &str, &str, bool); 10] = [
    (LEVELS, "3", "mnk-3x3-direct", false),
    (LEVELS, "4", "mnk-4x4-direct", false),
    (LEVELS, "5", "mnk-5x5-direct", false),
    (LEVELS, "6", "mnk-6x6-direct", false),
    (HOMS, "4", "dd-4", false),
    (HOMS, "5", "dd-5-demo", false),
    (HOMS, "6", "dd-6-demo", true),
    (STRONG, "4×4", "solve-4x4", false),
    (STRONG, "5×4", "solve-5x4", false),
    (STRONG, "5×5", "solve-5x5", true),
];

/// Boards of the prover, as above: the result is the nodes.
const PROOFS: [(&str, &str, &str, bool); 8] = [
    (FOURS, "4×4", "lines-4x4x4", false),
    (FOURS, "5×4", "lines-5x4x4", false),
    (FOURS, "6×4", "lines-6x4x4", false),
    (FOURS, "7×4", "lines-7x4x4", false),
    (FOURS, "8×4", "lines-8x4x4", true),
    (FIVES, "6×6", "lines-6x6x5", false),
    (FIVES, "7×6", "lines-7x6x5", false),
    (FIVES, "7×7", "lines-7x7x5", false),
];

/// Measures every size once.
pub(crate) fn measured(quick: bool) -> Vec<Point> {
    of(&SERIES, quick)
}

/// Measures the prover on every board once.
pub(crate) fn proofs(quick: bool) -> Vec<Point> {
    of(&PROOFS, quick)
}

fn of(series: &[(&'static str, &str, &str, bool)], quick: bool) -> Vec<Point> {
    let wanted = series.iter().filter(|(.., long)| !quick || !long);
    let measured = |&(series, size, workload, _): &(&'static str, &str, &str, bool)| {
        let point = point(series, size, workload);
        if point.is_none() {
            eprintln!("{workload} could not be run, and is missing from the plots");
        }
        point
    };
    wanted.filter_map(measured).collect()
}

/// A number with a name, drawn as a bar.
pub(crate) struct Bar {
    pub(crate) name: &'static str,
    pub(crate) value: f64,
}

impl Bar {
    pub(crate) fn json(&self) -> Value {
        json!({ "name": self.name, "value": self.value })
    }
}

/// Searches of (4,4,4) whose memory is divided by the positions.
const STORES: [(&str, &str); 7] = [
    ("by index", "indexed"),
    ("two layers", "layered"),
    ("all, exact keys", "exact"),
    ("all, hashed keys", "exact-states"),
    ("a hash set by hand", "by-hand-hash-set"),
    ("Stateright, depth first", "stateright-dfs"),
    ("Stateright, breadth first", "stateright-bfs"),
];

/// Searches of (4,4,4) by one thread and by two.
const THREADS: [(&str, &str, &str); 4] = [
    ("by index", "indexed", "indexed-2-threads"),
    ("two layers", "layered", "layered-2-threads"),
    ("all, exact keys", "exact", "exact-2-threads"),
    ("Stateright, breadth first", "stateright-bfs", "stateright-bfs-2-threads"),
];

/// Bytes that each position takes.
pub(crate) fn bytes() -> Vec<Bar> {
    let bar = |&(name, search): &(&'static str, &str)| {
        let took = explore_all::measured(search)?;
        Some(Bar { name, value: took.kilobytes as f64 * 1024.0 / explore_all::STATES as f64 })
    };
    STORES.iter().filter_map(bar).collect()
}

/// How many times as fast two threads are, by the clock.
pub(crate) fn speed_up() -> Vec<Bar> {
    let bar = |&(name, one, two): &(&'static str, &str, &str)| {
        let (alone, together) = (explore_all::measured(one)?, explore_all::measured(two)?);
        Some(Bar { name, value: alone.elapsed / together.elapsed })
    };
    THREADS.iter().filter_map(bar).collect()
}

fn point(series: &'static str, size: &str, workload: &str) -> Option<Point> {
    let cost = measure::timed(workload)?;
    Some(Point {
        series,
        size: size.to_string(),
        states: states(&cost.result)?,
        seconds: cost.amount,
        megabytes: cost.kilobytes as f64 / 1024.0,
        result: cost.result,
    })
}

/// All numbers of a result together: states, or won, drawn and lost ones.
fn states(result: &str) -> Option<f64> {
    let counts = result.split(": ").last()?;
    let numbers = counts.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let all: f64 = numbers.map(|part| part.parse::<f64>().expect("digits are a number")).sum();
    (all > 0.0).then_some(all)
}

/// Returns the plots, by the names of their files.
pub(crate) fn drawn(growth: &Growth) -> [(&'static str, String); 5] {
    let points = &growth.points;
    let by_states: (&str, Coordinate) = ("states", |point| point.states);
    let by_squares: (&str, Coordinate) = ("squares", |point| squares(&point.size));
    [
        ("growth-time.svg", plot(points, by_states, ("seconds", |point| point.seconds))),
        ("growth-memory.svg", plot(points, by_states, ("MB", |point| point.megabytes))),
        ("growth-proofs.svg", plot(&growth.proofs, by_squares, ("nodes", |point| point.states))),
        ("bytes.svg", bars("Bytes for each position of (4,4,4)", &growth.bytes)),
        ("speed-up.svg", bars("Two threads are so many times as fast as one", &growth.speed_up)),
    ]
}

/// Everything that is drawn.
#[derive(Default)]
pub(crate) struct Growth {
    pub(crate) points: Vec<Point>,
    pub(crate) proofs: Vec<Point>,
    pub(crate) bytes: Vec<Bar>,
    pub(crate) speed_up: Vec<Bar>,
}

impl Growth {
    pub(crate) fn measured(quick: bool) -> Growth {
        Growth { points: measured(quick), proofs: proofs(quick), bytes: bytes(), speed_up: speed_up() }
    }
}

/// What a point is drawn by.
type Coordinate = fn(&Point) -> f64;

/// The squares of a board, as in `7×6`.
fn squares(size: &str) -> f64 {
    size.split('×').map(|side| side.parse::<f64>().expect("a side is a number")).product()
}

/// Draws a bar for each, with its name and number.
fn bars(title: &str, bars: &[Bar]) -> String {
    let (row, names) = (28.0, 190.0);
    let height = 40.0 + row * bars.len() as f64;
    let most = bars.iter().map(|bar| bar.value).fold(f64::MIN_POSITIVE, f64::max);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"6\" y=\"18\">{title}</text>\n"
    );
    for (number, Bar { name, value }) in bars.iter().enumerate() {
        let (top, length) = (32.0 + row * number as f64, value / most * (WIDTH - names - 70.0));
        let (base, end) = (top + 13.0, names + length + 6.0);
        writeln!(svg, "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{name}</text>", names - 8.0)
            .expect("text");
        let colour = COLOURS[0];
        writeln!(
            svg,
            "<rect x=\"{names}\" y=\"{top}\" width=\"{length:.1}\" height=\"18\" fill=\"{colour}\"/>"
        )
        .expect("text");
        writeln!(svg, "<text x=\"{end:.1}\" y=\"{base}\">{value:.2}</text>").expect("text");
    }
    svg + "</svg>\n"
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 40.0;
const COLOURS: [&str; 3] = ["#1f5fa8", "#b3541e", "#3b7d3a"];

/// A range of powers of ten that holds all values.
fn decades(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let least = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
    let most = values.fold(0.0, f64::max).log10().ceil();
    (least, most.max(least + 1.0))
}

fn plot(points: &[Point], (along, place): (&str, Coordinate), (unit, of): (&str, Coordinate)) -> String {
    // Times below a millisecond are not known.
    let value = |point: &Point| of(point).max(1e-3);
    let (first, last) = decades(points.iter().map(place));
    let (low, high) = decades(points.iter().map(value));
    let x = |states: f64| LEFT + (states.log10() - first) / (last - first) * (WIDTH - LEFT - 20.0);
    let y = |value: f64| HEIGHT - BOTTOM - (value.log10() - low) / (high - low) * (HEIGHT - BOTTOM - 20.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>{along} against {unit}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         fill=\"white\"/>\n"
    );
    axes(&mut svg, (first, last), (low, high), (&x, &y), (along, unit));
    let mut series: Vec<&str> = points.iter().map(|point| point.series).collect();
    series.dedup();
    for (number, (name, colour)) in series.iter().zip(COLOURS).enumerate() {
        let own = points.iter().filter(|point| point.series == *name);
        let line: Vec<String> =
            own.clone().map(|p| format!("{:.1},{:.1}", x(place(p)), y(value(p)))).collect();
        let path = line.join(" ");
        writeln!(svg, "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>")
            .expect("text");
        for point in own {
            let (x, y, size) = (x(place(point)), y(value(point)), &point.size);
            writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>").expect("text");
            writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{size}</text>", x + 6.0, y + 14.0).expect("text");
        }
        let line = 30 + 18 * number;
        writeln!(svg, "<text x=\"{}\" y=\"{line}\" fill=\"{colour}\">{name}</text>", LEFT + 12.0)
            .expect("text");
    }
    svg + "</svg>\n"
}

/// Draws a line for every third power of ten to the right, and for every one upwards.
fn axes(
    svg: &mut String,
    (first, last): (f64, f64),
    (low, high): (f64, f64),
    (x, y): (&dyn Fn(f64) -> f64, &dyn Fn(f64) -> f64),
    (along, unit): (&str, &str),
) {
    let floor = HEIGHT - BOTTOM;
    for power in (first as i32..=last as i32).step_by(3) {
        let at = x(10f64.powi(power));
        writeln!(svg, "<path d=\"M{at:.1} 20V{floor}\" stroke=\"#dddddd\"/>").expect("text");
        let (place, below) = (at - 12.0, floor + 16.0);
        writeln!(
            svg,
            "<text x=\"{place:.1}\" y=\"{below}\">10<tspan dy=\"-5\" font-size=\"9\">{power}</tspan></text>"
        )
        .expect("text");
    }
    for power in low as i32..=high as i32 {
        let at = y(10f64.powi(power));
        let right = WIDTH - 20.0;
        writeln!(svg, "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#dddddd\"/>").expect("text");
        let label = if power < 0 {
            format!("{:.*}", -power as usize, 10f64.powi(power))
        } else {
            format!("{}", 10u64.pow(power as u32))
        };
        writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 6.0, at + 4.0)
            .expect("text");
    }
    writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{along}</text>", WIDTH - 20.0, HEIGHT - 8.0)
        .expect("text");
    writeln!(svg, "<text x=\"6\" y=\"14\">{unit}</text>").expect("text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_from_results() {
        assert_eq!(states("5478"), Some(5478.0));
        assert_eq!(states("draw: [\"38675\", \"90120\", \"32234\"]"), Some(161_029.0));
        assert_eq!(states("no direct route"), None);
        assert_eq!(states("Draw: 1238 nodes"), Some(1238.0));
        assert_eq!(squares("7×6"), 42.0);
    }

    /// The book shows copies, since a book may use nothing outside its folder.
    #[test]
    fn the_book_shows_the_last_run() {
        let read = |place: &str| {
            let path = format!("{}/{place}", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        for name in ["growth-time.svg", "growth-memory.svg", "growth-proofs.svg", "bytes.svg", "speed-up.svg"]
        {
            let (kept, shown) = (read(name), read(&format!("../book/src/pictures/{name}")));
            assert!(kept == shown, "cp bench/{name} book/src/pictures: the book shows another run");
        }
    }

    #[test]
    fn bars_are_as_long_as_their_numbers() {
        let svg = bars("a", &[Bar { name: "one", value: 1.0 }, Bar { name: "two", value: 2.0 }]);
        assert!(svg.contains("width=\"190.0\"") && svg.contains("width=\"380.0\""), "{svg}");
    }
}
