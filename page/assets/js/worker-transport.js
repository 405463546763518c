// The protocol to a worker that has the engines in itself: the same events, no server.
//
// Three workers, each made when it is first needed: for light requests, for the computer's moves, for what takes long. A
// request that nobody wants any more is ended with its worker, since an engine at work hears no messages.

class Hand {
  #worker = null;
  #busy = Promise.resolve();
  #number = 0;

  /** Yields the events of a request, after those before it are done. */
  async *events(name, body, signal) {
    const before = this.#busy;
    let free;
    this.#busy = new Promise((resolve) => {
      free = resolve;
    });
    try {
      await before;
      if (signal?.aborted) throw new DOMException("given up", "AbortError");
      yield* this.#talk(name, body, signal);
    } finally {
      free();
    }
  }

  async *#talk(name, body, signal) {
    this.#worker ??= new Worker("worker.js", { type: "module" });
    const worker = this.#worker;
    const id = (this.#number += 1);
    const queue = [];
    let wake = () => {};
    const push = (event) => {
      queue.push(event);
      wake();
    };
    const heard = ({ data }) => {
      if (data.id === id) push(data.event);
    };
    const broken = (event) => {
      event.preventDefault();
      this.#worker = null;
      worker.terminate();
      push({ error: event.message || "The engines stopped. They may have run out of memory." });
    };
    const given = () => {
      this.#worker = null;
      worker.terminate();
      push(null);
    };
    worker.addEventListener("message", heard);
    worker.addEventListener("error", broken);
    signal?.addEventListener("abort", given);
    worker.postMessage({ id, name, body });
    try {
      for (;;) {
        if (queue.length === 0)
          await new Promise((resolve) => {
            wake = resolve;
          });
        const event = queue.shift();
        if (event === null) throw new DOMException("given up", "AbortError");
        yield event;
        if ("done" in event || "error" in event) return;
      }
    } finally {
      worker.removeEventListener("message", heard);
      worker.removeEventListener("error", broken);
      signal?.removeEventListener("abort", given);
    }
  }
}

export class WorkerTransport {
  #hands = { light: new Hand(), quick: new Hand(), long: new Hand() };

  events(name, body, { signal, lane }) {
    return this.#hands[lane].events(name, body, signal);
  }
}
