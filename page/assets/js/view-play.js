// Play: the board, who plays, the moves with their branches, what they are worth.

import { HUMAN } from "./app.js";
import { Board } from "./board.js";
import { Clocks, TIMES } from "./clocks.js";
import { button, cutShort, el, field, panel, replace, select, svg, whisper } from "./dom.js";
import { HistoryGraph } from "./history-graph.js";
import { MoveList } from "./move-list.js";
import { MoveTree } from "./move-tree.js";
import { sharePanel } from "./share.js";
import { TONES, tone, words } from "./values.js";

export class PlayView {
  #board;
  #moves;
  #tree;
  #graph;
  #clocks;
  #spoken = "";

  constructor(app, analysis, opponent) {
    Object.assign(this, { app, analysis, opponent });
    this.#board = new Board((move) => this.#play(move));
    this.#moves = new MoveList((move) => this.#play(move));
    this.#tree = new MoveTree(app);
    this.#graph = new HistoryGraph(app);
    this.#clocks = new Clocks(() => this.#drawClocks());
    this.element = el("div", { class: "play" }, this.#table(), this.#side());
    for (const event of ["position", "values", "history", "settings", "thinking"]) {
      app.on(event, () => {
        if (app.view === "play") this.draw();
      });
    }
  }

  #table() {
    this.status = el("p", { class: "status" });
    this.worth = el("p", { class: "worth" });
    const step = (sign, name, act, key) =>
      button(sign, act, { class: "tool", "aria-label": name, title: `${name} (${key})` });
    this.switch = button("Values", () => this.toggleValues(), {
      class: "tool wide",
      title: "Show what every move is worth (v)",
    });
    const tools = el(
      "div",
      { class: "tools", role: "group", "aria-label": "moves" },
      step(icon("M8 6v20M26 6L11 16l15 10z"), "First position", () => this.first(), "Home"),
      step(icon("M23 6L8 16l15 10z"), "Take back", () => this.back(), "←"),
      step(icon("M9 6l15 10L9 26z"), "Redo", () => this.redo(), "→"),
      step(icon("M24 6v20M6 6l15 10L6 26z"), "Last position", () => this.last(), "End"),
      button("New game", () => this.restart(), { class: "tool wide", title: "Back to the start (n)" }),
      button("Move for me", () => this.opponent.move(), { class: "tool wide", title: "Let the computer move (m)" }),
      this.switch,
    );
    this.tools = tools;
    return el(
      "section",
      { class: "table", "aria-label": "Board" },
      el("div", { class: "status-line" }, this.status, this.worth),
      this.#board.element,
      tools,
    );
  }

  #side() {
    this.players = el("div", { class: "players" });
    this.playersPanel = el("section", { class: "panel", "aria-label": "Players" }, this.players);
    this.graphPanel = panel("Value over the game", this.#graph.element);
    this.movesPanel = el(
      "details",
      { class: "panel" },
      el("summary", {}, el("h2", {}, "Legal moves")),
      this.#moves.element,
    );
    this.movesPanel.addEventListener("toggle", () => this.draw());
    return el(
      "div",
      { class: "side" },
      this.playersPanel,
      panel("Moves", this.#tree.element),
      this.graphPanel,
      this.movesPanel,
      sharePanel(this.app),
    );
  }

  /** Makes the controls for the players anew: their names come with the game. */
  #drawPlayers() {
    const { position } = this.app.node;
    const { sides } = this.app.settings;
    const drawn = JSON.stringify([position.players, sides, this.app.game.game]);
    if (this.players.dataset.drawn === drawn) return;
    this.players.dataset.drawn = drawn;
    this.playersPanel.hidden = !this.app.game.is_game;
    const known = [
      [HUMAN, "a person"],
      ...this.app.catalogue.players.map(({ id, title }) => [id, `computer: ${title}`]),
    ];
    this.clockTexts = [0, 1].map(() => el("span", { class: "clock" }));
    const player = (number) => {
      const list = select(known, sides[number], (id) => this.#seat(number, id));
      return el("div", { class: "player" }, field(`${position.players[number]} is`, list), this.clockTexts[number]);
    };
    const clock = select(TIMES, String(this.#clocks.seconds), (seconds) => this.#clocks.set(Number(seconds)));
    replace(this.players, player(0), player(1), field("Clock", clock, { class: "field narrow" }));
    this.#drawClocks();
  }

  #seat(number, id) {
    const sides = [...this.app.settings.sides];
    sides[number] = id;
    this.app.change({ sides });
  }

  #drawClocks() {
    if (!this.clockTexts) return;
    const { seconds, fallen } = this.#clocks;
    this.clockTexts.forEach((text, number) => {
      text.textContent = seconds > 0 ? this.#clocks.text(number) : "";
      text.classList.toggle("fallen", fallen === number);
    });
    if (fallen !== null && !this.flagged) {
      this.flagged = true;
      this.draw();
    }
  }

  #runClocks() {
    const { position, ply } = this.app.node;
    if (ply === 0) {
      if (this.flagged || this.#clocks.left.some((left) => left !== this.#clocks.seconds))
        this.#clocks.set(this.#clocks.seconds);
      this.flagged = false;
    }
    this.#clocks.run(ply > 0 && !position.over ? position.turn : null);
  }

  /** Shows the position as it is now. */
  draw() {
    const { node, settings } = this.app;
    const { position } = node;
    if (!position) return;
    const values = settings.values && !position.over ? (node.values ?? { moves: [] }) : null;
    const playable = !position.over && !this.opponent.due && this.#clocks.fallen === null;
    this.#board.show(position, { playable, values });
    this.#drawPlayers();
    this.#runClocks();
    this.#drawStatus(position, values);
    this.#tree.draw();
    this.graphPanel.hidden = !settings.values;
    if (settings.values) this.#graph.draw(this.analysis.history, this.analysis.busy);
    this.#drawMoves(position, values, playable);
    this.element.dataset.values = !settings.values ? "off" : this.analysis.busy ? "working" : "done";
    this.element.dataset.judged = String(settings.values && this.analysis.judged === node);
    this.element.dataset.thinking = String(this.opponent.thinking);
    this.switch.setAttribute("aria-pressed", String(settings.values));
  }

  #drawMoves(position, values, playable) {
    const unpicked = position.legal.some((one) => one.picks.length === 0);
    if (unpicked && !this.opened) this.movesPanel.open = this.opened = true;
    if (this.movesPanel.open) this.#moves.draw(position, values, playable);
  }

