// Explore: the positions around this one, layered by ply, and how many there are at each ply.

import { isAbort } from "./client.js";
import { CountsPanel } from "./counts.js";
import { button, counted, el, field, form, panel, replace, rove, select, svg, whisper } from "./dom.js";
import { order, place } from "./layers.js";
import { picture, scene } from "./scene.js";
import { key } from "./picks.js";
import { short, tone, turned, words } from "./values.js";

/** Returns what a position is worth to the player who moves there, counted with that move, as on the board in Play. */
function moverValue({ value, turn, moves }) {
  if (!value || moves.length === 0) return value;
  const plies = typeof value.plies === "number" ? value.plies + 1 : value.plies;
  return { ...(turn === null ? value : turned(value)), plies };
}

const LEVELS = [
  ["1", "1"],
  ["2", "2"],
  ["3", "3"],
];
const BOARD_FROM = 38;

export class ExploreView {
  #abort = null;
  #graph = null;
  #asked = "";

  constructor(app) {
    this.app = app;
    this.counts = new CountsPanel(app);
    this.chart = svg("svg", { class: "graph", role: "group", "aria-label": "state graph" });
    this.chart.addEventListener("keydown", (event) => this.#key(event));
    this.note = el("p", { class: "note graph-note", role: "status" });
    this.legend = el("p", { class: "legend" });
    this.here = el("div", { class: "here-board" });
    const graph = panel(
      "State graph",
      this.#controls(),
      el("div", { class: "graph-box" }, this.chart),
      el("div", { class: "graph-foot" }, this.legend, this.note),
    );
    this.backButton = button("Back", () => this.back());
    const ways = el(
      "div",
      { class: "row" },
      this.backButton,
      button("Play from here", () => app.show("play")),
    );
    const side = el("div", { class: "side" }, panel("This position", this.here, ways), this.counts.element);
    this.element = el("div", { class: "explore" }, graph, side);
    app.on("position", () => {
      if (app.view === "explore") this.draw();
    });
    app.on("place", () => {
      if (app.view !== "explore") this.leave();
    });
    new ResizeObserver(() => {
      if (app.view === "explore" && this.#graph) this.#drawGraph();
    }).observe(this.element);
  }

  #controls() {
    this.down = select(LEVELS, "1", (value) => this.#set({ down: value }));
    this.up = select([["0", "0"], ...LEVELS], "1", (value) => this.#set({ up: value }));
    this.claim = el("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      placeholder: "winner = x",
      size: 18,
    });
    const controls = form(
      { class: "controls" },
      () => this.#set({ claim: this.claim.value.trim() || null }),
      field("Plies back", this.up),
      field("Plies ahead", this.down),
      field("Colour by a claim", this.claim),
      el("button", { type: "submit" }, "Colour"),
      button("By value", () => {
        this.claim.value = "";
        this.#set({ claim: null });
      }),
    );
    this.claimError = el("p", { class: "error-text", role: "alert" });
    return el("div", {}, controls, this.claimError);
  }

  #set(params) {
    Object.assign(this.app.params, params);
    this.app.remember(false);
    this.draw();
  }

  #param(name, other) {
    const value = this.app.params[name];
    return (Array.isArray(value) ? value[0] : value) ?? other;
  }

  /** Gives up what is being computed: another view may need the engines. */
  leave() {
    this.counts.leave();
    if (this.element.dataset.state !== "working") return;
    this.#abort?.abort();
    this.#asked = "";
  }

  draw() {
    const { app } = this;
    const narrow = window.innerWidth < 700;
    this.down.value = this.#param("down", narrow ? "1" : "2");
    this.up.value = this.#param("up", "1");
    const claim = this.#param("claim", null);
    if (document.activeElement !== this.claim) this.claim.value = claim ?? "";
    this.#drawHere();
    this.counts.draw();
    const body = {
      ...app.body(),
      up: Number(this.up.value),
      down: Number(this.down.value),
      most: narrow ? 40 : 80,
      claim,
      values: !claim,
    };
    const asked = JSON.stringify(body);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#ask(body);
  }

