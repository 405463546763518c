// The protocol over HTTP: one POST for each request; long answers come line by line.

const FREE = new Set(["session", "games"]);

export class ServerTransport {
  #session = null;

  /** Yields the events of a request. A light answer is one event. */
  async *events(name, body, { signal }) {
    let response = await this.#post(name, body, signal);
    if (response.status === 401) {
      // The session was left for too long: the next one is as good, since the server keeps nothing else.
      this.#session = null;
      response = await this.#post(name, body, signal);
    }
    const kind = response.headers.get("content-type") ?? "";
    if (kind.startsWith("application/x-ndjson")) {
      yield* lines(response.body);
      return;
    }
    yield await answer(response);
  }

  async #post(name, body, signal) {
    const headers = { "content-type": "application/json" };
    if (!FREE.has(name)) headers["morpion-session"] = await this.#id();
    try {
      return await fetch(`api/${name}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        signal,
        cache: "no-store",
      });
    } catch (error) {
      if (error instanceof DOMException) throw error;
      throw new Error("The program does not answer. Is it still running?", { cause: error });
    }
  }

  /** Returns the session's name. Requests that start together share one. */
  #id() {
    this.#session ??= this.#open();
    return this.#session;
  }

  async #open() {
    try {
      const event = await answer(await this.#post("session", {}));
      if (!event.done) throw new Error(event.error);
      return event.done.session;
    } catch (error) {
      this.#session = null;
      throw error;
    }
  }
}

/** Returns a light answer as one event. */
async function answer(response) {
  const text = await response.text();
  try {
    const value = JSON.parse(text);
    return response.ok ? { done: value } : value;
  } catch {
    return { error: `The program answered ${response.status} ${text.slice(0, 200)}`.trim() };
  }
}

/** Yields the JSON objects of a body, one per line, as they come. */
async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop();
      for (const part of parts) if (part.trim()) yield JSON.parse(part);
    }
    if (rest.trim()) yield JSON.parse(rest);
  } finally {
    reader.cancel().catch(() => {});
  }
}
