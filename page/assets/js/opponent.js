// The computer's side of the table: plays where it is its turn.

import { HUMAN } from "./app.js";
import { isAbort } from "./client.js";

export class Opponent {
  thinking = false;
  #abort = null;
  #node = null;

  constructor(app) {
    this.app = app;
    app.on("position", () => this.update());
    app.on("settings", () => this.update());
    app.on("place", () => this.update());
  }

  /** Returns whether the computer is to move, and the line does not go on from this position. */
  get due() {
    const { view, node } = this.app;
    const { position } = node;
    if (view !== "play" || !position || position.over) return false;
    return this.app.isComputers(node) && node.next === null;
  }

  update() {
    if (this.#node === this.app.node && this.due && this.player === this.#asked) return;
    this.#stop();
    if (this.due) this.move();
  }

  #asked = null;

  get player() {
    const { settings, node } = this.app;
    const side = settings.sides[node.position.turn ?? 0];
    return side === HUMAN ? this.app.catalogue.players[0].id : side;
  }

  #stop() {
    this.#abort?.abort();
    [this.#abort, this.#node, this.#asked, this.thinking] = [null, null, null, false];
  }

  /** Lets the computer move now, whoever's turn it is. */
  async move() {
    const { app } = this;
    this.#stop();
    const abort = new AbortController();
    const { node } = app;
    [this.#abort, this.#node, this.#asked, this.thinking] = [abort, node, this.player, true];
    app.emit("thinking");
    try {
      const answer = await app.client.quick(
        "move",
        { ...app.body(node), player: this.#asked },
        { signal: abort.signal },
      );
      if (abort.signal.aborted || app.node !== node) return;
      this.#stop();
      // Whoever has just left this position wants no answer to it.
      await app.step((here) => (here === node ? node.child(answer.move) : null), { anew: true });
    } catch (error) {
      if (!isAbort(error) && !abort.signal.aborted) {
        this.#stop();
        app.report(error);
      }
    }
    app.emit("thinking");
  }
}
