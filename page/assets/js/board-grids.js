// Grids of cells: one board, layers of a cube, nine boards in one. Every cell is a button.

import { el, rove, svg } from "./dom.js";
import { shapes, spoken } from "./marks.js";
import { arrange } from "./arrange.js";

export class GridsBoard {
  #cells = [];
  #grids = [];
  #layout = "";
  #current = null;
  #ghost = null;

  constructor(pick, cancel) {
    this.pick = pick;
    this.cancel = cancel;
    this.element = el("div", { class: "grids", role: "group", "aria-label": "board" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.element);
    window.addEventListener("resize", () => this.#resize());
  }

  focus() {
    this.#current?.button.focus();
  }

  draw(position, shown) {
    this.look = position.look;
    this.shown = shown;
    if (this.#cells.length === 0) this.#build();
    this.look.grids.forEach((grid, number) => this.#drawGrid(grid, this.#grids[number]));
    for (const cell of this.#cells) this.#drawCell(cell);
    this.#drawGhost(null);
    this.#resize();
  }

  #build() {
    this.look.grids.forEach((grid, number) => {
      const face = el("div", { class: "cells", vars: { columns: grid.columns, rows: grid.rows } });
      for (let index = 0; index < grid.cells.length; index += 1) face.append(this.#cell(grid, number, index).button);
      const names = (list, kind) =>
        el(
          "div",
          { class: kind, "aria-hidden": "true" },
          list.map((name) => el("span", {}, name)),
        );
      const mark = el("div", { class: "grid-mark", "aria-hidden": "true" });
      const title = grid.name ? el("p", { class: "grid-name" }, grid.name) : null;
      const frame = el(
        "div",
        { class: "grid", vars: { columns: grid.columns, rows: grid.rows } },
        title,
        names(grid.row_names, "row-names"),
        face,
        names(grid.column_names, "column-names"),
        mark,
      );
      frame.classList.toggle("falls", grid.falls);
      frame.classList.toggle("alone", this.look.grids.length === 1 && grid.row_names.length > 0);
      this.#grids.push({ frame, mark });
      this.element.append(frame);
    });
    this.#current = this.#cells[0];
    rove(
      this.#cells.map((cell) => cell.button),
      0,
    );
  }

  #cell(grid, number, index) {
    const picture = svg("svg", { viewBox: "0 0 100 100", class: "mark", "aria-hidden": "true", focusable: "false" });
    const badge = el("span", { class: "badge", "aria-hidden": "true" });
    const face = el("button", { type: "button", class: "cell" }, picture, badge);
    const cell = { button: face, picture, badge, grid: number, index, drawn: null };
    face.addEventListener("click", () => this.pick(this.#target(cell)));
    face.addEventListener("focus", () => {
      this.#current = cell;
      this.#rove(cell);
      this.#drawGhost(cell);
    });
    face.addEventListener("blur", () => this.#drawGhost(null));
    face.addEventListener("pointerenter", () => this.#drawGhost(cell));
    face.addEventListener("pointerleave", () => this.#drawGhost(null));
    this.#cells.push(cell);
    return cell;
  }

  #rove(cell) {
    for (const one of this.#cells) one.button.setAttribute("tabindex", one === cell ? "0" : "-1");
  }

  /** Returns what a click on a cell picks: the cell, or where a piece in its column falls. */
  #target(cell) {
    const grid = this.look.grids[cell.grid];
    const own = `c${cell.grid}.${cell.index}`;
    if (!grid.falls || this.shown.next.has(own)) return own;
    const column = cell.index % grid.columns;
    const fallen = [...this.shown.next].find((name) => {
      const [number, index] = name.slice(1).split(".").map(Number);
      return name.startsWith("c") && number === cell.grid && index % grid.columns === column;
    });
    return fallen ?? own;
  }

  #drawGrid(grid, { frame, mark }) {
    frame.classList.toggle("inactive", !grid.active && this.look.grids.length > 1);
    frame.classList.toggle("active", grid.active && this.look.grids.some((other) => !other.active));
    const text = grid.mark ? `${grid.mark.text}${grid.mark.role}` : "";
    if (mark.dataset.drawn === text) return;
    mark.dataset.drawn = text;
    mark.replaceChildren();
    if (grid.mark) mark.append(svg("svg", { viewBox: "0 0 100 100", focusable: "false" }, drawn(grid.mark, false)));
  }

  #drawCell(cell) {
    const grid = this.look.grids[cell.grid];
    const { mark, name, lit } = grid.cells[cell.index];
    const own = `c${cell.grid}.${cell.index}`;
    const { next, worth, picked, changed } = this.shown;
    const text = mark ? `${mark.text} ${mark.role}` : "";
    if (cell.drawn !== text) {
      cell.drawn = text;
      cell.picture.replaceChildren(...(mark ? drawn(mark, grid.falls) : []));
    }
    const value = worth.get(own);
    const open = next.has(own) || (grid.falls && next.has(this.#target(cell)));
    const tone = value ? `tone-${value.tone}` : "";
    cell.button.className = [
      "cell",
      tone,
      lit && "lit",
      changed.has(own) && "changed",
      picked.has(own) && "picked",
      value?.favourite && "favourite",
      next.has(own) && "open",
      open && "clickable",
      mark && "taken",
    ]
      .filter(Boolean)
      .join(" ");
    if (cell.badge.textContent !== (value?.short ?? "")) cell.badge.textContent = value?.short ?? "";
    cell.button.setAttribute("aria-disabled", open ? "false" : "true");
    const said = [
      name,
      spoken(mark),
      value?.words,
      picked.has(own) && "picked",
      changed.has(own) && "last move",
      lit && "winning line",
    ]
      .filter(Boolean)
      .join(", ");
    if (cell.button.getAttribute("aria-label") !== said) cell.button.setAttribute("aria-label", said);
    cell.button.dataset.cell = name;
  }

  /** Shows where a piece would go if one clicked now. */
  #drawGhost(cell) {
    if (this.#ghost) this.#ghost.button.classList.remove("ghost", "ghost-first", "ghost-second");
    this.#ghost = null;
    if (!cell) return;
    const target = this.#target(cell);
    if (!this.shown.next.has(target)) return;
    const [number, index] = target.slice(1).split(".").map(Number);
    this.#ghost = this.#cells.find((one) => one.grid === number && one.index === index);
    const side = this.shown.turn === 0 ? "ghost-first" : "ghost-second";
    this.#ghost.button.classList.add("ghost");
    if (this.shown.turn !== null) this.#ghost.button.classList.add(side);
  }

  #key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape" && this.cancel()) event.preventDefault();
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#neighbour(this.#current, step)?.button.focus();
  }

  /** Returns the cell next to one, in its grid or in the next grid, by where the cells are on the screen. */
  #neighbour(from, [dx, dy]) {
    const grid = this.look.grids[from.grid];
    const [column, row] = [(from.index % grid.columns) + dx, Math.floor(from.index / grid.columns) + dy];
    if (column >= 0 && column < grid.columns && row >= 0 && row < grid.rows) {
      return this.#cells.find((one) => one.grid === from.grid && one.index === row * grid.columns + column);
    }
    const box = from.button.getBoundingClientRect();
    let found = null;
    for (const one of this.#cells) {
      const other = one.button.getBoundingClientRect();
      const [x, y] = [(other.left - box.left) / box.width, (other.top - box.top) / box.height];
      const [along, across] = dx === 0 ? [y * dy, Math.abs(x)] : [x * dx, Math.abs(y)];
      if (along < 0.5 || across > along) continue;
      const distance = along + across * 4;
      if (!found || distance < found.distance) found = { one, distance };
    }
    return found?.one ?? null;
  }

  /** Chooses the size of the cells and how grids stand, so that all of it can be seen. */
  #resize() {
    if (!this.look) return;
    const width = this.element.parentElement?.clientWidth ?? 0;
    if (width === 0) return;
    const { cell, across } = arrange(this.look.grids, width, window.innerHeight);
    const layout = `${cell}/${across}`;
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.element.style.setProperty("--cell", `${cell}px`);
    this.element.classList.toggle("small", cell < 34);
    this.element.classList.toggle("narrow", cell < 48);
    this.#grids.forEach(({ frame }, number) => {
      const [x, y] = across ? [number % across, Math.floor(number / across)] : this.look.grids[number].place;
      frame.style.setProperty("grid-column", String(x + 1));
      frame.style.setProperty("grid-row", String(y + 1));
    });
  }
}

function drawn(mark, round) {
  return shapes(mark, round).map(([tag, attributes]) => svg(tag, attributes));
}
