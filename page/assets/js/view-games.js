// Games: what there is, by which rules, and forms that accept what the program accepts.

import { button, el, field, form, replace, select } from "./dom.js";
import { fileField } from "./files.js";
import { readText } from "./share.js";

/** Rules with fewer characters than this are shown at once. */
const SHORT = 420;

export class GamesView {
  #drawn = false;

  constructor(app) {
    this.app = app;
    this.list = el("div", { class: "games" });
    this.element = el("div", { class: "games-view" }, this.list);
    app.on("place", () => {
      if (app.view === "games") this.draw();
    });
  }

  draw() {
    if (this.#drawn) return;
    this.#drawn = true;
    replace(
      this.list,
      this.app.catalogue.games.map((game) => this.#card(game)),
    );
  }

  #card(game) {
    const open = (name) => button(name, () => this.app.start(name), { class: "pill" });
    const aliases = [...new Set(game.aliases.map(({ means }) => means))].map((means) => this.#alias(game, means));
    const parameters = new GameForm(this.app, game);
    return el(
      "section",
      { class: "panel game", "aria-label": game.name },
      el("h2", {}, game.name),
      el("p", { class: "lead" }, game.title),
      parameters.element,
      game.suffix === null ? null : fileField(`Open a file (${game.suffix})`, this.app, readText, game.suffix),
      el("div", { class: "row" }, [...new Set([game.default, ...game.examples])].map(open), aliases),
      el(
        "details",
        { open: game.rules.length < SHORT },
        el("summary", {}, "Rules"),
        el("p", { class: "rules" }, game.rules),
        el("p", { class: "note" }, `Moves: ${game.moves}.`),
      ),
    );
  }

  /** Returns a button for a game that has short names: the first of them stands on it. */
  #alias({ aliases }, means) {
    const [first, ...others] = aliases.filter((alias) => alias.means === means);
    const also = others.length > 0 ? `; also ${others.map(({ name }) => name).join(", ")}` : "";
    return button(first.name, () => this.app.start(first.name), { class: "pill", title: first.title + also });
  }
}

/** The parameters of a game as fields. */
class GameForm {
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.groups = game.fields.map((one) => this.#group(one));
    this.error = el("p", { class: "error-text", role: "alert" });
    this.element = form(
      { class: "controls" },
      () => this.#submit(),
      this.groups.map((group) => group.element),
      el("button", { type: "submit", class: "primary" }, "Play"),
      this.#meanings(),
      this.error,
    );
  }

  /** Returns what the parameters mean, and what they are limited to. */
  #meanings() {
    const { fields } = this.game;
    if (fields.length === 0) return null;
    const limits = [...new Set(fields.map(({ limit }) => limit).filter(Boolean))];
    const meanings = fields
      .map(({ name, meaning }) => (name.toLowerCase() === meaning ? null : `${name}: ${meaning}`))
      .filter(Boolean);
    return el("p", { class: "note meanings" }, [...meanings, ...limits].join(" · "));
  }

  /** Returns the controls of one parameter: one, or several that can become more. */
  #group(one) {
    const group = { one, controls: [], element: el("div", { class: "parameter" }) };
    const values = this.#defaults(one);
    const least = one.many > 1 ? 2 : 1;
    const add = (value) => {
      const control = CONTROLS[one.kind](one, value);
      group.controls.push(control);
      const label = one.many > 1 ? `${one.name} ${group.controls.length}` : one.name;
      group.element.insertBefore(field(label, control, { title: one.meaning }), tools);
    };
    const fewer = button(
      "−",
      () => {
        if (group.controls.length > least) group.controls.pop().parentElement.remove();
      },
      { class: "tool", "aria-label": `one ${one.name} less` },
    );
    const more = button(
      "+",
      () => {
        if (group.controls.length < one.many) add(one.least);
      },
      { class: "tool", "aria-label": `one ${one.name} more` },
    );
    const tools = el("div", { class: "many", hidden: !(one.many > 1) }, fewer, more);
    group.element.append(tools);
    for (const value of values) add(value);
    return group;
  }

  /** Returns what a parameter is in the game's default. */
  #defaults(one) {
    const written = this.game.default.includes(":") ? this.game.default.split(":")[1].split(",") : [];
    const index = this.game.fields.indexOf(one);
    const words = new Set(this.game.fields.filter(({ kind }) => kind === "word").flatMap(({ words: list }) => list));
    const plain = written.filter((value) => !words.has(value));
    if (one.many > 1) return plain.slice(index);
    return [one.kind === "word" ? (one.default ?? "") : (plain[index] ?? one.default ?? one.least)];
  }

  async #submit() {
    const values = this.groups.flatMap(({ one, controls }) =>
      controls.map((control) => control.value).filter((value) => one.kind !== "word" || value !== ""),
    );
    try {
      const { game } = await this.app.client.ask("open", { name: this.game.name, values });
      this.app.start(game);
    } catch (error) {
      this.error.textContent = [error.message, error.help].filter(Boolean).join(". ");
    }
  }
}

function numberControl(one, value) {
  return el("input", {
    type: "number",
    inputmode: "numeric",
    required: true,
    step: 1,
    min: one.least,
    max: one.most,
    value,
    class: "number",
  });
}

function textControl(_, value) {
  return el("input", { type: "text", required: true, spellcheck: false, autocapitalize: "off", value });
}

function wordControl(one, value) {
  const words = one.words.includes(one.default) || one.default === null ? one.words : [one.default, ...one.words];
  return select(
    (one.default === null ? ["", ...words] : words).map((word) => [word, word || "none"]),
    value,
    () => {},
  );
}

const CONTROLS = { number: numberControl, text: textControl, word: wordControl };
