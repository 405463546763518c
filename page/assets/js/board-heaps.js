// Heaps and pegs: each is a button that shows what it holds. What is written on it is drawn by the style sheet, since
// its spoken name says it all.

import { el, rove } from "./dom.js";

const MOST_DRAWN = 40;

export class HeapsBoard {
  #heaps = [];
  #current = 0;

  constructor(pick, cancel) {
    this.pick = pick;
    this.cancel = cancel;
    this.element = el("div", { class: "heaps", role: "group", "aria-label": "board" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  focus() {
    this.#heaps[this.#current]?.button.focus();
  }

  draw(position, { next, worth, picked, changed }) {
    const { heaps } = position.look;
    if (this.#heaps.length === 0) this.#build(heaps);
    const sizes = heaps.flatMap((heap) => (heap.named ?? []).map(Number));
    const largest = Math.max(1, ...sizes.filter(Number.isFinite));
    const tallest = Math.max(1, ...heaps.map((heap) => heap.alike ?? heap.named.length));
    this.tallest = Math.max(this.tallest ?? 1, tallest);
    this.largest = Math.max(this.largest ?? 1, largest);
    heaps.forEach((heap, number) => {
      const own = `h${number}`;
      const { button, stack, badge, size } = this.#heaps[number];
      stack.style.setProperty("--tallest", String(Math.min(this.tallest, MOST_DRAWN)));
      this.#drawPieces(stack, heap);
      const held = heap.named ? `${heap.named.length === 0 ? "empty" : heap.named.join(" ")}` : String(heap.alike);
      size.dataset.text = heap.named ? "" : held;
      const value = worth.get(own);
      badge.dataset.text = value?.short ?? "";
      button.className = [
        "heap",
        value && `tone-${value.tone}`,
        next.has(own) && "clickable",
        picked.has(own) && "picked",
        changed.has(own) && "changed",
      ]
        .filter(Boolean)
        .join(" ");
      button.setAttribute("aria-disabled", next.has(own) || picked.has(own) ? "false" : "true");
      const said = [
        `heap ${heap.name}`,
        held,
        value?.words,
        picked.has(own) && "picked",
        changed.has(own) && "last move",
      ];
      button.setAttribute("aria-label", said.filter(Boolean).join(", "));
      button.dataset.heap = heap.name;
    });
  }

  #build(heaps) {
    heaps.forEach((heap, number) => {
      const stack = el("span", { class: "stack", "aria-hidden": "true" });
      const badge = el("span", { class: "badge", "aria-hidden": "true" });
      const size = el("span", { class: "heap-size", "aria-hidden": "true" });
      const name = el("span", { class: "heap-name", "aria-hidden": "true", data: { text: heap.name } });
      const button = el(
        "button",
        { type: "button", class: "heap" },
        badge,
        stack,
        el("span", { class: "heap-foot" }, name, size),
      );
      button.addEventListener("click", () => this.pick(`h${number}`));
      button.addEventListener("focus", () => {
        this.#current = number;
        this.#rove();
      });
      this.#heaps.push({ button, stack, badge, size });
      this.element.append(button);
    });
    this.#rove();
  }

  #rove() {
    rove(
      this.#heaps.map((heap) => heap.button),
      this.#current,
    );
  }

  /** Draws pieces from the bottom up. Named ones that are numbers are as wide as the number says. */
  #drawPieces(stack, heap) {
    const pieces = heap.named ?? Array.from({ length: Math.min(heap.alike, MOST_DRAWN) }, () => null);
    const drawn = JSON.stringify(pieces);
    if (stack.dataset.drawn === drawn) return;
    stack.dataset.drawn = drawn;
    stack.replaceChildren(
      ...pieces.map((name) => {
        const width = name === null || !Number.isFinite(Number(name)) ? 1 : (Number(name) + 1) / (this.largest + 1);
        return el("span", {
          class: name === null ? "piece" : "piece ring",
          vars: { width },
          data: { text: name ?? "" },
        });
      }),
    );
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape" && this.cancel()) event.preventDefault();
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { length } = this.#heaps;
    this.#heaps[(this.#current + step + length) % length].button.focus();
  }
}
