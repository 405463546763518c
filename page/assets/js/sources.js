// The texts of games that were opened from files, by the names of the games. No server keeps them: each request sends
// the text of its game along.

const PREFIX = "morpion source ";
/** The most texts that are kept: those opened last. */
const MOST = 20;
/** The most characters of a file's name. */
const LONGEST = 80;

export class Sources {
  /** By name, the one opened last behind the others. */
  #texts = new Map();

  constructor() {
    try {
      const stored = Object.entries(window.localStorage).filter(([key]) => key.startsWith(PREFIX));
      const all = stored.map(([key, value]) => ({ name: key.slice(PREFIX.length), ...JSON.parse(value) }));
      all.sort((one, other) => one.time - other.time);
      for (const { name, text } of all) this.#texts.set(name, text);
    } catch {
      // Storage is not allowed here, or holds what another program wrote: texts are known until the page is left.
    }
  }

  /** Returns the text of a game; null if it was not opened from a file. */
  of(name) {
    return this.#texts.get(name) ?? null;
  }

  /** Keeps the text of a game, also for the next visit. */
  keep(name, text) {
    this.#texts.delete(name);
    this.#texts.set(name, text);
    const dropped = [...this.#texts.keys()].slice(0, -MOST);
    for (const old of dropped) this.#texts.delete(old);
    try {
      for (const old of dropped) window.localStorage.removeItem(PREFIX + old);
      window.localStorage.setItem(PREFIX + name, JSON.stringify({ text, time: Date.now() }));
    } catch {
      // As above, or there is no room.
    }
  }
}

/** Returns the games that files with this name are; undefined if there are none. */
export function familyOf(catalogue, file) {
  return catalogue.games.find(({ suffix }) => suffix !== null && file.toLowerCase().endsWith(suffix));
}

/** Returns the name of a game that a file is read as: signs that mean something in names or addresses are replaced. */
export function nameOf(family, file) {
  const plain = file.slice(0, -family.suffix.length).replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return `${family.name}:${plain.slice(0, LONGEST)}${family.suffix}`;
}

/** Returns the file that a game is read from, without its fingerprint; null if it is read from none. */
export function fileOf(catalogue, game) {
  const [, family, file] = /^([^:]+):(.+?)(?:#[0-9a-f]{8})?$/.exec(game) ?? [];
  const known = catalogue.games.find(({ name }) => name === family);
  return known && known.suffix !== null ? file : null;
}
