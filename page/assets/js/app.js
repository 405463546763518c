// What is open: the game, the moves with their branches, where one is, and what one has chosen. Views listen to it.

import { format, parse, whole } from "./address.js";
import { Failure, isAbort } from "./client.js";
import { say, whisper } from "./dom.js";
import { fileOf } from "./sources.js";
import { Node, find, follow, readBranches, writeBranches } from "./tree.js";

export const HUMAN = "human";

/** Events: `place` (another view or game), `position`, `values`, `history`, `settings`. */
export class App extends EventTarget {
  /** The answer to `games`. */
  catalogue = null;
  /** The answer to `open`. */
  game = null;
  root = new Node(null, null);
  node = this.root;
  view = "play";
  /** What the view keeps in the address: lists of texts by name. */
  params = {};
  settings = { values: false, sides: [HUMAN, HUMAN] };
  board = null;
  #visit = 0;
  /** What is under way: ends when the page shows where one wanted to go last. */
  #going = Promise.resolve();

  constructor(client) {
    super();
    this.client = client;
  }

  emit(name) {
    this.dispatchEvent(new Event(name));
  }

  on(name, listener) {
    this.addEventListener(name, listener);
    return () => this.removeEventListener(name, listener);
  }

  /** Returns the fields that name a position in a request. */
  body(node = this.node) {
    const body = { game: this.game.game, moves: node.moves };
    if (this.board) body.board = this.board;
    return body;
  }

  /** Returns the address of what is shown. */
  address(other = {}) {
    const tip = this.node.tip;
    const { values, sides } = this.settings;
    const common = {
      at: tip === this.node ? null : this.node.ply,
      also: this.view === "play" ? writeBranches(this.root, tip) : null,
      board: this.board,
      values: values ? 1 : null,
      first: sides[0] === HUMAN ? null : sides[0],
      second: sides[1] === HUMAN ? null : sides[1],
    };
    const place = { view: this.view, game: this.game?.game, moves: tip.moves, params: { ...common, ...this.params } };
    return format({ ...place, ...other, params: { ...place.params, ...other.params } });
  }

  /** Writes the address of what is shown; `push` makes it a step that one can go back from. */
  remember(push = true) {
    const address = this.address();
    if (address === window.location.hash) return;
    if (push) window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }

  /** Shows what the address says. */
  visit(hash = window.location.hash) {
    this.#visit += 1;
    this.#going = this.#show(hash, this.#visit);
    return this.#going;
  }

  async #show(hash, visit) {
    let place = NOWHERE;
    try {
      place = parse(hash);
      const name = place.game ?? this.game?.game ?? this.catalogue.games[0].default;
      this.#readSettings(place.params, !place.view && !place.game);
      await this.#open(name, place, visit);
    } catch (error) {
      if (isAbort(error) || visit !== this.#visit) return;
      this.report(error);
      if (!this.game) await this.#open(this.catalogue.games[0].default, NOWHERE, visit);
    }
    if (visit !== this.#visit) return;
    this.view = place.view ?? "play";
    this.params = Object.fromEntries(Object.entries(place.params).filter(([key]) => !COMMON.has(key)));
    this.remember(false);
    this.emit("place");
    this.emit("position");
  }

  #readSettings(params, fresh) {
    const computer = this.catalogue.players[0]?.id ?? HUMAN;
    const side = (name) => params[name]?.[0] ?? HUMAN;
    this.settings.sides = fresh ? [HUMAN, computer] : [side("first"), side("second")];
    this.settings.values = params.values?.[0] === "1";
  }

  async #open(name, place, visit) {
    const board = place.params.board?.[0] ?? null;
    const game = this.game?.game === name ? this.game : await this.#opened(name);
    const same = this.game?.game === game.game && this.board === board;
    const ask = (moves) => this.client.ask("position", { game: game.game, moves, ...(board ? { board } : {}) });
    const last = await this.#lastLegal(place.moves, ask);
    if (visit !== this.#visit) return;
    const branches = await this.#branches(place.params.also ?? [], last.moves, same, ask);
    if (visit !== this.#visit) return;
    if (!same) this.root = new Node(null, null);
    [this.game, this.board] = [game, board];
    for (const branch of branches) follow(this.root, branch);
    const tip = follow(this.root, last.moves);
    tip.select();
    tip.position = last;
    const at = place.params.at === undefined ? tip.ply : whole(place.params.at[0], tip.ply);
    this.node = tip.line[at];
    this.node.position ??= await ask(this.node.moves);
  }

  #opened(name) {
    const file = fileOf(this.catalogue, name);
    if (file !== null && this.client.sources.of(name) === null)
      throw new Failure({ error: `This browser does not have ${file}`, help: "Open the file, or drop it on the page." });
    return this.client.ask("open", { game: name });
  }

