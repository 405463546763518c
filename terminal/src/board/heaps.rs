//! Drawings of heaps: a line for each.

use game::look::{Heap, Pick, Pieces};

use super::{Area, Board, write};

/// The most pieces that are drawn of a heap.
const SHOWN: usize = 50;

/// Before each heap there is room for the cursor.
const ROOM: usize = 2;

/// Draws the heaps, as wide as those at the start, and who is to move. Without heaps nothing has a width.
pub(super) fn draw(heaps: &[Heap], start: &[Heap], turn: Option<&str>) -> Board {
    let names = heaps.iter().map(|heap| heap.name.chars().count()).max().unwrap_or(0);
    let width = |heap: &Heap| ROOM + text(heap, names).chars().count();
    let steady_width = start.iter().chain(heaps).map(width).max().unwrap_or(0);
    let mut lines: Vec<Vec<char>> = Vec::new();
    let mut areas = Vec::new();
    for (row, heap) in heaps.iter().enumerate() {
        let mut line = Vec::new();
        write(&mut line, ROOM, &text(heap, names));
        let (column, width) = (line.len().saturating_sub(1), line.len().saturating_sub(ROOM));
        areas.push(Area { pick: Pick::Heap(row), row, column, width, square: None });
        lines.push(line);
    }
    let mut last = Vec::new();
    write(&mut last, ROOM, &turn.map_or_else(String::new, |turn| format!("{turn} to move")));
    lines.push(last);
    Board::bare(lines, areas, steady_width)
}

/// A heap as a line of text: `b   7 ||||| ||`, or `b: 3 1`.
fn text(heap: &Heap, names: usize) -> String {
    let name = format!("{:<names$}", heap.name);
    let line = match &heap.pieces {
        Pieces::Alike(count) => format!("{name} {count:>3} {}", strokes(*count)),
        Pieces::Named(pieces) => format!("{name}: {}", pieces.join(" ")),
    };
    line.trim_end().to_string()
}

/// Strokes in groups of five.
fn strokes(count: usize) -> String {
    let groups = (0..count.min(SHOWN)).step_by(5).map(|done| "|".repeat((count - done).min(5)));
    let more = (count > SHOWN).then(|| "…".to_string());
    groups.chain(more).collect::<Vec<String>>().join(" ")
}
