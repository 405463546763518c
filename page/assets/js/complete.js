// A field for an expression: completes the names that the game has, and shows an error under its place.

import { el, replace, uniqueId } from "./dom.js";

export class ExpressionField {
  #names = [];
  #found = [];
  #chosen = -1;

  /** `enter` is called when the person is done. */
  constructor(label, { value = "", enter = () => {}, changed = () => {} } = {}) {
    const [id, list] = [uniqueId("expression"), uniqueId("names")];
    this.enter = enter;
    this.input = el("input", {
      id,
      type: "text",
      value,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": list,
      "aria-label": label,
    });
    this.list = el("ul", { id: list, class: "completions", role: "listbox", "aria-label": "names", hidden: true });
    this.error = el("div", { class: "place", role: "alert" });
    this.element = el("div", { class: "expression" }, this.input, this.list, this.error);
    this.input.addEventListener("input", () => {
      this.clearError();
      this.#complete();
      changed();
    });
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("blur", () => this.#close());
  }

  get value() {
    return this.input.value.trim();
  }

  /** Sets the names that can be completed. */
  set names(names) {
    this.#names = names;
  }

  /** Shows an error under the characters that it is about. */
  showError(message, place) {
    this.input.setAttribute("aria-invalid", "true");
    if (!place) {
      replace(this.error, el("p", {}, message));
      return;
    }
    const letters = [...place.text];
    const [start, end] = [place.start, Math.max(place.start + 1, place.end)];
    replace(
      this.error,
      el(
        "pre",
        { "aria-hidden": "true" },
        letters.slice(0, start).join(""),
        el("mark", {}, letters.slice(start, end).join("") || " "),
        letters.slice(end).join(""),
        "\n",
        " ".repeat(start),
        "^".repeat(end - start),
      ),
      el("p", {}, message),
    );
  }

  clearError() {
    this.input.removeAttribute("aria-invalid");
    replace(this.error);
  }

  #word() {
    const before = this.input.value.slice(0, this.input.selectionStart);
    return before.match(/[\p{L}_][\p{L}\p{N}_]*$/u)?.[0] ?? "";
  }

  #complete() {
    const word = this.#word();
    this.#found = word === "" ? [] : this.#names.filter((name) => name.startsWith(word) && name !== word).slice(0, 8);
    this.#chosen = -1;
    this.#drawList();
  }

  #drawList() {
    const items = this.#found.map((name, index) =>
      el(
        "li",
        {
          role: "option",
          id: `${this.list.id}-${index}`,
          "aria-selected": String(index === this.#chosen),
          on: {
            pointerdown: (event) => {
              event.preventDefault();
              this.#take(index);
            },
          },
        },
        name,
      ),
    );
    replace(this.list, items);
    this.list.hidden = items.length === 0;
    this.input.setAttribute("aria-expanded", String(items.length > 0));
    if (this.#chosen >= 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.#chosen}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  #take(index) {
    const name = this.#found[index];
    const at = this.input.selectionStart;
    const start = at - this.#word().length;
    this.input.setRangeText(name, start, at, "end");
    this.#close();
  }

  #close() {
    this.#found = [];
    this.#drawList();
  }

  #key(event) {
    const { length } = this.#found;
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.#chosen >= 0) this.#take(this.#chosen);
      else this.enter();
    } else if (length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.#chosen = (this.#chosen + (event.key === "ArrowDown" ? 1 : length - (this.#chosen < 0 ? 0 : 1))) % length;
      this.#drawList();
    } else if (length > 0 && event.key === "Tab") {
      event.preventDefault();
      this.#take(Math.max(0, this.#chosen));
    } else if (length > 0 && event.key === "Escape") {
      event.stopPropagation();
      this.#close();
    }
  }
}
