// Zoom and pan of a drawing: wheel, pinch, drag, buttons and keys.

import { button, el } from "./dom.js";

export class PanZoom {
  #pointers = new Map();
  #moved = 0;

  /** `content` is the group inside `frame`, an SVG whose viewBox this sets. */
  constructor(frame) {
    this.frame = frame;
    this.full = { x: 0, y: 0, width: 100, height: 100 };
    this.view = { ...this.full };
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"])
      frame.addEventListener(end, (event) => this.#pointers.delete(event.pointerId));
    const tool = (sign, name, act) => button(sign, act, { class: "tool", "aria-label": name, title: name });
    this.tools = el(
      "div",
      { class: "zoom-tools", role: "group", "aria-label": "zoom" },
      tool("+", "Zoom in", () => this.zoom(0.7)),
      tool("−", "Zoom out", () => this.zoom(1 / 0.7)),
      tool("⤢", "Show all", () => this.fit()),
    );
  }

  /** Sets the rectangle of the drawing, and shows all of it if it has changed. */
  size(full) {
    const same = full.width === this.full.width && full.height === this.full.height;
    this.full = full;
    if (!same) this.fit();
  }

  fit() {
    this.view = { ...this.full };
    this.#apply();
  }

  /** Zooms about a point of the drawing, or about the middle. */
  zoom(factor, at = null) {
    const { x, y, width, height } = this.view;
    const limit = Math.min(1.2, Math.max(0.01, (width * factor) / this.full.width)) * this.full.width;
    const real = limit / width;
    const point = at ?? { x: x + width / 2, y: y + height / 2 };
    this.view = {
      x: point.x - (point.x - x) * real,
      y: point.y - (point.y - y) * real,
      width: width * real,
      height: height * real,
    };
    this.#apply();
  }

  /** Moves by a share of what is seen. */
  pan(dx, dy) {
    this.view.x += dx * this.view.width;
    this.view.y += dy * this.view.height;
    this.#apply();
  }

  /** Moves just so far that a point can be seen. */
  reveal({ x, y }) {
    const { view } = this;
    const inside = x > view.x && x < view.x + view.width && y > view.y && y < view.y + view.height;
    if (inside) return;
    [view.x, view.y] = [x - view.width / 2, y - view.height / 2];
    this.#apply();
  }

  /** Returns whether the pointer was dragged since it went down: then a click is none. */
  get dragged() {
    return this.#moved > 6;
  }

  #apply() {
    const { x, y, width, height } = this.view;
    this.frame.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.frame.classList.toggle("close", width < this.full.width * 0.5);
  }

  #point(event) {
    const matrix = this.frame.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  #wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 250), this.#point(event));
  }

  #down(event) {
    this.#moved = 0;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const scale = this.frame.getScreenCTM()?.a ?? 1;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    this.#pointers.set(event.pointerId, now);
    if (others.length === 0) {
      this.view.x -= (now.x - before.x) / scale;
      this.view.y -= (now.y - before.y) / scale;
      this.#apply();
    } else {
      const distance = (point) => Math.hypot(point.x - others[0].x, point.y - others[0].y);
      if (distance(now) > 0) this.zoom(distance(before) / distance(now), this.#point(event));
    }
  }
}
