// Games from files: opened by a button or dropped, and what is wrong with a text shown at its place.

import { isAbort } from "./client.js";
import { button, el, field, form, replace } from "./dom.js";
import { familyOf, nameOf } from "./sources.js";

/** How many lines are shown before and behind one with a mistake. */
const AROUND = 3;

/** Opens a file: a game if its name says so, otherwise by `readText`, as a record or a list of moves. */
export async function openFile(app, file, readText) {
  const family = familyOf(app.catalogue, file.name);
  const text = await file.text();
  if (family) await openText(app, nameOf(family, file.name), text);
  else await readText(app, text);
}

/** Opens a game by the text of its file; shows what is wrong with it. */
async function openText(app, name, text) {
  try {
    const { game } = await app.client.ask("open", { game: name, source: text });
    app.client.sources.keep(game, text);
    close();
    await app.start(game);
  } catch (error) {
    if (!isAbort(error)) showMistake(app, name, text, error);
  }
}

/** Returns a field that opens files. */
export function fileField(label, app, readText, accept = null) {
  const input = el("input", { type: "file", accept });
  input.addEventListener("change", () => {
    const [file] = input.files;
    // The same file can be chosen again when it was changed.
    if (file) openFile(app, file, readText).finally(() => (input.value = ""));
  });
  return field(label, input);
}

const dialog = el("dialog", { class: "mistake", "aria-label": "A mistake in the text" });

function close() {
  if (dialog.open) dialog.close();
}

/** Shows a mistake in its line, and the text to mend it in. */
function showMistake(app, name, text, error) {
  const editor = el("textarea", { rows: 12, spellcheck: "false", autocomplete: "off", autocapitalize: "off", value: text });
  const again = () => openText(app, name, editor.value);
  replace(
    dialog,
    el("h2", {}, name.slice(name.indexOf(":") + 1)),
    el(
      "div",
      { role: "alert", class: "place" },
      el("p", { class: "error-text" }, error.message),
      excerpt(text, error.place),
      error.help ? el("p", {}, error.help) : null,
    ),
    form(
      {},
      again,
      field("The text", editor),
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", class: "primary" }, "Try again"),
        button("Close", close),
      ),
    ),
  );
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
  const [start, end] = range(text, error.place);
  editor.focus();
  editor.setSelectionRange(start, end);
}

/** Returns where a place begins and ends in the text, in units of JavaScript. */
function range(text, place) {
  if (!place?.line) return [0, 0];
  const lines = text.split("\n");
  const before = lines.slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const letters = [...(lines[place.line - 1] ?? "")];
  const units = (count) => letters.slice(0, count).join("").length;
  const first = place.column - 1;
  return [before + units(first), before + units(first + place.end - place.start)];
}

/** Returns the lines around a mistake, with their numbers, the place marked and a caret under it. */
function excerpt(text, place) {
  if (!place?.line) return null;
  const lines = text.split("\n").map((line) => line.replace(/[\r\t\ufeff]/g, " "));
  const width = String(place.line + AROUND).length;
  const from = Math.max(1, place.line - AROUND);
  const numbered = (number) => `${String(number).padStart(width)} | `;
  const plain = (first, last) =>
    lines
      .slice(first - 1, last)
      .map((line, index) => `${numbered(first + index)}${line}\n`)
      .join("");
  const letters = [...(lines[place.line - 1] ?? "")];
  const [start, length] = [place.column - 1, place.end - place.start];
  return el(
    "pre",
    { tabindex: "0", "aria-label": "The lines around the mistake" },
    plain(from, place.line - 1),
    numbered(place.line),
    letters.slice(0, start).join(""),
    el("mark", {}, letters.slice(start, start + length).join("") || " "),
    letters.slice(start + length).join(""),
    `\n${" ".repeat(width + 3 + start)}${"^".repeat(Math.max(1, length))}\n`,
    plain(place.line + 1, place.line + AROUND),
  );
}