  #drawStatus(position, values) {
    const { app, opponent, analysis } = this;
    let text = position.over ? position.over.text : "choose a move";
    if (!position.over && position.turn !== null) {
      text = opponent.thinking ? `${app.player()} is thinking …` : `${app.player()} to move`;
    }
    if (this.#clocks.fallen !== null) text = `${position.players[this.#clocks.fallen]} has run out of time`;
    this.status.textContent = text;
    this.status.classList.toggle("over", Boolean(position.over));
    const value = values?.position;
    const known = value ? `${TONES[tone(value)].sign} ${words(value)}` : "";
    const note = analysis.note || (analysis.busy && settingsOn(app) ? "working …" : "");
    const favourite = values?.favourite && tone(value) === "unknown" ? `looks best: ${values.favourite.move}` : "";
    replace(
      this.worth,
      known && el("span", { class: `chip tone-${tone(value)}` }, known),
      settingsOn(app) && el("span", { class: "note" }, [favourite, note].filter(Boolean).join(" · ")),
      settingsOn(app) && el("span", { class: "note limit" }, cutShort(analysis.limited)),
    );
    if (this.#spoken !== text) whisper(lastMove(app.node) + text);
    this.#spoken = text;
  }

  async #play(move) {
    if (await this.app.play(move)) this.#board.focus();
  }

  toggleValues() {
    this.app.change({ values: !this.app.settings.values });
    whisper(this.app.settings.values ? "values on" : "values off");
  }

  /** Goes back one move; past the computer's move to the person's own, if a person plays. */
  back() {
    return this.app.step(async ({ parent }) =>
      parent?.parent && (await this.#isComputers(parent)) ? parent.parent : parent,
    );
  }

  /** Goes forward as `back` goes back. */
  redo() {
    return this.app.step(async ({ next }) => (next?.next && (await this.#isComputers(next)) ? next.next : next));
  }

  /** Returns whether the computer is to move here, and plays against a person. */
  async #isComputers(node) {
    const { sides } = this.app.settings;
    if (sides.every((side) => side === HUMAN) || !sides.includes(HUMAN)) return false;
    await this.app.load(node);
    return this.app.isComputers(node);
  }

  first() {
    this.app.walk(this.app.root);
  }

  last() {
    this.app.step((node) => node.tip);
  }

  /** Begins again. The old moves stay in the tree, until another game is opened. */
  restart() {
    this.#clocks.set(this.#clocks.seconds);
    this.flagged = false;
    this.app.root.next = null;
    this.app.walk(this.app.root);
  }

  focus() {
    this.#board.focus();
  }

  /** Forgets a half-picked move. */
  cancel() {
    return this.#board.cancel();
  }
}

/** Returns a small drawing for a button. */
function icon(d) {
  return svg(
    "svg",
    { viewBox: "0 0 32 32", class: "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d }),
  );
}

const settingsOn = (app) => app.settings.values;
const lastMove = (node) => (node.move ? `${node.move}. ` : "");
