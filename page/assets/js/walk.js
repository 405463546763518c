// A way through positions, stepped through on boards. A way that comes back to itself is shown as a loop.

import { button, el, replace, rove, svg, whisper } from "./dom.js";
import { key } from "./picks.js";
import { picture, scene } from "./scene.js";

const STEP = 84;

export class Walk {
  #at = 0;

  /** `way` is `{moves, positions, back_to}`; `describe` returns what stands beside a position. */
  constructor(way, { describe, open, title }) {
    this.way = way;
    this.describe = describe;
    this.open = open;
    this.board = el("div", { class: "walk-board" });
    this.caption = el("p", { class: "status" });
    this.facts = el("div", { class: "facts" });
    this.strip = el("div", { class: "strip", role: "group", "aria-label": title });
    this.strip.addEventListener("keydown", (event) => this.#key(event));
    this.previous = button("◀ Step back", () => this.go(this.#at - 1));
    this.next = button("Step ▶", () => this.go(this.#at + 1));
    this.element = el(
      "div",
      { class: "walk" },
      this.#drawStrip(),
      el(
        "div",
        { class: "walk-row" },
        this.board,
        el(
          "div",
          { class: "walk-side" },
          this.caption,
          el(
            "div",
            { class: "row" },
            this.previous,
            this.next,
            button("Open in Play", () => this.open(this.way.moves.slice(0, this.#at))),
          ),
          this.facts,
        ),
      ),
    );
    this.go(way.positions.length - 1);
  }

  #name(index) {
    if (index === 0) return "start";
    return this.way.moves[index - 1] ?? `step ${index}`;
  }

  #drawStrip() {
    const { positions, back_to: back } = this.way;
    this.steps = positions.map((position, index) => {
      const small = picture(scene(position.look, position.text), { "aria-hidden": "true" });
      return button([small, el("span", {}, `${index}. ${this.#name(index)}`)], () => this.go(index), { class: "step" });
    });
    const cut = this.way.cut ? el("p", { class: "note" }, "The way is longer; these are its first positions.") : null;
    replace(
      this.strip,
      this.steps,
      cut,
      back === null || back === undefined ? null : this.#loop(back, positions.length - 1),
    );
    return this.strip;
  }

  /** Returns an arrow from the last step back to where the way goes on for ever. */
  #loop(back, last) {
    const [from, to] = [last * STEP + STEP / 2, back * STEP + STEP / 2];
    const d = `M${from} 2C${from} 26 ${to} 26 ${to} 4`;
    const text =
      back === last ? `stays at step ${back} for ever` : `and from step ${last} back to step ${back}, for ever`;
    return el(
      "div",
      { class: "loop" },
      svg(
        "svg",
        { width: (last + 1) * STEP, height: 30, "aria-hidden": "true" },
        svg("path", { d, class: "loop-line" }),
        svg("path", { d: `M${to - 5} 10L${to} 2L${to + 5} 10`, class: "loop-line" }),
      ),
      el("p", { class: "note" }, `Loop: ${text}.`),
    );
  }

  go(index) {
    const { positions } = this.way;
    if (index < 0 || index >= positions.length) return;
    this.#at = index;
    const position = positions[index];
    const changed = new Set((position.changed ?? []).map(key));
    const label = `position ${index}: ${position.text.replace(/\s+/g, " ")}`;
    replace(
      this.board,
      picture(scene(position.look, position.text, { changed, names: true }), { role: "img", "aria-label": label }),
    );
    const over = position.over ? `: ${position.over.text}` : "";
    this.caption.textContent = `Step ${index} of ${positions.length - 1}, ${this.#name(index)}${over}`;
    whisper(this.caption.textContent);
    this.previous.disabled = index === 0;
    this.next.disabled = index === positions.length - 1;
    this.steps.forEach((step, number) => step.setAttribute("aria-current", number === index ? "step" : "false"));
    rove(this.steps, index);
    replace(this.facts, this.describe(position));
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(this.#at + step);
    this.steps[this.#at].focus();
  }
}
