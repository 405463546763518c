// A position as a drawing: rectangles, circles, lines and texts with classes. Thumbnails, files and pictures use it.

import { shapes } from "./marks.js";
import { svg } from "./dom.js";

const CELL = 100;

/** Returns `{width, height, shapes}` of a position; shapes are `[tag, attributes, transform]`. */
export function scene(look, text, { changed = new Set(), names = false } = {}) {
  if (look.kind === "grids") return grids(look.grids, changed, names);
  if (look.kind === "heaps") return heaps(look.heaps, changed);
  return lines(text);
}

function grids(all, changed, names) {
  const found = { shapes: [], width: 0, height: 0 };
  const widest = Math.max(...all.map((grid) => grid.columns)) * CELL;
  const highest = Math.max(...all.map((grid) => grid.rows)) * CELL;
  const named = (list) => names && list.length > 0;
  const [gap, title] = [all.length > 1 ? 40 : 0, names && all.some((grid) => grid.name) ? 60 : 0];
  const left = all.some((grid) => named(grid.row_names)) ? 46 : 0;
  const below = all.some((grid) => named(grid.column_names)) ? 46 : 0;
  all.forEach((grid, number) => {
    const [x, y] = [
      grid.place[0] * (widest + gap + left) + left,
      grid.place[1] * (highest + gap + title + below) + title,
    ];
    drawGrid(found.shapes, grid, number, [x, y], changed);
    if (title && grid.name) found.shapes.push(word(x + (grid.columns * CELL) / 2, y - 28, grid.name));
    if (names) grid.row_names.forEach((name, row) => found.shapes.push(word(x - 24, y + (row + 0.5) * CELL, name)));
    if (names) {
      grid.column_names.forEach((name, column) =>
        found.shapes.push(word(x + (column + 0.5) * CELL, y + grid.rows * CELL + 26, name)),
      );
    }
    found.width = Math.max(found.width, x + grid.columns * CELL);
    found.height = Math.max(found.height, y + grid.rows * CELL + below);
  });
  return found;
}

const word = (x, y, text) => [
  "text",
  { x, y, class: "name", "font-size": 26, "text-anchor": "middle", "dominant-baseline": "central", text },
];

function drawGrid(into, grid, number, [x, y], changed) {
  grid.cells.forEach((cell, index) => {
    const at = [x + (index % grid.columns) * CELL, y + Math.floor(index / grid.columns) * CELL];
    const kind = ["square", cell.lit && "lit", changed.has(`c${number}.${index}`) && "changed"]
      .filter(Boolean)
      .join(" ");
    into.push(["rect", { x: at[0], y: at[1], width: CELL, height: CELL, class: kind }]);
    if (cell.mark) for (const [tag, attributes] of shapes(cell.mark, grid.falls)) into.push([tag, attributes, at]);
  });
  if (grid.mark) {
    const size = (Math.min(grid.columns, grid.rows) * CELL) / 100;
    for (const [tag, attributes] of shapes(grid.mark, false))
      into.push([tag, { ...attributes, class: `${attributes.class} won` }, [x, y], size]);
  }
}

function heaps(all, changed) {
  const found = [];
  const tallest = Math.max(3, ...all.map((heap) => heap.alike ?? heap.named.length));
  const widest = Math.max(
    2,
    ...all
      .flatMap((heap) => heap.named ?? [])
      .map(Number)
      .filter(Number.isFinite),
  );
  all.forEach((heap, number) => {
    const pieces = heap.named ?? Array.from({ length: heap.alike }, () => "");
    const middle = number * 140 + 70;
    const kind = changed.has(`h${number}`) ? "square changed" : "square";
    found.push(["rect", { x: number * 140 + 5, y: 0, width: 130, height: tallest * 30 + 20, class: kind }]);
    pieces.forEach((name, index) => {
      const width = name === "" || !Number.isFinite(Number(name)) ? 60 : 30 + (90 * Number(name)) / widest;
      const y = tallest * 30 + 10 - (index + 1) * 30;
      found.push(["rect", { x: middle - width / 2, y: y + 3, width, height: 24, rx: 8, class: "disc second" }]);
      if (name !== "")
        found.push([
          "text",
          {
            x: middle,
            y: y + 15,
            class: "letter on-second",
            "font-size": 20,
            "text-anchor": "middle",
            "dominant-baseline": "central",
            text: name,
          },
        ]);
    });
    found.push(word(middle, tallest * 30 + 45, heap.alike === undefined ? heap.name : `${heap.name}: ${heap.alike}`));
  });
  return { shapes: found, width: all.length * 140, height: tallest * 30 + 70 };
}

function lines(text) {
  const rows = text.split("\n");
  const width = Math.max(6, ...rows.map((row) => [...row].length)) * 24 + 40;
  const found = rows.map((row, index) => [
    "text",
    { x: 20, y: 40 + index * 40, class: "mono", "font-size": 40, text: row, "xml:space": "preserve" },
  ]);
  return { shapes: found, width, height: rows.length * 40 + 30 };
}

/** Returns a scene as an element for the page; colours come from the style sheet. */
export function picture(drawing, props = {}) {
  const parts = drawing.shapes.map(([tag, attributes, at, size]) => {
    const part = svg(tag, attributes);
    if (at) part.setAttribute("transform", `translate(${at[0]} ${at[1]})${size ? ` scale(${size})` : ""}`);
    return part;
  });
  return svg(
    "svg",
    { viewBox: `-4 -4 ${drawing.width + 8} ${drawing.height + 8}`, class: "scene", focusable: "false", ...props },
    parts,
  );
}
