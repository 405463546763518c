// How large the cells of a board are, and how many grids stand side by side.

const LARGEST = 132;
const GAP = 14;
const LABELS = 22;
const TITLE = 26;
const WIDE = 560;

/** Returns the size of a cell if grids stand like this. */
function size(grids, places, width, height) {
  const span = (axis) => {
    const largest = new Map();
    grids.forEach((grid, number) => {
      const at = places[number][axis];
      const [cells, names] = axis === 0 ? [grid.columns, grid.row_names] : [grid.rows, grid.column_names];
      const sides = axis === 0 && grids.length === 1 && width >= WIDE ? 2 : 1;
      const extra = (names.length > 0 ? sides * LABELS : 0) + (axis === 1 && grid.name ? TITLE : 0);
      const old = largest.get(at) ?? { cells: 0, extra: 0 };
      largest.set(at, { cells: Math.max(old.cells, cells), extra: Math.max(old.extra, extra) });
    });
    const all = [...largest.values()];
    const cells = all.reduce((sum, one) => sum + one.cells, 0);
    const extra = all.reduce((sum, one) => sum + one.extra, 0) + GAP * (all.length - 1);
    return [cells, extra];
  };
  const [columns, wide] = span(0);
  const [rows, high] = span(1);
  return { across: (width - wide - 4) / columns, down: (height - high) / rows };
}

/**
 * Returns the size of a cell in pixels, and how many grids stand side by side: null if they stand where the game puts
 * them. Grids that the game puts into one row may be broken into several. Where a board cannot be both legible and seen
 * at once, it may be longer than the window, but never wider.
 */
export function arrange(grids, width, windowHeight) {
  const height = Math.max(260, windowHeight - (width < WIDE ? 250 : 262));
  const cell = (places) => {
    const { across, down } = size(grids, places, width, height);
    return Math.floor(Math.min(LARGEST, across, Math.max(down, Math.min(across, width < WIDE ? 40 : 30))));
  };
  let choice = { cell: cell(grids.map((grid) => grid.place)), across: null };
  if (grids.length > 1 && grids.every((grid) => grid.place[1] === 0)) {
    for (let across = grids.length - 1; across >= 1; across -= 1) {
      const other = cell(grids.map((_, number) => [number % across, Math.floor(number / across)]));
      if (other > choice.cell * 1.15) choice = { cell: other, across };
    }
  }
  return choice;
}
