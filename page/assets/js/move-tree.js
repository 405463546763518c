// The moves as players write them: the main line, and variations in brackets.

import { button, el, replace } from "./dom.js";
import { byMove, short, tone, words } from "./values.js";

export class MoveTree {
  constructor(app) {
    this.app = app;
    this.element = el("div", { class: "tree", role: "group", "aria-label": "moves played" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  draw() {
    const { root, game } = this.app;
    this.pairs = game.is_game;
    this.nodes = new Map();
    const parts = root.children.length > 0 ? this.#line(root, true) : el("p", { class: "note" }, "No moves yet.");
    const focused = this.element.contains(document.activeElement);
    replace(this.element, parts);
    if (focused) this.element.querySelector("[aria-current=true]")?.focus();
    const current = this.element.querySelector("[aria-current=true]");
    if (current) scrollInto(this.element, current);
  }

  /** Returns the line that goes on after a node, with the other branches in brackets behind the first move. */
  #line(node, fresh) {
    const parts = [];
    let [here, numbered] = [node, fresh];
    while (here.children.length > 0) {
      const [main, ...others] = here.children;
      parts.push(this.#move(main, numbered));
      for (const other of others) {
        parts.push(el("div", { class: "variation" }, this.#move(other, true), this.#line(other, false)));
      }
      numbered = others.length > 0;
      here = main;
    }
    return parts;
  }

  #move(node, numbered) {
    const { app } = this;
    const ply = node.ply;
    const first = ply % 2 === 1 || !this.pairs;
    const number = this.pairs ? Math.ceil(ply / 2) : ply;
    const text = first ? `${number}.` : numbered ? `${number}…` : "";
    const value = app.settings.values ? byMove(node.parent.values).get(node.move) : null;
    const item = button(node.move, () => app.walk(node), {
      class: "move",
      "aria-current": node === app.node ? "true" : null,
    });
    this.nodes.set(item, node);
    if (value) {
      item.append(el("span", { class: `sign tone-${tone(value)}`, "aria-hidden": "true" }, short(value)));
      item.setAttribute("aria-label", `${node.move}, ${words(value)}`);
    }
    return el("span", { class: "ply" }, text && el("span", { class: "number" }, text), item);
  }

  /** Takes the branch away that begins with the move that has the focus. Whoever is in it goes to where it began. */
  async #key(event) {
    const node = this.nodes.get(event.target);
    if (event.key !== "Delete" || !node) return;
    event.preventDefault();
    const { app } = this;
    if (app.node.line.includes(node) && !(await app.walk(node.parent))) return;
    node.remove();
    app.remember(false);
    this.draw();
  }
}

/** Scrolls a box so that one of its parts can be seen; never the page. */
function scrollInto(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
}
