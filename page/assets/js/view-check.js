// Check: claims about everything that can happen, with examples and counter-examples played back.

import { KINDS, bodyOf, readClaims, writeClaims } from "./claims.js";
import { isAbort } from "./client.js";
import { ExpressionField } from "./complete.js";
import { button, counted, cutShort, el, field, panel, replace, select } from "./dom.js";
import { Walk } from "./walk.js";

export class CheckView {
  #rows = [];
  #abort = null;
  /** What the results are about, as text. */
  #shown = null;
  #game = null;

  constructor(app) {
    this.app = app;
    this.rows = el("div", { class: "claims" });
    this.names = el("dl", { class: "names" });
    this.results = el("div", { class: "results" });
    this.note = el("p", { class: "note", role: "status" });
    this.failure = el("p", { class: "error-text", role: "alert" });
    this.from = select(
      [
        ["start", "the start of the game"],
        ["here", "this position"],
      ],
      "start",
      () => {},
    );
    this.stop = button("Stop", () => this.#abort?.abort(), { hidden: true });
    const form = panel(
      "Claims",
      this.rows,
      el(
        "div",
        { class: "row" },
        button("Add a claim", () => this.#add()),
        field("Begin at", this.from, { class: "field inline" }),
        button("Check", () => this.check(), { class: "primary" }),
        this.stop,
      ),
      this.note,
      this.failure,
    );
    const names = el(
      "details",
      { class: "panel", open: true },
      el("summary", {}, el("h2", {}, "Names to use")),
      this.names,
      el("p", { class: "note" }, "There are numbers, words, brackets, = != < <= > >= + - * % and, or, not, implies."),
    );
    this.element = el(
      "div",
      { class: "check" },
      el("div", { class: "check-main" }, form, this.results),
      el("div", { class: "side" }, names),
    );
    app.on("position", () => {
      if (app.view === "check") this.draw();
    });
    app.on("place", () => {
      if (app.view !== "check") this.#abort?.abort();
    });
  }

  draw() {
    const { app } = this;
    const key = this.#key();
    if (this.#shown === key) return;
    const sameGame = this.#game === app.game.game;
    [this.#shown, this.#game] = [key, app.game.game];
    this.#drawNames();
    const claims = readClaims(app.params.claim ?? []);
    if (claims.length > 0 || !sameGame) {
      this.#drop();
      this.#setRows(claims.length > 0 ? claims : [{ kind: "always", parts: [""] }]);
      replace(this.results);
      [this.note.textContent, this.failure.textContent] = ["", ""];
      this.from.value = app.params.from?.[0] === "here" ? "here" : "start";
    }
    if (claims.length > 0) this.check();
  }

  /** Returns what the results depend on: the position, and what the address says about the claims. */
  #key() {
    const { claim = [], from = null } = this.app.params;
    return JSON.stringify([this.app.body(), claim, from]);
  }

  /** Gives up the check that is under way, if there is one, and leaves no word of it. */
  #drop() {
    this.#abort?.abort();
    this.#abort = null;
    this.stop.hidden = true;
    delete this.element.dataset.state;
  }

  #drawNames() {
    const items = this.app.game.observables.map(({ name, what }) => [el("dt", {}, name), el("dd", {}, what)]);
    replace(this.names, items);
  }

  #setRows(claims) {
    this.#rows = [];
    replace(this.rows);
    for (const claim of claims) this.#add(claim);
  }

