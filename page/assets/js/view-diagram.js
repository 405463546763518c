// Diagram: the set of all reachable states as a decision diagram, round by round if wanted.

import { whole } from "./address.js";
import { isAbort } from "./client.js";
import { DiagramDrawing } from "./diagram-drawing.js";
import { button, counted, cutShort, digits, el, field, form, panel, replace, select, svg } from "./dom.js";

/** The most rounds that a request may ask for. */
const MOST_ROUNDS = 1_000_000;

const first = (value) => (Array.isArray(value) ? value[0] : value) ?? null;

export class DiagramView {
  #abort = null;
  #asked = "";
  #answer = null;

  constructor(app) {
    this.app = app;
    this.element = el("div", { class: "diagram" }, this.#main(), this.#side());
    app.on("position", () => {
      if (app.view === "diagram") this.draw();
    });
    app.on("place", () => {
      if (app.view !== "diagram") this.leave();
    });
  }

  #main() {
    const plain = { type: "text", spellcheck: "false", autocomplete: "off" };
    this.drawing = new DiagramDrawing((node) => this.#drawNode(node));
    this.subject = el("input", { ...plain, size: 14 });
    this.formula = select([], "", () => this.#submit());
    this.formulaField = field("Formula", this.formula);
    this.follow = el("input", { ...plain, size: 16, placeholder: "a1 b2" });
    this.failure = el("p", { class: "error-text", role: "alert" });
    this.note = el("p", { class: "note", role: "status" });
    this.legend = el("p", { class: "legend" });
    const controls = form(
      { class: "controls" },
      () => this.#submit(),
      field("Game, or N for N×N squares by formula", this.subject),
      this.formulaField,
      field("Follow the moves", this.follow),
      el("button", { type: "submit", class: "primary" }, "Draw"),
    );
    return panel(
      "Decision diagram",
      controls,
      this.failure,
      this.drawing.element,
      el("div", { class: "graph-foot" }, this.legend, this.note),
    );
  }

  #side() {
    this.facts = el("dl", { class: "facts-list" });
    this.node = el("p", { class: "node-facts" }, "Point at a node, or walk there with the arrow keys.");
    this.rounds = el("div", { class: "rounds" });
    return el(
      "div",
      { class: "side" },
      panel("The set", this.facts),
      panel("Node", this.node),
      panel("Rounds of the fixpoint", this.rounds),
    );
  }

  /** Gives up what is being computed: another view may need the engines. */
  leave() {
    if (this.element.dataset.state !== "working") return;
    this.#abort?.abort();
    this.#asked = "";
  }

  draw() {
    const { app } = this;
    if (this.formula.options.length === 0) {
      this.formula.append(...app.catalogue.formulas.map(({ id, title }) => el("option", { value: id }, title)));
    }
    this.subject.value = first(app.params.subject) ?? app.game.game;
    this.formula.value = first(app.params.formula) ?? app.catalogue.formulas[0]?.id ?? "";
    this.follow.value = first(app.params.follow) ?? app.node.moves.join(" ");
    this.formulaField.hidden = !/^\d+$/.test(this.subject.value.trim());
    const body = this.#body();
    if (!/^\d+$/.test(body.subject) && body.subject === app.game.game && !app.game.symbolic) {
      this.#abort?.abort();
      this.#asked = "";
      this.#fail("This game has no symbolic form, so there is no diagram of its states. Try another game, or 3.");
      return;
    }
    const asked = JSON.stringify(body);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#ask(body);
  }

  #body() {
    const round = first(this.app.params.round);
    const subject = this.subject.value.trim();
    const moves = this.follow.value.split(/[\s,]+/).filter(Boolean);
    const body = { subject, most: 1500 };
    if (/^\d+$/.test(subject)) body.formula = this.formula.value;
    if (moves.length > 0) body.moves = moves;
    if (round !== null) body.round = whole(round, MOST_ROUNDS);
    return body;
  }

