// The value over the game: a point for each position, above the middle where the first player wins. A click goes there.

import { button, el, replace, rove, svg } from "./dom.js";
import { short, tone, turned, words } from "./values.js";

const INSET = 12;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [360, 150, 62, 14, 14, 22];

export class HistoryGraph {
  constructor(app) {
    this.app = app;
    this.chart = svg("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "history",
      role: "group",
      "aria-label": "value over the game",
    });
    this.chart.addEventListener("keydown", (event) => this.#key(event));
    this.mistakes = el("ul", { class: "mistakes" });
    this.element = el("div", { class: "history-box" }, this.chart, this.mistakes);
  }

  draw(history, busy) {
    const { node } = this.app;
    const line = node.tip.line;
    const plies = line.map((one, ply) => ({ node: one, known: history?.plies?.[ply] ?? null }));
    const focused = this.chart.contains(document.activeElement);
    const step = (WIDTH - LEFT - INSET - RIGHT) / Math.max(8, line.length - 1);
    const points = plies.map((one, ply) => ({ ...one, ply, x: LEFT + INSET + ply * step, y: height(one.known) }));
    const marks = points.map((point) => this.#point(point, node));
    replace(
      this.chart,
      this.#frame(),
      this.#here(points, node, step),
      curve(points),
      svg("g", { class: "signs", "aria-hidden": "true" }, this.#signs(points)),
      marks,
    );
    this.marks = marks;
    rove(marks, node.ply);
    if (focused) marks[node.ply]?.focus();
    this.#drawMistakes(points, history, busy);
  }

  #frame() {
    const players = this.app.node.position.players;
    const level = (share) => TOP + share * (HEIGHT - TOP - BOTTOM);
    const row = (share, text) => [
      svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: level(share), y2: level(share), class: "rule" }),
      svg("text", { x: LEFT - 6, y: level(share) + 4, class: "axis", "text-anchor": "end", text }),
    ];
    return [row(0.08, `${players[0]} wins`), row(0.5, "draw"), row(0.92, `${players[1]} wins`)];
  }

  #here(points, node, step) {
    const point = points[node.ply];
    if (!point) return null;
    const width = Math.min(step, 22);
    return svg("rect", { x: point.x - width / 2, y: TOP, width, height: HEIGHT - TOP - BOTTOM, class: "here" });
  }

  #point({ node, known, ply, x, y }, current) {
    const { app } = this;
    const first = known ? fromFirst(known) : null;
    const mistake = known?.mistake;
    const name = [
      ply === 0 ? "start" : `move ${ply}, ${node.move}`,
      first && known.first !== null ? spoken(first, app) : "unknown",
      mistake && `mistake: ${mistake.kind}`,
    ]
      .filter(Boolean)
      .join(", ");
    const go = () => app.walk(node);
    const shape =
      known && known.first !== null
        ? svg("circle", { cx: x, cy: y, r: 5.5, class: `dot tone-${tone(first)}` })
        : svg("circle", { cx: x, cy: y, r: 3.5, class: "dot tone-unknown" });
    const area = svg("rect", { x: x - 9, y: TOP - 8, width: 18, height: HEIGHT - TOP - BOTTOM + 14, class: "target" });
    return svg(
      "g",
      {
        class: mistake ? "point mistake" : "point",
        role: "button",
        "aria-label": name,
        data: { ply },
        "aria-current": node === current ? "true" : null,
        on: { click: go },
      },
      svg("title", { text: name }),
      area,
      shape,
    );
  }

  /** Returns the texts at the points: their numbers, and a sign where a mistake was made. */
  #signs(points) {
    const step = tickStep(this.app.node.tip.ply);
    return points.map(({ known, ply, x, y }) => [
      ply % step === 0 && svg("text", { x, y: HEIGHT - 6, class: "axis", "text-anchor": "middle", text: ply }),
      known?.mistake &&
        svg("text", {
          x,
          y: y < HEIGHT / 2 ? y + 20 : y - 11,
          class: known.mistake.mild ? "mistake-sign mild" : "mistake-sign",
          "text-anchor": "middle",
          text: known.mistake.mild ? "?!" : "?",
        }),
    ]);
  }

  #key(event) {
    const index = this.marks.indexOf(document.activeElement);
    if (index < 0) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const line = this.app.node.tip.line;
    if (event.key === "Enter" || event.key === " ") this.app.walk(line[index]);
    else if (step && line[index + step]) {
      rove(this.marks, index + step);
      this.marks[index + step].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #drawMistakes(points, history, busy) {
    const items = points
      .filter(({ known }) => known?.mistake)
      .map(({ node, known, ply }) => {
        const { kind, better } = known.mistake;
        const names = (better ?? []).slice(0, 4).join(", ");
        const text = names ? ` ${kind}; better: ${names}` : ` ${kind}`;
        return el(
          "li",
          {},
          button(`${ply}. ${node.move}`, () => this.app.walk(node), { class: "link" }),
          text,
        );
      });
    const state = history?.complete ? "No mistakes." : busy ? "Working from the end to the start …" : "";
    replace(this.mistakes, items.length > 0 ? items : state && el("li", { class: "note" }, state));
  }
}

/** Returns the value as the first player sees it. */
function fromFirst({ value, first }) {
  const kind = { win: 1, draw: 0, loss: -1 }[value?.value];
  return kind === first ? value : turned(value);
}

function spoken(value, app) {
  const [first, second] = app.node.position.players;
  const kind = tone(value);
  if (kind === "win") return `${first} wins, ${short(value).slice(1) || "soon"} to go`;
  if (kind === "loss") return `${second} wins, ${short(value).slice(1) || "soon"} to go`;
  return words(value);
}

/** Returns how far down a point is: the sooner the end, the farther from the middle. */
function height(known) {
  const [top, bottom] = [TOP, HEIGHT - BOTTOM];
  const middle = (top + bottom) / 2;
  if (!known || !known.first) return middle;
  const plies = known.value?.plies ?? 12;
  const far = 0.4 + 0.6 / (1 + plies / 12);
  return middle - known.first * far * 0.84 * (middle - top);
}

function curve(points) {
  const known = points.filter((point) => point.known && point.known.first !== null);
  if (known.length < 2) return null;
  return svg("polyline", {
    points: known.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
    class: "curve",
  });
}

const tickStep = (plies) => (plies <= 12 ? 1 : plies <= 30 ? 5 : plies <= 80 ? 10 : 50);
