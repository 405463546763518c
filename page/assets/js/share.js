// In and out: a record or moves pasted or dropped; the link, the record, the command line, the board as a picture.

import { HUMAN } from "./app.js";
import { button, counted, el, field, form, say } from "./dom.js";
import { download, pngBlob, svgText } from "./export.js";
import { fileField, openFile } from "./files.js";

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    window.prompt(`Copy ${what}:`, text);
  }
}

/** Returns a name for a file of the position. */
function fileName(app, extension) {
  return `${app.game.game.replace(/[^a-z0-9]+/gi, "-")}-${app.node.ply}.${extension}`;
}

/** Reads a record or a list of moves, and opens it. */
export async function readText(app, text) {
  if (!text.trim()) return;
  try {
    const named = /^game: *(.+)$/m.exec(text)?.[1].trim();
    const known = named !== undefined && app.client.sources.of(named) !== null;
    const body = { text, game: known ? named : app.game.game };
    const { game, moves, board, warning } = await app.client.ask("read", body);
    app.settings.sides = [HUMAN, HUMAN];
    app.start(game, { moves, board });
    say(warning ?? `Read ${counted(moves.length, "move")}.`);
  } catch (error) {
    app.report(error);
  }
}

function copyCommand(app) {
  const { command } = app.node.position;
  if (command) copy(command, "the command line");
  else say("There is no command for a board that was drawn; copy the record instead.");
}

async function record(app) {
  const players = app.settings.sides;
  return (await app.client.ask("write", { ...app.body(app.node.tip), players })).text;
}

function reported(app, work) {
  return () => work().catch((error) => app.report(error));
}

/** Returns the panel with what can be taken along and brought in. */
export function sharePanel(app) {
  const link = () => new URL(app.address(), window.location.href).href;
  const text = el("textarea", { rows: 3, spellcheck: "false", autocomplete: "off", placeholder: "1. a1 b2 …" });
  const paste = form(
    { class: "paste" },
    () => readText(app, text.value),
    field("A record or a list of moves", text),
    el("button", { type: "submit" }, "Open it"),
  );
  const svgFile = () =>
    download(fileName(app, "svg"), new Blob([svgText(app.node.position)], { type: "image/svg+xml" }));
  const pngFile = async () => download(fileName(app, "png"), await pngBlob(app.node.position));
  return el(
    "details",
    { class: "panel share" },
    el("summary", {}, el("h2", {}, "Share and open")),
    el(
      "div",
      { class: "row" },
      button("Copy link", () => copy(link(), "the link")),
      button(
        "Copy record",
        reported(app, async () => copy(await record(app), "the record")),
      ),
      button("Copy command", () => copyCommand(app)),
      button("Board as SVG", svgFile),
      button("Board as PNG", reported(app, pngFile)),
    ),
    paste,
    fileField("A file with rules or a record", app, readText),
    el("p", { class: "note" }, "A file can also be dropped anywhere on the page."),
  );
}

/** Lets records and rules be dropped on the page, and pasted where no field has the focus. */
export function listenForRecords(app) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) await openFile(app, file, readText);
    else await readText(app, event.dataTransfer.getData("text"));
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, select")) return;
    readText(app, event.clipboardData.getData("text"));
  });
}
