// A position as text. Its moves are chosen from the list beside it.

import { el } from "./dom.js";

export class TextBoard {
  constructor() {
    this.element = el("pre", { class: "text-board", tabindex: "0", role: "img" });
  }

  focus() {
    this.element.focus();
  }

  draw(position) {
    this.element.textContent = position.text;
    this.element.setAttribute("aria-label", `board: ${position.text.replace(/\s+/g, " ")}`);
  }
}
