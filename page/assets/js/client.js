// The protocol: requests by name, answers as objects, long ones as events. Two transports speak it: HTTP, and a worker.

import { ServerTransport } from "./server.js";
import { Sources } from "./sources.js";
import { WorkerTransport } from "./worker-transport.js";

/** What the other side refused, and why. */
export class Failure extends Error {
  constructor({ error, place = null, help = null }) {
    super(error);
    this.place = place;
    this.help = help;
  }
}

/** What was given up because nobody wants the answer any more. */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

const aborted = () => new DOMException("given up", "AbortError");

class Client {
  #transport;
  #lane = Promise.resolve();
  /** The texts of games from files, which go along with every request about them. */
  sources = new Sources();

  constructor(transport, home) {
    this.#transport = transport;
    this.home = home;
  }

  /** Asks for an answer that comes soon. */
  ask(name, body = {}, { signal } = {}) {
    return this.#run(name, body, { signal, lane: "light" });
  }

  /** Asks for the computer's move, which waits behind no other work. */
  quick(name, body, { signal, partial, note } = {}) {
    return this.#run(name, body, { signal, partial, note, lane: "quick" });
  }

  /** Asks for work that takes long. One such request runs at a time; the others wait here, in their order. */
  long(name, body, { signal, partial, note } = {}) {
    const before = this.#lane;
    const mine = (async () => {
      await before;
      if (signal?.aborted) throw aborted();
      return this.#run(name, body, { signal, partial, note, lane: "long" });
    })();
    this.#lane = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }

  async #run(name, body, { signal, partial, note, lane }) {
    const source = this.sources.of(body.game ?? body.subject);
    const whole = source === null || "source" in body ? body : { ...body, source };
    const events = this.#transport.events(name, whole, { signal, lane });
    for await (const event of events) {
      if (signal?.aborted) throw aborted();
      if ("error" in event) throw new Failure(event);
      if ("done" in event) return event.done;
      if ("partial" in event) partial?.(event.partial);
      if ("queued" in event && event.queued > 0) note?.(`waiting: ${event.queued} before this one`);
      if ("queued" in event && event.queued === 0) note?.("");
      if ("progress" in event) note?.(event.progress);
    }
    throw new Failure({ error: "the answer broke off", help: "Try again; the program may have been stopped." });
  }
}

/** Returns a client for the place that this page was loaded from. */
export function openClient() {
  const home = document.querySelector("meta[name=morpion-home]").content;
  return new Client(home === "static" ? new WorkerTransport() : new ServerTransport(), home);
}
