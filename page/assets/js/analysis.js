// Keeps the values of the position, and of the game so far, up to date while somebody wants to see them.

import { isAbort } from "./client.js";

export class Analysis {
  /** The answer to `history` for `historyOf`: the body that was asked with, as text, since other games have the same moves. */
  history = null;
  historyOf = null;
  /** What there is to say about the work: how far it is, or why there is no value. */
  note = "";
  /** The answer to `values` if a limit has cut it short. */
  limited = {};
  busy = false;
  /** The node whose moves the engines are done with, whether they know all of them or not. */
  judged = null;
  #abort = null;
  #node = null;

  constructor(app) {
    this.app = app;
    app.on("position", () => this.update());
    app.on("settings", () => this.update());
    app.on("place", () => this.update());
  }

  /** Starts or stops the work, as it is wanted. */
  update() {
    const { app } = this;
    const wanted = app.settings.values && app.view === "play" && app.node.position;
    const line = wanted && JSON.stringify(app.body(app.node.tip));
    if (wanted && this.#node === app.node && this.historyOf === line) return;
    this.#abort?.abort();
    this.#abort = null;
    this.#node = null;
    [this.note, this.busy, this.limited] = ["", false, {}];
    if (!wanted) return;
    if (this.historyOf !== line) [this.history, this.historyOf] = [null, line];
    this.#node = app.node;
    this.#abort = new AbortController();
    this.#run(app.node, this.#abort.signal);
  }

  async #run(node, signal) {
    const { app } = this;
    this.busy = true;
    if (!node.position.over && !node.values?.complete) await this.#values(node, signal);
    if (!signal.aborted) this.judged = node;
    app.emit("values");
    if (!signal.aborted && !this.history?.complete) await this.#history(node.tip, signal);
    if (signal.aborted) return;
    this.busy = false;
    app.emit("values");
  }

  #values(node, signal) {
    const take = (values) => {
      if (signal.aborted) return;
      [node.values, this.limited] = [values, values];
      this.app.emit("values");
    };
    return this.#ask("values", this.app.body(node), take, signal);
  }

  #history(tip, signal) {
    const take = (history) => {
      if (signal.aborted) return;
      this.history = history;
      this.app.emit("history");
    };
    return this.#ask("history", this.app.body(tip), take, signal);
  }

  async #ask(name, body, take, signal) {
    const note = (text) => {
      this.note = text;
      this.app.emit("values");
    };
    try {
      take(await this.app.client.long(name, body, { signal, partial: take, note }));
      if (!signal.aborted) this.note = "";
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.note = error.message;
    }
    if (!signal.aborted) this.app.emit("values");
  }
}