  #submit() {
    const subject = this.subject.value.trim();
    this.app.params = {
      subject: subject === this.app.game.game ? null : subject,
      formula: /^\d+$/.test(subject) ? this.formula.value : null,
      follow: this.follow.value.trim() || null,
    };
    this.app.remember();
    this.#asked = "";
    this.draw();
  }

  async #ask(body) {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.failure.textContent = "";
    this.note.textContent = "working …";
    this.element.dataset.state = "working";
    const note = (text) => {
      this.note.textContent = text;
    };
    try {
      this.#take(await this.app.client.long("diagram", body, { signal: abort.signal, note }), body);
    } catch (error) {
      if (isAbort(error)) return;
      this.#fail([error.message, error.help].filter(Boolean).join(". "));
    }
  }

  /** Says why there is no diagram; the one before, if there is one, is not shown any more. */
  #fail(text) {
    this.element.dataset.state = "failed";
    this.note.textContent = "";
    this.failure.textContent = text;
  }

  #take(answer, body) {
    this.#answer = answer;
    const limit = cutShort(answer);
    const large = "The diagram is too large to be drawn; its counts are on this page.";
    const drawn = answer.too_large ? large : "Drag to move, turn the wheel to zoom.";
    replace(this.note, limit.length > 0 ? limit : drawn);
    const fact = (name, text) => [el("dt", {}, name), el("dd", {}, text)];
    replace(
      this.facts,
      fact("states", digits(answer.states)),
      fact("nodes", digits(answer.nodes_total)),
      answer.path
        ? fact("path", answer.path.length > 0 ? counted(answer.path.length, "node") : "not in the set")
        : null,
    );
    this.drawing.draw(answer);
    replace(this.legend, this.drawing.legend());
    this.#drawRounds(answer, body.round ?? null);
    this.element.dataset.state = "done";
  }

  #drawNode({ variable, words, values }) {
    const text =
      variable === null
        ? "The end: a word of the set is complete here."
        : `Variable ${variable}: ${digits(words)} of ${digits(this.#answer.states)} words pass through this node${values ? `; values ${values}` : ""}.`;
    this.node.textContent = text;
  }

  #drawRounds({ rounds }, round) {
    const last = rounds.length - 1;
    const shown = Math.min(round ?? last, last);
    const go = (number) => {
      this.app.params.round = number >= last ? null : number;
      this.app.remember(false);
      this.draw();
    };
    if (rounds.length === 0) {
      replace(this.rounds, el("p", { class: "note" }, "This set was not computed in rounds."));
      return;
    }
    const focused = this.rounds.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const slider = el("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      value: shown,
      data: { focus: "slider" },
      on: { change: () => go(Number(slider.value)) },
    });
    const { states, nodes } = rounds[shown];
    const step = (text, to, name) =>
      button(text, () => go(to), { disabled: to < 0 || to > last, data: { focus: name } });
    replace(
      this.rounds,
      field(`Round ${shown} of ${last}`, slider),
      el("div", { class: "row" }, step("◀ Round before", shown - 1, "back"), step("Next round ▶", shown + 1, "next")),
      el("p", { class: "note" }, `${counted(states, "state")}, ${counted(nodes, "node")}`),
      this.#chart(rounds, shown),
    );
    if (focused) this.rounds.querySelector(`[data-focus=${focused}]`)?.focus();
  }

  /** Returns bars for the nodes of each round. */
  #chart(rounds, shown) {
    const most = Math.max(...rounds.map(({ nodes }) => nodes));
    const width = 360 / rounds.length;
    const bars = rounds.map(({ nodes }, index) => {
      const height = (70 * nodes) / most;
      return svg("rect", {
        x: index * width + 1,
        y: 74 - height,
        width: Math.max(1, width - 2),
        height,
        rx: 2,
        class: index === shown ? "bar shown" : "bar",
      });
    });
    const words = rounds.map(({ nodes }, index) => `round ${index}: ${nodes}`).join(", ");
    return svg(
      "svg",
      { viewBox: "0 0 360 76", class: "bars", role: "img", "aria-label": `nodes by round: ${words}` },
      bars,
    );
  }
}
