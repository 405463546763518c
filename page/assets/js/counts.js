// How many positions there are at each ply: a chart, counted one by one or symbolically.

import { isAbort } from "./client.js";
import { button, counted, cutShort, digits, el, panel, replace, svg } from "./dom.js";

const [WIDTH, LEFT, ROW] = [360, 34, 20];

export class CountsPanel {
  #abort = null;
  #game = null;

  constructor(app) {
    this.app = app;
    this.note = el("p", { class: "note", role: "status" });
    this.chart = el("div", { class: "counts" });
    this.symbolic = button("Count symbolically", () => this.#count("symbolic"));
    this.stop = button("Stop", () => this.#abort?.abort(), { hidden: true });
    this.element = panel(
      "Positions by ply from the start of the game",
      el(
        "div",
        { class: "row" },
        button("Count one by one", () => this.#count("explicit")),
        this.symbolic,
        this.stop,
      ),
      this.note,
      this.chart,
    );
  }

  /** Forgets the counts of another game. */
  draw() {
    const { game } = this.app;
    if (this.#game === game.game) return;
    this.#drop();
    this.#game = game.game;
    this.symbolic.hidden = !game.symbolic;
    this.note.textContent = "";
    replace(this.chart);
  }

  /** Gives up the count that is under way, if there is one, and leaves no word of it. */
  #drop() {
    this.#abort?.abort();
    this.#abort = null;
    this.stop.hidden = true;
    delete this.element.dataset.state;
  }

  leave() {
    this.#abort?.abort();
  }

  async #count(by) {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.stop.hidden = false;
    this.element.dataset.state = "working";
    this.note.textContent = "counting …";
    const note = (text) => {
      this.note.textContent = text;
    };
    try {
      const take = (counts) => {
        if (this.#abort === abort) this.#drawChart(counts);
      };
      take(
        await this.app.client.long(
          "count",
          { game: this.app.game.game, by, symmetry: false },
          { signal: abort.signal, partial: take, note },
        ),
      );
    } catch (error) {
      if (this.#abort !== abort) return;
      this.note.textContent = isAbort(error) ? "stopped" : [error.message, error.help].filter(Boolean).join(". ");
    }
    if (this.#abort !== abort) return;
    this.stop.hidden = true;
    this.element.dataset.state = "done";
  }

  #drawChart(counts) {
    const plies = counts.by_ply ?? [];
    const size = (count) => Math.log10(Number(count) + 1);
    const most = Math.max(1, ...plies.map(size));
    const bars = plies.map((count, ply) => {
      const width = ((WIDTH - LEFT - 96) * size(count)) / most;
      return [
        svg("text", { x: LEFT - 8, y: ply * ROW + 14, class: "axis", "text-anchor": "end", text: ply }),
        svg("rect", { x: LEFT, y: ply * ROW + 3, width: Math.max(1, width), height: ROW - 6, rx: 3, class: "bar" }),
        svg("text", { x: LEFT + width + 6, y: ply * ROW + 14, class: "axis value", text: shortened(count) }),
      ];
    });
    const total = counts.positions ?? counts.states;
    const words = plies.map((count, ply) => `ply ${ply}: ${count}`).join(", ");
    replace(
      this.chart,
      svg(
        "svg",
        {
          viewBox: `0 0 ${WIDTH} ${plies.length * ROW + 4}`,
          role: "img",
          "aria-label": `positions by ply: ${words}`,
          class: "bars",
        },
        bars,
      ),
      el("p", { class: "note" }, "Bars grow with the logarithm of the count."),
    );
    const parts = [
      total && counted(total, "position"),
      counts.transitions && counted(counts.transitions, "move"),
    ];
    const limit = cutShort(counts);
    replace(this.note, parts.filter(Boolean).join(" · "), limit.length > 0 && [" · ", limit]);
  }
}

/** Returns a count that fits beside its bar. */
function shortened(count) {
  const text = String(count);
  if (text.length <= 9) return digits(text);
  return `${text[0]}.${text.slice(1, 3)}·10${[...String(text.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}