  /** Returns the position after the moves; if they cannot be played, says so and returns the start. */
  async #lastLegal(moves, ask) {
    try {
      return await ask(moves);
    } catch (error) {
      if (moves.length === 0 || isAbort(error)) throw error;
      this.report(error);
      return ask([]);
    }
  }

  /** Returns the branches that these texts tell of, and the line itself; says so where one cannot be played. */
  async #branches(texts, line, same, ask) {
    const legal = [];
    for (const moves of readBranches(texts, line)) {
      try {
        const known = moves === line || (same && find(this.root, moves));
        legal.push(known ? moves : (await ask(moves)).moves);
      } catch (error) {
        if (isAbort(error)) throw error;
        this.report(error);
      }
    }
    return legal;
  }

  /** Opens another game, with these moves, in a view. */
  start(game, { moves = [], view = "play", board = null } = {}) {
    const { values, sides } = this.settings;
    const params = { board, values: values ? 1 : null, first: keep(sides[0]), second: keep(sides[1]) };
    this.goto(format({ view, game, moves, params }));
  }

  /** Goes to an address. */
  goto(hash) {
    window.history.pushState(null, "", hash);
    return this.visit(hash);
  }

  /** Shows another view of the same position. */
  show(view, params = {}) {
    [this.view, this.params] = [view, params];
    this.remember();
    this.emit("place");
    this.emit("position");
  }

  /** Loads the position of a node, if that is still to be done. */
  async load(node) {
    node.position ??= await this.client.ask("position", this.body(node));
    return node.position;
  }

  /**
   * Goes to a node of the tree, and gives up where one was going. Returns whether one is there then. `push` makes it a
   * step of the history; `anew` says that a move was made now, which a computer answers also where it once did.
   */
  walk(node, options = {}) {
    this.#visit += 1;
    this.#going = this.#arrive(node, this.#visit, options);
    return this.#going;
  }

  /**
   * Takes a step from where one will be when all that is under way is done: keys may be pressed faster than positions
   * come. `choose` returns where it leads from there, or null. Whoever goes elsewhere meanwhile takes no more steps.
   */
  step(choose, options = {}) {
    const [visit, before] = [this.#visit, this.#going];
    const take = async () => {
      await before.catch(() => undefined);
      if (visit !== this.#visit) return false;
      try {
        const node = await choose(this.node);
        return node && visit === this.#visit ? await this.#arrive(node, visit, options) : false;
      } catch (error) {
        if (!isAbort(error)) this.report(error);
        return false;
      }
    };
    this.#going = take();
    return this.#going;
  }

  async #arrive(node, visit, { push = true, anew = false }) {
    try {
      await this.load(node);
    } catch (error) {
      if (!isAbort(error)) this.report(error);
      if (node.children.length === 0 && node.parent) node.remove();
      return false;
    }
    if (visit !== this.#visit) return false;
    this.node = node;
    node.select();
    if (anew && this.isComputers(node)) node.next = null;
    this.remember(push);
    this.emit("position");
    return true;
  }

  /** Makes a move from where one is. */
  play(move) {
    return this.walk(this.node.child(move), { anew: true });
  }

  /** Goes to the position after these moves. */
  jump(moves, options) {
    const here = this.node;
    const node = follow(this.root, moves);
    if (node === here) return Promise.resolve(true);
    return this.walk(node, options);
  }

  change(settings) {
    Object.assign(this.settings, settings);
    this.remember(false);
    this.emit("settings");
  }

  /** Returns whether a computer is to move at a node whose position is loaded. */
  isComputers({ position: { turn } }) {
    return turn !== null && this.settings.sides[turn] !== HUMAN;
  }

  /** Returns who is to move: `x`, or nothing where nobody is. */
  player(turn = this.node.position.turn) {
    return turn === null ? null : this.node.position.players[turn];
  }

  /** Tells what went wrong. */
  report(error) {
    const text = error.help ? `${error.message}. ${error.help}` : error.message;
    say(text, "error");
    whisper(text);
  }
}

const NOWHERE = { view: null, game: null, moves: [], params: {} };
const COMMON = new Set(["at", "also", "board", "values", "first", "second"]);
const keep = (side) => (side === HUMAN ? null : side);
