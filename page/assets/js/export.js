// The board as a file: SVG with its colours written in, and PNG painted from the same drawing.

import { scene } from "./scene.js";
import { key } from "./picks.js";

/** The colours of a file; they do not depend on light or dark. */
const INK = { first: "#1d2430", second: "#0067a5" };

/** Returns the paint of a shape by its classes. */
function paint(kind) {
  const has = (name) => kind.split(" ").includes(name);
  const role = has("second") || has("on-second") ? "second" : "first";
  if (has("square"))
    return { fill: has("lit") ? "#ffe08a" : has("changed") ? "#e3ecf7" : "#ffffff", stroke: "#9aa3ae", width: 2 };
  if (has("stroke")) return { fill: "none", stroke: INK[role], width: has("won") ? 9 : 11 };
  if (has("lettered") && role === "first") return { fill: "#ffffff", stroke: "#1d2430", width: 4 };
  if (has("disc")) return { fill: INK[role], stroke: "#1d2430", width: 2 };
  if (has("inner")) return { fill: "none", stroke: "#ffffff", width: 6 };
  if (has("block")) return { fill: "#737c88", stroke: "none", width: 0 };
  if (has("block-line")) return { fill: "none", stroke: "#ffffff", width: 6 };
  if (has("on-second")) return { fill: "#ffffff", stroke: "none", width: 0 };
  if (has("on-first")) return { fill: "#1d2430", stroke: "none", width: 0 };
  return { fill: "#3c4653", stroke: "none", width: 0 };
}

const font = (kind) => (kind.includes("mono") ? "monospace" : "sans-serif");
const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function drawing(position) {
  const changed = new Set((position.changed ?? []).map(key));
  return scene(position.look, position.text, { changed, names: true });
}

/** Returns the position as the text of an SVG file. */
export function svgText(position) {
  const { width, height, shapes } = drawing(position);
  const parts = shapes.map(([tag, { text, class: kind, ...attributes }, at, size]) => {
    const { fill, stroke, width: line } = paint(kind);
    const all = { ...attributes, fill, stroke, "stroke-width": line, "stroke-linecap": "round" };
    if (at) all.transform = `translate(${at[0]} ${at[1]})${size ? ` scale(${size})` : ""}`;
    if (tag === "text") all["font-family"] = font(kind);
    const written = Object.entries(all)
      .map(([name, value]) => ` ${name}="${escape(value)}"`)
      .join("");
    return `<${tag}${written}>${text === undefined ? "" : escape(text)}</${tag}>`;
  });
  const box = `-10 -10 ${width + 20} ${height + 20}`;
  const back = `<rect x="-10" y="-10" width="${width + 20}" height="${height + 20}" fill="#f7f7f4"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width + 20}" height="${height + 20}">\n${back}\n${parts.join("\n")}\n</svg>\n`;
}

/** Returns the position as a PNG file. */
export function pngBlob(position, pixels = 1200) {
  const { width, height, shapes } = drawing(position);
  const scale = Math.min(2, pixels / Math.max(width, height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil((width + 20) * scale), Math.ceil((height + 20) * scale)];
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#f7f7f4";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.translate(10, 10);
  for (const shape of shapes) paintShape(pen, shape);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function paintShape(pen, [tag, attributes, at, size]) {
  const { fill, stroke, width } = paint(attributes.class);
  pen.save();
  if (at) pen.translate(at[0], at[1]);
  if (size) pen.scale(size, size);
  [pen.fillStyle, pen.strokeStyle, pen.lineWidth, pen.lineCap] = [fill, stroke, width, "round"];
  if (tag === "text") {
    pen.font = `${attributes["font-size"]}px ${font(attributes.class)}`;
    pen.textAlign = attributes["text-anchor"] === "middle" ? "center" : "left";
    pen.textBaseline = attributes["dominant-baseline"] === "central" ? "middle" : "alphabetic";
    pen.fillText(attributes.text, attributes.x, attributes.y);
  } else {
    const path = outline(tag, attributes);
    if (fill !== "none") pen.fill(path);
    if (stroke !== "none") pen.stroke(path);
  }
  pen.restore();
}

function outline(tag, attributes) {
  if (tag === "path") return new Path2D(attributes.d);
  const path = new Path2D();
  if (tag === "circle") path.arc(attributes.cx, attributes.cy, attributes.r, 0, 2 * Math.PI);
  else path.roundRect(attributes.x, attributes.y, attributes.width, attributes.height, attributes.rx ?? 0);
  return path;
}

/** Lets the browser keep a file. */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
