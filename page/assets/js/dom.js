// Elements made by hand: no inline styles, no markup from text.

const SVG = "http://www.w3.org/2000/svg";

/** Sets attributes, properties and listeners of an element. `on` holds listeners, `vars` custom properties of CSS. */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "vars") {
      for (const [key, number] of Object.entries(value)) element.style.setProperty(`--${key}`, number);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (name === "text") {
      element.textContent = value;
    } else if (name === "value" && "value" in element) {
      element.value = value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** Returns a new element of HTML. Children that are null or false are left out. */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, children);
  dress(element, props);
  return element;
}

/** Returns a new element of SVG. */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  return fill(element, children);
}

/** Puts these children in place of all that an element has. */
export function replace(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

/** Returns a button with a visible text. */
export function button(text, click, props = {}) {
  return el("button", { type: "button", ...props, on: { click } }, text);
}

let count = 0;

/** Returns an id that no other element has. */
export function uniqueId(stem) {
  count += 1;
  return `${stem}-${count}`;
}

/** Returns a field with its label above it. */
export function field(label, control, props = {}) {
  control.id ||= uniqueId("field");
  return el("div", { class: "field", ...props }, el("label", { for: control.id }, label), control);
}

/** Returns a part of a view, with its heading. */
export function panel(title, ...children) {
  return el("section", { class: "panel", "aria-label": title }, el("h2", {}, title), children);
}

/** Returns a form that is never sent: `submit` is called instead. */
export function form(props, submit, ...children) {
  const listener = (event) => {
    event.preventDefault();
    submit();
  };
  return el("form", { ...props, on: { submit: listener } }, children);
}

/** Returns a list of choices: pairs of value and text. */
export function select(choices, value, change, props = {}) {
  const options = choices.map(([id, text]) => el("option", { value: id, selected: id === value }, text));
  const list = el("select", { ...props, on: { change: () => change(list.value) } }, options);
  return list;
}

/** Says something to those who listen, and shows it for a moment to those who look. */
export function say(text, kind = "note") {
  const place = document.getElementById("messages");
  const line = el("p", { class: `message ${kind}` }, text);
  place.replaceChildren(line);
  line.addEventListener("animationend", () => line.remove());
}

/** Says something to those who listen, and to them only. */
export function whisper(text) {
  document.getElementById("whisper").textContent = text;
}

/** Returns a number with thin spaces between groups of three digits. Takes numbers and texts of digits. */
export function digits(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Returns `1 move`, `2 moves`. */
export function counted(number, one, many = `${one}s`) {
  return `${digits(number)} ${String(number) === "1" ? one : many}`;
}

/** Returns what to show of an answer that a limit has cut short: which limit, and the command that has none, if known. */
export function cutShort({ stopped = null, at_home: command = null }) {
  if (stopped === null) return [];
  if (command === null) return [stopped];
  return [`${stopped}. At home, without this limit: `, el("code", { class: "command" }, command)];
}

/** Moves the focus among elements by the arrow keys; one of them at a time can be reached by Tab. */
export function rove(elements, current) {
  elements.forEach((element, index) => element.setAttribute("tabindex", index === current ? "0" : "-1"));
}