  async #ask(body) {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.claimError.textContent = "";
    this.note.textContent = "working …";
    this.element.dataset.state = "working";
    const take = (graph) => {
      if (abort.signal.aborted) return;
      this.#graph = graph;
      this.#drawGraph();
    };
    try {
      take(await this.app.client.long("around", body, { signal: abort.signal, partial: take }));
      this.note.textContent = this.#cut();
      this.element.dataset.state = "done";
    } catch (error) {
      if (isAbort(error)) return;
      this.element.dataset.state = "failed";
      this.note.textContent = "";
      this.claimError.textContent = error.help ? `${error.message}. ${error.help}` : error.message;
      this.#asked = "";
    }
  }

  #cut() {
    const { cut } = this.#graph;
    const parts = [];
    if (cut?.children) parts.push(`${counted(cut.children, "position")} ahead left out`);
    if (cut?.parents) parts.push(cut.parents);
    return parts.join(" · ");
  }

  #drawHere() {
    const { position, move } = this.app.node;
    const changed = new Set((position.changed ?? []).map(key));
    const status = position.over ? position.over.text : position.turn === null ? "" : `${this.app.player()} to move`;
    replace(
      this.here,
      picture(scene(position.look, position.text, { changed, names: true }), {
        role: "img",
        "aria-label": position.text.replace(/\s+/g, " "),
      }),
      el("p", { class: "status" }, [move && `after ${move}`, status].filter(Boolean).join(": ")),
    );
    this.backButton.disabled = !this.app.node.parent;
  }

  back() {
    this.app.step((node) => node.parent);
  }

  /** Returns the colour of a node: by the claim if there is one, by its value for the player who moved there. */
  #look(node) {
    if (this.#param("claim", null)) {
      const known =
        node.holds === true
          ? ["yes", "✓", "holds"]
          : node.holds === false
            ? ["no", "✗", "does not hold"]
            : ["unknown", "?", "unknown"];
      return { tone: known[0], sign: known[1], words: known[2] };
    }
    const value = moverValue(node);
    return { tone: tone(value), sign: value ? short(value) : "", words: value ? words(value) : "" };
  }

  #drawGraph() {
    const { nodes, edges } = this.#graph;
    const width = Math.max(300, this.chart.parentElement.clientWidth - 8);
    const narrow = width < 560;
    const layers = order(nodes, edges, (node) => node.ply);
    const { places, height } = place(layers, width, {
      largest: narrow ? 64 : 92,
      smallest: narrow ? 24 : 26,
      gap: narrow ? 44 : 60,
    });
    this.chart.setAttribute("viewBox", `-4 -16 ${width + 8} ${height + 44}`);
    const here = nodes.find((node) => node.here);
    const marks = nodes.map((node) => this.#node(node, places.get(node.id)));
    const focused = this.#focused();
    replace(this.chart, this.#edges(edges, places, here), marks, this.#captions(nodes, places));
    this.marks = new Map(nodes.map((node, index) => [node, marks[index]]));
    const current = nodes.find((node) => node.text === focused?.text) ?? here;
    rove(marks, nodes.indexOf(current));
    if (focused) this.marks.get(current)?.focus();
    const claim = this.#param("claim", null);
    this.legend.textContent = claim
      ? "✓ the claim holds · ✗ it does not"
      : "+ won · = drawn · − lost, for the player who moves there; the number says in how many plies";
  }

  /** Returns the node that has the focus, if one has. */
  #focused() {
    return [...(this.marks ?? [])].find(([, mark]) => mark === document.activeElement)?.[0] ?? null;
  }

  #edges(edges, places, here) {
    return edges.map((edge) => {
      const [from, to] = [places.get(edge.from), places.get(edge.to)];
      if (!from || !to) return null;
      const [y1, y2] = [from.y + from.side / 2 + (from.side >= BOARD_FROM ? 17 : 0), to.y - to.side / 2];
      const middle = (y1 + y2) / 2;
      const d = `M${from.x.toFixed(1)} ${y1.toFixed(1)}C${from.x.toFixed(1)} ${middle.toFixed(1)} ${to.x.toFixed(1)} ${middle.toFixed(1)} ${to.x.toFixed(1)} ${y2.toFixed(1)}`;
      const near = edge.from === here?.id || edge.to === here?.id;
      return svg("path", { d, class: near ? "edge near" : "edge" });
    });
  }

  #node(node, at) {
    const { app } = this;
    const { tone: kind, words: text } = this.#look(node);
    const half = at.side / 2;
    const last = node.moves.at(-1);
    const who = node.over
      ? node.over.text
      : node.turn === null
        ? ""
        : `${app.node.position.players[node.turn]} to move`;
    const name = [node.here ? "here" : (last ?? "start"), `ply ${node.ply}`, who, text].filter(Boolean).join(", ");
    const box = svg("rect", { x: -half, y: -half, width: at.side, height: at.side, rx: 6, class: "face" });
    const parts = [box];
    if (at.side >= BOARD_FROM) {
      const board = picture(scene(node.look, node.text), {
        x: -half + 5,
        y: -half + 5,
        width: at.side - 10,
        height: at.side - 10,
        "aria-hidden": "true",
      });
      parts.push(board);
    }
    return svg(
      "g",
      {
        transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`,
        class: `node tone-${kind}${node.here ? " is-here" : ""}${node.over ? " is-over" : ""}`,
        role: "button",
        "aria-label": name,
        data: { id: node.id, ply: node.ply, last: last ?? "" },
        on: { click: () => this.#walk(node) },
      },
      svg("title", { text: name }),
      parts,
    );
  }

  /** Returns the texts at the nodes: the move below a large one, the sign of its value. */
  #captions(nodes, places) {
    return svg(
      "g",
      { class: "captions", "aria-hidden": "true" },
      nodes.map((node) => {
        const { x, y, side } = places.get(node.id);
        const { sign, tone: kind } = this.#look(node);
        const last = node.moves.at(-1) ?? "start";
        if (side >= BOARD_FROM)
          return svg("text", {
            x,
            y: y + side / 2 + 13,
            class: "caption",
            "text-anchor": "middle",
            text: `${last} ${sign}`,
          });
        return svg("text", {
          x,
          y: y + 4,
          class: `caption inside tone-${kind}`,
          "text-anchor": "middle",
          text: sign || (node.over ? "■" : "·"),
        });
      }),
    );
  }

  #walk(node) {
    whisper(node.over ? node.over.text : `ply ${node.ply}`);
    return this.app.jump(node.moves);
  }

  /** Left and right go along a layer, up and down along an edge, Enter walks there. */
  #key(event) {
    const { nodes, edges } = this.#graph ?? { nodes: [], edges: [] };
    const current = nodes.find((node) => this.marks.get(node) === document.activeElement);
    if (!current) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#walk(current);
      return;
    }
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const layer = nodes.filter((node) => node.ply === current.ply);
    const at = (node) => new DOMPoint().matrixTransform(this.marks.get(node).getScreenCTM());
    layer.sort((one, other) => at(one).y - at(other).y || at(one).x - at(other).x);
    const next = {
      ArrowLeft: () => layer[layer.indexOf(current) - 1],
      ArrowRight: () => layer[layer.indexOf(current) + 1],
      ArrowUp: () => byId.get(edges.find((edge) => edge.to === current.id)?.from),
      ArrowDown: () => byId.get(edges.find((edge) => edge.from === current.id)?.to),
    }[event.key]?.();
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    rove([...this.marks.values()], nodes.indexOf(next));
    this.marks.get(next).focus();
  }
}