  #add(claim = { kind: "always", parts: [""] }) {
    const row = { claim: { ...claim } };
    row.element = el("div", { class: "claim" });
    this.#rows.push(row);
    this.#drawRow(row);
    this.rows.append(row.element);
  }

  #drawRow(row) {
    const { kind } = row.claim;
    const { parts, player, hint } = KINDS[kind];
    const kinds = Object.entries(KINDS)
      .filter(([name]) => this.app.game.is_game || !KINDS[name].player)
      .map(([name, { text }]) => [name, text]);
    const list = select(
      kinds,
      kind,
      (value) => {
        row.claim = { ...row.claim, kind: value };
        this.#drawRow(row);
      },
      { "aria-label": "kind of claim" },
    );
    const { players } = this.app.node.position;
    row.player = player
      ? select(
          players.map((name, index) => [["x", "o"][index], name]),
          row.claim.player ?? "x",
          () => {},
          { "aria-label": "player" },
        )
      : null;
    row.fields = parts.map((label, index) => {
      const one = new ExpressionField(label, { value: row.claim.parts[index] ?? "", enter: () => this.check() });
      one.names = this.app.game.completions;
      return one;
    });
    const labels = row.fields.map((one, index) => [
      parts.length > 1 && el("span", { class: "part" }, parts[index]),
      one.element,
    ]);
    const remove = button("Remove", () => this.#remove(row), { class: "link", "aria-label": "remove this claim" });
    replace(row.element, row.player, list, labels, remove, el("p", { class: "note" }, hint));
  }

  #remove(row) {
    this.#rows = this.#rows.filter((one) => one !== row);
    row.element.remove();
    if (this.#rows.length === 0) this.#add();
  }

  /** Returns the claims as they are in the fields. Those that are not filled in are left out. */
  #claims() {
    const all = this.#rows.map(({ claim, player, fields }) => ({
      kind: claim.kind,
      player: player?.value,
      parts: fields.map((one) => one.value),
    }));
    return all.filter(({ parts }) => parts.every((part) => part !== ""));
  }

  async check() {
    const { app } = this;
    const claims = this.#claims();
    if (claims.length === 0) {
      this.failure.textContent = "Write a claim first, for example with one of the names on this page.";
      return;
    }
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const here = this.from.value === "here";
    app.params = { claim: writeClaims(claims), from: here ? ["here"] : null };
    app.remember();
    this.#shown = this.#key();
    for (const { fields } of this.#rows) fields.forEach((one) => one.clearError());
    [this.failure.textContent, this.note.textContent, this.stop.hidden] = ["", "checking …", false];
    this.element.dataset.state = "working";
    const start = here ? app.body() : { game: app.game.game, moves: [] };
    const note = (text) => {
      this.note.textContent = text || "checking …";
    };
    try {
      const body = { ...start, claims: bodyOf(claims) };
      const answer = await app.client.long("check", body, { signal: abort.signal, note });
      if (this.#abort !== abort) return;
      this.#drawResults(answer, start);
      replace(this.note, cutShort(answer));
    } catch (error) {
      if (this.#abort !== abort) return;
      this.note.textContent = isAbort(error) ? "stopped" : "";
      if (!isAbort(error)) this.#fail(error);
    }
    this.stop.hidden = true;
    this.element.dataset.state = "done";
  }

  /** Shows an error under the expression that it is about. */
  #fail(error) {
    const text = [error.message, error.help].filter(Boolean).join(". ");
    const fields = this.#rows.flatMap((row) => row.fields);
    const one = error.place && fields.find((other) => other.value === error.place.text.trim());
    if (one) one.showError(text, error.place);
    else this.failure.textContent = text;
  }

  #drawResults(answer, start) {
    replace(
      this.results,
      answer.claims.map((claim) => this.#result(claim, answer.expressions, start)),
    );
  }

  #result(claim, expressions, start) {
    const kind = KINDS[claim.kind.replace("-", "_")]?.text ?? claim.kind;
    const [tone, sign, word] =
      claim.holds === true
        ? ["yes", "✓", "holds"]
        : claim.holds === false
          ? ["no", "✗", "does not hold"]
          : ["unknown", "?", "not decided"];
    const example = claim.holds ? "Example" : "Counter-example";
    const facts = [
      `${counted(claim.explored, "state")} seen`,
      claim.matches && `${counted(claim.matches, "match", "matches")}`,
    ]
      .filter(Boolean)
      .join(" · ");
    const walk = claim.way
      ? new Walk(claim.way, {
          title: example,
          describe: (position) => holdsIn(expressions, position),
          open: (moves) => this.app.start(start.game, { moves: [...start.moves, ...moves], board: start.board }),
        })
      : null;
    return el(
      "section",
      { class: "panel result", "aria-label": `${kind}: ${claim.claim ?? ""}` },
      el(
        "h2",
        { class: "verdict" },
        el("span", { class: `chip tone-${tone}` }, `${sign} ${word}`),
        ` ${kind} `,
        el("code", {}, claim.claim ?? ""),
      ),
      el("p", { class: "note" }, facts),
      walk && el("h3", {}, `${example} in ${counted(claim.way.moves.length, "step")}`),
      walk?.element,
    );
  }
}

/** Returns which expressions are true of a position. */
function holdsIn(expressions, { holds }) {
  return el(
    "ul",
    { class: "holds" },
    expressions.map((text, index) => {
      const yes = holds[index] === true;
      return el(
        "li",
        {},
        el("span", { class: `chip tone-${yes ? "yes" : "no"}` }, yes ? "✓ true" : "✗ false"),
        " ",
        el("code", {}, text),
      );
    }),
  );
}
