// A decision diagram as a drawing: a row for each level, edges by their values, a path in bold.

import { digits, el, rove, svg } from "./dom.js";
import { order } from "./layers.js";
import { PanZoom } from "./pan-zoom.js";

const [ACROSS, RADIUS, STYLES] = [30, 11, 6];
const END = -1;

export class DiagramDrawing {
  #shapes = new Map();
  #places = new Map();
  #values = [];
  #nodes = [];

  /** `point` is called with the facts of the node that is pointed at. */
  constructor(point) {
    this.point = point;
    this.chart = svg("svg", { class: "dd", role: "group", "aria-label": "nodes of the diagram" });
    this.zoom = new PanZoom(this.chart);
    this.chart.addEventListener("keydown", (event) => this.#key(event));
    this.element = el("div", { class: "dd-box" }, this.chart, this.zoom.tools);
  }

  draw({ nodes, edges, path }) {
    const end = { id: END, level: Infinity, variable: null, words: null };
    this.#nodes = nodes.length > 0 ? [...nodes, end] : [];
    this.edges = edges;
    const layers = order(this.#nodes, edges, (node) => node.level);
    this.layers = layers;
    this.#place(layers);
    const onPath = new Set(path ?? []);
    if (onPath.size > 0) onPath.add(END);
    this.#values = [...new Set(edges.map((edge) => edge.values))].sort();
    this.#shapes = new Map(this.#nodes.map((node) => [node.id, this.#node(node, onPath)]));
    const lines = this.#edgeLines(edges, onPath);
    this.chart.replaceChildren(...this.#levelNames(layers), ...lines, ...this.#shapes.values());
    this.zoom.size({
      x: -this.margin,
      y: -this.down / 2,
      width: this.width + 1.2 * this.margin,
      height: layers.length * this.down,
    });
    if (this.#nodes.length > 0) rove([...this.#shapes.values()], 0);
  }

  /** Puts nodes in rows that are as far from each other as the frame has room for. */
  #place(layers) {
    const widest = Math.max(10, ...layers.map((layer) => layer.length)) * ACROSS;
    const { clientWidth, clientHeight } = this.chart;
    const shape = clientWidth > 0 ? clientHeight / clientWidth : 0.7;
    this.margin = widest * 0.11;
    this.width = widest;
    // Names of levels are legible on a phone, too.
    const unit = clientWidth > 0 ? (widest + 1.2 * this.margin) / clientWidth : 1;
    this.letters = Math.max(widest / 48, 10.5 * unit);
    this.down = Math.max(60, ((widest + 1.2 * this.margin) * shape) / Math.max(1, layers.length));
    this.#places = new Map();
    layers.forEach((layer, row) => {
      const step = Math.min(ACROSS * 4, widest / layer.length);
      layer.forEach((node, index) => {
        this.#places.set(node.id, { x: widest / 2 + (index - (layer.length - 1) / 2) * step, y: row * this.down });
      });
    });
  }

  #levelNames(layers) {
    return layers.map((layer, row) => {
      const names = [...new Set(layer.map((node) => node.variable))];
      const text = names.length > 2 ? `${names.length} variables` : names.map((name) => name ?? "end").join(", ");
      return svg("text", {
        x: -this.margin * 0.92,
        y: row * this.down,
        class: "level",
        "font-size": this.letters,
        "dominant-baseline": "central",
        text,
      });
    });
  }

  #edgeLines(edges, onPath) {
    const plain = [];
    const bold = [];
    for (const edge of edges) {
      const [from, to] = [this.#places.get(edge.from), this.#places.get(edge.to)];
      if (!from || !to) continue;
      const on = onPath.has(edge.from) && onPath.has(edge.to);
      const half = this.down / 2;
      const d = `M${from.x} ${from.y}C${from.x} ${from.y + half} ${to.x} ${to.y - half} ${to.x} ${to.y}`;
      const kind = this.#values.indexOf(edge.values) % STYLES;
      const line = svg("path", {
        d,
        class: `dd-edge v${kind}${on ? " on-path" : ""}`,
        data: { from: edge.from, to: edge.to },
      });
      (on ? bold : plain).push(line);
    }
    return [...plain, ...bold];
  }

  #node(node, onPath) {
    const { x, y } = this.#places.get(node.id);
    const name = node.variable === null ? "end" : `${node.variable}, ${digits(node.words)} words`;
    const shape =
      node.variable === null
        ? svg("rect", { x: -10, y: -10, width: 20, height: 20, rx: 3 })
        : svg("circle", { r: RADIUS });
    const show = () => this.#show(node);
    return svg(
      "g",
      {
        transform: `translate(${x} ${y})`,
        class: `dd-node${onPath.has(node.id) ? " on-path" : ""}`,
        role: "button",
        "aria-label": name,
        data: { id: node.id },
        on: {
          click: () => {
            if (!this.zoom.dragged) show();
          },
          pointerenter: () => this.point(this.#facts(node)),
          focus: show,
        },
      },
      svg("title", { text: name }),
      shape,
    );
  }

  #facts(node) {
    const values = this.edges
      .filter((edge) => edge.from === node.id)
      .map((edge) => edge.values)
      .join(" | ");
    return { variable: node.variable, words: node.words, values };
  }

  /** Makes a node the chosen one: its edges stand out. */
  #show(node) {
    this.point(this.#facts(node));
    for (const line of this.chart.querySelectorAll(".near")) line.classList.remove("near");
    for (const line of this.chart.querySelectorAll(`[data-from="${node.id}"], [data-to="${node.id}"]`))
      line.classList.add("near");
    this.zoom.reveal(this.#places.get(node.id));
    rove([...this.#shapes.values()], this.#nodes.indexOf(node));
  }

  #key(event) {
    const current = this.#nodes.find((node) => this.#shapes.get(node.id) === document.activeElement);
    const keys = { "+": () => this.zoom.zoom(0.7), "-": () => this.zoom.zoom(1 / 0.7), 0: () => this.zoom.fit() };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
      return;
    }
    if (!current) return;
    const layer = this.layers.find((one) => one.includes(current));
    const byId = (id) => this.#nodes.find((node) => node.id === id);
    const next = {
      ArrowLeft: () => layer[layer.indexOf(current) - 1],
      ArrowRight: () => layer[layer.indexOf(current) + 1],
      ArrowUp: () => byId(this.edges.find((edge) => edge.to === current.id)?.from),
      ArrowDown: () => byId(this.edges.find((edge) => edge.from === current.id)?.to),
    }[event.key]?.();
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.#shapes.get(next.id).focus();
  }

  /** Returns what the lines mean. */
  legend() {
    if (this.#values.length === 0 || this.#values.length > STYLES)
      return "A row is a variable; a line is what it may be.";
    return [
      "Lines by value: ",
      this.#values.map((value, index) =>
        el(
          "span",
          { class: "line-sample" },
          svg(
            "svg",
            { viewBox: "0 0 30 10", width: 30, height: 10, "aria-hidden": "true" },
            svg("path", { d: "M2 5H28", class: `dd-edge v${index} near` }),
          ),
          value,
        ),
      ),
    ];
  }
}
