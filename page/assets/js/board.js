// A board for any look: grids of buttons, heaps of buttons, or text. It draws a position and says what was picked.

import { GridsBoard } from "./board-grids.js";
import { HeapsBoard } from "./board-heaps.js";
import { TextBoard } from "./board-text.js";
import { button, el, replace } from "./dom.js";
import { Choices, key, nameOf } from "./picks.js";
import { best, byMove, short, tone, words } from "./values.js";

const KINDS = { grids: GridsBoard, heaps: HeapsBoard, text: TextBoard };

/** Returns whether the same buttons can show both looks. */
function alike(one, other) {
  if (!one || one.kind !== other.kind) return false;
  if (one.kind === "grids") {
    const size = (look) => look.grids.map((grid) => [grid.columns, grid.rows, grid.place, grid.falls].join()).join(";");
    return size(one) === size(other);
  }
  return one.kind !== "heaps" || one.heaps.length === other.heaps.length;
}

export class Board {
  #choices = new Choices([]);
  #picked = [];
  #position = null;
  #values = null;
  #face = null;
  #playable = false;

  /** `play` is called with a move once it is picked in full. */
  constructor(play) {
    this.play = play;
    this.face = el("div", { class: "board-face" });
    this.prompt = el("p", { class: "prompt" });
    this.labels = el("div", { class: "labels" });
    this.element = el("div", { class: "board" }, this.face, this.prompt, this.labels);
  }

  /** Shows a position; `playable` says whether moves can be picked. */
  show(position, { playable = true, values = null } = {}) {
    const same = this.#position === position;
    if (!same || playable !== this.#playable) this.#picked = [];
    if (!this.#face || !alike(this.#position?.look, position.look)) {
      this.#face = new KINDS[position.look.kind](
        (name) => this.#pick(name),
        () => this.cancel(),
      );
      replace(this.face, this.#face.element);
    }
    if (!same) this.#choices = new Choices(position.legal ?? []);
    this.#position = position;
    this.#values = values;
    this.#playable = playable;
    this.#draw();
  }

  /** Forgets what was picked of a move. Returns whether there was anything. */
  cancel() {
    if (this.#picked.length === 0) return false;
    this.#picked = [];
    this.#draw();
    return true;
  }

  /** Puts the focus on the board. */
  focus() {
    this.#face?.focus();
  }

  #pick(name) {
    if (!this.#playable) return;
    const first = this.#choices.next([]);
    if (this.#picked.at(-1) === name) this.#picked = this.#picked.slice(0, -1);
    else if (this.#choices.next(this.#picked).has(name)) this.#picked = [...this.#picked, name];
    else if (first.has(name)) this.#picked = [name];
    else return;
    const move = this.#choices.chosen(this.#picked);
    if (move !== null && this.#picked.length > 0) this.play(move);
    else this.#draw();
  }

  /** Returns for each thing that can be picked next its value: the best of the moves through it. */
  #worth(next) {
    if (!this.#values) return null;
    const known = byMove(this.#values);
    const worth = new Map();
    for (const [name, { moves }] of next) {
      const value = best(moves.map((move) => known.get(move) ?? { value: "unknown" }));
      const favourite =
        this.#values.favourite && tone(value) === "unknown" && moves.includes(this.#values.favourite.move);
      worth.set(name, {
        tone: tone(value),
        short: short(value),
        words: favourite ? `${words(value)}, looks best` : words(value),
        favourite,
      });
    }
    return worth;
  }

  #draw() {
    const position = this.#position;
    const next = this.#playable || this.#values ? this.#choices.next(this.#picked) : new Map();
    const worth = this.#worth(next);
    this.#face.draw(position, {
      next: this.#playable ? new Set(next.keys()) : new Set(),
      worth: worth ?? new Map(),
      picked: new Set(this.#picked),
      changed: new Set((position.changed ?? []).map(key)),
      turn: position.turn,
    });
    this.#drawPrompt(next, worth);
  }

  /** Shows what is to be picked next where a move takes several picks, and buttons for what is not on the board. */
  #drawPrompt(next, worth) {
    const { look } = this.#position;
    const labels = [...next].filter(([, { pick }]) => "label" in pick);
    const names = this.#picked.map((name) => {
      const found = this.#choices.all.flatMap((one) => one.picks).find((pick) => key(pick) === name);
      return nameOf(look, found);
    });
    const steps = Math.max(0, ...this.#choices.all.map((one) => one.picks.length));
    this.element.classList.toggle("has-prompt", steps > 1);
    this.element.classList.toggle(
      "has-labels",
      this.#choices.all.some((one) => one.picks.some((pick) => "label" in pick)),
    );
    const text =
      names.length > 0
        ? `${names.join(", then ")}: choose what comes next, or press Escape`
        : steps > 1 && this.#playable
          ? `A move takes ${steps} picks. Choose the first.`
          : "";
    this.prompt.textContent = text;
    replace(
      this.labels,
      labels.map(([name, { pick }]) => {
        const value = worth?.get(name);
        const spoken = value ? `${pick.label}, ${value.words}` : pick.label;
        return button(pick.label, () => this.#pick(name), {
          class: `label ${value ? `tone-${value.tone}` : ""}`,
          "aria-label": spoken,
          disabled: !this.#playable,
          data: { value: value?.short ?? "" },
        });
      }),
    );
  }
}
